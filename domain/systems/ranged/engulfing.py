"""What an area, a cone, a fire or a fragment does to one victim (3.22 to 3.24, 4.12, 4.15)."""

from collections.abc import Iterator

from domain.dice import Ask, Dice
from domain.rule_system import Outcome
from domain.systems.ranged import fire, injuries, locations, shields, sight, structures, wounds
from domain.systems.ranged.attack_events import DamageRolled, HitLocated, Rolled3d
from domain.systems.ranged.events import FighterChanged, TaskDone
from domain.systems.ranged.grammar import Damage
from domain.systems.ranged.hampered import hampered
from domain.systems.ranged.rolls import succeeds, success, three
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import AnyTask, Engulfed, Fragment
from domain.systems.ranged.thing_events import (
    AreaStruck,
)
from domain.systems.ranged.weapons import Weapon


def _shield_burns(state: State, fighter: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Each second after the burst the shield takes 1d, its DR a fifth (MO-07, MO-09)."""
    shield = state.book.tables.shields[fighter.shield]
    yield (rolled := dice.roll(Ask("fire on the shield", 1, 6)))
    yield from shields.shield_damaged(state, fighter, max(0, rolled.total - shield.dr // 5), dice)
    yield TaskDone()


def engulfed(state: State, task: Engulfed, dice: Dice) -> Iterator[Outcome]:
    """One victim: large-area injury, or the HT roll instead (AR-01, DI-02 to DI-04)."""
    fighter, weapon = state.fighters[task.fighter], state.book.weapons[task.weapon]
    if not fighter.there:
        yield TaskDone()
        return
    if task.kind == "shield_fire":
        yield from _shield_burns(state, fighter, dice)
        return
    yield AreaStruck(fighter=fighter.id, kind=task.kind, basic=task.basic, divisor=task.divisor)
    if weapon.damage.affliction and task.kind in {"cone", "cloud"}:
        yield from _afflicted(state, task, fighter, weapon, dice)
        return
    then: list[AnyTask] = []
    basic = task.basic
    if task.kind in {"fuel", "ground_fire", "part_fire", "clothes"}:
        first = task.kind == "fuel" and not (fighter.blaze and fighter.blaze.kind == "fuel")
        count, adds = _FLAMES[task.kind]
        yield (rolled := dice.roll(Ask("fire", 3 if first else count, 6)))
        basic = max(1, rolled.total + adds)
        if first:
            yield (lasts := dice.roll(Ask("seconds of fire", 10, 6)))
            until = state.second + lasts.total
            yield FighterChanged(fighter=fighter.id, change="on_fire", word="fuel", number=until)
    basic = int(basic / task.divisor)
    kind = _type(weapon, task.kind)
    burns = kind == "burn"
    if basic:
        dr = area_dr(state, task, fighter)
        large = state.rulings.large.get(fighter.id, "torso")
        sealed = task.kind == "fuel" and fighter.numbers.dr_at("torso").sealed
        through = 0 if sealed else max(0, basic - dr)
        points = wounds.injury(state.book.tables, fighter, kind, large, through, tight=False)
        if not through and task.kind in {"blast", "cone"}:
            points = wounds.blunt(fighter.numbers.dr_at("torso"), kind, basic)
        yield from injuries.injured(fighter, large, dr, through, points, large_area=True)
        if points:
            yield from injuries.steady(state, fighter, dice)
        then += injuries.consequences(fighter, large, points)
        if burns and task.kind != "fuel":
            yield from fire.clothes_lit(state, fighter, basic, dice)
            yield from fire.soaked_lit(state, fighter, dice)
            yield from fire.thing_lit(
                state, fighter, task.by, task.weapon, basic, dice, clings=task.kind == "ground_fire"
            )
    yield from _fragments_fly(task, fighter, then, dice)
    yield TaskDone(then=tuple(then))


def _type(weapon: Weapon, kind: str) -> str:
    """Return the type of damage: the weapon's own; flames burn, early arms burst (MF-20)."""
    if kind in _FLAMES:
        return "burn"
    spreads = weapon.damage.explosive or weapon.line.kind in {"cone", "grenade"}
    return weapon.damage.type if kind in {"blast", "cone"} and spreads else "cr"


_FLAMES = {"fuel": (1, 0), "ground_fire": (1, -1), "part_fire": (1, -4), "clothes": (1, -1)}


def area_dr(state: State, task: Engulfed, fighter: Fighter) -> int:
    """Return the DR that counts: of one part if only that is within, a fifth against fuel."""
    part = state.rulings.large.get(fighter.id)
    dr = fighter.numbers.dr_at(part).dr if part else wounds.large_area_dr(fighter.numbers)
    if task.kind == "fuel":
        dr //= 5
    dr += lying_on_it(state, task.behind)
    for name in task.cover:
        cover = next((one for one in state.covers() if one.id == name), None)
        if cover is not None:
            dr += structures.cover_dr(state, cover, 1)
        elif name in state.fighters:
            dr += wounds.body_cover_dr(state.fighters[name], "torso", 1)
    return dr


def lying_on_it(state: State, name: str) -> int:
    """Return the cover DR of whoever lies on what burst: torso DR and HP; 0 of nobody (4.15)."""
    if not name:
        return 0
    sheet = state.fighters[name].numbers
    return sheet.dr_at("torso").dr + sheet.hp


def _fragments_fly(
    task: Engulfed, fighter: Fighter, then: list[AnyTask], dice: Dice
) -> Iterator[Outcome]:
    """Roll for fragments: one hit, and one more for each 3 of margin (4.15)."""
    if not task.fragments or not fighter.there:
        return
    each, number = task.fragments
    yield (rolled := three(dice, f"{fighter.title}: fragments"))
    good = succeeds(rolled.total, number)
    yield Rolled3d(
        seat=fighter.seat, fighter=fighter.id, what="fragments", roll=rolled.total, success=good,
        target=number,
    )  # fmt: skip
    if not good:
        return
    count = 1 + max(0, number - rolled.total) // 3
    flies = Fragment(
        fighter=fighter.id, dice=each, behind=task.behind, burst_at=task.burst_at
    )  # fmt: skip
    then += [flies] * count


def fragment(state: State, task: Fragment, dice: Dice) -> Iterator[Outcome]:
    """One fragment: a random location, cutting damage; cover of that location stops it (4.15)."""
    fighter = state.fighters[task.fighter]
    yield (hurt := dice.roll(Ask("hit location", 3, 6), Ask("fragment", task.dice, 6)))
    place = state.book.tables.location_at(sum(hurt.faces[0]), fighter.body.limbs)
    location, basic = place.name, sum(hurt.faces[1])
    if place.name in locations.SIDED:
        location = yield from locations.sided(place.name, dice)
    start = task.burst_at
    cover = None if start is None else sight.screen(state, start, fighter, location)
    if start is not None and cover is not None:
        damage = Damage(dice=task.dice, type="cut")
        yield HitLocated(target=fighter.id, location=location, cover=cover.id)
        yield from structures.struck(state, cover, start, fighter.at, damage, basic, dice)
        yield TaskDone()
        return
    armour = fighter.numbers.dr_at(location)
    shield = lying_on_it(state, task.behind)
    dr = armour.dr + place.dr + shield
    points = wounds.injury(
        state.book.tables, fighter, "cut", location, max(0, basic - dr), tight=False
    ) or wounds.blunt(armour, "cut", min(basic, dr) - shield)
    yield DamageRolled(target=fighter.id, basic=basic, type="cut")
    yield from injuries.injured(fighter, location, dr, max(0, basic - dr), points)
    if points:
        yield from injuries.steady(state, fighter, dice)
    yield TaskDone(then=tuple(injuries.consequences(fighter, location, points)))


def _afflicted(
    state: State, task: Engulfed, fighter: Fighter, weapon: Weapon, dice: Dice
) -> Iterator[Outcome]:
    """HT or be afflicted; what dissipates gives a bonus instead of less damage (DI-04)."""
    if fighter.body.nature != "living" or not fighter.acts or task.cover:
        yield TaskDone()
        return
    bonus = int(task.divisor) if weapon.line.dissipates else 0
    yield (rolled := three(dice, f"{fighter.title}: HT to resist"))
    target = fighter.numbers.ht + hampered(state, fighter, "ht") + weapon.damage.resist + bonus
    event = success(fighter, "HT, to resist", rolled.total, target)
    yield event
    if not event.success:
        if weapon.damage.affliction == "stunned":
            yield FighterChanged(fighter=fighter.id, change="stunned")
        else:
            yield FighterChanged(
                fighter=fighter.id,
                change="afflicted",
                word=weapon.damage.affliction,
                number=state.second + 5,
            )
    yield TaskDone()
