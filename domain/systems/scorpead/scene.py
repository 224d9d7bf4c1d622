"""The table as one viewer may see it: map, ships, sheets."""

from collections.abc import Iterator
from typing import Literal

from domain.scene import Arc, Box, Gauge, Group, HexBoard, Piece, Scene, Sheet
from domain.systems.scorpead import magnifier, map_scene, movement
from domain.systems.scorpead.arcs import near_hexes, near_mauler_hexes
from domain.systems.scorpead.ships import GROUPS, TRACKS
from domain.systems.scorpead.state import Ship, State, again_at, impulse_of, turn_of
from domain.systems.scorpead.words import FACINGS, box_title

GLYPHS = "▲◆■●"


def scene(state: State) -> Scene:
    """Return the table from what *state* knows."""
    return Scene(
        headline=_headline(state),
        board=HexBoard("open space"),
        pieces=(*(_piece(state, ship) for ship in state.afloat), *map_scene.pieces(state)),
        sheets=tuple(_sheet(state, ship) for ship in state.ships.values()),
    )


def _headline(state: State) -> str:
    if state.ended is not None:
        return "The battle is over"
    step = {
        "setup": "set-up",
        "energy": "energy allocation",
        "lock_on": "sensor lock-on",
        "movement": "movement",
        "fire": "fire decision",
        "resolution": "fire resolution",
        "damage": "damage allocation",
    }[state.phase.value]
    impulse = f", impulse {state.impulse}" if state.impulse else ""
    return f"Turn {state.turn} of {state.turn_limit}{impulse}: {step}"


def _piece(state: State, ship: Ship) -> Piece:
    return Piece(
        id=ship.id,
        title=ship.title,
        glyph=GLYPHS[(ship.seat - 1) % len(GLYPHS)],
        seat=ship.seat,
        at=(ship.at.q, ship.at.r),
        facing=ship.facing,
        arcs=tuple(_arcs(state, ship)),
        note=f"speed {ship.speed}, facing {FACINGS[ship.facing]}",
    )


def _arcs(state: State, ship: Ship) -> Iterator[Arc]:
    """Yield the field of fire of each kind of weapon that is left."""
    phasers = [phaser for phaser in ship.plan.phasers if ship.has(phaser.id)]
    for arcs in dict.fromkeys(phaser.arcs for phaser in phasers):
        names = [box_title(phaser.id) for phaser in phasers if phaser.arcs == arcs]
        title = f"{' + '.join(arcs)}: {', '.join(names)}"
        yield Arc(title, near_hexes(arcs, ship.facing))
    for sheet in ship.plan.detonators:
        if any(ship.has(chamber) for chamber in sheet.chambers):
            title = f"{' + '.join(sheet.arcs)}: burst"
            yield Arc(title, near_hexes(sheet.arcs, ship.facing))
            hexes = near_mauler_hexes(state.book.detonator.mauler, ship.facing)
            yield Arc("mauler arc: salvo", hexes)


def _sheet(state: State, ship: Ship) -> Sheet:
    return Sheet(
        id=ship.id,
        title=ship.title,
        seat=ship.seat,
        groups=(
            _shields(ship),
            _energy(state, ship),
            _phasers(state, ship),
            *(_magnifier(state, ship, name) for name in ship.magnifiers),
            *_detonators(state, ship),
            map_scene.crew(state, ship),
            *_boxes(ship),
        ),
        note=_note(ship),
    )


def _note(ship: Ship) -> str:
    if ship.lost:
        return "destroyed"
    notes = ("erratic manoeuvres" * ship.manoeuvres.on, "in stasis" * ship.stasis)
    return ", ".join(note for note in notes if note)


def _shields(ship: Ship) -> Group:
    gauges = [
        Gauge(f"shield {n}", left, most, _shield_note(ship, n))
        for n, (left, most) in enumerate(zip(ship.shields, ship.plan.shields, strict=True), 1)
    ]
    gauges += [Gauge(f"reinforcement {n}", more) for n, more in enumerate(ship.specific, 1)]
    return Group("shields", gauges=(*gauges, Gauge("general reinforcement", ship.general)))


def _shield_note(ship: Ship, shield: int) -> str:
    if not ship.shields_up:
        return "no power"
    return "dropped" if shield in ship.dropped else ""


