"""The values that commands, events and the state share: attacks, bonds, zones, flames."""

from typing import Annotated, Literal

import msgspec

from domain.hexes import Hex

FACINGS = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""The six facings, clockwise (1.1)."""
Name = Annotated[str, msgspec.Meta(max_length=40)]
Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Way = Annotated[tuple[Hex, ...], msgspec.Meta(max_length=120)]
Stance = Literal["", "kneeling", "standing"]
"""To kneel or to stand up in the place of a step (2.2)."""
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


class Passed(Form, frozen=True, kw_only=True):
    """Something that a projectile went through: its cover DR counts for what is behind."""

    kind: Literal["body", "cover", "shield"]
    id: str
    location: str = "torso"


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
