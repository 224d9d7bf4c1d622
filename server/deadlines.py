"""Time limits: a seat that is waited for longer than the game allows has its default declared.

A limit begins when this process first sees the seat waited for in its step; a restart gives the
time anew, and never takes any.
"""

import asyncio
from collections.abc import Sequence

import structlog

from domain.decider import Event
from domain.game import Step
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
        self._running: dict[tuple[GameId, SeatId], tuple[Step, asyncio.Task[None]]] = {}

    def watch(self, host: GameHost, _folded: Sequence[tuple[Entry, Event]] = ()) -> None:
        """Look at *host* after every commit: start what is waited for, stop what is done."""
        created = host.table.game.created
        limit = created.options["time_limit_s"] if created else 0
        for seat in host.table.game.seats.values():
            # Nobody will come to a seat that was given up: its default is declared at once.
            seconds = 0.0 if seat.given_up else float(limit) if limit else None
            self._watch(host, seat.id, seconds)

    def _watch(self, host: GameHost, seat: SeatId, seconds: float | None) -> None:
        key, step = (host.id, seat), host.step_of(seat)
        running = self._running.get(key)
        if running is not None and running[0] != step:
            running[1].cancel()
            del self._running[key]
            running = None
        if running is None and step is not None and seconds is not None:
            task = asyncio.create_task(self._expire(host, seat, step, seconds))
            self._running[key] = (step, task)

    async def stop(self) -> None:
        """Stop all limits."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._running.clear()

    async def _expire(self, host: GameHost, seat: SeatId, step: Step, limit_s: float) -> None:
        await asyncio.sleep(limit_s)
        # From here on the commit must not be cancelled half-way by its own consequences.
        self._running.pop((host.id, seat), None)
        while host.step_of(seat) == step:
            try:
                await host.time_is_up(seat, step)
            except (Refused, Frozen):
                log.exception("time_out_failed", game=host.id.hex())
                return
            except (StoreDown, NotRecorded, Unsettled):
                await asyncio.sleep(AGAIN_S)
            else:
                return
