"""What is decided beside fire: erratic manoeuvres (6A4), shields and launches (6B)."""

from collections.abc import Iterator

from domain.hexes import distance
from domain.names import ShipId
from domain.refusals import Refused, known
from domain.systems.scorpead import raids, rules
from domain.systems.scorpead.activity_events import ManoeuvreAnnounced, RaidDeclared, ShieldSet
from domain.systems.scorpead.forms import (
    ActivityOrder,
    HitAndRun,
    LaunchDrone,
    Manoeuvre,
    SetShield,
)
from domain.systems.scorpead.map_events import DroneLaunched
from domain.systems.scorpead.state import Ship, State, again_at, impulse_of, turn_of

LAUNCH_HEXES = 35
"""How far away a drone's target may be when it is launched."""

SHIELD_IMPULSES = 8
"""How long a shield stays as it was set."""


Announced = ManoeuvreAnnounced | ShieldSet | RaidDeclared | DroneLaunched


def announced(state: State, ship: Ship, order: ActivityOrder) -> Iterator[Announced]:
    """Yield what is announced of an order, or refuse it."""
    match order:
        case Manoeuvre():
            check_manoeuvre(state, ship, order.change)
            yield ManoeuvreAnnounced(ship=ship.id, change=order.change)
        case SetShield():
            check_shield(state, ship, order.shield, up=order.up)
            yield ShieldSet(ship=ship.id, shield=order.shield, up=order.up)
        case HitAndRun():
            yield raids.declared(state, ship, order)
        case LaunchDrone():
            check_launch(state, ship, order.rack)
            _check_quarry(state, ship, order.target)
            yield _launched(ship, order)


def check_manoeuvre(state: State, ship: Ship, change: str) -> None:
    """Refuse what is not paid for, is so already, or was done in this turn (C10)."""
    flown, rule = ship.manoeuvres, rules.C10_MANOEUVRES
    if flown.announced is not None:
        raise Refused("manoeuvres_announced", rule, ship=ship.id)
    if flown.on is (change == "start"):
        raise Refused("manoeuvres_as_they_are", rule, ship=ship.id)
    if change == "start" and not known(flown.paid, "whether manoeuvres are paid for"):
        raise Refused("manoeuvres_not_paid", rule, ship=ship.id)
    if state.turn == (flown.started_in if change == "start" else flown.stopped_in):
        raise Refused("manoeuvres_changed", rule, ship=ship.id, turn=state.turn + 1)


def check_shield(state: State, ship: Ship, shield: int, *, up: bool) -> None:
    """Refuse to set a shield that is so already, has no boxes, or was set a moment ago."""
    rule, name = rules.G8_TRANSPORTERS, f"shield_{shield}"
    if up is (shield not in ship.dropped):
        raise Refused("shield_as_it_is", rule, shield=name)
    if not ship.shields[shield - 1] or not ship.shields_up:
        raise Refused("shield_down", rule, shield=name)
    moment = ship.shield_set.get(name)
    if moment is not None and state.now < moment + SHIELD_IMPULSES:
        again = moment + SHIELD_IMPULSES
        raise Refused(
            "shield_set_recently",
            rule,
            shield=name,
            turn=turn_of(again),
            impulse=impulse_of(again),
        )


def check_launch(state: State, ship: Ship, rack: str) -> None:
    """Refuse a rack that is gone, empty, or launched in this turn or in the last 8 impulses."""
    rule = rules.F_SEEKERS
    if rack not in ship.racks:
        raise Refused("unknown_rack", rule, rack=rack)
    if not ship.has(rack):
        raise Refused("box_destroyed", rule, box=rack)
    if not ship.fire_control:
        raise Refused("no_fire_control", rules.B3_FIXED_COSTS, ship=ship.id)
    if ship.manoeuvres.on:
        raise Refused("erratic_manoeuvres", rules.C10_MANOEUVRES, ship=ship.id)
    if not ship.racks[rack]:
        raise Refused("rack_empty", rule, rack=rack)
    again = again_at(ship.launched.get(rack, 0))
    if state.now < again:
        raise Refused(
            "rack_launched", rule, rack=rack, turn=turn_of(again), impulse=impulse_of(again)
        )


def in_reach(state: State, ship: Ship) -> list[Ship]:
    """Return the enemies at which a drone may be launched."""
    foes = state.enemies(ship.seat)
    return [foe for foe in foes if distance(foe.at, ship.at) <= LAUNCH_HEXES]


def _check_quarry(state: State, ship: Ship, target: ShipId) -> None:
    quarry = state.ships.get(target)
    if quarry is None or quarry.lost or quarry.seat == ship.seat:
        raise Refused("unknown_target", rules.F_SEEKERS, target=target)
    range_hexes = distance(ship.at, quarry.at)
    if range_hexes > LAUNCH_HEXES:
        raise Refused(
            "out_of_range", rules.F_SEEKERS, range_hexes=range_hexes, at_most=LAUNCH_HEXES
        )


def _launched(ship: Ship, order: LaunchDrone) -> DroneLaunched:
    number = ship.plan.racks[order.rack] - ship.racks[order.rack] + 1
    return DroneLaunched(
        ship=ship.id,
        rack=order.rack,
        target=order.target,
        unit=ShipId(f"{ship.id}_{order.rack}_{number}"[-64:]),
        seat=ship.seat,
        at=ship.at,
    )
