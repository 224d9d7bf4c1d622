"""What may be ordered and moved in the movement phase."""

from collections.abc import Iterator

import msgspec

from domain.names import SeatId
from domain.options import Choice, Limit, Option, Orders, Pick
from domain.plane import within
from domain.systems.gothic import leadership, movement, rules, ways
from domain.systems.gothic.boarding import check_boarding
from domain.systems.gothic.commands import DeclareBoarding
from domain.systems.gothic.course_options import courses
from domain.systems.gothic.movement_phase import check_order, disengage_refusal
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.refusal import legal, why_not
from domain.systems.gothic.state import State
from domain.systems.gothic.tables import ORDERS
from domain.systems.gothic.words import filled, reason


def movement_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield orders, moves, boarding, disengaging, patrols."""
    units = [unit for unit in state.active if unit.seat == seat]
    movable = {u.id: (u, tuple(courses(state, u, ("way",)))) for u in units if may_move(u)}
    if movable:
        yield _fleet(tuple(movable.values()))
    yield from _orders(state, units)
    for unit, kinds in movable.values():
        for kind in kinds:
            yield msgspec.structs.replace(
                kind,
                command="move_unit",
                title=filled("Move {unit}: {way}", unit=unit.title, way=kind.title),
            )
    yield from _close(state, units)
    yield from _disengage(state, units)
    yield from _patrols(state, seat)


def may_move(unit: Unit) -> bool:
    """Tell whether a ship can still move."""
    return not (unit.moved or unit.grappled or unit.boarding or unit.plan.defence)


# --- orders ---------------------------------------------------------------------------------


def _orders(state: State, units: list[Unit]) -> Iterator[Option]:
    for subject in dict.fromkeys(state.subject(unit) for unit in units):
        members = state.members(subject)
        found = [
            order
            for order in ORDERS
            if order != "brace" and legal(check_order, state, members, subject, order)
        ]
        useful = [one for one in found if one != "reload_ordnance" or _carries(members)]
        if not useful:
            continue
        titles = state.book.orders.orders
        pick = Pick(
            path=("order",),
            title="order",
            choices=tuple(Choice(order, titles[order].title) for order in useful),
        )
        target = leadership.check_target(state, subject)
        yield Option(
            command="issue_order",
            title=filled(
                "Special order for {unit} (on {target})", unit=state.title(subject), target=target
            ),
            rule=rules.MV_7.number,
            fixed={"subject": subject},
            fields=(pick,),
        )


def _carries(members: tuple[Unit, ...]) -> bool:
    return any(mount.kind in {"torpedo", "bay"} for u in members for mount in u.plan.mounts)


# --- moves ----------------------------------------------------------------------------------


def _fleet(movable: tuple[tuple[Unit, tuple[Option, ...]], ...]) -> Option:
    kinds = tuple(
        msgspec.structs.replace(
            kind,
            command="course",
            title=filled("{unit}: {way}", unit=unit.title, way=kind.title),
            uses={unit.id: 1},
        )
        for unit, courses_of_it in movable
        for kind in courses_of_it
    )
    return Option(
        command="move_fleet",
        title="Move the fleet: whom you do not name goes straight ahead",
        rule=rules.MV_1.number,
        fields=(Orders(path=("courses",), title="Moves", kinds=kinds, at_most=len(movable)),),
        limits={
            unit.id: Limit(filled("{unit}: one move", unit=unit.title), 1) for unit, _ in movable
        },
    )


# --- the rest -------------------------------------------------------------------------------


def _close(state: State, units: list[Unit]) -> Iterator[Option]:
    """Yield boarding, ramming and fire ships."""
    for unit in units:
        if unit.plan.fire_ship:
            yield Option(
                command="detonate",
                title=filled("Blow up {unit}", unit=unit.title),
                rule=rules.FIRE_SHIP.number,
                fixed={"unit": unit.id},
            )
        if unit.plan.defence:
            continue
        for target in state.enemies(unit.side):
            if not state.touch(unit, target):
                continue
            asked = DeclareBoarding(unit=unit.id, target=target.id)
            if legal(check_boarding, state, unit.side, asked):
                yield _at(
                    "declare_boarding",
                    "Board {target} with {unit}",
                    unit,
                    target,
                    rules.BO_1.number,
                )
        if state.option("ramming") == "yes" and unit.order == "all_ahead_full":
            yield from _ramming(state, unit)


def _ramming(state: State, unit: Unit) -> Iterator[Option]:
    if unit.moved or unit.ram_target is not None:
        return
    for target in state.enemies(unit.side):
        if movement.rams(unit, target, ways.exact_way(state, unit)):
            yield _at("declare_ram", "Ram {target} with {unit}", unit, target, rules.RA_1.number)


def _at(command: str, template: str, unit: Unit, target: Unit, rule: str) -> Option:
    return Option(
        command=command,
        title=filled(template, target=target.title, unit=unit.title),
        rule=rule,
        fixed={"unit": unit.id, "target": target.id},
    )


def _disengage(state: State, units: list[Unit]) -> Iterator[Option]:
    ships = [unit for unit in units if not unit.plan.defence]
    for subject in dict.fromkeys(state.subject(unit) for unit in ships):
        members = state.members(subject)
        refusal = why_not(disengage_refusal, state, members)
        target = leadership.disengage_target(state, subject)
        yield Option(
            command="disengage",
            title=filled(
                "Disengage {unit} (on {target})", unit=state.title(subject), target=target
            ),
            rule=rules.MV_10.number,
            fixed={"subject": subject},
            why_not=reason(refusal) if refusal else "",
        )


def _patrols(state: State, seat: SeatId) -> Iterator[Option]:
    for marker in state.markers.values():
        if marker.seat != seat or not marker.fighters or marker.bombers or marker.boats:
            continue
        friends = [
            unit
            for unit in state.fleet(marker.side)
            if within(unit.at, marker.at, unit.plan.radius + marker.radius)
            and unit.id != marker.patrols
        ]
        choices = [Choice(unit.id, unit.title) for unit in friends]
        if marker.patrols is not None:
            choices.append(Choice(None, "no ship"))
        if choices:
            pick = Pick(path=("unit",), title="patrol with", choices=tuple(choices))
            yield Option(
                command="set_patrol",
                title=filled("Patrol of {marker}", marker=marker.title),
                rule=rules.OR_10.number,
                fixed={"marker": marker.id},
                fields=(pick,),
            )
