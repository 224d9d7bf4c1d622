"""F22: one in twenty replies of the store is swallowed, and its line cut, when it comes."""

import asyncio
from contextlib import AsyncExitStack

from projections.messages import Recorded
from tests.chaos.campaign import Campaign, Figures, Run
from tests.chaos.pennies_table import Table, answer_to, declared
from tests.chaos.servers import behind_a_proxy
from tests.faulty_proxy import Fault

PERCENT = 5
TABLES = 8


async def run(run: Run) -> Figures:
    """Declare at several tables: each answer is true, and each declaration is there once."""
    commands = run.length(400, 10_000)
    swallowed = 0

    def sometimes(data: bytes) -> Fault:
        nonlocal swallowed
        if b"FCALL" not in data or run.chance.random() * 100 >= PERCENT:
            return Fault.NONE
        swallowed += 1
        return Fault.EAT_AND_CUT

    async with behind_a_proxy(run.folder) as (server, proxy):
        tables = [await Table.made(server.url) for _ in range(TABLES)]
        proxy.on_request = sometimes
        counts = await asyncio.gather(
            *(_play(run, server.url, table, commands // TABLES) for table in tables)
        )
        proxy.on_request = lambda _: Fault.NONE
        for table in tables:
            await table.check(server.url)
        assert not server.tracebacks()
    assert swallowed
    assert not any(false for _, false in counts), "what was recorded was told as certainly not"
    return {
        "declarations": sum(len(table.acknowledged) for table in tables),
        "swallowed": swallowed,
        "not known at first": sum(unknown for unknown, _ in counts),
        "false failures": sum(false for _, false in counts),
        "doubled": sum(table.doubled for table in tables),
    }


async def _play(run: Run, url: str, table: Table, count: int) -> tuple[int, int]:
    """Play; return how many answers were "not known yet", and how many "not recorded", falsely."""
    unknown = false = 0
    async with AsyncExitStack() as stack:
        seats = {n: await stack.enter_async_context(table.at(url, n)) for n in (1, 2)}
        for done in range(count):
            turn = table.turn
            one = seats[turn.seat]
            await one.caught_up()
            made = await declared(one, turn)
            while not isinstance(answer := await answer_to(one, made), Recorded):
                unknown += answer.recorded is None
                false += answer.recorded is not None
                await one.send(made)
            table.turns += 1
            run.progress(done * TABLES, count * TABLES)
    return unknown, false


CAMPAIGN = Campaign("F22", "one in twenty replies of the store is swallowed", run)
