"""What can happen on the map: seeking weapons, terrain, and what a referee sets.

Part of the stored format, like `events`.
"""

from typing import ClassVar, Literal

import msgspec

from domain.audience import Audience
from domain.decider import Event
from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.systems.scorpead.forms import Setting, UnitKind


class RulingMade(Event):
    """The referee set something, for all to see."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    setting: Setting


class UnitLaunched(Event):
    """A ship launched a unit, its *number* of this kind and ship, from a rack, tube or bay."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    box: str
    kind: UnitKind
    target: ShipId
    unit: ShipId
    number: int
    seat: SeatId
    at: Hex


class UnitFlight(msgspec.Struct, frozen=True, kw_only=True):
    """A unit's hex of movement."""

    unit: ShipId
    at: Hex


class UnitsMoved(Event):
    """Seeking weapons flew a hex towards their targets, after all ships; *spent* are gone."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    flights: tuple[UnitFlight, ...]
    spent: tuple[ShipId, ...]


class SeekerImpacted(Event):
    """A seeking weapon reached its target; *die* is None where no jamming made one roll."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    unit: ShipId
    target: ShipId
    shield: int
    warhead: int
    shift: int
    die: int | None
    damage: int


class TerrainStruck(Event):
    """A ship flew into asteroids; *credit* was cleared by its own fire."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    feature: str
    die: int
    credit: int
    damage: int


class ImpactsResolved(Event):
    """What struck during movement is counted; internal damage is marked off next."""

    audience: ClassVar[Audience] = Audience.EVERYONE


class TargetDamaged(Event):
    """Fire struck something that is no ship."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    target: ShipId
    firer: ShipId
    damage: int


class TargetDestroyed(Event):
    """Something that is no ship is destroyed."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    target: ShipId


class DamageNullified(Event):
    """A shot did nothing to a target that it cannot damage."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    target: ShipId
    reason: Literal["immune", "stasis"]


MapEvent = (
    RulingMade
    | UnitLaunched
    | UnitsMoved
    | SeekerImpacted
    | TerrainStruck
    | ImpactsResolved
    | TargetDamaged
    | TargetDestroyed
    | DamageNullified
)
