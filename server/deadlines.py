"""Time limits: for what a seat declares, for the links of a roll, for a ruling.

When a seat's clock runs out, or nobody will come to it, the server declares for it; a roll is made
without the links that did not come in time, and a dispute ends on which no ruling is agreed. After
each event it is reckoned anew how long that is, from the record: so all processes come to the same
moment. Of two that declare one is faster; the other sees that it is not due any more.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from domain.decider import Event
from domain.dice import DEADLINE_MS
from domain.names import SERVER, GameId, SeatId
from domain.record import Entry
from domain.refusals import Refused
from server.answers import Frozen
from server.due import Due, NotDue
from server.host import GameHost
from server.store.event_store import NotRecorded, StoreDown, Unsettled

log = structlog.get_logger()
AGAIN_S = 1.0


def soonest_s(host: GameHost) -> float | None:
    """Return in how many seconds something is to be declared for a seat of a game, if anything."""
    dues = (host.due(seat) for seat in (SERVER, *host.table.game.seats))
    times = [due.in_s for due in dues if due is not None]
    if host.asked() is not None:
        times.append(DEADLINE_MS / 1000)
    return min(times, default=None)


class Deadlines:
    """The running time limits of the games in this process."""

    def __init__(self) -> None:
        self._running: dict[tuple[GameId, SeatId], tuple[Due, asyncio.Task[None]]] = {}
        self._rolls: dict[GameId, tuple[int, asyncio.Task[None]]] = {}

    def watch(self, host: GameHost, _folded: Sequence[tuple[Entry, Event]] = ()) -> None:
        """Look at *host* after every commit: start what is waited for, stop what is done."""
        self._watch_roll(host)
        for seat in (SERVER, *host.table.game.seats):
            self._watch(host, seat)

    def _watch(self, host: GameHost, seat: SeatId) -> None:
        key, due = (host.id, seat), host.due(seat)
        running = self._running.get(key)
        if running is not None and (due is None or due.why != running[0].why):
            running[1].cancel()
            del self._running[key]
            running = None
        if running is None and due is not None:
            self._running[key] = due, asyncio.create_task(self._expire(host, seat, due))

    def _watch_roll(self, host: GameHost) -> None:
        """Give the seats that are asked for links their time, once for each roll."""
        i, running = host.asked(), self._rolls.get(host.id)
        if running is not None and running[0] != i:
            running[1].cancel()
            del self._rolls[host.id]
            running = None
        if running is None and i is not None:
            self._rolls[host.id] = i, asyncio.create_task(self._roll(host, i))

    async def _roll(self, host: GameHost, i: int) -> None:
        await asyncio.sleep(DEADLINE_MS / 1000)
        self._rolls.pop(host.id, None)
        await self._insist(host, lambda: host.asked() == i, lambda: host.roll_is_due(i))

    def forget(self, game: GameId) -> None:
        """Stop the limits of a game that this process no longer holds."""
        for key in [key for key in self._running if key[0] == game]:
            self._running.pop(key)[1].cancel()
        if game in self._rolls:
            self._rolls.pop(game)[1].cancel()

    async def stop(self) -> None:
        """Stop all limits."""
        tasks = [task for _, task in (*self._running.values(), *self._rolls.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._running.clear()
        self._rolls.clear()

    async def _expire(self, host: GameHost, seat: SeatId, first: Due) -> None:
        def due() -> Due | None:
            now = host.due(seat)
            return now if now is not None and now.why == first.why else None

        left_s = first.in_s
        while left_s:
            await asyncio.sleep(left_s)
            # What is over by the clock of the loop need not be so by the server's, which counts.
            left_s = 0.0 if (now := due()) is None else now.in_s
        # From here on the commit must not be cancelled half-way by its own consequences.
        self._running.pop((host.id, seat), None)
        await self._insist(
            host, lambda: due() is not None, lambda: host.declare_for(seat, first.why)
        )

    async def _insist(
        self, host: GameHost, due: Callable[[], bool], declare: Callable[[], Awaitable[None]]
    ) -> None:
        """Declare what is due, again and again while the store is away."""
        while due():
            try:
                await declare()
            except NotDue:
                return
            except (Refused, Frozen):
                log.exception("deadline_failed", game=host.id.hex())
                return
            except (StoreDown, NotRecorded, Unsettled):
                await asyncio.sleep(AGAIN_S)
            else:
                return
