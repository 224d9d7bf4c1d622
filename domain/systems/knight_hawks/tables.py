"""The printed tables as data that an owner of the book can replace: typed, and checked."""

from itertools import pairwise
from typing import ClassVar, Literal

import msgspec

WeaponType = Literal["LC", "LB", "T", "AR", "RB", "PB", "EB", "DC", "M", "S"]
Column = Literal["none", "RH", "PS", "ES", "SS", "MS"]
Level = Literal["advanced", "basic"]
Result = Literal[
    "hull_double", "hull", "adf_1", "adf_half", "adf_all", "mr_1", "mr_all", "weapon",
    "power_short", "defence", "combat_control", "navigation", "electrical_fire", "dcr_half",
    "disastrous_fire",
]  # fmt: skip

TYPES: tuple[WeaponType, ...] = ("LC", "LB", "T", "AR", "RB", "PB", "EB", "DC", "M", "S")
HIDDEN: tuple[WeaponType, ...] = ("M", "S")
SCREENS = ("PS", "ES", "SS")


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A data file: its name, and where its numbers come from."""

    id: str
    provenance: dict[str, str]

    def check(self) -> None:
        """Raise ValueError, saying what is wrong, if the numbers cannot be right."""


class Weapon(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon: its restrictions, its range in hexes, and what it does."""

    title: str
    ff: bool
    rd: bool
    mpo: bool
    ltd: bool
    range_hexes: int
    dtm: int
    dice: int
    plus: int
    interceptable: bool


class Weapons(Table, frozen=True, kw_only=True):
    """The ten weapons (4.1)."""

    weapons: dict[WeaponType, Weapon]

    MARKS: ClassVar[dict[str, tuple[str, int, int, int]]] = {
        "LC": ("FF RD", 10, 2, 0), "LB": ("RD", 9, 1, 0), "T": ("MPO LTD", 4, 4, 0),
        "AR": ("FF MPO LTD", 4, 2, 4), "RB": ("LTD", 3, 2, 0), "PB": ("RD", 12, 1, 0),
        "EB": ("RD", 12, 1, 0), "DC": ("FF RD", 9, 3, 0), "M": ("LTD", 0, 3, 5),
        "S": ("LTD", 0, 5, 0),
    }  # fmt: skip
    """What the requirement itself says: restrictions, range, dice, constant."""
    DTM: ClassVar = {"PB": 10, "EB": 10, "DC": 20, "M": -20, "S": -20}

    def check(self) -> None:
        """Check that all weapons are there, as the requirement describes them."""
        for kind in TYPES:
            if kind not in self.weapons:
                raise ValueError(f"weapons.{kind}: is missing")
            weapon, (marks, reach, dice, plus) = self.weapons[kind], self.MARKS[kind]
            for mark in ("ff", "rd", "mpo", "ltd"):
                _check(f"{kind}.{mark}", getattr(weapon, mark) is (mark.upper() in marks.split()))
            _check(f"{kind}.range_hexes", weapon.range_hexes == reach)
            _check(f"{kind}.dice", (weapon.dice, weapon.plus) == (dice, plus))
            _check(f"{kind}.dtm", weapon.dtm == self.DTM.get(kind, weapon.dtm))


def _check(field: str, holds: bool) -> None:  # noqa: FBT001  the sentence's subject
    if not holds:
        raise ValueError(f"weapons.{field}: is not what the requirement says")


class Cell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chance in percent; *half*: half hull damage; *crew* is stored and not used."""

    chance: int
    crew: int | None = None
    half: bool = False


class CombatRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon's chances by the defence it meets, and what each interceptor missile takes off."""

    none: Cell
    RH: Cell | None = None
    PS: Cell | None = None
    ES: Cell | None = None
    SS: Cell | None = None
    MS: Cell | None = None
    icm: int = 0

    def cell(self, column: Column) -> Cell:
        """Return the cell of a defence; one that the table does not know is as none."""
        found: Cell | None = getattr(self, column)
        return found or self.none


