"""A sheet in few rows, and nothing of it lost."""

from typing import Any

from inline_snapshot import snapshot

from clients.terminal.sheets import Row, changed_rows, packed, rows


def box(label: str, state: str = "ok", note: str = "") -> dict[str, Any]:
    return {"label": label, "state": state, "note": note}


def gauge(title: str, value: float | None, maximum: float | None = None, note: str = "") -> Any:
    return {"title": title, "value": value, "maximum": maximum, "note": note}


def sheet(*groups: tuple[str, list[Any], list[Any]]) -> dict[str, Any]:
    return {"groups": [{"title": t, "gauges": g, "boxes": b} for t, g, b in groups]}


SHIP = sheet(
    ("shields", [gauge("shield 1", 3, 9), gauge("shield 2", None, 9), gauge("speed", 4.5)], []),
    (
        "guns",
        [],
        [
            box("gun 1", note="forward"),
            box("gun 2", "destroyed", "forward"),
            box("gun 3", "used", "aft"),
            box("turret"),
        ],
    ),
    ("warp", [], [box("warp 1"), box("warp 2", "destroyed"), box("warp 3")]),
    ("track", [], [box("6"), box("6"), box("3", "destroyed"), box("0", "unknown")]),
)


def test_what_is_alike_stands_together() -> None:
    assert [tuple(row) for row in rows(SHIP)] == snapshot(
        [
            ("shields", "shield 1-2: 3/9 ?/9, speed 4.5", False),
            ("guns", "gun 1-2 □■ forward\ngun 3 ▣ aft\nturret □", False),
            ("warp", "□■□", True),
            ("track", "6 □□ 3 ■ 0 ?", True),
        ]
    )


def test_what_changed_is_found() -> None:
    before = list(rows(SHIP))
    hit = sheet(("warp", [], [box("warp 1", "destroyed"), box("warp 2", "destroyed")]))
    assert [row.content for row in changed_rows(before, hit)] == ["■■"]
    assert changed_rows(before, SHIP) == []


def test_rows_are_packed_and_none_is_torn_apart() -> None:
    found = [Row(name, "□" * 5, plain=True) for name in ("one", "two", "three", "four")]
    lines = packed(found, 22)
    assert lines == ["one □□□□□  two □□□□□", "three □□□□□", "four □□□□□"]
    assert packed([Row("long", "□" * 50, plain=True)], 10) == [f"long {'□' * 50}"]


def test_labels_and_notes_of_others_do_nothing() -> None:
    evil = sheet(("\x1b[2J", [gauge("g", 1, note="\x1b]0;x\x07")], [box("b", note="\u202e")]))
    text = "".join(f"{row.title}{row.content}" for row in rows(evil))
    assert text.replace("\n", "").isprintable()
