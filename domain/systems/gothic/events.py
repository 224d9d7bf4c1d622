"""What can happen in a battle of fleets: the stored format. Nothing in it is secret.

Stored for ever: names and fields are the format. Add a field with a default, or a new event with
an upcaster; never change what an old one means. Lengths and angles as in `domain.plane`.
"""

from typing import ClassVar, Literal

import msgspec

from domain.audience import Audience
from domain.decider import Event
from domain.names import SeatId, ShipId
from domain.plane import Point, Rectangle
from domain.systems.gothic.fire_events import (
    AttackRolled,
    BlastPlaced,
    BlastsRemoved,
    BraceSaved,
    CatastropheRolled,
    CriticalApplied,
    CriticalChecked,
    DamageTaken,
    ExplosionStruck,
    HitAndRunRolled,
    LanceSilent,
    NovaFired,
    ShieldAbsorbed,
    UnitCrippled,
    UnitDestroyed,
    VolleyDeclared,
    VolleyRolled,
)
from domain.systems.gothic.movement_events import (
    BlastsFelt,
    BoardingDeclared,
    Braced,
    DisengageFailed,
    FireShipExploded,
    HulkDrifted,
    LeadershipTested,
    OrderPlaced,
    OrdersClosed,
    PriorityDecided,
    Pulled,
    RamDeclared,
    Rammed,
    ReRollUsed,
    UnitLanded,
    UnitMoved,
    UnitsDisengaged,
    WindowAnswered,
    WindowOpened,
)
from domain.systems.gothic.ordnance_events import (
    BlastRoll,
    BoardingResolved,
    BomberRunsRolled,
    CriticalRepaired,
    Grappled,
    LandingBegun,
    MinefieldSearched,
    OrdnanceBlastTest,
    OrdnanceContact,
    OrdnanceLaunched,
    OrdnanceMoved,
    OrdnanceReduced,
    OrdnanceRemoved,
    OrdnanceTurned,
    PatrolSet,
    RepairRolled,
    ReRollsLost,
    TeleportDeclared,
    TroopsLanded,
    TurretsFired,
    TurretsHeld,
    UnitTaken,
)

OPEN = Audience.EVERYONE


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of an event."""


class Deployed(Part, frozen=True, kw_only=True):
    """A unit as it is set up: part of `BattleBegan`."""

    id: ShipId
    ship_class: str
    side: int
    seat: SeatId
    at: Point
    heading: int
    leadership: int
    squadron: str = ""
    flagship: bool = False
    marines: bool = False


class FieldLaid(Part, frozen=True, kw_only=True):
    """A minefield as it is set up, or terrain: part of `BattleBegan`."""

    id: str
    title: str
    kind: Literal["minefield", "asteroids", "planet"]
    bounds: Rectangle
    side: int = 0


class MineLaid(Event):
    """A mine is on the table (MI-1, MI-4)."""

    audience: ClassVar[Audience] = OPEN

    id: str
    side: int
    seat: SeatId
    at: Point


class SquadronFormed(Part, frozen=True, kw_only=True):
    """A squadron (SQ-1, SQ-2)."""

    id: str
    title: str
    side: int
    seat: SeatId
    members: tuple[ShipId, ...]
    leadership: int | None = None


class SideJoined(Part, frozen=True, kw_only=True):
    """A side as it is set up: part of `BattleBegan`."""

    side: int
    title: str
    seats: tuple[SeatId, ...]
    rerolls: int


class BattleBegan(Event):
    """The table is laid (2.1)."""

    audience: ClassVar[Audience] = OPEN

    scenario: str
    chosen: dict[str, int | str]
    size: tuple[int, int]
    band: int
    land: int
    attacker: int
    sides: tuple[SideJoined, ...]
    units: tuple[Deployed, ...]
    squadrons: tuple[SquadronFormed, ...]
    mines: tuple[MineLaid, ...]
    fields: tuple[FieldLaid, ...]
    first_turn_rolls: tuple[int, ...]


class SquadronsDeclared(Event):
    """A seat has said which of its capital ships and defences fight in squadrons (2.1)."""

    audience: ClassVar[Audience] = OPEN

    seat: SeatId
    squadrons: tuple[SquadronFormed, ...]


class TurnOrderChosen(Event):
    """Who goes first (2.1)."""

    audience: ClassVar[Audience] = OPEN

    order: tuple[int, ...]


class TurnBegan(Event):
    """A side's turn begins: its orders end, except bracing that still lasts (M0)."""

    audience: ClassVar[Audience] = OPEN

    side: int
    game_turn: int


