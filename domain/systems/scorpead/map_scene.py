"""What a viewer sees beside ships and weapons: units, features, crew, repair."""

from collections.abc import Iterator

from domain.scene import Gauge, Group, Piece
from domain.systems.scorpead import repair, targets
from domain.systems.scorpead.forms import FeatureKind, UnitKind
from domain.systems.scorpead.state import Ship, State, Unit, turn_of
from domain.systems.scorpead.words import box_title

FEATURES: dict[FeatureKind, str] = {
    "web": "#", "esg": "○", "mine": "✕", "atmosphere": "≈", "asteroids": "∴",
    "large_asteroid": "⬣", "black_hole": "◉", "pulsar": "✸", "nebula": "░", "radiation_zone": "☢",
}  # fmt: skip
UNITS: dict[UnitKind, str] = {
    "drone": "d", "tram": "t", "fuser": "f", "hyperdrone": "h", "scud": "s", "boomerang": "b",
    "boomerang_fuser": "m", "plasma_f": "p", "shuttle": "u",
}  # fmt: skip


def pieces(state: State) -> Iterator[Piece]:
    """Yield all units and features on the map."""
    for unit in state.units.values():
        yield Piece(
            id=unit.id,
            title=unit.title,
            glyph=UNITS[unit.kind],
            seat=unit.seat or None,
            at=(unit.at.q, unit.at.r),
            note=_unit_note(state, unit),
        )
    for feature in state.features.values():
        notes = [
            box_title(feature.kind),
            f"radius {feature.radius}" if feature.radius else "",
            f"strength {feature.strength}" if feature.kind in ("web", "large_asteroid") else "",
            f"damage {state.worn[feature.id]}" if feature.id in state.worn else "",
        ]
        yield Piece(
            id=feature.id,
            title=feature.title,
            glyph=FEATURES[feature.kind],
            at=(feature.q, feature.r),
            note=", ".join(note for note in notes if note),
        )


def _unit_note(state: State, unit: Unit) -> str:
    hits = targets.hits_to_destroy(state, unit.id)
    target = state.ships.get(unit.target) if unit.target else None
    notes = [
        state.book.units.kinds[unit.kind].title,
        f"flies at {target.title}" if target else "",
        f"damage {unit.damage} of {hits}" if hits else f"damage {unit.damage}",
    ]
    return ", ".join(note for note in notes if note)


def crew(state: State, ship: Ship) -> Group:
    """Return boarding parties, guards, transporters, racks and repair of a ship's sheet."""
    guards = ship.crew.guards
    posted = None if guards is None else sum(guards.values())
    posts = ", ".join(box_title(box) for box, n in (guards or {}).items() if n)
    gauges = [
        Gauge("boarding parties", ship.crew.parties, ship.plan.boarding_parties),
        Gauge("guards", posted, ship.crew.parties, posts),
        Gauge("transporter uses", ship.crew.beams),
    ]
    for rack, drones in ship.racks.items():
        waits = turn_of(ship.launched.get(rack, 0)) == state.turn
        note = f"again in turn {state.turn + 1}" if waits else ""
        most = ship.plan.racks[rack]
        gauges.append(Gauge(box_title(rack), drones, most, note))
    for tube, steps in ship.tubes.items():
        needed = len(ship.plan.tube[tube].arming)
        gauges.append(Gauge(box_title(tube), steps, needed, "armed" if steps == needed else ""))
    for box, points in ship.repair.progress.items():
        cost = repair.cost(state.book, ship, box)
        gauges.append(Gauge(f"repair of {box_title(box)}", points, cost))
    return Group("crew and repair", gauges=tuple(gauges))
