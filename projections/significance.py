"""How likely honest dice are to fall at least so far out: exact, in whole numbers.

Each number of ways follows from the one before by a multiplication and a division without rest,
which is what keeps thousands of dice cheap.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from math import comb


def at_least(dice: int, sides: int, hits: int) -> Fraction:
    """Return the chance that of so many dice at least *hits* show one given face."""
    fewer = sum(islice(_ways(dice, sides), hits))
    return 1 - Fraction(fewer, sides**dice)


def _ways(dice: int, sides: int) -> Iterator[int]:
    """Yield in how many ways 0, 1, 2 … dice show one given face."""
    ways = (sides - 1) ** dice
    for shown in range(dice + 1):
        yield ways
        ways = ways * (dice - shown) // ((shown + 1) * (sides - 1))


@cache
def as_far_out(dice: int, sides: int, total: int) -> Fraction:
    """Return the chance of a total as far from the middle as this one, to either side."""
    mirrored = dice * (sides + 1) - total
    low = min(total, mirrored)
    return min(Fraction(1), Fraction(2 * _ways_up_to(dice, sides, low), sides**dice))


def _ways_up_to(dice: int, sides: int, total: int) -> int:
    """Count the ways in which dice come to *total* or less, by inclusion and exclusion.

    C(dice, over) * C(total - sides * over, dice) counts those in which *over* dice at least exceed
    their highest face, once for each choice of these dice.
    """
    found, chosen, placed, room = 0, 1, comb(total, dice), total
    for over in range((total - dice) // sides + 1):
        found += -chosen * placed if over % 2 else chosen * placed
        chosen = chosen * (dice - over) // (over + 1)
        for _ in range(min(sides, room - dice)):
            placed = placed * (room - dice) // room
            room -= 1
    return found
