"""How long a server that just started takes to show a long game, folded from the store."""

import tempfile
import time
from pathlib import Path

from clients.sdk import http
from tests.benchmarks.declarations import served
from tests.benchmarks.declarers import Pair, seated

EVENTS = 10_000


async def opened() -> dict[str, float]:
    """Return how many events a game had, and the seconds until its view was answered."""
    with tempfile.TemporaryDirectory() as folder:
        async with served("referee", folder=Path(folder)) as server:
            keys = await seated(server.url)
            pair = Pair(keys, floor=False)
            host, _, port = server.url.removeprefix("http://").partition(":")
            await pair.connect(host, int(port))
            while pair.position < EVENTS:
                await pair.play(time.monotonic() + 1.0)
        async with served("referee", folder=Path(folder)) as server:
            begun = time.perf_counter()
            await http.get(server.url, f"games/{keys[1].game.hex()}")
            return {"events": pair.position, "seconds": time.perf_counter() - begun}
