"""What a seat asks for: refused, or what happens. Refusals first, then the dice."""

from collections.abc import Iterator, Mapping

from domain.decider import Command
from domain.dice import Dice
from domain.names import SeatId
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.gothic import (
    boarding,
    end_phase,
    forming,
    gunnery,
    launching,
    leadership,
    nova,
    ordnance,
    rules,
    setup,
    ways,
)
from domain.systems.gothic import commands as c
from domain.systems.gothic import events as e
from domain.systems.gothic.movement_phase import in_movement, must_disengage
from domain.systems.gothic.ownership import own, own_marker, own_subject
from domain.systems.gothic.play import Play
from domain.systems.gothic.possible import may_land
from domain.systems.gothic.sequence import begin_turn, first_roller, run, waiting
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import Boarding, NovaShot, Teleport, Test

PHASES: dict[type[Command], tuple[Phase, ...]] = {
    c.DeclareSquadrons: (Phase.SETUP,),
    c.ChooseTurn: (Phase.FIRST_TURN,),
    c.IssueOrder: (Phase.MOVEMENT,),
    c.MoveUnit: (Phase.MOVEMENT,),
    c.MoveFleet: (Phase.MOVEMENT,),
    c.DeclareBoarding: (Phase.MOVEMENT,),
    c.DeclareRam: (Phase.MOVEMENT,),
    c.Detonate: (Phase.MOVEMENT,),
    c.Disengage: (Phase.MOVEMENT,),
    c.SetPatrol: (Phase.MOVEMENT,),
    c.TestPriority: (Phase.SHOOTING,),
    c.Fire: (Phase.SHOOTING,),
    c.FireNova: (Phase.SHOOTING,),
    c.LandTroops: (Phase.SHOOTING,),
    c.LaunchTorpedoes: (Phase.LAUNCHING,),
    c.LaunchCraft: (Phase.LAUNCHING,),
    c.TurnTorpedoes: (Phase.TURNING, Phase.ORDNANCE),
    c.MoveOrdnance: (Phase.ORDNANCE,),
    c.TeleportAttack: (Phase.END,),
    c.ResolveBoarding: (Phase.END,),
}
ANSWERS: dict[type[Command], str] = {
    c.React: "react",
    c.UseReRoll: "reroll",
    c.AllocateRepairs: "repair",
    c.RemoveBlasts: "blast",
}


def begin(
    state: State, scenario: str, options: Mapping[str, int | str], dice: Dice
) -> Iterator[Outcome]:
    """Lay the table; play begins with what fights in squadrons."""
    known = {n: v for n, v in options.items() if n not in {"scenario", "time_limit_s"}}
    return setup.begin(state, scenario, known, dice)


