"""What may come of a decision, exactly: it is decided for every case of its dice.

Every case is decided by the rules themselves. Where a system says which faces its rules cannot tell
apart (a sum is a sum, a hit a hit), one of them is decided for all and counted: a volley of many
dice is a few dozen cases where all its faces would be millions.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias, TypeVar

import msgspec

from domain.dice import Ask, Dice, Rolled
from domain.rule_system import Chances, Outcome

K = TypeVar("K", bound=Hashable)

MOST_CASES = 4_000
"""How many cases are decided: who asks must not keep others waiting who ask as well."""

Faces: TypeAlias = tuple[tuple[int, ...], ...]
"""The faces of a roll, group by group, as `Rolled` has them."""

Ways: TypeAlias = Callable[
    [tuple[Outcome, ...], tuple[Ask, ...]], Iterable[tuple[Faces, int]] | None
]
"""Which faces the rules tell apart in the next roll, and how many each of them stands for.

Asked with what happened so far and with the dice. None: the roll does not matter any more, and
what happened so far is measured.
"""


class TooManyCases(Exception):  # noqa: N818  a bound, not a fault
    """There are more cases than may be decided: *cases* (as far as counted)."""

    def __init__(self, cases: int) -> None:
        super().__init__(f"{cases:,} cases or more")
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


class Case(msgspec.Struct, frozen=True):
    """What happens for some faces of the dice, and the chance of them."""

    outcomes: tuple[Outcome, ...]
    chance: Fraction


def odds(
    decide: Callable[[Dice], Iterator[Outcome]],
    measure: Callable[[tuple[Outcome, ...]], K],
    ways: Ways | None = None,
    *,
    most: int = MOST_CASES,
) -> dict[K, Fraction]:
    """Return the exact chance of each value of *measure* over all that *decide* may yield.

    Raises TooManyCases, and whatever *decide* raises (Refused, Unknown).
    """
    chances: dict[K, Fraction] = {}
    for case in cases(decide, ways, most=most):
        value = measure(case.outcomes)
        chances[value] = chances.get(value, Fraction(0)) + case.chance
    return chances


def cases(
    decide: Callable[[Dice], Iterator[Outcome]],
    ways: Ways | None = None,
    *,
    most: int = MOST_CASES,
) -> Iterator[Case]:
    """Yield all cases that the dice make of a decision; their chances add up to 1.

    Raises as `odds` does; more than *most* cases are too many.
    """
    waiting: list[tuple[tuple[Rolled, ...], Fraction]] = [((), Fraction(1))]
    counted = 1
    while waiting:
        rolls, chance = waiting.pop()
        outcomes: list[Outcome] = []
        try:
            for outcome in decide(_Foreseen(rolls)):
                outcomes.append(outcome)  # noqa: PERF402  what came before a roll is kept
        except _Needed as needed:
            every = prod(ask.sides**ask.count for ask in needed.asks)
            alike = _alike(tuple(outcomes), needed.asks, ways, room=most - counted)
            if alike is None:
                yield Case(tuple(outcomes), chance)
                continue
            counted += len(alike)
            if counted > most:
                raise TooManyCases(counted) from None
            for faces, count in alike:
                rolled = Rolled(needed.asks, faces, hidden=needed.hidden)
                waiting.append(((*rolls, rolled), chance * Fraction(count, every)))
        else:
            yield Case(tuple(outcomes), chance)


def _alike(
    outcomes: tuple[Outcome, ...],
    asks: tuple[Ask, ...],
    ways: Ways | None,
    *,
    room: int,
) -> list[tuple[Faces, int]] | None:
    if ways is not None:
        found = ways(outcomes, asks)
        return None if found is None else list(found)
    every = prod(ask.sides**ask.count for ask in asks)
    if every > room:
        raise TooManyCases(every)
    return list(every_face(asks))


def every_face(asks: tuple[Ask, ...]) -> Iterator[tuple[Faces, int]]:
    """Yield all faces of a roll, each for itself."""
    groups = [list(product(range(1, ask.sides + 1), repeat=ask.count)) for ask in asks]
    for faces in product(*groups):
        yield faces, 1


def told_apart(
    groups: Sequence[Sequence[tuple[int, ...]]],
    worth: Callable[[K, int, tuple[int, ...]], K],
    none: K,
) -> list[tuple[Faces, int]]:
    """Return one of all faces that come to the same worth, and how many do.

    *groups* holds what may come up in each group of dice; *worth* adds the faces of the group of
    that number to what the groups before it are worth, *none* to begin with.
    """
    sums: dict[K, tuple[Faces, int]] = {none: ((), 1)}
    for number, group in enumerate(groups):
        longer: dict[K, tuple[Faces, int]] = {}
        for before, (faces, count) in sums.items():
            for one in group:
                after = worth(before, number, one)
                known, so_far = longer.get(after, ((*faces, one), 0))
                longer[after] = (known, so_far + count)
        sums = longer
    return list(sums.values())


def each_alone(
    found: Mapping[tuple[tuple[str, int], ...], Fraction], unit: str
) -> tuple[Chances, ...]:
    """Return the chances of each named number by itself; 0 where a case does not name it."""
    titles = dict.fromkeys(title for case in found for title, _ in case)
    return tuple(Chances(title=title, unit=unit, chances=_of(found, title)) for title in titles)


def _of(
    found: Mapping[tuple[tuple[str, int], ...], Fraction], title: str
) -> dict[int | str, Fraction]:
    chances: dict[int, Fraction] = {}
    for case, chance in found.items():
        value = dict(case).get(title, 0)
        chances[value] = chances.get(value, Fraction(0)) + chance
    return dict(sorted(chances.items()))
