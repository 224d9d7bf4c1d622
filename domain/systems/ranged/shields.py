"""Blows that a shield took: its HP, and perhaps the arm behind it (4.16, OP-09)."""

from collections.abc import Iterator

from domain.dice import Ask, Dice
from domain.refusals import known
from domain.rule_system import Outcome
from domain.systems.ranged import blows, wounds
from domain.systems.ranged.attack_events import DamageRolled, ShieldDamaged
from domain.systems.ranged.events import TaskDone
from domain.systems.ranged.forms import Passed
from domain.systems.ranged.rolls import succeeds, three
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import Hit
from domain.systems.ranged.weapons import Weapon


def struck(state: State, task: Hit, weapon: Weapon, dice: Dice) -> Iterator[Outcome]:
    """A blow that the shield took: its HP, and perhaps the arm behind it (4.16)."""
    attack, target = task.attack, state.fighters[task.target]
    shield = state.book.tables.shields[target.shield]
    yield (
        rolled := dice.roll(
            Ask(f"{weapon.title}: damage", blows.dice_of(state, attack, weapon)[0], 6)
        )
    )
    basic, halved = blows.basic_damage(state, attack, weapon, rolled.total)
    yield DamageRolled(target=target.id, basic=basic, type=weapon.damage.type, halved=halved)
    points = max(0, basic - wounds.divided(shield.dr, weapon.damage.divisor))
    yield from shield_damaged(state, target, points, dice)
    dr = wounds.structure_cover_dr(shield.dr, shield.hp, weapon.damage.divisor, slab=False)
    if not wounds.goes_through(weapon.damage) or basic <= dr:
        yield TaskDone()
        return
    yield (arm := dice.roll(Ask("the shield arm", 1, 6)))
    if arm.total > 2:
        yield TaskDone()
        return
    passed = Passed(kind="shield", id=target.id)
    behind = Hit(
        attack=attack, target=target.id, location="left_arm", through=(passed,), basic=basic
    )
    yield TaskDone(then=(behind,))


def shield_damaged(state: State, target: Fighter, points: int, dice: Dice) -> Iterator[Outcome]:
    """A shield loses HP; at none left HT 12 or it is useless."""
    shield = state.book.tables.shields[target.shield]
    lost = known(target.shield_lost, "the shield") + points
    ruined = target.shield_ruined or lost >= 11 * shield.hp
    if not ruined and points and lost >= shield.hp:
        yield (rolled := three(dice, "the shield holds"))
        ruined = not succeeds(rolled.total, 12)
    yield ShieldDamaged(seat=target.seat, fighter=target.id, points=points, ruined=ruined)
