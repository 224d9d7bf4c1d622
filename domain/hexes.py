"""Flat-top hexes in axial coordinates: directions A to F clockwise are 0 to 5."""

from functools import lru_cache
from typing import NamedTuple


class Hex(NamedTuple):
    """A hex, or the way from one to another."""

    q: int
    r: int

    def plus(self, way: "Hex") -> "Hex":
        """Return the hex that lies *way* from here."""
        return Hex(self.q + way.q, self.r + way.r)

    def minus(self, other: "Hex") -> "Hex":
        """Return the way from *other* to here."""
        return Hex(self.q - other.q, self.r - other.r)

    def neighbour(self, direction: int) -> "Hex":
        """Return the next hex in *direction* (0 to 5, counted round)."""
        return self.plus(DIRECTIONS[direction % 6])

    def turned(self, steps: int) -> "Hex":
        """Return this way turned clockwise by *steps* times 60 degrees."""
        q, r = self
        for _ in range(steps % 6):
            q, r = -r, q + r
        return Hex(q, r)


DIRECTIONS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))


def distance(a: Hex, b: Hex) -> int:
    """Return the range in hexes between *a* and *b*."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def cone(way: Hex, direction: int) -> tuple[int, int] | None:
    """Return (m, n) if *way* is m hexes in *direction* and n in the next one clockwise.

    None: *way* does not lie between the two. Both bounding rows belong to the cone.
    """
    q, r = way.turned(-direction)
    return (-q - r, q) if q >= 0 and q + r <= 0 else None


def disc(radius: int) -> tuple[Hex, ...]:
    """Return all ways of at most *radius* hexes, the empty one included, nearest first."""
    span = range(-radius, radius + 1)
    ways = (Hex(q, r) for q in span for r in span if abs(q + r) <= radius)
    return tuple(sorted(ways, key=lambda way: (distance(way, Hex(0, 0)), way)))


def line_of_fire(start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Return what a line from centre to centre crosses, step by step, without *start*.

    A step is one hex, or the two hexes of a hexside along which the line runs.
    """
    return tuple(_crossed(start, end, step) for step in range(1, distance(start, end) + 1))


@lru_cache(maxsize=65_536)
def crosses(start: Hex, end: Hex, at: Hex) -> bool:
    """Tell whether a line from centre to centre crosses *at*; *start* does not count."""
    step = distance(start, at)
    straight = step + distance(at, end) == distance(start, end)
    return straight and at != start and at in _crossed(start, end, step)


def _crossed(start: Hex, end: Hex, step: int) -> tuple[Hex, ...]:
    way, steps = end.minus(start), distance(start, end)
    sides = (start.plus(_nearest(way, step, steps, nudge)) for nudge in (1, -1))
    return tuple(dict.fromkeys(sides))


FINE = 1_000
"""Into how many parts a step is divided, so that a nudge of a few parts decides every tie."""


def _nearest(way: Hex, step: int, steps: int, nudge: int) -> Hex:
    """Return the hex at *step* of *steps* along *way*, ties decided by a nudge to one side."""
    whole = steps * FINE
    parts = (
        way.q * step * FINE + nudge,
        way.r * step * FINE + 2 * nudge,
        -(way.q + way.r) * step * FINE - 3 * nudge,
    )
    q, r, s = ((2 * part + whole) // (2 * whole) for part in parts)
    off = [abs(n * whole - part) for n, part in zip((q, r, s), parts, strict=True)]
    if off[0] == max(off):
        q = -r - s
    elif off[1] == max(off):
        r = -q - s
    return Hex(q, r)
