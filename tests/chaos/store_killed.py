"""F02: Valkey is killed while eight clients declare, and started again."""

import asyncio
import os
import signal
import time
from contextlib import AsyncExitStack

import aiohttp

from projections.messages import Recorded
from server.store.embedded import EmbeddedValkey
from tests.chaos.campaign import Campaign, Figures, Run
from tests.chaos.pennies_table import Table, answer_to, declared
from tests.chaos.servers import PennyServer, zygote

TABLES = 8
RED_S, GREEN_S = 1.0, 2.0
"""Readiness: red so soon after the store is gone, green so soon after it is back."""
AGAIN_S = 0.05


async def run(run: Run) -> Figures:
    """Kill and start again; readiness follows, and every declaration is recorded in the end."""
    kills = run.length(2, 50)
    async with EmbeddedValkey(run.folder / "valkey") as valkey, zygote() as forks:
        server = PennyServer(forks, run.folder, valkey.url)
        await server.start()
        tables = [await Table.made(server.url) for _ in range(TABLES)]
        stop = asyncio.Event()
        async with asyncio.TaskGroup() as players:
            playing = [players.create_task(_play(server.url, one, stop)) for one in tables]
            red, green = await _kill(run, valkey, server.url, kills)
            stop.set()
        for table in tables:
            await table.check(server.url)
        assert not server.tracebacks()
    return {
        "kills": kills,
        "acknowledged": sum(len(table.acknowledged) for table in tables),
        "refused, and declared again": sum(task.result() for task in playing),
        "lost": sum(table.lost for table in tables),
        "doubled": sum(table.doubled for table in tables),
        "red after s, at most": round(max(red), 2),
        "green after s, at most": round(max(green), 2),
    }


async def _kill(
    run: Run, valkey: EmbeddedValkey, url: str, kills: int
) -> tuple[list[float], list[float]]:
    red, green = list[float](), list[float]()
    async with aiohttp.ClientSession() as session:
        for done in range(kills):
            await asyncio.sleep(0.3 + run.chance.random())
            os.kill(valkey.pid, signal.SIGKILL)
            red.append(await _until(session, url, 503, RED_S))
            await asyncio.sleep(run.chance.random() * 1.5)
            await valkey.restart()
            green.append(await _until(session, url, 200, GREEN_S))
            run.progress(done + 1, kills)
    return red, green


async def _until(session: aiohttp.ClientSession, url: str, status: int, within_s: float) -> float:
    """Wait for a readiness; return how many seconds that took, TimeoutError if too many."""
    started = time.monotonic()
    async with asyncio.timeout(within_s):
        while True:
            async with session.get(f"{url}/readyz") as answer:
                if answer.status == status:
                    return time.monotonic() - started
            await asyncio.sleep(0.01)


async def _play(url: str, table: Table, stop: asyncio.Event) -> int:
    """Declare until told to stop; return how often the answer was that it is not recorded yet."""
    refused = 0
    async with AsyncExitStack() as stack:
        seats = {n: await stack.enter_async_context(table.at(url, n)) for n in (1, 2)}
        while not stop.is_set():
            turn = table.turn
            one = seats[turn.seat]
            await one.caught_up()
            made = await declared(one, turn)
            while not isinstance(answer := await answer_to(one, made), Recorded):
                assert not answer.rule, f"it cannot be tried again: {answer.text}"
                refused += 1
                await asyncio.sleep(AGAIN_S)
                await one.send(made)
            table.turns += 1
    return refused


CAMPAIGN = Campaign("F02", "kill -9 of Valkey while eight clients declare", run)
