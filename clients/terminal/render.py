"""A view as text for people: the board, the sheets, who is waited for, the last lines."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from clients.terminal.hexmap import MOST_COLUMNS, hex_map, legend, ranges
from clients.terminal.planemap import plane_legend, plane_map
from clients.terminal.safe import safe
from clients.terminal.sheets import LEGEND, Row, packed, rows
from domain.scene import Sentence
from projections.messages import Told

View: TypeAlias = Mapping[str, Any]
Speak: TypeAlias = Callable[[str], str]

SEAT_STYLES = ("", "cyan", "yellow", "green", "magenta")
RECESSES = {"pause": "a pause", "adjournment": "an adjournment"}
SHEET_COLUMNS, NARROWEST_SHEET, GAP = 60, 37, 1
BESIDE_COLUMNS = 140
"""From this width on, the map stands beside the sheets."""


def table_of(
    view: View, width: int, lines: Sequence[Told] = (), speak: Speak = str
) -> RenderableType:
    """Return the whole table of *view* for *width* columns, and *lines* of the chronicle.

    *speak* puts the words that are the terminal's own into the viewer's language.
    """
    parts: list[RenderableType] = [heading(view, speak)]
    if (scene := view.get("scene")) is not None:
        parts += _scene(scene, width, speak)
    parts += [line_of(line) for line in lines]
    return Group(*parts)


def heading(view: View, speak: Speak = str) -> Text:
    """Return what the game is, how it stands, and who is waited for."""
    scene = view.get("scene")
    headline = scene["headline"] if scene else speak(view["phase"])
    text = Text(f"\n{safe(view['title'])} · {safe(headline)}\n", style="bold")
    for seat in view["seats"]:
        states = ["waited for"] if seat["waiting"] else ["sealed"] if seat["sealed"] else []
        states += ["offers a draw"] if seat["offers_draw"] else []
        states += [f"offers {RECESSES[offered]}"] if (offered := seat["offers_recess"]) else []
        states += ["has sealed its next order"] if seat["order_sealed"] else []
        held = safe(seat["name"]) or speak("free")
        text.append(f"  {safe(seat['title'])}: {held}", style=seat_style(seat["seat"]))
        text.append(f"  {', '.join(map(speak, states))}".rstrip() + "\n", style="dim not bold")
    if view["result"]:
        result = msgspec.convert(view["result"], Sentence)
        over = speak(f"Over: {result.render()}")
        text.append(f"  {safe(over)}  {safe(speak(_winners(view)))}\n")
    text.right_crop(1)
    return text


def board(scene: Mapping[str, Any], most_columns: int, speak: Speak = str) -> RenderableType:
    """Return the map with its legend: of hexes, or of a plane in centimetres."""
    pieces = scene["pieces"]
    text = Text()
    if scene["board"]["type"] == "hexes":
        top, sheets = (
            scene["board"].get("top", "flat"),
            {sheet.get("id") for sheet in scene["sheets"]},
        )
        lines = list(legend(pieces, top))
        text.append_text(_coloured(hex_map(pieces, most_columns - 4, top), pieces))
        lines += ranges([piece for piece in pieces if piece.get("id") in sheets] or pieces)
    else:
        pieces = sorted(pieces, key=lambda piece: piece["seat"] is None)
        lines = list(plane_legend(pieces))
        size = scene["board"]["size"]
        *plan, scale = plane_map(pieces, size, most_columns - 4)
        text.append_text(_coloured([*plan, speak(scale)], pieces))
    for line, piece in zip(lines, [*pieces, *[None] * len(lines)], strict=False):
        text.append(f"{safe(line)}\n", style=seat_style(piece["seat"]) if piece else "dim")
    text.right_crop(1)
    return Panel(text, title=safe(scene["board"]["title"]), title_align="left", expand=False)


def line_of(line: Told) -> Text:
    """Return one line of the chronicle: position, sentence, rule."""
    text = Text(f"{line.position:>5}  ", style="dim")
    text.append(safe(line.text), style="bold not dim" if line.kind == "over" else "not dim")
    if line.sentence.rule:
        text.append(f"  ({safe(line.sentence.rule)})")
    return text


def rows_of(title: str, found: Iterable[Row], style: str = "") -> RenderableType:
    """Return rows of a sheet, under its title."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(max_width=13, style="bold")
    grid.add_column(overflow="fold")
    for row in found:
        grid.add_row(Text(row.title), Text(row.content))
    return Group(Text(safe(title), style=style), Padding(grid, (0, 0, 0, 2)))


def seat_style(seat: int | None) -> str:
    """Return the colour of a seat, the same everywhere."""
    return SEAT_STYLES[(seat or 0) % len(SEAT_STYLES)]


def _scene(scene: Mapping[str, Any], width: int, speak: Speak) -> Iterator[RenderableType]:
    sheets = scene["sheets"]
    beside = width >= BESIDE_COLUMNS and len(sheets) == 2
    columns = (width - (2 + 1) * GAP) // 3 if beside else _sheet_columns(width, len(sheets))
    panels: list[RenderableType] = [_sheet(sheet, columns) for sheet in sheets]
    if beside and scene["pieces"]:
        grid = Table.grid(padding=(0, GAP))
        grid.add_row(board(scene, columns, speak), *panels)
        yield grid
    else:
        if scene["pieces"]:
            yield board(scene, min(width, MOST_COLUMNS), speak)
        yield Columns(panels, padding=(0, GAP))
    if any(group["boxes"] for sheet in sheets for group in sheet["groups"]):
        yield Text(speak(LEGEND), style="dim")


def _sheet_columns(width: int, sheets: int) -> int:
    """Return how wide a sheet is: as many beside each other as can be read."""
    beside = max(1, min(sheets, (width + GAP) // (NARROWEST_SHEET + GAP)))
    return min(SHEET_COLUMNS, (width + GAP) // beside - GAP)


def _sheet(sheet: Mapping[str, Any], columns: int) -> Panel:
    found = list(rows(sheet))
    grid = Table.grid(padding=(0, 1))
    grid.add_column(max_width=max(10, columns // 3 - 2), style="bold")
    grid.add_column(overflow="fold")
    for row in found:
        if not row.plain:
            grid.add_row(Text(row.title), Text(row.content))
    boxes = packed((row for row in found if row.plain), columns - 4)
    title = f"{safe(sheet['title'])}{' · ' + safe(sheet['note']) if sheet['note'] else ''}"
    inside = Group(grid, *map(Text, boxes))
    return Panel(inside, title=Text(title), border_style=seat_style(sheet["seat"]), width=columns)


def _coloured(lines: Sequence[str], pieces: Sequence[Mapping[str, Any]]) -> Text:
    """Return a map in which each glyph has its seat's colour and the empty hexes are faint."""
    styles = {piece["glyph"][:1]: seat_style(piece["seat"]) for piece in pieces}
    text = Text()
    for sign in "".join(f"{safe(line)}\n" for line in lines):
        text.append(sign, style="dim" if sign in "·." else styles.get(sign, ""))
    return text


def _winners(view: View) -> str:
    names = [
        safe(f"{seat['title']} ({seat['name']})")
        for seat in view["seats"]
        if seat["seat"] in view["winners"]
    ]
    return f"{' and '.join(names)} won." if names else "Nobody won."
