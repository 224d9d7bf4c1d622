"""The sequence of play: who acts now, what comes next, and the tasks of each step (section 2)."""

from collections.abc import Iterator

from domain.names import SeatId
from domain.rule_system import Outcome
from domain.systems.gothic import (
    attacks,
    boarding,
    end_phase,
    explosions,
    gunnery,
    leadership,
    minefields,
    movement,
    nova,
    ordnance,
)
from domain.systems.gothic.drifting import hulk, pulled
from domain.systems.gothic.events import (
    PhaseBegan,
    TurnBegan,
    TurnEnded,
)
from domain.systems.gothic.play import Play
from domain.systems.gothic.possible import can_act
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import (
    AnyTask,
    Boarding,
    Burn,
    Clear,
    CraftAttack,
    Detect,
    Explosion,
    GoOn,
    Hulk,
    MineAttack,
    MoveMarker,
    MoveUnit,
    NovaShot,
    Pull,
    Ram,
    Repairs,
    Struck,
    Teleport,
    Test,
    TorpedoAttack,
    Volley,
)
from domain.systems.gothic.victory import ended

NEXT = {
    Phase.MOVEMENT: Phase.SHOOTING,
    Phase.SHOOTING: Phase.LAUNCHING,
    Phase.LAUNCHING: Phase.TURNING,
    Phase.TURNING: Phase.ORDNANCE,
    Phase.ORDNANCE: Phase.END,
}
SHARED = {Phase.TURNING, Phase.ORDNANCE}
"""Phases in which all sides act, one after another (2.5)."""


def waiting(state: State) -> frozenset[SeatId]:
    """Return the seats that the play waits for."""
    if state.ended is not None or not state.sides:
        return frozenset()
    if state.window is not None:
        return frozenset((state.window.seat,))
    if state.phase is Phase.SETUP:
        seats = frozenset(seat for side in state.sides.values() for seat in side.seats)
        return seats - state.done
    if state.phase is Phase.FIRST_TURN:
        return frozenset(state.sides[first_roller(state)].seats[:1])
    left = frozenset(state.sides[state.acting].seats) - state.done
    return left if len(left) < 2 else left & _commanding(state)


def _commanding(state: State) -> frozenset[SeatId]:
    """Return the seats that still have something to command."""
    units = {unit.seat for unit in state.active}
    return frozenset(units | {marker.seat for marker in state.markers.values()})


def first_roller(state: State) -> int:
    """Return the side that rolled highest for the first turn (2.1)."""
    return max(state.sides, key=lambda side: state.sides[side].first_roll)


def step(state: State) -> tuple[int | str, ...]:
    """Return a name of the step; it is the same for every seat."""
    asked = "answer" if state.window else ""
    return state.turn, state.phase.value, state.mover, state.asked, asked


# --- running --------------------------------------------------------------------------------


def run(play: Play) -> Iterator[Outcome]:
    """Do what is to be done, until some seat is waited for or the battle is over."""
    while True:
        while play.tasks:
            yield from done(play, play.tasks.pop())
            if play.state.window is not None:
                return
        if play.state.phase in {Phase.SETUP, Phase.FIRST_TURN}:
            return
        over = ended(play.state, turn_over=False)
        if over is not None:
            yield play.happens(over)
        if play.state.ended is not None or _waits(play.state):
            return
        yield from _advance(play)


def _waits(state: State) -> bool:
    return any(can_act(state, seat) for seat in waiting(state))


def done(play: Play, task: AnyTask) -> Iterator[Outcome]:
    """Do one task."""
    match task:
        case Test():
            yield from leadership.tested(play, task)
        case Volley():
            yield from gunnery.fired(play, task)
        case NovaShot():
            yield from nova.burst(play, task)
        case Struck():
            yield from explosions.struck(play, task)
        case Explosion():
            yield from explosions.exploded(play, task)
        case MoveUnit():
            yield from movement.moved(play, task)
        case MoveMarker():
            yield from ordnance.moved(play, task)
        case TorpedoAttack():
            yield from attacks.torpedoes(play, task)
        case CraftAttack():
            yield from attacks.craft(play, task)
        case MineAttack():
            yield from attacks.mine(play, task)
        case Detect():
            yield from minefields.searched(play, task)
        case Teleport():
            yield from boarding.teleported(play, task)
        case Boarding():
            yield from boarding.boarded(play, task)
        case Ram():
            yield from boarding.rammed(play, task)
        case Repairs():
            yield from end_phase.repaired(play, task)
        case Burn():
            yield from end_phase.burnt(play, task)
        case Clear():
            yield from end_phase.cleared(play, task)
        case Hulk():
            yield from hulk(play, task)
        case Pull():
            yield from pulled(play, task)
        case GoOn():
            yield from _turn_over(play)


# --- phases ---------------------------------------------------------------------------------


def _advance(play: Play) -> Iterator[Outcome]:
    """Go to the next step: another side's part of this phase, or the next phase."""
    state = play.state
    if state.phase is Phase.END:
        play.push(
            *(
                Boarding(units=tuple(unit.id for unit in units), target=target)
                for target, units in boarding.boarders(state, state.side).items()
            ),
            *end_phase.tasks(state),
        )
        return
    if state.phase is Phase.ORDNANCE:
        left = [m for m in state.markers.values() if m.side == state.acting and m.torpedo]
        fly = [ordnance.straight(state, m) for m in left if m.moved_in != state.ordnance]
        if fly:
            play.push(*fly)
            return
    if state.phase in SHARED and state.mover + 1 < len(state.turn_order):
        yield from _began(play, state.phase, state.mover + 1)
    else:
        yield from _began(play, NEXT[state.phase], 0)


def _began(play: Play, phase: Phase, mover: int) -> Iterator[Outcome]:
    yield play.happens(PhaseBegan(phase=phase.value, mover=mover))
    state = play.state
    if phase is Phase.ORDNANCE:
        side = state.acting
        fields = [one for one in state.areas.values() if one.kind == "minefield"]
        if mover == 0:
            for field in fields:
                if field.side == side:
                    yield from minefields.searched(play, Detect(field=field.id))
        state = play.state
        mines = [m for m in state.markers.values() if m.side == side and m.kind == "mine"]
        moves = (minefields.mine_move(state, one) for one in mines)
        play.push(*(move for move in moves if move is not None))


def begin_turn(play: Play, side: int, game_turn: int) -> Iterator[Outcome]:
    """Begin a side's turn: hulks drift, gravity pulls (M0, 6.5)."""
    yield play.happens(TurnBegan(side=side, game_turn=game_turn))
    state = play.state
    ours = [unit for unit in state.on_table if unit.side == side]
    pull = state.band and int(state.option("gravity_cm") or 0)
    play.push(
        *(Hulk(unit=unit.id) for unit in ours if unit.hulk),
        *(Pull(unit=unit.id) for unit in ours if pull and not unit.plan.defence),
    )


def _turn_over(play: Play) -> Iterator[Outcome]:
    yield from end_phase.landings(play)
    state = play.state
    last = state.at + 1 == len(state.turn_order)
    yield play.happens(TurnEnded(side=state.side))
    over = ended(play.state, turn_over=last)
    if over is not None:
        yield play.happens(over)
        return
    state = play.state
    side = state.turn_order[0 if last else state.at + 1]
    yield from begin_turn(play, side, state.game_turn + last)
