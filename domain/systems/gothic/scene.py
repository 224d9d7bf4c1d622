"""The table as anybody may see it: the plane, the pieces, the sheets."""

from collections.abc import Iterator
from typing import Literal

from domain.plane import CM, DEGREE
from domain.scene import Box, Gauge, Group, Piece, PlaneBoard, Scene, Sheet
from domain.systems.gothic.pieces import Marker, Unit
from domain.systems.gothic.ships import BLAST_BASE
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.words import filled, joined, mount_title

GLYPHS = {"battleship": "B", "cruiser": "C", "escort": "e", "defence": "D"}
MARKERS = {"torpedo": "t", "boarding_torpedo": "b", "craft": "a", "mine": "m"}
PHASES = {
    Phase.SETUP: "squadrons are declared",
    Phase.FIRST_TURN: "the first turn is chosen",
    Phase.MOVEMENT: "movement phase",
    Phase.SHOOTING: "shooting phase",
    Phase.LAUNCHING: "shooting phase: ordnance is launched",
    Phase.TURNING: "ordnance phase: boarding torpedoes turn",
    Phase.ORDNANCE: "ordnance phase",
    Phase.END: "end phase",
}
STATES = {
    "drifting": "drifting hulk",
    "blazing": "blazing hulk",
    "destroyed": "destroyed",
    "disengaged": "disengaged",
    "landed": "landed",
}


