"""Centimetres and headings, exactly: the geometry of a table without hexes.

A length is a whole number of thousandths of a centimetre, an angle a whole number of thousandths
of a degree: x to the right (east), y up (north), a heading clockwise from north. All that is
decided here is decided in whole numbers, so every machine decides alike. This is the one place
that rounds: to the nearest thousandth, a half away from zero; and the one place that knows the
tolerance: what lies within `EPS` of a limit is within it.
"""

from fractions import Fraction
from functools import lru_cache
from math import atan2, degrees, isqrt
from typing import NamedTuple

CM = 1000
DEGREE = 1000
CIRCLE = 360 * DEGREE
EPS = 1

_ONE = 10**18
_GUARD = 10**30
_PI = 3141592653589793238462643383280  # times 10**30


class Point(NamedTuple):
    """A place on the table, in thousandths of a centimetre."""

    x: int
    y: int


class Rectangle(NamedTuple):
    """An area whose sides run along the table's."""

    left: int
    bottom: int
    right: int
    top: int


class Leg(NamedTuple):
    """A straight part of a path."""

    heading: int
    length: int


def point(x_cm: float, y_cm: float) -> Point:
    """Return the place at so many centimetres, as printed."""
    return Point(round(x_cm * CM), round(y_cm * CM))


def nearest(numerator: int, denominator: int) -> int:
    """Return a fraction (*denominator* > 0) as the nearest whole number, a half away from zero."""
    rounded = (2 * abs(numerator) + denominator) // (2 * denominator)
    return rounded if numerator >= 0 else -rounded


# --- directions -----------------------------------------------------------------------------


def forward(start: Point, heading: int, length: int) -> Point:
    """Return where one arrives who goes *length* along *heading*."""
    east, north = _way(2 * heading)
    return Point(start.x + nearest(length * east, _ONE), start.y + nearest(length * north, _ONE))


@lru_cache(maxsize=65536)
def bearing(start: Point, end: Point) -> int:
    """Return the heading from *start* to *end*; 0 where they are one place."""
    x, y = end.x - start.x, end.y - start.y
    if x == y == 0:
        return 0
    halves = 2 * round(degrees(atan2(x, y)) * DEGREE)  # a guess, which whole numbers correct
    while _clockwise(x, y, halves + 1) >= 0:
        halves += 2
    while _clockwise(x, y, halves - 1) < 0:
        halves -= 2
    return halves // 2 % CIRCLE


def progress(place: Point, heading: int) -> int:
    """Return how far on along *heading* a place is, in a unit of its own: only to be compared."""
    east, north = _way(2 * heading)
    return place.x * east + place.y * north


def relative(heading: int, direction: int) -> int:
    """Return a direction as seen by who heads along *heading*: 0 is ahead, 90 to starboard."""
    return (direction - heading) % CIRCLE


def off(direction: int, middle: int) -> int:
    """Return the angle between two directions, 0 to 180 degrees."""
    apart = (direction - middle) % CIRCLE
    return min(apart, CIRCLE - apart)


def _clockwise(x: int, y: int, half_thousandths: int) -> int:
    """Return more than 0 if (x, y) lies clockwise of a direction, less if anticlockwise."""
    east, north = _way(half_thousandths)
    return x * north - y * east


