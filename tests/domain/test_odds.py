"""Odds are exact: every face of every die is decided, or one for all that the rules take alike."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

import pytest

from domain.dice import Ask, Dice, Rolled
from domain.odds import MOST_CASES, Faces, TooManyCases, each_alone, odds, told_apart
from domain.rule_system import Outcome


def total(outcomes: tuple[Outcome, ...]) -> int:
    return sum(outcome.total for outcome in outcomes if isinstance(outcome, Rolled))


def two_dice(dice: Dice) -> Iterator[Outcome]:
    yield dice.roll(Ask("two", 2, 6))


def explodes_once(dice: Dice) -> Iterator[Outcome]:
    yield (first := dice.roll(Ask("first", 1, 6)))
    if first.total == 6:
        yield dice.roll_hidden(Ask("again", 1, 4))


def nine_dice(dice: Dice) -> Iterator[Outcome]:
    yield dice.roll(*(Ask(f"die {n}", 1, 6) for n in range(9)))


def by_sum(_: tuple[Outcome, ...], asks: tuple[Ask, ...]) -> Iterable[tuple[Faces, int]]:
    groups = [[(face,) for face in range(1, ask.sides + 1)] for ask in asks]
    return told_apart(groups, lambda so_far, _, faces: so_far + sum(faces), 0)


def test_two_dice_have_the_odds_that_everybody_knows() -> None:
    found = odds(two_dice, total)
    assert found[7] == Fraction(6, 36)
    assert [found[n] * 36 for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_dice_that_depend_on_dice_are_weighed_by_them() -> None:
    found = odds(explodes_once, total)
    assert found[5] == Fraction(1, 6)
    assert found[7] == Fraction(1, 24)
    assert sum(found.values()) == 1


def test_more_cases_than_can_be_decided_are_refused_with_their_number() -> None:
    with pytest.raises(TooManyCases) as refused:
        odds(nine_dice, total)
    assert refused.value.cases == 6**9 > MOST_CASES


def test_faces_that_are_alike_are_decided_once_and_counted() -> None:
    found = odds(nine_dice, total, by_sum)
    assert sorted(found) == list(range(9, 55))
    assert (found[9], found[10]) == (Fraction(1, 6**9), Fraction(9, 6**9))
    assert sum(found.values()) == 1


def test_a_roll_that_does_not_matter_is_not_made() -> None:
    found = odds(
        explodes_once,
        len,
        lambda done, asks: None if done else by_sum(done, asks),
    )
    assert found == {1: Fraction(1)}


def test_numbers_of_one_case_are_told_each_alone_and_nothing_is_none() -> None:
    spread = each_alone(
        {(("hull", 3),): Fraction(1, 4), (("hull", 5), ("fire", 1)): Fraction(3, 4)}, "points"
    )
    assert [(one.title, one.unit, one.chances) for one in spread] == [
        ("hull", "points", {3: Fraction(1, 4), 5: Fraction(3, 4)}),
        ("fire", "points", {0: Fraction(1, 4), 1: Fraction(3, 4)}),
    ]
