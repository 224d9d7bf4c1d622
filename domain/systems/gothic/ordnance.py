"""Moving ordnance: turns, full moves, contacts on the way, mines and minefields (3.8, 3.10)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.names import ShipId
from domain.plane import (
    CM,
    DEGREE,
    Leg,
    forward,
    within,
)
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.gothic import rules
from domain.systems.gothic.attacks import attack_by, blast_test
from domain.systems.gothic.commands import MoveOrdnance, TurnTorpedoes
from domain.systems.gothic.encounters import Met, meets, removed_at
from domain.systems.gothic.events import (
    OrdnanceMoved,
    OrdnanceReduced,
    OrdnanceRemoved,
)
from domain.systems.gothic.pieces import Marker
from domain.systems.gothic.play import Play
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import MoveMarker

MM = 100
FIELD_REMOVES = 6


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


def moved(play: Play, task: MoveMarker) -> Iterator[Outcome]:
    """Move a marker to the first thing that it meets, or to the end of its move."""
    state = play.state
    marker = state.markers.get(task.marker)
    if marker is None:
        return
    leg, *rest = task.legs
    origin = marker.at if task.origin is None else task.origin
    met = min(meets(state, marker, origin, task), default=None)
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


# --- what is met ----------------------------------------------------------------------------


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
