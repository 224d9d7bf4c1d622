"""What a player may ask for, in the imperative; one declaration is one manoeuvre, or a reaction."""

from typing import Annotated, ClassVar, Literal

import msgspec

from domain.audience import Sealed
from domain.decider import Command
from domain.hexes import Hex
from domain.refusals import Rule
from domain.systems.ranged import rules
from domain.systems.ranged.decisions import AnyRuling
from domain.systems.ranged.forms import Count, CoverOption, Defence, Form, Name, Stance, Way

AttackManoeuvre = Literal["attack", "determined", "move_and_attack"]
Posture = Literal["standing", "crouching", "kneeling", "sitting", "crawling", "prone", "face_up"]
Deed = Literal[
    "draw", "arm_grenade", "light_bottle", "cock", "ready_bolt", "load_bolt", "flame", "reload",
    "diagnose", "clear", "bipod", "mount", "escape", "cut_free", "keep_taut", "free_weapon",
    "gather", "pick_up", "fire_homing", "put_out_fire", "repair", "release",
]  # fmt: skip


class Burst(Form, frozen=True, kw_only=True):
    """Shots at one target of a spray."""

    target: Name
    shots: Count


class SuppressedZone(Form, frozen=True, kw_only=True):
    """A zone two yards across, its centre between two hexes, and the shots into it."""

    centre: tuple[Hex, Hex]
    shots: Count


class AttackWith(Command):
    """Attack somebody, or a piece of ground (*at*); after a step or a run along *path*.

    In the place of a step *stance* kneels, or stands up.

    *belt* is a bottle on the target's belt or a weapon in his hand; *melee* strikes with a net.
    """

    rule: ClassVar[Rule] = rules.S_2_3

    fighter: Name
    weapon: Name
    target: Name = ""
    at: Hex | None = None
    location: Name = "torso"
    cover: CoverOption = "exposed"
    shots: Count = 1
    manoeuvre: AttackManoeuvre = "attack"
    path: Way = ()
    stance: Stance = ""
    belt: Name = ""
    melee: bool = False


class Spray(Command):
    """Spray several targets, one after another in one direction."""

    rule: ClassVar[Rule] = rules.SP_01

    fighter: Name
    weapon: Name
    bursts: Annotated[tuple[Burst, ...], msgspec.Meta(max_length=15)]
    manoeuvre: AttackManoeuvre = "attack"


class Suppress(Command):
    """Hose down one zone, or several that lie side by side."""

    rule: ClassVar[Rule] = rules.SU_02

    fighter: Name
    weapon: Name
    zones: Annotated[tuple[SuppressedZone, ...], msgspec.Meta(max_length=8)]


class AimAt(Command):
    """Aim at somebody, or at a piece of ground; lock on, or designate with a beam's code.

    A step along *path*, or kneeling or standing up, comes first. *both_hands* brace a pistol.
    """

    rule: ClassVar[Rule] = rules.S_4_4

    fighter: Name
    weapon: Name
    target: Name = ""
    at: Hex | None = None
    code: Count = 0
    scopes: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1
    both_hands: bool = False
    path: Way = ()
    stance: Stance = ""


class MoveAlong(Command):
    """Move hex by hex."""

    rule: ClassVar[Rule] = rules.S_2_2

    fighter: Name
    path: Way


class ChangePosture(Command):
    """Stand, kneel, lie."""

    rule: ClassVar[Rule] = rules.S_4_6

    fighter: Name
    posture: Posture


class Concentrate(Command):
    """Launch a guided projectile at a far target, or steer it; perhaps after a step."""

    rule: ClassVar[Rule] = rules.GU_07

    fighter: Name
    weapon: Name
    target: Name = ""
    code: Count = 0
    path: Way = ()
    stance: Stance = ""


class Ready(Command):
    """Do something with a weapon or a thing, perhaps after a step."""

    rule: ClassVar[Rule] = rules.S_2_2

    fighter: Name
    deed: Deed
    item: Name = ""
    target: Name = ""
    code: Count = 0
    path: Way = ()
    stance: Stance = ""


class AllOutDefence(Command):
    """Nothing but defence: +2 to one of them, and a step; half Move with a dodge."""

    rule: ClassVar[Rule] = rules.S_2_2

    fighter: Name
    defence: Defence = "dodge"
    path: Way = ()
    stance: Stance = ""


class WaitFor(Command):
    """Wait, to attack when an enemy moves or attacks; which of them nobody else knows."""

    rule: ClassVar[Rule] = rules.S_2_5

    fighter: Name
    trigger: Sealed[Literal["moves", "attacks"]]


class DoNothing(Command):
    """Do nothing; also let a Wait pass."""

    rule: ClassVar[Rule] = rules.S_2_2

    fighter: Name


class FreeAction(Command):
    """Switch a laser sight, drop a weapon, let go of a rope; once a turn each."""

    rule: ClassVar[Rule] = rules.LS_05

    fighter: Name
    deed: Literal["laser", "drop", "let_go"]
    item: Name


class SwitchDot(Command):
    """Switch a laser sight of which not everybody sees the dot; on or off is sealed (2.4)."""

    rule: ClassVar[Rule] = rules.LS_05

    fighter: Name
    item: Name
    on: Sealed[bool]


NOT_HERE = -1
"""In the place of a hiding place: he stayed away."""


class HideAway(Command):
    """Say where each lies concealed who may: a place by its number, or not here."""

    rule: ClassVar[Rule] = rules.S_2_4

    places: Sealed[dict[Name, int]]


class Lying(Form, frozen=True, kw_only=True):
    """What somebody concealed does: lie still, creep in the dark, or aim."""

    path: Way = ()
    weapon: Name = ""
    target: Name = ""


class LieLow(Command):
    """Stay concealed for this turn, if one is there at all; what one does is sealed."""

    rule: ClassVar[Rule] = rules.S_2_4

    fighter: Name
    doing: Sealed[Lying]


class SpringUp(Command):
    """Show oneself, and take the turn; or say that nobody is there."""

    rule: ClassVar[Rule] = rules.S_2_4

    fighter: Name


class Defend(Command):
    """Dodge, block or parry, perhaps dropping prone, or with Acrobatics."""

    rule: ClassVar[Rule] = rules.S_4_7

    defence: Defence
    drop: bool = False
    acrobatics: bool = False


class DiveForCover(Command):
    """Dive out of an area, or to cover; or stay; or throw oneself on what is about to burst."""

    rule: ClassVar[Rule] = rules.AR_05

    to: Hex | None = None
    on_it: bool = False


class Decide(Command):
    """The referee decides what the text leaves open, and says why."""

    rule: ClassVar[Rule] = rules.S_2_6

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    decision: Sealed[AnyRuling]


COMMANDS: tuple[type[Command], ...] = (
    AttackWith, Spray, Suppress, AimAt, MoveAlong, ChangePosture, Concentrate, Ready,
    AllOutDefence, WaitFor, DoNothing, FreeAction, Defend, DiveForCover, Decide, HideAway, LieLow,
    SpringUp, SwitchDot,
)  # fmt: skip
