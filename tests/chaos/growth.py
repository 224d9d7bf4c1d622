"""F45: a server's memory over an hour: one game that grows, a thousand that idle, people who come.

Before and after the growth nothing is recorded, while spectators come and go all the same: memory
that grows then grows for nothing. What it grows by in between is the events'.
"""

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import NamedTuple

from projections.messages import Problem, Recorded
from server.store.embedded import EmbeddedValkey
from tests.chaos.campaign import Campaign, Figures, Run
from tests.chaos.pennies_table import Noting, Table, answer_to, declared
from tests.chaos.servers import PennyServer, zygote

STABLE = 0.1
"""While nothing is recorded, memory stays within this part of what it is."""
SAMPLES = 60
VISITORS, STAY_S = 5, 10.0


class Sample(NamedTuple):
    """What the server held when so many seconds had gone by, and the game had so many events."""

    at_s: float
    events: int
    mib: float


class Plan(NamedTuple):
    """How long nothing is recorded, before and after; how long, and to what, the game grows."""

    rest_s: float
    growth_s: float
    events: int
    idle: int


SHORT, LONG = Plan(1.0, 3.0, 500, 30), Plan(300.0, 3_000.0, 100_000, 1_000)


async def run(run: Run) -> Figures:
    """Rest, grow, rest again, and note the memory all the way."""
    plan = LONG if run.long else SHORT
    async with (
        EmbeddedValkey(run.folder / "valkey") as valkey,
        zygote() as forks,
        AsyncExitStack() as stack,
    ):
        server = PennyServer(forks, run.folder, valkey.url)
        await server.start()
        for done in range(plan.idle):
            idle = await Table.made(server.url)
            await stack.enter_async_context(idle.at(server.url, None))
            run.progress(done, plan.idle)
        table = await Table.made(server.url)
        async with _visited(run.chance, table, server.url, plan):
            before, growth, after = await _Hour(plan, server, table).noted()
        events = await table.check(server.url)
        assert not server.tracebacks()
    for name, rest in (("before", before), ("after", after)):
        assert _drift(rest) <= STABLE, f"at rest {name} it grew: {rest[0].mib} to {rest[-1].mib}"
    half = len(growth) // 2
    return {
        "idle games, watched": plan.idle,
        "events": events,
        "MiB at rest before": round(before[-1].mib, 1),
        "MiB at rest after": round(after[-1].mib, 1),
        "drift at rest before, percent": round(100 * _drift(before), 2),
        "drift at rest after, percent": round(100 * _drift(after), 2),
        "bytes for each event": _each(before[-1], after[-1]),
        "in the first half": _each(growth[0], growth[half]),
        "in the second": _each(growth[half], growth[-1]),
        "MiB on the way": " ".join(f"{one.mib:.0f}" for one in growth[:: SAMPLES // 10]),
    }


def _each(first: Sample, last: Sample) -> int:
    """Return how many bytes more are held for each event between two samples."""
    return int((last.mib - first.mib) * 2**20 / max(1, last.events - first.events))


def _drift(rest: list[Sample]) -> float:
    """Return by what part memory changed at rest, once what came before is let go."""
    settled = [one.mib for one in rest[len(rest) // 4 :]]
    return (max(settled) - min(settled)) / min(settled)


class _Hour:
    def __init__(self, plan: Plan, server: PennyServer, table: Table) -> None:
        self._plan, self._server, self._table = plan, server, table
        self._began, self._events = time.monotonic(), 0

    async def noted(self) -> tuple[list[Sample], list[Sample], list[Sample]]:
        """Return the samples at rest, of the growth, and at rest again."""
        before = await self._note(self._plan.rest_s)
        async with asyncio.TaskGroup() as growing:
            growing.create_task(self._grow())
            growth = await self._note(self._plan.growth_s)
        return before, growth, await self._note(self._plan.rest_s)

    async def _note(self, for_s: float) -> list[Sample]:
        samples = [self._sample()]
        for _ in range(SAMPLES):
            await asyncio.sleep(for_s / SAMPLES)
            samples.append(self._sample())
        return samples

    def _sample(self) -> Sample:
        one = Sample(time.monotonic() - self._began, self._events, self._server.resident_mib())
        if self._plan is LONG:
            sys.stderr.write(f"{one.at_s:7.0f} s {one.events:8,} events {one.mib:8.1f} MiB\n")
        return one

    async def _grow(self) -> None:
        """Declare at a steady pace until the game has all its events."""
        table, url, began = self._table, self._server.url, time.monotonic()
        async with table.at(url, 1) as first, table.at(url, 2) as second:
            while self._events < self._plan.events:
                one: Noting = (first, second)[table.turn.seat - 1]
                await one.caught_up()
                answer = await self._recorded(one)
                table.turns, self._events = table.turns + 1, answer.position
                due = began + self._plan.growth_s * self._events / self._plan.events
                await asyncio.sleep(max(0.0, due - time.monotonic()))

    async def _recorded(self, one: Noting) -> Recorded:
        """Declare what comes next, again while the store takes too long: in an hour it may."""
        answer = await answer_to(one, made := await declared(one, self._table.turn))
        while isinstance(answer, Problem) and answer.recorded is None:
            await one.send(made)
            answer = await answer_to(one, made)
        assert isinstance(answer, Recorded), answer
        return answer


@asynccontextmanager
async def _visited(
    chance: random.Random, table: Table, url: str, plan: Plan
) -> AsyncIterator[None]:
    """Let spectators come and go meanwhile; what they are shown, the oracle notes."""
    stay_s = min(STAY_S, plan.rest_s)

    async def come_and_go() -> None:
        while True:
            async with table.at(url, None) as one:
                with suppress(TimeoutError):
                    async with asyncio.timeout(chance.uniform(0.1, 1.0) * stay_s):
                        while True:
                            await one.next()

    async with asyncio.TaskGroup() as visitors:
        tasks = [visitors.create_task(come_and_go()) for _ in range(VISITORS)]
        yield
        for task in tasks:
            task.cancel()


CAMPAIGN = Campaign("F45", "memory over an hour: a game that grows, and a thousand that idle", run)
