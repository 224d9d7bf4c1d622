"""What a seat asks for: refused, or what happens. Refusals first, then the dice."""

from collections.abc import Iterator, Mapping

from domain.decider import Command
from domain.dice import Dice
from domain.names import SeatId, ShipId
from domain.plane import CM, within
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.gothic import (
    boarding,
    end_phase,
    gunnery,
    launching,
    leadership,
    movement,
    nova,
    ordnance,
    rules,
    setup,
)
from domain.systems.gothic import commands as c
from domain.systems.gothic import events as e
from domain.systems.gothic.play import Play
from domain.systems.gothic.possible import may_land
from domain.systems.gothic.sequence import begin_turn, first_roller, run, waiting
from domain.systems.gothic.state import Phase, State, Unit
from domain.systems.gothic.tables import halved
from domain.systems.gothic.tasks import Boarding, MoveUnit, NovaShot, Teleport, Test

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


def _own(state: State, seat: SeatId, name: str) -> Unit:
    """Return an active unit of *seat*, or refuse."""
    unit = state.units.get(ShipId(name))
    if unit is None or not unit.on_table:
        raise Refused("no_such_unit", rules.SEQUENCE, unit=name)
    if unit.seat != seat:
        raise Refused("not_yours", rules.SEQUENCE, unit=unit.title)
    return unit


def _own_subject(state: State, seat: SeatId, subject: str) -> tuple[Unit, ...]:
    members = state.members(subject)
    if not members:
        raise Refused("no_such_unit", rules.SEQUENCE, unit=subject)
    if members[0].seat != seat:
        raise Refused("not_yours", rules.SEQUENCE, unit=state.title(subject))
    if subject != state.subject(members[0]):
        squadron = state.title(members[0].squadron)
        raise Refused("in_squadron", rules.SQ_4, unit=members[0].title, squadron=squadron)
    return members


def _own_marker(state: State, seat: SeatId, name: str) -> None:
    if name not in state.markers:
        raise Refused("no_such_marker", rules.SEQUENCE, marker=name)
    if state.markers[name].seat != seat:
        raise Refused("not_yours", rules.SEQUENCE, marker=state.markers[name].title)


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
            _own_marker(state, seat, name)
            marker = ordnance.check_turn(state, command)
            heading = (marker.heading + degrees * 1000) % 360_000
            yield play.happens(
                e.OrdnanceTurned(marker=name, old_heading=marker.heading, heading=heading)
            )
        case c.MoveOrdnance(marker=name):
            _own_marker(state, seat, name)
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
            yield from _in_movement(play, seat, command)
        case Phase.SHOOTING | Phase.LAUNCHING:
            yield from _in_shooting(play, seat, command)
        case _:
            yield from _in_end(play, seat, command)


# --- setting up, steps, answers -------------------------------------------------------------


def _squadrons(play: Play, seat: SeatId, command: c.DeclareSquadrons) -> Iterator[Outcome]:
    made = setup.declared(play.state, seat, command)
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
        left = [u.title for u in state.active if u.seat == seat and movement.must_move(state, u)]
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


# --- movement -------------------------------------------------------------------------------


def _in_movement(play: Play, seat: SeatId, command: Command) -> Iterator[Outcome]:
    state = play.state
    match command:
        case c.IssueOrder(subject=subject, order=order):
            members = _own_subject(state, seat, subject)
            check_order(state, members, subject, order)
            target = leadership.check_target(state, subject)
            play.push(Test(purpose="order", subject=subject, target=target, order=order))
        case c.MoveUnit(unit=name, way=way):
            unit = _own(state, seat, name)
            movement.check_way(state, unit, way)
            play.push(movement.moving(state, unit, way))
        case c.MoveFleet(courses=courses):
            play.push(*_fleet(state, seat, courses))
        case c.DeclareBoarding(unit=name, target=target):
            _own(state, seat, name)
            boarding.check_boarding(state, state.side, command)
            yield play.happens(e.BoardingDeclared(unit=name, target=target))
        case c.DeclareRam():
            play.push(_ram(state, _own(state, seat, command.unit), command))
        case c.Detonate(unit=name):
            yield from _detonated(play, _own(state, seat, name))
        case c.Disengage(subject=subject):
            disengage_refusal(state, _own_subject(state, seat, subject))
            target = leadership.disengage_target(state, subject)
            play.push(Test(purpose="disengage", subject=subject, target=target))
        case c.SetPatrol(marker=name, unit=unit):
            _own_marker(state, seat, name)
            _check_patrol(state, name, unit)
            yield play.happens(e.PatrolSet(marker=name, unit=unit))
        case _:
            raise AssertionError(command)


