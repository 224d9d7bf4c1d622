"""Who can hit whom: range, arc, line of sight, the nearest target (SH-1, SH-2)."""

from domain.plane import (
    CM,
    DEGREE,
    EPS,
    Point,
    bearing,
    crosses,
    distance,
    near_segment,
    nearest_in,
    off,
    relative,
    squared_distance,
    within,
)
from domain.refusals import Refused
from domain.systems.gothic import rules
from domain.systems.gothic.pieces import Marker, Unit
from domain.systems.gothic.refusal import legal
from domain.systems.gothic.ships import BLAST_BASE, QUADRANTS, MountSheet, Quadrant
from domain.systems.gothic.state import State

GROUND_NORMAL = 0
"""The surface of a planet is the table's edge y = 0: its outward normal is north."""


def quadrants(unit: Unit, place: Point) -> tuple[Quadrant, ...]:
    """Return the quadrants of *unit* in which *place* lies: two, on the line between them."""
    direction = relative(unit.heading, bearing(unit.at, place))
    return tuple(
        name
        for name, middle in QUADRANTS.items()
        if off(direction, middle * DEGREE) <= 45 * DEGREE + EPS
    )


def armour(unit: Unit, place: Point) -> int:
    """Return the armour that faces *place*; on a line, the attacker chooses the weaker."""
    plan = unit.plan
    facing = quadrants(unit, place)
    return min(plan.armour_front if one == "front" else plan.armour_other for one in facing)


def facing_of(unit: Unit, place: Point) -> Quadrant:
    """Return the side of *unit* that faces *place*; on a line, the one with the weaker armour."""
    plan = unit.plan
    return min(
        quadrants(unit, place),
        key=lambda one: plan.armour_front if one == "front" else plan.armour_other,
    )


def bearing_from(unit: Unit, place: Point) -> int:
    """Return where *place* lies, relative to a unit's heading."""
    return relative(unit.heading, bearing(unit.at, place))


def bears(unit: Unit, mount: MountSheet, place: Point) -> bool:
    """Tell whether a mount bears on *place* (PD-3, PD-4, SH-1)."""
    direction = bearing(unit.at, place)
    ground = unit.plan.category == "ground"
    return mount.bears(relative(GROUND_NORMAL if ground else unit.heading, direction))


def in_range(unit: Unit, mount: MountSheet, place: Point) -> bool:
    """Tell whether a mount reaches *place*."""
    return within(unit.at, place, mount.range_cm * CM)


def blocked(state: State, start: Point, end: Point, but: tuple[str, ...] = ()) -> str:
    """Return what blocks a line of sight: a hulk, a minefield, terrain; or nothing."""
    seen, line = state.lines_seen, (start, end, but)
    if line not in seen:
        seen[line] = _blocked(state, start, end, but)
    return seen[line]


def _blocked(state: State, start: Point, end: Point, but: tuple[str, ...]) -> str:
    for unit in state.on_table:
        if (
            unit.hulk
            and unit.id not in but
            and near_segment(unit.at, start, end, unit.plan.radius - 2 * EPS)
        ):
            return unit.id
    for area in state.areas.values():
        if area.id in but:
            continue
        disc = area.kind == "planet"
        if disc and near_segment(area.centre, start, end, area.radius - 2 * EPS):
            return area.id
        if not disc and crosses(start, end, area.bounds):
            return area.id
    return ""


def can_hit(state: State, unit: Unit, mount: MountSheet, target: Unit) -> bool:
    """Tell whether a mount can legally hit a unit, whatever it has fired already."""
    return (
        in_range(unit, mount, target.at)
        and bears(unit, mount, target.at)
        and not too_high(state, unit, target.at)
        and not blocked(state, unit.at, target.at, (unit.id, target.id))
    )


def too_high(state: State, unit: Unit, place: Point) -> bool:
    """Tell whether a ground battery cannot reach so high (R26)."""
    return unit.plan.category == "ground" and place.y > state.band + EPS


def in_reach(state: State, unit: Unit, mount: MountSheet) -> tuple[Unit, ...]:
    """Return the enemies that a mount can hit, the nearest first."""
    found = [one for one in state.enemies(unit.side) if can_hit(state, unit, mount, one)]
    return tuple(state.nearest(unit.at, tuple(found)))


def hulks_in_reach(state: State, unit: Unit, mount: MountSheet) -> tuple[Unit, ...]:
    """Return the hulks of others that a mount can hit (DM-7)."""
    hulks = (one for one in state.on_table if one.hulk and one.side != unit.side)
    return tuple(one for one in hulks if can_hit(state, unit, mount, one))


def fields_in_reach(state: State, unit: Unit, mount: MountSheet) -> tuple[str, ...]:
    """Return the minefields of others that a mount can hit (MI-5)."""
    return tuple(
        area.id
        for area in state.areas.values()
        if area.kind == "minefield"
        and area.side != unit.side
        and legal(refuse_unseen, state, unit, mount, nearest_in(unit.at, area.bounds), area.id)
    )


def nearest_targets(state: State, unit: Unit, mount: MountSheet) -> tuple[str, ...]:
    """Return the ships, squadrons and defences that are nearest to a mount; several in a tie."""
    reach = in_reach(state, unit, mount)
    if not reach:
        return ()
    least = squared_distance(unit.at, reach[0].at)
    tied = [one for one in reach if squared_distance(unit.at, one.at) == least]
    return tuple(dict.fromkeys(state.subject(one) for one in tied))


def markers_in_reach(state: State, unit: Unit, mount: MountSheet) -> tuple[Marker, ...]:
    """Return the enemy ordnance that a mount can hit, the nearest first."""
    found = [
        marker
        for marker in state.markers.values()
        if marker.side != unit.side
        and in_range(unit, mount, marker.at)
        and bears(unit, mount, marker.at)
        and not too_high(state, unit, marker.at)
        and not blocked(state, unit.at, marker.at, (unit.id,))
    ]
    return tuple(sorted(found, key=lambda marker: squared_distance(unit.at, marker.at)))


def refuse_unseen(state: State, unit: Unit, mount: MountSheet, place: Point, target: str) -> None:
    """Refuse fire at *place* that a mount cannot reach, with the numbers (SH-1)."""
    if too_high(state, unit, place):
        raise Refused("low_orbit", rules.LANDING, y_cm=_cm(place.y), most_cm=_cm(state.band))
    if not in_range(unit, mount, place):
        far = distance(unit.at, place)
        raise Refused("out_of_range", rules.SH_1, range_cm=_cm(far), most_cm=mount.range_cm)
    if not bears(unit, mount, place):
        seen = relative(unit.heading, bearing(unit.at, place))
        raise Refused(
            "out_of_arc", rules.SH_1, bearing=f"{seen / DEGREE:.3f}", arcs=", ".join(mount.arcs)
        )
    if (by := blocked(state, unit.at, place, (unit.id, target))) != "":
        raise Refused("no_line_of_sight", rules.SH_1, blocked_by=state.title(by))


def _cm(length: int) -> str:
    return f"{length / CM:.3f}".rstrip("0").rstrip(".")


def through_blasts(state: State, start: Point, end: Point) -> bool:
    """Tell whether a line of fire crosses a blast marker."""
    return any(near_segment(at, start, end, BLAST_BASE) for at in state.blasts.values())
