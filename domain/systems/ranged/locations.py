"""Where a blow strikes at random, a man or a beast, and what of them cannot be hit (4.8)."""

from collections.abc import Generator

from domain.dice import Ask, Dice
from domain.hexes import distance
from domain.rule_system import Outcome
from domain.systems.ranged.sheets import Body
from domain.systems.ranged.shelter import BEAST, LOCATIONS
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.wounds import short

SIDED = frozenset({"hand", "foot", "foreleg", "hind_leg"})
"""Of these the table has one row, and a die says which side."""
BELOW = frozenset({"groin", "leg", "foot", "foreleg", "hind_leg", "tail"})
"""What lies behind somebody who lies down, for who stands no higher (4.6)."""


def of_body(body: Body) -> tuple[str, ...]:
    """Return the locations that a body has: a beast's are others than a man's."""
    return LOCATIONS if body.limbs == "hands" else BEAST


def found(state: State, target: Fighter, dice: Dice) -> Generator[Outcome, None, str]:
    """Roll 3d for a location, and a die for its side."""
    yield (rolled := dice.roll(Ask("hit location", 3, 6)))
    name = state.book.tables.location_at(rolled.total, target.body.limbs).name
    return (yield from sided(name, dice)) if name in SIDED else name


def sided(name: str, dice: Dice) -> Generator[Outcome, None, str]:
    """Roll a die for the side of a hand, a foot, a leg of a beast."""
    yield (side := dice.roll(Ask("right or left", 1, 6)))
    return f"{'right' if side.total <= 3 else 'left'}_{name}"


def out_of_reach(shooter: Fighter, target: Fighter, location: str) -> bool:
    """Tell whether somebody lies so that this cannot be hit, from no higher than himself (4.6)."""
    lies = target.posture in {"prone", "face_up", "crawling"}
    level = shooter.elevation <= target.elevation
    far = distance(shooter.at, target.at) > 1
    return lies and level and far and short(location) in BELOW
