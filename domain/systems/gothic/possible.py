"""What can be done in a step at all: a step in which nothing can is passed over."""

from collections.abc import Iterator

from domain.names import SeatId
from domain.plane import CM, within
from domain.systems.gothic.aiming import left
from domain.systems.gothic.boarding import boarders, check_teleport
from domain.systems.gothic.commands import TeleportAttack
from domain.systems.gothic.launching import bay_room, bay_strength, bays, tubes
from domain.systems.gothic.nova import cannon
from domain.systems.gothic.ordnance import may_turn
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.refusal import legal
from domain.systems.gothic.ships import MountSheet
from domain.systems.gothic.sight import (
    fields_in_reach,
    hulks_in_reach,
    in_reach,
    markers_in_reach,
)
from domain.systems.gothic.state import Phase, State


def can_act(state: State, seat: SeatId) -> bool:
    """Tell whether *seat* can do anything in this step but end it."""
    match state.phase:
        case Phase.SETUP | Phase.FIRST_TURN:
            return True
        case Phase.MOVEMENT:
            return any(True for _ in own(state, seat))
        case _ if state.window is not None:
            return True
        case Phase.SHOOTING:
            return any(can_fire(state, unit) for unit in own(state, seat))
        case Phase.LAUNCHING:
            return any(can_launch(state, unit) for unit in own(state, seat))
        case Phase.TURNING:
            return any(may_turn(state, m) for m in state.markers.values() if m.seat == seat)
        case Phase.ORDNANCE:
            return can_steer(state, seat)
        case Phase.END:
            side = state.side
            fights = any(unit.seat == seat for u in boarders(state, side).values() for unit in u)
            return fights or any(True for _ in teleports(state, seat))


def own(state: State, seat: SeatId) -> Iterator[Unit]:
    """Yield the active units that *seat* commands."""
    return (unit for unit in state.active if unit.seat == seat)


def idle(unit: Unit) -> bool:
    """Tell whether a unit may neither fire nor launch in this turn."""
    return bool(unit.escaping or unit.boarding or unit.grappled or unit.landing)


def guns(state: State, unit: Unit) -> Iterator[MountSheet]:
    """Yield the batteries and lances that can still fire."""
    for mount in unit.plan.mounts:
        if mount.kind in {"battery", "lance"} and unit.working(mount) and left(state, unit, mount):
            yield mount


def can_fire(state: State, unit: Unit) -> bool:
    """Tell whether a unit has anything to fire, and at whom; or could land."""
    if idle(unit):
        return False
    if may_land(state, unit) or may_fire_nova(state, unit):
        return True
    return any(
        in_reach(state, unit, mount)
        or markers_in_reach(state, unit, mount)
        or hulks_in_reach(state, unit, mount)
        or fields_in_reach(state, unit, mount)
        for mount in guns(state, unit)
    )


def may_fire_nova(state: State, unit: Unit) -> bool:
    """Tell whether a nova cannon can fire at all."""
    mount = cannon(unit)
    if mount is None or not unit.working(mount) or mount.id in unit.fired or unit.crippled:
        return False
    return unit.order is None or state.book.orders.orders[unit.order].nova


def may_land(state: State, unit: Unit) -> bool:
    """Tell whether a unit can land troops (6.5)."""
    return (
        unit.side == state.attacker
        and unit.at.y <= state.land
        and (unit.plan.capital or unit.plan.transport)
        and not unit.fired
        and not idle(unit)
    )


def can_launch(state: State, unit: Unit) -> bool:
    """Tell whether a unit can launch ordnance."""
    return can_launch_torpedoes(state, unit) or can_launch_craft(state, unit)


def can_launch_torpedoes(state: State, unit: Unit) -> bool:
    """Tell whether a unit can launch torpedoes."""
    mount = tubes(unit)
    low = state.in_band(unit.at) and unit.plan.category == "ship"
    ready = mount is not None and unit.working(mount) and "torpedo" in unit.loaded
    return ready and not low and not idle(unit)


def can_launch_craft(state: State, unit: Unit) -> bool:
    """Tell whether a unit can launch attack craft."""
    ready = bool(bays(unit)) and "bay" in unit.loaded and not idle(unit)
    return ready and bay_strength(state, unit) > 0 and bay_room(state, unit.side) > 0


def can_steer(state: State, seat: SeatId) -> bool:
    """Tell whether there is a choice in moving ordnance: attack craft, or several salvoes."""
    still = [
        m
        for m in state.markers.values()
        if m.seat == seat and m.kind != "mine" and m.moved_in < state.ordnance
    ]
    return len(still) > 1 or any(marker.kind == "craft" for marker in still)


def teleports(state: State, seat: SeatId) -> Iterator[tuple[Unit, Unit]]:
    """Yield the teleport attacks that *seat* can make: unit and target."""
    reach = state.book.numbers.teleport_range_cm * CM
    for unit in own(state, seat):
        if not unit.plan.sturdy or unit.teleported:
            continue
        for target in state.enemies(unit.side):
            if within(unit.at, target.at, reach):
                attack = TeleportAttack(unit=unit.id, target=target.id)
                if legal(check_teleport, state, state.side, attack):
                    yield unit, target