class CombatTable(Table, frozen=True, kw_only=True):
    """Both combat tables (4.2, 4.3) and the modifiers (4.4), in percent."""

    advanced: dict[WeaponType, CombatRow]
    basic: dict[WeaponType, CombatRow]
    head_on: int
    combat_control: int
    diffusion: int
    evasion: int
    always_hits: int
    always_misses: int

    def row(self, level: str, weapon: WeaponType) -> CombatRow:
        """Return a weapon's row at a level of the rules."""
        return (self.basic if level == "basic" else self.advanced)[weapon]

    def within(self, chance: int) -> int:
        """Return a chance as rolled: the lowest rolls always hit, the highest never (P-36)."""
        return min(max(chance, self.always_hits), self.always_misses - 1)

    def check(self) -> None:
        """Check that every weapon has its row and every chance is a percentage."""
        for kind in TYPES:
            if kind not in self.advanced:
                raise ValueError(f"advanced.{kind}: is missing")
        for kind in ("LC", "LB", "T", "AR", "RB"):
            if kind not in self.basic:
                raise ValueError(f"basic.{kind}: is missing")
        for name, table in (("advanced", self.advanced), ("basic", self.basic)):
            for kind, row in table.items():
                for column in ("none", "RH", "PS", "ES", "SS", "MS"):
                    cell = row.cell(column)
                    if not 0 <= cell.chance <= 100:
                        raise ValueError(f"{name}.{kind}.{column}: is no percentage")
                if row.icm > 0:
                    raise ValueError(f"{name}.{kind}.icm: must not help the attacker")
        if self.diffusion != -5:
            raise ValueError("diffusion: is not the 5% a hex of the requirement")


class DamageRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of the damage table: up to which roll, what it does, and in which order it looks."""

    upto: int
    result: Result
    order: tuple[str, ...] = ()


class DamageTable(Table, frozen=True, kw_only=True):
    """The advanced damage table (4.5)."""

    lowest: int
    rows: tuple[DamageRow, ...]
    fire_modifier: int
    fire_dice: int

    def row(self, modified: int) -> DamageRow:
        """Return the row of a modified roll."""
        return next((row for row in self.rows if modified <= row.upto), self.rows[-1])

    def check(self) -> None:
        """Check that rows follow each other, that lists name what there is, and example R-07."""
        if any(a.upto >= b.upto for a, b in pairwise(self.rows)):
            raise ValueError("rows: do not rise")
        for row in self.rows:
            known = {"weapon": TYPES, "defence": (*SCREENS, "MS", "ICM")}.get(row.result, ())
            if not set(row.order) <= set(known) or bool(row.order) != bool(known):
                raise ValueError(f"rows.{row.upto}.order: names what such a row cannot hit")
        if self.row(105).result != "electrical_fire":
            raise ValueError("rows: 105 is no electrical fire, so the example of R-07 fails")


class Civilian(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How civilian ships follow from their hull size."""

    hp_per_hull: int
    dcr_per_hull: int
    dcr_plus: int


class Constants(Table, frozen=True, kw_only=True):
    """All other constants (4.7, 4.8)."""

    seeker_allowances: tuple[int, ...]
    orbit_steps: int
    navigation_left: int
    repair_interval: int
    repair_fails_from: int
    repair_locks_from: int
    large_hull: int
    carrier_capacity: dict[str, tuple[int, int]]
    civilian: Civilian
    military_hp_per_hull: int

    def check(self) -> None:
        """Check what the requirement itself says of seekers."""
        if self.seeker_allowances != (2, 4, 6, 8, 10, 12):
            raise ValueError("seeker_allowances: are not 2, 4, 6, 8, 10, 12 (R-34)")
        if not 1 <= self.navigation_left <= 9:
            raise ValueError("navigation_left: must leave both sides a chance")


class Militias(Table, frozen=True, kw_only=True):
    """Planetary militias (6.4): how many ships of each class."""

    militias: dict[str, dict[str, int]]
