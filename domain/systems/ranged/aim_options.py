"""Aiming, designating, launching and steering on offer (2.2, 3.18 to 3.20)."""

from collections.abc import Iterator
from typing import Any

from domain.options import Choice, Option, Pick
from domain.refusals import Refused
from domain.systems.ranged import attacks, missiles, sight
from domain.systems.ranged.attack_options import enemies
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.weapons import Weapon
from domain.systems.ranged.words import hex_title


def aims(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield an Aim with each weapon, and what steers or launches a missile."""
    if fighter.netted:
        return
    for item in fighter.items.values():
        weapon = state.weapon(item)
        projectile = state.projectiles.get(item.id)
        if projectile is not None and projectile.by == fighter.id and weapon.line.kind == "guided":
            if not projectile.arrived and fighter.affliction != "retching":
                yield Option(
                    command="concentrate", title=f"{fighter.title}: steer the {weapon.title}",
                    rule="GU-07", fixed={"fighter": fighter.id, "weapon": item.id},
                )  # fmt: skip
            continue
        if item.at != "hand":
            continue
        try:
            attacks.usable(state, fighter, item.id)
        except Refused:
            continue
        if weapon.shots.thrown and not item.armed:
            continue
        seen = [one for one in enemies(state, fighter) if sight.sees(state, fighter, one)]
        if seen:
            yield Option(
                command="aim_at", title=f"{fighter.title}: aim the {weapon.title}", rule="S-4.4",
                fixed={"fighter": fighter.id, "weapon": item.id},
                fields=(Pick(path=("target",), title="at", choices=tuple(
                    Choice(one.id, one.title) for one in seen
                )),),
            )  # fmt: skip
        if seen and weapon.area and not weapon.deferred:
            yield _at_ground(state, fighter, item, weapon)
        yield from _designations(fighter, item, seen)
        yield from _launches(state, fighter, item, weapon, seen)


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
