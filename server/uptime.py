"""When no server was up: what then went by is on no player's clock.

Every process leaves a sign of life in the store every second. Where signs are missing, because no
process ran, or none could reach the store, is a gap; all processes know all gaps.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from server.clock import Clock
from server.limits import Limits
from server.store.event_store import EventStore, StoreDown

Gap = tuple[int, int]
"""Two moments of the wall clock (ms) between which there was no sign of life."""


class Uptime:
    """The signs of life of this process, and the gaps that are known."""

    def __init__(self, store: EventStore, clock: Clock, limits: Limits) -> None:
        self._store, self._clock = store, clock
        self._every_s, self._missing_ms = limits.poll_s, int(1000 * limits.missing_s)
        self._last_ms = clock.now_ms()
        self._gaps: Sequence[Gap] = ()

    async def begin(self) -> None:
        """Leave the first sign of this process: before it is a gap. Raises StoreDown."""
        await self._sign(0)

    async def keep(self, noticed: Callable[[], Awaitable[None]]) -> None:
        """Leave signs for ever; call *noticed* when there is a new gap."""
        while True:
            await asyncio.sleep(self._every_s)
            before = self._gaps
            with suppress(StoreDown):
                await self._sign(self._missing_ms)
            if self._gaps != before:
                await noticed()

    async def end(self) -> None:
        """Leave the last sign: the gap begins here."""
        with suppress(StoreDown):
            await self._sign(self._missing_ms)

    def stopped_ms(self, since_ms: int, at_ms: int) -> int:
        """Return how much of the time between two moments lies in gaps.

        A gap that is not over is one as well: this process was asleep, or the store is away. It
        may overlap with one that another process noted, whose clock is ahead: no moment counts
        twice, or a seat would be given back more time than went by.
        """
        gaps = [*self._gaps]
        if at_ms - self._last_ms > self._missing_ms:
            gaps.append((self._last_ms, at_ms))
        stopped_ms, until_ms = 0, since_ms
        for begin, end in sorted(gaps):
            stopped_ms += max(0, min(end, at_ms) - max(begin, until_ms))
            until_ms = max(until_ms, min(end, at_ms))
        return stopped_ms

    async def _sign(self, missing_ms: int) -> None:
        now_ms = self._clock.now_ms()
        self._gaps = await self._store.say_up(now_ms, missing_ms)
        self._last_ms = now_ms
