"""What can happen before and in movement: screens, orbits, docks, moves.

Stored for ever: names and fields are the format (`events`).
"""

from typing import ClassVar, Literal

import msgspec

from domain.audience import Audience, Sealed
from domain.decider import Event
from domain.hexes import Hex
from domain.names import SeatId, ShipId

EVERYONE: Audience = Audience.EVERYONE


class ScreenActivated(Event):
    """A screen went up (P-50); a mask took a charge."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    screen: Literal["PS", "ES", "SS", "MS"]


class ScreenDropped(Event):
    """A screen went down."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    screen: Literal["PS", "ES", "SS", "MS"]


class MaskLost(Event):
    """A mask was left behind (P-51, P-52)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId


class OrbitEntered(Event):
    """A ship went into orbit (P-09)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    body: str
    direction: int
    at: Hex
    facing: int


class OrbitStepped(Event):
    """An orbiting vessel moved its hex; who is docked at it moved along."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    at: Hex


class OrbitLeft(Event):
    """A ship announced that it leaves orbit (P-10)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId


class ShipDocked(Event):
    """A ship docked (P-15)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    host: ShipId


class ShipUndocked(Event):
    """A ship left its dock or hangar (P-19), with the speed it has now."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    host: ShipId
    facing: int
    speed: int


class AmmoReloaded(Event):
    """A docked vessel's rockets were filled up (P-20)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    mount: str
    ammo: int


class NavErrorRolled(Event):
    """A ship with damaged navigation must turn this way: -1 left, 1 right (P-13)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    die: int
    turn: Literal[-1, 1]


class Flight(msgspec.Struct, frozen=True, kw_only=True):
    """A plotted move."""

    ship: ShipId
    plan: str
    rotate_to: int | None = None
    dock: ShipId | None = None
    orbit: tuple[str, int] | None = None


class SecretDrop(msgspec.Struct, frozen=True, kw_only=True):
    """A drop that is plotted with a move."""

    ship: ShipId
    weapon: Literal["M", "S"]
    index: int
    facing: int = 0


class MovesOrdered(Event):
    """Moves were plotted; drops are recorded when the ships have moved."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: SeatId
    moves: tuple[Flight, ...]
    ends: bool
    drops: Sealed[tuple[SecretDrop, ...]] = msgspec.UNSET


class MovesFlown(Event):
    """All moves that a seat ordered are flown, and its drops recorded."""

    audience: ClassVar[Audience] = EVERYONE

    seat: SeatId


class BreakUpRolled(Event):
    """A badly damaged ship strained its hull (P-14)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    chance: int
    roll: int
    broke: bool


class ShipMoved(Event):
    """A ship flew hexes of its plan, from the one it stood in: each with the facing on leaving it.

    *done*: this was the last part; *hexes* is the length of the whole plan, *turns* its turns.
    """

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    path: tuple[tuple[Hex, int], ...]
    hexes: int
    turns: int
    done: bool


class GravityTurned(Event):
    """A planet turned a passing ship (P-08)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    at: Hex
    turn: Literal[-1, 1]


class ShipCrashed(Event):
    """A ship was caught by a planet (P-06, P-07)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    at: Hex


class ShipLeftMap(Event):
    """A ship left the map for good (P-18)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    fate: Literal["escaped", "lost"]
