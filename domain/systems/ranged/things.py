"""A weapon in somebody's hand as a target: how hard it is to hit and to break (4.5, 4.16)."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from domain.dice import Dice
from domain.rule_system import Outcome
from domain.systems.ranged import wounds
from domain.systems.ranged.grammar import Damage
from domain.systems.ranged.rolls import succeeds, three
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.thing_events import WeaponChanged, WeaponStruck
from domain.systems.ranged.weapons import HAS_MALF, Weapon


class Made(NamedTuple):
    """A weapon as an object: its nature, DR, HP and HT (1.2)."""

    nature: str
    dr: int
    hp: int
    ht: int


def made(weapon: Weapon) -> Made:
    """Return a weapon as an object: machines have 4 HP by the cube root of pounds, others 8."""
    machine = weapon.line.kind in HAS_MALF and weapon.line.kind != "incendiary"
    share = 4 if machine else 8
    hp = weapon.line.hp or max(1, ceil(round(share * weapon.line.weight ** (1 / 3), 6)))
    return Made("unliving", 4, hp, 10) if machine else Made("homogenous", 6, hp, 12)


def in_hand_penalty(weapon: Weapon) -> int:
    """Return the penalty to hit a weapon in a hand: the bulkier, the easier (4.5)."""
    bulk = weapon.line.bulk
    return -5 if bulk >= -2 else -4 if bulk == -3 else -3


def struck(
    state: State, bearer: Fighter, item: Item, damage: Damage, basic: int, dice: Dice
) -> Iterator[Outcome]:
    """A blow on a weapon in hand: at no HP left it holds on HT or is useless (4.16)."""
    thing = made(state.weapon(item))
    penetrating = max(0, basic - wounds.divided(thing.dr, damage.divisor))
    by = Fraction(state.book.tables.wounding[damage.type][thing.nature])
    points = max(1, int(penetrating * by)) if penetrating else 0
    yield WeaponStruck(fighter=bearer.id, item=item.id, points=points)
    if points and item.lost + points >= thing.hp:
        yield (rolled := three(dice, "the weapon holds"))
        if not succeeds(rolled.total, thing.ht):
            yield WeaponChanged(fighter=bearer.id, item=item.id, change="destroyed")
