"""Exact chances, against a count of every face that dice can show."""

from fractions import Fraction
from itertools import product

import pytest

from projections.significance import as_far_out, at_least

FEW = [(1, 6), (3, 6), (2, 10), (5, 2), (4, 4)]


@pytest.mark.parametrize(("dice", "sides"), FEW)
def test_how_often_a_face_shows_is_counted(dice: int, sides: int) -> None:
    every = list(product(range(1, sides + 1), repeat=dice))
    for hits in range(dice + 2):
        ways = sum(faces.count(sides) >= hits for faces in every)
        assert at_least(dice, sides, hits) == Fraction(ways, len(every))


@pytest.mark.parametrize(("dice", "sides"), FEW)
def test_how_far_out_a_total_is_is_counted(dice: int, sides: int) -> None:
    every = [sum(faces) for faces in product(range(1, sides + 1), repeat=dice)]
    twice_the_middle = dice * (sides + 1)
    for total in set(every):
        out = abs(2 * total - twice_the_middle)
        ways = sum(abs(2 * other - twice_the_middle) >= out for other in every)
        assert as_far_out(dice, sides, total) == Fraction(ways, len(every))


def test_many_dice_are_counted_as_exactly() -> None:
    """200 sixes in 1,000: the value of the binomial tail in any table."""
    assert float(at_least(1000, 6, 200)) == pytest.approx(0.0031880755543325684)
    assert as_far_out(1000, 100, 50_500) == 1
