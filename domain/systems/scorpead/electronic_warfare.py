"""Sensors and jamming: lock-on, effective range, and the shift that net ECM brings (D6)."""

from math import isqrt

from domain.hexes import distance
from domain.systems.scorpead.state import Ship


def effective_range(firer: Ship, target: Ship) -> int:
    """Return the range at which *firer* sees *target*: doubled without lock-on (D6.2)."""
    true_range = distance(firer.at, target.at)
    return true_range * (1 if firer.lock_on else 2) + firer.rating("scanner")


def shift(ecm: int, eccm: int) -> int:
    """Return the shift of a target's ECM against a firer's ECCM: the root of the rest (D6.34)."""
    return isqrt(max(0, ecm - eccm))


def locks_on(rating: int, die: int) -> bool:
    """Tell whether a ship of this sensor rating locks on (D6.1)."""
    return die <= rating
