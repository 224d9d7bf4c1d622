"""Whom the play waits for; public knowledge."""

from domain.names import SeatId
from domain.systems.knight_hawks.repair import repairers
from domain.systems.knight_hawks.state import Phase, State

DECLARING = (Phase.PREPARE, Phase.MOVES, Phase.DEFENSIVE, Phase.OFFENSIVE)


def owed(state: State) -> frozenset[SeatId]:
    """Return the seats that owe sealed repairs."""
    if state.ended is not None or state.phase is not Phase.REPAIR:
        return frozenset()
    return repairers(state)


def waiting(state: State) -> frozenset[SeatId]:
    """Return the seats that the play waits for."""
    if state.ended is not None:
        return frozenset()
    if state.answering:
        return frozenset(state.answering)
    if state.attacks or state.flights or state.blown or state.ordering is not None:
        return frozenset()
    if state.phase is Phase.REPAIR:
        return owed(state)
    if state.phase is Phase.SETUP:
        done = not state.scenario or state.setup_done >= len(state.sheet.setup)
        return frozenset() if done else frozenset(state.sides[state.acting].seats)
    if state.phase in DECLARING:
        return declaring(state)
    return frozenset()


def declaring(state: State) -> frozenset[SeatId]:
    """Return the seats of the acting side that have vessels and have not declared."""
    present = {vessel.seat for vessel in state.fleet(state.acting)}
    return frozenset(present - state.declared)


def step(state: State) -> tuple[int | str, ...]:
    """Return the name of the step; no two of a battle are the same."""
    doing = "answers" if state.answering else "declarations"
    return state.turn, state.moving, state.phase.value, state.moment, doing
