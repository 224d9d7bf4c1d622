"""What can happen when fire is decided and resolved, down to the last box.

Part of the stored format, like `events`.
"""

from typing import ClassVar, Literal

import msgspec
from msgspec import UNSET

from domain.audience import Audience, Sealed
from domain.decider import Event
from domain.names import SeatId, ShipId
from domain.systems.scorpead.commands import ReserveForm


class FireStepOpened(Event):
    """All that move have moved, and somebody is in range: the Fire Decision Step."""

    audience: ClassVar[Audience] = Audience.EVERYONE


class ReservePowerUsed(Event):
    """What a ship's batteries gave to its systems, just before its fire, if anything.

    Recorded of every ship in every fire step, so that nothing shows from it but EW that rose.
    """

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    ship: ShipId
    ecm: int = 0
    eccm: int = 0
    reserve: Sealed[ReserveForm] = UNSET
    battery_halves: Sealed[int] = UNSET


class PhaserShot(msgspec.Struct, frozen=True, kw_only=True, tag="phaser"):
    """Phasers declared as one shot: the first rolls, the others are linked to it."""

    target: ShipId
    phasers: tuple[str, ...]
    mode: Literal["plain", "one", "two"] = "plain"
    magnifier: str | None = None
    magnified: bool = False


class Barrel(msgspec.Struct, frozen=True, kw_only=True):
    """A chamber in a shot, its energy, and what the magnifier tied to it gives."""

    chamber: str
    energy: int
    magnifier: str | None = None
    magnifier_energy: int = 0


class DetonatorShot(msgspec.Struct, frozen=True, kw_only=True, tag="detonator"):
    """A declared burst, or a salvo with its primary chamber first; *idle* only count as fired."""

    target: ShipId
    detonator: str
    mode: Literal["burst", "salvo"]
    barrels: tuple[Barrel, ...]
    idle: tuple[str, ...] = ()


Shot = PhaserShot | DetonatorShot


class FireDeclared(Event):
    """A shot is announced: its energy is spent, its clocks run."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    shot: Shot


class FireDecided(Event):
    """Everybody's fire is announced; nothing of it can be cancelled any more."""

    audience: ClassVar[Audience] = Audience.EVERYONE


class StruckShieldChosen(Event):
    """The fire of *firer* on *ship* strikes this shield, for this impulse."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    firer: ShipId
    shield: int


class PhaserShotResolved(Event):
    """A phaser shot was rolled: *base_column* to *column* by linking, then the die and the EW."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    shot: PhaserShot
    shield: int
    true_range: int
    effective_range: int
    base_column: int
    steps_paid: int
    steps_used: int
    column: int
    ecm: int
    eccm: int
    shift: int
    dice: tuple[int, ...]
    kept: int
    damage: int
    natural: dict[str, int] = msgspec.field(default_factory=dict)


class DetonatorShotResolved(Event):
    """A burst or salvo was rolled: *parts* is the damage of each barrel, if it hits.

    *natural* names each part of *ecm* that no sensors made, and *shield* is 0 for what has none.
    """

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    shot: DetonatorShot
    shield: int
    true_range: int
    effective_range: int
    hit_bracket: int
    hit_number: int
    ecm: int
    eccm: int
    shift: int
    dice: tuple[int, ...]
    hit: bool
    damage_bracket: int
    factor: int
    parts: tuple[int, ...]
    damage: int
    natural: dict[str, int] = msgspec.field(default_factory=dict)
    atmosphere_loss: int = 0


class ShieldDamaged(Event):
    """A volley struck a shield: what reinforcement and shield took, and what came through."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    shield: int
    damage: int
    general: int
    specific: int
    boxes: int
    internal: int


class InternalsRolled(Event):
    """The points of a volley that came through, each with its sum of two dice."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    shield: int
    points: tuple[int, ...]


class FireResolved(Event):
    """All declared fire is resolved; internal damage is marked off next."""

    audience: ClassVar[Audience] = Audience.EVERYONE


class BoxDestroyed(Event):
    """A point of internal damage, rolled *total*, destroyed a box in this column of the chart."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    box: str
    total: int
    column: int
    hit: str
    bold: bool


class StoredEnergyLost(Event):
    """A store holds less than it did: what it held above that is lost."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    ship: ShipId
    store: str
    lost_halves: Sealed[int] = UNSET


class DetonatorDisabled(Event):
    """The last chamber of a hyperspace detonator is destroyed."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId
    detonator: str


class ShipDestroyed(Event):
    """A point of internal damage found nothing left: the ship is destroyed."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    ship: ShipId


FireEvent = (
    FireStepOpened
    | ReservePowerUsed
    | FireDeclared
    | FireDecided
    | StruckShieldChosen
    | PhaserShotResolved
    | DetonatorShotResolved
    | ShieldDamaged
    | InternalsRolled
    | FireResolved
    | BoxDestroyed
    | StoredEnergyLost
    | DetonatorDisabled
    | ShipDestroyed
)
