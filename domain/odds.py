"""What may come of a command, exactly: it is decided for every face of every die."""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeVar

from domain.dice import Ask, Dice, Rolled
from domain.rule_system import Outcome

K = TypeVar("K", bound=Hashable)

MOST_CASES = 200_000


class TooManyCases(Exception):  # noqa: N818  a bound, not a fault
    """There are more cases than may be walked: *cases* (as far as counted)."""

    def __init__(self, cases: int) -> None:
        super().__init__(f"{cases:,} cases or more; the bound is {MOST_CASES:,}")
        self.cases = cases


class _Needed(Exception):  # noqa: N818  carries the next roll out of a decision
    def __init__(self, asks: tuple[Ask, ...], *, hidden: bool) -> None:
        self.asks, self.hidden = asks, hidden


class _Foreseen:
    """Dice that show what was foreseen, then ask for more."""

    def __init__(self, rolls: tuple[Rolled, ...]) -> None:
        self._rolls = iter(rolls)

    def roll(self, *asks: Ask) -> Rolled:
        return self._next(asks, hidden=False)

    def roll_hidden(self, *asks: Ask) -> Rolled:
        return self._next(asks, hidden=True)

    def _next(self, asks: tuple[Ask, ...], *, hidden: bool) -> Rolled:
        foreseen = next(self._rolls, None)
        if foreseen is None:
            raise _Needed(asks, hidden=hidden)
        assert foreseen.asks == asks, "a decision depends on its arguments alone"
        return foreseen


def odds(
    decide: Callable[[Dice], Iterator[Outcome]], measure: Callable[[tuple[Outcome, ...]], K]
) -> dict[K, Fraction]:
    """Return the exact chance of each value of *measure* over all that *decide* may yield.

    Raises TooManyCases, and whatever *decide* raises (Refused, Unknown).
    """
    chances: dict[K, Fraction] = {}
    for outcomes, chance in _cases(decide):
        value = measure(outcomes)
        chances[value] = chances.get(value, Fraction(0)) + chance
    return chances


def _cases(
    decide: Callable[[Dice], Iterator[Outcome]],
) -> Iterator[tuple[tuple[Outcome, ...], Fraction]]:
    open_cases: list[tuple[tuple[Rolled, ...], int]] = [((), 1)]
    counted = 1
    while open_cases:
        rolls, cases = open_cases.pop()
        try:
            outcomes = tuple(decide(_Foreseen(rolls)))
        except _Needed as needed:
            each = prod(ask.sides**ask.count for ask in needed.asks)
            counted += each
            if counted > MOST_CASES:
                raise TooManyCases(counted) from None
            more = [(*rolls, rolled) for rolled in _every(needed.asks, hidden=needed.hidden)]
            open_cases += [(longer, cases * each) for longer in more]
        else:
            yield outcomes, Fraction(1, cases)


def _every(asks: tuple[Ask, ...], *, hidden: bool) -> Iterator[Rolled]:
    groups = [list(product(range(1, ask.sides + 1), repeat=ask.count)) for ask in asks]
    for faces in product(*groups):
        yield Rolled(asks, faces, hidden=hidden)
