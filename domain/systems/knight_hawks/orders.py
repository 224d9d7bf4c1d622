"""What the moving side orders: screens, docks, seekers; then its moves and drops (M1 to M4)."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from domain.hexes import Hex, distance
from domain.names import SeatId, ShipId
from domain.refusals import Refused
from domain.systems.knight_hawks import movement, rules
from domain.systems.knight_hawks.attacks import own_vessel
from domain.systems.knight_hawks.commands import (
    DropMine,
    DropSeeker,
    EnterOrbit,
    Fly,
    MoveShips,
    PrepareMovement,
    ScreenCode,
    Steer,
)
from domain.systems.knight_hawks.events import BattleEvent, SeatReady
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.move_events import (
    Flight,
    MovesOrdered,
    OrbitLeft,
    ScreenActivated,
    ScreenDropped,
    SecretDrop,
    ShipUndocked,
)
from domain.systems.knight_hawks.secrets import Drop, activated, check_drops, opened
from domain.systems.knight_hawks.state import Phase, State, Vessel
from domain.systems.knight_hawks.waiting import waiting

N = TypeVar("N", bound=str)


def check_phase(state: State, seat: SeatId, phase: Phase) -> None:
    """Refuse what does not belong to this phase, or is not this seat's to declare now."""
    if state.phase is not phase or state.answering or seat not in waiting(state):
        raise Refused("wrong_phase", rules.S_2_1_SEQUENCE, phase=state.phase.value)


# --- M1 and M2 ------------------------------------------------------------------------------


def prepared(state: State, seat: SeatId, command: PrepareMovement) -> Iterator[BattleEvent]:
    """Yield screens, announcements and activations, or refuse them all."""
    check_phase(state, seat, Phase.PREPARE)
    for name, screen in command.screens.items():
        if screen is None:
            continue
        for event in _screen(own_vessel(state, seat, name), screen):
            yield event
            state = evolve(state, event)
    for name in _chosen(command.leave_orbit):
        vessel = own_vessel(state, seat, name)
        if vessel.orbit is None or vessel.kind == "station":
            raise Refused("not_in_orbit", rules.P_10_LEAVING_ORBIT, ship=name)
        yield OrbitLeft(ship=name)
        state = evolve(state, OrbitLeft(ship=name))
    for name in _chosen(command.undock):
        event = _undocked(state, own_vessel(state, seat, name))
        yield event
        state = evolve(state, event)
    for seeker in command.order:
        flying = state.seekers.get(seeker)
        if flying is None or flying.side != state.side_of(seat) or seeker in state.queue:
            raise Refused("unknown_unit", rules.S_2_5_SECRETS, unit=seeker)
    names = opened(command.activate, "which seekers are activated")
    yield from activated(state, seat, _chosen(names))
    yield SeatReady(seat=seat, order=tuple(dict.fromkeys(command.order)))


def _chosen(answers: Mapping[N, bool]) -> list[N]:
    return [name for name, yes in answers.items() if yes]


def screen_fault(vessel: Vessel, screen: str) -> Refused | None:
    """Return why a screen cannot be raised now, or None."""
    facts: dict[str, int | str] = {"ship": vessel.id, "screen": screen}
    fitted = vessel.masks_max > 0 if screen == "MS" else screen in vessel.screens
    if not fitted:
        return Refused("screen_not_fitted", rules.P_50_SWITCHING, **facts)
    if not (vessel.masks_ok if screen == "MS" else vessel.screens[screen]):
        return Refused("screen_destroyed", rules.D_DEFENCE, **facts)
    if "POWER" in vessel.damaged:
        return Refused("power_short", rules.D_POWER, **facts)
    if screen == "MS" and not vessel.masks:
        return Refused("no_charges", rules.P_51_MASK, **facts)
    if vessel.screen == screen:
        return Refused("already_active", rules.P_50_SWITCHING, **facts)
    return None


def _screen(vessel: Vessel, screen: ScreenCode) -> Iterator[BattleEvent]:
    if screen != "none" and (fault := screen_fault(vessel, screen)):
        raise fault
    if vessel.screen:
        yield ScreenDropped(ship=vessel.id, screen=vessel.screen)
    if screen != "none":
        yield ScreenActivated(ship=vessel.id, screen=screen)


def _undocked(state: State, vessel: Vessel) -> ShipUndocked:
    if vessel.docked_at is None:
        raise Refused("not_docked", rules.P_19_LAUNCH, ship=vessel.id)
    host = state.vessels[vessel.docked_at]
    return ShipUndocked(ship=vessel.id, host=host.id, facing=host.facing, speed=host.speed)


