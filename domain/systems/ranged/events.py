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
from domain.names import SERVER, SeatId
from domain.systems.ranged.forms import (
    AnyRuling,
    AnyTask,
    Attack,
    AttackOutcome,
    Band,
    Bond,
    Defence,
    Flames,
    FlightEnd,
    Heard,
    Manoeuvre,
    Modifier,
    Projectile,
    Zone,
)
from domain.systems.ranged.sheets import Body, Sheet


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
    """All stand where the set-up says; *order* is the order of turns for the whole fight."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    scenario: str
    choices: dict[str, int | str]
    order: tuple[str, ...]
    fighters: tuple[Deployed, ...]


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


class LockRolled(Event):
    """A homing weapon tries to lock on; whether it did is the owner's secret (HO-04)."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    locked: Sealed[bool] = UNSET


class WeaponChanged(Event):
    """Something of a weapon changed that everybody can see."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    change: str
    number: int = 0


class WeaponLanded(Event):
    """A thrown weapon lies in a hex."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    at: Hex


class WeaponTaken(Event):
    """Somebody picked up a weapon that lay on the ground, and sees what is loaded in it."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    by: str
    off_hand: bool = False
    loaded: Sealed[int] = UNSET


class WeaponStruck(Event):
    """A blow struck a weapon in somebody's hand (4.16)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    points: int


class FuseStarted(Event):
    """A grenade is armed; when it bursts is the owner's secret (HG-02)."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    due: Sealed[int] = UNSET


class AmmoSpent(Event):
    """Rounds left a weapon; how many are left is the owner's secret."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    rounds: Sealed[int] = UNSET


# --- attacks ----------------------------------------------------------------------------------


class AttackRolled(Event):
    """An attack roll, with every modifier and its source; the numbers are the owner's.

    *effective* is *skill* and the sum of *modifiers*, nothing else. *hits* is what hits unless
    it is avoided; a miss has none. *margin* is how far off a missed area attack is.
    """

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    attack: Attack
    roll: int
    outcome: AttackOutcome
    hits: int
    off: int = 0
    rule: str = ""
    skill: Sealed[int] = UNSET
    modifiers: Sealed[tuple[Modifier, ...]] = UNSET
    effective: Sealed[int] = UNSET


class CriticalRolled(Event):
    """What a critical hit or miss does (4.14)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    table: Literal["critical_hit", "critical_head", "critical_miss"]
    roll: int
    effect: str


class WeaponMalfunctioned(Event):
    """A weapon did not fire, or fired once and jammed (MF-07)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    roll: int
    malf: int


class MalfunctionKind(Event):
    """What is wrong with a weapon that did not fire; known to the referee until diagnosed."""

    audience: ClassVar[Audience] = Audience.REFEREE

    fighter: str
    item: str
    seat: SeatId = SERVER
    kind: Sealed[str] = UNSET
    rounds_lost: Sealed[int] = UNSET
    late: Sealed[int] = UNSET


class Diagnosed(Event):
    """A malfunction is known, or not yet (MF-09, MF-12)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    kind: str


class DefenceRolled(Event):
    """A defence; the number to roll is the owner's secret."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    kind: Defence
    drop: bool
    roll: int
    success: bool
    avoided: int
    modifiers: Sealed[tuple[Modifier, ...]] = UNSET
    target: Sealed[int] = UNSET


class HitLocated(Event):
    """Where a hit strikes: the target's location, or its cover."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    target: str
    location: str
    cover: str = ""


class DamageRolled(Event):
    """Basic damage of one hit, as it comes to the target."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    target: str
    basic: int
    type: str
    halved: bool = False


class InjuryApplied(Event):
    """What a blow did: DR and injury are the owner's, the words everybody's."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    location: str
    band: Band
    large_area: bool = False
    dr: Sealed[int] = UNSET
    penetrating: Sealed[int] = UNSET
    injury: Sealed[int] = UNSET
    shock: Sealed[int] = UNSET


class OccupantStruck(Event):
    """What came through a vehicle struck somebody in it, or not (4.17)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    roll: int
    number: int
    basic: int


class FatigueApplied(Event):
    """Breath that is lost (4.13)."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    points: Sealed[int] = UNSET


class CoverPassed(Event):
    """A shot struck cover, and went through it or not (CV-11)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    cover: str
    cover_dr: int
    through: bool


class Overpenetrated(Event):
    """A shot goes on behind a body or a shield (OP-04); its cover DR is the owner's secret."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    behind: str
    cover_dr: Sealed[int] = UNSET


class StrayChecked(Event):
    """A shot that missed may hit somebody else (4.19)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    roll: int
    number: int
    hit: bool


class ShieldDamaged(Event):
    """A shield took a blow; what it still bears is its owner's secret."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    ruined: bool
    points: Sealed[int] = UNSET


class Rolled3d(Event):
    """A success roll that is no attack; the number to roll is the owner's secret."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    what: str
    roll: int
    success: bool
    critical: bool = False
    target: Sealed[int] = UNSET


class Contested(Event):
    """A Quick Contest: who won (4.20)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    what: str
    rolls: tuple[int, int]
    fighters: tuple[str, str]
    winner: str


# --- things -----------------------------------------------------------------------------------


class Entangled(Event):
    """What holds a combatant now."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    bonds: tuple[Bond, ...]
    why: str


class WeaponStuck(Event):
    """A weapon sticks in somebody (HP-01)."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    item: str
    holder: str
    injury: Sealed[int] = UNSET


class WeaponFreed(Event):
    """A weapon came free of somebody, or sticks for good, or its tether is lost."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    item: str
    how: Literal["freed", "stuck_for_good", "tether_lost"]


class Scattered(Event):
    """A miss lands elsewhere (ST-02 to ST-05)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    aimed_at: Hex
    yards: int
    direction: int
    at: Hex


class Exploded(Event):
    """Something burst (4.15)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    weapon: str
    at: Hex


class AreaStruck(Event):
    """Somebody is within an area, a cone or a fire."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    kind: str
    basic: int
    divisor: int


class FlamesStarted(Event):
    """Ground burns, or a cloud hangs."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    flames: Flames


class FlamesEnded(Event):
    """It burnt out, or drifted off."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    id: str


class ZoneSet(Event):
    """A suppression zone, or what is left of it."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    zone: Zone


class ZoneEnded(Event):
    """Suppression ends: the firer's turn begins, or the weapon failed."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    id: str


class ProjectileFlew(Event):
    """A projectile was launched, or flew on."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    projectile: Projectile


class ProjectileEnded(Event):
    """A projectile's flight is over."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    id: str
    reason: FlightEnd


class ShotHeard(Event):
    """What somebody makes of a shot (SI-01 to SI-05)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    shooter: str
    how: Heard


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
    | WeaponLanded | WeaponTaken | WeaponStruck
    | AmmoSpent | AttackRolled | CriticalRolled | WeaponMalfunctioned | MalfunctionKind
    | Diagnosed | DefenceRolled | HitLocated | DamageRolled | InjuryApplied | OccupantStruck
    | FatigueApplied
    | CoverPassed | Overpenetrated | StrayChecked | ShieldDamaged | Rolled3d | Contested
    | Entangled | WeaponStuck | WeaponFreed | Scattered | Exploded | AreaStruck | FlamesStarted
    | FlamesEnded | ZoneSet | ZoneEnded | ProjectileFlew | ProjectileEnded | ShotHeard
    | CaptiveFreed | BluffHeld | RulingMade | JamSet | BattleEnded
)  # fmt: skip

EVENTS: tuple[type[Event], ...] = get_args(BattleEvent)