class PhaseBegan(Event):
    """A phase begins, or another side's part of the ordnance phase."""

    audience: ClassVar[Audience] = OPEN

    phase: str
    mover: int = 0


class TurnEnded(Event):
    """A side's turn is over; bracing that ends now is over."""

    audience: ClassVar[Audience] = OPEN

    side: int


class StepFinished(Event):
    """A seat has done what it wanted in this step."""

    audience: ClassVar[Audience] = OPEN

    seat: SeatId


class BattleEnded(Event):
    """The battle is over (4.8)."""

    audience: ClassVar[Audience] = OPEN

    winners: tuple[int, ...]
    reason: str
    points: tuple[int, ...]
    assault: int = 0


EVENTS: tuple[type[Event], ...] = (
    BattleBegan, SquadronsDeclared, TurnOrderChosen, TurnBegan, PhaseBegan, TurnEnded,
    StepFinished, BattleEnded, WindowOpened, WindowAnswered, LeadershipTested, ReRollUsed,
    OrdersClosed, OrderPlaced, Braced, PriorityDecided, DisengageFailed, UnitsDisengaged,
    UnitMoved, HulkDrifted, Pulled, BlastsFelt, BoardingDeclared, RamDeclared, Rammed, UnitLanded,
    FireShipExploded, VolleyDeclared, VolleyRolled, LanceSilent, NovaFired, ShieldAbsorbed,
    BlastPlaced, BlastsRemoved, BraceSaved, DamageTaken, CriticalChecked, CriticalApplied,
    UnitCrippled, UnitDestroyed, CatastropheRolled, ExplosionStruck, HitAndRunRolled, AttackRolled,
    OrdnanceLaunched, OrdnanceTurned, OrdnanceMoved, OrdnanceContact, OrdnanceBlastTest,
    TurretsFired, TurretsHeld, OrdnanceReduced, OrdnanceRemoved, BomberRunsRolled, PatrolSet,
    MineLaid, MinefieldSearched, TeleportDeclared, BoardingResolved, Grappled, UnitTaken,
    RepairRolled, CriticalRepaired, BlastRoll, LandingBegun, TroopsLanded, ReRollsLost,
)  # fmt: skip

__all__ = [
    "EVENTS",
    "AttackRolled",
    "BattleBegan",
    "BattleEnded",
    "BlastPlaced",
    "BlastRoll",
    "BlastsFelt",
    "BlastsRemoved",
    "BoardingDeclared",
    "BoardingResolved",
    "BomberRunsRolled",
    "BraceSaved",
    "Braced",
    "CatastropheRolled",
    "CriticalApplied",
    "CriticalChecked",
    "CriticalRepaired",
    "DamageTaken",
    "Deployed",
    "DisengageFailed",
    "ExplosionStruck",
    "FieldLaid",
    "FireShipExploded",
    "Grappled",
    "HitAndRunRolled",
    "HulkDrifted",
    "LanceSilent",
    "LandingBegun",
    "LeadershipTested",
    "MineLaid",
    "MinefieldSearched",
    "NovaFired",
    "OrderPlaced",
    "OrdersClosed",
    "OrdnanceBlastTest",
    "OrdnanceContact",
    "OrdnanceLaunched",
    "OrdnanceMoved",
    "OrdnanceReduced",
    "OrdnanceRemoved",
    "OrdnanceTurned",
    "Part",
    "PatrolSet",
    "PhaseBegan",
    "PriorityDecided",
    "Pulled",
    "RamDeclared",
    "Rammed",
    "ReRollUsed",
    "ReRollsLost",
    "RepairRolled",
    "ShieldAbsorbed",
    "SideJoined",
    "SquadronFormed",
    "SquadronsDeclared",
    "StepFinished",
    "TeleportDeclared",
    "TroopsLanded",
    "TurnBegan",
    "TurnEnded",
    "TurnOrderChosen",
    "TurretsFired",
    "TurretsHeld",
    "UnitCrippled",
    "UnitDestroyed",
    "UnitLanded",
    "UnitMoved",
    "UnitTaken",
    "UnitsDisengaged",
    "VolleyDeclared",
    "VolleyRolled",
    "WindowAnswered",
    "WindowOpened",
]
