"""How fast one peer is served: so many at once, then so many a second. Nobody else waits for it."""

import asyncio

from server.limits import Limits


class Pace:
    """A bucket that fills at a steady rate; every request takes one measure of it."""

    def __init__(self, limits: Limits, every_s: float | None = None) -> None:
        """Take the pace of requests, or one thing in *every_s* seconds."""
        self._rate = limits.requests_per_s if every_s is None else 1 / every_s
        self._most = float(limits.requests_at_once) if every_s is None else 1.0
        self._left, self._at = self._most, asyncio.get_running_loop().time()

    def now(self) -> bool:
        """Take a measure if there is one; tell whether there was."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    async def wait(self) -> None:
        """Take a measure, on credit if there is none, and wait until it is paid back."""
        self._fill()
        self._left -= 1
        if self._left < 0:
            await asyncio.sleep(-self._left / self._rate)

    def _fill(self) -> None:
        now = asyncio.get_running_loop().time()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
