"""Moves as they are flown: part by part, as far as the next active seeker; then what follows."""

from collections.abc import Iterator

from domain.dice import Ask, Dice
from domain.refusals import known
from domain.rule_system import Outcome
from domain.systems.knight_hawks import damage, movement, seekers
from domain.systems.knight_hawks.events import BattleEvent
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.move_events import (
    BreakUpRolled,
    Flight,
    GravityTurned,
    MaskLost,
    MovesFlown,
    OrbitEntered,
    OrbitStepped,
    ShipCrashed,
    ShipDocked,
    ShipLeftMap,
    ShipMoved,
)
from domain.systems.knight_hawks.movement import Step
from domain.systems.knight_hawks.secrets import Drop, kept
from domain.systems.knight_hawks.space import ahead, facing_to
from domain.systems.knight_hawks.state import State, Vessel


def flown(state: State, dice: Dice) -> Iterator[Outcome]:
    """Yield the next part of the first of the plotted moves."""
    flight = state.flights[0]
    vessel = state.vessels[flight.ship]
    strain = 0 if flight.orbit is not None else movement.break_up_chance(vessel, flight.plan)
    chance = 0 if vessel.strained else strain
    if chance > 0:
        yield (rolled := dice.roll(Ask(f"{vessel.title}, break-up", 1, 100)))
        broke = rolled.total <= chance
        yield BreakUpRolled(ship=vessel.id, chance=chance, roll=rolled.total, broke=broke)
        if broke:
            yield from damage.destroyed(state, vessel)
            return
    orbits = flight.orbit is not None
    events = _into_orbit(state, vessel, flight) if orbits else _part(state, vessel, flight)
    yield from _finding(state, vessel, events)


def _finding(state: State, vessel: Vessel, events: Iterator[BattleEvent]) -> Iterator[BattleEvent]:
    """Pass on what a vessel does, then what it finds where it went (option of G-08)."""
    for event in events:
        yield event
        state = evolve(state, event)
    yield from seekers.found(state, state.vessels[vessel.id])


def _part(state: State, vessel: Vessel, flight: Flight) -> Iterator[BattleEvent]:
    steps = movement.track(state, vessel, flight)
    begun = len(vessel.path) - 1
    mined = {seeker.at for seeker in state.seekers.values()}
    end = next(
        (n for n in range(begun + 1, len(steps)) if steps[n].at in mined or steps[n].end),
        len(steps) - 1,
    )
    done = end == len(steps) - 1
    part = steps[begun : end + 1]
    yield ShipMoved(
        ship=vessel.id,
        path=tuple((step.at, step.facing) for step in part),
        hexes=movement.hexes(flight.plan),
        turns=movement.turns(flight.plan),
        done=done,
    )
    for step in part[1:]:
        if step.gravity:
            yield GravityTurned(ship=vessel.id, at=step.at, turn=1 if step.gravity > 0 else -1)
    if steps[end].end == "crash":
        yield ShipCrashed(ship=vessel.id, at=steps[end].at)
    elif steps[end].end == "escaped":
        yield ShipLeftMap(ship=vessel.id, fate="escaped")
    elif steps[end].end == "left":
        yield ShipLeftMap(ship=vessel.id, fate="lost")
    elif done:
        yield from _arrived(state, vessel, flight, steps)


def _arrived(
    state: State, vessel: Vessel, flight: Flight, steps: tuple[Step, ...]
) -> Iterator[BattleEvent]:
    """Yield what the end of a move brings: the mask is lost, the ship docks."""
    count = movement.hexes(flight.plan)
    turned = movement.turns(flight.plan) > 0 or any(
        step.gravity or step.facing != vessel.path[0][1] for step in steps
    )
    if vessel.mask is not None and (count != vessel.mask.speed or (turned and count)):
        yield MaskLost(ship=vessel.id)
    if flight.dock is not None and state.vessels[flight.dock].at == steps[-1].at:
        yield ShipDocked(ship=vessel.id, host=flight.dock)


# --- orbits ---------------------------------------------------------------------------------


def _into_orbit(state: State, vessel: Vessel, flight: Flight) -> Iterator[BattleEvent]:
    assert flight.orbit is not None
    body, direction = flight.orbit
    facing = vessel.facing if flight.rotate_to is None else flight.rotate_to
    at = movement.into_orbit(state, vessel, flight.orbit)
    yield OrbitEntered(ship=vessel.id, body=body, direction=direction, at=at, facing=facing)
    if vessel.mask is not None and vessel.mask.speed:
        yield MaskLost(ship=vessel.id)


def in_orbit(state: State) -> Vessel | None:
    """Return the next vessel of the moving side that its orbit carries on."""
    return next((v for v in state.fleet(state.moving) if v.orbit is not None and not v.moved), None)


def orbited(state: State, vessel: Vessel) -> Iterator[BattleEvent]:
    """Yield a vessel's step along its orbit (P-09, P-52), and what it finds there."""
    yield from _finding(state, vessel, _stepped(state, vessel))


def _stepped(state: State, vessel: Vessel) -> Iterator[BattleEvent]:
    assert vessel.orbit is not None
    body = state.bodies[vessel.orbit.body]
    at = ahead(body, facing_to(body, vessel.at) + vessel.orbit.direction)
    yield OrbitStepped(ship=vessel.id, at=at)
    if vessel.mask is not None and vessel.mask.steps_left <= 1:
        yield MaskLost(ship=vessel.id)


# --- the end of an order --------------------------------------------------------------------


def recorded(state: State) -> Iterator[BattleEvent]:
    """Yield the record of what the ships that moved have dropped on their paths."""
    assert state.ordering is not None
    drops = [
        Drop(one.ship, one.weapon, state.vessels[one.ship].path[one.index][0], one.facing)
        for one in known(state.drops, "what is dropped")
        if one.index < len(state.vessels[one.ship].path)
    ]
    yield from kept(state, state.dropping, drops)
    yield MovesFlown(seat=state.ordering)
