"""The four rule systems as they are played: bots over the client library.

What is measured is everything: rules, record, views, the wire, and the bots themselves, which share
the machine with the server. `server_us` is what the server alone spends on a declaration.
"""

import asyncio
import random
import statistics
import time
from typing import Any, NamedTuple

import msgspec

from clients.bots.player import RandomPlayer
from clients.sdk import http
from clients.sdk.client import Answer, GameClient
from clients.sdk.keyring import SeatKeys, new_keys
from domain.names import GameId
from projections.messages import Declare
from tests.benchmarks.declarations import Served, busy_s

CONNECT_S = 1.0


class Played(NamedTuple):
    """How declarations fared, and the record of one of the games as its first seat may read it."""

    figures: dict[str, float]
    record: bytes


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


async def played(one: Served, system: str, games: int, seconds: float) -> Played:
    """Let bots play so many *games* of a *system* at a time for *seconds*: one after another."""
    waits: list[float] = []
    first = [await _seated(one.url, system) for _ in range(games)]
    tasks = [
        asyncio.create_task(_play_on(one.url, system, seats, n, waits))
        for n, seats in enumerate(first)
    ]
    await asyncio.sleep(CONNECT_S)  # everybody is connected and the first turn has begun
    waits.clear()
    before, started = busy_s(one.pid), time.perf_counter()
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()  # a bot that failed says why
    elapsed, busy = time.perf_counter() - started, busy_s(one.pid) - before
    made = sorted(waits)
    keys = first[0][0]
    record = await http.record(one.url, GameId(keys.game), keys.token)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    figures = {
        "declarations_per_s": len(made) / elapsed,
        "p50_ms": statistics.median(made) * 1000,
        "p99_ms": made[int(len(made) * 0.99)] * 1000,
        "server_us": 1e6 * busy / len(made),
    }
    return Played(figures, record)


async def _play_on(
    url: str, system: str, seats: list[SeatKeys], seed: int, waits: list[float]
) -> None:
    """Play a game to its end, and then another: a game of two bots can be over in a second."""
    while True:
        await asyncio.gather(*(_play(url, keys, seed + keys.seat, waits) for keys in seats))
        seed += len(seats)
        seats = await _seated(url, system)


async def _seated(url: str, system: str) -> list[SeatKeys]:
    _, *links = await http.new_game(url, system, {})
    seats = []
    for link in links:
        keys = new_keys(url, link.game, link.seat or 0, f"Bot {link.seat}")
        seats.append(msgspec.structs.replace(keys, token=await http.join(link, keys)))
    return seats


async def _play(url: str, keys: SeatKeys, seed: int, waits: list[float]) -> None:
    async with Timed(url, GameId(keys.game), keys, waits=waits) as client:
        await RandomPlayer(client, random.Random(seed)).play()
