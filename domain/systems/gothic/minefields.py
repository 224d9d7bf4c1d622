"""Mines and minefields: what they look for, and where they go (3.10)."""

from collections.abc import Iterator

from domain.plane import (
    CM,
    Leg,
    bearing,
    distance,
    inside,
    nearest_in,
    squared_distance,
)
from domain.rule_system import Outcome
from domain.systems.gothic.events import (
    MinefieldSearched,
    MineLaid,
)
from domain.systems.gothic.ordnance import speed
from domain.systems.gothic.pieces import Marker
from domain.systems.gothic.play import Play
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import Detect, MoveMarker

DETECT_CM = 30


DETECT_ON = 5


def mine_move(state: State, marker: Marker) -> MoveMarker | None:
    """Return the move of a mine: towards the nearest enemy ship; ties: the lowest name (MI-1)."""
    ships = [unit for unit in state.enemies(marker.side) if not unit.plan.defence]
    if not ships:
        return None
    target = min(ships, key=lambda unit: (squared_distance(marker.at, unit.at), unit.id))
    heading = bearing(marker.at, target.at)
    length = min(speed(state, marker), distance(marker.at, target.at))
    return MoveMarker(marker=marker.id, legs=(Leg(heading, length),))


def searched(play: Play, task: Detect) -> Iterator[Outcome]:
    """Let a minefield look for enemy ships; what it finds draws a mine (MI-4)."""
    state, area = play.state, play.state.areas[task.field]
    near = [
        unit
        for unit in state.enemies(area.side)
        if not unit.plan.defence and inside(unit.at, area.bounds, DETECT_CM * CM)
    ]
    if not near:
        return
    faces = yield from play.d6("mine detection", len(near))
    blasted = bool(state.field_blasts(area))
    for unit, die in zip(near, faces, strict=True):
        needed = DETECT_ON - (unit.order == "all_ahead_full") + (unit.order == "burn_retros")
        needed += (unit.plan.type == "escort") + blasted
        yield play.happens(MinefieldSearched(field=area.id, unit=unit.id, die=die, needed=needed))
        if die >= needed:
            at = nearest_in(unit.at, area.bounds)
            seat = state.sides[area.side].seats[0]
            name = f"M{play.state.made + 1}"
            yield play.happens(MineLaid(id=name, side=area.side, seat=seat, at=at))
