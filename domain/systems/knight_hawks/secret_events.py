"""What can happen with mines and seekers: hidden ones, and those that everybody sees.

The hidden are fields of events that happen anyway: `SecretsKept` follows whenever a ship that is
printed with mines or seekers could have dropped some, whether or not it did.

Stored for ever: names and fields are the format (`events`).
"""

from typing import ClassVar

import msgspec

from domain.audience import Audience, Sealed
from domain.decider import Event
from domain.hexes import Hex
from domain.names import SeatId, ShipId

EVERYONE: Audience = Audience.EVERYONE


class SeekerLaid(msgspec.Struct, frozen=True, kw_only=True):
    """A seeker as its owner recorded it."""

    id: str
    at: Hex
    facing: int


class SecretsKept(Event):
    """What a ship laid in secret (R-22, R-30), and what is left of its mines and seekers."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: SeatId
    ship: ShipId
    mines: Sealed[tuple[Hex, ...]] = msgspec.UNSET
    seekers: Sealed[tuple[SeekerLaid, ...]] = msgspec.UNSET
    mines_left: Sealed[int] = msgspec.UNSET
    seekers_left: Sealed[int] = msgspec.UNSET


class SeekerActivated(Event):
    """A seeker began to fly (R-32); its owner knows which of the recorded ones it is."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: SeatId
    seeker: str
    side: str
    at: Hex
    facing: int
    laid: Sealed[str] = msgspec.UNSET


class SeekerFound(Event):
    """An enemy entered the hex of an inactive seeker and found it (option of G-08)."""

    audience: ClassVar[Audience] = EVERYONE

    side: str
    at: Hex
    number: int


class SeekerTargetChosen(Event):
    """A seeker chose its target (R-36, R-37)."""

    audience: ClassVar[Audience] = EVERYONE

    seeker: str
    target: ShipId
    range_hexes: int
    tied: tuple[ShipId, ...] = ()
    die: int | None = None


class SeekerMoved(Event):
    """A seeker flew (R-34); it faces as its last hex says, or as it did."""

    audience: ClassVar[Audience] = EVERYONE

    seeker: str
    move_number: int
    allowance: int
    path: tuple[Hex, ...]
    facing: int


class SeekerDetonated(Event):
    """A seeker exploded at a ship in its hex (R-40, R-41)."""

    audience: ClassVar[Audience] = EVERYONE

    seeker: str
    at: Hex
    target: ShipId
    tied: tuple[ShipId, ...] = ()
    die: int | None = None


class SeekerExpired(Event):
    """A seeker exploded after its last move, with no ship in its hex (R-35)."""

    audience: ClassVar[Audience] = EVERYONE

    seeker: str
    at: Hex


class MinesDetonated(Event):
    """A mine pattern went off, against all enemies that entered (R-25, R-26)."""

    audience: ClassVar[Audience] = EVERYONE

    side: str
    at: Hex
    targets: tuple[ShipId, ...]


class HexCleared(Event):
    """A pattern is spent (R-29)."""

    audience: ClassVar[Audience] = EVERYONE

    side: str
    at: Hex
