"""Hexes: distances, turns, cones and lines."""

import pytest

from domain.hexes import DIRECTIONS, Hex, cone, crosses, disc, distance, line_of_fire

HERE = Hex(0, 0)


def test_directions_follow_each_other_clockwise():
    for at, direction in enumerate(DIRECTIONS):
        assert direction.turned(1) == DIRECTIONS[(at + 1) % 6]
        assert direction.turned(-at) == DIRECTIONS[0]
        assert HERE.neighbour(at + 6) == direction


def test_a_turn_keeps_the_distance():
    for way in disc(4):
        assert {distance(HERE, way.turned(steps)) for steps in range(6)} == {distance(HERE, way)}
        assert way.turned(2).turned(4) == way


def test_a_cone_holds_both_its_bounding_rows():
    assert cone(Hex(0, -4), 0) == (4, 0)
    assert cone(Hex(4, -4), 0) == (0, 4)
    assert cone(Hex(1, -4), 0) == (3, 1)
    assert cone(Hex(-1, -2), 0) is None


@pytest.mark.parametrize("direction", range(6))
def test_a_cone_has_one_hex_more_at_each_range(direction: int):
    ways = [way for way in disc(5) if cone(way, direction) is not None]
    assert [sum(distance(HERE, way) == n for way in ways) for n in range(1, 6)] == [2, 3, 4, 5, 6]


def test_cones_give_back_their_hexes():
    for way in disc(5):
        for direction in range(6):
            if (parts := cone(way, direction)) is not None:
                m, n = parts
                ahead, aside = DIRECTIONS[direction], DIRECTIONS[(direction + 1) % 6]
                assert way == Hex(m * ahead.q + n * aside.q, m * ahead.r + n * aside.r)


def test_a_disc_holds_every_hex_once():
    assert len(disc(3)) == len(set(disc(3))) == 1 + 6 + 12 + 18
    assert disc(0) == (HERE,)


def test_a_straight_line_crosses_single_hexes():
    assert line_of_fire(HERE, Hex(0, -3)) == ((Hex(0, -1),), (Hex(0, -2),), (Hex(0, -3),))
    assert line_of_fire(HERE, HERE) == ()


@pytest.mark.parametrize(("end", "sides"), [
    (Hex(1, -2), {Hex(0, -1), Hex(1, -1)}),
    (Hex(2, -1), {Hex(1, -1), Hex(1, 0)}),
    (Hex(1, 1), {Hex(1, 0), Hex(0, 1)}),
    (Hex(-1, 2), {Hex(0, 1), Hex(-1, 1)}),
    (Hex(-2, 1), {Hex(-1, 1), Hex(-1, 0)}),
    (Hex(-1, -1), {Hex(-1, 0), Hex(0, -1)}),
])  # fmt: skip
def test_a_line_along_a_hexside_crosses_both_hexes(end: Hex, sides: set[Hex]):
    first, last = line_of_fire(HERE, end)
    assert (set(first), last) == (sides, (end,))


def test_a_line_steps_from_hex_to_hex():
    for end in disc(7):
        steps = line_of_fire(Hex(2, 3), Hex(2, 3).plus(end))
        assert len(steps) == distance(HERE, end)
        for number, hexes in enumerate(steps, 1):
            assert all(distance(Hex(2, 3), crossed) == number for crossed in hexes)


@pytest.mark.parametrize("end", disc(5))
def test_a_line_crosses_the_hexes_of_its_steps_and_no_others(end: Hex):
    on_it = {way for step in line_of_fire(HERE, end) for way in step}
    assert {way for way in disc(6) if crosses(HERE, end, way)} == on_it
