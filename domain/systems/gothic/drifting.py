"""What moves before a side's turn: hulks drift, gravity pulls (M0, 4.5, 6.5)."""

from collections.abc import Iterator

from domain.plane import CM, Leg, Point, first_contact, forward, path_meets
from domain.rule_system import Outcome
from domain.systems.gothic import (
    damage,
)
from domain.systems.gothic.blasts import beside
from domain.systems.gothic.events import (
    HulkDrifted,
    Pulled,
    UnitDestroyed,
    UnitLanded,
)
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import (
    Hulk,
    Pull,
)


def hulk(play: Play, task: Hulk) -> Iterator[Outcome]:
    """Let a hulk drift, and burn (4.5); defences never drift (PD-13)."""
    unit = play.state.units[task.unit]
    if not unit.hulk:
        return
    if not unit.plan.defence:
        length = sum((yield from play.d6("hulk drift", 4))) * CM
        at = forward(unit.at, unit.heading, length)
        yield play.happens(HulkDrifted(unit=unit.id, at=at, length=length))
        if cause := _hulk_lost(play.state, unit, at, length):
            yield play.happens(UnitDestroyed(unit=unit.id, cause=cause))
            return
    if unit.status == "blazing" or not unit.plan.defence:
        wreck = play.state.units[unit.id]
        yield play.blast(beside(play.state, wreck, wreck.at))
    if unit.status == "blazing":
        yield from damage.catastrophe(play, unit.id, again=True)


def _hulk_lost(state: State, hulk: Unit, at: Point, length: int) -> str:
    """Return why a hulk that drifted to *at* is gone: off the table, or in terrain (TE-1)."""
    leg = Leg(hulk.heading, length)
    for area in state.areas.values():
        if area.kind == "asteroids" and path_meets(hulk.at, (leg,), area.bounds, hulk.plan.radius):
            return "area"
        reach = area.radius + hulk.plan.radius
        if area.kind == "planet" and first_contact(hulk.at, leg, area.centre, reach) is not None:
            return "area"
    return "" if state.on_board(at) else "off_board"


def pulled(play: Play, task: Pull) -> Iterator[Outcome]:
    """Let gravity pull a ship in low orbit towards the planet (6.5)."""
    state, unit = play.state, play.state.units[task.unit]
    if not unit.on_table or not state.in_band(unit.at):
        return
    at = Point(unit.at.x, unit.at.y - int(state.option("gravity_cm") or 0) * CM)
    yield play.happens(Pulled(unit=unit.id, at=at))
    if at.y < 0:
        if unit.plan.capital or unit.hulk:
            yield play.happens(UnitDestroyed(unit=unit.id, cause="planet"))
            yield from play.commander_lost(unit.id)
        else:
            yield play.happens(UnitLanded(unit=unit.id))
