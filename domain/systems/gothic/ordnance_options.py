"""What ordnance may be launched, turned and moved."""

from collections.abc import Iterator
from typing import Any

from domain.names import SeatId
from domain.options import Amount, Choice, Limit, Option, Pick
from domain.plane import CIRCLE, DEGREE, Leg, bearing, distance, first_contact
from domain.systems.gothic import rules
from domain.systems.gothic.launching import (
    LEAST_SPLIT,
    WHOLE_SALVO,
    bay_room,
    bay_strength,
    bays,
    salvo_strength,
    tubes,
)
from domain.systems.gothic.ordnance import MM, may_turn, speed
from domain.systems.gothic.pieces import Marker, Unit
from domain.systems.gothic.possible import can_launch_craft, can_launch_torpedoes
from domain.systems.gothic.state import State
from domain.systems.gothic.words import cm, filled


def launching_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield launches: torpedoes of each kind, split or combined, and attack craft."""
    units = [unit for unit in state.active if unit.seat == seat]
    for unit in units:
        if can_launch_torpedoes(state, unit):
            yield from _torpedoes(state, (unit,), unit.title)
    for squadron in state.squadrons.values():
        members = [u for u in state.members(squadron.id) if can_launch_torpedoes(state, u)]
        pairs = _touching(state, [unit for unit in members if unit.seat == seat])
        if len(pairs) > 1:
            yield from _torpedoes(state, pairs, filled("{unit} together", unit=squadron.title))
    for unit in units:
        if can_launch_craft(state, unit):
            yield _craft(state, unit)


def _touching(state: State, units: list[Unit]) -> tuple[Unit, ...]:
    linked, left = units[:1], units[1:]
    for unit in linked:
        near = [one for one in left if state.touch(one, unit) and one.heading == unit.heading]
        linked += near
        left = [one for one in left if one not in near]
    return tuple(linked)


def _torpedoes(state: State, units: tuple[Unit, ...], title: str) -> Iterator[Option]:
    mounts = [mount for unit in units if (mount := tubes(unit)) is not None]
    strength = salvo_strength(state, units)
    if not strength:
        return
    half = 180 if all("all" in mount.arcs for mount in mounts) else 45
    names = [unit.id for unit in units]
    for boarding, (whole, split) in LAUNCHES.items():
        other = "torpedo" if boarding else "boarding_torpedo"
        if any(other in unit.launched for unit in units):
            continue
        if boarding and not all(mount.boarding for mount in mounts):
            continue
        fixed: dict[str, Any] = {"units": names, "boarding": boarding}
        salvoes = tuple(
            Choice([{"bearing": angle, "strength": None}], filled("{angle}°", angle=angle))
            for angle in _angles(state, units[0], half)
        )
        pick = Pick(path=("salvoes",), title="direction, relative to the ship", choices=salvoes)
        yield Option(
            command="launch_torpedoes",
            title=filled(whole, unit=title, strength=strength),
            rule=rules.BT_1.number if boarding else rules.OR_1.number,
            fixed=fixed,
            fields=(pick,),
        )
        if strength > WHOLE_SALVO:
            yield _split(filled(split, unit=title, strength=strength), fixed, strength)


LAUNCHES = {
    False: (
        "{unit}: launch {strength} torpedoes",
        "{unit}: launch {strength} torpedoes in two salvoes",
    ),
    True: (
        "{unit}: launch {strength} boarding torpedoes",
        "{unit}: launch {strength} boarding torpedoes in two salvoes",
    ),
}
"""By kind: what a launch is called, and one in two salvoes."""


def _split(title: str, fixed: dict[str, Any], strength: int) -> Option:
    parts = range(LEAST_SPLIT, strength - LEAST_SPLIT + 1)
    choices = tuple(
        Choice(
            [{"bearing": -10, "strength": n}, {"bearing": 10, "strength": strength - n}],
            filled("{a} to port, {b} to starboard", a=n, b=strength - n),
        )
        for n in parts
    )
    pick = Pick(path=("salvoes",), title="two salvoes", choices=choices)
    return Option(
        command="launch_torpedoes",
        title=title,
        rule=rules.OR_3.number,
        fixed=fixed,
        fields=(pick,),
    )


def _angles(state: State, unit: Unit, half: int) -> list[int]:
    """Return directions worth offering: straight ahead, at enemies, and every 15 degrees."""
    normal = 0 if unit.plan.category == "ground" else unit.heading
    angles = [0]
    for target in state.nearest(unit.at, state.enemies(unit.side)):
        seen = (bearing(unit.at, target.at) - normal) % CIRCLE
        angle = (seen + DEGREE // 2) // DEGREE
        angles.append(angle if angle <= 180 else angle - 360)
    angles += range(-half, half + 1, 15)
    return [angle for angle in dict.fromkeys(angles) if abs(angle) <= half]


def _craft(state: State, unit: Unit) -> Option:
    most = min(bay_strength(state, unit), bay_room(state, unit.side))
    kinds = {kind for bay in bays(unit) for kind in bay.craft}
    names = {"fighter": "fighters", "bomber": "bombers", "assault_boat": "boats"}
    titles = {"fighter": "fighters", "bomber": "bombers", "assault_boat": "assault boats"}
    first = next(kind for kind in names if kind in kinds)
    fields = tuple(
        Amount(
            path=(names[kind],),
            title=titles[kind],
            high=most,
            default=most if kind == first else 0,
            uses={"craft": 1},
        )
        for kind in names
        if kind in kinds
    )
    wave = Pick(
        path=("wave",),
        title="together",
        choices=(Choice(True, "one wave"), Choice(False, "each for itself")),  # noqa: FBT003
    )
    return Option(
        command="launch_craft",
        title=filled("{unit}: launch attack craft", unit=unit.title),
        rule=rules.OR_8.number,
        fixed={"unit": unit.id},
        fields=(*fields, wave),
        limits={"craft": Limit("markers of attack craft", most, 1)},
    )


def turn_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield the turns of boarding torpedoes (BT-4)."""
    exact = state.option("bt_turn_mode") == "exact"
    most = state.book.numbers.boarding_turn
    angles = (most, -most) if exact else tuple(n for n in range(-most, most + 1) if n)
    for marker in state.markers.values():
        if marker.seat == seat and may_turn(state, marker):
            pick = Pick(
                path=("degrees",),
                title="degrees to starboard, less than 0: to port",
                choices=tuple(Choice(n, filled("{angle}°", angle=n)) for n in angles),
                default=angles.index(_toward(state, marker, angles)),
            )
            yield Option(
                command="turn_torpedoes",
                title=filled("Turn {marker}", marker=marker.title),
                rule=rules.BT_4.number,
                fixed={"marker": marker.id},
                fields=(pick,),
            )


