"""Odds are exact: every face of every die is decided."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from domain.dice import Ask, Dice, Rolled
from domain.odds import TooManyCases, odds
from domain.rule_system import Outcome


def total(outcomes: tuple[Outcome, ...]) -> int:
    return sum(outcome.total for outcome in outcomes if isinstance(outcome, Rolled))


def two_dice(dice: Dice) -> Iterator[Outcome]:
    yield dice.roll(Ask("two", 2, 6))


def explodes_once(dice: Dice) -> Iterator[Outcome]:
    yield (first := dice.roll(Ask("first", 1, 6)))
    if first.total == 6:
        yield dice.roll_hidden(Ask("again", 1, 4))


def test_two_dice_have_the_odds_that_everybody_knows() -> None:
    found = odds(two_dice, total)
    assert found[7] == Fraction(6, 36)
    assert [found[n] * 36 for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_dice_that_depend_on_dice_are_weighed_by_them() -> None:
    found = odds(explodes_once, total)
    assert found[5] == Fraction(1, 6)
    assert found[7] == Fraction(1, 24)
    assert sum(found.values()) == 1


def test_more_cases_than_can_be_walked_are_refused_with_their_number() -> None:
    def many(dice: Dice) -> Iterator[Outcome]:
        yield dice.roll(Ask("many", 9, 6))

    with pytest.raises(TooManyCases) as refused:
        odds(many, total)
    assert refused.value.cases >= 6**9
