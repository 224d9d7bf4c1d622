"""What is decided beside fire: erratic manoeuvres (6A4), shields and launches (6B)."""

from collections.abc import Iterator

from domain.refusals import Refused, known
from domain.systems.scorpead import launching, raids, rules
from domain.systems.scorpead.activity_events import ManoeuvreAnnounced, RaidDeclared, ShieldSet
from domain.systems.scorpead.forms import (
    ActivityOrder,
    HitAndRun,
    Launch,
    Manoeuvre,
    SetShield,
)
from domain.systems.scorpead.map_events import UnitLaunched
from domain.systems.scorpead.state import Ship, State, impulse_of, turn_of

SHIELD_IMPULSES = 8
"""How long a shield stays as it was set."""


Announced = ManoeuvreAnnounced | ShieldSet | RaidDeclared | UnitLaunched


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
        case Launch():
            yield launching.launched(state, ship, order)


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
