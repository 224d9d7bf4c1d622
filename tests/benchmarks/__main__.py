"""Figures of this machine and this minute, each beside its limit: make bench.

    .venv/bin/python -m tests.benchmarks [SECONDS]

The server runs in a process of its own, with `appendfsync always`; the bots that declare run in
this one, over real websockets, so the two share the machine. Ratios travel, figures do not.
"""

import asyncio
import contextlib
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from redis.asyncio import Redis

from clients.bots.player import RandomPlayer
from clients.cli.demo import own_server
from clients.sdk import http
from clients.sdk.client import Answer, GameClient
from clients.sdk.keyring import SeatKeys, new_keys
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.exported import entries_of
from domain.names import GameId
from domain.registry import rule_systems
from domain.table import Table
from projections.messages import Declare
from projections.wire import MSGPACK, BadBytes
from server.store.embedded import EmbeddedValkey

SYSTEM = "scorpead"
BOMBS = (
    b"\x91" * 16_000 + b"\xc0",
    b"\xdd\x00\x00\xfd\xe8" * 3_000,
    b"\xdf\x7f\xff\xff\xff",
    b"\xde\x0f\xff" + b"\xa1a\xc0" * 4_095,
    b"\xdc\x0f\xff" + b"\x91\x91\xc0" * 4_095,
)


class Timed(GameClient):
    """A client that notes how long each declaration waited for its receipt."""

    def __init__(self, *given: Any, waits: list[float]) -> None:
        super().__init__(*given)
        self._timings = waits

    async def _answered(self, message: Declare) -> Answer:
        started = time.perf_counter()
        answer = await super()._answered(message)
        self._timings.append(time.perf_counter() - started)
        return answer


async def duels(url: str, count: int, seconds: float) -> dict[str, float]:
    """Let *count* duels of bots be played for *seconds*."""
    seats = [keys for _ in range(count) for keys in await seated(url)]
    waits: list[float] = []
    tasks = [asyncio.create_task(play(url, keys, n, waits)) for n, keys in enumerate(seats)]
    await asyncio.sleep(1.0)  # everybody is connected and the first turn is allocated
    waits.clear()
    started = time.perf_counter()
    done, _ = await asyncio.wait(tasks, timeout=seconds)
    for task in done:
        task.result()  # a bot that failed says why
    elapsed = time.perf_counter() - started
    made = sorted(waits)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "declarations_per_s": len(made) / elapsed,
        "p50_ms": statistics.median(made) * 1000,
        "p99_ms": made[int(len(made) * 0.99)] * 1000,
    }


async def seated(url: str) -> list[SeatKeys]:
    _, *links = await http.new_game(url, SYSTEM, {})
    seats = []
    for link in links:
        keys = new_keys(url, link.game, link.seat or 0, f"Bot {link.seat}")
        seats.append(msgspec.structs.replace(keys, token=await http.join(link, keys)))
    return seats


async def play(url: str, keys: SeatKeys, seed: int, waits: list[float]) -> None:
    async with Timed(url, GameId(keys.game), keys, waits=waits) as client:
        await RandomPlayer(client, random.Random(seed)).play()


async def raw_appends(seconds: float) -> float:
    """Return XADDs a second of the same Valkey, 100 in a pipeline, every one on disk."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            EmbeddedValkey(Path(folder)) as valkey,
            Redis.from_url(valkey.url, protocol=2) as client,
        ):
            done, started = 0, time.perf_counter()
            while time.perf_counter() - started < seconds:
                pipeline = client.pipeline(transaction=False)
                for _ in range(100):
                    pipeline.xadd("raw", {"o": bytes(150), "h": bytes(32), "t": b"1700000000000"})
                await pipeline.execute()
                done += 100
            return done / (time.perf_counter() - started)


async def finished_record(url: str) -> bytes:
    """Return the spectators' record of a whole duel."""
    first, second = await seated(url)
    await asyncio.gather(*(play(url, keys, n, []) for n, keys in enumerate((first, second))))
    return await http.record(url, GameId(first.game))


def per_second(work: Callable[[], Any], events: int, times: int = 3) -> float:
    """Return events a second: the best of *times*, which is the least disturbed."""
    best = min(_timed(work) for _ in range(times))
    return events / best


def _timed(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def fold(data: bytes) -> None:
    game, entries = entries_of(data)
    table = Table(game, rule_systems()[SYSTEM])
    for entry in entries:
        table.fold(entry)


async def main(seconds: float) -> None:
    """Measure everything in one run, and print it as a table and as one line of JSON."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        async with own_server(Path(folder), 0) as server:
            url = server.url
            for count in (1, 50):
                print(f"{count} duels …", file=sys.stderr)  # noqa: T201
                figures[f"{count}_duels"] = await duels(url, count, seconds)
            print("a whole duel …", file=sys.stderr)  # noqa: T201
            data = await finished_record(url)
    print("the parts …", file=sys.stderr)  # noqa: T201
    figures["worst_bad_frame_ms"] = max(1000 * best(bomb) for bomb in BOMBS)
    figures["raw_xadd_per_s"] = await raw_appends(seconds / 2)
    events = len(verify(data).events)
    figures["record_events"] = events
    figures["folded_events_per_s"] = per_second(lambda: fold(data), events)
    figures["verified_events_per_s"] = per_second(lambda: verify(data), events)
    again = per_second(lambda: decide_all_again(data, rule_systems()), events)
    figures["decided_again_events_per_s"] = again
    show(figures)


def best(bomb: bytes) -> float:
    return min(_timed(lambda: refuse(bomb)) for _ in range(5))


def refuse(bomb: bytes) -> None:
    with contextlib.suppress(BadBytes):
        MSGPACK.from_viewer(bomb)


def show(figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            inner = "   ".join(f"{key} {number:,.2f}" for key, number in value.items())
            print(f"{name:<28} {inner}")  # noqa: T201
        else:
            print(f"{name:<28} {value:,.0f}")  # noqa: T201
    print(json.dumps(figures))  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 8.0))
