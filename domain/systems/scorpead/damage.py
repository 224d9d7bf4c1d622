"""Internal damage: the damage allocation chart, box by box (D4)."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from domain.decider import Event
from domain.hexes import DIRECTIONS
from domain.refusals import known
from domain.systems.scorpead.arcs import bears
from domain.systems.scorpead.fire_events import (
    BoxDestroyed,
    DetonatorDisabled,
    ShipDestroyed,
    StoredEnergyLost,
)
from domain.systems.scorpead.ships import TRACKS, WARP
from domain.systems.scorpead.state import Ship, State, Volley, again_at

GROUPS = {
    "BRIDGE": "bridge", "FLAG": "flag", "SENSOR": "sensor", "DAMCON": "damcon",
    "SCANNER": "scanner", "R_HULL": "rear_hull", "F_HULL": "forward_hull",
    "L_WARP": "warp_left", "R_WARP": "warp_right", "C_WARP": "warp_centre",
    "TRANS": "transporter", "TRAC": "tractor", "SHUTTLE": "shuttle", "LAB": "lab",
    "IMPULSE": "impulse", "BATT": "battery", "APR": "apr", "PROBE": "probe",
    "CARGO": "cargo", "AUX": "auxiliary", "EMER": "emergency",
}  # fmt: skip
"""Entries of the chart that name one group of like boxes."""

BEST_PHASERS = ("phaser_1", "phaser_mr", "phaser_3")


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """What the next point of internal damage may destroy."""

    ship: Ship
    now: int
    total: int
    column: int
    hit: str
    bold: bool
    boxes: tuple[str, ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """One box of each kind that differs by what everybody knows."""
        kinds: dict[tuple[object, ...], str] = {}
        for box in self.boxes:
            kinds.setdefault(self._likeness(box), box)
        return tuple(kinds.values())

    def _likeness(self, box: str) -> tuple[object, ...]:
        """Return what makes a box differ: phasers of a bank are alike, unless one has to wait."""
        phaser = self.ship.plan.phaser.get(box)
        if phaser is None:
            return (box,)
        again = again_at(self.ship.phaser_fired.get(box, 0))
        return (phaser.type, phaser.arcs, phaser.bank, again if self.now < again else 0)


def next_hit(state: State) -> Hit | None:
    """Return what the next point may destroy, or None if nothing is left of the ship (D4.40)."""
    volley = state.volleys[0]
    ship, total = state.ships[volley.ship], volley.points[0]
    for column, token in enumerate(state.book.damage.row(total)):
        if token.bold and (total, column) in volley.bold_used:
            continue
        if boxes := _boxes(ship, volley, token.hit):
            return Hit(
                ship=ship,
                now=state.now,
                total=total,
                column=column,
                hit=token.hit,
                bold=token.bold,
                boxes=boxes,
            )
    return None


def choice(state: State) -> Hit | None:
    """Return the hit whose box the ship's owner must choose, if the next one is such a hit."""
    hit = next_hit(state) if state.volleys else None
    return hit if hit is not None and len(hit.choices) > 1 else None


def marked_off(state: State, hit: Hit | None) -> Iterator[Event]:
    """Yield what a point does for which nobody has to choose."""
    if hit is None:
        yield ShipDestroyed(ship=state.volleys[0].ship)
    else:
        yield from destroyed(state, hit, hit.boxes[0])


def destroyed(state: State, hit: Hit, box: str) -> Iterator[Event]:
    """Yield the loss of *box*, and of what was stored in it or because of it."""
    ship = hit.ship
    yield BoxDestroyed(
        ship=ship.id, box=box, total=hit.total, column=hit.column, hit=hit.hit, bold=hit.bold
    )
    yield from stores_lost(state, ship, box)


def stores_lost(
    state: State, ship: Ship, box: str
) -> Iterator[StoredEnergyLost | DetonatorDisabled]:
    """Yield what a ship loses with a box that it still has: stored energy, its detonator."""
    left = replace(ship, destroyed=ship.destroyed | {box})
    for store, held, capacity in _stores(state, ship, left, box):
        lost = max(0, known(held, f"what {store} holds") - capacity)
        yield StoredEnergyLost(seat=ship.seat, ship=ship.id, store=store, lost_halves=lost)
    sheet = ship.plan.detonator_of.get(box)
    if sheet is not None and not any(left.has(chamber) for chamber in sheet.chambers):
        yield DetonatorDisabled(ship=ship.id, detonator=sheet.id)


def _stores(
    state: State, ship: Ship, left: Ship, box: str
) -> Iterator[tuple[str, int | None, int]]:
    """Yield each store that *box* had a part in: what it holds and may hold now, in halves."""
    if box in ship.plan.phaser:
        yield "capacitor", ship.capacitor_halves, left.capacitor_capacity_halves(state.book)
    magnifier = ship.plan.magnifier_of.get(box, box)
    if magnifier in ship.magnifiers and ship.has(magnifier):
        yield magnifier, _halves(ship.magnifiers[magnifier].energy), 2 * left.capacity(magnifier)
    if box in ship.chambers:
        yield box, _halves(ship.chambers[box].energy), 0
    if box in ship.plan.groups["battery"]:
        yield "batteries", ship.battery_halves, left.battery_capacity_halves


def _halves(points: int | None) -> int | None:
    return None if points is None else 2 * points


# --- which boxes ----------------------------------------------------------------------------


def _boxes(ship: Ship, volley: Volley, hit: str) -> tuple[str, ...]:
    """Return the boxes that an entry of the chart may fall on; of like ones one will do."""
    if hit in GROUPS:
        return _first(ship, GROUPS[hit])
    if hit == "ANY_WARP":
        return _first(ship, max(WARP, key=ship.left))
    if hit == "EXCESS":
        return _first(ship, "excess") or _first(ship, "cargo")
    if hit == "PHASER":
        return _phasers(ship, volley)
    return tuple(box for box in ship.plan.weapon_hits[hit] if ship.has(box))


def _first(ship: Ship, group: str) -> tuple[str, ...]:
    left = [box for box in ship.plan.groups[group] if ship.has(box)]
    return tuple(left[:1]) if len(left) > (group in TRACKS) else ()


def _phasers(ship: Ship, volley: Volley) -> tuple[str, ...]:
    """Return the phasers that bear on the struck side; for every third hit, the best of them."""
    side = DIRECTIONS[volley.shield - 1]
    bearing = [p for p in ship.plan.phasers if ship.has(p.id) and bears(p.arcs, 0, side)]
    if bearing and volley.phaser_hits % 3 == 2:
        best = min(BEST_PHASERS.index(phaser.type) for phaser in bearing)
        bearing = [phaser for phaser in bearing if BEST_PHASERS.index(phaser.type) == best]
    return tuple(phaser.id for phaser in bearing)


def worth(ship: Ship, box: str) -> tuple[int, int, int, str]:
    """Return how much a weapon box is worth to its owner now: by kind, then by what it can do."""
    if box in ship.plan.phaser:
        rank = -BEST_PHASERS.index(ship.plan.phaser[box].type)
        return (3, rank, -ship.phaser_fired.get(box, 0), box)
    if box in ship.magnifiers:
        return (1, ship.magnifiers[box].energy or 0, ship.capacity(box), box)
    if box in ship.chambers:
        chamber = ship.chambers[box]
        return (4 if chamber.energy else 2, chamber.energy or 0, -chamber.fired, box)
    return (0, 0, 0, box)
