"""The sequence of play: whom it waits for, and what follows when it waits for nobody (B2)."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Literal, cast

from domain.dice import Ask, Dice, Rolled
from domain.hexes import distance
from domain.names import SeatId
from domain.refusals import known
from domain.rule_system import Outcome
from domain.systems.scorpead import damage, movement, repair, seekers, shields
from domain.systems.scorpead import electronic_warfare as ew
from domain.systems.scorpead.activity_events import ManoeuvresChanged
from domain.systems.scorpead.events import (
    BatteriesRecharged,
    BattleEnded,
    BattleEvent,
    ChamberDischarged,
    ImpulseBegan,
    LockOnDetermined,
    MagnifierDischarged,
    TurnEnded,
)
from domain.systems.scorpead.evolve import evolve
from domain.systems.scorpead.fire import resolution
from domain.systems.scorpead.fire_events import FireStepOpened
from domain.systems.scorpead.state import IMPULSES, Phase, Ship, State

MOST_STEPS = 10_000
"""Steps between two declarations: far more than a turn of ships that never meet can take."""


def unfold(state: State, events: Iterable[Outcome], dice: Dice) -> Iterator[Outcome]:
    """Yield *events*, and all that follows from them until some seat is waited for."""
    for _ in range(MOST_STEPS):
        for event in events:
            yield event
            if not isinstance(event, Rolled):
                state = evolve(state, cast("BattleEvent", event))
        if state.ended is not None or waiting(state):
            return
        events = _automatic(state, dice)
    raise AssertionError("the sequence of play does not come to rest")


def waiting(state: State) -> frozenset[SeatId]:
    """Return the seats that the play waits for; everybody can tell."""
    if state.ended is not None:
        return frozenset()
    match state.phase:
        case Phase.ENERGY | Phase.FIRE:
            return state.seats
        case Phase.MOVEMENT:
            return frozenset(state.ships[ship].seat for group in state.movers[:1] for ship in group)
        case Phase.RESOLUTION:
            target = next((target for target, _, _ in shields.open_choices(state)), None)
            return frozenset() if target is None else frozenset({state.ships[target].seat})
        case Phase.DAMAGE:
            hit = damage.choice(state)
            return frozenset() if hit is None else frozenset({hit.ship.seat})
        case Phase.SETUP | Phase.LOCK_ON:
            return frozenset()


def owed(state: State) -> frozenset[SeatId]:
    """Return the seats that owe a sealed declaration; everybody can tell."""
    seats = waiting(state)
    match state.phase:
        case Phase.ENERGY | Phase.FIRE:
            return seats
        case Phase.MOVEMENT:
            return seats if len(seats) > 1 else frozenset()
        case Phase.SETUP | Phase.LOCK_ON | Phase.RESOLUTION | Phase.DAMAGE:
            return frozenset()


def step(state: State) -> tuple[int | str, ...]:
    """Return a name of the moment: it changes whenever a declaration would mean something else."""
    name = (state.turn, state.impulse, state.phase.value, state.rulings)
    match state.phase:
        case Phase.MOVEMENT:
            return (*name, *(ship for group in state.movers[:1] for ship in group))
        case Phase.RESOLUTION:
            return (*name, len(state.struck))
        case Phase.DAMAGE:
            return (*name, sum(len(ship.destroyed) for ship in state.ships.values()))
        case Phase.SETUP | Phase.LOCK_ON | Phase.ENERGY | Phase.FIRE:
            return name


def _automatic(state: State, dice: Dice) -> Iterator[Outcome]:
    """Yield what happens next without anybody's decision."""
    match state.phase:
        case Phase.LOCK_ON:
            yield from _lock_on(state, dice)
        case Phase.MOVEMENT if state.flown < state.now and seekers.flying(state):
            yield seekers.moved(state)
        case Phase.MOVEMENT if state.struck_in < state.now and seekers.strike(state):
            yield from seekers.impacts(state, dice)
        case Phase.RESOLUTION:
            yield from resolution(state, dice)
        case Phase.DAMAGE if state.volleys:
            yield from damage.marked_off(state, damage.next_hit(state))
        case Phase.MOVEMENT | Phase.DAMAGE if _may_fire(state):
            yield FireStepOpened()
        case Phase.MOVEMENT | Phase.DAMAGE:
            yield from _impulse_over(state, dice)
        case Phase.SETUP | Phase.ENERGY | Phase.FIRE:
            raise AssertionError(f"{state.phase} waits for a declaration")


# --- sensors --------------------------------------------------------------------------------


