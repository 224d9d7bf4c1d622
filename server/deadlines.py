"""Time limits: for what a seat declares, and for the links of a roll.

A seat that is waited for longer than the game allows has its default declared, and a roll is made
without the links that did not come in time. A limit begins when this process first sees the seat
waited for in its step; a restart gives the time anew, and never takes any.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from domain.decider import Event
from domain.dice import DEADLINE_MS
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
        self._rolls: dict[GameId, tuple[int, asyncio.Task[None]]] = {}

    def watch(self, host: GameHost, _folded: Sequence[tuple[Entry, Event]] = ()) -> None:
        """Look at *host* after every commit: start what is waited for, stop what is done."""
        self._watch_roll(host)
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

    async def stop(self) -> None:
        """Stop all limits."""
        tasks = [task for _, task in (*self._running.values(), *self._rolls.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._running.clear()
        self._rolls.clear()

    async def _expire(self, host: GameHost, seat: SeatId, step: Step, limit_s: float) -> None:
        await asyncio.sleep(limit_s)
        # From here on the commit must not be cancelled half-way by its own consequences.
        self._running.pop((host.id, seat), None)
        await self._insist(
            host, lambda: host.step_of(seat) == step, lambda: host.time_is_up(seat, step)
        )

    async def _insist(
        self, host: GameHost, due: Callable[[], bool], declare: Callable[[], Awaitable[None]]
    ) -> None:
        """Declare what is due, again and again while the store is away."""
        while due():
            try:
                await declare()
            except (Refused, Frozen):
                log.exception("deadline_failed", game=host.id.hex())
                return
            except (StoreDown, NotRecorded, Unsettled):
                await asyncio.sleep(AGAIN_S)
            else:
                return
