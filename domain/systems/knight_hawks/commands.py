"""What a player may ask for, in the imperative.

Vessels and mounts go by the names on their sheets; hexes by column and row of the map, on paths by
their number on the path, from 0. Mines and seekers are sealed wherever they occur.
"""

from typing import Annotated, ClassVar, Literal

import msgspec

from domain.audience import Sealed
from domain.decider import Command
from domain.names import ShipId
from domain.refusals import Rule
from domain.systems.knight_hawks import rules

Name = Annotated[str, msgspec.Meta(max_length=64)]
Ship = Annotated[ShipId, msgspec.Meta(max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=-9_999, le=9_999)]
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Facing = Annotated[int, msgspec.Meta(ge=0, le=5)]
Place = tuple[Number, Number]
"""Column and row of a hex on the map."""
Plan = Annotated[str, msgspec.Meta(max_length=200, pattern="^[FLR]*$")]
ScreenCode = Literal["PS", "ES", "SS", "MS", "none"]


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a command."""


# --- set-up ---------------------------------------------------------------------------------


class ChooseEdge(Command):
    """Name the short edge at which the seat's side will enter."""

    rule: ClassVar[Rule] = rules.S_6_6_THE_STAND

    edge: Literal["west", "east"]


class Placement(Form, frozen=True, kw_only=True):
    """Where a vessel begins, and how fast; a station's *orbit* is clockwise (1) or not (-1)."""

    column: Number
    row: Number
    facing: Facing = 0
    speed: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    orbit: Literal[1, -1] = 1


class LayMine(Form, frozen=True, kw_only=True, tag_field="order", tag="mine"):
    """Lay one of a ship's patterns before the game."""

    ship: Ship
    at: Place


class LaySeeker(Form, frozen=True, kw_only=True, tag_field="order", tag="seeker"):
    """Lay one of a ship's seekers before the game."""

    ship: Ship
    at: Place
    facing: Facing = 0


class PlaceFleet(Command):
    """Place the seat's vessels (those not named stand as printed), and lay in secret."""

    rule: ClassVar[Rule] = rules.R_20_BEFORE_THE_GAME

    vessels: Annotated[dict[Ship, Placement], msgspec.Meta(max_length=64)]
    laid: Sealed[Annotated[tuple[LayMine | LaySeeker, ...], msgspec.Meta(max_length=64)]]


# --- movement -------------------------------------------------------------------------------


class PrepareMovement(Command):
    """Set screens, announce who leaves orbit or dock, activate seekers: M1 and M2.

    A screen that is None stays as it is. *activate* names hidden seekers; *order* names active ones
    in the order of their moves, the others follow.
    """

    rule: ClassVar[Rule] = rules.P_50_SWITCHING

    activate: Sealed[Annotated[dict[Name, bool], msgspec.Meta(max_length=64)]]
    screens: Annotated[dict[Ship, ScreenCode | None], msgspec.Meta(max_length=64)] = msgspec.field(
        default_factory=dict
    )
    leave_orbit: Annotated[dict[Ship, bool], msgspec.Meta(max_length=64)] = msgspec.field(
        default_factory=dict
    )
    undock: Annotated[dict[Ship, bool], msgspec.Meta(max_length=64)] = msgspec.field(
        default_factory=dict
    )
    order: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)] = ()


class Fly(Form, frozen=True, kw_only=True, tag_field="order", tag="fly"):
    """Fly a plan: F a hex forward, L and R a hexside in the hex just entered.

    *rotate_to* is the facing at rest, or of a ship that leaves orbit or dock before it moves.
    """

    ship: Ship
    plan: Plan
    rotate_to: Facing | None = None
    dock: Ship | None = None


class Turn(Form, frozen=True, kw_only=True):
    """A turn by a hexside, some hexes after the one before it, or after the start."""

    order: Literal["L", "R"]
    after: Annotated[int, msgspec.Meta(ge=1, le=200)]