def _way(half_thousandths: int) -> tuple[int, int]:
    """Return the unit vector of a direction, times 10**18."""
    return _sine(half_thousandths % (2 * CIRCLE)), _sine(
        (half_thousandths + CIRCLE // 2) % (2 * CIRCLE)
    )


@lru_cache(maxsize=8192)
def _sine(halves: int) -> int:
    """Return the sine of an angle in half thousandths of a degree, 0 to below 360, times 10**18."""
    half_circle = CIRCLE
    if halves >= half_circle:
        return -_sine(halves - half_circle)
    halves = min(halves, half_circle - halves)
    x = halves * _PI // half_circle
    term = total = x
    n = 1
    while abs(term) > 1:
        term = -term * x // _GUARD * x // _GUARD // ((n + 1) * (n + 2))
        total, n = total + term, n + 2
    return nearest(total * _ONE, _GUARD)


# --- distances ------------------------------------------------------------------------------


def distance(one: Point, other: Point) -> int:
    """Return how far two places are from each other, to the nearest thousandth."""
    squared = squared_distance(one, other)
    root = isqrt(squared)
    return root + (squared - root * root > root)


def squared_distance(one: Point, other: Point) -> int:
    """Return the square of a distance, exactly: what is compared is compared by this."""
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def within(one: Point, other: Point, limit: int) -> bool:
    """Tell whether two places are no more than *limit* apart."""
    return squared_distance(one, other) <= (limit + EPS) ** 2


def near_segment(place: Point, start: Point, end: Point, limit: int) -> bool:
    """Tell whether *place* is no more than *limit* from the line between two places."""
    dx, dy = end.x - start.x, end.y - start.y
    px, py = place.x - start.x, place.y - start.y
    length, along = dx * dx + dy * dy, px * dx + py * dy
    if along <= 0 or length == 0:
        return within(place, start, limit)
    if along >= length:
        return within(place, end, limit)
    across = px * dy - py * dx
    return across * across <= (limit + EPS) ** 2 * length


def first_contact(start: Point, leg: Leg, centre: Point, reach: int) -> int | None:
    """Return how far along *leg* a circle first touches another; None if it passes by.

    *reach* is the sum of both radii. What touches at the start touches after 0.
    """
    scaled = _contact(start, leg, centre, reach)
    if scaled is None:
        return None
    far = nearest(scaled, _ONE)
    return min(far, leg.length) if far <= leg.length + EPS else None


def contact_place(start: Point, leg: Leg, centre: Point, reach: int) -> Point:
    """Return where `first_contact` is, rounded once: not from the rounded way to it."""
    scaled = _contact(start, leg, centre, reach)
    assert scaled is not None, "the two do touch"
    east, north = _way(2 * leg.heading)
    scaled = min(scaled, leg.length * _ONE)
    x, y = nearest(scaled * east, _ONE * _ONE), nearest(scaled * north, _ONE * _ONE)
    return Point(start.x + x, start.y + y)


def _contact(start: Point, leg: Leg, centre: Point, reach: int) -> int | None:
    """Return the way to a contact times 10**18, however long *leg* is."""
    if within(start, centre, reach):
        return 0
    east, north = _way(2 * leg.heading)
    x, y = centre.x - start.x, centre.y - start.y
    ahead, aside = x * east + y * north, x * north - y * east
    if ahead < 0 or abs(aside) > (reach + EPS) * _ONE:
        return None
    return max(0, ahead - isqrt(max(0, (reach * _ONE) ** 2 - aside * aside)))


def path_near(start: Point, legs: tuple[Leg, ...], centre: Point, reach: int) -> int | None:
    """Return how far along a path a circle first touches another, as `first_contact` does."""
    gone = 0
    for leg in legs:
        far = first_contact(start, leg, centre, reach)
        if far is not None:
            return gone + far
        gone, start = gone + leg.length, forward(start, leg.heading, leg.length)
    return None


# --- areas ----------------------------------------------------------------------------------


def inside(place: Point, area: Rectangle, margin: int = 0) -> bool:
    """Tell whether *place* is in *area*, or no more than *margin* from it."""
    near = nearest_in(place, area)
    return within(place, near, margin)


def nearest_in(place: Point, area: Rectangle) -> Point:
    """Return the place of *area* that is nearest to *place*."""
    x = min(max(place.x, area.left), area.right)
    return Point(x, min(max(place.y, area.bottom), area.top))


def crosses(start: Point, end: Point, area: Rectangle) -> bool:
    """Tell whether the line between two places goes through the inside of *area*."""
    low, high = (0, 1), (1, 1)  # fractions of the way
    for a, b, least, most in (
        (start.x, end.x, area.left, area.right),
        (start.y, end.y, area.bottom, area.top),
    ):
        if a == b:
            if not least < a < most:
                return False
            continue
        enter, leave = (least, most) if b > a else (most, least)
        sign = 1 if b > a else -1
        first, last = ((enter - a) * sign, abs(b - a)), ((leave - a) * sign, abs(b - a))
        low = max(low, first, key=lambda f: Fraction(*f))
        high = min(high, last, key=lambda f: Fraction(*f))
    return Fraction(*low) < Fraction(*high)


def path_meets(start: Point, legs: tuple[Leg, ...], area: Rectangle, radius: int) -> bool:
    """Tell whether a circle that follows a path touches *area*."""
    wide = Rectangle(
        area.left - radius, area.bottom - radius, area.right + radius, area.top + radius
    )
    if inside(start, area, radius):
        return True
    for leg in legs:
        end = forward(start, leg.heading, leg.length)
        if inside(end, area, radius) or crosses(start, end, area):
            return True
        corners = [Point(x, y) for x in (area.left, area.right) for y in (area.bottom, area.top)]
        sides = crosses(start, end, Rectangle(wide.left, area.bottom, wide.right, area.top))
        ends = crosses(start, end, Rectangle(area.left, wide.bottom, area.right, wide.top))
        if sides or ends or any(near_segment(corner, start, end, radius) for corner in corners):
            return True
        start = end
    return False


def first_entry(start: Point, leg: Leg, area: Rectangle, radius: int) -> int | None:
    """Return how far along *leg* a circle first touches *area*; None if it passes by."""
    if not path_meets(start, (leg,), area, radius):
        return None
    low, high = 0, leg.length
    while low < high:
        middle = (low + high) // 2
        if path_meets(start, (Leg(leg.heading, middle),), area, radius):
            high = middle
        else:
            low = middle + 1
    return high
