"""The sequence of play: what follows without a further decision of a player (2.1)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from msgspec.structs import replace

from domain.decider import Command, Event
from domain.dice import Ask, Dice
from domain.names import SeatId
from domain.rule_system import Outcome
from domain.systems.knight_hawks import (
    attacks,
    damage,
    fire,
    flights,
    mines,
    movement,
    repair,
    responses,
    seekers,
)
from domain.systems.knight_hawks.attack_events import ResponsesOpened
from domain.systems.knight_hawks.events import (
    BattleEnded,
    BattleEvent,
    HalfTurnBegan,
    PhaseBegan,
    TurnBegan,
)
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.move_events import AmmoReloaded, NavErrorRolled
from domain.systems.knight_hawks.orders import screen_fault
from domain.systems.knight_hawks.secret_events import HexCleared
from domain.systems.knight_hawks.state import Phase, State, Vessel, may_have_seekers
from domain.systems.knight_hawks.waiting import waiting

CONTACT = (Phase.SEEKERS, Phase.ORBITS, Phase.MOVES)


def unfold(state: State, outcomes: Iterable[Outcome], dice: Dice) -> Iterator[Outcome]:
    """Yield *outcomes* and all that follows, up to the moment when somebody is waited for."""
    for outcome in outcomes:
        yield outcome
        if isinstance(outcome, Event):
            state = evolve(state, _ours(outcome))
    while state.ended is None and not waiting(state):
        for outcome in _advanced(state, dice):
            yield outcome
            if isinstance(outcome, Event):
                state = evolve(state, _ours(outcome))


def _ours(event: Event) -> BattleEvent:
    return cast("BattleEvent", event)


def _advanced(state: State, dice: Dice) -> Iterator[Outcome]:
    """Yield what comes next while nobody is waited for."""
    if state.attacks:
        seats = () if state.answered else responses.able(state)
        if seats:
            yield ResponsesOpened(seats=seats)
        else:
            yield from attacks.resolved(state, dice)
    elif state.blown:
        for side, at in state.blown:
            yield HexCleared(side=side, at=at)
    elif (end := victory(state)) is not None:
        yield end
    elif state.phase in CONTACT and (struck := seekers.contact(state)) is not None:
        yield from seekers.detonation(state, struck, dice)
    else:
        yield from _phase_advanced(state, dice)


def _phase_advanced(state: State, dice: Dice) -> Iterator[Outcome]:
    match state.phase:
        case Phase.SETUP:
            yield TurnBegan(turn=1)
            yield from half_turn(state, state.order[0])
        case Phase.PREPARE:
            yield _seekers_begin(state)
        case Phase.SEEKERS if state.queue:
            yield from seekers.move(state, state.seekers[state.queue[0]], dice)
        case Phase.SEEKERS:
            yield PhaseBegan(phase=Phase.ORBITS.value, side=state.moving)
        case Phase.ORBITS if (vessel := flights.in_orbit(state)) is not None:
            yield from flights.orbited(state, vessel)
        case Phase.ORBITS:
            yield from _moves_begin(state, dice)
        case Phase.MOVES if state.flights:
            yield from flights.flown(state, dice)
        case Phase.MOVES if state.ordering is not None:
            yield from flights.recorded(state)
        case Phase.MOVES:
            yield PhaseBegan(phase=Phase.MINES.value, side=state.moving)
        case Phase.MINES:
            patterns = tuple(mines.triggered(state))
            yield from patterns
            if not patterns:
                yield PhaseBegan(phase=Phase.FIRES.value, side=state.moving)
        case Phase.FIRES:
            yield from _fires(state, dice)
        case Phase.DEFENSIVE | Phase.OFFENSIVE:
            yield from _combat_over(state)
        case Phase.REPAIR:
            raise AssertionError("repairs wait for declarations")


# --- half-turns -----------------------------------------------------------------------------


def half_turn(state: State, side: str) -> Iterator[BattleEvent]:
    """Yield the beginning of a side's half-turn."""
    yield HalfTurnBegan(side=side)
    if _prepares(state, side):
        yield PhaseBegan(phase=Phase.PREPARE.value, side=side)
    else:
        yield _seekers_begin(replace(state, moving=side, queue=()))


def _prepares(state: State, side: str) -> bool:
    """Tell whether a side has anything to set or to announce, for all that others know."""
    flying = sum(seeker.side == side for seeker in state.seekers.values())
    return may_have_seekers(state, side) or flying > 1 or any(map(_sets, state.fleet(side)))


def _sets(vessel: Vessel) -> bool:
    released = vessel.docked_at is not None or (
        vessel.orbit is not None and vessel.kind != "station"
    )
    raised = (screen_fault(vessel, code) is None for code in ("PS", "ES", "SS", "MS"))
    return released or bool(vessel.screen) or any(raised)


def _seekers_begin(state: State) -> PhaseBegan:
    rest = (one.id for one in state.seekers.values() if one.side == state.moving)
    order = tuple(dict.fromkeys((*state.queue, *rest)))
    return PhaseBegan(phase=Phase.SEEKERS.value, side=state.moving, order=order)


