"""Time, as the server needs it: a wall clock for the record, which no rule depends on."""

import time
from typing import Protocol


class Clock(Protocol):
    """What a clock can say."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970: the server's claim, and nothing more (rec/1)."""
        ...


class WallClock:
    """The machine's clock."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970."""
        return time.time_ns() // 1_000_000
