"""Who may fire what at whom, and how a target is seen: columns, shifts, refusals (3.7, 4.1)."""

from typing import NamedTuple

from domain.names import ShipId
from domain.plane import CM, Point, nearest_in, squared_distance, within
from domain.refusals import Refused
from domain.systems.gothic import rules
from domain.systems.gothic.commands import Fire
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.ships import MountSheet
from domain.systems.gothic.sight import (
    can_hit,
    markers_in_reach,
    nearest_targets,
    quadrants,
    refuse_unseen,
    through_blasts,
)
from domain.systems.gothic.squadrons import guns_halved, own_strength, together
from domain.systems.gothic.state import State
from domain.systems.gothic.tables import halved
from domain.systems.gothic.tasks import Gun

ASPECTS = {"front": "closing", "rear": "moving_away", "port": "abeam", "starboard": "abeam"}


CAPITAL = {"defences": 0, "closing": 1, "moving_away": 2, "abeam": 3}


ESCORT = {"defences": 0, "closing": 2, "moving_away": 3, "abeam": 4}


def column_of(unit: Unit, aspect: str) -> int:
    """Return the column of an aspect, before shifts (4.1)."""
    return (ESCORT if unit.plan.type == "escort" else CAPITAL)[aspect]


def aspect_of(state: State, unit: Unit, place: Point) -> str:
    """Return how *unit* is seen from *place*; on a line, the easier to hit (1.1)."""
    still = (
        unit.moved_length is not None and unit.moved_length < state.book.numbers.stationary_cm * CM
    )
    if unit.plan.defence or still:
        return "defences"
    seen = {ASPECTS[one] for one in quadrants(unit, place)}
    return min(seen, key=lambda one: column_of(unit, one))


def shifts_of(state: State, unit: Unit, place: Point, target: Unit | None) -> int:
    """Return the shift of the column: range, blast markers (once), low orbit (4.1, 6.5)."""
    table = state.book.gunnery
    shift = 0
    if within(unit.at, place, table.close_range_cm * CM):
        shift -= 1
    elif not within(unit.at, place, table.long_range_cm * CM) and not unit.plan.no_long_range_shift:
        shift += 1
    touched = state.touching(unit) or (target is not None and state.touching(target))
    shift += bool(touched) or through_blasts(state, unit.at, place)
    return shift + (state.in_band(unit.at) or state.in_band(place))


def full_strength(state: State, unit: Unit, mount: MountSheet) -> int:
    """Return what a mount fires with: its unit's damage and its order halve it."""
    strength = own_strength(unit, mount.strength)
    return halved(strength) if guns_halved(state, unit) else strength


def left(state: State, unit: Unit, mount: MountSheet) -> int:
    """Return what a mount has not fired yet this turn."""
    return max(0, full_strength(state, unit, mount) - unit.fired.get(mount.id, 0))


class Aimed(NamedTuple):
    """A gun that may fire, and the unit of the target that it is aimed at (None: a marker)."""

    unit: Unit
    mount: MountSheet
    gun: Gun
    at: Unit | None


def checked(state: State, command: Fire) -> list[Aimed]:
    """Refuse a volley that the rules forbid; return its guns."""
    if not command.guns:
        raise Refused("no_guns", rules.SH_1)
    if len({(gun.unit, gun.mount) for gun in command.guns}) != len(command.guns):
        raise Refused("mount_twice", rules.SH_1)
    group = together(state, command.shooter) if command.shooter in state.squadrons else ()
    aimed = [_checked(state, command, gun, group) for gun in command.guns]
    if command.shooter in state.squadrons and command.target in state.squadrons:
        _refuse_mixed_aspects(state, command, aimed)
    return aimed


def _checked(state: State, command: Fire, gun: Gun, group: tuple[Unit, ...]) -> Aimed:
    unit, mount = _mounted(state, command, gun, group)
    refuse_idle(unit)
    if not unit.working(mount):
        raise Refused("mount_damaged", rules.SH_1, mount=mount.id.replace("_", " "))
    rest = left(state, unit, mount)
    if rest <= 0 or (gun.strength is None and mount.id in unit.fired):
        raise Refused("mount_fired", rules.SH_1, mount=mount.id.replace("_", " "))
    if (mount.id, command.target) in unit.shot_at:
        raise Refused("split_at_same_target", rules.SH_7)
    if gun.strength is not None and not 1 <= gun.strength <= rest:
        raise Refused("not_so_strong", rules.SH_7, most=rest)
    return _aimed(state, command, unit, mount, gun)


