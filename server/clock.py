"""Time, as the server needs it: a wall clock for the record, which no rule depends on."""

import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """What a clock can say."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970: the server's claim, and nothing more (rec/1)."""
        ...


class Onward:
    """A clock that is never before what is recorded: if it was set back, it stands until then.

    Else a game's next event, by a clock that is right, would charge its seats for all of the jump.
    """

    def __init__(self, clock: Clock, recorded_ms: Callable[[], int]) -> None:
        self._clock, self._recorded_ms = clock, recorded_ms

    def now_ms(self) -> int:
        """Return milliseconds since 1970."""
        return max(self._clock.now_ms(), self._recorded_ms())


class WallClock:
    """The machine's clock."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970."""
        return time.time_ns() // 1_000_000
