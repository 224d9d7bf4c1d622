"""Fields of fire (D2): which hexes a weapon bears on, seen from a ship that faces A."""

from functools import lru_cache

from domain.hexes import Hex, cone, disc, distance
from domain.systems.scorpead.tables import MaulerArc

CONES = {
    "RF": (0,), "R": (1,), "RR": (2,), "LR": (3,), "L": (4,), "LF": (5,),
    "FA": (5, 0), "RA": (2, 3), "LS": (5, 4, 3), "RS": (0, 1, 2),
    "FX": (4, 5, 0, 1), "RX": (4, 3, 2, 1), "360": (0, 1, 2, 3, 4, 5),
}  # fmt: skip
"""Arcs made of cones of 60 degrees, each with both its bounding rows."""

ARCS = (*CONES, "FH", "RH")
"""The names of all arcs: FH and RH are all that is not behind, or not before, the beam."""

HERE = Hex(0, 0)
DRAWN = disc(5)[1:]
"""The ways to the hexes in which arcs are drawn: five hexes far, without the ship's own."""


def bears(arcs: tuple[str, ...], facing: int, way: Hex) -> bool:
    """Tell whether a weapon with *arcs* on a ship that faces *facing* bears on what lies *way*."""
    ahead = way.turned(-facing)
    return ahead == HERE or any(_holds(arc, ahead) for arc in arcs)


def mauler_bears(shape: MaulerArc, facing: int, way: Hex) -> bool:
    """Tell whether the mauler arc (E8.23) holds *way*: a narrow corridor straight ahead."""
    ahead = way.turned(-facing)
    if ahead.q == 0:
        return ahead.r < 0
    aside = abs(ahead.q) <= shape.half_width
    return aside and distance(HERE, ahead) >= shape.side_rows_from and _holds("FA", ahead)


@lru_cache(maxsize=256)
def near_hexes(arcs: tuple[str, ...], facing: int) -> tuple[tuple[int, int], ...]:
    """Return the ways that *arcs* hold, as far as they are drawn."""
    return tuple((way.q, way.r) for way in DRAWN if bears(arcs, facing, way))


@lru_cache(maxsize=256)
def near_mauler_hexes(shape: MaulerArc, facing: int) -> tuple[tuple[int, int], ...]:
    """Return the ways that the mauler arc holds, as far as they are drawn."""
    return tuple((way.q, way.r) for way in DRAWN if mauler_bears(shape, facing, way))


def _holds(arc: str, ahead: Hex) -> bool:
    if arc in CONES:
        return any(cone(ahead, direction) is not None for direction in CONES[arc])
    across = ahead.q + 2 * ahead.r
    return across <= 0 if arc == "FH" else across >= 0
