"""The moves of one ship as options: straight, with turns, back to its formation, off the table."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.options import Amount, Choice, Limit, Option, Pick
from domain.plane import within
from domain.systems.gothic import rules, ways
from domain.systems.gothic.commands import Way
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.ships import BLAST_BASE
from domain.systems.gothic.state import State
from domain.systems.gothic.ways import MM
from domain.systems.gothic.words import cm, filled


def courses(state: State, unit: Unit, path: tuple[str, ...]) -> Iterator[Option]:
    """Yield the kinds of moves of a ship: straight, and turning after a straight part."""
    formation = ways.lagging(state, unit)
    if formation and (back := ways.ways_back(state, unit, formation)):
        yield _picked(unit, "back to the formation", back, path)
        return
    least, most = safe_limits(state, unit)
    leaves = not state.clear_of_edges(unit.at, most * MM)
    room = state.room(unit.at, unit.heading, most * MM) // MM if leaves else most
    yield from _straight(unit, path, (least, most), room)
    needed = ways.straight_before(state, unit) // MM
    turns = ways.turns_allowed(state, unit)
    if not turns or needed > most:
        return
    if leaves and (kept := _turns_on_table(state, unit)):
        yield _picked(unit, "with a turn that stays on the table", kept, path)
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
    samples = ways.sample_ways(state, unit)
    return [way for way in samples if way.turn and ways.fits(state, unit, way)]


def safe_limits(state: State, unit: Unit) -> tuple[int, int]:
    """Return the least and the most, in mm, that a ship may move whatever way it goes."""
    if unit.order == "all_ahead_full":
        exact = ways.exact_way(state, unit) // MM
        return exact, exact
    free, slow = (ways.limits(state, unit, drag=drag) for drag in (False, True))
    reach = free[1] + unit.plan.radius + BLAST_BASE
    near = any(within(at, unit.at, reach) for at in state.blasts.values())
    if not near:
        return -(-free[0] // MM), free[1] // MM
    least, most = max(free[0], slow[0]), slow[1]
    straight = ways.least_way(state, unit).ahead_mm
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


def _picked(unit: Unit, title: str, among: list[Way], path: tuple[str, ...]) -> Option:
    choices = tuple(Choice(_plain(way), _way_title(way)) for way in among)
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
