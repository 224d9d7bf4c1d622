"""What can happen in a battle of Scorpeads.

Stored for ever: names and fields are the format. Add a field with a default, or a new event with
an upcaster; never change what an old one means. What a viewer may not read is UNSET.
"""

from typing import ClassVar, Literal, get_args

import msgspec
from msgspec import UNSET

from domain.audience import Audience, Sealed
from domain.decider import Event
from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.systems.scorpead.activity_events import ActivityEvent
from domain.systems.scorpead.commands import EnergyForm, Move
from domain.systems.scorpead.fire_events import FireEvent
from domain.systems.scorpead.forms import Feature, UnitSheet
from domain.systems.scorpead.map_events import MapEvent


class Deployed(msgspec.Struct, frozen=True, kw_only=True):
    """A ship as the battle begins."""

    id: ShipId
    ship_class: str
    seat: SeatId
    at: Hex
    facing: int
    speed: int
    hexes_since_turn: int
    hexes_since_slip: int


class BattleBegan(Event):
    """The ships are on the map: capacitors and batteries full, magnifiers and chambers empty.

    *orphan_capacity* is what a magnifier without connected phasers holds (ruling G-6).
    """

    audience: ClassVar[Audience] = Audience.EVERYONE

    scenario: str
    turn_limit: int
    ships: tuple[Deployed, ...]
    orphan_capacity: int = 0
    features: tuple[Feature, ...] = ()
    units: tuple[UnitSheet, ...] = ()


# --- the turn begins ------------------------------------------------------------------------


class EnergyAllocated(Event):
    """A ship's energy is allocated, and what its batteries gave to it."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    ship: ShipId
    form: Sealed[EnergyForm] = UNSET
    battery_halves: Sealed[int] = UNSET


class SpeedsAnnounced(Event):
    """All speeds of the turn are revealed."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    speeds: dict[ShipId, int]


class EwAnnounced(Event):
    """A ship's electronic warfare is public, and whether fire control and shields have power."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    ecm: int
    eccm: int
    fire_control: bool
    shields: bool


class LockOnDetermined(Event):
    """A ship has its lock-on for the turn, or not; *die* is None where none was needed."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    rating: int
    die: int | None
    achieved: bool


class ImpulseBegan(Event):
    """An impulse begins; *movers* move in this order, those of one group at the same time."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    impulse: int
    movers: tuple[tuple[ShipId, ...], ...]


class ShipMoved(Event):
    """A ship moved one hex."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    move: Move
    at: Hex
    facing: int


# --- the turn ends --------------------------------------------------------------------------


class MagnifierDischarged(Event):
    """A magnifier's unused energy is discharged, and its amount announced."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    magnifier: str
    energy: int


class ChamberDischarged(Event):
    """A chamber's unused energy is discharged, and its amount announced."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    chamber: str
    energy: int


class BatteriesRecharged(Event):
    """A ship's batteries take what was allocated to them."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    ship: ShipId
    halves: Sealed[int] = UNSET


class TurnEnded(Event):
    """The turn is over; energy is allocated for the next one."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    turn: int


class BattleEnded(Event):
    """The battle is over; *scored* are the enemy boxes that each seat destroyed."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    winners: tuple[SeatId, ...]
    reason: Literal["destruction", "broken_off", "turn_limit"]
    scored: tuple[tuple[SeatId, int], ...]


BattleEvent = (
    BattleBegan
    | EnergyAllocated
    | SpeedsAnnounced
    | EwAnnounced
    | LockOnDetermined
    | ImpulseBegan
    | ShipMoved
    | MagnifierDischarged
    | ChamberDischarged
    | BatteriesRecharged
    | TurnEnded
    | BattleEnded
    | FireEvent
    | ActivityEvent
    | MapEvent
)

EVENTS: tuple[type[Event], ...] = get_args(BattleEvent)
