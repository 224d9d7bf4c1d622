"""What ships launch (6B): a rack's drones, a tube's plasma torpedo, a bay's shuttle."""

from typing import Literal

from domain.hexes import distance
from domain.names import ShipId
from domain.refusals import Refused, known
from domain.systems.scorpead import rules
from domain.systems.scorpead.arcs import bears
from domain.systems.scorpead.forms import Launch
from domain.systems.scorpead.map_events import UnitLaunched
from domain.systems.scorpead.state import Ship, State, turn_of

LAUNCH_HEXES = 35
"""How far away the ship may be at which something is launched."""

Launchable = Literal["drone", "plasma_f", "shuttle"]


def held_by(ship: Ship, box: str) -> Launchable | None:
    """Return what a box of this sheet launches, or None."""
    if box in ship.racks:
        return "drone"
    if box in ship.tubes:
        return "plasma_f"
    return "shuttle" if box in ship.plan.groups["shuttle"] else None


def launched(state: State, ship: Ship, order: Launch) -> UnitLaunched:
    """Return a launch as it is announced, or refuse it."""
    check_launch(state, ship, order.box)
    check_quarry(state, ship, order.box, order.target)
    kind = held_by(ship, order.box)
    assert kind is not None, "a box that launches nothing was refused"
    number = ship.launches + 1
    while (name := ShipId(f"{ship.id[-48:]}_{kind}_{number}")) in state.units:
        number += 1
    return UnitLaunched(
        ship=ship.id,
        box=order.box,
        kind=kind,
        target=order.target,
        unit=name,
        number=number,
        seat=ship.seat,
        at=ship.at,
    )


# --- what is refused ------------------------------------------------------------------------


def check_launch(state: State, ship: Ship, box: str) -> None:
    """Refuse a box that is gone or not ready, and a ship that cannot launch now."""
    kind = held_by(ship, box)
    if kind is None:
        raise Refused("launches_nothing", rules.F_SEEKERS, box=box)
    if not ship.has(box):
        raise Refused("box_destroyed", rules.F_SEEKERS, box=box)
    if kind != "shuttle" and not ship.fire_control:
        raise Refused("no_fire_control", rules.B3_FIXED_COSTS, ship=ship.id)
    if ship.manoeuvres.on:
        raise Refused("erratic_manoeuvres", rules.C10_MANOEUVRES, ship=ship.id)
    match kind:
        case "drone":
            _check_rack(state, ship, box)
        case "plasma_f":
            _check_armed(ship, box)
        case "shuttle":
            _check_bay(state, ship, box)


def _check_rack(state: State, ship: Ship, box: str) -> None:
    if not ship.racks[box]:
        raise Refused("rack_empty", rules.F_SEEKERS, box=box)
    if turn_of(ship.launched.get(box, 0)) == state.turn:
        raise Refused("rack_launched", rules.F_SEEKERS, box=box, turn=state.turn + 1)


def _check_armed(ship: Ship, box: str) -> None:
    steps = known(ship.tubes[box], f"how far {box} is armed")
    needed = len(ship.plan.tube[box].arming)
    if steps < needed:
        raise Refused("tube_unarmed", rules.FP1_PLASMA, box=box, steps=steps, needed=needed)


def _check_bay(state: State, ship: Ship, box: str) -> None:
    """Refuse a bay whose shuttle is out, and a second shuttle of a ship in a turn."""
    if box in ship.launched:
        raise Refused("bay_empty", rules.J1_SHUTTLES, box=box)
    if any(turn_of(ship.launched.get(bay, 0)) == state.turn for bay in ship.plan.groups["shuttle"]):
        raise Refused("shuttle_launched", rules.J1_SHUTTLES, turn=state.turn + 1)


def in_reach(state: State, ship: Ship, box: str) -> list[Ship]:
    """Return the enemies at which a box may launch."""
    foes = state.enemies(ship.seat)
    return [foe for foe in foes if _in_range(ship, foe) and _bears(ship, box, foe)]


def check_quarry(state: State, ship: Ship, box: str, target: ShipId) -> None:
    """Refuse a target that is no enemy, too far away, or out of a tube's arc."""
    quarry, rule = state.ships.get(target), rules.F_SEEKERS
    if quarry is None or quarry.lost or quarry.seat == ship.seat:
        raise Refused("unknown_target", rule, target=target)
    if not _in_range(ship, quarry):
        range_hexes = distance(ship.at, quarry.at)
        raise Refused("out_of_range", rule, range_hexes=range_hexes, at_most=LAUNCH_HEXES)
    if not _bears(ship, box, quarry):
        raise Refused("out_of_arc", rules.D2_ARC, target=target, weapon=box)


def _in_range(ship: Ship, quarry: Ship) -> bool:
    return distance(ship.at, quarry.at) <= LAUNCH_HEXES


def _bears(ship: Ship, box: str, quarry: Ship) -> bool:
    return box not in ship.tubes or bears(
        ship.plan.tube[box].arcs, ship.facing, quarry.at.minus(ship.at)
    )


# --- arming ---------------------------------------------------------------------------------


def next_step(ship: Ship, tube: str) -> int:
    """Return the points that a tube takes in this turn; 0: it is destroyed, or armed and holds."""
    arming = ship.plan.tube[tube].arming
    steps = known(ship.tubes[tube], f"how far {tube} is armed")
    return arming[steps] if ship.has(tube) and steps < len(arming) else 0


def check_arming(ship: Ship, tube: str, points: int) -> None:
    """Refuse any energy for a tube but that of its next step (FP1)."""
    if tube not in ship.tubes:
        raise Refused("unknown_tube", rules.FP1_PLASMA, tube=tube)
    if points and not ship.has(tube):
        raise Refused("box_destroyed", rules.FP1_PLASMA, box=tube)
    if points and points != (step := next_step(ship, tube)):
        raise Refused("tube_arming", rules.FP1_PLASMA, tube=tube, points=step)


def after_step(ship: Ship, tube: str, points: int) -> int:
    """Return how far a tube is armed after a turn's energy: one that is not continued is empty."""
    steps = known(ship.tubes[tube], f"how far {tube} is armed")
    if points:
        return steps + 1
    return steps if steps == len(ship.plan.tube[tube].arming) else 0
