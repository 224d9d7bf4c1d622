"""What can be fired at: ships, units, asteroids; and what of it fire can damage (DW-12.53)."""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.systems.scorpead.forms import Feature
from domain.systems.scorpead.state import State, Unit


class Target(Protocol):
    """What fire needs to know of its target."""

    @property
    def id(self) -> ShipId:
        """Its name."""
        ...

    @property
    def title(self) -> str:
        """Its name as people write it."""
        ...

    @property
    def at(self) -> Hex:
        """Its hex."""
        ...


class Rock(msgspec.Struct, frozen=True):
    """An asteroid hex, a large asteroid or a mine as a target."""

    id: ShipId
    title: str
    at: Hex


def found(state: State, name: ShipId) -> Target | None:
    """Return what bears this name and is there to be aimed at, or None."""
    if (ship := state.ships.get(name)) is not None:
        return None if ship.lost else ship
    if (unit := state.units.get(name)) is not None:
        return unit
    feature = state.features.get(name)
    return _rock(feature) if feature is not None and aimable(feature) else None


def named(state: State, name: ShipId) -> Target:
    """Return the target of this name, which is known to be there."""
    target = found(state, name)
    assert target is not None, "a shot at nothing was refused"
    return target


def aimable(feature: Feature) -> bool:
    """Tell whether an order may name a feature: single hexes of rock, and mines to be refused."""
    return feature.kind in ("asteroids", "large_asteroid", "mine") and not feature.radius


def foes(state: State, seat: SeatId) -> tuple[Target, ...]:
    """Return all that *seat* may fire at: enemies, units that are not its own, asteroids."""
    return tuple(_foes(state, seat))


def _foes(state: State, seat: SeatId) -> Iterator[Target]:
    yield from state.enemies(seat)
    yield from (unit for unit in state.units.values() if unit.seat != seat)
    for feature in state.features.values():
        if aimable(feature) and feature.kind != "mine":
            yield _rock(feature)


def _rock(feature: Feature) -> Rock:
    return Rock(ShipId(feature.id), feature.title, feature.at)


def immune(state: State, name: ShipId) -> bool:
    """Tell whether a hyperspace detonator cannot damage this target: plasma, a boomerang's body."""
    unit = state.units.get(name)
    return unit is not None and not state.book.units.kinds[unit.kind].hits


def hits_to_destroy(state: State, name: ShipId) -> int:
    """Return how many points destroy a target that is no ship; 0: none do."""
    if name in state.units:
        return state.book.units.kinds[state.units[name].kind].hits
    feature = state.features[name]
    return feature.strength if feature.kind == "large_asteroid" else 0


def damage_on(state: State, name: ShipId) -> int:
    """Return what a target that is no ship has taken."""
    return state.units[name].damage if name in state.units else state.worn.get(name, 0)


def warhead(state: State, unit: Unit) -> int:
    """Return what a seeking weapon does now; phasers wear a plasma torpedo down by halves."""
    full = state.book.units.warhead(unit.kind, unit.flown)
    worn = unit.damage // 2 if state.book.units.kinds[unit.kind].wears else 0
    return max(0, full - worn)
