"""One hit that was not avoided: location, cover, damage, injury, what lies behind (2.3, 3.4)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.hexes import distance
from domain.rule_system import Outcome
from domain.systems.ranged import (
    binding,
    blows,
    fire,
    injuries,
    locations,
    modifiers,
    shields,
    sight,
    structures,
    things,
    wounds,
)
from domain.systems.ranged.attack_events import (
    CoverPassed,
    DamageRolled,
    HitLocated,
    OccupantStruck,
    Overpenetrated,
    StrayChecked,
)
from domain.systems.ranged.events import TaskDone
from domain.systems.ranged.forms import Attack, Passed
from domain.systems.ranged.rolls import succeeds, three
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import AnyTask, Burst, Hit
from domain.systems.ranged.thing_events import WeaponLanded, WeaponStuck
from domain.systems.ranged.weapons import Weapon


def hit(state: State, task: Hit, dice: Dice) -> Iterator[Outcome]:
    """Resolve one hit; its last event takes it off the agenda."""
    attack = task.attack
    weapon = state.weapon(blows.item_of(state, attack))
    if attack.belt:
        yield from _on_thing(state, attack, weapon, state.fighters[task.target], dice)
        return
    if task.location == "shield":
        yield from shields.struck(state, task, weapon, dice)
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
                Ask(f"{weapon.title}: damage", blows.dice_of(state, attack, weapon)[0], 6)
            )
        )
        basic, halved = blows.basic_damage(state, attack, weapon, rolled.total, task.critical)
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
                Ask(f"{weapon.title}: damage", blows.dice_of(state, attack, weapon)[0], 6)
            )
        )
        basic, halved = blows.basic_damage(state, attack, weapon, rolled.total)
        yield DamageRolled(target=bearer.id, basic=basic, type=weapon.damage.type, halved=halved)
        yield from things.struck(state, bearer, item, weapon.damage, basic, dice)
    yield TaskDone()


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
    own = blows.own_dr(state, target, location, damage, attack.point_blank, task.critical)
    penetrating = max(0, basic - before - own)
    points = wounds.injury(
        state.book.tables, target, damage.type, location, penetrating, tight=damage.tight_beam
    )
    if not penetrating:
        points = wounds.blunt(target.numbers.dr_at(location), damage.type, basic - before)
    yield from injuries.injured(
        target, location, before + own, penetrating, points,
        double=task.critical == "double_shock",
    )  # fmt: skip
    yield from injuries.shaken(state, target, task.critical)
    yield from injuries.numbed(state, target, location, points, task.critical)
    if attack.flaming:
        yield from _linked_flame(state, attack, weapon, target, location, points, dice)
    then = list(injuries.consequences(target, location, points, task.critical))
    if penetrating and weapon.line.tether and weapon.damage.type == "imp":
        yield WeaponStuck(
            seat=target.seat, fighter=target.id, item=attack.weapon, holder=attack.attacker,
            injury=points,
        )  # fmt: skip
    elif weapon.line.kind == "thrown":
        yield WeaponLanded(fighter=attack.attacker, item=attack.weapon, at=target.at)
    if points:
        yield from injuries.steady(state, target, dice)
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
        yield from binding.wrapped(
            state, attack, weapon, target, location, dice, tuple(then), points
        )
        return
    if wounds.goes_through(damage) and not weapon.line.tether and not attack.melee:
        passed = Passed(kind="body", id=target.id, location=location)
        ahead = before + passed_dr(state, attack, passed, damage.divisor)
        if basic > ahead:
            yield from _goes_on(state, task, target, (*through, passed), basic, ahead, then, dice)
            return
    yield TaskDone(then=tuple(then))


def _linked_flame(
    state: State, attack: Attack, weapon: Weapon, target: Fighter, location: str, before: int,
    dice: Dice,
) -> Iterator[Outcome]:  # fmt: skip
    """One point of burning damage meets full DR by itself; it may light what it struck (FA-04)."""
    yield DamageRolled(target=target.id, basic=1, type="burn")
    dr = target.numbers.dr_at(location).dr
    yield from injuries.injured(target, location, dr, max(0, 1 - dr), max(0, 1 - dr), before=before)
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
