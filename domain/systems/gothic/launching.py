"""Launching ordnance: torpedoes of both kinds, attack craft (3.1, 3.8)."""

from collections.abc import Iterator

from domain.plane import CIRCLE, DEGREE, Point, progress
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.gothic import rules
from domain.systems.gothic.aiming import refuse_idle
from domain.systems.gothic.commands import LaunchCraft, LaunchTorpedoes, Salvo
from domain.systems.gothic.events import OrdnanceLaunched
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.ships import MountSheet
from domain.systems.gothic.squadrons import added, ordnance_halved, own_strength
from domain.systems.gothic.state import State
from domain.systems.gothic.tables import halved

WHOLE_SALVO = 6
LEAST_SPLIT = 3


def tubes(unit: Unit) -> MountSheet | None:
    """Return a unit's torpedo mount."""
    return next((mount for mount in unit.plan.mounts if mount.kind == "torpedo"), None)


def bays(unit: Unit) -> tuple[MountSheet, ...]:
    """Return a unit's bays."""
    return tuple(mount for mount in unit.plan.mounts if mount.kind == "bay")


def salvo_strength(state: State, units: tuple[Unit, ...]) -> int:
    """Return the strength of the torpedoes that units launch together (SQ-8)."""
    parts = [(u, own_strength(u, mount.strength)) for u in units if (mount := tubes(u))]
    if not any(ordnance_halved(state, unit) for unit in units):
        return sum(n for _, n in parts)
    return added(state, parts)


def bay_strength(state: State, unit: Unit) -> int:
    """Return how many markers of attack craft a unit launches at most (OR-8)."""
    strength = sum(own_strength(unit, bay.strength) for bay in bays(unit) if unit.working(bay))
    return halved(strength) if ordnance_halved(state, unit) else strength


def bay_room(state: State, side: int) -> int:
    """Return how many more markers of attack craft a side may have on the table (OR-8)."""
    most = sum(bay_strength(state, unit) for unit in state.fleet(side))
    return max(0, most - sum(m.craft for m in state.markers.values() if m.side == side))


# --- torpedoes ------------------------------------------------------------------------------


def check_torpedoes(state: State, command: LaunchTorpedoes) -> tuple[Unit, ...]:
    """Refuse a launch that the rules forbid, in the order of BT-1; return the launchers."""
    units = tuple(state.units[one] for one in command.units if one in state.units)
    if (
        not units
        or len(units) != len(set(command.units))
        or any(not u.active or u.side != state.side for u in units)
    ):
        raise Refused("no_such_unit", rules.OR_1)
    for unit in units:
        _check_tubes(state, unit, boarding=command.boarding)
    _check_contact(state, units)
    strength = salvo_strength(state, units)
    _check_split(command.salvoes, strength)
    for salvo in command.salvoes:
        _check_arcs(units, salvo)
    return units


def _check_tubes(state: State, unit: Unit, *, boarding: bool) -> None:
    refuse_idle(unit)
    mount = tubes(unit)
    if mount is None:
        raise Refused("no_such_mount", rules.OR_1, unit=unit.title)
    if not unit.working(mount):
        raise Refused("mount_damaged", rules.BT_1, unit=unit.title)
    if boarding and not mount.boarding:
        raise Refused("bt_not_carried", rules.BT_1, unit=unit.title)
    other = "torpedo" if boarding else "boarding_torpedo"
    if other in unit.launched:
        raise Refused("bt_mixed", rules.BT_2, unit=unit.title)
    if "torpedo" not in unit.loaded:
        raise Refused("not_loaded", rules.OR_1, unit=unit.title)
    if state.in_band(unit.at) and unit.plan.category == "ship":
        raise Refused("low_orbit", rules.LANDING, unit=unit.title)


def _check_contact(state: State, units: tuple[Unit, ...]) -> None:
    linked, left = [units[0]], list(units[1:])
    for unit in linked:
        near = [one for one in left if state.touch(one, unit)]
        linked += near
        left = [one for one in left if one not in near]
    if left or (len(units) > 1 and len({unit.squadron or unit.id for unit in units}) > 1):
        raise Refused("not_in_contact", rules.SQ_12)


