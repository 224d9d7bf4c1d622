"""The printed tables as data that an owner of the book can replace: typed, and checked."""

from itertools import pairwise
from typing import Literal

import msgspec


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A data file: its name, and where its numbers come from."""

    id: str
    provenance: dict[str, str]

    def check(self) -> None:
        """Raise ValueError, saying what is wrong, if the numbers cannot be right."""


class Location(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hit location: where the dice find it, its penalty, and what a wound there does."""

    name: str
    rolls: tuple[int, ...]
    to_hit: int
    dr: int = 0
    part: Literal["torso", "head", "limb", "extremity", "eye", "neck", "vitals"]
    knockdown: int = 0


class Posture(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a posture does to defence, to be hit, to Move (in sixths); the height of the eyes."""

    defence: int
    to_hit: int
    move_sixths: int
    eye_tenths: int


class Material(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A structure by its material and thickness: DR and HP."""

    dr: int
    hp: int
    ignites_at: int | None = None


class ShieldType(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A shield: DB, DR, HP."""

    db: int
    dr: int
    hp: int


class Affliction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an affliction costs: attributes and the skills on them, defences, breath at its end."""

    st: int = 0
    dx: int = 0
    iq: int = 0
    ht: int = 0
    per: int = 0
    defence: int = 0
    fatigue: int = 0


class Tables(Table, frozen=True, kw_only=True):
    """All tables of the rules, in one file."""

    range_steps: tuple[int, ...]
    rapid_fire: tuple[tuple[int, int], ...]
    malfunction: dict[str, int]
    locations: tuple[Location, ...]
    beasts: tuple[Location, ...] = ()
    wounding: dict[str, dict[str, str]]
    postures: dict[str, Posture]
    materials: dict[str, Material]
    shields: dict[str, ShieldType]
    thrust: dict[str, str]
    occupants: dict[str, tuple[int, ...]]
    critical_hit: dict[str, str]
    critical_head: dict[str, str]
    critical_miss: dict[str, str]
    afflictions: dict[str, Affliction]

    def check(self) -> None:
        """Check the shapes, and every number that an example of the requirement implies."""
        _check("range_steps", self.range_steps == tuple(sorted(set(self.range_steps))), "must rise")
        _check("rapid_fire", all(a < b for a, b in pairwise(self.rapid_fire)), "must rise")
        faces = sorted(face for one in self.locations for face in one.rolls)
        _check("locations", faces == list(range(3, 19)), "must hold each roll of 3d once")
        of_beasts = sorted(face for one in self.beasts for face in one.rolls)
        _check("beasts", of_beasts in (faces, []), "must hold each roll of 3d once")
        for name in ("critical_hit", "critical_head", "critical_miss"):
            rolls = {str(n) for n in range(3, 19)}
            _check(name, set(getattr(self, name)) == rolls, "must hold each roll of 3d")
        _check("malfunction", self.malfunction == _MALF, "contradicts the requirement (MF-03)")
        wanted = {35: -8, 40: -8, 50: -8, 2: 0, 5: -2, 6: -3}
        for yards, modifier in wanted.items():
            _check("range_steps", self.range_modifier(yards) == modifier, f"at {yards} yards")
        _check("rapid_fire", self.rapid_bonus(27) == 5, "an RoF of 27 gives +5 (MP-01)")

    def range_modifier(self, yards: float) -> int:
        """Return the modifier for a range (plus speed): the next larger row counts (4.1)."""
        scale, step = 1, 0
        while True:
            for row in self.range_steps:
                if yards <= row * scale:
                    return -step
                step += 1
            scale *= 10

    def rapid_bonus(self, rof: int) -> int:
        """Return the bonus to hit for an effective RoF (4.3)."""
        bonus = max((b for least, b in self.rapid_fire if rof >= least), default=0)
        least = self.rapid_fire[-1][0] * 2
        while rof >= least:
            bonus, least = bonus + 1, least * 2
        return bonus

    def location(self, name: str) -> Location:
        """Return the row of a location; hands and feet have one for both sides."""
        names = (name, name.removeprefix("left_").removeprefix("right_"))
        return next(row for row in (*self.locations, *self.beasts) if row.name in names)

    def location_at(self, roll: int, limbs: str = "hands") -> Location:
        """Return the row that a roll of 3d finds: of a man, or of a beast with paws or hooves."""
        rows = self.locations if limbs == "hands" or not self.beasts else self.beasts
        return next(row for row in rows if roll in row.rolls)


_MALF = {"3": 12, "4": 14, "5": 16, "6": 17}


def _check(field: str, holds: bool, fault: str) -> None:  # noqa: FBT001  the assertion itself
    if not holds:
        raise ValueError(f"{field}: {fault}")
