"""One match over the commands: the refusals first, then the dice."""

from collections.abc import Iterable, Iterator, Mapping

from domain.decider import Command
from domain.dice import Dice
from domain.names import SeatId
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.knight_hawks import fire, orders, repair, responses, rules, setup
from domain.systems.knight_hawks.commands import (
    AllocateRepairs,
    ChooseEdge,
    DeclareFire,
    MoveShips,
    PlaceFleet,
    PrepareMovement,
    Respond,
)
from domain.systems.knight_hawks.sequence import repairs_made, unfold
from domain.systems.knight_hawks.state import Phase, State
from domain.systems.knight_hawks.waiting import owed


def begin(
    state: State, scenario: str, options: Mapping[str, int | str], dice: Dice
) -> Iterator[Outcome]:
    """Set up *scenario*; the first side places."""
    yield from unfold(state, setup.begun(state, scenario, options, dice), dice)


def decide(state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
    """Decide a command that takes effect at once, and all that follows from it."""
    if not state.side_of(seat):
        raise Refused("not_a_player", rules.S_2_1_SEQUENCE, seat=seat)
    events: Iterable[Outcome]
    match command:
        case ChooseEdge():
            events = setup.edge_chosen(state, seat, command)
        case PlaceFleet():
            events = setup.fleet_placed(state, seat, command)
        case PrepareMovement():
            events = orders.prepared(state, seat, command)
        case MoveShips():
            events = orders.moves_ordered(state, seat, command)
        case DeclareFire():
            events = fire.declared(state, seat, command)
        case Respond():
            events = responses.responded(state, seat, command)
        case _:
            raise AssertionError(f"{command} is not decided at once")
    yield from unfold(state, _judged(events), dice)


def _judged(events: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Return what a declaration says, all of it judged before any of it happens."""
    return tuple(events)


def check(state: State, seat: SeatId, command: Command) -> None:
    """Refuse sealed repairs that are not legal."""
    assert isinstance(command, AllocateRepairs)
    if state.phase is not Phase.REPAIR or seat not in owed(state):
        raise Refused("wrong_phase", rules.P_60_WHEN, phase=state.phase.value)
    repair.check(state, seat, command)


def resolve(state: State, sealed: Mapping[SeatId, Command], dice: Dice) -> Iterator[Outcome]:
    """Resolve the repairs of all who owe any."""
    yield from unfold(state, repairs_made(state, sealed, dice), dice)
