"""One hit that was not avoided: location, cover, damage, injury, what lies behind (2.3, 3.4)."""

from collections.abc import Iterator
from math import ceil

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.hexes import distance
from domain.refusals import known
from domain.rule_system import Outcome
from domain.systems.ranged import (
    binding,
    fire,
    grammar,
    locations,
    modifiers,
    sight,
    structures,
    things,
    wounds,
)
from domain.systems.ranged.attack_events import (
    CoverPassed,
    DamageRolled,
    HitLocated,
    InjuryApplied,
    OccupantStruck,
    Overpenetrated,
    ShieldDamaged,
    StrayChecked,
)
from domain.systems.ranged.events import FighterChanged, TaskDone
from domain.systems.ranged.forms import Attack, Passed
from domain.systems.ranged.grammar import Damage
from domain.systems.ranged.rolls import succeeds, success, three
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import AnyTask, Burst, Check, Hit
from domain.systems.ranged.thing_events import ProjectileEnded, WeaponLanded, WeaponStuck
from domain.systems.ranged.weapons import Weapon


def hit(state: State, task: Hit, dice: Dice) -> Iterator[Outcome]:
    """Resolve one hit; its last event takes it off the agenda."""
    attack = task.attack
    weapon = state.weapon(_item(state, attack))
    if attack.belt:
        yield from _on_thing(state, attack, weapon, state.fighters[task.target], dice)
        return
    if task.location == "shield":
        yield from _on_shield(state, task, weapon, dice)
        return
    target = state.fighters[task.target]
    location = task.location
    if location == "random":
        location = yield from locations.found(state, target, dice)
        if locations.out_of_reach(state.fighters[attack.attacker], target, location):
            yield HitLocated(target=target.id, location=location, passes=True)
            yield TaskDone()
            return
    if task.critical == "eye":
        task, location = _through_the_eye(task, weapon, location)
    cover, through = None, list(task.through)
    if not through and not attack.projectile and not attack.melee:
        shelter = sight.shelter_from(state, state.fighters[attack.attacker], target)
        how = shelter.at(location)
        if attack.cover == "random" and how == "half":
            yield (die := dice.roll(Ask("half exposed", 1, 6)))
            how = "covered" if die.total >= 4 else "exposed"
        if attack.cover != "exposed" and how != "exposed":
            cover = shelter.cover
    yield HitLocated(target=target.id, location=location, cover=cover.id if cover else "")
    if weapon.line.kind == "entangling" and weapon.damage.type == "":
        yield from binding.wrapped(state, attack, weapon, target, location, dice)
        return
    basic, halved = task.basic or 0, False
    if task.basic is None:
        yield (
            rolled := dice.roll(
                Ask(f"{weapon.title}: damage", dice_of(state, attack, weapon)[0], 6)
            )
        )
        basic, halved = basic_damage(state, attack, weapon, rolled.total, task.critical)
    yield DamageRolled(target=target.id, basic=basic, type=weapon.damage.type, halved=halved)
    if cover is not None:
        shooter = state.fighters[attack.attacker]
        passes = False
        for outcome in structures.struck(
            state, cover, shooter.at, target.at, weapon.damage, basic, dice
        ):
            passes = isinstance(outcome, CoverPassed) and outcome.through
            yield outcome
        if not passes:
            yield TaskDone()
            return
        through.append(Passed(kind="cover", id=cover.id))
    yield from _wounded(state, task, weapon, target, location, basic, tuple(through), dice)


def _through_the_eye(task: Hit, weapon: Weapon, location: str) -> tuple[Hit, str]:
    """A critical hit on skull or face becomes one of the eye, if it can; else DR is halved."""
    if location == "eye" or not wounds.goes_through(weapon.damage):
        return replace(task, critical="half_dr_major"), location
    return replace(task, critical=""), "eye"


