"""What can happen beside fire: erratic manoeuvres, shields, raids, guards, repair.

Part of the stored format, like `events`.
"""

from typing import ClassVar, Literal

from msgspec import UNSET

from domain.audience import Audience, Sealed
from domain.decider import Event
from domain.names import SeatId, ShipId


class GuardsAssigned(Event):
    """A ship's boarding parties guard boxes, or none: its owner alone knows."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    ship: ShipId
    guards: Sealed[dict[str, int]] = UNSET


class ManoeuvreAnnounced(Event):
    """A ship announced that erratic manoeuvres start or stop at the end of the impulse."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    change: Literal["start", "stop"]


class ManoeuvresChanged(Event):
    """A ship flies erratic manoeuvres from now on, or no longer."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    on: bool


class ShieldSet(Event):
    """A ship dropped a shield or raised a dropped one."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    shield: int
    up: bool


class RaidDeclared(Event):
    """A boarding party goes on a raid by transporter."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    transporter: str
    target: ShipId
    box: str


class RaidResolved(Event):
    """What became of a raid; a die that was not needed is None."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    target: ShipId
    box: str
    ecm: int
    eccm: int
    shift: int
    beam_die: int | None
    guard_die: int | None
    raid_die: int | None
    result: Literal["no_transport", "stopped", "repelled", "failed", "destroyed"]
    party_lost: bool


class ActivityResolved(Event):
    """All that was decided for 6B is resolved."""

    audience: ClassVar[Audience] = Audience.EVERYONE


class BoxRaided(Event):
    """A raid destroyed a box."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    box: str


# --- repair ---------------------------------------------------------------------------------


class ShieldRepaired(Event):
    """Damage control repaired boxes of a shield."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    shield: int
    boxes: int


class RepairProgressed(Event):
    """Continuous damage repair put points into a destroyed box."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    box: str
    points: int
    total: int
    cost: int


class EmergencyRepairRolled(Event):
    """A powered lab tried to repair a box, against the damage control rating."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    lab: str
    box: str
    rating: int
    die: int


class DamageControlMarked(Event):
    """Emergency repair cost a box of the damage control track."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    box: str


class SystemRepaired(Event):
    """A destroyed box works again."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    box: str
    by: Literal["cdr", "edr", "campaign", "repair_system"]


ActivityEvent = (
    GuardsAssigned
    | ManoeuvreAnnounced
    | ManoeuvresChanged
    | ShieldSet
    | RaidDeclared
    | RaidResolved
    | ActivityResolved
    | BoxRaided
    | ShieldRepaired
    | RepairProgressed
    | EmergencyRepairRolled
    | DamageControlMarked
    | SystemRepaired
)
