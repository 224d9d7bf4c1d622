"""Time limits: a seat that is waited for longer than the game allows has its default declared.

A limit begins when this process first sees the seat waited for in its step; a restart gives the
time anew, and never takes any.
"""

import asyncio
from collections.abc import Sequence

import structlog

from domain.decider import Event
from domain.names import GameId, SeatId
from domain.record import Entry
from domain.refusals import Refused
from server.answers import Frozen
from server.host import GameHost
from server.store.event_store import NotRecorded, StoreDown, Unsettled

log = structlog.get_logger()
AGAIN_S = 1.0


class Deadlines:
    """The running time limits of the games in this process."""

    def __init__(self) -> None:
        self._running: dict[tuple[GameId, SeatId], tuple[object, asyncio.Task[None]]] = {}

    def watch(self, host: GameHost, _folded: Sequence[tuple[Entry, Event]] = ()) -> None:
        """Look at *host* after every commit: start what is waited for, stop what is done."""
        created = host.table.game.created
        limit = created.options["time_limit_s"] if created else 0
        if not isinstance(limit, int) or not limit:
            return
        waited = host.waiting()
        for seat in host.table.game.seats:
            key, step = (host.id, seat), host.table.game.steps.get(seat)
            running = self._running.get(key)
            if running is not None and (seat not in waited or running[0] is not step):
                running[1].cancel()
                del self._running[key]
                running = None
            if running is None and seat in waited:
                task = asyncio.create_task(self._expire(host, seat, limit))
                self._running[key] = (step, task)

    async def stop(self) -> None:
        """Stop all limits."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._running.clear()

    async def _expire(self, host: GameHost, seat: SeatId, limit_s: float) -> None:
        await asyncio.sleep(limit_s)
        # From here on the commit must not be cancelled half-way by its own consequences.
        self._running.pop((host.id, seat), None)
        while seat in host.waiting():
            try:
                await host.time_is_up(seat, host.head)
            except (Refused, Frozen):
                log.exception("time_out_failed", game=host.id.hex())
                return
            except (StoreDown, NotRecorded, Unsettled):
                await asyncio.sleep(AGAIN_S)
            else:
                return
