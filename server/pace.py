"""How fast one peer is served: so many at once, then so many a second. Nobody else waits for it.

Each process counts for itself: of N processes a peer may ask N times as much.
"""

import asyncio
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from domain.names import GameId
from projections.messages import Problem, Recorded
from projections.viewer import Viewer
from server.limits import Limits

K = TypeVar("K", bound=Hashable)
P = TypeVar("P")
OF_OTHERS = frozenset({"conflict", "dice_pending"})
"""Answers that cite a rule and are no fault of who declared: others were faster."""
WITHOUT_A_RULE = frozenset({"malformed", "out_of_turn", "not_allowed"})
"""Faults of who asked that cite no rule; every other answer without one is trouble of ours."""


class Bucket:
    """Fills at a steady rate up to a brim; everything that is done takes one measure of it."""

    def __init__(self, per_s: float, at_once: float) -> None:
        self._rate, self._most, self._left = per_s, float(at_once), float(at_once)
        self._at = asyncio.get_running_loop().time()

    def take(self) -> float:
        """Take a measure if there is one and return 0; else return in how many seconds there is."""
        if lacking_s := self.lacking_s():
            return lacking_s
        self._left -= 1
        return 0.0

    def lacking_s(self) -> float:
        """Return in how many seconds there is a measure; 0 if there is one."""
        now = asyncio.get_running_loop().time()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        return max(0.0, (1 - self._left) / self._rate)


class SeatPace:
    """The pace of one seat, on however many lines: of all it sends, and of what is refused."""

    def __init__(self, limits: Limits) -> None:
        self._all = Bucket(limits.requests_per_s, limits.requests_at_once)
        self._refused = Bucket(limits.refused_per_s, limits.refused_at_once)

    def take(self) -> float:
        """Return 0 if a request may be looked at now, else in how many seconds."""
        return self._refused.lacking_s() or self._all.take()

    def answered(self, answer: Recorded | Problem) -> None:
        """Count an answer that was a refusal."""
        if isinstance(answer, Problem) and _is_refusal(answer):
            self._refused.take()


def _is_refusal(answer: Problem) -> bool:
    by_rule = bool(answer.rule) and answer.code not in OF_OTHERS
    return by_rule or answer.code in WITHOUT_A_RULE


class Paces(Generic[K, P]):
    """The paces of many, made when they are first asked for; who was quiet longest is forgotten."""

    def __init__(self, most: int, new: Callable[[], P]) -> None:
        self._most, self._new, self._known = most, new, dict[K, P]()

    def of(self, key: K) -> P:
        """Return the pace of *key*."""
        found = self._known.pop(key, None)
        if found is None:
            found = self._new()
        self._known[key] = found  # the last asked for is the last to be forgotten
        if len(self._known) > self._most:
            del self._known[next(iter(self._known))]
        return found


SeatPaces = Paces[tuple[GameId, Viewer], SeatPace]


def seat_paces(limits: Limits) -> SeatPaces:
    """Return the paces of all seats."""
    return Paces(limits.paced, lambda: SeatPace(limits))
