"""Direct fire: who may fire what at whom, columns and shifts, batteries and lances (3.7, 4.1)."""

from collections.abc import Generator, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from domain.dice import Ask
from domain.names import ShipId
from domain.plane import CM, Point, nearest_in, squared_distance, within
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.gothic import rules
from domain.systems.gothic.commands import Fire
from domain.systems.gothic.damage import asked, reacted, strike
from domain.systems.gothic.events import (
    LanceSilent,
    OrdnanceRemoved,
    VolleyDeclared,
    VolleyRolled,
)
from domain.systems.gothic.play import Play
from domain.systems.gothic.ships import MountSheet
from domain.systems.gothic.sight import (
    armour,
    can_hit,
    markers_in_reach,
    nearest_targets,
    quadrants,
    refuse_unseen,
    through_blasts,
)
from domain.systems.gothic.squadrons import added, guns_halved, own_strength, together
from domain.systems.gothic.state import State, Unit
from domain.systems.gothic.tables import halved
from domain.systems.gothic.tasks import Group, Gun, Volley

ORDNANCE_COLUMN, ORDNANCE_HIT, LANCE_HIT = 4, 6, 4
ASPECTS = {"front": "closing", "rear": "moving_away", "port": "abeam", "starboard": "abeam"}
CAPITAL = {"defences": 0, "closing": 1, "moving_away": 2, "abeam": 3}
ESCORT = {"defences": 0, "closing": 2, "moving_away": 3, "abeam": 4}


# --- aspect, column -------------------------------------------------------------------------


def column_of(unit: Unit, aspect: str) -> int:
    """Return the column of an aspect, before shifts (4.1)."""
    return (ESCORT if unit.plan.type == "escort" else CAPITAL)[aspect]


def aspect_of(state: State, unit: Unit, place: Point) -> str:
    """Return how *unit* is seen from *place*; on a line, the easier to hit (1.1)."""
    still = (
        unit.moved_length is not None and unit.moved_length < state.book.numbers.stationary_cm * CM
    )
    if unit.plan.defence or still:
        return "defences"
    seen = {ASPECTS[one] for one in quadrants(unit, place)}
    return min(seen, key=lambda one: column_of(unit, one))


def shifts_of(state: State, unit: Unit, place: Point, target: Unit | None) -> int:
    """Return the shift of the column: range, blast markers (once), low orbit (4.1, 6.5)."""
    table = state.book.gunnery
    shift = 0
    if within(unit.at, place, table.close_range_cm * CM):
        shift -= 1
    elif not within(unit.at, place, table.long_range_cm * CM) and not unit.plan.no_long_range_shift:
        shift += 1
    touched = state.touching(unit) or (target is not None and state.touching(target))
    shift += bool(touched) or through_blasts(state, unit.at, place)
    return shift + (state.in_band(unit.at) or state.in_band(place))


# --- what is fired --------------------------------------------------------------------------


def full_strength(state: State, unit: Unit, mount: MountSheet) -> int:
    """Return what a mount fires with: its unit's damage and its order halve it."""
    strength = own_strength(unit, mount.strength)
    return halved(strength) if guns_halved(state, unit) else strength


def left(state: State, unit: Unit, mount: MountSheet) -> int:
    """Return what a mount has not fired yet this turn."""
    return max(0, full_strength(state, unit, mount) - unit.fired.get(mount.id, 0))


class Aimed(NamedTuple):
    """A gun that may fire, and the unit of the target that it is aimed at (None: a marker)."""

    unit: Unit
    mount: MountSheet
    gun: Gun
    at: Unit | None


def checked(state: State, command: Fire) -> list[Aimed]:
    """Refuse a volley that the rules forbid; return its guns."""
    if not command.guns:
        raise Refused("no_guns", rules.SH_1)
    if len({(gun.unit, gun.mount) for gun in command.guns}) != len(command.guns):
        raise Refused("mount_twice", rules.SH_1)
    group = together(state, command.shooter) if command.shooter in state.squadrons else ()
    aimed = [_checked(state, command, gun, group) for gun in command.guns]
    if command.shooter in state.squadrons and command.target in state.squadrons:
        _refuse_mixed_aspects(state, command, aimed)
    return aimed


