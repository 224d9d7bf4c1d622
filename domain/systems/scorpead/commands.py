"""What a player may ask for, in the imperative.

Ships, banks, chambers and boxes go by the names on their sheets. Weapons, electronic warfare and
reinforcement take whole points; what knows half points says so in its name.
"""

from typing import Annotated, ClassVar, Literal

import msgspec

from domain.decider import Command
from domain.refusals import Rule
from domain.systems.scorpead import rules
from domain.systems.scorpead.forms import (
    ActivityOrder,
    Allotted,
    Form,
    Name,
    Points,
    Setting,
    Ship,
)

Move = Literal["straight", "turn_left", "turn_right", "slip_left", "slip_right"]


# --- energy ---------------------------------------------------------------------------------


class EnergyForm(Form, frozen=True, kw_only=True):
    """What a ship's power is spent on in a turn; life support is paid first, unasked.

    *guards* and *cdr* cost nothing: they are written down here because they are as secret.
    *edr* names for each powered lab the box that it is to repair.
    """

    warp_hexes: Points = 0
    impulse_hexes: Points = 0
    fire_control: bool = True
    shields: bool = True
    capacitor_halves: Points = 0
    magnifiers: Allotted = msgspec.field(default_factory=dict)
    chambers: Allotted = msgspec.field(default_factory=dict)
    tubes: Allotted = msgspec.field(default_factory=dict)
    ecm: Points = 0
    eccm: Points = 0
    general: Points = 0
    specific: Allotted = msgspec.field(default_factory=dict)
    recharge_halves: Points = 0
    manoeuvres: bool = False
    transporters: Points = 0
    guards: Allotted = msgspec.field(default_factory=dict)
    shield_repair: Allotted = msgspec.field(default_factory=dict)
    cdr: Name | None = None
    edr: Annotated[dict[Name, Name | None], msgspec.Meta(max_length=16)] = msgspec.field(
        default_factory=dict
    )


class AllocateEnergy(Command):
    """Allocate the energy of all ships of the seat for this turn; known to its owner alone."""

    rule: ClassVar[Rule] = rules.C2_BALANCE
    simultaneous: ClassVar[bool] = True
    opens: ClassVar[bool] = False

    forms: Annotated[dict[Ship, EnergyForm], msgspec.Meta(max_length=16)]


# --- movement -------------------------------------------------------------------------------


class MoveShip(Command):
    """Move a ship one hex."""

    rule: ClassVar[Rule] = rules.C1_MOVEMENT

    ship: Ship
    move: Move


class MoveTogether(Command):
    """Move ships that tie with another side's: sealed, then all at once."""

    rule: ClassVar[Rule] = rules.C1_MOVEMENT
    simultaneous: ClassVar[bool] = True

    moves: Annotated[dict[Ship, Move], msgspec.Meta(max_length=16)]


# --- fire -----------------------------------------------------------------------------------


class ReserveForm(Form, frozen=True, kw_only=True):
    """What a ship's reserve power goes into; it is spent before the orders of the same commit."""

    magnifiers: Allotted = msgspec.field(default_factory=dict)
    chambers: Allotted = msgspec.field(default_factory=dict)
    capacitor_halves: Points = 0
    ecm: Points = 0
    eccm: Points = 0
    transporters: Points = 0


class FirePhaser(Form, frozen=True, kw_only=True, tag_field="order", tag="phaser"):
    """Fire one phaser, plainly."""

    ship: Ship
    phaser: Name
    target: Ship


class AimedPhaser(Form, frozen=True, kw_only=True):
    """A phaser's part in mode one: its target, and its unit of the magnifier's energy, if any."""

    target: Ship
    energy: Points = 0


class FireModeOne(Form, frozen=True, kw_only=True, tag_field="order", tag="mode_one"):
    """Fire phasers of a bank, some of them magnified (ER-12.42); None: this phaser holds."""

    ship: Ship
    magnifier: Name
    shots: Annotated[dict[Name, AimedPhaser | None], msgspec.Meta(max_length=32)]


class FireModeTwo(Form, frozen=True, kw_only=True, tag_field="order", tag="mode_two"):
    """Link all phasers of a bank to one shot (ER-12.43)."""

    ship: Ship
    magnifier: Name
    target: Ship
    effective: Name
    energy: Points = 0


class FireBurst(Form, frozen=True, kw_only=True, tag_field="order", tag="burst"):
    """Fire one chamber of a hyperspace detonator (DW-12.311)."""

    ship: Ship
    chamber: Name
    target: Ship
    magnifier: Name | None = None
    narrow_salvo: bool = False
    non_violent: bool = False


class FireSalvo(Form, frozen=True, kw_only=True, tag_field="order", tag="salvo"):
    """Discharge all chambers of a hyperspace detonator at once (DW-12.312).

    *secondaries* says of each chamber whether it takes part; *ties* names a chamber's magnifier.
    """

    ship: Ship
    detonator: Name
    primary: Name
    target: Ship
    secondaries: Annotated[dict[Name, bool], msgspec.Meta(max_length=16)] = msgspec.field(
        default_factory=dict
    )
    ties: Annotated[dict[Name, Name | None], msgspec.Meta(max_length=16)] = msgspec.field(
        default_factory=dict
    )
    narrow_salvo: bool = False
    non_violent: bool = False


FireOrder = FirePhaser | FireModeOne | FireModeTwo | FireBurst | FireSalvo
Order = ActivityOrder | FireOrder


class CommitFire(Command):
    """Decide on all that the seat does in this impulse; announced together with everybody's.

    Events announce what the rules reveal; the rest, reserve power, stays its owner's secret.

    Whatever the order of the orders: erratic manoeuvres are announced first (6A4), then comes what
    belongs to 6B (raids and launches, then shields), then fire.
    """

    rule: ClassVar[Rule] = rules.B2_FIRE_DECISION
    simultaneous: ClassVar[bool] = True
    opens: ClassVar[bool] = False

    reserve: Annotated[dict[Ship, ReserveForm], msgspec.Meta(max_length=16)] = msgspec.field(
        default_factory=dict
    )
    orders: Annotated[tuple[Order, ...], msgspec.Meta(max_length=64)] = ()


# --- damage ---------------------------------------------------------------------------------


class ChooseStruckShield(Command):
    """Choose which of two shields an enemy's fire strikes when it comes between them."""

    rule: ClassVar[Rule] = rules.D3_4_STRUCK_SHIELD

    ship: Ship
    firer: Ship
    shield: Annotated[int, msgspec.Meta(ge=1, le=6)]


class AllocateHit(Command):
    """Choose the box that a point of internal damage destroys."""

    rule: ClassVar[Rule] = rules.D4_21_ALLOCATION

    ship: Ship
    box: Name


# --- the referee ----------------------------------------------------------------------------


class RefereeSet(Command):
    """Set what lies on the map, or a ship's condition; the referee's alone, at any time."""

    rule: ClassVar[Rule] = rules.REFEREE

    setting: Setting


class CampaignRepair(Command):
    """Repair a box between two battles (D9.4); the referee's alone, before energy is allocated."""

    rule: ClassVar[Rule] = rules.DW_12_142_CAMPAIGN

    ship: Ship
    box: Name


COMMANDS: tuple[type[Command], ...] = (
    AllocateEnergy,
    MoveShip,
    MoveTogether,
    CommitFire,
    ChooseStruckShield,
    AllocateHit,
    RefereeSet,
    CampaignRepair,
)
