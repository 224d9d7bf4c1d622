"""What can happen in questions, tests, orders and movement.

Stored for ever: names and fields are the format.
"""

from typing import ClassVar

from domain.audience import Audience
from domain.decider import Event
from domain.names import SeatId, ShipId
from domain.plane import Point
from domain.systems.gothic.tasks import AnyTask, Window

OPEN = Audience.EVERYONE


# --- questions and tests --------------------------------------------------------------------


class WindowOpened(Event):
    """Play waits for an answer (2.6); *pending* is what is still to be done."""

    audience: ClassVar[Audience] = OPEN

    window: Window
    pending: tuple[AnyTask, ...]


class WindowAnswered(Event):
    """The answer is given."""

    audience: ClassVar[Audience] = OPEN

    seat: SeatId
    yes: bool = False
    turrets: bool = False
    taken: tuple[str, ...] = ()
    standing: bool = False


class LeadershipTested(Event):
    """A command check or another leadership test (MV-7, MV-8)."""

    audience: ClassVar[Audience] = OPEN

    purpose: str
    subject: str
    order: str
    target: int
    total: int
    passed: bool


class ReRollUsed(Event):
    """A commander's re-roll is used (MV-9)."""

    audience: ClassVar[Audience] = OPEN

    side: int
    subject: str


class OrdersClosed(Event):
    """A command check failed: no more orders this turn (MV-7)."""

    audience: ClassVar[Audience] = OPEN

    side: int


class OrderPlaced(Event):
    """Units carry out a special order; *ran* is how much farther they go (All Ahead Full)."""

    audience: ClassVar[Audience] = OPEN

    subject: str
    units: tuple[ShipId, ...]
    order: str
    ran: int = 0


class Braced(Event):
    """Units brace for impact, until the end of a player turn (4.2)."""

    audience: ClassVar[Audience] = OPEN

    subject: str
    units: tuple[ShipId, ...]
    until: int


class PriorityDecided(Event):
    """A shooter may choose its targets, or not (SH-2)."""

    audience: ClassVar[Audience] = OPEN

    subject: str
    passed: bool


class DisengageFailed(Event):
    """Units did not get away, and may do little else (MV-10)."""

    audience: ClassVar[Audience] = OPEN

    subject: str


class UnitsDisengaged(Event):
    """Units are out of the battle (MV-5, MV-10)."""

    audience: ClassVar[Audience] = OPEN

    units: tuple[ShipId, ...]
    off_table: bool = False


# --- movement -------------------------------------------------------------------------------


class UnitMoved(Event):
    """A ship moved; *length* is the whole of its move so far, *last* ends it."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    start: Point
    at: Point
    heading: int
    length: int
    last: bool
    drag: bool = False


class HulkDrifted(Event):
    """A hulk drifted ahead (4.5)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    at: Point
    length: int


class Pulled(Event):
    """Gravity pulled a unit (6.5)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    at: Point


class BlastsFelt(Event):
    """A ship without shields flew through blast markers (MV-6)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    die: int


class BoardingDeclared(Event):
    """A ship is to board another (BO-1)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    target: ShipId


class RamDeclared(Event):
    """A ship is to ram another (RA-1)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    target: ShipId


class Rammed(Event):
    """A ship rammed another: hits on both (RA-1)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    target: ShipId
    hits: int
    reply: int


class UnitLanded(Event):
    """A unit came down at the planet: landed, or destroyed (6.5)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId


class FireShipExploded(Event):
    """A fire ship detonated (6.3)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    radius: int