def _checked(state: State, command: Fire, gun: Gun, group: tuple[Unit, ...]) -> Aimed:
    unit, mount = _mounted(state, command, gun, group)
    refuse_idle(unit)
    if not unit.working(mount):
        raise Refused("mount_damaged", rules.SH_1, mount=mount.id.replace("_", " "))
    rest = left(state, unit, mount)
    if rest <= 0 or (gun.strength is None and mount.id in unit.fired):
        raise Refused("mount_fired", rules.SH_1, mount=mount.id.replace("_", " "))
    if (mount.id, command.target) in unit.shot_at:
        raise Refused("split_at_same_target", rules.SH_7)
    if gun.strength is not None and not 1 <= gun.strength <= rest:
        raise Refused("not_so_strong", rules.SH_7, most=rest)
    return _aimed(state, command, unit, mount, gun)


def _mounted(
    state: State, command: Fire, gun: Gun, group: tuple[Unit, ...]
) -> tuple[Unit, MountSheet]:
    unit = state.units.get(gun.unit)
    if unit is None or not unit.active or unit.side != state.side:
        raise Refused("no_such_unit", rules.SH_1)
    mount = unit.plan.mount.get(gun.mount)
    if mount is None or mount.kind not in {"battery", "lance"}:
        raise Refused("no_such_mount", rules.SH_1)
    alone = command.shooter == unit.id and (not unit.squadron or _out(state, unit))
    if not alone and unit.id not in {one.id for one in group}:
        raise Refused("out_of_formation", rules.SQ_5)
    return unit, mount


def _out(state: State, unit: Unit) -> bool:
    return unit.id not in {one.id for one in together(state, unit.squadron)}


def refuse_idle(unit: Unit) -> None:
    """Refuse what a ship may not do that boards, lands, is grappled, or failed to disengage."""
    if unit.escaping:
        raise Refused("disengage_failed", rules.MV_10)
    if unit.boarding is not None or unit.grappled:
        raise Refused("boarding", rules.BO_1)
    if unit.landing:
        raise Refused("landed", rules.LANDING)


def _aimed(state: State, command: Fire, unit: Unit, mount: MountSheet, gun: Gun) -> Aimed:
    target = command.target
    if target in state.markers or target in state.areas:
        return _aimed_at_marker(state, command, unit, mount, gun)
    members = _targets(state, unit, target)
    can = [one for one in members if can_hit(state, unit, mount, one)]
    if not can:
        nearest = next(state.nearest(unit.at, members))
        refuse_unseen(state, unit, mount, nearest.at, nearest.id)
        raise Refused("out_of_arc", rules.SH_1)
    if command.aspect:
        can = [one for one in can if eligible(state, unit, one, command.aspect)]
        if not can:
            raise Refused("aspect_choice", rules.SQ_9, aspect=command.aspect)
    elif len({aspect_of(state, one, unit.at) for one in can}) > 1:
        raise Refused("aspect_choice", rules.SQ_9)
    _refuse_farther(state, unit, mount, target)
    return Aimed(unit, mount, gun, next(state.nearest(unit.at, tuple(can))))


def eligible(state: State, shooter: Unit, target: Unit, aspect: str) -> bool:
    """Tell whether a member is as easy to hit as those of the chosen aspect, or easier (SQ-9)."""
    seen = column_of(target, aspect_of(state, target, shooter.at))
    return aspect in CAPITAL and seen <= column_of(target, aspect)


def _targets(state: State, unit: Unit, target: str) -> tuple[Unit, ...]:
    if target in state.squadrons:
        members = state.members(target)
    else:
        one = state.units.get(ShipId(target))
        members = (one,) if one is not None and one.on_table and not one.squadron else ()
        if one is not None and one.hulk:
            members = (one,)
    if not members or members[0].side == unit.side:
        raise Refused("no_such_target", rules.SH_1)
    return members


