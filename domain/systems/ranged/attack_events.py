"""What an attack leads to: rolls, failures, defences, hits and wounds. See `events`."""

from typing import ClassVar, Literal

from msgspec import UNSET

from domain.audience import Audience, Sealed
from domain.decider import Event
from domain.hexes import Hex
from domain.names import SERVER, SeatId
from domain.systems.ranged.forms import (
    Attack,
    AttackOutcome,
    Band,
    Defence,
    Modifier,
)


class AttackRolled(Event):
    """An attack roll, with every modifier and its source; the numbers are the owner's.

    *effective* is *skill* and the sum of *modifiers*, nothing else. *hits* is what hits unless
    it is avoided; a miss has none. *off* is by how much a miss fails.
    """

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    attack: Attack
    roll: int
    outcome: AttackOutcome
    hits: int
    rule: str = ""
    off: Sealed[int] = UNSET
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
    """Where a hit strikes: the target's location, or its cover; or it *passes* who lies low."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    target: str
    location: str
    cover: str = ""
    passes: bool = False


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
    """A shot struck cover, and went through it or not (CV-11); what the cover lost there.

    At no HP left it may be *breached*: there is a hole in that hex (4.16).
    """

    audience: ClassVar[Audience] = Audience.EVERYONE

    cover: str
    cover_dr: int
    through: bool
    at: Hex | None = None
    lost: int = 0
    breached: bool = False


class Overpenetrated(Event):
    """A shot goes on behind a body or a shield (OP-04); its cover DR is the owner's secret."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    behind: str
    cover_dr: Sealed[int] = UNSET


class StrayChecked(Event):
    """A shot that missed may hit somebody else (4.19); the number to roll is the shooter's."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    roll: int
    hit: bool
    number: Sealed[int] = UNSET


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
