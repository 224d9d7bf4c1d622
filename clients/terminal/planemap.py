"""A table in centimetres in characters: the whole table, scaled to fit, with a scale beside it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Piece: TypeAlias = Mapping[str, Any]

ARROWS = "↑↗→↘↓↙←↖"
MOST_COLUMNS, MOST_ROWS = 100, 30
TALL = 2
"""A character is about twice as high as wide."""


def plane_map(
    pieces: Sequence[Piece], size: tuple[int, int], most_columns: int = MOST_COLUMNS
) -> list[str]:
    """Return the lines of a map, north above; what faces somewhere has an arrow to its right.

    Areas are marked with their sign. Where several pieces stand in one place, their number stands
    there; pieces without a seat give way to those that have one.
    """
    width, height = size
    cell = max(1, -(-width // (most_columns - 2)), -(-height // (TALL * MOST_ROWS)))
    columns, rows = width // cell + 1, height // (TALL * cell) + 1
    grid = [["·" if _dotted(x, y) else " " for x in range(columns)] for y in range(rows)]

    def spot(x: float, y: float) -> tuple[int, int]:
        column = min(columns - 1, max(0, int(x // cell)))
        return rows - 1 - min(rows - 1, max(0, int(y // (TALL * cell)))), column

    here: dict[tuple[int, int], list[Piece]] = {}
    for piece in pieces:
        if piece.get("size") is not None:
            _fill(grid, piece, spot)
        else:
            here.setdefault(spot(*piece["at"]), []).append(piece)
    for (row, column), stack in here.items():
        shown = [one for one in stack if one["seat"] is not None] or stack
        arrow = _arrow(shown[0]) if len(shown) == 1 else ""
        if arrow and column + 1 < columns and (row, column + 1) not in here:
            grid[row][column + 1] = arrow
    for (row, column), stack in here.items():
        shown = [one for one in stack if one["seat"] is not None] or stack
        alone = len(shown) == 1 or (shown is stack and all(one["seat"] is None for one in stack))
        grid[row][column] = shown[0]["glyph"][:1] if alone else str(min(len(shown), 9))
    scale = f"({width} by {height} cm; a column is {cell} cm, a row {TALL * cell} cm)"
    return [*("".join(line).rstrip() for line in grid), scale]


def plane_legend(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield a line for each piece: its sign, where it is, what is worth saying of it."""
    for piece in pieces:
        x, y = piece["at"]
        note = f", {piece['note']}" if piece["note"] else ""
        heading = piece.get("heading")
        faces = "" if heading is None else f", {heading:g}°"
        yield f"{piece['glyph'][:1]}{_arrow(piece)} {piece['title']} ({x:g}, {y:g}){faces}{note}"


def _dotted(column: int, row: int) -> bool:
    return column % 10 == 0 and row % 5 == 0


def _fill(grid: list[list[str]], piece: Piece, spot: Any) -> None:
    (x, y), (width, height) = piece["at"], piece["size"]
    bottom, left = spot(x, y)
    top, right = spot(x + width, y + height)
    sign = piece["glyph"][:1].strip() or "~"
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            edge = row == top or sign != "~"
            if edge:
                grid[row][column] = sign


def _arrow(piece: Piece) -> str:
    heading = piece.get("heading")
    return "" if heading is None else ARROWS[round(heading / 45) % 8]