def _aimed_at_marker(state: State, command: Fire, unit: Unit, mount: MountSheet, gun: Gun) -> Aimed:
    target = command.target
    if target in state.areas:
        area = state.areas[target]
        if area.kind != "minefield" or area.side == unit.side:
            raise Refused("no_such_target", rules.MI_5)
        refuse_unseen(state, unit, mount, nearest_in(unit.at, area.bounds), target)
        return Aimed(unit, mount, gun, None)
    marker = state.markers[target]
    if marker.side == unit.side:
        raise Refused("no_such_target", rules.SH_5)
    refuse_unseen(state, unit, mount, marker.at, target)
    first = markers_in_reach(state, unit, mount)[0]
    nearer = squared_distance(unit.at, first.at) < squared_distance(unit.at, marker.at)
    if nearer and _tested(state, unit):
        raise Refused("not_nearest", rules.SH_2, nearest=first.title)
    return Aimed(unit, mount, gun, None)


def _tested(state: State, unit: Unit) -> bool:
    """Tell whether the nearest target must be taken."""
    return unit.priority != "passed" and state.option("target_priority") != "no"


def _refuse_farther(state: State, unit: Unit, mount: MountSheet, target: str) -> None:
    if _tested(state, unit):
        nearest = nearest_targets(state, unit, mount)
        if nearest and target not in nearest:
            raise Refused("not_nearest", rules.SH_2, nearest=state.title(nearest[0]))


def _refuse_mixed_aspects(state: State, command: Fire, aimed: list[Aimed]) -> None:
    seen = {aspect_of(state, one.at, one.unit.at) for one in aimed if one.at is not None}
    if not command.aspect and len(seen) > 1:
        raise Refused("aspect_choice", rules.SQ_9)


# --- the volley -----------------------------------------------------------------------------


def declared(play: Play, command: Fire) -> Iterator[Outcome]:
    """Declare a volley that is legal: its guns are spent, its target may react."""
    state, aimed = play.state, checked(play.state, command)
    volley = planned(state, command, aimed)
    spent: dict[str, dict[str, int]] = {}
    for unit, mount, gun, _ in aimed:
        used = left(state, unit, mount) if gun.strength is None else gun.strength
        spent.setdefault(unit.id, {})[mount.id] = used
    yield play.happens(
        VolleyDeclared(
            shooter=command.shooter,
            target=command.target,
            spent=spent,
            groups=volley.groups,
            lances=sum(strength for _, _, strength in volley.lances),
            aspect=command.aspect,
        )
    )
    play.push(volley)


def planned(state: State, command: Fire, aimed: list[Aimed]) -> Volley:
    """Return what a volley rolls: batteries by groups, lances, and who may be hit."""
    keyed: dict[tuple[int, int, str, int], list[Aimed]] = {}
    for one in aimed:
        if one.mount.kind == "battery":
            keyed.setdefault(_key(state, command, one), []).append(one)
    groups = tuple(_group(state, key, some) for key, some in keyed.items())
    first = min(aimed, key=lambda one: squared_distance(one.unit.at, _place(state, command, one)))
    return Volley(
        shooter=command.shooter,
        target=command.target,
        source=first.unit.at,
        groups=groups,
        lances=tuple(_lance_shots(state, aimed)),
        victims=tuple(_victims(state, command, aimed)),
        lock_on=all(one.unit.order == "lock_on" for one in aimed),
    )


def _place(state: State, command: Fire, one: Aimed) -> Point:
    if one.at is not None:
        return one.at.at
    if command.target in state.markers:
        return state.markers[command.target].at
    return nearest_in(one.unit.at, state.areas[command.target].bounds)


