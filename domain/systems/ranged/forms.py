"""The values that commands, events and the state share: attacks, tasks, bonds, rulings."""

from typing import Annotated, Literal

import msgspec

from domain.hexes import Hex

Name = Annotated[str, msgspec.Meta(max_length=40)]
Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Way = Annotated[tuple[Hex, ...], msgspec.Meta(max_length=120)]
Manoeuvre = Literal[
    "aim", "attack", "determined", "suppression", "move_and_attack", "move", "change_posture",
    "concentrate", "ready", "all_out_defence", "wait", "do_nothing",
]  # fmt: skip
CoverOption = Literal["exposed", "random", "through"]
"""The three options against cover (CV-06 to CV-08)."""
Band = Literal["unhurt", "hurt", "reeling", "down"]
BlazeKind = Literal["part", "all", "fuel"]
BondKind = Literal["bolas", "net_large", "net_small", "lariat"]
AttackOutcome = Literal["hit", "miss", "critical_hit", "critical_miss", "malfunction"]
Heard = Literal["located", "heard", "unheard"]
FlightEnd = Literal["struck", "missed", "lost", "crashed", "expired", "dud"]
Defence = Literal["dodge", "block", "parry", "none"]


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value within a command or an event."""


class Modifier(msgspec.Struct, frozen=True, array_like=True):
    """One modifier: what it is, how much, and the row that says so."""

    name: str
    value: int
    rule: str


class Attack(Form, frozen=True, kw_only=True):
    """One attack roll that is to be made: everything that was declared, nothing that is secret.

    *shots* leave the weapon, *rof* is the effective rate of fire, *point_blank* multiplies dice
    and DR, *zone* is the suppression zone it belongs to, *projectile* the missile that arrives.
    """

    attacker: str
    weapon: str
    target: str = ""
    at: Hex | None = None
    location: str = "torso"
    cover: CoverOption = "exposed"
    shots: int = 1
    rof: int = 1
    point_blank: int = 1
    recoil_plus: int = 0
    manoeuvre: Manoeuvre = "attack"
    zone: str = ""
    projectile: str = ""
    flaming: bool = False
    belt: str = ""
    aimed: int = 0
    melee: bool = False


# --- tasks: what is still to be done, first one first ------------------------------------------


class Task(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="task",
    tag=lambda name: name.lower(),
):  # fmt: skip
    """Something that is still to be done; the sequence of play takes the first."""


class TurnStart(Task, frozen=True, kw_only=True):
    """Timers, per-second damage, unconsciousness; then the manoeuvre."""

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


class Passed(Form, frozen=True, kw_only=True):
    """Something that a projectile went through: its cover DR counts for what is behind."""

    kind: Literal["body", "cover", "shield"]
    id: str
    location: str = "torso"


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
    """An HT roll that a wound demands."""

    fighter: str
    kind: Literal["knockdown", "death", "awake"]
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


class Engulfed(Task, frozen=True, kw_only=True):
    """One victim of a burst, a cone, a fire or a cloud."""

    weapon: str
    by: str
    fighter: str
    basic: int
    divisor: int = 1
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
    cover: tuple[str, ...] = ()


class Fragment(Task, frozen=True, kw_only=True):
    """One fragment that strikes somebody, of so many dice."""

    fighter: str
    dice: int


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
    | Act
    | TurnEnd
    | Walk
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


# --- things that cling, fly, burn ---------------------------------------------------------------


class Bond(Form, frozen=True, kw_only=True):
    """What entangles somebody (1.6)."""

    kind: BondKind
    item: str
    holder: str
    location: str
    taut: bool = False
    immobilised: bool = False
    successes: int = 0
    failures: int = 0
    must_cut: bool = False
    hp: int = 2
    melee: bool = False


class Projectile(Form, frozen=True, kw_only=True):
    """A guided or homing projectile in flight (1.5); how far it flew, what it flies at."""

    id: str
    weapon: str
    item: str
    by: str
    target: str
    origin: Hex
    elevation: int
    travelled: int = 0
    launched: int = 0
    designator: str = ""
    arrived: bool = False
    code: int = 0


class Zone(Form, frozen=True, kw_only=True):
    """A suppression zone and the swath to it: its centre lies between two hexes (R-77)."""

    id: str
    by: str
    item: str
    centre: tuple[Hex, Hex]
    shots: int
    left: int
    aimed: int = 0
    attacked: tuple[str, ...] = ()


class Flames(Form, frozen=True, kw_only=True):
    """Ground or a *thing* on fire, or a cloud: where, until the end of which second, whose slot.

    A little flame in a thing may *smoulder*: at the end it catches fire on *number* or less.
    """

    id: str
    kind: Literal["fire", "cloud", "smoulder"]
    weapon: str
    by: str
    at: Hex
    radius: int = 1
    until: int
    thing: str = ""
    number: int = 0


# --- rulings of the referee (2.6) ---------------------------------------------------------------


class Ruling(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="ruling",
    tag=lambda name: "".join(f"_{c.lower()}" if c.isupper() else c for c in name).strip("_"),
):  # fmt: skip
    """Something that the text leaves to a referee; in force until changed."""


class AdjustMalf(Ruling, frozen=True, kw_only=True):
    """A weapon's Malf., lowered for mistreatment (MF-06)."""

    fighter: Name
    item: Name
    by: Annotated[int, msgspec.Meta(ge=-12, le=12)]


