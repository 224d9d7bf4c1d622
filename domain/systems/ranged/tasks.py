"""What is still to be done, first one first: the sequence of play takes the first (2.3, 2.5)."""

from typing import Literal

import msgspec

from domain.hexes import Hex
from domain.names import SeatId
from domain.systems.ranged.commands import AimAt, Concentrate, Ready
from domain.systems.ranged.forms import Attack, Passed


class Task(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="task",
    tag=lambda name: name.lower(),
):  # fmt: skip
    """Something that is still to be done; the sequence of play takes the first."""


class TurnStart(Task, frozen=True, kw_only=True):
    """Timers, per-second damage, unconsciousness; then the manoeuvre."""

    fighter: str


class Hide(Task, frozen=True, kw_only=True):
    """A seat says where those of its side lie concealed who may."""

    seat: SeatId


class Lurk(Task, frozen=True, kw_only=True):
    """The turn of somebody who may lie concealed."""

    fighter: str


class Act(Task, frozen=True, kw_only=True):
    """The fighter's manoeuvre is waited for."""

    fighter: str


class TurnEnd(Task, frozen=True, kw_only=True):
    """Recovery from stun."""

    fighter: str


class Walk(Task, frozen=True, kw_only=True):
    """A path, hex by hex; fire may interrupt it. *waited*: waits had their chance at this hex."""

    fighter: str
    path: tuple[Hex, ...]


class Stepped(Task, frozen=True, kw_only=True):
    """The step is done; now comes the one manoeuvre that it was part of."""

    fighter: str
    aim: AimAt | None = None
    ready: Ready | None = None
    concentrate: Concentrate | None = None


class Shoot(Task, frozen=True, kw_only=True):
    """An attack roll."""

    attack: Attack


class Traverse(Task, frozen=True, kw_only=True):
    """The shots that a spray wastes between two targets (SP-05)."""

    attack: Attack
    end: Hex
    shots: int


class Defending(Task, frozen=True, kw_only=True):
    """The target's defence is waited for; *margin* places a missed area attack."""

    attack: Attack
    target: str
    hits: int
    critical: str = ""


class Hit(Task, frozen=True, kw_only=True):
    """One hit that was not avoided: location, damage, injury.

    *through* names what the projectile has passed, *basic* is its damage then.
    """

    attack: Attack
    target: str
    location: str
    through: tuple[Passed, ...] = ()
    basic: int | None = None
    critical: str = ""


class Check(Task, frozen=True, kw_only=True):
    """An HT roll that a wound demands; without breath one of Will."""

    fighter: str
    kind: Literal["knockdown", "death", "awake", "breath"]
    modifier: int = 0
    times: int = 1


class Burst(Task, frozen=True, kw_only=True):
    """An explosion or an area effect: all near may dive, then it happens.

    *struck* took the blow itself; *warned* have had their chance.
    """

    weapon: str
    by: str
    at: Hex
    struck: str = ""
    half: bool = False
    warned: tuple[str, ...] | None = None
    dive: bool = True


class Cone(Task, frozen=True, kw_only=True):
    """A cone along an axis; all in it may dive, then it happens."""

    weapon: str
    by: str
    at: Hex
    warned: tuple[str, ...] | None = None


class Diving(Task, frozen=True, kw_only=True):
    """A chance to dive for cover is waited for."""

    fighter: str
    apex: Hex
    point: Hex
    from_cone: bool = False
    explosive: bool = False


class Engulfed(Task, frozen=True, kw_only=True):
    """One victim of a burst, a cone, a fire or a cloud; *behind* whoever lies on what burst."""

    weapon: str
    by: str
    fighter: str
    basic: int
    divisor: int | float = 1
    kind: Literal[
        "blast",
        "cone",
        "ground_fire",
        "fuel",
        "part_fire",
        "clothes",
        "cloud",
        "fall",
        "shield_fire",
    ]
    fragments: tuple[int, ...] = ()
    stood: Hex | None = None
    """Of no use any more; records hold it."""
    burst_at: Hex | None = None
    cover: tuple[str, ...] = ()
    behind: str = ""


class Fragment(Task, frozen=True, kw_only=True):
    """One fragment that strikes somebody, of so many dice, through whoever lies on what burst.

    *burst_at* is whence it flies: cover in between may stop it.
    """

    fighter: str
    dice: int
    behind: str = ""
    burst_at: Hex | None = None


class Kindle(Task, frozen=True, kw_only=True):
    """What smoulders catches fire now, or goes out (4.12)."""

    flames: str


class Flight(Task, frozen=True, kw_only=True):
    """A projectile's second of flight."""

    projectile: str


class Alert(Task, frozen=True, kw_only=True):
    """Waits that a happening may trigger: somebody moved, or attacked."""

    who: str
    what: Literal["moves", "attacks"]
    asked: tuple[str, ...] = ()


class Triggered(Task, frozen=True, kw_only=True):
    """A wait was triggered: its fighter may attack now."""

    fighter: str


AnyTask = (
    TurnStart
    | Hide
    | Lurk
    | Act
    | TurnEnd
    | Walk
    | Stepped
    | Shoot
    | Traverse
    | Defending
    | Hit
    | Check
    | Burst
    | Cone
    | Diving
    | Engulfed
    | Fragment
    | Kindle
    | Flight
    | Alert
    | Triggered
)
