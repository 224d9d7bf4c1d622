"""What events do to a ship. What a fold may not know stays unknown (None)."""

from msgspec import UnsetType
from msgspec.structs import replace

from domain.systems.scorpead import launching
from domain.systems.scorpead.events import EnergyAllocated
from domain.systems.scorpead.fire_events import (
    DetonatorShot,
    PhaserShot,
    ReservePowerUsed,
    ShieldDamaged,
    Shot,
)
from domain.systems.scorpead.shipboard import Detonator, Use
from domain.systems.scorpead.state import Ship, State, turn_of


def allocated(ship: Ship, event: EnergyAllocated) -> Ship:
    """Return *ship* with its energy allocated."""
    form, battery = event.form, event.battery_halves
    if isinstance(form, UnsetType) or isinstance(battery, UnsetType):
        return _unknown_allocation(ship)
    magnifiers = {
        name: replace(
            one, energy=form.magnifiers.get(name, 0), applied=form.magnifiers.get(name, 0)
        )
        for name, one in ship.magnifiers.items()
    }
    chambers = {
        name: replace(one, energy=form.chambers.get(name, 0)) for name, one in ship.chambers.items()
    }
    return replace(
        ship,
        battery_halves=_sum(ship.battery_halves, -battery),
        capacitor_halves=_sum(ship.capacitor_halves, form.capacitor_halves),
        recharge_halves=form.recharge_halves,
        general=form.general,
        specific=tuple(form.specific.get(f"shield_{n}", 0) for n in range(1, 7)),
        magnifiers=magnifiers,
        chambers=chambers,
        tubes={
            tube: launching.after_step(ship, tube, form.tubes.get(tube, 0)) for tube in ship.tubes
        },
        manoeuvres=replace(ship.manoeuvres, paid=form.manoeuvres),
        crew=replace(ship.crew, beams=BEAMS_A_POINT * form.transporters),
        repair=replace(
            ship.repair,
            cdr=form.cdr,
            edr={lab: box for lab, box in form.edr.items() if box is not None},
            shields=form.shield_repair,
        ),
    )


BEAMS_A_POINT = 5
"""How many transporters a point of energy powers."""


def _unknown_allocation(ship: Ship) -> Ship:
    """Return *ship* after an allocation that this fold may not read."""
    unarmed = {
        name: replace(one, energy=None, applied=None) for name, one in ship.magnifiers.items()
    }
    return replace(
        ship,
        battery_halves=None,
        capacitor_halves=None,
        recharge_halves=None,
        general=None,
        specific=(None,) * 6,
        magnifiers=unarmed,
        chambers={name: replace(one, energy=None) for name, one in ship.chambers.items()},
        tubes={tube: None if ship.has(tube) else 0 for tube in ship.tubes},
        manoeuvres=replace(ship.manoeuvres, paid=None),
        crew=replace(ship.crew, beams=None),
        repair=replace(ship.repair, cdr=None, edr=None, shields=None),
    )


def recharged(ship: Ship, halves: int | UnsetType) -> Ship:
    """Return *ship* with its batteries recharged."""
    battery = None if isinstance(halves, UnsetType) else _sum(ship.battery_halves, halves)
    return replace(ship, battery_halves=battery, recharge_halves=0)


def renewed(ship: Ship) -> Ship:
    """Return *ship* with what a turn's energy gave taken from it."""
    magnifiers = {name: replace(one, applied=0) for name, one in ship.magnifiers.items()}
    return replace(
        ship,
        ecm=0,
        eccm=0,
        general=0,
        specific=(0,) * 6,
        magnifiers=magnifiers,
        manoeuvres=replace(ship.manoeuvres, paid=False),
        crew=replace(ship.crew, guards={}, beams=0, beamed=frozenset(), raids=0),
        repair=replace(ship.repair, cdr=None, edr={}, shields={}),
    )


def without_box(ship: Ship, box: str, turn: int) -> Ship:
    """Return *ship* with a box destroyed in *turn*."""
    repair = replace(ship.repair, lost_in={**ship.repair.lost_in, box: turn})
    tubes = {tube: 0 if tube == box else steps for tube, steps in ship.tubes.items()}
    return replace(ship, destroyed=ship.destroyed | {box}, tubes=tubes, repair=repair)


# --- fire -----------------------------------------------------------------------------------


def reserved(state: State, ship: Ship, event: ReservePowerUsed) -> Ship:
    """Return *ship* with reserve power put into its systems."""
    ship = replace(ship, ecm=ship.ecm + event.ecm, eccm=ship.eccm + event.eccm)
    reserve, battery = event.reserve, event.battery_halves
    if isinstance(reserve, UnsetType) or isinstance(battery, UnsetType):
        return _unknown_reserve(state, ship)
    for name, points in reserve.magnifiers.items():
        one = ship.magnifiers[name]
        energy, applied = _sum(one.energy, points), _sum(one.applied, points)
        ship = with_magnifier(ship, name, energy=energy, applied=applied)
    for name, points in reserve.chambers.items():
        ship = with_chamber(ship, name, energy=_sum(ship.chambers[name].energy, points))
    return replace(
        ship,
        battery_halves=_sum(ship.battery_halves, -battery),
        capacitor_halves=_sum(ship.capacitor_halves, reserve.capacitor_halves),
        crew=replace(ship.crew, beams=_sum(ship.crew.beams, BEAMS_A_POINT * reserve.transporters)),
    )


