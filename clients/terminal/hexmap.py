"""A hex board in characters: as much of it as there is something on, scaled to fit."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from domain.hexes import Hex, distance

Piece: TypeAlias = Mapping[str, Any]

ARROWS = {"flat": "↑↗↘↓↙↖", "pointed": "↖↗→↘↙←"}
MARGIN, MOST_COLUMNS, MOST_ROWS = 2, 70, 21
MOST_RANGES = 15


def hex_map(
    pieces: Sequence[Piece], most_columns: int = MOST_COLUMNS, top: str = "flat"
) -> list[str]:
    """Return the lines of a map; each piece is its glyph and, if it faces somewhere, an arrow.

    Flat-top hexes: a column to the right is two characters, odd columns sit half a row lower.
    Hexes with a pointed top: two characters as well, each row a character further to the right.
    Where several pieces stand in one place, their number stands there.
    """
    if not pieces:
        return []
    flat = top == "flat"
    hexes = [piece["at"] for piece in pieces]
    spots = [(2 * q, 2 * r + q) if flat else (2 * q + r, 2 * r) for q, r in hexes]
    left, upper = (min(spot[axis] for spot in spots) - 2 * MARGIN for axis in (0, 1))
    right, bottom = (max(spot[axis] for spot in spots) + 2 * MARGIN for axis in (0, 1))
    scale = max(1, -(-(right - left) // most_columns), -(-(bottom - upper) // (2 * MOST_ROWS)))
    columns, rows = (right - left) // scale + 3, (bottom - upper) // (2 * scale) + 1
    grid = [[" "] * columns for _ in range(rows)]
    if scale == 1:
        _dots(grid, left, upper, flat=flat)
    here: dict[tuple[int, int], list[Piece]] = {}
    for (x, y), piece in zip(spots, pieces, strict=True):
        here.setdefault(((y - upper) // (2 * scale), (x - left) // scale), []).append(piece)
    _put(grid, here, top)
    lines = ["".join(row).rstrip() for row in grid]
    return lines if scale == 1 else [*lines, f"(a row is {scale} hexes high)"]


def legend(pieces: Sequence[Piece], top: str = "flat") -> Iterator[str]:
    """Yield a line for each piece: its sign on the map, where it is, what is worth saying of it."""
    for piece in pieces:
        q, r = piece["at"]
        place = piece.get("place") or f"({q}, {r})"
        note = f", {piece['note']}" if piece["note"] else ""
        yield f"{piece['glyph'][:1]}{_arrow(piece, top)} {piece['title']} at {place}{note}"


def ranges(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield how far pieces of different seats are from each other on a board of hexes.

    Of many pairs only who is nearest to each is told.
    """
    pairs = [pair for pair in combinations(pieces, 2) if pair[0]["seat"] != pair[1]["seat"]]
    if len(pairs) <= MOST_RANGES:
        yield from (
            f"{one['title']} and {other['title']}: {_apart(one, other)}" for one, other in pairs
        )
        return
    for one in pieces:
        others = [other for other in pieces if other["seat"] != one["seat"]]
        near = min(others, key=lambda other: _far(one, other))
        yield f"{one['title']}: nearest is {near['title']}, {_apart(one, near)}"


def _apart(one: Piece, other: Piece) -> str:
    hexes = _far(one, other)
    return f"{hexes} hex{'' if hexes == 1 else 'es'} apart" if hexes else "in the same hex"


def _far(one: Piece, other: Piece) -> int:
    return distance(Hex(*one["at"]), Hex(*other["at"]))


def _dots(grid: list[list[str]], left: int, upper: int, *, flat: bool) -> None:
    """Mark every hex; in the columns that sit half a row lower, the mark is low."""
    for row, line in enumerate(grid):
        beside = 0 if flat else (left + upper // 2 + row) % 2
        for column in range(beside, len(line) - 2, 2):
            low = flat and (upper + 2 * row + (left + column) // 2) % 2
            line[column] = "." if low else "·"


def _put(grid: list[list[str]], here: Mapping[tuple[int, int], Sequence[Piece]], top: str) -> None:
    """Put the arrows first, so that none hides a piece."""
    for (row, column), stack in here.items():
        if len(stack) == 1:
            grid[row][column + 1] = _arrow(stack[0], top) or grid[row][column + 1]
    for (row, column), stack in here.items():
        grid[row][column] = stack[0]["glyph"][:1] if len(stack) == 1 else str(min(len(stack), 9))


def _arrow(piece: Piece, top: str) -> str:
    facing = piece.get("facing")
    return "" if facing is None else ARROWS[top][facing]
