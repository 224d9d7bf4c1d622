"""Where blast markers are placed (1.6, 4.5)."""

from collections.abc import Iterator

from domain.plane import CIRCLE, DEGREE, Point, bearing, forward, within
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.ships import BLAST_BASE, SMALL_BASE
from domain.systems.gothic.state import State

STEPS = {True: (45_240, 7), False: (28_956, 12)}
"""By small base or large: the angle between two markers that touch the base, and how many can."""
ROUNDING = 5


def beside(state: State, unit: Unit, source: Point) -> Point:
    """Return where the next marker touches a unit's base: towards *source*, else beside that."""
    places = list(_slots(unit, source))
    clear = (place for place in places if _clear(state, unit, place))
    return next(clear, places[0])


def _slots(unit: Unit, source: Point) -> Iterator[Point]:
    step, count = STEPS[unit.plan.radius == SMALL_BASE]
    first = bearing(unit.at, source) if source != unit.at else unit.heading
    for n in range(count):
        turn = (n + 1) // 2 * step * (1 if n % 2 else -1)
        yield forward(unit.at, (first + turn) % CIRCLE, unit.plan.radius + BLAST_BASE)


def _clear(state: State, unit: Unit, place: Point) -> bool:
    if any(within(place, at, 2 * BLAST_BASE - ROUNDING) for at in state.blasts.values()):
        return False
    near = (
        one
        for one in state.on_table
        if one.id != unit.id and within(place, one.at, one.plan.radius + BLAST_BASE)
    )
    return all(state.touch(one, unit) for one in near)


def rings(centre: Point, count: int) -> Iterator[Point]:
    """Yield the places of an explosion's markers: at the stem, then in rings of 6, 12, 18."""
    yield centre
    left, ring = count - 1, 1
    while left > 0:
        here = min(left, 6 * ring)
        for n in range(here):
            yield forward(centre, n * 60 * DEGREE // ring, 2 * BLAST_BASE * ring)
        left, ring = left - here, ring + 1