def _unknown_reserve(state: State, ship: Ship) -> Ship:
    """Return *ship* after a fire step whose reserve power this fold may not read.

    What can take none is as it was: boxes that are gone, and chambers of a detonator that fired.
    """
    for name in ship.magnifiers:
        if ship.capacity(name):
            ship = with_magnifier(ship, name, energy=None, applied=None)
    for name in ship.chambers:
        fired = ship.detonators[ship.plan.detonator_of[name].id].fired
        if ship.has(name) and turn_of(fired) != state.turn:
            ship = with_chamber(ship, name, energy=None)
    return replace(
        ship,
        battery_halves=None,
        capacitor_halves=None,
        crew=replace(ship.crew, beams=None),
    )


def fired(state: State, ship: Ship, shot: Shot) -> Ship:
    """Return *ship* with a declared shot's energy spent and its clocks started."""
    match shot:
        case PhaserShot():
            return _phasers_fired(state, ship, shot)
        case DetonatorShot():
            return _detonator_fired(state, ship, shot)


def _phasers_fired(state: State, ship: Ship, shot: PhaserShot) -> Ship:
    types = (ship.plan.phaser[phaser].type for phaser in shot.phasers)
    halves = sum(state.book.phasers[type_].energy_halves for type_ in types)
    if shot.magnifier is not None:
        use: Use = "mode_two" if shot.mode == "two" else "mode_one"
        spent = -1 if shot.magnified else 0
        energy = _sum(ship.magnifiers[shot.magnifier].energy, spent)
        ship = _used(
            state, with_magnifier(ship, shot.magnifier, energy=energy), shot.magnifier, use
        )
    return replace(
        ship,
        capacitor_halves=_sum(ship.capacitor_halves, -halves),
        phaser_fired={**ship.phaser_fired, **dict.fromkeys(shot.phasers, state.now)},
    )


def _detonator_fired(state: State, ship: Ship, shot: DetonatorShot) -> Ship:
    for barrel in shot.barrels:
        if barrel.magnifier is not None:
            ship = with_magnifier(ship, barrel.magnifier, energy=0)
            ship = _used(state, ship, barrel.magnifier, "hsd")
    for chamber in (*(barrel.chamber for barrel in shot.barrels), *shot.idle):
        ship = with_chamber(ship, chamber, energy=0, fired=state.now)
    detonator = ship.detonators[shot.detonator]
    secondaries = len(shot.barrels) - 1
    fired = Detonator(
        fired=state.now,
        mode=shot.mode,
        recovery_through=state.turn + secondaries if secondaries else detonator.recovery_through,
    )
    return replace(ship, detonators={**ship.detonators, shot.detonator: fired})


# --- damage ---------------------------------------------------------------------------------


def shield_damaged(ship: Ship, event: ShieldDamaged) -> Ship:
    """Return *ship* with what a volley took from reinforcement and shield."""
    at = event.shield - 1
    after_general = event.damage - event.general
    specific = _struck(ship.specific[at], event.specific, after_general)
    return replace(
        ship,
        general=_struck(ship.general, event.general, event.damage),
        specific=(*ship.specific[:at], specific, *ship.specific[at + 1 :]),
        shields=(*ship.shields[:at], ship.shields[at] - event.boxes, *ship.shields[at + 1 :]),
    )


def _struck(reinforcement: int | None, taken: int, damage: int) -> int | None:
    """Return what is left of a reinforcement: nothing, for all to see, if it took less than all."""
    return 0 if taken < damage else _sum(reinforcement, -taken)


def capped(state: State, ship: Ship, store: str) -> Ship:
    """Return *ship* with no more in *store* than it can hold."""
    if store == "batteries":
        return replace(
            ship, battery_halves=_least(ship.battery_halves, ship.battery_capacity_halves)
        )
    if store == "capacitor":
        capacity = ship.capacitor_capacity_halves(state.book)
        return replace(ship, capacitor_halves=_least(ship.capacitor_halves, capacity))
    if store in ship.magnifiers:
        energy = _least(ship.magnifiers[store].energy, ship.capacity(store))
        return with_magnifier(ship, store, energy=energy)
    return with_chamber(ship, store, energy=0)


# --- stores ---------------------------------------------------------------------------------


def with_magnifier(ship: Ship, name: str, **changes: int | None) -> Ship:
    """Return *ship* with a magnifier changed."""
    changed = replace(ship.magnifiers[name], **changes)
    return replace(ship, magnifiers={**ship.magnifiers, name: changed})


def with_chamber(ship: Ship, name: str, **changes: int | None) -> Ship:
    """Return *ship* with a chamber changed."""
    changed = replace(ship.chambers[name], **changes)
    return replace(ship, chambers={**ship.chambers, name: changed})


def _used(state: State, ship: Ship, magnifier: str, use: Use) -> Ship:
    one = ship.magnifiers[magnifier]
    used = replace(one, last_use={**one.last_use, use: state.now})
    return replace(ship, magnifiers={**ship.magnifiers, magnifier: used})


def _sum(value: int | None, change: int) -> int | None:
    return None if value is None else value + change


def _least(value: int | None, capacity: int) -> int | None:
    if capacity == 0:
        return 0
    return None if value is None else min(value, capacity)
