"""How ships move: limits, turns, blast markers, what they meet on the way (3.6)."""

from collections.abc import Generator, Iterator

from msgspec.structs import replace

from domain.names import ShipId
from domain.plane import (
    Leg,
    first_contact,
    forward,
    path_meets,
)
from domain.rule_system import Outcome
from domain.systems.gothic.attacks import attack_by
from domain.systems.gothic.commands import Way
from domain.systems.gothic.damage import lose
from domain.systems.gothic.events import (
    BlastsFelt,
    UnitDestroyed,
    UnitLanded,
    UnitMoved,
    UnitsDisengaged,
)
from domain.systems.gothic.leadership import value
from domain.systems.gothic.pieces import Marker, Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import MoveUnit, Ram, Test
from domain.systems.gothic.ways import dragged, legs_of

# --- the move itself ------------------------------------------------------------------------


def moving(state: State, unit: Unit, way: Way) -> MoveUnit:
    """Return the task of a legal move."""
    legs = legs_of(unit, way)
    drag = dragged(state, unit, legs) is not None
    fields = tuple(
        area.id
        for area in state.areas.values()
        if area.kind != "planet" and path_meets(unit.at, legs, area.bounds, unit.plan.radius)
    )
    return MoveUnit(unit=unit.id, legs=legs, drag=drag, fields=fields)


def moved(play: Play, task: MoveUnit) -> Iterator[Outcome]:
    """Move a ship to the next marker that it meets, or to the end of its move."""
    state = play.state
    unit = state.units[task.unit]
    if not unit.active:
        return
    leg, *rest = task.legs
    met = _first_met(state, unit, leg, task.met)
    length = leg.length if met is None else met[0]
    at = forward(unit.at, leg.heading, length)
    last = met is None and not rest
    yield play.happens(
        UnitMoved(
            unit=unit.id,
            start=unit.at,
            at=at,
            heading=leg.heading,
            length=task.moved + length,
            last=last,
            drag=task.drag,
        )
    )
    task = replace(task, moved=task.moved + length)
    if (yield from _off_table(play, unit.id)):
        return
    if met is not None:
        marker = met[1]
        left = (Leg(leg.heading, leg.length - length), *rest)
        play.push(attack_by(marker, unit.id), replace(task, legs=left, met=(*task.met, marker.id)))
    elif rest:
        play.push(replace(task, legs=tuple(rest)))
    else:
        yield from _arrived(play, unit.id, task)
    target = unit.ram_target
    if target is not None and rams(unit, state.units[target], length):
        play.push(Ram(unit=unit.id, target=target))


def rams(unit: Unit, target: Unit, length: int) -> bool:
    """Tell whether a ship that goes straight ahead runs into another (RA-1)."""
    reach = unit.plan.radius + target.plan.radius
    ahead = Leg(unit.heading, length)
    return target.on_table and first_contact(unit.at, ahead, target.at, reach) is not None


def _first_met(
    state: State, unit: Unit, leg: Leg, met: tuple[str, ...]
) -> tuple[int, Marker] | None:
    """Return the first enemy marker whose attack the ship flies into, and how far on it is."""
    found = [
        (far, marker)
        for marker in state.markers.values()
        if marker.side != unit.side
        and marker.id not in met
        and unit.id not in marker.attacked
        and (marker.kind != "craft" or marker.bombers or marker.boats)
        and (far := first_contact(unit.at, leg, marker.at, unit.plan.radius + marker.radius))
        is not None
    ]
    return min(found, key=lambda one: one[0], default=None)


def _arrived(play: Play, name: ShipId, task: MoveUnit) -> Iterator[Outcome]:
    unit = play.state.units[name]
    if task.drag and unit.nominal_shields == 0:
        die = sum((yield from play.d6("unshielded blast", 1)))
        yield play.happens(BlastsFelt(unit=name, die=die))
        if die == 6:
            yield from lose(play, name, 1, "blast")
    if not play.state.units[name].active:
        return
    dice = 3 if unit.order == "all_ahead_full" else 2
    play.push(
        *(
            Test(
                purpose="minefield",
                subject=name,
                target=value(play.state, name),
                dice=dice,
                order=field,
                again=unit.plan.type == "escort",
            )
            for field in task.fields
        )
    )


def _off_table(play: Play, name: ShipId) -> Generator[Outcome, None, bool]:
    """Take what left the table off it (MV-5), or down to the planet (6.5)."""
    state, unit = play.state, play.state.units[name]
    if state.on_board(unit.at):
        yield from ()
        return False
    if state.band and unit.at.y < 0:
        if unit.plan.capital:
            yield play.happens(UnitDestroyed(unit=name, cause="planet"))
            yield from play.commander_lost(name)
        else:
            yield play.happens(UnitLanded(unit=name))
    else:
        yield play.happens(UnitsDisengaged(units=(name,), off_table=True))
        yield from play.commander_lost(name)
    return True
