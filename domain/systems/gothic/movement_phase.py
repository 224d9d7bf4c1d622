"""What a seat asks for in its movement phase: orders, moves, boarding, leaving (3.6)."""

from collections.abc import Iterator

from domain.decider import Command
from domain.names import SeatId, ShipId
from domain.plane import CM, within
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.gothic import (
    boarding,
    leadership,
    movement,
    rules,
    ways,
)
from domain.systems.gothic import commands as c
from domain.systems.gothic import events as e
from domain.systems.gothic.ownership import own, own_marker, own_subject
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.state import State
from domain.systems.gothic.tables import halved
from domain.systems.gothic.tasks import MoveUnit, Test


def in_movement(play: Play, seat: SeatId, command: Command) -> Iterator[Outcome]:
    """Do what a seat asks for in its movement phase, or refuse it."""
    state = play.state
    match command:
        case c.IssueOrder(subject=subject, order=order):
            members = own_subject(state, seat, subject)
            check_order(state, members, subject, order)
            target = leadership.check_target(state, subject)
            play.push(Test(purpose="order", subject=subject, target=target, order=order))
        case c.MoveUnit(unit=name, way=way):
            unit = own(state, seat, name)
            ways.check_way(state, unit, way)
            play.push(movement.moving(state, unit, way))
        case c.MoveFleet(courses=courses):
            play.push(*_fleet(state, seat, courses))
        case c.DeclareBoarding(unit=name, target=target):
            own(state, seat, name)
            boarding.check_boarding(state, state.side, command)
            yield play.happens(e.BoardingDeclared(unit=name, target=target))
        case c.DeclareRam():
            play.push(_ram(state, own(state, seat, command.unit), command))
        case c.Detonate(unit=name):
            yield from _detonated(play, own(state, seat, name))
        case c.Disengage(subject=subject):
            disengage_refusal(state, own_subject(state, seat, subject))
            target = leadership.disengage_target(state, subject)
            play.push(Test(purpose="disengage", subject=subject, target=target))
        case c.SetPatrol(marker=name, unit=unit):
            own_marker(state, seat, name)
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
    twice = [one for at, one in enumerate(named) if one in named[:at]]
    if twice:
        raise Refused("already_moved", rules.MV_1, unit=own(state, seat, twice[0]).title)
    moves: list[MoveUnit] = []
    for course in courses:
        unit = own(state, seat, course.unit)
        ways.check_way(state, unit, course.way)
        moves.append(movement.moving(state, unit, course.way))
    rest = [u for u in state.active if u.seat == seat and u.id not in named]
    moves += [
        movement.moving(state, unit, ways.default_way(state, unit))
        for unit in rest
        if ways.must_move(state, unit)
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
    if any(ways.must_move(state, u) for u in state.active if u.seat == members[0].seat):
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
