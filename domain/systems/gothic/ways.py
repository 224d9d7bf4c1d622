"""The ways a ship may go: limits, turns, the table, its formation; refusals with places (3.6)."""

from msgspec.structs import replace

from domain.plane import (
    CM,
    DEGREE,
    EPS,
    Leg,
    Point,
    distance,
    forward,
    path_near,
    within,
)
from domain.refusals import Refused
from domain.systems.gothic import rules
from domain.systems.gothic.commands import Way
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.ships import BLAST_BASE
from domain.systems.gothic.state import State

MM = 100
"""A millimetre, in which players give distances."""


def limits(state: State, unit: Unit, *, drag: bool) -> tuple[int, int]:
    """Return the least and the most that a ship may move (MV-1, 4.2)."""
    speed = state.speed(unit)
    slower = state.book.numbers.blast_drag_cm * CM if drag else 0
    if unit.order == "all_ahead_full":
        exact = max(0, speed + unit.ran - slower)
        return exact, exact
    if unit.order == "burn_retros":
        most = min(speed // 2, max(0, speed - slower))
        return 0, most
    most = max(0, speed - slower)
    least = 0 if state.in_band(unit.at) else min(speed // 2, most)
    return least, most


def dragged(state: State, unit: Unit, legs: tuple[Leg, ...]) -> int | None:
    """Return how far along a path a ship's base first touches a blast marker; None: nowhere."""
    reach = unit.plan.radius + BLAST_BASE
    most = reach + sum(leg.length for leg in legs) + MM
    near = (at for at in state.blasts.values() if within(at, unit.at, most))
    found = (path_near(unit.at, legs, at, reach) for at in near)
    return min((far for far in found if far is not None), default=None)


def turns_allowed(state: State, unit: Unit) -> int:
    """Return how many turns a ship may make in its move."""
    if unit.has("engine") or not unit.plan.turn:
        return 0
    return state.book.orders.orders[unit.order].turns if unit.order else 1


def straight_before(state: State, unit: Unit) -> int:
    """Return how far a ship goes straight before a turn (MV-2); in low orbit capitals need not."""
    if unit.order == "burn_retros" or (unit.plan.capital and state.in_band(unit.at)):
        return 0
    return state.book.numbers.straight_before_turn_cm[unit.plan.type] * CM


def legs_of(unit: Unit, way: Way) -> tuple[Leg, ...]:
    """Return the straight parts of a way."""
    first = unit.heading
    second = (first + way.turn * DEGREE) % (360 * DEGREE)
    third = (second + way.second_turn * DEGREE) % (360 * DEGREE)
    parts = ((first, way.ahead_mm), (second, way.then_mm), (third, way.finally_mm))
    turned = (True, bool(way.turn), bool(way.second_turn))
    legs = [Leg(h, n * MM) for (h, n), t in zip(parts, turned, strict=True) if n or t]
    return tuple(legs)


def exact_way(state: State, unit: Unit) -> int:
    """Return the length of a move All Ahead Full, blast markers on the way included (3.6)."""
    full, _ = limits(state, unit, drag=False)
    slower = state.book.numbers.blast_drag_cm * CM
    met = dragged(state, unit, (Leg(unit.heading, full),))
    return full if met is None else max(min(met, full), full - slower, 0)


def least_way(state: State, unit: Unit) -> Way:
    """Return the shortest straight move that is legal; off the table, if it leads there."""
    least, _ = limits(state, unit, drag=False)
    slow, most = limits(state, unit, drag=True)
    met = dragged(state, unit, (Leg(unit.heading, least),)) is not None
    length = min(slow, most) if met else least
    if unit.order == "all_ahead_full":
        length = exact_way(state, unit)
    way = Way(ahead_mm=length // MM)
    return way if leaves_at(state, unit, way) is None else replace(way, leave=True)


def default_way(state: State, unit: Unit) -> Way:
    """Return how a ship moves that nobody moves: straight, but to its formation, on the table."""
    formation = lagging(state, unit)
    if formation and (back := ways_back(state, unit, formation)):
        return back[0]
    least = least_way(state, unit)
    if not least.leave:
        return least
    stays = (way for way in sample_ways(state, unit) if fits(state, unit, way))
    return next((way for way in stays if not way.leave), least)


def must_move(state: State, unit: Unit) -> bool:
    """Tell whether a ship still has to move in this phase (M4)."""
    if unit.moved or unit.grappled or unit.plan.defence or unit.boarding:
        return False
    return limits(state, unit, drag=True)[0] > 0


def check_way(state: State, unit: Unit, way: Way) -> None:
    """Refuse a move that leaves its limits, with the place at which it does (MV-1, MV-2)."""
    if unit.plan.defence:
        rule = rules.PD_4 if unit.plan.category == "ground" else rules.PD_2
        raise Refused("immobile", rule, unit=unit.title)
    if unit.moved:
        raise Refused("already_moved", rules.MV_1, unit=unit.title)
    if unit.grappled or unit.boarding:
        raise Refused("grappled", rules.BO_3, unit=unit.title)
    legs = legs_of(unit, way)
    back = next((n for n, leg in enumerate(legs) if leg.length < 0), None)
    if back is not None:
        before = sum(leg.length for leg in legs[:back])
        raise Refused(
            "move_too_short", rules.MV_1, least_mm=0, **_spot(along(unit.at, legs[:back], before))
        )
    _check_turns(state, unit, way)
    _check_length(state, unit, legs)
    _check_table(state, unit, way)
    _check_formation(state, unit, legs)


def _check_turns(state: State, unit: Unit, way: Way) -> None:
    needed = straight_before(state, unit)
    allowed, made, at, heading = turns_allowed(state, unit), 0, unit.at, unit.heading
    parts = ((way.ahead_mm, way.turn), (way.then_mm, way.second_turn))
    for straight, turn in parts:
        at = forward(at, heading, straight * MM)
        if not turn:
            continue
        made += 1
        if made > allowed:
            raise Refused("turn_count", rules.MV_2, most=allowed, **_spot(at))
        if abs(turn) > unit.plan.turn:
            raise Refused("turn_angle", rules.MV_2, most=unit.plan.turn, turn=turn, **_spot(at))
        if straight * MM + EPS < needed:
            raise Refused(
                "turn_too_early", rules.MV_2, least_cm=needed // CM, moved_mm=straight, **_spot(at)
            )
        heading = (heading + turn * DEGREE) % (360 * DEGREE)


def _check_length(state: State, unit: Unit, legs: tuple[Leg, ...]) -> None:
    length = sum(leg.length for leg in legs)
    met = dragged(state, unit, legs)
    least, most = limits(state, unit, drag=met is not None and met < length + EPS)
    if unit.order == "all_ahead_full":
        least = most = exact_way(state, unit) // MM * MM
    if length + EPS < least:
        end = along(unit.at, legs, length)
        raise Refused("move_too_short", rules.MV_1, least_mm=-(-least // MM), **_spot(end))
    if length > most + EPS:
        raise Refused(
            "move_too_far", rules.MV_1, most_mm=most // MM, **_spot(along(unit.at, legs, most))
        )


def _check_table(state: State, unit: Unit, way: Way) -> None:
    edge = None if way.leave else leaves_at(state, unit, way)
    if edge is not None:
        raise Refused("off_table", rules.MV_5, unit=unit.title, **_spot(edge))


def leaves_at(state: State, unit: Unit, way: Way) -> Point | None:
    """Return where a way leads a ship's stem off the table, to a millimetre; None: nowhere."""
    at = unit.at
    for leg in legs_of(unit, way):
        end = forward(at, leg.heading, leg.length)
        if not state.on_board(end):
            far = state.room(at, leg.heading, leg.length)
            return forward(at, leg.heading, far)
        at = end
    return None


def along(start: Point, legs: tuple[Leg, ...], far: int) -> Point:
    """Return the place *far* along a path."""
    for leg in legs:
        if far <= leg.length:
            return forward(start, leg.heading, far)
        start, far = forward(start, leg.heading, leg.length), far - leg.length
    return start


def _spot(at: Point) -> dict[str, str]:
    return {"at_x_cm": f"{at.x / CM:.3f}", "at_y_cm": f"{at.y / CM:.3f}"}


def lagging(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Return the formation that a member has lost, or nothing (SQ-5)."""
    if not unit.squadron:
        return ()
    formation = state.in_formation(unit.squadron)
    return () if any(one.id == unit.id for one in formation) else formation


def farther(unit: Unit, formation: tuple[Unit, ...], legs: tuple[Leg, ...]) -> bool:
    """Tell whether a path leads away from a formation."""
    end = along(unit.at, legs, sum(leg.length for leg in legs))
    now = min(distance(unit.at, one.at) for one in formation)
    return min(distance(end, one.at) for one in formation) > now + EPS


def _check_formation(state: State, unit: Unit, legs: tuple[Leg, ...]) -> None:
    formation = lagging(state, unit)
    if formation and farther(unit, formation, legs) and ways_back(state, unit, formation):
        end = along(unit.at, legs, sum(leg.length for leg in legs))
        raise Refused("formation_away", rules.SQ_5, unit=unit.title, **_spot(end))


def ways_back(state: State, unit: Unit, formation: tuple[Unit, ...]) -> list[Way]:
    """Return some legal moves that bring a member nearer to its formation."""
    return [
        way
        for way in sample_ways(state, unit)
        if fits(state, unit, way) and not farther(unit, formation, legs_of(unit, way))
    ]


def sample_ways(state: State, unit: Unit) -> list[Way]:
    """Return some moves: straight, and turned as early and as sharply as possible."""
    least, most = (n // MM for n in limits(state, unit, drag=False))
    slow = limits(state, unit, drag=True)[1] // MM
    first = least_way(state, unit)
    ways = [first, *(Way(ahead_mm=n) for n in (most, slow) if n != first.ahead_mm)]
    needed = straight_before(state, unit) // MM
    if turns_allowed(state, unit) and needed <= most:
        for turn in (unit.plan.turn, -unit.plan.turn, unit.plan.turn // 2, -unit.plan.turn // 2):
            ways += [
                Way(ahead_mm=needed, turn=turn, then_mm=total - needed)
                for total in (max(needed, least), max(needed, slow), most)
            ]
    return ways


def fits(state: State, unit: Unit, way: Way) -> bool:
    """Tell whether a move keeps its limits; whether it leads back to a formation is not asked."""
    try:
        _check_turns(state, unit, way)
        _check_length(state, unit, legs_of(unit, way))
        _check_table(state, unit, way)
    except Refused:
        return False
    return True
