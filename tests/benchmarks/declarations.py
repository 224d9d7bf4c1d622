"""Durable declarations beside two floors in the same run, and what one costs the server.

    python -m tests.benchmarks.declarations [SECONDS]

The contenders take turns, so that all meet the same noise. All use a Valkey of their own with
`appendfsync always` on the same disk; those who declare are a process of their own.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from redis.asyncio import Redis

from server.store.embedded import EmbeddedValkey

ROOT = Path(__file__).parents[2]
CONTENDERS = {
    "broadside": ("referee",),
    "floor": ("floor",),
    "signed floor": ("floor", "signed"),
}
TURNS = 3
PACED = 50
"""Games that are also measured at half of what the server carries."""
TICKS_S = os.sysconf("SC_CLK_TCK")


class Served(NamedTuple):
    """A server that is measured: where it is, and its process."""

    url: str
    pid: int


@asynccontextmanager
async def served(module: str, *words: str, folder: Path | None = None) -> AsyncIterator[Served]:
    """Run a server in a process of its own, on *folder* or a new one."""
    with tempfile.TemporaryDirectory() as new:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", f"tests.benchmarks.{module}", str(folder or new), *words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=ROOT,
        )
        assert process.stdout is not None
        assert process.stdin is not None
        try:
            url = ""
            while not url.startswith("http"):  # what it logs before does not matter
                line = await process.stdout.readline()
                assert line, f"{module} ended before it served"
                url = line.decode().strip()
            yield Served(url, process.pid)
        finally:
            process.stdin.close()
            await process.wait()


class Declarers:
    """So many games at one server, and those who declare in them."""

    def __init__(self, one: Served, process: asyncio.subprocess.Process) -> None:
        self._one, self._process = one, process
        self.events = 0  # of all games

    async def play(self, seconds: float, every_s: float = 0.0) -> dict[str, float]:
        """Let them play for *seconds*, each game once in *every_s* or at once; what came of it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        before = busy_s(self._one.pid)
        self._process.stdin.write(f"{seconds} {every_s}\n".encode())
        played = json.loads(await self._process.stdout.readline())
        waits = sorted(played["waits"])
        self.events = int(played["events"])
        return {
            "declarations_per_s": len(waits) / seconds,
            "p50_ms": 1000 * statistics.median(waits),
            "p99_ms": 1000 * waits[int(len(waits) * 0.99)],
            "server_us": 1e6 * (busy_s(self._one.pid) - before) / len(waits),
        }


@asynccontextmanager
async def declarers(one: Served, games: int, *words: str) -> AsyncIterator[Declarers]:
    """Let two seats sit down to each of so many *games* at a server."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.benchmarks.declarers", one.url, str(games), *words),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=2**26,
        cwd=ROOT,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    assert await process.stdout.readline() == b"ready\n"
    yield Declarers(one, process)
    process.stdin.close()
    await process.wait()


def busy_s(pid: int) -> float:
    """Return the processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_S


async def beside_the_floor(counts: tuple[int, ...], seconds: float) -> dict[str, Any]:
    """Measure all contenders with so many games each, in turns; the median turn of each."""
    figures: dict[str, Any] = {}
    async with AsyncExitStack() as stack:
        servers = {
            name: await stack.enter_async_context(served(*words))
            for name, words in CONTENDERS.items()
        }
        for count in counts:
            print(f"{count} games …", file=sys.stderr)  # noqa: T201
            figures[f"{count} games"] = await _in_turns(servers, count, seconds)
        figures[f"{PACED} games, half of it"] = await _at_half(servers["broadside"], seconds)
    figures["raw XADD/s"] = await raw_appends(seconds)
    return figures


async def _in_turns(servers: dict[str, Served], count: int, seconds: float) -> dict[str, Any]:
    turns: dict[str, list[dict[str, float]]] = {name: [] for name in servers}
    async with AsyncExitStack() as stack:
        playing = {
            name: await stack.enter_async_context(
                declarers(server, count, *(() if name == "broadside" else ("floor",)))
            )
            for name, server in servers.items()
        }
        for _ in range(TURNS):
            for name, those in playing.items():
                turns[name].append(await those.play(seconds))
    return _compared(turns)


async def _at_half(server: Served, seconds: float) -> dict[str, float]:
    """Measure at half of what a server carries: without a pause, all of a wait is the queue."""
    async with declarers(server, PACED) as playing:
        whole = await playing.play(seconds)
        return await playing.play(seconds, 2 * PACED / whole["declarations_per_s"])


def _compared(turns: dict[str, list[dict[str, float]]]) -> dict[str, Any]:
    made: dict[str, Any] = {
        name: {key: statistics.median(turn[key] for turn in all_of) for key in all_of[0]}
        for name, all_of in turns.items()
    }
    ours = made["broadside"]["declarations_per_s"]
    for name in ("floor", "signed floor"):
        made[f"of {name}"] = ours / made[name]["declarations_per_s"]
    return made


async def raw_appends(seconds: float) -> float:
    """Return XADDs a second of such a Valkey, 100 in a pipeline, every one on disk."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            EmbeddedValkey(Path(folder)) as valkey,
            Redis.from_url(valkey.url, protocol=2) as client,
        ):
            loop = asyncio.get_running_loop()
            done, begun = 0, loop.time()
            while loop.time() - begun < seconds:
                pipeline = client.pipeline(transaction=False)
                for _ in range(100):
                    pipeline.xadd("raw", {"o": bytes(150), "h": bytes(32), "t": b"1700000000000"})
                await pipeline.execute()
                done += 100
            return done / (loop.time() - begun)


if __name__ == "__main__":
    wanted = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    print(json.dumps(asyncio.run(beside_the_floor((1, 50, 500), wanted)), indent=1))  # noqa: T201
