"""The plane: whole numbers that decide alike everywhere, whichever way the table is turned."""

from math import atan2, cos, degrees, hypot, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.plane import (
    CIRCLE,
    CM,
    DEGREE,
    Leg,
    Point,
    Rectangle,
    bearing,
    contact_place,
    crosses,
    distance,
    first_contact,
    first_entry,
    forward,
    inside,
    near_segment,
    nearest,
    off,
    path_meets,
    path_near,
    point,
    progress,
    relative,
    squared_distance,
    within,
)

lengths = st.integers(-200 * CM, 200 * CM)
points = st.builds(Point, lengths, lengths)
angles = st.integers(0, CIRCLE - 1)
ways = st.integers(0, 60 * CM)


@given(points, points)
def test_distances_are_symmetric(one: Point, other: Point):
    assert distance(one, other) == distance(other, one)
    assert abs(distance(one, other) - hypot(one.x - other.x, one.y - other.y)) <= 0.51
    assert within(one, other, distance(one, other))


@given(points, points, lengths, lengths)
def test_nothing_changes_when_everything_is_moved(one: Point, other: Point, x: int, y: int):
    moved = [Point(p.x + x, p.y + y) for p in (one, other)]
    assert squared_distance(*moved) == squared_distance(one, other)
    assert bearing(*moved) == bearing(one, other)


@given(points, points)
def test_a_quarter_turn_of_the_table_turns_every_bearing_by_90_degrees(one: Point, other: Point):
    turned = [Point(p.y, -p.x) for p in (one, other)]
    assert squared_distance(*turned) == squared_distance(one, other)
    if one != other:
        assert bearing(*turned) == (bearing(one, other) + 90 * DEGREE) % CIRCLE


@given(points, points)
def test_the_way_back_is_the_opposite(one: Point, other: Point):
    if one != other:
        back = relative(bearing(one, other), bearing(other, one))
        assert off(back, 180 * DEGREE) <= 1  # rounding to a thousandth of a degree


@given(points, angles, ways)
def test_forward_is_where_sine_and_cosine_say(start: Point, heading: int, length: int):
    end = forward(start, heading, length)
    angle = radians(heading / DEGREE)
    assert abs(end.x - start.x - length * sin(angle)) <= 0.501
    assert abs(end.y - start.y - length * cos(angle)) <= 0.501
    assert forward(start, (heading + 180 * DEGREE) % CIRCLE, length) == Point(
        2 * start.x - end.x, 2 * start.y - end.y
    )


@given(points, points)
def test_a_bearing_is_the_nearest_thousandth(one: Point, other: Point):
    seen = degrees(atan2(other.x - one.x, other.y - one.y)) * DEGREE
    assert off(bearing(one, other), round(seen) % CIRCLE) <= 1


@given(points, angles, ways, points, st.integers(0, 6 * CM))
def test_a_contact_is_at_the_sum_of_the_radii(
    start: Point, heading: int, length: int, centre: Point, reach: int
):
    leg = Leg(heading, length)
    far = first_contact(start, leg, centre, reach)
    if far is None:
        assert not near_segment(centre, start, forward(start, heading, length), reach - 3)
    elif far > 0:
        place = contact_place(start, leg, centre, reach)
        assert within(place, forward(start, heading, far), 1)
        assert near_segment(centre, start, forward(start, heading, length), reach + 2)
        before = forward(start, heading, far - 1)
        assert not within(before, centre, reach - 2) or far <= 1


@given(points, angles, ways, points)
def test_a_mirrored_table_has_mirrored_contacts(
    start: Point, heading: int, length: int, centre: Point
):
    mirrored = Leg((CIRCLE - heading) % CIRCLE, length)
    here = first_contact(start, Leg(heading, length), centre, 2850)
    there = first_contact(Point(-start.x, start.y), mirrored, Point(-centre.x, centre.y), 2850)
    assert here == there


@given(points, angles, ways, points, points, st.integers(0, 3 * CM))
def test_an_area_is_entered_where_it_is_first_touched(
    start: Point, heading: int, length: int, one: Point, other: Point, radius: int
):
    low, high = (Point(f(one.x, other.x), f(one.y, other.y)) for f in (min, max))
    area, leg = Rectangle(*low, *high), Leg(heading, length)
    far = first_entry(start, leg, area, radius)
    assert (far is not None) == path_meets(start, (leg,), area, radius)
    if far:
        assert inside(forward(start, heading, far), area, radius + 2)


def test_numbers_of_the_rules():
    """Boarding torpedoes turned by 45° fly 30 cm to (71.213, 41.213), or (28.787, 41.213)."""
    assert forward(point(50, 20), 45 * DEGREE, 30 * CM) == point(71.213, 41.213)
    assert forward(point(50, 20), 315 * DEGREE, 30 * CM) == point(28.787, 41.213)
    leg = Leg(45 * DEGREE, 30 * CM)
    assert first_contact(point(50, 20), leg, point(65, 36), 2850) == 19_159
    assert contact_place(point(50, 20), leg, point(65, 36), 2850) == point(63.548, 33.548)
    assert first_contact(point(50, 20), Leg(0, 30 * CM), point(52.86, 40), 2850) is None
    assert bearing(point(60, 0), point(81, 20)) == 46_397
    assert within(point(50, 50), point(56, 58), 10 * CM)
    assert not within(point(50, 50), point(56.01, 58), 10 * CM)


@pytest.mark.parametrize(
    ("numerator", "rounded"), [(5, 1), (-5, -1), (4, 0), (-4, 0), (15, 2), (-15, -2)]
)
def test_a_half_is_rounded_away_from_zero(numerator: int, rounded: int):
    assert nearest(numerator, 10) == rounded


def test_lines_and_paths():
    area = Rectangle(0, 0, 10 * CM, 10 * CM)
    assert crosses(Point(-CM, -CM), Point(11 * CM, 11 * CM), area)
    assert not crosses(Point(-CM, 0), Point(11 * CM, 0), area), "along the edge is not through"
    legs = (Leg(0, 5 * CM), Leg(90 * DEGREE, 5 * CM))
    assert path_near(Point(0, 0), legs, Point(5 * CM, 5 * CM), CM) == 9 * CM
    assert progress(Point(0, CM), 0) > progress(Point(9 * CM, 0), 0)
    assert bearing(Point(3, 3), Point(3, 3)) == 0