class Candidates(Ruling, frozen=True, kw_only=True):
    """Who stands behind a target, for overpenetration (OP-08)."""

    behind: Annotated[tuple[Name, ...], msgspec.Meta(max_length=8)]


class BlindPenalty(Ruling, frozen=True, kw_only=True):
    """The penalty against who is completely concealed (CV-09)."""

    penalty: Literal[-4, -6, -10]


class HearingModifier(Ruling, frozen=True, kw_only=True):
    """How loud guns and surroundings are (SI-02)."""

    modifier: Annotated[int, msgspec.Meta(ge=-4, le=4)]


class MountTime(Ruling, frozen=True, kw_only=True):
    """Ready manoeuvres to mount or dismount a weapon (BP-05)."""

    readies: Annotated[int, msgspec.Meta(ge=3, le=60)]


class CockingDevice(Ruling, frozen=True, kw_only=True):
    """A slow mechanical device for a crossbow that is too strong (XB-02)."""

    fighter: Name
    seconds: Annotated[int, msgspec.Meta(ge=1, le=600)]


class AnchorSt(Ruling, frozen=True, kw_only=True):
    """What a tether or a lariat is tied to: the ST that must be beaten (HP-06)."""

    fighter: Name
    st: Annotated[int, msgspec.Meta(ge=1, le=200)]


class Ignition(Ruling, frozen=True, kw_only=True):
    """Whether flames catch on a surface (or on all): by the table, yes, no, by a roll (FA-05)."""

    spreads: Literal["table", "yes", "no", "roll"]
    surface: Name = ""
    number: Annotated[int, msgspec.Meta(ge=3, le=18)] = 9


class Ground(Ruling, frozen=True, kw_only=True):
    """Whether the ground breaks a bottle (R-46)."""

    hard: bool


class JamPenalty(Ruling, frozen=True, kw_only=True):
    """Electronic countermeasures against a projectile (GU-09, HO-08)."""

    target: Name
    penalty: Annotated[int, msgspec.Meta(ge=-20, le=0)]


class LargeTarget(Ruling, frozen=True, kw_only=True):
    """The one body part of a very large victim that lies in an area (R-66)."""

    victim: Name
    location: Name


class LockWithoutSight(Ruling, frozen=True, kw_only=True):
    """Whether homing weapons may lock on to what cannot be seen (HO-03)."""

    allowed: bool


class NarrowSlit(Ruling, frozen=True, kw_only=True):
    """Whether a cover has a narrow slit (CV-04)."""

    cover: Name
    slit: bool


class Extinguish(Ruling, frozen=True, kw_only=True):
    """A fire is put out, on the ground or on somebody (R-47)."""

    thing: Name


class TotallyImmobile(Ruling, frozen=True, kw_only=True):
    """Somebody entangled counts as completely restrained, or no longer (R-26)."""

    fighter: Name
    immobile: bool


class EntangleEffect(Ruling, frozen=True, kw_only=True):
    """What the bonds of somebody do: by the rule, both arms bound, no penalty (R-36)."""

    fighter: Name
    effect: Literal["rule", "arms", "none"]


class MeleeObstacle(Ruling, frozen=True, kw_only=True):
    """Which locations a cover hides from blows across it (CV-12)."""

    cover: Name
    locations: Annotated[tuple[Name, ...], msgspec.Meta(max_length=16)]


class HourOfRepair(Ruling, frozen=True, kw_only=True):
    """Between two fights somebody works for an hour on a weapon (MF-10)."""

    fighter: Name
    item: Name


class SpeedCounts(Ruling, frozen=True, kw_only=True):
    """A target's speed in yards a second that counts with the range; 0: by the rule."""

    fighter: Name
    yards: Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Smoke(Ruling, frozen=True, kw_only=True):
    """A target is out of everybody's sight, or seen again."""

    fighter: Name
    hidden: bool


class Note(Ruling, frozen=True, kw_only=True):
    """A remark on what happened; it changes nothing that is recorded."""


AnyRuling = (
    AdjustMalf | Candidates | BlindPenalty | HearingModifier | MountTime | CockingDevice | AnchorSt
    | Ignition | Ground | JamPenalty | LargeTarget | LockWithoutSight | NarrowSlit | Extinguish
    | TotallyImmobile | EntangleEffect | MeleeObstacle | HourOfRepair | SpeedCounts | Smoke | Note
)  # fmt: skip
