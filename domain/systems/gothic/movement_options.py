"""What may be ordered and moved in the movement phase."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.names import SeatId
from domain.options import Amount, Choice, Limit, Option, Orders, Pick
from domain.plane import within
from domain.systems.gothic import leadership, movement, rules
from domain.systems.gothic.boarding import check_boarding
from domain.systems.gothic.commands import DeclareBoarding, Way
from domain.systems.gothic.decide import check_order, disengage_refusal
from domain.systems.gothic.refusal import legal, why_not
from domain.systems.gothic.ships import BLAST_BASE
from domain.systems.gothic.state import State, Unit
from domain.systems.gothic.tables import ORDERS
from domain.systems.gothic.words import cm, filled, reason

MM = movement.MM


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


def courses(state: State, unit: Unit, path: tuple[str, ...]) -> Iterator[Option]:
    """Yield the kinds of moves of a ship: straight, and turning after a straight part."""
    formation = movement.lagging(state, unit)
    if formation and (back := movement.ways_back(state, unit, formation)):
        yield _picked(unit, "back to the formation", back, path)
        return
    least, most = safe_limits(state, unit)
    leaves = not state.clear_of_edges(unit.at, most * MM)
    room = state.room(unit.at, unit.heading, most * MM) // MM if leaves else most
    yield from _straight(unit, path, (least, most), room)
    needed = movement.straight_before(state, unit) // MM
    turns = movement.turns_allowed(state, unit)
    if not turns or needed > most:
        return
    if leaves and (ways := _turns_on_table(state, unit)):
        yield _picked(unit, "with a turn that stays on the table", ways, path)
    for count in range(1, turns + 1):
        if count * needed <= most:
            yield _turning(unit, path, (least, most, needed), count, leaves=leaves)


def _straight(
    unit: Unit, path: tuple[str, ...], limits: tuple[int, int], room: int
) -> Iterator[Option]:
    """Yield straight moves: on the table, and off it, where the ship comes so far (MV-5)."""
    least, most = limits
    if least <= room:
        yield _course(unit, "straight ahead", (_ahead(path, least, min(most, room)),))
    if room < most:
        ahead = _ahead(path, max(least, room + 1), most)
        yield _leaving(_course(unit, "straight off the table", (ahead,)), path)


def _ahead(path: tuple[str, ...], least: int, most: int) -> Amount:
    return Amount(
        path=(*path, "ahead_mm"),
        title="straight ahead",
        low=least,
        high=most,
        default=least,
        unit="mm",
    )


def _leaving(option: Option, path: tuple[str, ...]) -> Option:
    """Return a move that may lead off the table."""
    fixed = {**option.fixed, path[0]: {"leave": True}}
    return msgspec.structs.replace(option, fixed=fixed)


def _turns_on_table(state: State, unit: Unit) -> list[Way]:
    ways = movement.sample_ways(state, unit)
    return [way for way in ways if way.turn and movement.fits(state, unit, way)]


def safe_limits(state: State, unit: Unit) -> tuple[int, int]:
    """Return the least and the most, in mm, that a ship may move whatever way it goes."""
    if unit.order == "all_ahead_full":
        exact = movement.exact_way(state, unit) // MM
        return exact, exact
    free, slow = (movement.limits(state, unit, drag=drag) for drag in (False, True))
    reach = free[1] + unit.plan.radius + BLAST_BASE
    near = any(within(at, unit.at, reach) for at in state.blasts.values())
    if not near:
        return -(-free[0] // MM), free[1] // MM
    least, most = max(free[0], slow[0]), slow[1]
    straight = movement.least_way(state, unit).ahead_mm
    return (-(-least // MM), most // MM) if least <= most else (straight, straight)


STRAIGHT = (
    ("ahead_mm", "before the turn"),
    ("then_mm", "after the turn"),
    ("finally_mm", "after the second turn"),
)
TURNS = (
    ("turn", "turn to starboard, less than 0: to port"),
    ("second_turn", "second turn to starboard, less than 0: to port"),
)
KINDS = {(1, False): "with a turn", (2, False): "with two turns",
         (1, True): "with a turn that may lead off the table",
         (2, True): "with two turns that may lead off the table"}  # fmt: skip


def _turning(
    unit: Unit, path: tuple[str, ...], limits: tuple[int, int, int], count: int, *, leaves: bool
) -> Option:
    """Return a move with turns, each after its straight part; under one order two (4.2)."""
    least, most, needed = limits
    room = most - count * needed
    fields: list[Amount] = []
    for at in range(count + 1):
        low = needed if at < count else 0
        rest = 0 if at < count else max(0, least - count * needed)
        if low + room > 0:
            fields.append(_part(unit, path, STRAIGHT[at], low, low + room, low + rest))
        if at < count:
            name, title = TURNS[at]
            rating = unit.plan.turn
            fields.append(
                Amount(path=(*path, name), title=title, low=-rating, high=rating, unit="°")
            )
    limit = Limit(filled("{unit}: the whole move in mm", unit=unit.title), most, min(least, most))
    course = _course(unit, KINDS[count, leaves], tuple(fields))
    course = msgspec.structs.replace(course, limits={f"{unit.id} mm": limit})
    return _leaving(course, path) if leaves else course


def _part(
    unit: Unit, path: tuple[str, ...], called: tuple[str, str], low: int, high: int, default: int
) -> Amount:
    name, title = called
    return Amount(
        path=(*path, name), title=title, low=low, high=high, default=default, unit="mm",
        uses={f"{unit.id} mm": 1},
    )  # fmt: skip


def _course(unit: Unit, title: str, fields: tuple[Amount, ...]) -> Option:
    return Option(
        command="course",
        title=title,
        rule=rules.MV_1.number,
        fixed={"unit": unit.id},
        fields=fields,
    )


def _picked(unit: Unit, title: str, ways: list[Way], path: tuple[str, ...]) -> Option:
    choices = tuple(Choice(_plain(way), _way_title(way)) for way in ways)
    pick = Pick(path=path, title="way", choices=choices)
    return msgspec.structs.replace(_course(unit, title, ()), fields=(pick,))


def _plain(way: Way) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(way)
    return plain


def _way_title(way: Way) -> str:
    if not way.turn:
        return filled("{n} cm straight", n=cm(way.ahead_mm * MM))
    return filled(
        "{a} cm, turn {turn}°, {b} cm",
        a=cm(way.ahead_mm * MM),
        turn=way.turn,
        b=cm(way.then_mm * MM),
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
        if movement.rams(unit, target, movement.exact_way(state, unit)):
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