def _key(state: State, command: Fire, one: Aimed) -> tuple[int, int, str, int]:
    place = _place(state, command, one)
    shifts = shifts_of(state, one.unit, place, one.at)
    if one.at is None:
        return ORDNANCE_COLUMN, shifts, "ordnance", ORDNANCE_HIT
    if one.at.plan.defence:
        return 0, shifts, "defences", one.at.plan.armour_other
    aspect = command.aspect or aspect_of(state, one.at, one.unit.at)
    return column_of(one.at, aspect), shifts, aspect, armour(one.at, one.unit.at)


def _group(state: State, key: tuple[int, int, str, int], some: list[Aimed]) -> Group:
    column, shifts, aspect, needed = key
    whole = [
        (a.unit, own_strength(a.unit, a.mount.strength)) for a in some if a.gun.strength is None
    ]
    firepower = added(state, whole) + sum(a.gun.strength or 0 for a in some)
    clamped = min(max(column + shifts, 0), 4)
    return Group(
        firepower=firepower,
        column=clamped,
        shifts=shifts,
        dice=state.book.gunnery.dice(firepower, clamped),
        aspect=aspect,
        armour=needed,
    )


def _lance_shots(state: State, aimed: list[Aimed]) -> Iterator[tuple[ShipId, str, int]]:
    """Yield the shots of each lance mount; those of an escort squadron are halved as one (SQ-8)."""
    lances = [one for one in aimed if one.mount.kind == "lance"]
    whole = [one for one in lances if one.gun.strength is None and one.unit.plan.type == "escort"]
    parts = [(one.unit, own_strength(one.unit, one.mount.strength)) for one in whole]
    shots_left = added(state, parts)
    for one in lances:
        if one not in whole:
            most = full_strength(state, one.unit, one.mount)
            yield one.unit.id, one.mount.id, most if one.gun.strength is None else one.gun.strength
        elif shots := min(shots_left, own_strength(one.unit, one.mount.strength)):
            shots_left -= shots
            yield one.unit.id, one.mount.id, shots


def _victims(state: State, command: Fire, aimed: list[Aimed]) -> Iterator[ShipId]:
    if command.target not in state.squadrons:
        if command.target in state.units:
            yield ShipId(command.target)
        return
    for member in state.nearest(aimed[0].unit.at, state.members(command.target)):
        fits = (
            can_hit(state, unit, mount, member)
            and (not command.aspect or eligible(state, unit, member, command.aspect))
            for unit, mount, _, _ in aimed
        )
        if any(fits):
            yield member.id


def fired(play: Play, task: Volley) -> Iterator[Outcome]:
    """Resolve a volley: the target's reaction, the dice, the hits."""
    state = play.state
    victims = [state.units[one] for one in task.victims if state.units[one].on_table]
    if victims:
        if task.stage == 0 and (
            yield from asked(play, replace(task, stage=1), victims[0], "volley")
        ):
            return
        if task.stage == 1 and (yield from reacted(play, task, victims[0])):
            return
    lances = yield from _lances(play, task)
    faces, shots = yield from _rolled(play, task, lances)
    if victims:
        yield from _hits(play, task, faces, shots)
    else:
        yield from _hits_on_marker(play, task, faces, shots)


def _lances(play: Play, task: Volley) -> Generator[Outcome, None, int]:
    """Roll for lances in low orbit (6.5); return how many shots are left."""
    state, shots = play.state, 0
    for name, mount, strength in task.lances:
        low = state.in_band(state.units[name].at) or _aimed_low(state, task)
        if low and sum((yield from play.d6("lance in low orbit", 1))) < LANCE_HIT:
            yield play.happens(LanceSilent(unit=name, mount=mount))
        else:
            shots += strength
    return shots


def _aimed_low(state: State, task: Volley) -> bool:
    """Tell whether the target of a volley is in low orbit."""
    if task.victims:
        return state.in_band(state.units[task.victims[0]].at)
    if task.target in state.markers:
        return state.in_band(state.markers[task.target].at)
    return state.in_band(nearest_in(task.source, state.areas[task.target].bounds))


Faces = tuple[tuple[int, ...], ...]


