"""What can happen in a skirmish.

Stored for ever: names and fields are the format. Add a field with a default, or a new event with
an upcaster; never change what an old one means. What a viewer may not read is UNSET. Points,
skills and ammunition are their owner's; what a malfunction is, is the referee's.
"""

from typing import ClassVar, Literal, get_args

import msgspec
from msgspec import UNSET

from domain.audience import Audience, Sealed
from domain.decider import Event
from domain.hexes import Hex
from domain.names import SeatId
from domain.systems.ranged.attack_events import (
    AttackRolled,
    Contested,
    CoverPassed,
    CriticalRolled,
    DamageRolled,
    DefenceRolled,
    Diagnosed,
    FatigueApplied,
    HitLocated,
    InjuryApplied,
    MalfunctionKind,
    OccupantStruck,
    Overpenetrated,
    Rolled3d,
    ShieldDamaged,
    StrayChecked,
    WeaponMalfunctioned,
)
from domain.systems.ranged.decisions import AnyRuling
from domain.systems.ranged.forms import (
    Manoeuvre,
)
from domain.systems.ranged.secret_events import Hid, Revealed
from domain.systems.ranged.sheets import Body, Sheet
from domain.systems.ranged.tasks import AnyTask
from domain.systems.ranged.thing_events import (
    AmmoSpent,
    AreaStruck,
    DotSwitched,
    Entangled,
    Exploded,
    FlamesDrifted,
    FlamesEnded,
    FlamesStarted,
    FuseStarted,
    LockRolled,
    ProjectileEnded,
    ProjectileFlew,
    Scattered,
    ShotHeard,
    WeaponChanged,
    WeaponFreed,
    WeaponLanded,
    WeaponStruck,
    WeaponStuck,
    WeaponTaken,
    ZoneEnded,
    ZoneSet,
)


class Gear(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon as the battle begins: what everybody sees of it."""

    id: str
    key: str
    at: Literal["hand", "belt", "ground"]
    bipod_open: bool = False
    mounted: bool = False
    cocked: bool = False
    accessories: tuple[str, ...] = ()
    off_hand: bool = False


class Deployed(msgspec.Struct, frozen=True, kw_only=True):
    """A combatant as the battle begins: what everybody sees."""

    id: str
    title: str
    seat: SeatId
    body: Body
    at: Hex
    elevation: int
    facing: int
    posture: str
    gear: tuple[Gear, ...]
    shield: str
    mount: str
    unaware: bool


class BattleBegan(Event):
    """All stand where the set-up says; *order* is the order of turns for the whole fight.

    Of *lurkers* everybody knows that they may be there; where, is said of none of them.
    """

    audience: ClassVar[Audience] = Audience.EVERYONE

    scenario: str
    choices: dict[str, int | str]
    order: tuple[str, ...]
    fighters: tuple[Deployed, ...]
    lurkers: tuple[Deployed, ...] = ()


class SheetDealt(Event):
    """A combatant's numbers, and what the weapons hold: the owner's alone."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    sheet: Sealed[Sheet] = UNSET
    loaded: Sealed[dict[str, int]] = UNSET


class SecondBegan(Event):
    """A second begins: everybody takes a turn."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    second: int


class TurnBegan(Event):
    """A combatant's turn begins."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str


class TaskDone(Event):
    """The first thing to do is done; *then* comes in its place, *skip* more are given up."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    then: tuple[AnyTask, ...] = ()
    skip: int = 0


class TaskAdded(Event):
    """Something comes before all else."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    first: tuple[AnyTask, ...]


class ManoeuvreChosen(Event):
    """A combatant's manoeuvre; what a Wait waits for is the owner's secret."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    manoeuvre: Manoeuvre
    trigger: Sealed[str] = UNSET


class Moved(Event):
    """A combatant moved to the next hex, or turned."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    at: Hex
    facing: int
    elevation: int
    yards: int = 1


class PostureChanged(Event):
    """A combatant stands, kneels, lies; or fell."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    posture: str
    fell: bool = False


class FighterChanged(Event):
    """Something of a combatant changed that everybody can see."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    change: str
    number: int = 0
    word: str = ""


class Aimed(Event):
    """A combatant aims; everybody sees at whom."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    target: str
    at: Hex | None
    seconds: int
    braced: bool
    code: int = 0
    both_hands: bool = False


class CaptiveFreed(Event):
    """The captive is free."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str


class BluffHeld(Event):
    """How many seconds the attackers have held the bluff."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seconds: int


class RulingMade(Event):
    """The referee decided something, and why (2.6)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    decision: AnyRuling
    reason: str


class JamSet(Event):
    """The referee set a jammer against a target's pursuers: its owner's secret (GU-09)."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    penalty: Sealed[int] = UNSET


class BattleEnded(Event):
    """The skirmish is over."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    winners: tuple[SeatId, ...]
    reason: Literal["down", "freed", "bluff", "bank", "time"]


BattleEvent = (
    BattleBegan | SheetDealt | SecondBegan | TurnBegan | TaskDone | TaskAdded | ManoeuvreChosen
    | Moved | PostureChanged | FighterChanged | Aimed | LockRolled | WeaponChanged | FuseStarted
    | DotSwitched | WeaponLanded | WeaponTaken | WeaponStruck
    | AmmoSpent | AttackRolled | CriticalRolled | WeaponMalfunctioned | MalfunctionKind
    | Diagnosed | DefenceRolled | HitLocated | DamageRolled | InjuryApplied | OccupantStruck
    | FatigueApplied
    | CoverPassed | Overpenetrated | StrayChecked | ShieldDamaged | Rolled3d | Contested
    | Entangled | WeaponStuck | WeaponFreed | Scattered | Exploded | AreaStruck | FlamesStarted
    | FlamesDrifted | FlamesEnded | ZoneSet | ZoneEnded | ProjectileFlew | ProjectileEnded
    | ShotHeard
    | CaptiveFreed | BluffHeld | RulingMade | JamSet | Hid | Revealed | BattleEnded
)  # fmt: skip

EVENTS: tuple[type[Event], ...] = get_args(BattleEvent)
