"""When to try again after a connection is lost: soon, then later and later, never all at once."""

from collections.abc import Callable, Iterator

FIRST_S, MOST_S = 0.2, 15.0


def pauses(chance: Callable[[], float]) -> Iterator[float]:
    """Yield seconds to wait before each attempt; *chance* is from 0 to 1 and spreads a crowd."""
    pause = FIRST_S
    while True:
        yield pause * (0.5 + chance() / 2)
        pause = min(MOST_S, pause * 2)
