"""Moving ordnance: turns, full moves, contacts on the way, mines and minefields (3.8, 3.10)."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from domain.names import ShipId
from domain.plane import (
    CM,
    DEGREE,
    EPS,
    Leg,
    Point,
    bearing,
    contact_place,
    distance,
    first_contact,
    first_entry,
    forward,
    inside,
    nearest_in,
    off,
    squared_distance,
    within,
)
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.gothic import rules
from domain.systems.gothic.attacks import attack_by, blast_test
from domain.systems.gothic.commands import MoveOrdnance, TurnTorpedoes
from domain.systems.gothic.events import (
    MinefieldSearched,
    MineLaid,
    OrdnanceMoved,
    OrdnanceReduced,
    OrdnanceRemoved,
)
from domain.systems.gothic.play import Play
from domain.systems.gothic.ships import BLAST_BASE
from domain.systems.gothic.state import Marker, Phase, State, Unit
from domain.systems.gothic.tasks import Detect, MoveMarker

MM = 100
FIELD_REMOVES, DETECT_CM, DETECT_ON = 6, 30, 5


# --- turns ----------------------------------------------------------------------------------


def may_turn(state: State, marker: Marker) -> bool:
    """Tell whether a marker can turn in this step (BT-4)."""
    launch = marker.launched_in == state.ordnance
    late = state.option("bt_turn_in_launch_phase") == "yes"
    return (
        marker.kind == "boarding_torpedo"
        and marker.turned_in != state.ordnance
        and (late or not launch)
    )


def check_turn(state: State, command: TurnTorpedoes) -> Marker:
    """Refuse a turn that the rules forbid, in the order of BT-4."""
    marker = state.markers[command.marker]
    if marker.kind != "boarding_torpedo":
        raise Refused("turn_not_allowed", rules.BT_4, marker=marker.title)
    if marker.turned_in == state.ordnance:
        raise Refused("bt_turn_twice", rules.BT_4, marker=marker.title)
    if state.phase is Phase.ORDNANCE:
        raise Refused("bt_turn_too_late", rules.BT_4, marker=marker.title)
    most = state.book.numbers.boarding_turn
    exact = state.option("bt_turn_mode") == "exact"
    if not 0 < abs(command.degrees) <= most or (exact and abs(command.degrees) != most):
        raise Refused("bt_turn_angle", rules.BT_4, most=most, turn=command.degrees)
    if not may_turn(state, marker):
        raise Refused("bt_turn_launch_phase", rules.BT_4, marker=marker.title)
    return marker


# --- moves ----------------------------------------------------------------------------------


def speed(state: State, marker: Marker) -> int:
    """Return how far a marker moves in an ordnance phase; a wave goes as its slowest (OR-8)."""
    numbers = state.book.numbers
    if marker.torpedo:
        return numbers.torpedo_speed_cm * CM
    if marker.kind == "mine":
        return numbers.mine_cm * CM
    speeds = (
        (numbers.fighter_cm, marker.fighters),
        (numbers.bomber_cm, marker.bombers),
        (numbers.assault_boat_cm, marker.boats),
    )
    return min(cm for cm, n in speeds if n) * CM


def check_move(state: State, command: MoveOrdnance) -> Marker:
    """Refuse a move of ordnance that the rules forbid (BT-3, OR-8)."""
    marker = state.markers[command.marker]
    if marker.moved_in == state.ordnance:
        raise Refused("already_moved", rules.OR_8, marker=marker.title)
    if marker.torpedo and command.legs:
        raise Refused("torpedo_fixed_move", rules.BT_3, marker=marker.title)
    if marker.kind == "mine":
        raise Refused("torpedo_fixed_move", rules.MI_1, marker=marker.title)
    length = sum(mm for _, mm in command.legs) * MM
    if any(mm < 0 for _, mm in command.legs) or length > speed(state, marker):
        raise Refused("move_too_far", rules.OR_8, most_mm=speed(state, marker) // MM)
    return marker


def straight(state: State, marker: Marker, *, hulks: bool = False) -> MoveMarker:
    """Return the move of a torpedo salvo: straight ahead, in full; *hulks*: at those, too."""
    legs = (Leg(marker.heading, speed(state, marker)),)
    return MoveMarker(marker=marker.id, legs=legs, hulks=hulks)


def flown(marker: Marker, legs: tuple[tuple[int, int], ...]) -> MoveMarker:
    """Return the move of a wave along legs given in degrees and millimetres."""
    parts = tuple(Leg(degrees % 360 * DEGREE, mm * MM) for degrees, mm in legs if mm)
    return MoveMarker(marker=marker.id, legs=parts or (Leg(marker.heading, 0),))


def mine_move(state: State, marker: Marker) -> MoveMarker | None:
    """Return the move of a mine: towards the nearest enemy ship; ties: the lowest name (MI-1)."""
    ships = [unit for unit in state.enemies(marker.side) if not unit.plan.defence]
    if not ships:
        return None
    target = min(ships, key=lambda unit: (squared_distance(marker.at, unit.at), unit.id))
    heading = bearing(marker.at, target.at)
    length = min(speed(state, marker), distance(marker.at, target.at))
    return MoveMarker(marker=marker.id, legs=(Leg(heading, length),))


class Met(NamedTuple):
    """What a marker meets on a leg: how far on, what, its name, and the place."""

    far: int
    what: str
    name: str
    at: Point


def moved(play: Play, task: MoveMarker) -> Iterator[Outcome]:
    """Move a marker to the first thing that it meets, or to the end of its move."""
    state = play.state
    marker = state.markers.get(task.marker)
    if marker is None:
        return
    leg, *rest = task.legs
    origin = marker.at if task.origin is None else task.origin
    met = min(_meets(state, marker, origin, task), default=None)
    end = leg.length if met is None else max(met.far, task.gone)
    last = met is None and not rest
    yield play.happens(
        OrdnanceMoved(
            marker=marker.id,
            start=marker.at,
            at=forward(origin, leg.heading, leg.length) if met is None else met.at,
            heading=leg.heading,
            length=end - task.gone,
            last=last,
        )
    )
    if met is not None:
        task = replace(task, origin=origin, gone=end, met=(*task.met, met.name))
        yield from _meeting(play, task, met)
    elif rest:
        play.push(replace(task, legs=tuple(rest), origin=None, gone=0))
    elif marker.kind == "craft":
        _strike(play, marker.id)


def _strike(play: Play, name: str) -> None:
    """A wave that ends at an enemy's base attacks it."""
    state, marker = play.state, play.state.markers[name]
    if not marker.bombers and not marker.boats:
        return
    touched = [
        unit
        for unit in state.nearest(marker.at, state.enemies(marker.side))
        if within(unit.at, marker.at, unit.plan.radius + marker.radius)
        and unit.id not in marker.attacked
    ]
    if touched:
        play.push(attack_by(marker, touched[0].id))