def check_order(state: State, members: tuple[Unit, ...], subject: str, order: str) -> None:
    """Refuse an order that may not be given (MV-7, PD-6)."""
    side = members[0].side
    if order == "brace":
        raise Refused("brace_is_a_reaction", rules.REACTIONS)
    if side in state.closed:
        raise Refused("orders_closed", rules.MV_7)
    if any(unit.order == "brace" for unit in members):
        raise Refused("braced", rules.MV_7, unit=state.title(subject))
    if any(unit.order is not None for unit in members):
        raise Refused("already_on_orders", rules.MV_7, unit=state.title(subject))
    if any(unit.moved for unit in members):
        raise Refused("already_moved", rules.MV_7, unit=state.title(subject))
    if any(unit.escaping for unit in members):
        raise Refused("disengage_failed", rules.MV_10, unit=state.title(subject))
    only = [unit for unit in members if unit.plan.defence_leadership]
    if only and order != "reload_ordnance":
        raise Refused("defence_order", rules.PD_6, unit=only[0].title)
    barred = [unit for unit in members if order in unit.plan.barred_orders]
    if barred:
        raise Refused("barred_order", rules.MV_7, unit=barred[0].title)


def _fleet(state: State, seat: SeatId, courses: tuple[c.Course, ...]) -> list[MoveUnit]:
    named = [course.unit for course in courses]
    if len(named) != len({*named}):
        raise Refused("already_moved", rules.MV_1)
    moves: list[MoveUnit] = []
    for course in courses:
        unit = _own(state, seat, course.unit)
        movement.check_way(state, unit, course.way)
        moves.append(movement.moving(state, unit, course.way))
    rest = [u for u in state.active if u.seat == seat and u.id not in named]
    moves += [
        movement.moving(state, unit, movement.default_way(state, unit))
        for unit in rest
        if movement.must_move(state, unit)
    ]
    return moves


def _ram(state: State, unit: Unit, command: c.DeclareRam) -> Test:
    target = state.units.get(command.target)
    if state.option("ramming") != "yes":
        raise Refused("no_ramming", rules.RA_1)
    if unit.order != "all_ahead_full" or unit.moved or unit.ram_target is not None:
        raise Refused("no_ramming", rules.RA_1, unit=unit.title)
    if target is None or not target.active or target.side == unit.side:
        raise Refused("no_such_target", rules.RA_1)
    return Test(
        purpose="ram",
        subject=unit.id,
        target=leadership.value(state, unit.id),
        dice=boarding.ram_dice(unit, target),
        units=(unit.id, target.id),
    )


def _detonated(play: Play, unit: Unit) -> Iterator[Outcome]:
    if not unit.plan.fire_ship or not unit.active:
        raise Refused("no_fire_ship", rules.FIRE_SHIP, unit=unit.title)
    radius = sum((yield from play.d6("explosion radius", 3))) * CM
    yield play.happens(e.FireShipExploded(unit=unit.id, radius=radius))
    yield play.blast(unit.at)
    for name in [m.id for m in play.state.markers.values() if within(m.at, unit.at, radius)]:
        yield play.happens(e.OrdnanceRemoved(marker=name, reason="explosion"))
    for other in play.state.active:
        if other.plan.defence or not within(other.at, unit.at, radius):
            continue
        if not other.plan.sturdy:
            yield play.happens(e.UnitDestroyed(unit=other.id, cause="fire"))
            yield play.blast(other.at)
            continue
        fires = halved(sum((yield from play.d6("fires", 1))))
        for _ in range(fires):
            yield play.happens(
                e.CriticalApplied(unit=other.id, rolled=7, row=7, title="Fire!", effect="fire")
            )


