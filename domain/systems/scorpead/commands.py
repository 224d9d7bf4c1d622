"""What a player may ask for, in the imperative.

Ships, banks, chambers and boxes go by the names on their sheets. Weapons, electronic warfare and
reinforcement take whole points; what knows half points says so in its name.
"""

from typing import Annotated, ClassVar, Literal

import msgspec

from domain.decider import Command
from domain.names import ShipId
from domain.refusals import Rule
from domain.systems.scorpead import rules

Name = Annotated[str, msgspec.Meta(max_length=64)]
Ship = Annotated[ShipId, msgspec.Meta(max_length=64)]
Points = Annotated[int, msgspec.Meta(ge=0, le=999)]
Allotted = Annotated[dict[Name, Points], msgspec.Meta(max_length=32)]
Move = Literal["straight", "turn_left", "turn_right", "slip_left", "slip_right"]


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a command."""


# --- energy ---------------------------------------------------------------------------------


class EnergyForm(Form, frozen=True, kw_only=True):
    """What a ship's power is spent on in a turn; life support is paid first, unasked."""

    warp_hexes: Points = 0
    impulse_hexes: Points = 0
    fire_control: bool = True
    shields: bool = True
    capacitor_halves: Points = 0
    magnifiers: Allotted = {}
    chambers: Allotted = {}
    ecm: Points = 0
    eccm: Points = 0
    general: Points = 0
    specific: Allotted = {}
    recharge_halves: Points = 0


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

    magnifiers: Allotted = {}
    chambers: Allotted = {}
    capacitor_halves: Points = 0
    ecm: Points = 0
    eccm: Points = 0


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


class FireSalvo(Form, frozen=True, kw_only=True, tag_field="order", tag="salvo"):
    """Discharge all chambers of a hyperspace detonator at once (DW-12.312).

    *secondaries* says of each chamber whether it takes part; *ties* names a chamber's magnifier.
    """

    ship: Ship
    detonator: Name
    primary: Name
    target: Ship
    secondaries: Annotated[dict[Name, bool], msgspec.Meta(max_length=16)] = {}
    ties: Annotated[dict[Name, Name | None], msgspec.Meta(max_length=16)] = {}
    narrow_salvo: bool = False


Order = FirePhaser | FireModeOne | FireModeTwo | FireBurst | FireSalvo


class CommitFire(Command):
    """Decide on all fire of the seat in this impulse; revealed together with everybody's."""

    rule: ClassVar[Rule] = rules.B2_FIRE_DECISION
    simultaneous: ClassVar[bool] = True

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


COMMANDS: tuple[type[Command], ...] = (
    AllocateEnergy,
    MoveShip,
    MoveTogether,
    CommitFire,
    ChooseStruckShield,
    AllocateHit,
)
