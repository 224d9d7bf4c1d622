"""What can happen in a Knight Hawks battle.

Stored for ever: names and fields are the format. Add a field with a default, or a new event with an
upcaster; never change what an old one means. Hexes are axial (q, r).

Mines and seekers are fields of events that happen anyway: `SecretsKept` follows whenever a ship
that is printed with them could have dropped some, whether or not it did.
"""

from typing import ClassVar, Literal

import msgspec

from domain.audience import Audience, Sealed
from domain.decider import Event
from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.systems.knight_hawks.tables import Column, WeaponType

EVERYONE: Audience = Audience.EVERYONE


# --- set-up and sequence --------------------------------------------------------------------


class BattleBegan(Event):
    """The scenario's vessels are on the table as printed; sides move in *order*."""

    audience: ClassVar[Audience] = EVERYONE

    scenario: str
    options: dict[str, int | str]
    order: tuple[str, ...]


class EdgeChosen(Event):
    """A side named its edge (6.6)."""

    audience: ClassVar[Audience] = EVERYONE

    side: str
    edge: Literal["west", "east"]


class ShipPlaced(Event):
    """A vessel was placed."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    at: Hex
    facing: int
    speed: int
    orbit: int = 1


class SetUpDone(Event):
    """A side has set up."""

    audience: ClassVar[Audience] = EVERYONE

    side: str


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


class TurnBegan(Event):
    """A game turn began."""

    audience: ClassVar[Audience] = EVERYONE

    turn: int


class HalfTurnBegan(Event):
    """A side became the moving side."""

    audience: ClassVar[Audience] = EVERYONE

    side: str


class PhaseBegan(Event):
    """A phase began; *side* is who acts in it; *order*: in which order seekers move."""

    audience: ClassVar[Audience] = EVERYONE

    phase: str
    side: str = ""
    order: tuple[str, ...] = ()


class SeatReady(Event):
    """A seat has done its part of a phase; *order* is the order in which its seekers move."""

    audience: ClassVar[Audience] = EVERYONE

    seat: SeatId
    order: tuple[str, ...] = ()


class BattleEnded(Event):
    """The battle is over."""

    audience: ClassVar[Audience] = EVERYONE

    winners: tuple[SeatId, ...]
    reason: Literal["destruction", "draw", "escaped", "fighters", "turn_limit"]


# --- screens, orbits, docks -----------------------------------------------------------------


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


# --- movement -------------------------------------------------------------------------------


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


# --- mines and seekers ----------------------------------------------------------------------


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


# --- attacks --------------------------------------------------------------------------------


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


# --- damage ---------------------------------------------------------------------------------


class DamageTableRolled(Event):
    """A roll on the damage table (P-37)."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId
    raw: int
    dtm: int
    modified: int
    row: str


class HullDamaged(Event):
    """Points came off a hull (R-06)."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId
    points: int


class AdfLost(Event):
    """A ship lost ADF."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId
    points: int


class MrLost(Event):
    """A ship lost MR."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId
    points: int


class WeaponDestroyed(Event):
    """A mount was lost."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId
    mount: str


class DefenceDestroyed(Event):
    """A screen, the masks or the interceptors were lost."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId
    defence: str


class PowerShorted(Event):
    """Screens and interceptors have no power."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId


class CombatControlHit(Event):
    """Combat control is damaged."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId


class NavigationHit(Event):
    """Navigation is damaged."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId


class FireStarted(Event):
    """A fire broke out."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId
    kind: Literal["electrical", "disastrous"]


class FireBurned(Event):
    """A ship's fire rages: a roll on the damage table follows."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId


class DcrHalved(Event):
    """The damage control rating is halved."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId


class HitConvertedToHull(Event):
    """A row found nothing to damage: the hit is a hull hit."""

    audience: ClassVar[Audience] = EVERYONE

    target: ShipId
    row: str


class ShipDestroyed(Event):
    """A vessel is gone."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId


# --- repair ---------------------------------------------------------------------------------


class RepairAllocated(Event):
    """Points were allocated to a system (P-61)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    system: str
    points: int


class RepairRolled(Event):
    """A repair was rolled (P-62)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    system: str
    points: int
    roll: int
    repaired: bool


class SystemRepaired(Event):
    """A system works again; of the hull *points* are restored (P-64)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    system: str
    points: int = 0


class RepairLocked(Event):
    """A system cannot be repaired any more (P-62)."""

    audience: ClassVar[Audience] = EVERYONE

    ship: ShipId
    system: str


SetUp = BattleBegan | EdgeChosen | ShipPlaced | SetUpDone
Sequence = TurnBegan | HalfTurnBegan | PhaseBegan | SeatReady | BattleEnded
Defences = ScreenActivated | ScreenDropped | MaskLost | PowerShorted | DefenceDestroyed
Docks = OrbitEntered | OrbitStepped | OrbitLeft | ShipDocked | ShipUndocked | AmmoReloaded
Moves = (
    NavErrorRolled | MovesOrdered | MovesFlown | BreakUpRolled | ShipMoved | GravityTurned
    | ShipCrashed | ShipLeftMap
)  # fmt: skip
Secrets = (
    SecretsKept | SeekerActivated | SeekerFound | SeekerTargetChosen | SeekerMoved
    | SeekerDetonated | SeekerExpired | MinesDetonated | HexCleared
)  # fmt: skip
Attacks = (
    FireDeclared | ResponsesOpened | IcmLaunched | EvasionDeclared | Responded | AmmoSpent
    | ShotWasted | AttackRolled | AttackResolved
)  # fmt: skip
Damage = (
    DamageTableRolled | HullDamaged | AdfLost | MrLost | WeaponDestroyed | CombatControlHit
    | NavigationHit | FireStarted | FireBurned | DcrHalved | HitConvertedToHull | ShipDestroyed
)  # fmt: skip
Repairs = RepairAllocated | RepairRolled | SystemRepaired | RepairLocked
BattleEvent = SetUp | Sequence | Defences | Docks | Moves | Secrets | Attacks | Damage | Repairs
EVENTS: tuple[type[Event], ...] = BattleEvent.__args__
