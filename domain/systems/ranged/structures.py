"""Cover that is shot at: its DR, its HP in the hex that was struck, and the hole at last (4.16)."""

from collections.abc import Iterator
from fractions import Fraction

from domain.dice import Dice
from domain.hexes import Hex, crosses, distance
from domain.rule_system import Outcome
from domain.systems.ranged import wounds
from domain.systems.ranged.attack_events import CoverPassed
from domain.systems.ranged.grammar import Damage
from domain.systems.ranged.rolls import succeeds, three
from domain.systems.ranged.sheets import Cover
from domain.systems.ranged.state import Damaged, State

HT = 12
"""Every structure's (4.16)."""


def cover_dr(state: State, cover: Cover, divisor: float) -> int:
    """Return a cover's DR against a divisor (CV-10)."""
    material = state.book.tables.materials[cover.material]
    return wounds.structure_cover_dr(material.dr, material.hp, divisor, slab=cover.slab)


def struck(
    state: State, cover: Cover, start: Hex, end: Hex, damage: Damage, basic: int, dice: Dice
) -> Iterator[Outcome]:
    """A shot strikes a cover on its way; the last event says whether it went through.

    What comes past its DR is injury to something homogenous; at no HP left HT 12, or a hole. What
    is a thing of the map besides has the HP of its own, and loses none here.
    """
    dr = cover_dr(state, cover, damage.divisor)
    at = min(_crossed(cover, start, end), key=lambda one: distance(one, end))
    lost = 0 if cover.id in state.fighters else _injury(state, cover, damage, basic)
    before = state.damaged.get((cover.id, at), Damaged())
    hp = state.book.tables.materials[cover.material].hp
    breached = False
    if lost and before.lost + lost >= hp:
        yield (rolled := three(dice, f"{cover.title} holds"))
        breached = not succeeds(rolled.total, HT) or before.lost + lost >= 11 * hp
    through = wounds.goes_through(damage) and basic > dr
    yield CoverPassed(
        cover=cover.id, cover_dr=dr, through=through, at=at, lost=lost, breached=breached
    )


def _crossed(cover: Cover, start: Hex, end: Hex) -> tuple[Hex, ...]:
    return tuple(at for at in cover.hexes if crosses(start, end, at)) or cover.hexes


def _injury(state: State, cover: Cover, damage: Damage, basic: int) -> int:
    dr = state.book.tables.materials[cover.material].dr
    penetrating = max(0, basic - wounds.divided(dr, damage.divisor))
    by = Fraction(state.book.tables.wounding[damage.type]["homogenous"])
    return max(1, int(penetrating * by)) if penetrating and by else 0