def _on_thing(
    state: State, attack: Attack, weapon: Weapon, bearer: Fighter, dice: Dice
) -> Iterator[Outcome]:
    """A bottle on a belt breaks; a weapon in hand is struck, or torn away by a bolas (BO-07)."""
    item = bearer.items.get(attack.belt)
    if item is None:
        yield TaskDone()
        return
    if item.at == "belt":
        yield from binding.bottle_broken(bearer, item)
    elif weapon.line.kind == "entangling":
        yield WeaponLanded(fighter=attack.attacker, item=attack.weapon, at=bearer.at)
        yield from binding.torn_away(state, attack, weapon, bearer, item, dice)
    elif item.at == "hand":
        yield (
            rolled := dice.roll(
                Ask(f"{weapon.title}: damage", dice_of(state, attack, weapon)[0], 6)
            )
        )
        basic, halved = basic_damage(state, attack, weapon, rolled.total)
        yield DamageRolled(target=bearer.id, basic=basic, type=weapon.damage.type, halved=halved)
        yield from things.struck(state, bearer, item, weapon.damage, basic, dice)
    yield TaskDone()


def _item(state: State, attack: Attack) -> Item:
    found = state.item(attack.weapon)
    assert found is not None
    return found[1]


# --- basic damage ---------------------------------------------------------------------------


def dice_of(state: State, attack: Attack, weapon: Weapon) -> tuple[int, int, int]:
    """Return dice, adds and multiplier as this user throws them: thrust, close shot, silencer."""
    damage, shooter = weapon.damage, state.fighters[attack.attacker]
    dice, adds = damage.dice, damage.adds
    if damage.thrust:
        st = weapon.line.rated_st or shooter.numbers.st
        thrust = grammar.damage(f"{thrust_at(state, st)} cr")
        dice, adds = thrust.dice, thrust.adds + damage.adds
    item = _item(state, attack)
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


# --- cover ----------------------------------------------------------------------------------


def passed_dr(state: State, attack: Attack, passed: Passed, divisor: float) -> int:
    """Return the divided cover DR of something passed (R-16)."""
    if passed.kind == "cover":
        return structures.cover_dr(state, state.cover(passed.id), divisor)
    fighter = state.fighters[passed.id]
    if passed.kind == "shield":
        shield = state.book.tables.shields[fighter.shield]
        return wounds.structure_cover_dr(shield.dr, shield.hp, divisor, slab=False)
    slab = any(cover.id == passed.id and cover.slab for cover in state.covers())
    if slab:
        return wounds.divided(fighter.numbers.dr_at("torso").dr * attack.point_blank, divisor)
    return wounds.body_cover_dr(fighter, passed.location, divisor, attack.point_blank)


# --- injury ---------------------------------------------------------------------------------


def _wounded(
    state: State, task: Hit, weapon: Weapon, target: Fighter, location: str, basic: int,
    through: tuple[Passed, ...], dice: Dice,
) -> Iterator[Outcome]:  # fmt: skip
    attack, damage = task.attack, weapon.damage
    before = sum(passed_dr(state, attack, one, damage.divisor) for one in through)
    own = own_dr(state, target, location, damage, attack.point_blank, task.critical)
    penetrating = max(0, basic - before - own)
    points = wounds.injury(
        state.book.tables, target, damage.type, location, penetrating, tight=damage.tight_beam
    )
    if not penetrating:
        points = wounds.blunt(target.numbers.dr_at(location), damage.type, basic - before)
    yield from injured(
        target, location, before + own, penetrating, points,
        double=task.critical == "double_shock",
    )  # fmt: skip
    yield from _shaken(state, target, task.critical)
    yield from _numbed(state, target, location, points, task.critical)
    if attack.flaming:
        yield from _linked_flame(state, attack, weapon, target, location, points, dice)
    then = list(consequences(target, location, points, task.critical))
    if penetrating and weapon.line.tether and weapon.damage.type == "imp":
        yield WeaponStuck(
            seat=target.seat, fighter=target.id, item=attack.weapon, holder=attack.attacker,
            injury=points,
        )  # fmt: skip
    elif weapon.line.kind == "thrown":
        yield WeaponLanded(fighter=attack.attacker, item=attack.weapon, at=target.at)
    if points:
        yield from steady(state, target, dice)
    if damage.type == "burn":
        heat = basic // 10 if damage.tight_beam else basic
        yield from fire.soaked_lit(state, target, dice)
        if penetrating:
            yield from fire.clothes_lit(state, target, heat, dice)
        yield from fire.thing_lit(
            state, target, attack.attacker, weapon.key, heat, dice, clings=False
        )
    if damage.explosive:
        then.append(Burst(weapon=weapon.key, by=attack.attacker, at=target.at, struck=target.id))
    yield from _occupants(state, target, penetrating, dice)
    if weapon.line.kind == "entangling":
        yield from binding.wrapped(state, attack, weapon, target, location, dice, then=tuple(then))
        return
    if wounds.goes_through(damage) and not weapon.line.tether and not attack.melee:
        passed = Passed(kind="body", id=target.id, location=location)
        ahead = before + passed_dr(state, attack, passed, damage.divisor)
        if basic > ahead:
            yield from _goes_on(state, task, target, (*through, passed), basic, ahead, then, dice)
            return
    yield TaskDone(then=tuple(then))


