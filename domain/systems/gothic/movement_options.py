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
from domain.systems.gothic.words import reason

MM = movement.MM


def movement_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield orders, moves, boarding, disengaging, patrols."""
    units = [unit for unit in state.active if unit.seat == seat]
    movable = [unit for unit in units if may_move(unit)]
    if movable:
        yield _fleet(state, movable)
    yield from _orders(state, units)
    for unit in movable:
        for kind in courses(state, unit, ("way",)):
            yield msgspec.structs.replace(
                kind, command="move_unit", title=f"Move {unit.title}: {kind.title}"
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
            title=f"Special order for {state.title(subject)} (on {target})",
            rule=rules.MV_7.number,
            fixed={"subject": subject},
            fields=(pick,),
        )


def _carries(members: tuple[Unit, ...]) -> bool:
    return any(mount.kind in {"torpedo", "bay"} for u in members for mount in u.plan.mounts)


# --- moves ----------------------------------------------------------------------------------


def _fleet(state: State, units: list[Unit]) -> Option:
    kinds = tuple(
        msgspec.structs.replace(
            kind,
            command="course",
            title=f"{unit.title}: {kind.title}",
            uses={unit.id: 1},
        )
        for unit in units
        for kind in courses(state, unit, ("way",))
    )
    return Option(
        command="move_fleet",
        title="Move the fleet: whom you do not name goes straight ahead",
        rule=rules.MV_1.number,
        fields=(Orders(path=("courses",), title="Moves", kinds=kinds, at_most=len(units)),),
        limits={unit.id: Limit(f"{unit.title}: one move", 1) for unit in units},
    )


def courses(state: State, unit: Unit, path: tuple[str, ...]) -> Iterator[Option]:
    """Yield the kinds of moves of a ship: straight, and turning after a straight part."""
    formation = movement.lagging(state, unit)
    if formation and (back := movement.ways_back(state, unit, formation)):
        yield _back(unit, back, path)
        return
    least, most = safe_limits(state, unit)
    ahead = Amount(
        path=(*path, "ahead_mm"),
        title="straight ahead",
        low=least,
        high=most,
        default=least,
        unit="mm",
    )
    yield _course(unit, "straight ahead", (ahead,))
    needed = movement.straight_before(state, unit) // MM
    if movement.turns_allowed(state, unit) and needed <= most:
        yield _turning(unit, path, (least, most, needed))


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


def _turning(unit: Unit, path: tuple[str, ...], limits: tuple[int, int, int]) -> Option:
    least, most, needed = limits
    rating = unit.plan.turn
    first = max(needed, 0)
    ahead = Amount(
        path=(*path, "ahead_mm"), title="before the turn", low=first, high=most, default=first,
        unit="mm", uses={f"{unit.id} mm": 1},
    )  # fmt: skip
    turn = Amount(
        path=(*path, "turn"),
        title="turn to starboard, less than 0: to port",
        low=-rating,
        high=rating,
        unit="°",
    )
    rest = max(0, least - first)
    then = Amount(
        path=(*path, "then_mm"), title="after the turn", low=0, high=max(0, most - first),
        default=rest, unit="mm", uses={f"{unit.id} mm": 1},
    )  # fmt: skip
    limit = Limit(f"{unit.title}: the whole move in mm", most, min(least, most))
    fields = (ahead, turn, then) if most > first else (ahead, turn)
    return msgspec.structs.replace(
        _course(unit, "with a turn", fields), limits={f"{unit.id} mm": limit}
    )


def _course(unit: Unit, title: str, fields: tuple[Amount, ...]) -> Option:
    return Option(
        command="course",
        title=title,
        rule=rules.MV_1.number,
        fixed={"unit": unit.id},
        fields=fields,
    )


def _back(unit: Unit, ways: list[Way], path: tuple[str, ...]) -> Option:
    pick = Pick(
        path=path,
        title="back to the formation",
        choices=tuple(Choice(_plain(way), _way_title(way)) for way in ways),
    )
    return Option(
        command="course",
        title="back to the formation",
        rule=rules.SQ_5.number,
        fixed={"unit": unit.id},
        fields=(pick,),
    )


def _plain(way: Way) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(way)
    return plain


def _way_title(way: Way) -> str:
    if not way.turn:
        return f"{way.ahead_mm / 10:g} cm straight"
    return f"{way.ahead_mm / 10:g} cm, turn {way.turn}°, {way.then_mm / 10:g} cm"


# --- the rest -------------------------------------------------------------------------------


def _close(state: State, units: list[Unit]) -> Iterator[Option]:
    """Yield boarding, ramming and fire ships."""
    for unit in units:
        if unit.plan.fire_ship:
            yield Option(
                command="detonate",
                title=f"Blow up {unit.title}",
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
                yield _at("declare_boarding", "Board", unit, target, rules.BO_1.number)
        if state.option("ramming") == "yes" and unit.order == "all_ahead_full":
            yield from _ramming(state, unit)


def _ramming(state: State, unit: Unit) -> Iterator[Option]:
    if unit.moved or unit.ram_target is not None:
        return
    for target in state.enemies(unit.side):
        if movement.rams(unit, target, movement.exact_way(state, unit)):
            yield _at("declare_ram", "Ram", unit, target, rules.RA_1.number)


def _at(command: str, verb: str, unit: Unit, target: Unit, rule: str) -> Option:
    return Option(
        command=command,
        title=f"{verb} {target.title} with {unit.title}",
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
            title=f"Disengage {state.title(subject)} (on {target})",
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
                title=f"Patrol of {marker.title}",
                rule=rules.OR_10.number,
                fixed={"marker": marker.id},
                fields=(pick,),
            )
