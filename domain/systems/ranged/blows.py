"""The damage of one blow before it strikes: dice, range, and the DR that it meets (4.9)."""

from math import ceil

from domain.systems.ranged import grammar, modifiers, wounds
from domain.systems.ranged.forms import Attack
from domain.systems.ranged.grammar import Damage
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.weapons import Weapon


def item_of(state: State, attack: Attack) -> Item:
    """Return the weapon of an attack, whoever holds it now."""
    found = state.item(attack.weapon)
    assert found is not None
    return found[1]


def dice_of(state: State, attack: Attack, weapon: Weapon) -> tuple[int, int, int]:
    """Return dice, adds and multiplier as this user throws them: thrust, close shot, silencer."""
    damage, shooter = weapon.damage, state.fighters[attack.attacker]
    dice, adds = damage.dice, damage.adds
    if damage.thrust:
        st = weapon.line.rated_st or shooter.numbers.st
        thrust = grammar.damage(f"{thrust_at(state, st)} cr")
        dice, adds = thrust.dice, thrust.adds + damage.adds
    item = item_of(state, attack)
    if set(item.accessories) & {"silencer", "best_silencer"} and state.on(
        "silencer_damage_penalty"
    ):
        adds -= dice
    return dice * attack.point_blank, adds * attack.point_blank, damage.times


def thrust_at(state: State, st: int) -> str:
    """Return thrust damage by ST, the table's ends beyond it (4.21)."""
    table = state.book.tables.thrust
    return table[str(max(9, min(17, st)))]


def basic_damage(
    state: State, attack: Attack, weapon: Weapon, rolled: int, critical: str = ""
) -> tuple[int, bool]:
    """Return basic damage of a roll, and whether it was halved by range (4.9)."""
    dice, adds, times = dice_of(state, attack, weapon)
    if critical.startswith("maximum"):
        rolled = 6 * dice
    least = 0 if weapon.damage.type == "cr" else 1
    basic = max(least, (rolled + adds) * times)
    basic *= {"triple": 3, "double": 2}.get(critical, 1)
    shooter = state.fighters[attack.attacker]
    if weapon.half is None or weapon.deferred or attack.projectile:
        return basic, False
    half = weapon.half.yards_for(weapon.line.rated_st or shooter.numbers.st, 0)
    if weapon.half.times_st and weapon.key != "crossbow":
        half = weapon.half.yards_for(shooter.numbers.st, 0)
    far = modifiers.range_yards(state, attack) >= half
    return (basic // 2, True) if far else (basic, False)


def own_dr(
    state: State, target: Fighter, location: str, damage: Damage, point_blank: int, critical: str
) -> int:
    """Return the target's own DR: worn and innate, halved or ignored by a critical hit."""
    row = state.book.tables.location(location)
    innate = row.dr if target.body.nature == "living" else 0
    worn = (target.numbers.dr_at(location).dr + innate) * point_blank
    if critical == "maximum_no_dr":
        return 0
    if critical == "half_dr":
        worn //= 2
    if critical in {"half_dr_major", "half_dr_up"}:
        worn = ceil(worn / 2)
    return wounds.divided(worn, damage.divisor)
