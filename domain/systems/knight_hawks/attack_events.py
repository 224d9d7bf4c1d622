"""What can happen in an attack, from its declaration to its roll.

Stored for ever: names and fields are the format (`events`).
"""

from typing import ClassVar

import msgspec

from domain.audience import Audience
from domain.decider import Event
from domain.names import SeatId, ShipId
from domain.systems.knight_hawks.tables import Column, WeaponType

EVERYONE: Audience = Audience.EVERYONE


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack that is declared and not yet rolled; mines and seekers have no *ship*."""

    number: int
    weapon: WeaponType
    target: ShipId
    range_hexes: int
    seat: SeatId
    ship: ShipId | None = None
    mount: str = ""
    head_on: bool = False
    icm: dict[str, int] = {}
    evaded: bool = False


class FireDeclared(Event):
    """A seat declared its shots (P-30)."""

    audience: ClassVar[Audience] = EVERYONE

    seat: SeatId
    attacks: tuple[Attack, ...]


class ResponsesOpened(Event):
    """The sides under attack may answer, before any die."""

    audience: ClassVar[Audience] = EVERYONE

    seats: tuple[SeatId, ...]


class IcmLaunched(Event):
    """A ship launched interceptor missiles (P-39)."""

    audience: ClassVar[Audience] = EVERYONE

    attack: int
    ship: ShipId
    number: int


class EvasionDeclared(Event):
    """The target of a torpedo evades it, and owes its next move (P-38)."""

    audience: ClassVar[Audience] = EVERYONE

    attack: int
    ship: ShipId
    debt: int


class Responded(Event):
    """A seat has answered."""

    audience: ClassVar[Audience] = EVERYONE

    seat: SeatId


class AmmoSpent(Event):
    """A limited supply was marked off (R-04)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    mount: str
    left: int


class ShotWasted(Event):
    """A shot found its target destroyed already (P-31)."""

    audience: ClassVar[Audience] = EVERYONE

    attack: int


class AttackRolled(Event):
    """An attack was rolled: base, each modifier, chance, roll, result (P-35)."""

    audience: ClassVar[Audience] = EVERYONE

    attack: int
    weapon: WeaponType
    target: ShipId
    column: Column
    base: int
    chance: int
    roll: int | None
    hit: bool
    ship: ShipId | None = None
    range_modifier: int = 0
    head_on: int = 0
    combat_control: int = 0
    evasion: int = 0
    icm: int = 0
    half: bool = False


class AttackResolved(Event):
    """An attack is over."""

    audience: ClassVar[Audience] = EVERYONE

    attack: int
