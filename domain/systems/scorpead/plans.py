"""What a plain captain would do: the defaults of forms, and what a silent seat declares."""

from msgspec.structs import replace

from domain.decider import Command
from domain.hexes import Hex, cone, distance
from domain.names import SeatId
from domain.refusals import Refused, known
from domain.systems.scorpead import damage, energy, launching, movement, repair, shields
from domain.systems.scorpead.arcs import HERE
from domain.systems.scorpead.commands import (
    AllocateEnergy,
    AllocateHit,
    ChooseStruckShield,
    CommitFire,
    EnergyForm,
    Move,
    MoveShip,
    MoveTogether,
)
from domain.systems.scorpead.sequence import owed
from domain.systems.scorpead.state import Phase, Ship, State

CRUISE, APPROACH, NEAR = 12, 16, 20
"""Speeds in a fight and on the way to it, and the range in hexes where the fight begins."""


def default(state: State, seat: SeatId) -> Command:
    """Return what a seat declares by not declaring: go on straight, hold fire, lose the least."""
    match state.phase:
        case Phase.ENERGY:
            forms = {ship.id: energy_plan(state, ship) for ship in state.fleet(seat)}
            return AllocateEnergy(forms=forms)
        case Phase.MOVEMENT:
            own = [name for name in state.movers[0] if state.ships[name].seat == seat]
            if seat in owed(state):
                return MoveTogether(moves=dict.fromkeys(own, "straight"))
            return MoveShip(ship=own[0], move="straight")
        case Phase.RESOLUTION:
            target, firer, choices = next(shields.open_choices(state))
            shield = shields.stronger(state.ships[target], choices)
            return ChooseStruckShield(ship=target, firer=firer, shield=shield)
        case Phase.DAMAGE:
            hit = damage.choice(state)
            assert hit is not None, "the play waits for a choice of boxes"
            return AllocateHit(ship=hit.ship.id, box=least_box(hit))
        case Phase.FIRE | Phase.SETUP | Phase.LOCK_ON:
            return CommitFire()


def least_box(hit: damage.Hit) -> str:
    """Return the box that its owner will miss least."""
    return min(hit.choices, key=lambda box: damage.worth(hit.ship, box))


# --- energy ---------------------------------------------------------------------------------


def energy_plan(state: State, ship: Ship) -> EnergyForm:
    """Return a sound allocation: what must be, then speed, then weapons, then the rest."""
    form = energy.REST
    for name, most in _wishes(state, ship):
        form = _most(state, ship, form, name, most)
    return replace(form, cdr=_to_repair(state, ship))


def _to_repair(state: State, ship: Ship) -> str | None:
    """Return the box that continuous repair takes next: one begun, else a weapon, else any."""
    for box in (*ship.repair.progress, *repair.repairable(state.book, ship)):
        try:
            repair.check_cdr(state.book, ship, box, state.turn)
        except Refused:
            continue
        return box
    return None


def _wishes(state: State, ship: Ship) -> list[tuple[str, int]]:
    """Return the lines of a form by how much they matter, each with the most that is wanted."""
    book = state.book
    warp, impulse, speed = energy.speed_limits(book, ship)
    near = min((distance(ship.at, foe.at) for foe in state.enemies(ship.seat)), default=0) <= NEAR
    hexes = min(warp, speed, CRUISE if near else APPROACH)
    held = known(ship.capacitor_halves, "what the capacitor holds")
    return [
        ("fire_control", 1),
        ("shields", 1),
        ("warp_hexes", hexes),
        ("impulse_hexes", min(impulse, speed - hexes, 1)),
        ("capacitor_halves", ship.capacitor_capacity_halves(book) - held),
        *((f"chambers.{name}", _chamber_room(state, ship, name)) for name in ship.chambers),
        *((f"magnifiers.{name}", ship.capacity(name)) for name in ship.magnifiers),
        *((f"tubes.{name}", launching.next_step(ship, name)) for name in ship.tubes),
        ("eccm", min(2, ship.rating("sensor"))),
        ("ecm", min(2, max(0, ship.rating("sensor") - 2))),
        ("recharge_halves", _battery_room(ship)),
        ("general", 4),
    ]


def _most(state: State, ship: Ship, form: EnergyForm, name: str, most: int) -> EnergyForm:
    """Return *form* with as much of a line as is wanted and the ship's own power pays for."""
    whole = name.startswith("tubes.")
    for amount in range(most, most - 1 if whole else 0, -1) if most else ():
        filled = _with(form, name, amount)
        must = name in ("fire_control", "shields")
        supply = energy.supply_halves(ship) if must else ship.power_halves
        if energy.cost_halves(state.book, ship, filled) <= supply:
            return filled
    return form


def _with(form: EnergyForm, name: str, amount: int) -> EnergyForm:
    line, _, box = name.partition(".")
    if line == "magnifiers":
        return replace(form, magnifiers={**form.magnifiers, box: amount})
    if line == "chambers":
        return replace(form, chambers={**form.chambers, box: amount})
    if line == "tubes":
        return replace(form, tubes={**form.tubes, box: amount})
    return replace(form, **{line: bool(amount) if line in ("fire_control", "shields") else amount})


def line(form: EnergyForm, name: str) -> int:
    """Return what a line of a form says; a magnifier's or a chamber's line is named with a dot."""
    table, _, box = name.partition(".")
    value = getattr(form, table)
    return int(value.get(box, 0) if box else value)


def _chamber_room(state: State, ship: Ship, chamber: str) -> int:
    return energy.chamber_room(state.book, ship, chamber, held=0, turn=state.turn)


def _battery_room(ship: Ship) -> int:
    return ship.battery_capacity_halves - known(ship.battery_halves, "what the batteries hold")


# --- movement -------------------------------------------------------------------------------


def best_move(state: State, ship: Ship) -> Move:
    """Return the legal move that best brings or keeps the nearest enemy before the bow."""
    moves = movement.legal_moves(state.book, ship)
    foes = state.enemies(ship.seat)
    if not foes:
        return "straight"
    foe = min(foes, key=lambda other: distance(ship.at, other.at))

    def merit(move: Move) -> tuple[int, int]:
        at, facing = movement.moved(ship, move)
        off = _degrees_off_bow(facing, foe.at.minus(at))
        return 15 * distance(at, foe.at) + off, movement.MOVES.index(move)

    return min(moves, key=merit)


def _degrees_off_bow(facing: int, way: Hex) -> int:
    """Return how far *way* lies from dead ahead, roughly, to either side."""
    ahead = way.turned(-facing)
    for direction in range(6):
        if ahead != HERE and (parts := cone(ahead, direction)) is not None:
            m, n = parts
            degrees = 60 * direction + 60 * n // (m + n)
            return min(degrees, 360 - degrees)
    return 0
