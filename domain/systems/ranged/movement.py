"""Where a fighter can go: points, hexes, ropes (2.2, 4.6)."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil

from msgspec.structs import replace

from domain.hexes import Hex, disc, distance
from domain.refusals import Refused
from domain.systems.ranged import binding, rules
from domain.systems.ranged.forms import FACINGS, Stance
from domain.systems.ranged.modifiers import elevation_at
from domain.systems.ranged.sight import to_side
from domain.systems.ranged.state import Fighter, State

ALL_MOVES = 12
"""Up to this Move every hex is offered; beyond it, the six directions."""


def move_points(state: State, fighter: Fighter) -> int:
    """Return the yards that a fighter can move now: posture, wounds, ropes (4.6, 4.11)."""
    if fighter.netted:
        return 0
    sixths = state.book.tables.postures[fighter.posture].move_sixths
    if fighter.posture in {"prone", "face_up"} or fighter.legs_tied:
        return 1
    yards = max(1, fighter.numbers.move * sixths // 6) if sixths else 0
    if any("leg" in name or "foot" in name for name in fighter.useless):
        return min(1, yards)
    return (yards + 1) // 2 if fighter.band in {"reeling", "down"} else yards


def step_yards(state: State, fighter: Fighter) -> int:
    """Return how far a step goes: a yard, or a tenth of Move, as far as one can move (2.2)."""
    return min(max(1, ceil(fighter.numbers.move / 10)), move_points(state, fighter))


def check_step(
    state: State, fighter: Fighter, path: tuple[Hex, ...], stance: Stance, yards: int
) -> None:
    """Refuse a step that is none, or kneeling or standing up that is none (2.2)."""
    if path and stance:
        raise Refused("one_step", rules.S_2_2)
    if path:
        check_path(state, fighter, path, yards)
    if stance and stance not in stances(fighter):
        raise Refused("same_posture", rules.S_4_6)


def stances(fighter: Fighter) -> tuple[Stance, ...]:
    """Return what may take the place of a step: to kneel, or to stand up again (2.2)."""
    if fighter.posture == "standing":
        return ("kneeling",)
    if fighter.posture == "kneeling" and not (fighter.legs_tied or fighter.netted):
        return ("standing",)
    return ()


def check_forward(fighter: Fighter, path: tuple[Hex, ...]) -> None:
    """Refuse a way of an All-Out Attack that does not lead forward (2.2)."""
    if any(to_side(fighter.facing, fighter.at, ahead) != "front" for ahead in path):
        raise Refused("forward_only", rules.S_2_2)


def check_path(state: State, fighter: Fighter, path: tuple[Hex, ...], points: int) -> None:
    """Refuse a path that is broken, too long, off the map, or held by a rope."""
    _check_free(fighter)
    if not path:
        raise Refused("no_path", rules.S_2_2)
    at, cost = fighter.at, 0
    for ahead in path:
        if distance(at, ahead) != 1:
            raise Refused("no_path", rules.S_2_2)
        if not state.set_up.enterable(ahead):
            raise Refused("hex_taken", rules.S_2_2, q=ahead.q, r=ahead.r)
        cost += state.set_up.step_cost(ahead)
        at = ahead
    if cost > points:
        raise Refused("too_far", rules.S_2_2, yards=cost, at_most=points)
    tether = binding.tether_of(state, fighter)
    if tether is not None and _strains(tether, path[-1]):
        raise Refused("tether_limit", rules.HP_04, yards=tether.yards)


def arrived(state: State, fighter: Fighter, path: tuple[Hex, ...], stance: Stance = "") -> Fighter:
    """Return a fighter as he is after a walk or a step; more than a step spoils an Aim (4.4)."""
    if stance:
        return replace(fighter, posture=stance)
    if not path:
        return fighter
    aim = None if len(path) > step_yards(state, fighter) else fighter.aim
    high = elevation_after(state, fighter, path[-1])
    return replace(fighter, at=path[-1], elevation=high, aim=aim)


def runs(fighter: Fighter, path: tuple[Hex, ...]) -> bool:
    """Tell whether somebody runs along a path: more than half Move (1.1, R-36)."""
    return 2 * len(path) > fighter.numbers.move


def elevation_after(state: State, fighter: Fighter, at: Hex) -> int:
    """Return how high a walk to a hex leads: the ground's height, where it is not level."""
    if fighter.body.flies or state.set_up.bluff_from is None:
        return fighter.elevation
    return elevation_at(state, at)


def _check_free(fighter: Fighter) -> None:
    if fighter.netted:
        raise Refused("entangled", rules.NE_03)
    if any(item.mounted for item in fighter.held()):
        raise Refused("mounted_no_move", rules.BP_03)


def _strains(tether: binding.Tether, end: Hex) -> bool:
    """Tell whether a hex lies more than a yard beyond a tether's length (HP-04, HP-05)."""
    return distance(end, tether.holder.at) > tether.yards + 1


def paths(state: State, fighter: Fighter, points: int) -> Iterator[tuple[Hex, ...]]:
    """Yield a legal path to each hex that can be reached straight ahead and then aside.

    Each path is the path to the hex before its end, and one step more: so it is judged once.
    """
    try:
        _check_free(fighter)
    except Refused:
        return
    sheet, tether = state.set_up, binding.tether_of(state, fighter)
    costs = {Hex(0, 0): 0}
    ways: dict[Hex, tuple[Hex, ...]] = {Hex(0, 0): ()}
    for way, before in _fan(points):
        end = fighter.at.plus(way)
        if before not in costs or not sheet.enterable(end):
            continue
        cost = costs[before] + sheet.step_cost(end)
        if cost <= points:
            costs[way], ways[way] = cost, (*ways[before], end)
            if tether is None or not _strains(tether, end):
                yield ways[way]


@lru_cache(maxsize=128)
def _fan(points: int) -> tuple[tuple[Hex, Hex], ...]:
    """Return the ways of at most *points* hexes, nearest first, each with the one before it."""
    if points <= ALL_MOVES:
        return tuple((way, _before(way)) for way in disc(points)[1:])
    ahead = ((way, n) for n in range(1, points + 1) for way in FACINGS)
    return tuple(
        (Hex(way.q * n, way.r * n), Hex(way.q * n - way.q, way.r * n - way.r)) for way, n in ahead
    )


def _before(way: Hex) -> Hex:
    """Return the way to the hex before: along one direction first, then along its neighbour."""
    q, r = way
    aside = abs(q) >= abs(r) if q * r < 0 else not r
    along = abs(r) >= abs(q) if q * r < 0 else bool(r)
    return Hex(q - _sign(q) * aside, r - _sign(r) * along)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
