"""Sprays and suppression fire as they are declared: what is forbidden is refused (3.8, 3.9)."""

from itertools import pairwise
from math import ceil

from domain.hexes import Hex, distance
from domain.refusals import Refused
from domain.systems.ranged import rules, sight, suppression
from domain.systems.ranged.attacks import (
    check_range,
    check_shots,
    check_skill,
    target_of,
    usable,
    with_rate,
)
from domain.systems.ranged.commands import Spray, Suppress
from domain.systems.ranged.forms import Attack, Zone
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import AnyTask, Shoot, Traverse
from domain.systems.ranged.weapons import Weapon

SPRAY_ANGLE = 30


def wasted_between(state: State, weapon: Weapon, start: Hex, end: Hex) -> int:
    """Return the shots that traversing wastes: one a yard between, two for fast guns (SP-05)."""
    fast = int(state.choices.get("spray_fast_from_rof", 17))
    return (distance(start, end) - 1) * (2 if weapon.rof.shots >= fast else 1)


def sprayed(state: State, fighter: Fighter, command: Spray) -> tuple[Item, tuple[AnyTask, ...]]:
    """Return the attacks of a spray in their order, with what is wasted between them (3.8)."""
    item, weapon = usable(state, fighter, command.weapon)
    if command.manoeuvre == "move_and_attack":
        raise Refused("wrong_maneuver", rules.S_2_2)
    if weapon.deferred or weapon.rof.shots < 5:
        raise Refused("spray_needs_rof5", rules.SP_01, rof=weapon.rof.shots)
    targets = [target_of(state, fighter, burst.target) for burst in command.bursts]
    if len(targets) < 2 or len({one.id for one in targets}) < len(targets):
        raise Refused("one_target", rules.SP_01)
    if any(burst.shots < 1 for burst in command.bursts):
        raise Refused("no_shots_at_target", rules.SP_04)
    gaps = [
        max(0, wasted_between(state, weapon, one.at, other.at)) for one, other in pairwise(targets)
    ]
    planned = sum(burst.shots for burst in command.bursts)
    if planned + sum(gaps) > weapon.rof.shots:
        raise Refused("exceeds_rof", rules.SP_05, shots=planned + sum(gaps), rof=weapon.rof.shots)
    if planned + sum(gaps) < 5:
        raise Refused("spray_needs_rof5", rules.SP_01, shots=planned + sum(gaps))
    check_shots(item, weapon, planned + sum(gaps))
    _check_sweep(fighter, targets)
    tasks: list[AnyTask] = []
    for n, (target, burst) in enumerate(zip(targets, command.bursts, strict=True)):
        attack = Attack(
            attacker=fighter.id, weapon=item.id, target=target.id, shots=burst.shots,
            location="torso", cover="random", recoil_plus=n, manoeuvre=command.manoeuvre,
        )  # fmt: skip
        attack = with_rate(state, attack, weapon)
        check_range(state, attack, fighter, weapon)
        if sight.shelter_from(state, fighter, target).concealed:
            raise Refused("cannot_see_target", rules.CV_02, target=target.title)
        check_skill(state, attack)
        tasks.append(Shoot(attack=attack))
        if n < len(gaps) and gaps[n]:
            tasks.append(Traverse(attack=attack, end=targets[n + 1].at, shots=gaps[n]))
    return item, tuple(tasks)


def _check_sweep(fighter: Fighter, targets: list[Fighter]) -> None:
    """Within thirty degrees, and from one side to the other (SP-02, SP-03, R-20)."""
    first = sight.bearing(fighter.at, targets[0].at)
    turns = [sight.turn_between(first, sight.bearing(fighter.at, one.at)) for one in targets]
    if max(turns) - min(turns) > SPRAY_ANGLE + 1e-9:
        raise Refused("outside_spray_arc", rules.SP_02, degrees=ceil(max(turns) - min(turns)))
    if turns not in (sorted(turns), sorted(turns, reverse=True)):
        raise Refused("spray_order", rules.SP_03)


def suppressed(state: State, fighter: Fighter, command: Suppress) -> tuple[Item, tuple[Zone, ...]]:
    """Return the zones of suppression fire, or refuse them (3.9)."""
    item, weapon = usable(state, fighter, command.weapon)
    if weapon.rof.shots < 5 or weapon.deferred:
        raise Refused("suppression_needs_rof5", rules.SU_01, rof=weapon.rof.shots)
    if not command.zones:
        raise Refused("zone_needs_5_shots", rules.SU_05, shots=0)
    if len(command.zones) > 1 and weapon.rof.shots < 10:
        raise Refused("zones_need_rof10", rules.SU_05, rof=weapon.rof.shots)
    if any(zone.shots < 5 for zone in command.zones):
        least = min(zone.shots for zone in command.zones)
        raise Refused("zone_needs_5_shots", rules.SU_05, shots=least)
    for one, other in pairwise(command.zones):
        if not suppression.adjacent(one.centre, other.centre):
            raise Refused("zones_not_adjacent", rules.SU_05)
    check_shots(item, weapon, sum(zone.shots for zone in command.zones))
    most = weapon.most.yards_for(fighter.numbers.st, 0)
    for zone in command.zones:
        if distance(*zone.centre) != 1:
            raise Refused("zone_centre", rules.SU_03)
        if max(distance(fighter.at, at) for at in zone.centre) > most:
            raise Refused("out_of_range", rules.SU_03, at_most=most)
    aim = fighter.aim
    aimed = aim.seconds if aim is not None and aim.item == item.id else 0
    return item, tuple(
        Zone(
            id=f"zone {state.moment} {n}", by=fighter.id, item=item.id, centre=zone.centre,
            shots=zone.shots, left=zone.shots, aimed=aimed,
        )
        for n, zone in enumerate(command.zones)
    )  # fmt: skip
