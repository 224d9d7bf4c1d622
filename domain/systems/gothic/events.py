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
from domain.systems.gothic.tasks import AnyTask, Group, Window

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


# --- shooting -------------------------------------------------------------------------------


class VolleyDeclared(Event):
    """Units fire at a target (SH-1)."""

    audience: ClassVar[Audience] = OPEN

    shooter: str
    target: str
    spent: dict[str, dict[str, int]]
    groups: tuple[Group, ...]
    lances: int
    aspect: str = ""


class VolleyRolled(Event):
    """What the dice of a volley hit (SH-3, SH-4): faces of batteries, and of lances."""

    audience: ClassVar[Audience] = OPEN

    shooter: str
    target: str
    batteries: tuple[int, ...]
    lances: tuple[int, ...]
    armour: int
    hits: int


class LanceSilent(Event):
    """Low orbit kept mounts from firing (6.5)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    mount: str


class NovaFired(Event):
    """A nova shell burst (SH-8)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    aimed: Point
    at: Point
    touched: tuple[ShipId, ...]


# --- damage ---------------------------------------------------------------------------------


class ShieldAbsorbed(Event):
    """A shield took a hit; the blast marker follows (DM-1)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId


class BlastPlaced(Event):
    """A blast marker is on the table (1.6)."""

    audience: ClassVar[Audience] = OPEN

    marker: str
    at: Point


class BlastsRemoved(Event):
    """Blast markers are removed (EN-3, EN-4, MI-5)."""

    audience: ClassVar[Audience] = OPEN

    markers: tuple[str, ...]
    by: str = ""
    die: int = 0


class BraceSaved(Event):
    """A braced unit's save (DM-2, HR-6)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    die: int
    saved: bool


class DamageTaken(Event):
    """Hits are lost (DM-3); *source*: hull, critical, fire, boarding, blast."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    hits: int
    source: str


class CriticalChecked(Event):
    """The die of a hull hit (DM-3)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    die: int


class CriticalApplied(Event):
    """A row of the critical table applies: rolled, and the row that could (DM-4)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    rolled: int
    row: int
    title: str
    effect: str


class UnitCrippled(Event):
    """A unit has lost half of its hits (PD-11)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId


class UnitDestroyed(Event):
    """A unit is off the table for good (DM-6)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    cause: str


class CatastropheRolled(Event):
    """The catastrophic table (4.5)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    total: int
    result: str
    radius: int = 0


class ExplosionStruck(Event):
    """An explosion reaches a unit (4.5)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    shots: tuple[int, ...]
    hits: int


class HitAndRunRolled(Event):
    """The die of a hit-and-run attack, with the crews' modifiers (HR-1)."""

    audience: ClassVar[Audience] = OPEN

    unit: ShipId
    die: int
    score: int
    failed: bool


class AttackRolled(Event):
    """Dice against armour: torpedoes, bombers, mines (BT-7, OR-11, MI-1)."""

    audience: ClassVar[Audience] = OPEN

    by: str
    unit: ShipId
    dice: tuple[int, ...]
    armour: int
    hits: int


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
