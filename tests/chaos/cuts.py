"""F20: the line between server and store is cut, both ways or one way, and heals."""

import asyncio
import time
from contextlib import AsyncExitStack

from projections.messages import Declare, Recorded
from tests.chaos.campaign import Campaign, Figures, Run
from tests.chaos.pennies_table import Noting, Table, answer_to
from tests.chaos.servers import behind_a_proxy

DIRECTIONS = (
    {"requests": True, "replies": True},
    {"requests": True, "replies": False},
    {"requests": False, "replies": True},
)
ANSWER_S = 2.0 + 3.0
"""A declaration has an answer so soon, whatever the line does: the limit, and a loaded machine."""
BACK_S = 5.0
AGAIN_S = 0.05


async def run(run: Run) -> Figures:
    """Cut for a second, and for longer; what was not known is known when the line is back."""
    cuts = [(1.0, one) for one in DIRECTIONS]
    if run.long:
        cuts += [(30.0, one) for one in DIRECTIONS] + [(300.0, DIRECTIONS[0])]
    slowest, unknown = 0.0, 0
    async with behind_a_proxy(run.folder) as (server, proxy):
        table = await Table.made(server.url)
        async with AsyncExitStack() as stack:
            line = _Line(table)
            for n in (1, 2):
                line.seats[n] = await stack.enter_async_context(table.at(server.url, n))
            for done, (length_s, directions) in enumerate(cuts):
                await line.play(5)
                proxy.part(**directions)
                await line.play_parted(length_s)
                proxy.heal()
                await line.recovered()
                run.progress(done + 1, len(cuts))
            slowest, unknown = line.slowest_s, line.refused
        await table.check(server.url)
        assert not server.tracebacks()
    return {
        "cuts": len(cuts),
        "longest s": cuts[-1][0],
        "acknowledged": len(table.acknowledged),
        "not known, or refused, and sent again": unknown,
        "slowest answer s": round(slowest, 2),
        "slowest recovery s": round(line.recovery_s, 2),
        "lost": table.lost,
        "doubled": table.doubled,
    }


class _Line:
    def __init__(self, table: Table) -> None:
        self._table, self.seats = table, dict[int, Noting]()
        self.slowest_s, self.recovery_s, self.refused = 0.0, 0.0, 0
        self._made: tuple[Noting, Declare] | None = None

    async def play(self, count: int) -> None:
        """Declare, and be recorded at once."""
        for _ in range(count):
            await self._next()
            assert await self._recorded()

    async def play_parted(self, length_s: float) -> None:
        """Declare while the line is cut: every attempt has an answer in time."""
        until = time.monotonic() + length_s
        await self._next()
        while time.monotonic() < until:
            await self._recorded()
            await asyncio.sleep(AGAIN_S)

    async def recovered(self) -> None:
        """The line is back: the same bytes are recorded soon."""
        started = time.monotonic()
        async with asyncio.timeout(BACK_S):
            while self._made is not None and not await self._recorded():
                await asyncio.sleep(AGAIN_S)
        self.recovery_s = max(self.recovery_s, time.monotonic() - started)

    async def _next(self) -> None:
        one = self.seats[self._table.turn.seat]
        await one.caught_up()
        turn = self._table.turn
        self._made = one, one.declaration(turn.do, turn.secret, turn.fields)

    async def _recorded(self) -> bool:
        """Send what is declared; tell whether it is recorded. It is answered in time."""
        if self._made is None:
            return True
        one, made = self._made
        sent = time.monotonic()
        await one.send(made)
        async with asyncio.timeout(ANSWER_S):
            answer = await answer_to(one, made)
        self.slowest_s = max(self.slowest_s, time.monotonic() - sent)
        if not isinstance(answer, Recorded):
            assert not answer.rule, f"it cannot be tried again: {answer.text}"
            self.refused += 1
            return False
        self._made = None
        self._table.turns += 1
        return True


CAMPAIGN = Campaign("F20", "the line to the store is cut, both ways and one way", run)
