"""A hex board in characters: as much of it as there is something on, scaled to fit."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from domain.hexes import Hex, distance

Piece: TypeAlias = Mapping[str, Any]

ARROWS = "↑↗↘↓↙↖"
MARGIN, MOST_COLUMNS, MOST_ROWS = 2, 70, 21


def hex_map(pieces: Sequence[Piece], most_columns: int = MOST_COLUMNS) -> list[str]:
    """Return the lines of a map; each piece is its glyph and, if it faces somewhere, an arrow.

    Flat-top hexes: a column to the right is two characters, odd columns sit half a row lower.
    Where several pieces stand in one place, their number stands there.
    """
    if not pieces:
        return []
    spots = [(2 * q, 2 * r + q) for q, r in (piece["at"] for piece in pieces)]
    left, top = (min(spot[axis] for spot in spots) - 2 * MARGIN for axis in (0, 1))
    right, bottom = (max(spot[axis] for spot in spots) + 2 * MARGIN for axis in (0, 1))
    scale = max(1, -(-(right - left) // most_columns), -(-(bottom - top) // (2 * MOST_ROWS)))
    columns, rows = (right - left) // scale + 3, (bottom - top) // (2 * scale) + 1
    grid = [[" "] * columns for _ in range(rows)]
    if scale == 1:
        _dots(grid, left, top)
    here: dict[tuple[int, int], list[Piece]] = {}
    for (x, y), piece in zip(spots, pieces, strict=True):
        here.setdefault(((y - top) // (2 * scale), (x - left) // scale), []).append(piece)
    _put(grid, here)
    lines = ["".join(row).rstrip() for row in grid]
    return lines if scale == 1 else [*lines, f"(a row is {scale} hexes high)"]


def legend(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield a line for each piece: its sign on the map, where it is, what is worth saying of it."""
    for piece in pieces:
        q, r = piece["at"]
        note = f", {piece['note']}" if piece["note"] else ""
        yield f"{_sign(piece)} {piece['title']} at ({q}, {r}){note}"


def ranges(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield how far pieces of different seats are from each other on a board of hexes."""
    for one, other in combinations(pieces, 2):
        if one["seat"] != other["seat"]:
            hexes = distance(Hex(*one["at"]), Hex(*other["at"]))
            far = f"{hexes} hex{'' if hexes == 1 else 'es'} apart" if hexes else "in the same hex"
            yield f"{one['title']} and {other['title']}: {far}"


def _dots(grid: list[list[str]], left: int, top: int) -> None:
    """Mark every hex; in the columns that sit half a row lower, the mark is low."""
    for row, line in enumerate(grid):
        for column in range(0, len(line) - 2, 2):
            q = (left + column) // 2
            line[column] = "·" if (top + 2 * row + q) % 2 == 0 else "."


def _put(grid: list[list[str]], here: Mapping[tuple[int, int], Sequence[Piece]]) -> None:
    """Put the arrows first, so that none hides a piece."""
    for (row, column), stack in here.items():
        if len(stack) == 1:
            grid[row][column + 1] = _arrow(stack[0]) or grid[row][column + 1]
    for (row, column), stack in here.items():
        grid[row][column] = stack[0]["glyph"][:1] if len(stack) == 1 else str(min(len(stack), 9))


def _sign(piece: Piece) -> str:
    return f"{piece['glyph'][:1]}{_arrow(piece)}"


def _arrow(piece: Piece) -> str:
    facing = piece.get("facing")
    return "" if facing is None else ARROWS[facing]
