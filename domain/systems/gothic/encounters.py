"""What a marker meets on a leg, and how far on: bases, ordnance, areas, edges (3.8)."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.plane import (
    EPS,
    Point,
    bearing,
    contact_place,
    first_contact,
    first_entry,
    forward,
    off,
    within,
)
from domain.systems.gothic.pieces import Marker, Unit
from domain.systems.gothic.ships import BLAST_BASE
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import MoveMarker


class Met(NamedTuple):
    """What a marker meets on a leg: how far on, what, its name, and the place."""

    far: int
    what: str
    name: str
    at: Point


def removed_at(state: State, marker: Marker, at: Point) -> str:
    """Return why a marker cannot be at a place: off the table, at the planet, too high."""
    if not state.on_board(at):
        return "off_board"
    ground = any(state.units[one].plan.category == "ground" for one in marker.launchers)
    if state.band and ground and at.y > state.band:
        return "low_orbit"
    if state.band and marker.torpedo and not ground and at.y <= marker.radius:
        return "planet"
    return ""


def meets(state: State, marker: Marker, origin: Point, task: MoveMarker) -> Iterator[Met]:
    """Yield what the marker meets on the rest of its leg, seen from where the leg began."""
    leg = task.legs[0]
    if removed_at(state, marker, forward(origin, leg.heading, leg.length)):
        yield _edge(state, marker, origin, task)

    def circle(what: str, name: str, centre: Point, radius: int) -> Iterator[Met]:
        reach = radius + marker.radius
        far = first_contact(origin, leg, centre, reach)
        if far is None:
            return
        behind = far < task.gone
        at = marker.at if behind else contact_place(origin, leg, centre, reach)
        if not behind or within(marker.at, centre, reach):
            yield Met(max(far, task.gone), what, name, at)

    for unit in state.on_table:
        if unit.id not in task.met and _attacks(state, marker, unit, hulks=task.hulks):
            yield from circle("unit", unit.id, unit.at, unit.plan.radius)
    for other in state.markers.values():
        if other.id not in task.met and _clash(state, marker, other):
            yield from circle("marker", other.id, other.at, other.radius)
    if not task.tested:
        for at in state.blasts.values():
            yield from circle("blast", "blast", at, BLAST_BASE)
    for area in state.areas.values() if marker.kind != "mine" else ():
        if area.kind == "planet":
            if area.id not in task.met:
                yield from circle("area", area.id, area.centre, area.radius)
            continue
        far = first_entry(origin, leg, area.bounds, marker.radius)
        if area.id not in task.met and far is not None:
            far = max(far, task.gone)
            yield Met(far, "area", area.id, forward(origin, leg.heading, far))


def _edge(state: State, marker: Marker, origin: Point, task: MoveMarker) -> Met:
    """Return where a marker comes to a place at which it cannot be (OR-14, 6.5)."""
    leg, low, high = task.legs[0], task.gone, task.legs[0].length
    while low < high:
        middle = (low + high) // 2
        if removed_at(state, marker, forward(origin, leg.heading, middle)):
            high = middle
        else:
            low = middle + 1
    return Met(high, "edge", "edge", forward(origin, leg.heading, high))


def _attacks(state: State, marker: Marker, unit: Unit, *, hulks: bool) -> bool:
    """Tell whether a marker attacks a unit that it touches (BT-10, OR-2, OR-4, DM-7)."""
    if unit.id in marker.attacked:
        return False
    if unit.hulk:
        return hulks and marker.torpedo
    enemy = unit.side != marker.side
    if marker.kind == "mine":
        return enemy
    if marker.kind == "craft":
        return False
    if marker.kind == "boarding_torpedo" and not enemy:
        return False
    if marker.launched_in != state.ordnance:
        return True
    launchers = [state.units[one] for one in marker.launchers]
    if unit.id in marker.launchers:
        return False
    if not enemy and any(state.touch(unit, one) for one in launchers):
        return False
    middle, half = marker.arcs
    return off(bearing(launchers[0].at, unit.at), middle) <= half + EPS


def _clash(state: State, marker: Marker, other: Marker) -> bool:
    """Tell whether two markers remove each other, in part or whole (BT-10, OR-5, OR-9, MI-2)."""
    if other.id == marker.id or other.patrols is not None:
        return False
    friends = other.side == marker.side
    fighters = bool(marker.fighters or other.fighters)
    if marker.torpedo and other.torpedo:
        both = marker.kind == other.kind == "boarding_torpedo"
        fresh = friends and state.ordnance in {marker.launched_in, other.launched_in}
        return not (friends and (both or fresh))
    return fighters and not friends
