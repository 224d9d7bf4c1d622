"""What spectators may not know yet: a game may keep from them what happened in the last seconds.

The seats, their referee and the clocks are never behind; only who looks on is, and all that
is told to nobody in particular (the lobby, the public record) with them.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from domain.codec import envelope
from domain.decider import Event
from domain.record import START, Entry, Head
from server.clock import Clock

Folded = Sequence[tuple[Entry, Event]]
AT_ONCE = frozenset({"created", "seat_offered", "seat_taken", "access_granted"})
"""What leads to play is no secret: who comes to watch sees a table, and who sits there."""


def is_public(entry: Entry, delay_ms: int, now_ms: int) -> bool:
    """Tell whether spectators may know of *entry*, if they may know of all before it."""
    old = not delay_ms or entry.at_ms + delay_ms <= now_ms
    return old or envelope(entry.open).k in AT_ONCE


class HeldBack:
    """Keeps what was folded for *delay_ms* after it was recorded, then tells of it, in order.

    Nothing waits longer than that after it was folded here, whatever the wall clock is set to.
    """

    def __init__(self, clock: Clock, tell: Callable[[Folded], None]) -> None:
        self._clock, self._tell = clock, tell
        self._waiting: deque[tuple[Entry, Event]] = deque()
        self._until: deque[float] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self.head: Head = START
        self.delay_ms = 0

    def take(self, folded: Folded) -> None:
        """Take what was just folded; what is old enough is told at once."""
        until = asyncio.get_running_loop().time() + self.delay_ms / 1000
        self._waiting.extend(folded)
        self._until.extend([until] * len(folded))
        self._look()

    @property
    def waiting(self) -> bool:
        """Whether there is something that is not told yet."""
        return bool(self._waiting)

    def _look(self) -> None:
        due = list[tuple[Entry, Event]]()
        while self._waiting and self._left_s() <= 0:
            due.append(self._waiting.popleft())
            self._until.popleft()
        if due:
            self.head = due[-1][0].head
            self._tell(due)
        if self._waiting and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._left_s(), self._again)

    def _left_s(self) -> float:
        """Return how long the first that waits is kept from spectators yet."""
        entry, now_ms = self._waiting[0][0], self._clock.now_ms()
        if is_public(entry, self.delay_ms, now_ms):
            return 0.0
        left_s = self._until[0] - asyncio.get_running_loop().time()
        return min(left_s, (entry.at_ms + self.delay_ms - now_ms) / 1000)

    def _again(self) -> None:
        self._timer = None
        self._look()
