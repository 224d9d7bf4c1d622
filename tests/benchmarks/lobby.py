"""A lobby of many finished games: how long a start takes, what a server holds, how fast it lists.

    python -m tests.benchmarks.lobby [GAMES]

The games are copies of one that was conceded at once, each with an id of its own and a chain of
hashes that holds; nobody has signed them.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import msgspec
from redis.asyncio import Redis

from domain.game_events import Concede
from domain.names import GameId
from domain.record import START, Entry, entry_after
from server.store import layout
from server.store.embedded import EmbeddedValkey
from tests.e2e.processes import ServerProcess
from tests.playing import GAME, Playing

BATCH = 500


def finished() -> list[Entry]:
    """Return the record of a game that was conceded at once."""
    playing = Playing(links=1).begun()
    playing.declare(1, Concede())
    assert playing.table.game.phase == "over"
    return playing.entries


def copies(count: int) -> Iterator[tuple[GameId, list[Entry]]]:
    """Yield records like that, as of games of their own."""
    template = finished()
    for number in range(count):
        game, entries, head = GameId(os.urandom(16)), list[Entry](), START
        for entry in template:
            open_part = entry.open.replace(GAME, game)
            at_ms = entry.at_ms + number
            entries.append(entry_after(head, game, at_ms, open_part, entry.sealed, entry.signature))
            head = entries[-1].head
        yield game, entries


async def fill(url: str, count: int, older_list: bytes = b"broadside:games") -> None:
    """Put finished games into a store, listed as servers did before there was an index."""
    async with Redis.from_url(url, protocol=2) as redis:
        await redis.function_load(layout.LIBRARY.decode(), replace=True)
        pipeline = redis.pipeline(transaction=False)
        for game, entries in copies(count):
            pipeline.execute_command("SADD", older_list, game.hex())
            pipeline.execute_command(*layout.append_command(game, START, entries))
            if len(pipeline) >= BATCH:
                await pipeline.execute()
        await pipeline.execute()


async def measured(data: Path, url: str, pages: int = 50) -> dict[str, float]:
    """Start a server on a filled store, list its games, and return what it took."""
    began = time.perf_counter()
    async with ServerProcess(data, BROADSIDE_REDIS_URL=url) as server:
        started_s = time.perf_counter() - began
        times_ms = list[float]()
        async with aiohttp.ClientSession() as session:
            address = server.url + "/api/games"
            for _ in range(pages):
                at = time.perf_counter()
                async with session.get(address) as answer:
                    lines = msgspec.json.decode(await answer.read())
                    following = answer.links.get("next")
                times_ms.append(1000 * (time.perf_counter() - at))
                address = str(following["url"]) if following else server.url + "/api/games"
        return {
            "start_s": started_s,
            "resident_mib": server.resident_bytes() / 2**20,
            "list_p50_ms": statistics.median(times_ms),
            "list_max_ms": max(times_ms),
            "lines_on_a_page": len(lines),
        }


async def main(count: int) -> None:
    """Measure with one game and with many, and print a table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with EmbeddedValkey(folder / "valkey") as valkey:
            for games in (1, count):
                await fill(valkey.url, games)
                began = time.perf_counter()
                await listed(folder / "data", valkey.url)
                taken_s = time.perf_counter() - began
                found = await measured(folder / "data", valkey.url)
                async with Redis.from_url(valkey.url) as redis:
                    found["store_mib"] = (await redis.info("memory"))["used_memory"] / 2**20
                found |= {"games": games, "listing_once_s": taken_s}
                print({name: round(value, 2) for name, value in found.items()})  # noqa: T201


async def listed(data: Path, url: str) -> None:
    """Run a server until it has listed all games of an older store."""
    async with ServerProcess(data, BROADSIDE_REDIS_URL=url), Redis.from_url(url) as redis:
        while await redis.exists("broadside:games"):
            await asyncio.sleep(0.2)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