def removed_at(state: State, marker: Marker, at: Point) -> str:
    """Return why a marker cannot be at a place: off the table, at the planet, too high."""
    if not state.on_board(at):
        return "off_board"
    ground = any(state.units[one].plan.category == "ground" for one in marker.launchers)
    if state.band and ground and at.y > state.band:
        return "low_orbit"
    if state.band and marker.torpedo and not ground and at.y <= marker.radius:
        return "planet"
    return ""


# --- what is met ----------------------------------------------------------------------------


def _meets(state: State, marker: Marker, origin: Point, task: MoveMarker) -> Iterator[Met]:
    """Yield what the marker meets on the rest of its leg, seen from where the leg began."""
    leg = task.legs[0]
    if removed_at(state, marker, forward(origin, leg.heading, leg.length)):
        yield _edge(state, marker, origin, task)

    def circle(what: str, name: str, centre: Point, radius: int) -> Iterator[Met]:
        reach = radius + marker.radius
        far = first_contact(origin, leg, centre, reach)
        if far is None:
            return
        behind = far < task.gone
        at = marker.at if behind else contact_place(origin, leg, centre, reach)
        if not behind or within(marker.at, centre, reach):
            yield Met(max(far, task.gone), what, name, at)

    for unit in state.on_table:
        if unit.id not in task.met and _attacks(state, marker, unit, hulks=task.hulks):
            yield from circle("unit", unit.id, unit.at, unit.plan.radius)
    for other in state.markers.values():
        if other.id not in task.met and _clash(state, marker, other):
            yield from circle("marker", other.id, other.at, other.radius)
    if not task.tested:
        for at in state.blasts.values():
            yield from circle("blast", "blast", at, BLAST_BASE)
    for area in state.areas.values() if marker.kind != "mine" else ():
        if area.kind == "planet":
            if area.id not in task.met:
                yield from circle("area", area.id, area.centre, area.radius)
            continue
        far = first_entry(origin, leg, area.bounds, marker.radius)
        if area.id not in task.met and far is not None:
            far = max(far, task.gone)
            yield Met(far, "area", area.id, forward(origin, leg.heading, far))