# --- M4 -------------------------------------------------------------------------------------


def moves_ordered(state: State, seat: SeatId, command: MoveShips) -> Iterator[BattleEvent]:
    """Yield the moves and drops that a seat plots, those of ships without orders at the end."""
    check_phase(state, seat, Phase.MOVES)
    unmoved = {vessel.id: vessel for vessel in movement.movers(state) if vessel.seat == seat}
    flights: list[Flight] = []
    for order in command.moves:
        vessel = own_vessel(state, seat, order.ship)
        if vessel.id not in unmoved:
            raise Refused("already_moved", rules.S_2_1_SEQUENCE, ship=vessel.id)
        del unmoved[vessel.id]
        flights.append(plotted(state, vessel, order))
    follows = (unmoved and not command.coast) or any(v.hidden_stores for v in state.own(seat))
    ends = command.ends or not follows
    if ends or command.coast:
        flights += [Flight(ship=one.id, plan=movement.coast(one)) for one in unmoved.values()]
    drops = opened(command.drops, "what is dropped")
    check_drops(state, seat, [_drop(state, seat, flights, drop) for drop in drops])
    plans = tuple(
        SecretDrop(
            ship=drop.ship,
            weapon="M" if isinstance(drop, DropMine) else "S",
            index=drop.index,
            facing=0 if isinstance(drop, DropMine) else drop.facing,
        )
        for drop in drops
    )
    yield MovesOrdered(seat=seat, moves=tuple(flights), ends=ends, drops=plans)
    if ends:
        yield SeatReady(seat=seat)


def plotted(state: State, vessel: Vessel, order: Fly | Steer | EnterOrbit) -> Flight:
    """Return the plotted move of an order, or refuse it."""
    if isinstance(order, EnterOrbit):
        body = state.bodies.get(order.body)
        if body is None or distance(vessel.at, body) != 1:
            raise Refused("not_adjacent_to_body", rules.P_09_ORBIT, ship=vessel.id)
        if not vessel.adf and not vessel.mr:
            raise Refused("drifting", rules.P_09_ORBIT, ship=vessel.id)
        if owed := movement.forced(vessel):
            raise Refused("must_move", rules.P_38_EVASION, ship=vessel.id, at_least=owed)
        orbit = (order.body, order.direction)
        return Flight(ship=vessel.id, plan="", rotate_to=order.facing, orbit=orbit)
    flight = movement.flight(order)
    movement.check(state, vessel, flight)
    if flight.dock is not None:
        _check_dock(state, vessel, flight)
    return flight


def may_dock(state: State, vessel: Vessel, host: Vessel) -> bool:
    """Tell whether a host takes a vessel in: a station everybody, a carrier fighters, with room."""
    takes = host.kind == "station" or (host.capacity > 0 and vessel.kind == "fighter")
    room = host.kind == "station" or len(state.docked(host.id)) < host.capacity
    return takes and room and host.side == vessel.side and host.id != vessel.id and not host.lost


def _check_dock(state: State, vessel: Vessel, flight: Flight) -> None:
    host = state.vessels.get(flight.dock or ShipId(""))
    end = movement.track(state, vessel, flight)[-1]
    count = movement.hexes(flight.plan)
    if (
        host is None
        or not may_dock(state, vessel, host)
        or end.end
        or end.at != host.at
        or count > vessel.adf
    ):
        raise Refused("cannot_dock", rules.P_15_DOCKING, ship=vessel.id, at_most=vessel.adf)


def _drop(state: State, seat: SeatId, flights: list[Flight], drop: DropMine | DropSeeker) -> Drop:
    vessel = own_vessel(state, seat, drop.ship)
    path = path_of(state, vessel, flights)
    weapon = "M" if isinstance(drop, DropMine) else "S"
    if weapon not in vessel.mounts:
        return Drop(vessel.id, weapon, vessel.at)
    if drop.index >= len(path):
        rule = rules.R_21_IN_PLAY if weapon == "M" else rules.R_30_PLACEMENT
        raise Refused("hex_not_on_path", rule, ship=vessel.id, index=drop.index)
    return Drop(vessel.id, weapon, path[drop.index])


def path_of(state: State, vessel: Vessel, flights: list[Flight]) -> tuple[Hex, ...]:
    """Return the hexes of a vessel's path in this phase, as flown or as plotted."""
    flight = next((one for one in flights if one.ship == vessel.id), None)
    flown = tuple(at for at, _ in vessel.path)
    if flight is None:
        return flown
    if flight.orbit is not None:
        return (*flown, movement.into_orbit(state, vessel, flight.orbit))
    return tuple(step.at for step in movement.track(state, vessel, flight))
