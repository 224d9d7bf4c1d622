"""A view as text for people: the board, the sheets, who is waited for, the last lines."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from clients.terminal.hexmap import hex_map
from projections.messages import Told

View = Mapping[str, Any]
MARKS = {"ok": "□", "destroyed": "■", "used": "▣", "unknown": "?"}
SEAT_STYLES = ("", "cyan", "yellow", "green", "magenta")


def table_of(view: View, lines: Sequence[Told] = ()) -> RenderableType:
    """Return the whole table of *view*, and *lines* of the chronicle under it."""
    parts: list[RenderableType] = [_heading(view)]
    if scene := view.get("scene"):
        if scene["board"]["type"] == "hexes" and scene["pieces"]:
            board = "\n".join(hex_map(scene["pieces"]))
            parts.append(Panel(Text(board), title=scene["board"]["title"], expand=False))
        parts.append(Columns([_sheet(sheet) for sheet in scene["sheets"]], padding=(0, 1)))
    parts += [line_of(line) for line in lines]
    return Group(*parts)


def line_of(line: Told) -> Text:
    """Return one line of the chronicle: position, sentence, rule."""
    text = Text(f"{line.position:>5}  ", style="dim")
    text.append(safe(line.text), style="bold" if line.kind == "over" else "")
    if line.sentence.rule:
        text.append(f"  ({line.sentence.rule})", style="dim")
    return text


def safe(text: str) -> str:
    """Return *text* with everything that could steer a terminal made visible."""
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in text)


def _heading(view: View) -> Text:
    scene = view.get("scene")
    headline = scene["headline"] if scene else view["phase"]
    text = Text(f"{view['title']} · {headline}", style="bold")
    text.append(f" · {view['dice']} dice\n", style="dim")
    for seat in view["seats"]:
        state = "waited for" if seat["waiting"] else "sealed" if seat["sealed"] else ""
        held = safe(seat["name"]) or "free"
        text.append(f"  {seat['seat']} {seat['title']}: {held}", style=_style(seat["seat"]))
        text.append(f"  {state}\n" if state else "\n", style="dim")
    if view["result"]:
        template, values = view["result"]["template"], view["result"]["values"]
        text.append(f"  Over: {template.format_map(values)}\n", style="bold")
    return text


def _sheet(sheet: Mapping[str, Any]) -> Panel:
    text = Text()
    for group in sheet["groups"]:
        text.append(f"{group['title']}\n", style="bold")
        for gauge in group["gauges"]:
            text.append(f"  {_gauge(gauge)}\n")
        for run in _runs(group["boxes"]):
            text.append(f"  {run}\n")
    title = f"{safe(sheet['title'])}{' · ' + sheet['note'] if sheet['note'] else ''}"
    return Panel(text, title=title, border_style=_style(sheet["seat"]), width=46)


def _gauge(gauge: Mapping[str, Any]) -> str:
    value = "?" if gauge["value"] is None else f"{gauge['value']:g}"
    most = "" if gauge["maximum"] is None else f"/{gauge['maximum']:g}"
    note = f"  {gauge['note']}" if gauge["note"] else ""
    return f"{gauge['title']:<22} {value}{most}{note}"


def _runs(boxes: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Boxes of one label stand together in a run of marks; one with a note has its own line."""
    runs: dict[str, str] = {}
    for box in boxes:
        mark = MARKS[box["state"]]
        if box["note"]:
            yield f"{box['label']:<14} {mark} {box['note']}"
        else:
            runs[box["label"]] = runs.get(box["label"], "") + mark
    yield from (f"{label:<14} {marks}" for label, marks in runs.items())


def _style(seat: int | None) -> str:
    return SEAT_STYLES[(seat or 0) % len(SEAT_STYLES)]