def _edge(state: State, marker: Marker, origin: Point, task: MoveMarker) -> Met:
    """Return where a marker comes to a place at which it cannot be (OR-14, 6.5)."""
    leg, low, high = task.legs[0], task.gone, task.legs[0].length
    while low < high:
        middle = (low + high) // 2
        if removed_at(state, marker, forward(origin, leg.heading, middle)):
            high = middle
        else:
            low = middle + 1
    return Met(high, "edge", "edge", forward(origin, leg.heading, high))


def _attacks(state: State, marker: Marker, unit: Unit, *, hulks: bool) -> bool:
    """Tell whether a marker attacks a unit that it touches (BT-10, OR-2, OR-4, DM-7)."""
    if unit.id in marker.attacked:
        return False
    if unit.hulk:
        return hulks and marker.torpedo
    enemy = unit.side != marker.side
    if marker.kind == "mine":
        return enemy
    if marker.kind == "craft":
        return False
    if marker.kind == "boarding_torpedo" and not enemy:
        return False
    if marker.launched_in != state.ordnance:
        return True
    launchers = [state.units[one] for one in marker.launchers]
    if unit.id in marker.launchers:
        return False
    if not enemy and any(state.touch(unit, one) for one in launchers):
        return False
    middle, half = marker.arcs
    return off(bearing(launchers[0].at, unit.at), middle) <= half + EPS


def _clash(state: State, marker: Marker, other: Marker) -> bool:
    """Tell whether two markers remove each other, in part or whole (BT-10, OR-5, OR-9, MI-2)."""
    if other.id == marker.id or other.patrols is not None:
        return False
    friends = other.side == marker.side
    fighters = bool(marker.fighters or other.fighters)
    if marker.torpedo and other.torpedo:
        both = marker.kind == other.kind == "boarding_torpedo"
        fresh = friends and state.ordnance in {marker.launched_in, other.launched_in}
        return not (friends and (both or fresh))
    return fighters and not friends


def _meeting(play: Play, task: MoveMarker, met: Met) -> Iterator[Outcome]:
    match met.what:
        case "blast":
            if not (yield from blast_test(play, task.marker)):
                play.push(replace(task, tested=True))
        case "marker":
            yield from clash(play, task.marker, met.name)
            play.push(task)
        case "area":
            yield from _field(play, task, met.name)
        case "edge":
            marker = play.state.markers[task.marker]
            reason = removed_at(play.state, marker, met.at)
            yield play.happens(OrdnanceRemoved(marker=marker.id, reason=reason))
        case _:
            yield from _contact(play, task, ShipId(met.name))


