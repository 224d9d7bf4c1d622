"""What happens to weapons, ropes, flames, zones and missiles. See `events`."""

from typing import ClassVar, Literal

from msgspec import UNSET

from domain.audience import Audience, Sealed
from domain.decider import Event
from domain.hexes import Hex
from domain.names import SeatId
from domain.systems.ranged.forms import (
    Bond,
    Flames,
    FlightEnd,
    Heard,
    Projectile,
    Zone,
)


class LockRolled(Event):
    """A homing weapon tries to lock on; whether it did is the owner's secret (HO-04)."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    locked: Sealed[bool] = UNSET


class WeaponChanged(Event):
    """Something of a weapon changed that everybody can see."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    change: str
    number: int = 0


class DotSwitched(Event):
    """A laser sight that not everybody sees is handled; whether its dot is on is sealed (2.4).

    Of each seat's event that seat reads whether it is; None: nobody of its own can see it.
    """

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    on: Sealed[bool | None] = UNSET


class WeaponLanded(Event):
    """A thrown weapon lies in a hex."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    at: Hex


class WeaponTaken(Event):
    """Somebody picked up a weapon that lay on the ground, and sees what is loaded in it."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    by: str
    off_hand: bool = False
    loaded: Sealed[int] = UNSET


class WeaponStruck(Event):
    """A blow struck a weapon in somebody's hand (4.16)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    points: int


class FuseStarted(Event):
    """A grenade is armed; when it bursts is the owner's secret (HG-02)."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    due: Sealed[int] = UNSET


class AmmoSpent(Event):
    """Rounds left a weapon; how many are left is the owner's secret."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    rounds: Sealed[int] = UNSET


class Entangled(Event):
    """What holds a combatant now."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    bonds: tuple[Bond, ...]
    why: str


class WeaponStuck(Event):
    """A weapon sticks in somebody (HP-01)."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    holder: str
    injury: Sealed[int] = UNSET


class WeaponFreed(Event):
    """A weapon came free of somebody, or sticks for good, or its tether is lost."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    how: Literal["freed", "stuck_for_good", "tether_lost"]


class Scattered(Event):
    """A miss lands elsewhere (ST-02 to ST-05)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    aimed_at: Hex
    yards: int
    direction: int
    at: Hex


class Exploded(Event):
    """Something burst (4.15)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    weapon: str
    at: Hex


class AreaStruck(Event):
    """Somebody is within an area, a cone or a fire."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    kind: str
    basic: int
    divisor: int | float


class FlamesStarted(Event):
    """Ground burns, or a cloud hangs."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    flames: Flames


class FlamesEnded(Event):
    """It burnt out, or drifted off."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    id: str


class FlamesDrifted(Event):
    """A cloud drifts with the wind."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    id: str
    at: Hex


class ZoneSet(Event):
    """A suppression zone, or what is left of it."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    zone: Zone


class ZoneEnded(Event):
    """Suppression ends: the firer's turn begins, or the weapon failed."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    id: str


class ProjectileFlew(Event):
    """A projectile was launched, or flew on."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    projectile: Projectile


class ProjectileEnded(Event):
    """A projectile's flight is over."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    id: str
    reason: FlightEnd


class ShotHeard(Event):
    """What somebody makes of a shot (SI-01 to SI-05)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    shooter: str
    how: Heard
