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


def test_hexes_with_a_pointed_top_lie_in_rows() -> None:
    ships = [piece("A", 0, 0, 2), piece("B", 2, 0, 5), piece("C", 0, 1, 4)]
    assert hex_map(ships, top="pointed") == snapshot(
        [
            "· · · · · · ·",
            " · · · · · ·",
            "· · A→· B←· ·",
            " · · C↙· · ·",
            "· · · · · · ·",
            " · · · · · ·",
        ]
    )


@pytest.mark.parametrize("direction", range(6))
@pytest.mark.parametrize("top", ARROWS)
def test_the_next_hex_lies_where_the_arrow_points(top: str, direction: int) -> None:
    """Up is up, right is right."""
    way = DIRECTIONS[direction]
    lines = hex_map([piece("A", 0, 0, direction), piece("B", way.q, way.r, None)], top=top)
    found = {sign: (row, line.index(sign)) for row, line in enumerate(lines) for sign in line}
    right = found["B"][1] - found["A"][1]
    down = found["B"][0] - found["A"][0]
    if top == "flat":
        assert right == 2 * way.q
        assert down in {(2 * way.r + way.q) // 2, -(-(2 * way.r + way.q) // 2)}
    else:
        assert (right, down) == (2 * way.q + way.r, way.r)
    arrow = ARROWS[top][direction]
    assert arrow in "".join(lines)
    assert (right > 0, right < 0) == (arrow in "↗→↘", arrow in "↙←↖")


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


def test_a_place_goes_by_its_name_in_the_book() -> None:
    ship = {**piece("A", 3, 3, 2), "place": "hex 0403"}
    assert list(legend([ship], "pointed")) == ["A→ Ship A at hex 0403, speed 9"]


def test_of_many_pairs_only_the_nearest_are_told() -> None:
    fleets = [piece(str(n), n, 0, seat=1 + (n > 4)) for n in range(9)]
    told = list(ranges(fleets))
    assert len(told) == len(fleets)
    assert told[0] == "Ship 0: nearest is Ship 5, 5 hexes apart"
    assert told[-1] == "Ship 8: nearest is Ship 4, 4 hexes apart"


def test_ranges_are_between_seats() -> None:
    pieces = [piece("A", 0, 0), piece("B", 1, 0), piece("C", 0, 9, seat=2)]
    assert list(ranges(pieces)) == [
        "Ship A and Ship C: 9 hexes apart",
        "Ship B and Ship C: 9 hexes apart",
    ]