def _lock_on(state: State, dice: Dice) -> Iterator[Outcome]:
    """Roll for lock-on where the sensors are damaged, unless nobody is within reach any more."""
    reach = state.book.scenarios[state.scenario].break_off_hexes
    if not any(distance(one.at, other.at) <= reach for one, other in _enemies(state)):
        yield _counted(state, "broken_off")
        return
    damaged = [ship for ship in state.afloat if ship.rating("sensor") < 6]
    dies: dict[str, int] = {}
    if damaged:
        yield (rolled := dice.roll(*(Ask(f"{ship.title}, lock-on", 1, 6) for ship in damaged)))
        dies = {ship.id: face for ship, (face,) in zip(damaged, rolled.faces, strict=True)}
    for ship in state.afloat:
        rating, die = ship.rating("sensor"), dies.get(ship.id)
        achieved = die is None or ew.locks_on(rating, die)
        yield LockOnDetermined(ship=ship.id, rating=rating, die=die, achieved=achieved)
    yield ImpulseBegan(impulse=1, movers=movement.movers(state, 1))


def _may_fire(state: State) -> bool:
    """Tell whether the Fire Decision Step is still to come, and any printed weapon has a target."""
    if state.fired == state.now or len(state.seats) < 2:
        return False
    ships = any(
        distance(one.at, other.at) <= max(_reach(state, one), _reach(state, other))
        for one, other in _enemies(state)
    )
    return ships or any(
        unit.seat != ship.seat and distance(ship.at, unit.at) <= _reach(state, ship)
        for ship in state.afloat
        for unit in state.units.values()
    )


def _reach(state: State, ship: Ship) -> int:
    ranges = [state.book.phasers[phaser.type].max_range_hexes for phaser in ship.plan.phasers]
    if ship.plan.detonators:
        ranges.append(state.book.detonator.max_true_range)
    return max(ranges, default=0)


def _enemies(state: State) -> Iterator[tuple[Ship, Ship]]:
    return ((a, b) for a, b in combinations(state.afloat, 2) if a.seat != b.seat)


# --- ends -----------------------------------------------------------------------------------


def _impulse_over(state: State, dice: Dice) -> Iterator[Outcome]:
    for ship in state.afloat:
        if ship.manoeuvres.announced is not None:
            yield ManoeuvresChanged(ship=ship.id, on=ship.manoeuvres.announced == "start")
    if len(state.seats) < 2:
        winners = tuple(sorted(state.seats))
        yield BattleEnded(
            winners=winners, reason="destruction", scored=tuple(_scored(state).items())
        )
    elif state.impulse < IMPULSES:
        following = state.impulse + 1
        yield ImpulseBegan(impulse=following, movers=movement.movers(state, following))
    else:
        yield from repair.final_activity(state, dice)
        yield from _record_keeping(state)


def _record_keeping(state: State) -> Iterator[Outcome]:
    """Discharge what was not used, take in what was stored; the turn is over."""
    for ship in state.afloat:
        for name, magnifier in ship.magnifiers.items():
            if ship.has(name):
                energy = known(magnifier.energy, f"what {name} holds")
                yield MagnifierDischarged(ship=ship.id, magnifier=name, energy=energy)
        for name, chamber in ship.chambers.items():
            if ship.has(name):
                energy = known(chamber.energy, f"what {name} holds")
                yield ChamberDischarged(ship=ship.id, chamber=name, energy=energy)
        yield BatteriesRecharged(seat=ship.seat, ship=ship.id, halves=_recharge(ship))
    yield TurnEnded(turn=state.turn)
    if state.turn >= state.turn_limit:
        yield _counted(state, "turn_limit")


def _recharge(ship: Ship) -> int:
    """Return what the batteries take of their allocation: no more than they can hold now."""
    battery = known(ship.battery_halves, "what the batteries hold")
    room = ship.battery_capacity_halves - battery
    return min(room, known(ship.recharge_halves, "what is allocated to the batteries"))


def _counted(state: State, reason: Literal["broken_off", "turn_limit"]) -> BattleEnded:
    """End the battle by the boxes: who destroyed more of them wins (7.6)."""
    scored = _scored(state)
    most = max(scored.values())
    best = tuple(seat for seat, boxes in scored.items() if boxes == most)
    return BattleEnded(
        winners=best if len(best) == 1 else (), reason=reason, scored=tuple(scored.items())
    )


def _scored(state: State) -> dict[SeatId, int]:
    seats = sorted({ship.seat for ship in state.ships.values()})
    return {seat: state.scored(seat) for seat in seats}
