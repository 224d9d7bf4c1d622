"""What can happen in fire: volleys, shields, hits, criticals, wrecks.

Stored for ever: names and fields are the format.
"""

from typing import ClassVar

from domain.audience import Audience
from domain.decider import Event
from domain.names import ShipId
from domain.plane import Point
from domain.systems.gothic.tasks import Group

OPEN = Audience.EVERYONE


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
