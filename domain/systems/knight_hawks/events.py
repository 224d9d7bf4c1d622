"""What can happen in a Knight Hawks battle.

Stored for ever: names and fields are the format. Add a field with a default, or a new event with an
upcaster; never change what an old one means. Hexes are axial (q, r).

Here are set-up and sequence, and the whole of them by kind; `move_events`, `secret_events`,
`attack_events` and `damage_events` have the others.
"""

from typing import ClassVar, Literal

from domain.audience import Audience
from domain.decider import Event
from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.systems.knight_hawks.attack_events import (
    AmmoSpent,
    AttackResolved,
    AttackRolled,
    EvasionDeclared,
    FireDeclared,
    IcmLaunched,
    Responded,
    ResponsesOpened,
    ShotWasted,
)
from domain.systems.knight_hawks.damage_events import (
    AdfLost,
    CombatControlHit,
    DamageTableRolled,
    DcrHalved,
    DefenceDestroyed,
    FireBurned,
    FireStarted,
    HitConvertedToHull,
    HullDamaged,
    MrLost,
    NavigationHit,
    PowerShorted,
    RepairAllocated,
    RepairLocked,
    RepairRolled,
    ShipDestroyed,
    SystemRepaired,
    WeaponDestroyed,
)
from domain.systems.knight_hawks.move_events import (
    AmmoReloaded,
    BreakUpRolled,
    GravityTurned,
    MaskLost,
    MovesFlown,
    MovesOrdered,
    NavErrorRolled,
    OrbitEntered,
    OrbitLeft,
    OrbitStepped,
    ScreenActivated,
    ScreenDropped,
    ShipCrashed,
    ShipDocked,
    ShipLeftMap,
    ShipMoved,
    ShipUndocked,
)
from domain.systems.knight_hawks.secret_events import (
    HexCleared,
    MinesDetonated,
    SecretsKept,
    SeekerActivated,
    SeekerDetonated,
    SeekerExpired,
    SeekerFound,
    SeekerMoved,
    SeekerTargetChosen,
)

EVERYONE: Audience = Audience.EVERYONE


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


# --- all of them -----------------------------------------------------------------------------

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
