"""Weapons as data: each line as printed, checked, and read once into what the rules ask of it."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from domain.systems.ranged import grammar
from domain.systems.ranged.grammar import Damage, Reach, Rof, Shots, Sight, Strength
from domain.systems.ranged.tables import Table

Class = Literal[
    "firearm", "beam", "muscle_missile", "thrown", "grenade", "incendiary", "guided", "homing",
    "semi_active", "launcher", "launcher_rocket", "cone", "entangling", "melee",
]  # fmt: skip
Action = Literal["revolver", "repeating", "breech", "muzzle", "single_use", "none"]
Quality = Literal["cheap", "good", "fine", "very_fine"]
Accessory = Literal[
    "laser_sight", "ir_laser_sight", "uv_laser_sight", "scope", "fixed_scope", "thermal_scope",
    "silencer", "best_silencer", "goats_foot", "lighter", "designator",
]  # fmt: skip
LASERS = {"laser_sight": "", "ir_laser_sight": "infravision", "uv_laser_sight": "ultravision"}
"""The sense that sees the dot of a laser sight; none is needed for a visible one (LS-01)."""
SILENCERS = {"silencer": -4, "best_silencer": -6}
SCOPE_BONUS = {"scope": 2, "fixed_scope": 3, "thermal_scope": 2}

MUSCLE = ("muscle_missile", "thrown", "entangling")
THROWN = ("thrown", "entangling", "grenade", "incendiary")
GUIDED = ("guided", "homing", "semi_active")
HAS_MALF = ("firearm", "beam", "grenade", "incendiary", "launcher", "launcher_rocket", *GUIDED)


class WeaponLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon's line, as printed; yards, seconds, pounds. The Max of a blade is its reach."""

    key: str
    title: str
    tl: int
    kind: Class
    skill: str
    damage: str
    acc: str
    range: str
    rof: str
    shots: str
    st: str
    bulk: int
    rcl: int | float | None = None
    quality: Quality = "good"
    action: Action = "repeating"
    malf: int | None = None
    weight: float = 0
    hp: int | None = None
    rated_st: int | None = None
    tether: int | None = None
    barbed: bool = False
    fuse: int | None = None
    impact: bool = False
    radius: int | None = None
    lasts: int | None = None
    width: int | None = None
    dissipates: bool = False
    natural: bool = False
    seeker: str = ""
    accessories: tuple[Accessory, ...] = ()
    laser_yards: int | None = None


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon's line, read: what the rules ask of it."""

    line: WeaponLine
    damage: Damage
    half: Reach | None
    most: Reach
    rof: Rof
    shots: Shots
    st: Strength
    sight: Sight
    rcl: int
    malf: int | None

    @property
    def key(self) -> str:
        """The weapon's key."""
        return self.line.key

    @property
    def title(self) -> str:
        """What people call it."""
        return self.line.title

    @property
    def area(self) -> bool:
        """Whether it may be aimed at a piece of ground (AA-01)."""
        return self.damage.explosive or self.line.kind in {"incendiary", "grenade"}

    @property
    def deferred(self) -> bool:
        """Whether its 1/2D is a speed: it flies, guided or homing (TT-01)."""
        return self.line.kind in GUIDED

    @property
    def thrown(self) -> bool:
        """Whether it leaves the hand with the attack."""
        return self.line.kind in THROWN

    @property
    def blade(self) -> bool:
        """Whether it strikes from near by, and does nothing else (CV-12, MO-16)."""
        return self.line.kind == "melee"

    @property
    def automatic(self) -> bool:
        """Whether it is an automatic weapon (AU-01)."""
        return self.line.kind in {"firearm", "beam"} and self.rof.shots >= 4


_READERS = {
    "damage": grammar.damage, "range": grammar.ranges, "rof": grammar.rate_of_fire,
    "shots": grammar.shots, "st": grammar.strength, "acc": grammar.accuracy,
}  # fmt: skip