def scene(state: State) -> Scene:
    """Return the table from what *state* knows, which is all of it."""
    width, height = state.size
    return Scene(
        headline=_headline(state),
        board=PlaneBoard("the table", (width // CM, height // CM)),
        pieces=(
            *_areas(state),
            *(_blast(name, at.x, at.y) for name, at in state.blasts.items()),
            *(_unit(state, unit) for unit in state.on_table),
            *(_marker(marker) for marker in state.markers.values()),
        ),
        sheets=tuple(_sheet(state, unit) for unit in state.units.values()),
    )


def _headline(state: State) -> str:
    if state.ended is not None:
        return "The battle is over"
    if state.phase in {Phase.SETUP, Phase.FIRST_TURN}:
        return filled("Before the battle: {phase}", phase=PHASES[state.phase])
    return filled(
        "Turn {turn} of {limit}, {side}: {phase}",
        turn=state.game_turn,
        limit=state.option("turn_limit"),
        side=state.sides[state.side].title,
        phase=PHASES[state.phase],
    )


# --- pieces ---------------------------------------------------------------------------------


def _cm(length: int) -> float:
    return length / CM


def _areas(state: State) -> Iterator[Piece]:
    width, _ = state.size
    if state.band:
        yield _area("low orbit", "low orbit", (0, 0), (width, state.band))
    for area in state.areas.values():
        left, bottom, right, top = area.bounds
        seats = state.sides[area.side].seats if area.side else (None,)
        yield Piece(
            id=area.id,
            title=area.title,
            glyph="#",
            seat=seats[0],
            at=(_cm(left), _cm(bottom)),
            size=(_cm(right - left), _cm(top - bottom)),
            note=AREAS[area.kind],
        )


AREAS: dict[str, str] = {
    "minefield": "minefield",
    "asteroids": "asteroid field",
    "planet": "planet",
}


def _area(name: str, title: str, at: tuple[int, int], size: tuple[int, int]) -> Piece:
    return Piece(
        id=name,
        title=title,
        glyph=" ",
        at=(_cm(at[0]), _cm(at[1])),
        size=(_cm(size[0]), _cm(size[1])),
    )


def _blast(name: str, x: int, y: int) -> Piece:
    return Piece(
        id=name,
        title=filled("Blast marker {id}", id=name),
        glyph="*",
        at=(_cm(x), _cm(y)),
        radius=_cm(BLAST_BASE),
    )


def _unit(state: State, unit: Unit) -> Piece:
    return Piece(
        id=unit.id,
        title=unit.title,
        glyph="x" if unit.hulk else GLYPHS[unit.plan.type],
        seat=unit.seat,
        at=(_cm(unit.at.x), _cm(unit.at.y)),
        heading=None if unit.plan.category == "satellite" else unit.heading / DEGREE,
        radius=_cm(unit.plan.radius),
        note=joined(_standing(state, unit)),
    )


def _standing(state: State, unit: Unit) -> Iterator[str]:
    if unit.hulk:
        yield STATES[unit.status]
        return
    yield filled("hits {hits}", hits=f"{unit.hits}/{unit.plan.hits}")
    yield filled("shields {up}", up=state.shields_up(unit))
    if unit.crippled:
        yield "crippled"
    if unit.order is not None:
        yield state.book.orders.orders[unit.order].title


def _marker(marker: Marker) -> Piece:
    return Piece(
        id=marker.id,
        title=marker.title,
        glyph=MARKERS[marker.kind],
        seat=marker.seat,
        at=(_cm(marker.at.x), _cm(marker.at.y)),
        heading=marker.heading / DEGREE if marker.torpedo else None,
        radius=_cm(marker.radius),
        note=_strength(marker),
    )


def _strength(marker: Marker) -> str:
    if marker.torpedo:
        return filled("strength {n}", n=marker.strength)
    parts = (
        ("fighters {n}", marker.fighters),
        ("bombers {n}", marker.bombers),
        ("assault boats {n}", marker.boats),
    )
    return joined(filled(template, n=n) for template, n in parts if n)


# --- sheets ---------------------------------------------------------------------------------


def _sheet(state: State, unit: Unit) -> Sheet:
    return Sheet(
        id=unit.id,
        title=unit.title,
        seat=unit.seat,
        groups=(
            Group("hull", gauges=tuple(_hull(state, unit))),
            Group("weapons", boxes=tuple(_mounts(unit))),
            *((Group("criticals", boxes=tuple(_criticals(unit))),) if unit.criticals else ()),
        ),
        note=_note(state, unit),
    )


def _note(state: State, unit: Unit) -> str:
    if unit.status != "active":
        return STATES[unit.status]
    words = [unit.plan.title] if not unit.title.startswith(unit.plan.title) else []
    if unit.squadron:
        words.append(state.squadrons[unit.squadron].title)
    return joined(words)


def _hull(state: State, unit: Unit) -> Iterator[Gauge]:
    plan = unit.plan
    yield Gauge("hits", unit.hits, plan.hits)
    yield Gauge("shields", state.shields_up(unit) if unit.active else 0, plan.shields)
    yield Gauge("turrets", unit.turrets, plan.turrets)
    yield Gauge("armour to the front", plan.armour_front)
    yield Gauge("armour elsewhere", plan.armour_other)
    if plan.speed_cm:
        yield Gauge("speed in cm", state.speed(unit) // CM, plan.speed_cm)
    yield Gauge("leadership", unit.leads)


Mark = Literal["ok", "destroyed", "used", "unknown"]


def _mounts(unit: Unit) -> Iterator[Box]:
    for mount in unit.plan.mounts:
        mark: Mark = "ok"
        if not unit.active or not unit.working(mount):
            mark = "destroyed"
        elif mount.id in unit.fired:
            mark = "used"
        note = filled("strength {n}", n=mount.strength)
        if mount.kind in {"torpedo", "bay"}:
            loaded = mount.kind in unit.loaded
            note = joined((note, "loaded" if loaded else "empty"))
            mark = "used" if mark == "ok" and not loaded else mark
        yield Box(mount_title(mount), mark, note)


CRITICALS = {
    "dorsal": "dorsal armament",
    "starboard": "starboard armament",
    "port": "port armament",
    "prow": "prow armament",
    "engine": "engine room",
    "fire": "fire",
    "thrusters": "thrusters",
    "bridge": "bridge",
    "shields": "shields",
    "lances": "lances",
    "batteries": "main armament",
    "ordnance": "ordnance bays",
    "reactors": "reactors",
}


def _criticals(unit: Unit) -> Iterator[Box]:
    for effect in unit.criticals:
        yield Box(CRITICALS[effect], "destroyed")