def _contact(play: Play, task: MoveMarker, name: ShipId) -> Iterator[Outcome]:
    """Meet a base: fighters on patrol first, then a blast test if markers touch it (OR-13)."""
    unit = play.state.units[name]
    for patrol in [m for m in play.state.markers.values() if m.patrols == name]:
        if (
            task.marker in play.state.markers
            and patrol.side != play.state.markers[task.marker].side
        ):
            yield from clash(play, patrol.id, task.marker)
    if task.marker not in play.state.markers:
        return
    if not task.tested and play.state.touching(unit):
        if (yield from blast_test(play, task.marker)):
            return
        task = replace(task, tested=True)
    play.push(attack_by(play.state.markers[task.marker], name), task)


def _field(play: Play, task: MoveMarker, name: str) -> Iterator[Outcome]:
    """Meet a minefield, asteroids or a planet: torpedoes are lost, craft on a 6 (MI-3, TE-1)."""
    marker = play.state.markers[task.marker]
    if marker.torpedo:
        yield play.happens(OrdnanceRemoved(marker=marker.id, reason="area"))
        return
    if play.state.areas[name].kind == "minefield":
        die = sum((yield from play.d6("craft in a minefield", 1)))
        if die == FIELD_REMOVES:
            yield play.happens(OrdnanceRemoved(marker=marker.id, reason="area"))
            return
    play.push(task)


def clash(play: Play, first: str, second: str) -> Iterator[Outcome]:
    """Let two markers remove each other: salvoes whole, fighters one for one (OR-5, OR-9)."""
    one, other = play.state.markers[first], play.state.markers[second]
    if one.torpedo and other.torpedo:
        for marker in (one, other):
            yield play.happens(OrdnanceRemoved(marker=marker.id, reason="ordnance"))
        return
    for hunting, hunted in ((first, second), (second, first)):
        hunter, prey = play.state.markers.get(hunting), play.state.markers.get(hunted)
        if hunter is not None and prey is not None and hunter.fighters:
            kills = min(hunter.fighters, prey.craft or 1)
            yield from _without(play, hunter, kills)
            yield from _without(play, prey, kills)


def _without(play: Play, marker: Marker, kills: int) -> Iterator[Outcome]:
    """Remove craft from a wave, fighters first; a salvo or a mine is removed whole."""
    fighters = max(0, marker.fighters - kills)
    kills -= marker.fighters - fighters
    boats = max(0, marker.boats - kills)
    kills -= marker.boats - boats
    bombers = max(0, marker.bombers - kills)
    if fighters + boats + bombers:
        yield play.happens(
            OrdnanceReduced(marker=marker.id, fighters=fighters, bombers=bombers, boats=boats)
        )
    else:
        yield play.happens(OrdnanceRemoved(marker=marker.id, reason="fighters"))


# --- minefields -----------------------------------------------------------------------------


def searched(play: Play, task: Detect) -> Iterator[Outcome]:
    """Let a minefield look for enemy ships; what it finds draws a mine (MI-4)."""
    state, area = play.state, play.state.areas[task.field]
    near = [
        unit
        for unit in state.enemies(area.side)
        if not unit.plan.defence and inside(unit.at, area.bounds, DETECT_CM * CM)
    ]
    if not near:
        return
    faces = yield from play.d6("mine detection", len(near))
    blasted = bool(state.field_blasts(area))
    for unit, die in zip(near, faces, strict=True):
        needed = DETECT_ON - (unit.order == "all_ahead_full") + (unit.order == "burn_retros")
        needed += (unit.plan.type == "escort") + blasted
        yield play.happens(MinefieldSearched(field=area.id, unit=unit.id, die=die, needed=needed))
        if die >= needed:
            at = nearest_in(unit.at, area.bounds)
            seat = state.sides[area.side].seats[0]
            name = f"M{play.state.made + 1}"
            yield play.happens(MineLaid(id=name, side=area.side, seat=seat, at=at))