def _mounted(
    state: State, command: Fire, gun: Gun, group: tuple[Unit, ...]
) -> tuple[Unit, MountSheet]:
    unit = state.units.get(gun.unit)
    if unit is None or not unit.active or unit.side != state.side:
        raise Refused("no_such_unit", rules.SH_1)
    mount = unit.plan.mount.get(gun.mount)
    if mount is None or mount.kind not in {"battery", "lance"}:
        raise Refused("no_such_mount", rules.SH_1)
    alone = command.shooter == unit.id and (not unit.squadron or _out(state, unit))
    if not alone and unit.id not in {one.id for one in group}:
        raise Refused("out_of_formation", rules.SQ_5)
    return unit, mount


def _out(state: State, unit: Unit) -> bool:
    return unit.id not in {one.id for one in together(state, unit.squadron)}


def refuse_idle(unit: Unit) -> None:
    """Refuse what a ship may not do that boards, lands, is grappled, or failed to disengage."""
    if unit.escaping:
        raise Refused("disengage_failed", rules.MV_10)
    if unit.boarding is not None or unit.grappled:
        raise Refused("boarding", rules.BO_1)
    if unit.landing:
        raise Refused("landed", rules.LANDING)


def _aimed(state: State, command: Fire, unit: Unit, mount: MountSheet, gun: Gun) -> Aimed:
    target = command.target
    if target in state.markers or target in state.areas:
        return _aimed_at_marker(state, command, unit, mount, gun)
    members = _targets(state, unit, target)
    can = [one for one in members if can_hit(state, unit, mount, one)]
    if not can:
        nearest = next(state.nearest(unit.at, members))
        refuse_unseen(state, unit, mount, nearest.at, nearest.id)
        raise Refused("out_of_arc", rules.SH_1)
    if command.aspect:
        can = [one for one in can if eligible(state, unit, one, command.aspect)]
        if not can:
            raise Refused("aspect_choice", rules.SQ_9, aspect=command.aspect)
    elif len({aspect_of(state, one, unit.at) for one in can}) > 1:
        raise Refused("aspect_choice", rules.SQ_9)
    _refuse_farther(state, unit, mount, target)
    return Aimed(unit, mount, gun, next(state.nearest(unit.at, tuple(can))))


def eligible(state: State, shooter: Unit, target: Unit, aspect: str) -> bool:
    """Tell whether a member is as easy to hit as those of the chosen aspect, or easier (SQ-9)."""
    seen = column_of(target, aspect_of(state, target, shooter.at))
    return aspect in CAPITAL and seen <= column_of(target, aspect)


def _targets(state: State, unit: Unit, target: str) -> tuple[Unit, ...]:
    if target in state.squadrons:
        members = state.members(target)
    else:
        one = state.units.get(ShipId(target))
        members = (one,) if one is not None and one.on_table and not one.squadron else ()
        if one is not None and one.hulk:
            members = (one,)
    if not members or members[0].side == unit.side:
        raise Refused("no_such_target", rules.SH_1)
    return members


def _aimed_at_marker(state: State, command: Fire, unit: Unit, mount: MountSheet, gun: Gun) -> Aimed:
    target = command.target
    if target in state.areas:
        area = state.areas[target]
        if area.kind != "minefield" or area.side == unit.side:
            raise Refused("no_such_target", rules.MI_5)
        refuse_unseen(state, unit, mount, nearest_in(unit.at, area.bounds), target)
        return Aimed(unit, mount, gun, None)
    marker = state.markers[target]
    if marker.side == unit.side:
        raise Refused("no_such_target", rules.SH_5)
    refuse_unseen(state, unit, mount, marker.at, target)
    first = markers_in_reach(state, unit, mount)[0]
    nearer = squared_distance(unit.at, first.at) < squared_distance(unit.at, marker.at)
    if nearer and _tested(state, unit):
        raise Refused("not_nearest", rules.SH_2, nearest=first.title)
    return Aimed(unit, mount, gun, None)


def _tested(state: State, unit: Unit) -> bool:
    """Tell whether the nearest target must be taken."""
    return unit.priority != "passed" and state.option("target_priority") != "no"


def _refuse_farther(state: State, unit: Unit, mount: MountSheet, target: str) -> None:
    if _tested(state, unit):
        nearest = nearest_targets(state, unit, mount)
        if nearest and target not in nearest:
            raise Refused("not_nearest", rules.SH_2, nearest=state.title(nearest[0]))


def _refuse_mixed_aspects(state: State, command: Fire, aimed: list[Aimed]) -> None:
    seen = {aspect_of(state, one.at, one.unit.at) for one in aimed if one.at is not None}
    if not command.aspect and len(seen) > 1:
        raise Refused("aspect_choice", rules.SQ_9)
