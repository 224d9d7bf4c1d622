"""The table as text: everything on it, for any width, and nothing that others wrote acts."""

import io
from typing import Any

import pytest
from inline_snapshot import snapshot
from rich.console import Console, RenderableType

from clients.terminal.hexmap import ARROWS
from clients.terminal.render import line_of, rows_of, table_of
from clients.terminal.sheets import Row
from domain.registry import rule_systems
from domain.scene import Sentence
from projections.game_view import LiveView, plain
from projections.messages import Told
from projections.redaction import redact
from projections.viewer import SPECTATOR
from tests.playing import Playing

EVIL = "E\x1b[2Jve\u202e"


def printed(what: RenderableType, width: int = 80, *, terminal: bool = False) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, highlight=False, force_terminal=terminal)
    console.print(what)
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip("\n").split("\n"))


def view(**changes: Any) -> dict[str, Any]:
    seats = [
        {"seat": 1, "title": "Side 1", "name": "Ada", "waiting": True, "sealed": False},
        {"seat": 2, "title": "Side 2", "name": EVIL, "waiting": False, "sealed": True},
        {"seat": 3, "title": "Side 3", "name": "", "waiting": False, "sealed": False},
    ]
    scene = {
        "headline": "Turn 1: movement",
        "board": {"type": "hexes", "title": "space"},
        "pieces": [
            {"glyph": "▲", "title": "Anvil", "seat": 1, "at": [0, 0], "facing": 1, "note": ""},
            {"glyph": "◆", "title": EVIL, "seat": 2, "at": [2, 1], "facing": None, "note": "hit"},
        ],
        "sheets": [
            {
                "title": "Anvil",
                "seat": 1,
                "note": "",
                "groups": [
                    {"title": "hull", "gauges": [], "boxes": [_box("hull 1"), _box("hull 2")]},
                ],
            }
        ],
    }
    return {
        "title": "Toy",
        "phase": "running",
        "scene": scene,
        "seats": [
            {"offers_draw": False, "offers_recess": "", "order_sealed": False, **seat}
            for seat in seats
        ],
        "result": None,
        "winners": [],
        **changes,
    }


def _box(label: str) -> dict[str, str]:
    return {"label": label, "state": "ok", "note": ""}


def test_a_table_in_eighty_columns() -> None:
    assert printed(table_of(view(), 80)) == snapshot("""\

Toy · Turn 1: movement
  Side 1: Ada  waited for
  Side 2: E\\x1b[2Jve\\x202e  sealed
  Side 3: free
╭─ space ───────────────────────────────────╮
│ · . · . · . ·                             │
│ · . · . · . ·                             │
│ · . ▲↗. · . ·                             │
│ · . · . · . ·                             │
│ · . · . ◆ . ·                             │
│ · . · . · . ·                             │
│ · . · . · . ·                             │
│ ▲↗ Anvil at (0, 0)                        │
│ ◆ E\\x1b[2Jve\\x202e at (2, 1), hit         │
│ Anvil and E\\x1b[2Jve\\x202e: 3 hexes apart │
╰───────────────────────────────────────────╯
╭───────────────────────── Anvil ──────────────────────────╮
│ hull □□                                                  │
╰──────────────────────────────────────────────────────────╯
□ whole  ▣ used  ■ destroyed  ? not known to you\
""")


def test_before_the_battle_there_is_who_sits_where() -> None:
    assert printed(table_of(view(scene=None, phase="offered"), 80)) == snapshot("""\

Toy · offered
  Side 1: Ada  waited for
  Side 2: E\\x1b[2Jve\\x202e  sealed
  Side 3: free\
""")


def test_the_end_names_who_won() -> None:
    result = {"template": "{n} rounds were played.", "values": {"n": 3}}
    over = printed(table_of(view(result=result, winners=[1]), 80))
    assert "Over: 3 rounds were played.  Side 1 (Ada) won." in over
    assert "Nobody won." in printed(table_of(view(result=result, winners=[]), 80))


def test_what_others_wrote_does_nothing() -> None:
    result = {"template": "{why}", "values": {"why": EVIL}}
    evil = printed(table_of(view(result=result, title=EVIL), 80), terminal=True)
    assert "\x1b[2J" not in evil
    assert "\u202e" not in evil
    line = Told(1, 0, "k", Sentence("{x}", {"x": EVIL}, EVIL), EVIL)
    for told in (line_of(line), rows_of(EVIL, [Row("hull", "□", plain=True)])):
        text = printed(told, terminal=True)
        assert "\x1b[2J" not in text
        assert "\\x1b[2J" in text


def test_markup_in_a_name_is_no_markup() -> None:
    seats = view()["seats"]
    seats[0]["name"] = "[red]Ada[/red]"
    assert "[red]Ada[/red]" in printed(table_of(view(seats=seats), 80))


def test_a_board_without_hexes_is_a_plane_with_its_legend() -> None:
    scene = {**view()["scene"], "board": {"type": "plane", "title": "table", "size": (120, 90)}}
    text = printed(table_of(view(scene=scene), 80))
    assert "▲ Anvil (0, 0)" in text
    assert "(120 by 90 cm;" in text


@pytest.mark.parametrize("width", [60, 80, 100, 150, 200])
@pytest.mark.parametrize("name", rule_systems())
def test_every_system_fits_every_width(name: str, width: int) -> None:
    """Nothing is cut off at the right, both ships are on the map, all sheets are whole."""
    shown = opening(name)
    lines = printed(table_of(shown, width), width).split("\n")
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    assert not any("…" in line for line in lines)
    if shown["scene"]["board"]["type"] == "hexes":
        top = shown["scene"]["board"]["top"]
        for piece in shown["scene"]["pieces"]:
            arrow = "" if piece["facing"] is None else ARROWS[top][piece["facing"]]
            assert f"{piece['glyph']}{arrow}" in text
    boxes = [
        box for sheet in shown["scene"]["sheets"] for g in sheet["groups"] for box in g["boxes"]
    ]
    legend = 1
    assert text.count("□") == sum(box["state"] == "ok" for box in boxes) + legend


def opening(name: str) -> Any:
    """Return a spectator's view of the first scenario of a system as it opens."""
    system = rule_systems()[name]
    scenario = system.scenarios()[0]
    options = {option.name: option.default for option in scenario.options}
    playing = Playing(system, scenario=scenario.name, **options).begun()
    live = LiveView(SPECTATOR, playing.table.id, system, playing.table.codec)
    for entry in playing.entries:
        event = playing.table.codec.decode(entry.open, entry.secret)
        live.fold(redact(SPECTATOR, entry, event))
    return plain(live.shown())
