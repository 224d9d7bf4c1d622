"""Attacks on the move on offer: after a step, a run, or kneeling down (2.2)."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.hexes import Hex
from domain.options import Option, Pick
from domain.refusals import Refused
from domain.systems.ranged import attacks as rules_of_attack
from domain.systems.ranged import movement, sight, step_options
from domain.systems.ranged.attack_options import Armed, chance, nearest
from domain.systems.ranged.commands import AttackManoeuvre, AttackWith
from domain.systems.ranged.forms import FACINGS, Stance
from domain.systems.ranged.state import Fighter, State


def moving(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield attacks on the nearest enemies after a step, and after a run straight ahead."""
    near = nearest(state, fighter)
    armed = [one for one in _fit(state, fighter) if not one.weapon.deferred]
    if not armed:
        return
    points = movement.move_points(state, fighter)
    forward = tuple(
        path for path in _straight(state, fighter, points // 2) if _ahead(fighter, path)
    )
    runs: tuple[tuple[AttackManoeuvre, tuple[_Way, ...]], ...] = (
        ("attack", _ended(state, fighter, step_options.ways(state, fighter))),
        ("determined", _ended(state, fighter, _walked(state, fighter, forward))),
        ("move_and_attack", _ended(
            state, fighter, _walked(state, fighter, _straight(state, fighter, points))
        )),
    )  # fmt: skip
    risen = _ended(state, fighter, step_options.risings(state, fighter))
    for one in armed:
        for enemy in near:
            for manoeuvre, ways in runs if enemy is near[0] else (runs[0], runs[2]):
                yield from _moving(one, enemy, manoeuvre, ways)
            for way in risen:
                yield from _rising(one, enemy, way)


def _fit(state: State, fighter: Fighter) -> Iterator[Armed]:
    """Yield the weapons in hand that can fire now, whoever is the target."""
    for item in fighter.held():
        armed = Armed(state, fighter, item, state.weapon(item))
        try:
            rules_of_attack.fit(state, fighter, item.id, armed.least)
        except Refused:
            continue
        yield armed


class _Way(NamedTuple):
    """A path or a stance, and how everything stands at its end."""

    path: tuple[Hex, ...]
    stance: Stance
    fighter: Fighter
    state: State


def _ended(state: State, fighter: Fighter, ways: Iterable[step_options.Way]) -> tuple[_Way, ...]:
    """Return ways that may be gone, with the state at the end of each."""
    if any(item.mounted for item in fighter.held()):
        return ()
    return tuple(
        _Way(way.path, way.stance, way.fighter, state.with_fighter(way.fighter)) for way in ways
    )


def _walked(
    state: State, fighter: Fighter, paths: Iterable[tuple[Hex, ...]]
) -> Iterator[step_options.Way]:
    for path in paths:
        yield step_options.Way(path, "", movement.arrived(state, fighter, path))


def _straight(state: State, fighter: Fighter, yards: int) -> Iterator[tuple[Hex, ...]]:
    """Yield the legal runs straight ahead, one in each direction."""
    for way in FACINGS:
        path = tuple(
            Hex(fighter.at.q + way.q * n, fighter.at.r + way.r * n) for n in range(1, yards + 1)
        )
        try:
            movement.check_path(state, fighter, path, yards)
        except Refused:
            continue
        yield path


def _ahead(fighter: Fighter, path: tuple[Hex, ...]) -> bool:
    """Tell whether a run leads forward, as that of an All-Out Attack must."""
    return sight.to_side(fighter.facing, fighter.at, path[-1]) == "front"


VERBS: dict[AttackManoeuvre, str] = {
    "attack": "step and attack", "determined": "run forward and All-Out Attack",
    "move_and_attack": "Move and attack",
}  # fmt: skip


def _moving(
    armed: Armed, enemy: Fighter, manoeuvre: AttackManoeuvre, ways: tuple[_Way, ...]
) -> Iterator[Option]:
    plainest = _at_random(armed, enemy, manoeuvre)
    choices = tuple(
        step_options.path_choice(way.path, f": {chance(number)}")
        for way in ways if (number := _number(armed, plainest, way)) is not None
    )  # fmt: skip
    if choices:
        what = f"{VERBS[manoeuvre]} {enemy.title} with the {armed.weapon.title}"
        yield Option(
            command="attack_with", title=f"{armed.fighter.title}: {what}", rule="S-2.2",
            fixed=_fixed(plainest),
            fields=(Pick(path=("path",), title="path", choices=choices),),
        )  # fmt: skip


def _rising(armed: Armed, enemy: Fighter, way: _Way) -> Iterator[Option]:
    """Yield the attack after kneeling or standing up in the place of a step."""
    plainest = _at_random(armed, enemy, "attack")
    number = _number(armed, plainest, way)
    if number is not None:
        verb = step_options.VERBS[way.stance]
        what = f"{verb} and attack {enemy.title} with the {armed.weapon.title}"
        yield Option(
            command="attack_with", title=f"{armed.fighter.title}: {what} ({chance(number)})",
            rule="S-2.2", fixed={**_fixed(plainest), "stance": way.stance},
        )  # fmt: skip


def _at_random(armed: Armed, enemy: Fighter, manoeuvre: AttackManoeuvre) -> AttackWith:
    return replace(armed.against(enemy.id), location="random", cover="random", manoeuvre=manoeuvre)


def _fixed(command: AttackWith) -> dict[str, Any]:
    return {
        "fighter": command.fighter, "weapon": command.weapon, "target": command.target,
        "shots": command.shots, "location": command.location, "cover": command.cover,
        "manoeuvre": command.manoeuvre,
    }  # fmt: skip


def _number(armed: Armed, command: AttackWith, way: _Way) -> int | None:
    """Return the number to roll for an attack at the end of a way, None if it may not be made."""
    try:
        attack = rules_of_attack.prepared(way.state, way.fighter, armed.item, armed.weapon, command)
        rules_of_attack.check_target(way.state, attack, way.fighter, armed.weapon)
        return rules_of_attack.check_skill(way.state, attack)
    except Refused:
        return None