def disengage_refusal(state: State, members: tuple[Unit, ...]) -> None:
    """Refuse to disengage: after all moves, and not for everybody (MV-10)."""
    if any(unit.plan.defence for unit in members):
        raise Refused("immobile", rules.PD_2)
    if any(unit.escaping for unit in members):
        raise Refused("disengage_failed", rules.MV_10)
    if any(movement.must_move(state, u) for u in state.active if u.seat == members[0].seat):
        raise Refused("move_required", rules.MV_10)
    if any(unit.grappled or unit.boarding for unit in members):
        raise Refused("boarding", rules.BO_1)


def must_disengage(state: State, seat: SeatId) -> list[str]:
    """Return the escort squadrons that must follow a member off the table, if they can (MV-5)."""
    return [
        squadron.id
        for squadron in state.squadrons.values()
        if squadron.leaving
        and squadron.seat == seat
        and (members := state.members(squadron.id))
        and not any(unit.escaping or unit.grappled or unit.boarding for unit in members)
    ]


def _check_patrol(state: State, name: str, unit: ShipId | None) -> None:
    marker = state.markers[name]
    if not marker.fighters or marker.bombers or marker.boats:
        raise Refused("no_fighters", rules.OR_10, marker=marker.title)
    if unit is None:
        if marker.patrols is None:
            raise Refused("no_fighters", rules.OR_10, marker=marker.title)
        return
    friend = state.units.get(unit)
    if friend is None or not friend.active or friend.side != marker.side:
        raise Refused("no_such_unit", rules.OR_10)
    if not within(friend.at, marker.at, friend.plan.radius + marker.radius):
        raise Refused("not_in_contact", rules.OR_10, marker=marker.title)


# --- shooting, launching, end ---------------------------------------------------------------


def _in_shooting(play: Play, seat: SeatId, command: Command) -> Iterator[Outcome]:
    state = play.state
    match command:
        case c.TestPriority(shooter=shooter):
            members = _own_subject(state, seat, shooter)
            if any(unit.priority for unit in members):
                raise Refused("already_tested", rules.SH_2, unit=state.title(shooter))
            target = leadership.value(state, shooter)
            play.push(Test(purpose="priority", subject=shooter, target=target))
        case c.Fire(shooter=shooter):
            if shooter in state.squadrons:
                _own_subject(state, seat, shooter)
            else:
                _own(state, seat, shooter)
            yield from gunnery.declared(play, command)
        case c.FireNova(unit=name):
            unit = nova.check_nova(state, _own(state, seat, name).side, command)
            play.push(NovaShot(unit=unit.id, at=nova.aim(command)))
        case c.LandTroops(unit=name):
            unit = _own(state, seat, name)
            if not may_land(state, unit):
                raise Refused("cannot_land", rules.LANDING, unit=unit.title)
            yield play.happens(e.LandingBegun(unit=name))
        case c.LaunchTorpedoes(units=names):
            for one in names:
                _own(state, seat, one)
            units = launching.check_torpedoes(state, command)
            yield from launching.launched(play, command, units)
        case c.LaunchCraft(unit=name):
            _own(state, seat, name)
            unit = launching.check_craft(state, command)
            yield from launching.craft_launched(play, command, unit)
        case _:
            raise AssertionError(command)


def _in_end(play: Play, seat: SeatId, command: Command) -> Iterator[Outcome]:
    state = play.state
    match command:
        case c.TeleportAttack(unit=name, target=target):
            _own(state, seat, name)
            boarding.check_teleport(state, state.side, command)
            play.push(Teleport(unit=name, target=target))
        case c.ResolveBoarding(units=units, target=target):
            for one in units:
                _own(state, seat, one)
            boarding.check_resolving(state, state.side, command)
            play.push(Boarding(units=units, target=target))
        case _:
            raise AssertionError(command)
    yield from ()