def decide(state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
    """Decide a command, and do all that follows until some seat is waited for."""
    _check_step(state, seat, command)
    play = Play(state, dice)
    yield from _decided(play, seat, command)
    yield from run(play)


def _check_step(state: State, seat: SeatId, command: Command) -> None:
    """Refuse what is out of step, in this order: window, phase, turn (section 3)."""
    if state.ended is not None:
        raise Refused("wrong_phase", rules.SEQUENCE, phase="over")
    window, answers = state.window, ANSWERS.get(type(command))
    if window is not None and answers is None:
        raise Refused("window_open", rules.REACTIONS, waiting_for=state.title(window.subject))
    if answers is not None:
        if window is None or window.kind != answers:
            raise Refused("nothing_asked", rules.REACTIONS)
        if seat != window.seat:
            raise Refused("not_yours", rules.REACTIONS)
        return
    phases = PHASES.get(type(command))
    if phases is not None and state.phase not in phases:
        rule = rules.TP_1 if isinstance(command, c.TeleportAttack) else rules.SEQUENCE
        raise Refused("wrong_phase", rule, phase=state.phase.value)
    if seat not in waiting(state):
        rule = rules.TP_1 if isinstance(command, c.TeleportAttack) else rules.SEQUENCE
        raise Refused("not_your_turn", rule)


def _decided(play: Play, seat: SeatId, command: Command) -> Iterator[Outcome]:
    state = play.state
    match command:
        case c.DeclareSquadrons():
            yield from _squadrons(play, seat, command)
        case c.ChooseTurn(first=first):
            yield from _first_turn(play, first=first)
        case c.EndStep():
            yield from _end_step(play, seat)
        case c.React() | c.UseReRoll() | c.AllocateRepairs() | c.RemoveBlasts():
            yield from _answered(play, seat, command)
        case c.TurnTorpedoes(marker=name, degrees=degrees):
            own_marker(state, seat, name)
            marker = ordnance.check_turn(state, command)
            heading = (marker.heading + degrees * 1000) % 360_000
            yield play.happens(
                e.OrdnanceTurned(marker=name, old_heading=marker.heading, heading=heading)
            )
        case c.MoveOrdnance(marker=name):
            own_marker(state, seat, name)
            marker = ordnance.check_move(state, command)
            if marker.torpedo:
                play.push(ordnance.straight(state, marker, hulks=command.hulks))
            else:
                play.push(ordnance.flown(marker, command.legs))
        case _:
            yield from _by_phase(play, seat, command)


def _by_phase(play: Play, seat: SeatId, command: Command) -> Iterator[Outcome]:
    match play.state.phase:
        case Phase.MOVEMENT:
            yield from in_movement(play, seat, command)
        case Phase.SHOOTING | Phase.LAUNCHING:
            yield from _in_shooting(play, seat, command)
        case _:
            yield from _in_end(play, seat, command)


# --- setting up, steps, answers -------------------------------------------------------------


def _squadrons(play: Play, seat: SeatId, command: c.DeclareSquadrons) -> Iterator[Outcome]:
    made = forming.declared(play.state, seat, command)
    yield play.happens(e.SquadronsDeclared(seat=seat, squadrons=made))
    if not waiting(play.state):
        yield play.happens(e.PhaseBegan(phase=Phase.FIRST_TURN.value))


def _first_turn(play: Play, *, first: bool) -> Iterator[Outcome]:
    winner = first_roller(play.state)
    sides = sorted(play.state.sides)
    at = sides.index(winner) + (0 if first else 1)
    order = (*sides[at:], *sides[:at])
    yield play.happens(e.TurnOrderChosen(order=order))
    yield from begin_turn(play, order[0], 1)


def _end_step(play: Play, seat: SeatId) -> Iterator[Outcome]:
    state = play.state
    if state.phase in {Phase.SETUP, Phase.FIRST_TURN}:
        raise Refused("wrong_phase", rules.SEQUENCE, phase=state.phase.value)
    if state.phase is Phase.MOVEMENT:
        left = [u.title for u in state.active if u.seat == seat and ways.must_move(state, u)]
        if left:
            raise Refused("move_required", rules.MV_1, units=", ".join(left))
        if leaving := must_disengage(state, seat):
            raise Refused("must_disengage", rules.MV_5, unit=state.title(leaving[0]))
    yield play.happens(e.StepFinished(seat=seat))


def _answered(play: Play, seat: SeatId, command: Command) -> Iterator[Outcome]:
    window = play.state.window
    assert window is not None, "`_check_step` has seen to it"
    match command:
        case c.React(brace=brace, turrets=turrets, standing=standing):
            if brace and not window.brace:
                raise Refused("braced", rules.REACTIONS, unit=play.state.title(window.subject))
            answer = e.WindowAnswered(seat=seat, yes=brace, turrets=turrets, standing=standing)
        case c.UseReRoll(use=use):
            answer = e.WindowAnswered(seat=seat, yes=use)
        case c.AllocateRepairs(criticals=taken):
            end_phase.check_repairs(window, command)
            answer = e.WindowAnswered(seat=seat, taken=taken)
        case c.RemoveBlasts(markers=taken):
            end_phase.check_blasts(play.state, window, command)
            answer = e.WindowAnswered(seat=seat, taken=taken)
        case _:
            raise AssertionError(command)
    yield play.happens(answer)
    play.answer = answer


# --- shooting, launching, end ---------------------------------------------------------------


def _in_shooting(play: Play, seat: SeatId, command: Command) -> Iterator[Outcome]:
    state = play.state
    match command:
        case c.TestPriority(shooter=shooter):
            members = own_subject(state, seat, shooter)
            if any(unit.priority for unit in members):
                raise Refused("already_tested", rules.SH_2, unit=state.title(shooter))
            target = leadership.value(state, shooter)
            play.push(Test(purpose="priority", subject=shooter, target=target))
        case c.Fire(shooter=shooter):
            if shooter in state.squadrons:
                own_subject(state, seat, shooter)
            else:
                own(state, seat, shooter)
            yield from gunnery.declared(play, command)
        case c.FireNova(unit=name):
            unit = nova.check_nova(state, own(state, seat, name).side, command)
            play.push(NovaShot(unit=unit.id, at=nova.aim(command)))
        case c.LandTroops(unit=name):
            unit = own(state, seat, name)
            if not may_land(state, unit):
                raise Refused("cannot_land", rules.LANDING, unit=unit.title)
            yield play.happens(e.LandingBegun(unit=name))
        case c.LaunchTorpedoes(units=names):
            for one in names:
                own(state, seat, one)
            units = launching.check_torpedoes(state, command)
            yield from launching.launched(play, command, units)
        case c.LaunchCraft(unit=name):
            own(state, seat, name)
            unit = launching.check_craft(state, command)
            yield from launching.craft_launched(play, command, unit)
        case _:
            raise AssertionError(command)


def _in_end(play: Play, seat: SeatId, command: Command) -> Iterator[Outcome]:
    state = play.state
    match command:
        case c.TeleportAttack(unit=name, target=target):
            own(state, seat, name)
            boarding.check_teleport(state, state.side, command)
            play.push(Teleport(unit=name, target=target))
        case c.ResolveBoarding(units=units, target=target):
            for one in units:
                own(state, seat, one)
            boarding.check_resolving(state, state.side, command)
            play.push(Boarding(units=units, target=target))
        case _:
            raise AssertionError(command)
    yield from ()