def _toward(state: State, marker: Marker, angles: tuple[int, ...]) -> int:
    nearest = next(state.nearest(marker.at, state.enemies(marker.side)), None)
    if nearest is None:
        return angles[0]
    seen = (bearing(marker.at, nearest.at) - marker.heading) % CIRCLE
    wanted = seen / DEGREE if seen <= CIRCLE // 2 else seen / DEGREE - 360
    return min(angles, key=lambda angle: abs(angle - wanted))


def steering_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield the moves of ordnance: torpedoes straight ahead, attack craft towards something."""
    for marker in state.markers.values():
        if marker.seat != seat or marker.kind == "mine" or marker.moved_in >= state.ordnance:
            continue
        if marker.torpedo:
            yield Option(
                command="move_ordnance",
                title=filled("{marker} flies on", marker=marker.title),
                rule=rules.BT_3.number,
                fixed={"marker": marker.id},
            )
            if any(_on_course(state, marker, hulk) for hulk in state.on_table if hulk.hulk):
                yield Option(
                    command="move_ordnance",
                    title=filled("{marker} flies on and strikes hulks", marker=marker.title),
                    rule=rules.DM_7.number,
                    fixed={"marker": marker.id, "hulks": True},
                )
        else:
            yield from _flights(state, marker)


def _on_course(state: State, marker: Marker, hulk: Unit) -> bool:
    leg = Leg(marker.heading, speed(state, marker))
    reach = marker.radius + hulk.plan.radius
    return first_contact(marker.at, leg, hulk.at, reach) is not None


def _flights(state: State, marker: Marker) -> Iterator[Option]:
    choices = [Choice([[degrees, mm]], title) for title, degrees, mm in _goals(state, marker)]
    choices.append(Choice([], "stay"))
    pick = Pick(path=("legs",), title="to", choices=tuple(choices))
    fixed = {"marker": marker.id}
    rule = rules.OR_8.number
    yield Option(
        command="move_ordnance",
        title=filled("Fly {marker}", marker=marker.title),
        rule=rule,
        fixed=fixed,
        fields=(pick,),
    )


def _goals(state: State, marker: Marker) -> Iterator[tuple[str, int, int]]:
    """Yield where a wave may fly to: enemies, the nearest first, their ordnance, friends."""
    reach = speed(state, marker) // MM
    enemies = [(u.title, u.at) for u in state.nearest(marker.at, state.enemies(marker.side))]
    ordnance = [(m.title, m.at) for m in state.markers.values() if m.side != marker.side]
    friends = [(u.title, u.at) for u in state.nearest(marker.at, state.fleet(marker.side))]
    for title, at in (*enemies[:8], *ordnance[:6], *friends[:3]):
        far = distance(marker.at, at) // MM
        if far:
            degrees = (bearing(marker.at, at) + DEGREE // 2) // DEGREE % 360
            shown = filled("{title}, {far} cm", title=title, far=cm(far * MM))
            yield shown, degrees, min(far, reach)