def _shaken(state: State, target: Fighter, critical: str) -> Iterator[Outcome]:
    """A critical hit may make its victim drop what he holds, or lose his balance (4.14)."""
    if critical == "off_balance" and target.body.nature == "living":
        yield FighterChanged(fighter=target.id, change="off_balance")
    for item in target.held() if critical == "drop" else ():
        if not state.weapon(item).line.natural:
            yield WeaponLanded(fighter=target.id, item=item.id, at=target.at)


NUMB_S = 6
"""So many seconds a limb is of no use after a critical hit that numbs it (4.14)."""


def _numbed(
    state: State, target: Fighter, location: str, points: int, critical: str
) -> Iterator[Outcome]:
    """A critical hit of double shock makes the limb that it struck useless for a while (4.14)."""
    limb = wounds.short(location) in {*wounds.LIMBS, *wounds.EXTREMITIES}
    if critical == "double_shock" and points and limb and location not in target.useless:
        until = state.second + NUMB_S
        yield FighterChanged(fighter=target.id, change="numbed", word=location, number=until)


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


def injured(
    target: Fighter, location: str, dr: int, penetrating: int, points: int, *,
    large_area: bool = False, before: int = 0, double: bool = False,
) -> Iterator[Outcome]:  # fmt: skip
    """Yield what a blow did, and the limb it crippled; *before* are points lost just now.

    A critical hit may *double* its shock (4.14).
    """
    shock = wounds.shock_of(target, points) if target.body.nature == "living" else 0
    lost = known(target.lost, "wounds") + before
    yield InjuryApplied(
        seat=target.seat, fighter=target.id, location=location, large_area=large_area,
        band=wounds.band_of(target.numbers, lost + points),
        dr=dr, penetrating=penetrating, injury=points,
        shock=2 * shock if double else shock,
    )  # fmt: skip
    limit = wounds.cripples_above(target, location)
    if limit is not None and points > limit and location not in target.crippled:
        yield FighterChanged(fighter=target.id, change="crippled", word=location)


def consequences(
    target: Fighter, location: str, points: int, critical: str = ""
) -> Iterator[AnyTask]:
    """Yield the HT rolls that a wound demands: death first, then knockdown (4.11)."""
    lost, sheet = known(target.lost, "wounds"), target.numbers
    crossed = wounds.deaths_crossed(sheet, lost, points)
    gone = lost + points >= 6 * sheet.hp
    if crossed or gone:
        yield Check(fighter=target.id, kind="death", times=max(1, crossed))
    if not points or target.body.nature != "living" or target.unconscious:
        return
    limit = wounds.cripples_above(target, location)
    great = 2 * points > sheet.hp or (limit is not None and points > limit)
    if great or critical in {"major", "half_dr_major"}:
        place = wounds.short(location)
        modifier = {"skull": -10, "eye": -10, "face": -5, "groin": -5, "vitals": -5}.get(place, 0)
        yield Check(fighter=target.id, kind="knockdown", modifier=modifier)
    elif wounds.short(location) in {"skull", "face", "eye", "vitals"}:
        yield Check(fighter=target.id, kind="knockdown")


