"""What can happen to ordnance, and in the end phase.

Stored for ever: names and fields are the format.
"""

from typing import ClassVar, Literal

from domain.audience import Audience
from domain.decider import Event
from domain.names import SeatId, ShipId
from domain.plane import Point

OPEN = Audience.EVERYONE


# --- ordnance -------------------------------------------------------------------------------


class OrdnanceLaunched(Event):
    """Ordnance is on the table, and its launchers' mounts are empty (OR-1)."""

    audience: ClassVar[Audience] = OPEN

    marker: str
    kind: Literal["torpedo", "boarding_torpedo", "craft"]
    side: int
    seat: SeatId
    launchers: tuple[ShipId, ...]
    at: Point
    heading: int
    arcs: tuple[int, int] = (0, 0)
    strength: int = 0
    fighters: int = 0
    bombers: int = 0
    boats: int = 0
    raid_bonus: int = 0


class OrdnanceTurned(Event):
    """A boarding torpedo marker turned about its centre (BT-4)."""

    audience: ClassVar[Audience] = OPEN

    marker: str
    old_heading: int
    heading: int


class OrdnanceMoved(Event):
    """A marker moved; *last* ends its move in this phase."""

    audience: ClassVar[Audience] = OPEN

    marker: str
    start: Point
    at: Point
    heading: int
    length: int
    last: bool


class OrdnanceContact(Event):
    """A marker touches a unit's base, at a place, on one of its sides (BT-5)."""

    audience: ClassVar[Audience] = OPEN

    marker: str
    unit: ShipId
    at: Point
    bearing: int
    facing: str


class OrdnanceBlastTest(Event):
    """A marker flew over blast markers: removed on a 6 (OR-13)."""

    audience: ClassVar[Audience] = OPEN

    marker: str
    die: int


class TurretsFired(Event):
    """Turrets fired at ordnance (OR-6)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    marker: str
    dice: tuple[int, ...]
    kills: int
    against: str


class TurretsHeld(Event):
    """A unit held its turrets' fire."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    marker: str


class OrdnanceReduced(Event):
    """A salvo or wave lost strength."""

    audience: ClassVar[Audience] = OPEN

    marker: str
    strength: int = 0
    fighters: int = 0
    bombers: int = 0
    boats: int = 0


class OrdnanceRemoved(Event):
    """A marker is off the table, and why (OR-5)."""

    audience: ClassVar[Audience] = OPEN

    marker: str
    reason: str


class BomberRunsRolled(Event):
    """How many attacks bombers make (OR-11)."""

    audience: ClassVar[Audience] = OPEN

    marker: str
    unit: ShipId
    attacks: int


class PatrolSet(Event):
    """Fighters go with a ship (OR-10)."""

    audience: ClassVar[Audience] = OPEN

    marker: str
    unit: ShipId | None


class MinefieldSearched(Event):
    """A minefield looked for a ship (MI-4)."""

    audience: ClassVar[Audience] = OPEN

    field: str
    unit: ShipId
    die: int
    needed: int


# --- end phase ------------------------------------------------------------------------------


class TeleportDeclared(Event):
    """A teleport attack (TP-11)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    target: ShipId


class BoardingResolved(Event):
    """A boarding action: both totals, and the damage of each (BO-1, BO-2)."""

    audience: ClassVar[Audience] = OPEN

    units: tuple[ShipId, ...]
    target: ShipId
    attacker: int
    defender: int


class Grappled(Event):
    """A boarding action was drawn, or is over (BO-3)."""

    audience: ClassVar[Audience] = OPEN

    units: tuple[ShipId, ...]
    target: ShipId
    held: bool


class UnitTaken(Event):
    """A unit without hits after boarding is a drifting hulk (BO-3)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId


class RepairRolled(Event):
    """Damage control (EN-1)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    dice: tuple[int, ...]
    repairs: int


class CriticalRepaired(Event):
    """A critical is repaired (EN-1)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    effect: str


class BlastRoll(Event):
    """How many blast markers may be removed (EN-3, PD-8)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId | None
    die: int


class LandingBegun(Event):
    """A ship lands troops (6.5)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId


class TroopsLanded(Event):
    """A landing counts (6.5)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    points: int


class ReRollsLost(Event):
    """The flagship's bridge or the flagship is lost (MV-9)."""

    audience: ClassVar[Audience] = OPEN

    side: int