def _rolled(
    play: Play, task: Volley, lances: int
) -> Generator[Outcome, None, tuple[Faces, tuple[int, ...]]]:
    """Roll batteries and lances together; under Lock On what missed is rolled again (SH-6)."""
    counts = [*(group.dice for group in task.groups), lances]
    labels = [*("gunnery" for _ in task.groups), "lance"]
    asks = [Ask(label, n, 6) for label, n in zip(labels, counts, strict=True) if n]
    if not asks:
        return tuple(() for _ in task.groups), ()
    yield (rolled := play.dice.roll(*asks))
    faces = iter(rolled.faces)
    found = [next(faces) if n else () for n in counts]
    if task.lock_on:
        found = yield from _again(play, task, found)
    return tuple(found[:-1]), found[-1]


def _again(
    play: Play, task: Volley, found: list[tuple[int, ...]]
) -> Generator[Outcome, None, list[tuple[int, ...]]]:
    marker = not task.victims
    needed = [*(group.armour for group in task.groups), ORDNANCE_HIT if marker else LANCE_HIT]
    kept = [tuple(f for f in faces if f >= n) for faces, n in zip(found, needed, strict=True)]
    missed = [len(faces) - len(hit) for faces, hit in zip(found, kept, strict=True)]
    asks = [Ask("lock on re-roll", n, 6) for n in missed if n]
    if not asks:
        return found
    yield (rolled := play.dice.roll(*asks))
    more = iter(rolled.faces)
    return [(*hit, *(next(more) if n else ())) for hit, n in zip(kept, missed, strict=True)]


def _hits(play: Play, task: Volley, faces: Faces, shots: tuple[int, ...]) -> Iterator[Outcome]:
    if task.target in play.state.squadrons:
        yield from _hits_on_squadron(play, task, faces, shots)
        return
    (name,) = task.victims
    hits = sum(
        face >= group.armour
        for group, rolled in zip(task.groups, faces, strict=True)
        for face in rolled
    )
    hits += sum(face >= LANCE_HIT for face in shots)
    least = min((group.armour for group in task.groups), default=0)
    yield play.happens(_told(task, faces, shots, least, hits))
    yield from strike(play, name, hits, task.source)


def _told(
    task: Volley, faces: Faces, shots: tuple[int, ...], armour_hit: int, hits: int
) -> VolleyRolled:
    batteries = tuple(face for rolled in faces for face in rolled)
    return VolleyRolled(
        shooter=task.shooter,
        target=task.target,
        batteries=batteries,
        lances=shots,
        armour=armour_hit,
        hits=hits,
    )


def _hits_on_squadron(
    play: Play, task: Volley, faces: Faces, shots: tuple[int, ...]
) -> Iterator[Outcome]:
    """Allocate dice, the lowest first, each to the nearest member that it can hurt (SQ-10, 11)."""
    victims = [one for one in task.victims if play.state.units[one].active]
    needed = {one: armour(play.state.units[one], task.source) for one in victims}
    values = sorted(face for rolled in faces for face in rolled)
    least = min(needed.values())
    hits = [face for face in values if face >= least]
    certain = [7] * sum(face >= LANCE_HIT for face in shots)
    yield play.happens(_told(task, faces, shots, least, len(hits) + len(certain)))
    for value in (*hits, *certain):
        for name in victims:
            if play.state.units[name].active and value >= needed[name]:
                yield from strike(play, name, 1, task.source)
                break


def _hits_on_marker(
    play: Play, task: Volley, faces: Faces, shots: tuple[int, ...]
) -> Iterator[Outcome]:
    hits = sum(face >= ORDNANCE_HIT for rolled in (*faces, shots) for face in rolled)
    yield play.happens(_told(task, faces, shots, ORDNANCE_HIT, hits))
    state = play.state
    if task.target in state.areas:
        at = nearest_in(task.source, state.areas[task.target].bounds)
        for _ in range(hits):
            yield play.blast(at)
    elif hits and task.target in state.markers:
        yield play.happens(OrdnanceRemoved(marker=task.target, reason="gunfire"))
