"""The map of a plane shows every piece where it is, north above."""

from typing import Any

from clients.terminal.planemap import MOST_COLUMNS, MOST_ROWS, plane_legend, plane_map


def piece(glyph: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    found = {"glyph": glyph, "title": f"Ship {glyph}", "seat": 1, "at": [x, y], "note": ""}
    return {**found, "heading": None, "size": None, **more}


def test_north_is_above_and_east_is_right() -> None:
    lines = plane_map([piece("A", 10, 10), piece("B", 60, 50)], (120, 90))
    where = {sign: (row, line.index(sign)) for row, line in enumerate(lines) for sign in line}
    assert where["B"][0] < where["A"][0]
    assert where["B"][1] > where["A"][1]


def test_headings_are_arrows_beside_their_piece() -> None:
    text = "\n".join(
        plane_map([piece("A", 10, 10, heading=90.0), piece("B", 90, 80, heading=225)], (120, 90))
    )
    assert "A→" in text
    assert "B↙" in text


def test_a_table_fits_and_the_corners_are_on_it() -> None:
    for size in ((60, 60), (180, 120), (300, 300), (60, 300)):
        lines = plane_map([piece("A", 0, 0), piece("B", *size)], size)
        assert len(lines) <= MOST_ROWS + 3
        assert max(map(len, lines[:-1])) <= MOST_COLUMNS
        assert lines[-2].startswith("A")
        assert lines[0].endswith("B")


def test_what_stands_together_is_counted_and_markers_give_way() -> None:
    blast = piece("*", 30, 30, seat=None)
    assert "2" in "".join(plane_map([piece("A", 30, 30), piece("B", 30, 30), blast], (60, 60))[:-1])
    assert "A" in "".join(plane_map([piece("A", 30, 30), blast], (60, 60)))
    assert "*" in "".join(plane_map([blast, blast], (60, 60)))


def test_areas_are_marked() -> None:
    field = piece("#", 20, 20, size=[20, 20])
    assert sum(line.count("#") for line in plane_map([field], (60, 60))) > 20


def test_a_legend_says_where_each_stands() -> None:
    ship = piece("A", 10, 63.5, heading=45.0, note="hits 8/8")
    assert list(plane_legend([ship])) == ["A↗ Ship A (10, 63.5), 45°, hits 8/8"]
