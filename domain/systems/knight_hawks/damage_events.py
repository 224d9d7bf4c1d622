"""What a hit or a fire can do, and what repairs can restore.

Stored for ever: names and fields are the format (`events`).
"""

from typing import ClassVar, Literal

from domain.audience import Audience
from domain.decider import Event
from domain.names import ShipId

EVERYONE: Audience = Audience.EVERYONE


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
