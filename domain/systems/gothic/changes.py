"""What events change in units and ordnance: fire, damage, wrecks, markers."""

from msgspec.structs import replace

from domain.decider import Event
from domain.names import ShipId
from domain.systems.gothic import events as e
from domain.systems.gothic.pieces import Marker, Unit
from domain.systems.gothic.setup import mine
from domain.systems.gothic.state import State
from domain.systems.gothic.words import ordnance_title


def gone_from(state: State, gone: tuple[ShipId, ...], status: str) -> State:
    """Return the state without units in the battle: nobody grapples or patrols with them."""
    changed = [
        replace(state.units[one], status=status, grappled=frozenset(), boarding=None)
        for one in gone
    ]
    left = [
        replace(unit, grappled=unit.grappled - {*gone})
        for unit in state.units.values()
        if unit.grappled & {*gone} and unit.id not in gone
    ]
    markers = {
        name: replace(marker, patrols=None) if marker.patrols in gone else marker
        for name, marker in state.markers.items()
    }
    return replace(state.with_units(*changed, *left), markers=markers)


def with_patrols(state: State, unit: Unit) -> State:
    """Return the state with the patrols of a ship moved along with it (OR-10)."""
    gone = {n: m for n, m in state.markers.items() if m.patrols == unit.id}
    moved = {
        name: replace(marker, at=unit.at, heading=unit.heading, moved_in=state.ordnance + 1)
        for name, marker in gone.items()
    }
    return replace(state, markers={**state.markers, **moved}) if moved else state


def fired(state: State, event: e.VolleyDeclared | e.NovaFired) -> State:
    """Return the state after fire: what mounts have used, and at whom."""
    if isinstance(event, e.NovaFired):
        unit = state.units[event.unit]
        nova = {one.id: one.strength for one in unit.plan.mounts if one.kind == "nova"}
        return state.with_units(replace(unit, fired={**unit.fired, **nova}))
    changed: list[Unit] = []
    for name, spent in event.spent.items():
        unit = state.units[ShipId(name)]
        fired = {one: unit.fired.get(one, 0) + much for one, much in spent.items()}
        shot_at = unit.shot_at | {(one, event.target) for one in spent}
        changed.append(replace(unit, fired={**unit.fired, **fired}, shot_at=shot_at))
    return state.with_units(*changed)


def damaged(state: State, event: Event) -> State | None:
    """Return the state after damage, blast markers, wrecks; None: it is none of these."""
    units = state.units
    match event:
        case e.BlastPlaced(marker=name, at=at):
            return replace(state, blasts={**state.blasts, name: at}, made=state.made + 1)
        case e.BlastsRemoved(markers=gone):
            return replace(state, blasts={n: at for n, at in state.blasts.items() if n not in gone})
        case e.DamageTaken(unit=unit, hits=hits):
            return state.with_units(replace(units[unit], hits=max(0, units[unit].hits - hits)))
        case e.CriticalApplied(unit=unit, effect=effect):
            if not effect:
                return state
            more = (*units[unit].criticals, effect)
            return state.with_units(replace(units[unit], criticals=more))
        case e.CriticalRepaired(unit=unit, effect=effect):
            left = list(units[unit].criticals)
            left.remove(effect)
            return state.with_units(replace(units[unit], criticals=tuple(left)))
        case e.UnitDestroyed(unit=unit):
            return gone_from(state, (unit,), "destroyed")
        case e.UnitTaken(unit=unit):
            return _wrecked(state, unit, "drifting")
        case e.CatastropheRolled(unit=unit, result=result):
            return _wrecked(state, unit, result) if result in {"drifting", "blazing"} else state
        case e.TeleportDeclared(unit=unit):
            return state.with_units(replace(units[unit], teleported=True))
        case e.Grappled(units=held, target=target, held=on):
            return _grappled(state, held, target, on=on)
        case _:
            return None


def _wrecked(state: State, unit: ShipId, status: str) -> State:
    gone = gone_from(state, (unit,), status)
    wreck = replace(gone.units[unit], order=None, ran=0, criticals=())
    return gone.with_units(wreck)


def _grappled(state: State, held: tuple[ShipId, ...], target: ShipId, *, on: bool) -> State:
    def changed(name: ShipId, others: set[ShipId]) -> Unit:
        unit = state.units[name]
        grappled = unit.grappled | others if on else unit.grappled - others
        return replace(unit, grappled=grappled, boarding=None)

    return state.with_units(*(changed(one, {target}) for one in held), changed(target, {*held}))


def ordnance(state: State, event: Event) -> State | None:
    """Return the state after what ordnance did; None: it is none of that."""
    match event:
        case e.OrdnanceLaunched():
            return _launched(state, event)
        case e.MineLaid(id=name, side=side, seat=seat, at=at):
            return replace(state.with_marker(mine(name, side, seat, at)), made=state.made + 1)
        case e.OrdnanceTurned(marker=name, heading=heading):
            turned = replace(state.markers[name], heading=heading, turned_in=state.ordnance)
            return state.with_marker(turned)
        case e.OrdnanceMoved(marker=name, at=at, heading=heading, last=last):
            marker = replace(state.markers[name], at=at, heading=heading)
            return state.with_marker(replace(marker, moved_in=state.ordnance) if last else marker)
        case e.OrdnanceContact(marker=name, unit=unit):
            marker = state.markers[name]
            return state.with_marker(replace(marker, attacked=marker.attacked | {unit}))
        case e.OrdnanceReduced(marker=name, strength=s, fighters=f, bombers=b, boats=a):
            left = replace(state.markers[name], strength=s, fighters=f, bombers=b, boats=a)
            return state.with_marker(left)
        case e.OrdnanceRemoved(marker=name):
            return state.without_marker(name)
        case e.PatrolSet(marker=name, unit=unit):
            return state.with_marker(replace(state.markers[name], patrols=unit))
        case e.TurretsFired(unit=unit, against=against):
            return replace(state, locked={**state.locked, unit: against})
        case _:
            return None


def _launched(state: State, event: e.OrdnanceLaunched) -> State:
    mount = "bay" if event.kind == "craft" else "torpedo"
    fired = [
        replace(
            state.units[one],
            loaded=state.units[one].loaded - {mount},
            launched=state.units[one].launched | {event.kind},
        )
        for one in event.launchers
    ]
    marker = Marker(
        id=event.marker,
        title=ordnance_title(event.kind, event.marker),
        side=event.side,
        seat=event.seat,
        kind=event.kind,
        at=event.at,
        heading=event.heading,
        strength=event.strength,
        fighters=event.fighters,
        bombers=event.bombers,
        boats=event.boats,
        launchers=event.launchers,
        arcs=event.arcs,
        launched_in=state.ordnance + 1,
        raid_bonus=event.raid_bonus,
    )
    return replace(state.with_marker(marker).with_units(*fired), made=state.made + 1)