class Steer(Form, frozen=True, kw_only=True, tag_field="order", tag="steer"):
    """Fly so many hexes with these turns: a plan in other words, for menus."""

    ship: Ship
    hexes: Annotated[int, msgspec.Meta(ge=0, le=200)]
    turns: Annotated[tuple[Turn, ...], msgspec.Meta(max_length=8)] = ()
    rotate_to: Facing | None = None
    dock: Ship | None = None


class EnterOrbit(Form, frozen=True, kw_only=True, tag_field="order", tag="orbit"):
    """Go into orbit round a body beside the ship, clockwise (1) or not (-1)."""

    ship: Ship
    body: Name
    direction: Literal[1, -1]
    facing: Facing | None = None


class DropMine(Form, frozen=True, kw_only=True, tag_field="order", tag="mine"):
    """Drop a pattern in a hex of the ship's path in this phase."""

    ship: Ship
    index: Count


class DropSeeker(Form, frozen=True, kw_only=True, tag_field="order", tag="seeker"):
    """Drop a seeker in a hex of the ship's path in this phase; in combat phases where it is."""

    ship: Ship
    index: Count = 0
    facing: Facing = 0


class MoveShips(Command):
    """Move ships in the order given; with *ends* the others keep course and the phase is over.

    With *coast* the others keep course as well, but drops may follow on all that was flown.
    """

    rule: ClassVar[Rule] = rules.P_01_SPEED

    moves: Annotated[tuple[Fly | Steer | EnterOrbit, ...], msgspec.Meta(max_length=64)]
    drops: Sealed[Annotated[tuple[DropMine | DropSeeker, ...], msgspec.Meta(max_length=64)]]
    ends: bool = True
    coast: bool = False


# --- combat ---------------------------------------------------------------------------------


class Aim(Form, frozen=True, kw_only=True):
    """A target, from and in which hexes of the paths; None: the last one."""

    target: Ship
    shooter_index: Count | None = None
    target_index: Count | None = None


class Shot(Form, frozen=True, kw_only=True, tag_field="order", tag="shot"):
    """Fire a mount at a target."""

    ship: Ship
    mount: Name
    aim: Aim


class DeclareFire(Command):
    """Declare all shots of the seat in this combat phase, perhaps none; seekers may be dropped."""

    rule: ClassVar[Rule] = rules.P_30_DECLARE

    shots: Annotated[tuple[Shot, ...], msgspec.Meta(max_length=200)]
    drops: Sealed[Annotated[tuple[DropSeeker, ...], msgspec.Meta(max_length=64)]]


class Launch(Form, frozen=True, kw_only=True, tag_field="order", tag="icm"):
    """Launch interceptor missiles at an attack."""

    attack: Count
    ship: Ship
    number: Annotated[int, msgspec.Meta(ge=1, le=24)]


class Evade(Form, frozen=True, kw_only=True, tag_field="order", tag="evade"):
    """Evade a torpedo."""

    attack: Count


class Respond(Command):
    """Answer the attacks on the seat's ships, before any die."""

    rule: ClassVar[Rule] = rules.P_39_ICM

    answers: Annotated[tuple[Launch | Evade, ...], msgspec.Meta(max_length=200)]


# --- repair ---------------------------------------------------------------------------------


class Block(Form, frozen=True, kw_only=True, tag_field="order", tag="block"):
    """Damage control points for one system: the chance in percent to repair it."""

    ship: Ship
    system: Name
    points: Annotated[int, msgspec.Meta(ge=1, le=999)]


class AllocateRepairs(Command):
    """Allocate damage control points on all ships of the seat; opened when all have."""

    rule: ClassVar[Rule] = rules.P_61_POINTS
    simultaneous: ClassVar[bool] = True

    blocks: Annotated[tuple[Block, ...], msgspec.Meta(max_length=200)]


COMMANDS: tuple[type[Command], ...] = (
    ChooseEdge,
    PlaceFleet,
    PrepareMovement,
    MoveShips,
    DeclareFire,
    Respond,
    AllocateRepairs,
)