def _energy(state: State, ship: Ship) -> Group:
    capacity = ship.capacitor_capacity_halves(state.book)
    rating = ship.rating("sensor")
    return Group(
        "ship",
        gauges=(
            Gauge("speed", ship.speed),
            Gauge(
                "hexes since the last turn", ship.hexes_since_turn, None, _turn_mode(state, ship)
            ),
            Gauge("ECM", ship.ecm, rating),
            Gauge("ECCM", ship.eccm, rating),
            Gauge("lock-on", int(ship.lock_on), 1, "" if ship.fire_control else "no fire control"),
            Gauge("capacitor", _whole(ship.capacitor_halves), capacity / 2),
            Gauge("batteries", _whole(ship.battery_halves), ship.battery_capacity_halves / 2),
        ),
    )


def _turn_mode(state: State, ship: Ship) -> str:
    mode = movement.turn_mode(state.book, ship)
    return f"turn mode {mode} ({ship.plan.turn_mode})"


def _phasers(state: State, ship: Ship) -> Group:
    boxes = tuple(
        _box(
            ship,
            sheet.id,
            f"{state.book.phasers[sheet.type].title} {' + '.join(sheet.arcs)}",
            used=again_at(ship.phaser_fired.get(sheet.id, 0)),
            now=state.now,
        )
        for sheet in ship.plan.phasers
    )
    return Group("phasers", boxes)


def _magnifier(state: State, ship: Ship, name: str) -> Group:
    one = ship.magnifiers[name]
    uses: list[str] = []
    for use, title in magnifier.USES.items():
        if state.now < (again := magnifier.free_at(ship, name, use)):
            uses.append(f"{title} again at {_moment(again)}")
    bank = ", ".join(box_title(phaser) for phaser in ship.plan.bank[name])
    box = Box(box_title(name), _state(ship, name), "; ".join(uses))
    gauge = Gauge("energy", one.energy, ship.capacity(name), f"conduit line to {bank or 'nothing'}")
    return Group(box_title(name), (box,), (gauge,))


def _detonators(state: State, ship: Ship) -> Iterator[Group]:
    for sheet in ship.plan.detonators:
        chambers = [(name, ship.chambers[name]) for name in sheet.chambers]
        boxes = (
            _box(ship, name, "", used=again_at(chamber.fired), now=state.now)
            for name, chamber in chambers
        )
        most = state.book.detonator.chamber_max
        gauges = (Gauge(box_title(name), chamber.energy, most) for name, chamber in chambers)
        recovery = ship.detonators[sheet.id].recovery_through
        note = f" (recovers through turn {recovery})" if state.turn <= recovery else ""
        yield Group(f"hyperspace {box_title(sheet.id)}{note}", tuple(boxes), tuple(gauges))


def _boxes(ship: Ship) -> Iterator[Group]:
    others = tuple(weapon.id for weapon in ship.plan.other_weapons)
    groups = {**ship.plan.groups, "other_weapons": others}
    for group in (*GROUPS, "other_weapons"):
        if boxes := groups[group]:
            ratings = ship.plan.tracks[group] if group in TRACKS else ()
            labels = [str(rating) for rating in ratings] or [box_title(box) for box in boxes]
            shown = (_plain(ship, box, label) for label, box in zip(labels, boxes, strict=True))
            yield Group(box_title(group), tuple(shown))


def _plain(ship: Ship, box: str, label: str) -> Box:
    """Return a box that is no weapon; a bay whose shuttle is out is used."""
    if ship.has(box) and box in ship.launched and box in ship.plan.groups["shuttle"]:
        return Box(label, "used", "its shuttle is out")
    return Box(label, _state(ship, box))


def _box(ship: Ship, name: str, note: str, used: int, now: int) -> Box:
    """Return a weapon's box, and from when on it may fire again if that is not now."""
    if not ship.has(name) or now >= used:
        return Box(box_title(name), _state(ship, name), note)
    again = f"usable again at {_moment(used)}"
    return Box(box_title(name), "used", f"{note}; {again}" if note else again)


def _state(ship: Ship, box: str) -> Literal["ok", "destroyed"]:
    return "ok" if ship.has(box) else "destroyed"


def _moment(moment: int) -> str:
    return f"turn {turn_of(moment)} impulse {impulse_of(moment)}"


def _whole(halves: int | None) -> float | None:
    return None if halves is None else halves / 2
