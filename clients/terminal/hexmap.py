"""A hex board in characters: as much of it as there is something on, scaled to fit."""

from collections.abc import Mapping, Sequence
from typing import Any

ARROWS = "↑↗↘↓↙↖"
MARGIN, MOST_COLUMNS, MOST_ROWS = 2, 76, 21


def hex_map(pieces: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the lines of a map; each piece is its glyph and, if it faces somewhere, an arrow.

    Flat-top hexes: a column to the right is two characters, odd columns sit half a row lower.
    """
    if not pieces:
        return []
    spots = [(2 * q, 2 * r + q) for q, r in (piece["at"] for piece in pieces)]
    left, top = (min(spot[axis] for spot in spots) - 2 * MARGIN for axis in (0, 1))
    right, bottom = (max(spot[axis] for spot in spots) + 2 * MARGIN for axis in (0, 1))
    scale = max(1, -(-(right - left) // MOST_COLUMNS), -(-(bottom - top) // (2 * MOST_ROWS)))
    columns, rows = (right - left) // scale + 3, (bottom - top) // (2 * scale) + 1
    grid = [[" "] * columns for _ in range(rows)]
    if scale == 1:
        _dots(grid)
    for (x, y), piece in zip(spots, pieces, strict=True):
        _put(grid, (x - left) // scale, (y - top) // (2 * scale), piece)
    lines = ["".join(row).rstrip() for row in grid]
    return lines if scale == 1 else [*lines, f"(one character is {scale / 2:g} hexes wide)"]


def _dots(grid: list[list[str]]) -> None:
    """Mark every hex."""
    for line in grid:
        line[: len(line) - 2 : 2] = "·" * len(line[: len(line) - 2 : 2])


def _put(grid: list[list[str]], column: int, row: int, piece: Mapping[str, Any]) -> None:
    facing = piece.get("facing")
    for offset, sign in enumerate(
        piece["glyph"][:1] + (ARROWS[facing] if facing is not None else "")
    ):
        grid[row][column + offset] = sign
