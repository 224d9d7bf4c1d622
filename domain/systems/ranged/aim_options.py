"""Aiming, designating, launching and steering on offer (2.2, 3.18 to 3.20)."""

from collections.abc import Iterator
from typing import Any

from domain.options import Choice, Option, Pick
from domain.refusals import Refused
from domain.systems.ranged import attacks, bracing, missiles, movement, sight, step_options
from domain.systems.ranged.attack_options import enemies, nearest
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.weapons import Weapon
from domain.systems.ranged.words import hex_title


def aims(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield an Aim with each weapon, and what steers or launches a missile."""
    if fighter.netted:
        return
    ways, risings = (
        tuple(step_options.ways(state, fighter)), tuple(step_options.risings(state, fighter))
    )  # fmt: skip
    for item in fighter.items.values():
        weapon = state.weapon(item)
        projectile = state.projectiles.get(item.id)
        if projectile is not None and projectile.by == fighter.id and weapon.line.kind == "guided":
            if not projectile.arrived and fighter.affliction != "retching":
                steers = Option(
                    command="concentrate", title=f"{fighter.title}: steer the {weapon.title}",
                    rule="GU-07", fixed={"fighter": fighter.id, "weapon": item.id},
                )  # fmt: skip
                paths = tuple(way.choice for way in ways)
                yield step_options.stepping(steers, paths, movement.stances(fighter))
            continue
        if item.at != "hand":
            continue
        try:
            attacks.usable(state, fighter, item.id)
        except Refused:
            continue
        if weapon.blade or (weapon.shots.thrown and not item.armed):
            continue
        seen = [one for one in enemies(state, fighter) if sight.sees(state, fighter, one)]
        if seen:
            targets = tuple(Choice(one.id, one.title) for one in seen)
            yield Option(
                command="aim_at", title=f"{fighter.title}: aim the {weapon.title}", rule="S-4.4",
                fixed={"fighter": fighter.id, "weapon": item.id},
                fields=(
                    Pick(path=("target",), title="at", choices=targets),
                    *_hold(fighter, item, weapon),
                ),
            )  # fmt: skip
        yield from _stepping(state, fighter, item, weapon, (*ways, *risings))
        if seen and weapon.area and not weapon.deferred:
            yield _at_ground(state, fighter, item, weapon)
        yield from _designations(fighter, item, seen)
        yield from _launches(state, fighter, item, weapon, seen)
        if weapon.line.kind == "guided" and item.loaded and fighter.affliction != "retching":
            yield from _stepping_launches(state, fighter, item, weapon, ways)


def _hold(fighter: Fighter, item: Item, weapon: Weapon) -> Iterator[Pick]:
    """Yield the choice to brace a pistol with both hands, which shows more of him (4.4)."""
    try:
        bracing.check_both_hands(fighter, item, weapon)
    except Refused:
        return
    one, both = Choice(value=False, title="one"), Choice(value=True, title="both: braced, +1")
    yield Pick(path=("both_hands",), title="hands", choices=(one, both))


def _stepping(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, ways: tuple[step_options.Way, ...]
) -> Iterator[Option]:
    """Yield an Aim at each of the nearest enemies after a step, or after kneeling."""
    fixed = {"fighter": fighter.id, "weapon": item.id}
    for enemy in nearest(state, fighter):
        seeing = [way for way in ways if sight.sees(state, way.fighter, enemy)]
        paths = tuple(way.choice for way in seeing if way.path)
        if paths:
            yield Option(
                command="aim_at", rule="S-2.2", fixed={**fixed, "target": enemy.id},
                title=f"{fighter.title}: step and aim the {weapon.title} at {enemy.title}",
                fields=(Pick(path=("path",), title="step", choices=paths),),
            )  # fmt: skip
        for way in seeing:
            if way.stance:
                verb = step_options.VERBS[way.stance]
                yield Option(
                    command="aim_at", rule="S-2.2",
                    title=f"{fighter.title}: {verb} and aim the {weapon.title} at {enemy.title}",
                    fixed={**fixed, "target": enemy.id, "stance": way.stance},
                )  # fmt: skip


def _at_ground(state: State, fighter: Fighter, item: Item, weapon: Weapon) -> Option:
    """Return an Aim at the ground under each enemy, for what may attack it (AA-01)."""
    return Option(
        command="aim_at", title=f"{fighter.title}: aim the {weapon.title} at the ground",
        rule="AA-01", fixed={"fighter": fighter.id, "weapon": item.id},
        fields=(Pick(path=("at",), title="hex", choices=tuple(
            Choice(list(one.at), f"{hex_title(one.at)} ({one.title})")
            for one in enemies(state, fighter)
        )),),
    )  # fmt: skip


BEAM = 1511


def _designations(fighter: Fighter, item: Item, seen: list[Fighter]) -> Iterator[Option]:
    if "Forward Observer" not in fighter.numbers.skills or not seen:
        return
    yield Option(
        command="aim_at", title=f"{fighter.title}: designate with a beam", rule="SA-04",
        fixed={"fighter": fighter.id, "weapon": item.id, "code": BEAM},
        fields=(Pick(path=("target",), title="target", choices=tuple(
            Choice(one.id, one.title) for one in seen
        )),),
    )  # fmt: skip


def _launches(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, seen: list[Fighter]
) -> Iterator[Option]:
    if not weapon.deferred or not item.loaded or fighter.affliction == "retching":
        return
    fixed: dict[str, Any] = {"fighter": fighter.id, "weapon": item.id}
    if weapon.line.kind == "guided":
        far = [
            one for one in seen
            if missiles.speed_of(weapon) < missiles.yards_to(fighter, one) <= weapon.most.yards
        ]  # fmt: skip
        if far:
            yield Option(
                command="concentrate", title=f"{fighter.title}: launch the {weapon.title}",
                rule="GU-07", fixed=fixed,
                fields=(Pick(path=("target",), title="at", choices=tuple(
                    Choice(one.id, one.title) for one in far
                )),),
            )  # fmt: skip
        return
    yield from _homing(state, fighter, item, weapon)


def _stepping_launches(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, ways: tuple[step_options.Way, ...]
) -> Iterator[Option]:
    """Yield a launch at each of the nearest far enemies after a step."""
    speed = missiles.speed_of(weapon)
    for enemy in nearest(state, fighter):
        paths = tuple(
            way.choice for way in ways
            if speed < missiles.yards_to(way.fighter, enemy) <= weapon.most.yards
            and sight.sees(state, way.fighter, enemy)
        )  # fmt: skip
        if paths:
            yield Option(
                command="concentrate", rule="GU-07",
                title=f"{fighter.title}: step and launch the {weapon.title} at {enemy.title}",
                fixed={"fighter": fighter.id, "weapon": item.id, "target": enemy.id},
                fields=(Pick(path=("path",), title="step", choices=paths),),
            )  # fmt: skip


def _homing(state: State, fighter: Fighter, item: Item, weapon: Weapon) -> Iterator[Option]:
    """Yield what fires by a Ready: at what is locked on, or lit by a beam (HO-05, SA-01)."""
    aim = fighter.aim
    for one in enemies(state, fighter):
        locked = aim is not None and aim.item == item.id and aim.target == one.id
        lit = missiles.designating(state, one.id, BEAM) is not None
        sees = sight.sees(state, fighter, one) or state.rulings.lock_unseen
        homing = weapon.line.kind == "homing"
        if (homing and locked and sees) or (not homing and lit):
            yield Option(
                command="ready", title=f"{fighter.title}: fire the {weapon.title} at {one.title}",
                rule="HO-05",
                fixed={
                    "fighter": fighter.id, "deed": "fire_homing", "item": item.id,
                    "target": one.id, "code": 0 if homing else BEAM,
                },
            )  # fmt: skip