def steady(state: State, target: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Who is hurt keeps an Aim by a Will roll (4.4), and steers a missile on by Will-3 (R-56)."""
    if target.aim is not None:
        yield from _aims_on(target, dice)
    for projectile in state.projectiles.values():
        line = state.book.weapons[projectile.weapon].line
        if projectile.by != target.id or line.kind != "guided":
            continue
        yield (rolled := three(dice, f"{target.title}: steering on"))
        number = target.numbers.wills - 3
        event = success(target, "Will-3, to steer on", rolled.total, number)
        yield event
        if not event.success:
            yield ProjectileEnded(id=projectile.id, reason="lost")


def _aims_on(target: Fighter, dice: Dice) -> Iterator[Outcome]:
    yield (rolled := three(dice, f"{target.title}: keeping the aim"))
    event = success(target, "Will, to keep the aim", rolled.total, target.numbers.wills)
    yield event
    if not event.success:
        yield FighterChanged(fighter=target.id, change="aim_lost")


def _linked_flame(
    state: State, attack: Attack, weapon: Weapon, target: Fighter, location: str, before: int,
    dice: Dice,
) -> Iterator[Outcome]:  # fmt: skip
    """One point of burning damage meets full DR by itself; it may light what it struck (FA-04)."""
    yield DamageRolled(target=target.id, basic=1, type="burn")
    dr = target.numbers.dr_at(location).dr
    yield from injured(target, location, dr, max(0, 1 - dr), max(0, 1 - dr), before=before)
    yield from fire.soaked_lit(state, target, dice)
    yield from fire.clothes_lit(state, target, 1, dice)
    yield from fire.thing_lit(state, target, attack.attacker, weapon.key, 1, dice, clings=True)


def _occupants(state: State, target: Fighter, penetrating: int, dice: Dice) -> Iterator[Outcome]:
    """What comes into a vehicle may strike who is in it (R-75)."""
    if not target.body.occupants or penetrating < 5:
        return
    rows = {int(key): row for key, row in state.book.tables.occupants.items()}
    row = rows[min((n for n in rows if n >= target.body.occupants), default=500)]
    number = row[max(0, min(len(row), target.body.sm) - 1)]
    yield (rolled := three(dice, "occupants"))
    basic = 0
    if succeeds(rolled.total, number):
        yield (hurt := dice.roll(Ask("occupant struck", penetrating // 5, 6)))
        basic = hurt.total
    yield OccupantStruck(fighter=target.id, roll=rolled.total, number=number, basic=basic)


def _goes_on(
    state: State, task: Hit, target: Fighter, through: tuple[Passed, ...], basic: int, ahead: int,
    then: list[AnyTask], dice: Dice,
) -> Iterator[Outcome]:  # fmt: skip
    """Find who is hit behind: at once if immediately behind, else by the wrong-target rule."""
    attack = task.attack
    shooter = state.fighters[attack.attacker]
    passed = {one.id for one in through}
    named = [state.fighters[name] for name in state.rulings.behind if name in state.fighters]
    figures = named or list(sight.behind(state, shooter.at, target.at, 100))
    figures = [one for one in figures if one.id not in passed and one.id != shooter.id][:4]
    first = figures[0].id if figures else ""
    yield Overpenetrated(seat=target.seat, fighter=target.id, behind=first, cover_dr=ahead)
    standing = {key: one for key, one in state.fighters.items() if key not in passed}
    open_way = replace(state, fighters=standing)  # what was gone through is not in the way
    for figure in figures:
        struck = distance(figure.at, target.at) <= 1 or bool(named)
        if not struck:
            stray = modifiers.astray(attack, figure)
            number = min(9, modifiers.effective_skill(open_way, stray))
            yield (rolled := three(dice, f"behind: {figure.title}"))
            struck = succeeds(rolled.total, number)
            yield StrayChecked(
                seat=shooter.seat, fighter=figure.id, roll=rolled.total, number=number, hit=struck
            )
        if struck:
            then.append(
                Hit(
                    attack=attack, target=figure.id, location="random", through=through, basic=basic
                )
            )
            break
    yield TaskDone(then=tuple(then))


def _on_shield(state: State, task: Hit, weapon: Weapon, dice: Dice) -> Iterator[Outcome]:
    """A blow that the shield took: its HP, and perhaps the arm behind it (4.16)."""
    attack, target = task.attack, state.fighters[task.target]
    shield = state.book.tables.shields[target.shield]
    yield (
        rolled := dice.roll(Ask(f"{weapon.title}: damage", dice_of(state, attack, weapon)[0], 6))
    )
    basic, halved = basic_damage(state, attack, weapon, rolled.total)
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