def faults(line: WeaponLine, malfunction: Mapping[str, int]) -> Iterator[str]:
    """Yield what no weapon can be, each with the field it concerns."""
    for name, reader in _READERS.items():
        try:
            reader(getattr(line, name))
        except ValueError as fault:
            yield f"{name}: {getattr(line, name)!r}, {fault}"
    if not line.key.isidentifier() or not line.title.strip() or not line.skill.strip():
        yield "key: key, title and skill must not be empty, and the key one plain word"
    if not 0 <= line.tl <= 12:
        yield "tl: a tech level is 0 to 12"
    if not -20 <= line.bulk <= 0:
        yield "bulk: Bulk is 0 or less"
    if line.weight < 0:
        yield "weight: must not be negative"
    yield from _recoil_faults(line)
    if line.malf is not None and not 4 <= line.malf <= 18:
        yield "malf: a malfunction number is 4 to 18"
    if line.kind in HAS_MALF and line.malf is None and line.tl < min(map(int, malfunction)):
        yield "tl: no weapon of this class below TL3"
    if line.kind == "incendiary" and line.tl < 3:
        yield "tl: no incendiary liquids below TL3 (MO-14)"
    if line.kind in GUIDED and line.tl < 6:
        yield "tl: no guided or homing weapons below TL6 (GU-01)"
    if line.skill == "Crossbow" and line.rated_st is None:
        yield "rated_st: the ST of a crossbow must be given (XB-01)"
    for name in (
        "hp", "rated_st", "tether", "fuse", "radius", "lasts", "width", "laser_yards"
    ):  # fmt: skip
        if (value := getattr(line, name)) is not None and not 1 <= value <= 1_000:
            yield f"{name}: must be 1 to 1000"
    if line.kind == "grenade" and (line.fuse is None) != line.impact:
        yield "fuse: a grenade has a fuse, in seconds, or else bursts on impact"


def _recoil_faults(line: WeaponLine) -> Iterator[str]:
    if line.rcl is None:
        if line.kind in {"firearm", "beam", "launcher", "launcher_rocket", *GUIDED}:
            yield "rcl: a firearm must have a recoil"
    elif isinstance(line.rcl, float) or not 1 <= line.rcl <= 20:
        yield f"rcl: recoil is a whole number from 1, not {line.rcl}"


def malf_of(line: WeaponLine, malfunction: Mapping[str, int]) -> int | None:
    """Return Malf. by type, else by TL and quality; None if it cannot malfunction (MF-02 to 05)."""
    if line.kind not in HAS_MALF and line.malf is None:
        return None
    if line.malf is not None:
        return line.malf
    malf = malfunction[str(min(line.tl, 6))]
    if line.quality in {"fine", "very_fine"} and line.kind in {"firearm", "beam"}:
        return malf + 1
    return malf - 1 if line.quality == "cheap" else malf


def read(line: WeaponLine, malfunction: Mapping[str, int]) -> Weapon:
    """Return the weapon of a line; ValueError says the first thing wrong with it."""
    for fault in faults(line, malfunction):
        raise ValueError(f"weapons.{line.key}.{fault}")
    half, most = grammar.ranges(line.range)
    return Weapon(
        line=line,
        damage=grammar.damage(line.damage),
        half=half,
        most=most,
        rof=grammar.rate_of_fire(line.rof),
        shots=grammar.shots(line.shots),
        st=grammar.strength(line.st),
        sight=grammar.accuracy(line.acc),
        rcl=int(line.rcl or 1),
        malf=malf_of(line, malfunction),
    )


class Weapons(Table, frozen=True, kw_only=True):
    """The file of all weapons."""

    weapons: tuple[WeaponLine, ...]

    def check(self) -> None:
        """Check that no two weapons bear one key."""
        keys = [line.key for line in self.weapons]
        if len(set(keys)) < len(keys):
            raise ValueError("weapons: two weapons have one key")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a weapon file."""
    return msgspec.json.schema(WeaponLine)