def _moves_begin(state: State, dice: Dice) -> Iterator[Outcome]:
    """Roll where damaged navigation turns; open the moves, or pass on if nobody has any."""
    movers = movement.movers(state)
    astray = [v for v in movers if "NAV" in v.damaged and v.mr and movement.speeds(v)[1]]
    if astray:
        yield (rolled := dice.roll(*(Ask(f"{v.title}, navigation", 1, 10) for v in astray)))
        for vessel, (die,) in zip(astray, rolled.faces, strict=True):
            left = die <= state.book.constants.navigation_left
            yield NavErrorRolled(ship=vessel.id, die=die, turn=-1 if left else 1)
    stores = any(vessel.hidden_stores for vessel in state.fleet(state.moving))
    opens = Phase.MOVES if movers or stores else Phase.MINES
    yield PhaseBegan(phase=opens.value, side=state.moving)


def _fires(state: State, dice: Dice) -> Iterator[Outcome]:
    if state.level == "advanced":
        for vessel in state.fleet(state.moving):
            now = state.vessels[vessel.id]
            if "FIRE" in now.damaged and not now.lost:
                for outcome in damage.burned(state, now, dice):
                    yield outcome
                    if isinstance(outcome, Event):
                        state = evolve(state, _ours(outcome))
    if victory(state) is None:
        yield from _next_combat(state, _defenders(state))


def _defenders(state: State) -> tuple[str, ...]:
    """Return the other sides, in the order of play after the moving one."""
    at = state.order.index(state.moving)
    return (*state.order[at + 1 :], *state.order[:at])


def _combat_over(state: State) -> Iterator[BattleEvent]:
    if state.phase is Phase.OFFENSIVE:
        yield from _half_turn_over(state)
    else:
        defenders = _defenders(state)
        yield from _next_combat(state, defenders[defenders.index(state.acting) + 1 :])


def _next_combat(state: State, defenders: tuple[str, ...]) -> Iterator[BattleEvent]:
    """Yield the next combat phase in which anybody has anything to declare."""
    for side in defenders:
        if fire.opens(state, Phase.DEFENSIVE, side):
            yield PhaseBegan(phase=Phase.DEFENSIVE.value, side=side)
            return
    if fire.opens(state, Phase.OFFENSIVE, state.moving):
        yield PhaseBegan(phase=Phase.OFFENSIVE.value, side=state.moving)
    else:
        yield from _half_turn_over(state)


def _half_turn_over(state: State) -> Iterator[BattleEvent]:
    at = state.order.index(state.moving)
    for side in state.order[at + 1 :]:
        if state.fleet(side):
            yield from half_turn(state, side)
            return
    yield from _turn_over(state)


# --- turns ----------------------------------------------------------------------------------


def _turn_over(state: State) -> Iterator[BattleEvent]:
    for event in _reloaded(state):
        yield event
        state = evolve(state, event)
    every = state.book.constants.repair_interval
    repairs = state.level == "advanced" and state.turn % every == 0
    if repairs and repair.repairers(state):
        yield PhaseBegan(phase=Phase.REPAIR.value)
    else:
        yield from _next_turn(state)


def _next_turn(state: State) -> Iterator[BattleEvent]:
    if state.turn >= int(state.options["turn_limit"]):
        yield BattleEnded(winners=(), reason="turn_limit")
        return
    yield TurnBegan(turn=state.turn + 1)
    first = next(side for side in state.order if state.fleet(side))
    yield from half_turn(state, first)


def _reloaded(state: State) -> Iterator[BattleEvent]:
    """Yield the rockets of those who were docked for the whole turn, undisturbed (P-20)."""
    for vessel in state.afloat:
        host = state.vessels.get(vessel.docked_at) if vessel.docked_at is not None else None
        if host is None or vessel.docked_in >= state.turn or host.attacked_in == state.turn:
            continue
        mount = vessel.mounts.get("AR")
        at_station = host.kind == "station"
        served = vessel.kind == "fighter" or (at_station and vessel.evades)
        if served and mount is not None and mount.ammo != mount.ammo_max:
            yield AmmoReloaded(ship=vessel.id, mount="AR", ammo=mount.ammo_max)


def repairs_made(state: State, sealed: Mapping[SeatId, Command], dice: Dice) -> Iterator[Outcome]:
    """Yield all repairs, and the turn that follows."""
    for outcome in repair.repaired(state, sealed, dice):
        yield outcome
        if isinstance(outcome, Event):
            state = evolve(state, _ours(outcome))
    yield from _next_turn(state)


def victory(state: State) -> BattleEnded | None:
    """Return how the battle has ended, or None while two sides have vessels (6.5, 6.6)."""
    if state.turn == 0:
        return None
    left = [side for side in state.sides if state.fleet(side)]
    if len(left) > 1:
        return None
    if not left:
        return BattleEnded(winners=(), reason="draw")
    side = left[0]
    others = (vessel for vessel in state.vessels.values() if vessel.side != side)
    if any(vessel.lost == "escaped" for vessel in others):
        return BattleEnded(winners=(), reason="escaped")
    if all(vessel.kind == "fighter" for vessel in state.fleet(side)):
        return BattleEnded(winners=(), reason="fighters")
    return BattleEnded(winners=state.sides[side].seats, reason="destruction")