def _check_split(salvoes: tuple[Salvo, ...], strength: int) -> None:
    if not salvoes:
        raise Refused("salvo_split", rules.OR_3)
    if len(salvoes) == 1:
        one = salvoes[0].strength
        if one is not None and not (one == strength or LEAST_SPLIT <= one <= strength):
            raise Refused("salvo_split", rules.OR_3, strength=strength)
        return
    parts = [salvo.strength or 0 for salvo in salvoes]
    fits = strength > WHOLE_SALVO and len(parts) == 2 and sum(parts) <= strength
    apart = len({salvo.bearing % 360 for salvo in salvoes}) == len(salvoes)
    if not fits or min(parts) < LEAST_SPLIT or not apart:
        raise Refused("salvo_split", rules.OR_3, strength=strength)


def _check_arcs(units: tuple[Unit, ...], salvo: Salvo) -> None:
    heading = direction(units[0], salvo)
    for unit in units:
        mount = tubes(unit)
        normal = 0 if unit.plan.category == "ground" else unit.heading
        if mount is not None and not mount.bears((heading - normal) % CIRCLE):
            raise Refused("out_of_arc", rules.BT_1, bearing=salvo.bearing, unit=unit.title)


def direction(unit: Unit, salvo: Salvo) -> int:
    """Return the heading in which a salvo leaves."""
    normal = 0 if unit.plan.category == "ground" else unit.heading
    return (normal + salvo.bearing * DEGREE) % CIRCLE


def launched(play: Play, command: LaunchTorpedoes, units: tuple[Unit, ...]) -> Iterator[Outcome]:
    """Launch a legal salvo, or two."""
    strength = salvo_strength(play.state, units)
    first = units[0]
    mount = tubes(first)
    all_round = mount is not None and "all" in mount.arcs
    normal = 0 if first.plan.category == "ground" else first.heading
    for salvo in command.salvoes:
        heading = direction(first, salvo)
        yield play.happens(
            OrdnanceLaunched(
                marker=f"O{play.state.made + 1}",
                kind="boarding_torpedo" if command.boarding else "torpedo",
                side=first.side,
                seat=first.seat,
                launchers=tuple(unit.id for unit in units),
                at=_start(units, heading),
                heading=heading,
                arcs=(normal, 180 * DEGREE if all_round else 45 * DEGREE),
                strength=strength if salvo.strength is None else salvo.strength,
                raid_bonus=first.raid_bonus,
            )
        )


def _start(units: tuple[Unit, ...], heading: int) -> Point:
    """Return where a salvo starts: at the launcher that is farthest back (OR-2, SQ-12)."""
    return min((unit.at for unit in units), key=lambda at: progress(at, heading))


# --- attack craft ---------------------------------------------------------------------------


def check_craft(state: State, command: LaunchCraft) -> Unit:
    """Refuse a launch of attack craft that the rules forbid."""
    unit = state.units.get(command.unit)
    if unit is None or not unit.active or unit.side != state.side:
        raise Refused("no_such_unit", rules.OR_8)
    refuse_idle(unit)
    if not bays(unit):
        raise Refused("no_such_mount", rules.OR_8, unit=unit.title)
    if not any(unit.working(bay) for bay in bays(unit)):
        raise Refused("mount_damaged", rules.OR_8, unit=unit.title)
    if "bay" not in unit.loaded:
        raise Refused("not_loaded", rules.OR_1, unit=unit.title)
    craft = {"fighter": command.fighters, "bomber": command.bombers, "assault_boat": command.boats}
    total, kinds = sum(craft.values()), {kind for bay in bays(unit) for kind in bay.craft}
    most = min(bay_strength(state, unit), bay_room(state, unit.side))
    if min(craft.values()) < 0 or not 1 <= total <= most:
        raise Refused("bay_limit", rules.OR_8, most=most)
    if any(n and kind not in kinds for kind, n in craft.items()):
        raise Refused("craft_not_carried", rules.OR_8, unit=unit.title)
    return unit


def craft_launched(play: Play, command: LaunchCraft, unit: Unit) -> Iterator[Outcome]:
    """Launch attack craft: one wave, or a marker each."""
    f, b, a = command.fighters, command.bombers, command.boats
    single = [(1, 0, 0)] * f + [(0, 1, 0)] * b + [(0, 0, 1)] * a
    for fighters, bombers, boats in [(f, b, a)] if command.wave else single:
        yield play.happens(
            OrdnanceLaunched(
                marker=f"O{play.state.made + 1}",
                kind="craft",
                side=unit.side,
                seat=unit.seat,
                launchers=(unit.id,),
                at=unit.at,
                heading=unit.heading,
                fighters=fighters,
                bombers=bombers,
                boats=boats,
                raid_bonus=unit.raid_bonus,
            )
        )
