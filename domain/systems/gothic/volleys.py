"""What a volley rolls: batteries by groups, lances, and who may be hit (4.1, SQ-7 to SQ-9)."""

from collections.abc import Iterator

from domain.names import ShipId
from domain.plane import Point, nearest_in, squared_distance
from domain.systems.gothic.aiming import (
    Aimed,
    aspect_of,
    column_of,
    eligible,
    full_strength,
    shifts_of,
)
from domain.systems.gothic.commands import Fire
from domain.systems.gothic.sight import (
    armour,
    can_hit,
)
from domain.systems.gothic.squadrons import added, own_strength
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import Group, Volley

ORDNANCE_COLUMN, ORDNANCE_HIT = 4, 6


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
