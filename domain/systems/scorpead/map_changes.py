"""What moves, strikes and lies on the map, as the events say."""

from msgspec.structs import replace

from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.systems.scorpead.forms import (
    PlaceFeature,
    PlaceUnit,
    Remove,
    RepairBox,
    SetStasis,
    Setting,
    UnitSheet,
)
from domain.systems.scorpead.map_events import (
    RulingMade,
    SeekerImpacted,
    TargetDamaged,
    TargetDestroyed,
    TerrainStruck,
    UnitLaunched,
    UnitsMoved,
)
from domain.systems.scorpead.state import State, Unit

MapChange = (
    RulingMade | UnitLaunched | UnitsMoved | SeekerImpacted | TerrainStruck | TargetDamaged
    | TargetDestroyed
)  # fmt: skip


def evolved(state: State, event: MapChange) -> State:
    """Return the state after *event*."""
    match event:
        case RulingMade(setting=setting):
            return replace(_set(state, setting), rulings=state.rulings + 1)
        case UnitLaunched():
            return _launched(state, event)
        case UnitsMoved():
            return _moved(state, event)
        case SeekerImpacted(unit=unit):
            return _without(state, unit)
        case TerrainStruck(ship=ship):
            kept = {key: points for key, points in state.cleared.items() if key[0] != ship}
            return replace(state, cleared=kept)
        case TargetDamaged():
            return _damaged(state, event)
        case TargetDestroyed(target=target):
            return _without(state, target)


def placed_unit(state: State, sheet: UnitSheet) -> Unit:
    """Return a unit as it comes on the map."""
    title = f"{state.book.units.kinds[sheet.kind].title} {sheet.id.replace('_', ' ')}"
    return Unit(
        id=sheet.id,
        title=title,
        kind=sheet.kind,
        seat=SeatId(sheet.seat),
        at=Hex(sheet.q, sheet.r),
        target=sheet.target,
        carrier=sheet.carrier,
        launched=max(0, state.now),
    )


def without_credit(state: State, ship: ShipId, at: Hex) -> State:
    """Return the state without a ship's credit for any hex but the one it enters."""
    if not state.cleared:
        return state
    kept = {
        (one, name): points
        for (one, name), points in state.cleared.items()
        if one != ship or (name in state.features and state.features[name].at == at)
    }
    return replace(state, cleared=kept)


def _set(state: State, setting: Setting) -> State:
    match setting:
        case PlaceFeature(feature=feature):
            worn = {name: damage for name, damage in state.worn.items() if name != feature.id}
            return replace(state, features={**state.features, feature.id: feature}, worn=worn)
        case PlaceUnit(unit=unit):
            return replace(state, units={**state.units, unit.id: placed_unit(state, unit)})
        case Remove(thing=thing):
            return _without(state, thing)
        case SetStasis(ship=ship, on=on):
            return state.with_ships([replace(state.ships[ship], stasis=on)])
        case RepairBox(ship=ship, box=box, points=points):
            repair = state.ships[ship].repair
            progress = {**repair.progress, box: repair.progress.get(box, 0) + points}
            repaired = replace(repair, progress=progress)
            return state.with_ships([replace(state.ships[ship], repair=repaired)])


def _without(state: State, thing: str) -> State:
    """Return the state without a unit or a feature; a boomerang takes its mechanism along."""
    units = {name: unit for name, unit in state.units.items() if thing not in (name, unit.carrier)}
    features = {name: feature for name, feature in state.features.items() if name != thing}
    return replace(state, units=units, features=features)


def _launched(state: State, event: UnitLaunched) -> State:
    ship = state.ships[event.ship]
    fired = replace(
        ship,
        racks={rack: drones - (rack == event.box) for rack, drones in ship.racks.items()},
        tubes={tube: 0 if tube == event.box else steps for tube, steps in ship.tubes.items()},
        launched={**ship.launched, event.box: state.now},
        launches=event.number,
    )
    unit = Unit(
        id=event.unit,
        title=f"{state.book.units.kinds[event.kind].title} {event.number} of {ship.title}",
        kind=event.kind,
        seat=event.seat,
        at=event.at,
        target=event.target,
        launched=state.now,
    )
    return replace(state.with_ships([fired]), units={**state.units, unit.id: unit})


def _moved(state: State, event: UnitsMoved) -> State:
    units = {name: unit for name, unit in state.units.items() if name not in event.spent}
    for flight in event.flights:
        unit = units[flight.unit]
        units[flight.unit] = replace(unit, at=flight.at, came_from=unit.at, flown=unit.flown + 1)
    return replace(state, units=units, flown=state.now)


def _damaged(state: State, event: TargetDamaged) -> State:
    target, firer = event.target, event.firer
    if target in state.units:
        unit = state.units[target]
        worn = replace(unit, damage=unit.damage + event.damage)
        return replace(state, units={**state.units, target: worn})
    if state.features[target].kind == "large_asteroid":
        damage = state.worn.get(target, 0) + event.damage
        return replace(state, worn={**state.worn, target: damage})
    credit = state.cleared.get((firer, target), 0) + event.damage
    return replace(state, cleared={**state.cleared, (firer, target): credit})
