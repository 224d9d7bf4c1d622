"""The table as one viewer may see it: map, vessels, sheets, and what the viewer's side has laid."""

from collections.abc import Iterator
from typing import Any, Literal

from domain.hexes import Hex
from domain.scene import Arc, Box, Gauge, Group, HexBoard, Piece, Scene, Sheet
from domain.systems.knight_hawks.space import EAST, field
from domain.systems.knight_hawks.state import SideState, State, Vessel
from domain.systems.knight_hawks.tables import HIDDEN
from domain.systems.knight_hawks.words import (
    FACINGS,
    PHASE_TITLES,
    SCREEN_TITLES,
    body_title,
    counted,
    hex_title,
    mount_title,
    seeker_title,
    side_title,
)

GLYPHS = {"ship": "▲", "fighter": "△", "station": "■"}


def scene(state: State) -> Scene:
    """Return the table from what *state* knows."""
    return Scene(
        headline=_headline(state),
        board=HexBoard("the star map", top="pointed"),
        pieces=tuple(_pieces(state)),
        sheets=tuple(_sheet(state, vessel) for vessel in state.vessels.values()),
    )


def _headline(state: State) -> str:
    if state.ended is not None:
        return "The battle is over"
    if not state.moving:
        return f"Set-up: {side_title(state, state.acting)}" if state.acting else "Set-up"
    moving = side_title(state, state.moving)
    phase = PHASE_TITLES[state.phase.value]
    return f"Turn {state.turn}, {moving} moves: {phase}"


# --- the map --------------------------------------------------------------------------------


def _pieces(state: State) -> Iterator[Piece]:
    for name, at in state.bodies.items():
        yield _piece(at, id=name, title=body_title(state, name), glyph="●")
    for side in state.sides.values():
        yield from _laid(side)
    for seeker in state.seekers.values():
        yield _piece(
            seeker.at,
            id=seeker.id,
            title=seeker_title(seeker.id),
            glyph="◆",
            seat=seeker.seat,
            facing=(seeker.facing + EAST) % 6,
            note=f"{counted(seeker.moves, 'move')} made",
        )
    for vessel in state.afloat:
        if vessel.docked_at is None:
            yield _vessel(state, vessel)


def _piece(at: Hex, **what: Any) -> Piece:
    return Piece(at=(at[0], at[1]), place=f"hex {hex_title(at)}", **what)


def _laid(side: SideState) -> Iterator[Piece]:
    """Yield what a side has laid in secret, or what others have found of it."""
    seat = side.seats[0]
    for at in sorted(side.mines or ()):
        name = f"mines {at.q} {at.r} {side.id}"
        yield _piece(at, id=name, title="mines", glyph="✱", seat=seat)
    for name, laid in (side.laid or {}).items():
        facing = (laid.facing + EAST) % 6
        title = "inactive seeker"
        yield _piece(laid.at, id=name, title=title, glyph="◇", seat=seat, facing=facing)
    for at, number in side.found.items() if side.laid is None else ():
        name = f"found {at.q} {at.r} {side.id}"
        what = counted(number, "inactive seeker")
        yield _piece(at, id=name, title=what, glyph="◇", seat=seat)


def _vessel(state: State, vessel: Vessel) -> Piece:
    return _piece(
        vessel.at,
        id=vessel.id,
        title=vessel.title,
        glyph=GLYPHS[vessel.kind],
        seat=vessel.seat,
        facing=(vessel.facing + EAST) % 6,
        arcs=tuple(_arcs(state, vessel)),
        note=f"speed {vessel.speed}, facing {FACINGS[vessel.facing]}",
    )


def _arcs(state: State, vessel: Vessel) -> Iterator[Arc]:
    for mount in vessel.mounts.values():
        weapon = state.weapon(mount.type)
        if weapon.ff and mount.ok:
            yield Arc(weapon.title, field(vessel.facing, weapon.range_hexes))


# --- sheets ---------------------------------------------------------------------------------


def _sheet(state: State, vessel: Vessel) -> Sheet:
    kind = state.book.classes[vessel.ship_class].title
    return Sheet(
        id=vessel.id,
        # A class that the book gives one ship bears its name already.
        title=kind if f"({vessel.title})" in kind else f"{vessel.title} ({kind})",
        seat=vessel.seat,
        groups=(_figures(vessel), _weapons(state, vessel), _defences(vessel), _damage(vessel)),
        note=_note(state, vessel),
    )


def _note(state: State, vessel: Vessel) -> str:
    if vessel.lost:
        return {"destroyed": "destroyed", "escaped": "escaped", "left": "left the map"}[vessel.lost]
    if vessel.docked_at is not None:
        return f"docked at {state.vessels[vessel.docked_at].title}"
    if vessel.orbit is None:
        return ""
    return f"in orbit round {body_title(state, vessel.orbit.body)}"


def _figures(vessel: Vessel) -> Group:
    return Group(
        "ship",
        gauges=(
            Gauge("hull", max(vessel.hp, 0), vessel.hp_max),
            Gauge("ADF", vessel.adf, vessel.adf_max),
            Gauge("MR", vessel.mr, vessel.mr_max),
            Gauge("damage control", vessel.dcr, vessel.dcr_max),
            Gauge("speed", vessel.speed),
        ),
    )


def _weapons(state: State, vessel: Vessel) -> Group:
    boxes: list[Box] = []
    gauges: list[Gauge] = []
    for name, mount in vessel.mounts.items():
        title = mount_title(state, vessel.id, name)
        if state.weapon(mount.type).ltd:
            note = "destroyed" if not mount.ok else ""
            gauges.append(Gauge(title, mount.ammo, mount.ammo_max, note))
        if mount.type not in HIDDEN:
            boxes.append(Box(title, _mount_state(vessel, name, ok=mount.ok)))
    return Group("weapons", tuple(boxes), tuple(gauges))


def _mount_state(vessel: Vessel, name: str, *, ok: bool) -> Literal["ok", "used", "destroyed"]:
    if not ok:
        return "destroyed"
    return "used" if name in vessel.fired else "ok"


def _defences(vessel: Vessel) -> Group:
    boxes = [Box(SCREEN_TITLES["RH"])] if vessel.reflective else []
    for code, works in vessel.screens.items():
        active = "active" if vessel.active == code else ""
        boxes.append(Box(SCREEN_TITLES[code], "ok" if works else "destroyed", active))
    gauges: list[Gauge] = []
    if vessel.masks_max:
        note = "deployed" if vessel.mask is not None else ""
        boxes.append(Box(SCREEN_TITLES["MS"], "ok" if vessel.masks_ok else "destroyed", note))
        gauges.append(Gauge("masking charges", vessel.masks, vessel.masks_max))
    if vessel.icm_max:
        boxes.append(Box(SCREEN_TITLES["ICM"], "ok" if vessel.icm_ok else "destroyed"))
        gauges.append(Gauge(SCREEN_TITLES["ICM"], vessel.icm, vessel.icm_max))
    return Group("defences", tuple(boxes), tuple(gauges))


DAMAGE_TITLES = {
    "CCS": "combat control damaged",
    "NAV": "navigation damaged",
    "POWER": "power short",
    "DCR": "damage control halved",
    "FIRE": "on fire",
}


def _damage(vessel: Vessel) -> Group:
    boxes = [
        Box(title, "destroyed") for code, title in DAMAGE_TITLES.items() if code in vessel.damaged
    ]
    if vessel.debt:
        boxes.append(Box(f"evasion: {counted(vessel.debt, 'turn')} owed", "used"))
    return Group("damage", tuple(boxes))
