"""What the clocks of a view show now: they run on by the server's time, between its events."""

from collections.abc import Mapping
from typing import Any


def clock_of(view: Mapping[str, Any], seat: Mapping[str, Any], server_now_ms: int) -> str:
    """Return what is left to *seat*, in minutes and seconds; "" if it has no clock."""
    clock, game = seat.get("clock"), view.get("clock")
    if clock is None or game is None:
        return ""
    if clock["left_ms"] is None:
        return "no end yet"
    since = server_now_ms - game["since_ms"] if clock["running"] else 0
    return minutes(clock["left_ms"] - max(0, since))


def minutes(ms: int) -> str:
    """Return a time as m:ss, or h:mm:ss; never less than none."""
    left, seconds = divmod(max(0, ms) // 1000, 60)
    hours, left = divmod(left, 60)
    return f"{hours}:{left:02}:{seconds:02}" if hours else f"{left}:{seconds:02}"
