"""The hexes of the book: facings from 0 (east) clockwise, labels of four digits, fields of fire.

Coordinates are axial. Column = q + r // 2, row = r; a label is CCRR. A facing of the book is a
direction of `domain.hexes` two steps on: east is (+1, 0).
"""

from collections.abc import Collection, Iterator
from typing import Literal

from domain.hexes import Hex, cone, distance

EAST = 2
"""The direction of `domain.hexes` that the book's facing 0 is."""

Row = Literal["centre", "side"]


def ahead(at: Hex, facing: int) -> Hex:
    """Return the next hex in *facing*."""
    return at.neighbour(facing + EAST)


def facing_to(at: Hex, beside: Hex) -> int:
    """Return the facing that leads from *at* to its neighbour *beside*."""
    return next(facing for facing in range(6) if ahead(at, facing) == beside)


def label(at: Hex) -> str:
    """Return the label CCRR of a hex; beyond the printed map with signs, so that none is two."""
    column, row = column_row(at)
    if 0 <= column <= 99 and 0 <= row <= 99:
        return f"{column:02}{row:02}"
    return f"{column}/{row}"


def column_row(at: Hex) -> tuple[int, int]:
    """Return column and row of a hex."""
    return at[0] + at[1] // 2, at[1]


def hex_at(column: int, row: int) -> Hex:
    """Return the hex in *column* and *row*."""
    return Hex(column - row // 2, row)


def in_forward_field(at: Hex, facing: int, target: Hex) -> Row | None:
    """Tell in which row of the forward field *target* lies; None: outside, or in *at* (R-01)."""
    way = Hex(*target).minus(at)
    found = cone(way, facing + EAST) or cone(way, facing + EAST - 1)
    if found is None or way == (0, 0):
        return None
    straight = cone(way, facing + EAST)
    along, beside = straight if straight is not None else (found[1], found[0])
    if along >= 1 and beside == 0:
        return "centre"
    return "side" if along >= 1 and beside == 1 else None


def field(facing: int, reach: int) -> tuple[tuple[int, int], ...]:
    """Return the ways to all hexes of the forward field within *reach*."""
    start, ways = Hex(0, 0), []
    sides = (ahead(start, facing - 1), ahead(start, facing + 1))
    row = start
    for steps in range(1, reach + 1):
        row = ahead(row, facing)
        ways.append((row.q, row.r))
        ways += [(row.q + side.q, row.r + side.r) for side in sides if steps < reach]
    return tuple(ways)


def nearer(at: Hex, end: Hex) -> Iterator[Hex]:
    """Yield the neighbours of *at* that lie nearer to *end*."""
    there = distance(at, end)
    return (near for f in range(6) if distance(near := ahead(at, f), end) < there)


def line_blocked(start: Hex, end: Hex, bodies: Collection[Hex]) -> bool:
    """Tell whether every shortest path between two hexes runs through a body (P-21)."""
    there = distance(start, end)
    between = {b for b in bodies if distance(start, b) + distance(b, end) == there}
    reached = {start}
    for _ in range(there if between - {start, end} else 0):
        reached = {near for at in reached for near in nearer(at, end)}
        reached = {at for at in reached if at not in between or at == end}
    return not reached


def step_towards(at: Hex, facing: int, end: Hex, bodies: Collection[Hex], turns: int) -> int | None:
    """Return the facing in which a shortest path from *at* to *end* goes on (R-39).

    The smallest change of facing counts, right before left; *turns* is the most there may be.
    Round a body the path is a hex longer. None: there is no way on.
    """
    ways: list[tuple[int, int, int, int]] = []
    for change in (0, 1, -1, 2, -2, 3):
        new = (facing + change) % 6
        near = ahead(at, new)
        if near not in bodies and abs(change) <= turns:
            ways.append((distance(near, end), abs(change), -change, new))
    return min(ways)[3] if ways else None
