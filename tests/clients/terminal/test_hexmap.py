"""The map shows every piece where it is, whatever is between them."""

from typing import Any

import pytest
from inline_snapshot import snapshot

from clients.terminal.hexmap import ARROWS, MOST_COLUMNS, MOST_ROWS, hex_map, legend, ranges
from domain.hexes import DIRECTIONS


def piece(glyph: str, q: int, r: int, facing: int | None = 0, seat: int = 1) -> dict[str, Any]:
    return {
        "glyph": glyph,
        "title": f"Ship {glyph}",
        "seat": seat,
        "at": [q, r],
        "facing": facing,
        "note": "speed 9",
    }


def test_nothing_is_no_map() -> None:
    assert hex_map([]) == []


def test_two_ships_face_each_other() -> None:
    assert hex_map([piece("A", 0, 0, 0), piece("B", 1, -3, 3)]) == snapshot(
        [
            ". · . · . ·",
            ". · . · . ·",
            ". · . B↓. ·",
            ". · . · . ·",
            ". · A↑· . ·",
            ". · . · . ·",
            ". · . · . ·",
        ]
    )


@pytest.mark.parametrize("direction", range(6))
def test_the_next_hex_lies_where_the_arrow_points(direction: int) -> None:
    """Up is up, right is right; columns to the right stand half a row lower."""
    way = DIRECTIONS[direction]
    lines = hex_map([piece("A", 0, 0, direction), piece("B", way.q, way.r, None)])
    found = {sign: (row, line.index(sign)) for row, line in enumerate(lines) for sign in line}
    right = found["B"][1] - found["A"][1]
    down = found["B"][0] - found["A"][0]
    assert right == 2 * way.q
    assert down in {(2 * way.r + way.q) // 2, -(-(2 * way.r + way.q) // 2)}
    assert ARROWS[direction] in "".join(lines)


@pytest.mark.parametrize(("q", "r"), [(0, -40), (40, 0), (40, -40), (-40, 40), (300, 7), (0, 999)])
def test_a_map_stays_small_and_has_both_ships(q: int, r: int) -> None:
    lines = hex_map([piece("A", 0, 0), piece("B", q, r, 3)])
    assert len(lines) <= MOST_ROWS + 3
    assert max(map(len, lines)) <= MOST_COLUMNS + 3
    text = "\n".join(lines)
    assert "A↑" in text
    assert "B↓" in text
    assert "hexes high)" in lines[-1]


def test_pieces_in_one_hex_are_counted_and_named() -> None:
    pieces = [piece("A", 3, 3, 1), piece("B", 3, 3, 4, seat=2)]
    text = "".join(hex_map(pieces))
    assert "2" in text
    assert "A" not in text
    assert list(legend(pieces)) == [
        "A↗ Ship A at (3, 3), speed 9",
        "B↙ Ship B at (3, 3), speed 9",
    ]
    assert list(ranges(pieces)) == ["Ship A and Ship B: in the same hex"]


def test_an_arrow_never_hides_a_piece() -> None:
    """Far apart on the whole, two of three stand side by side."""
    text = "".join(hex_map([piece("A", 0, 0), piece("B", 1, 0), piece("C", 0, 60)]))
    assert "A" in text or "2" in text
    assert text.count("C") == 1


def test_ranges_are_between_seats() -> None:
    pieces = [piece("A", 0, 0), piece("B", 1, 0), piece("C", 0, 9, seat=2)]
    assert list(ranges(pieces)) == [
        "Ship A and Ship C: 9 hexes apart",
        "Ship B and Ship C: 9 hexes apart",
    ]
