"""The printed tables as data that an owner of the book can replace: typed, and checked.

A replacement must agree with every worked example of ER-12 and DW-12, so `check` plays their
numbers on it and says in a ValueError what does not fit.
"""

from itertools import pairwise
from typing import ClassVar

import msgspec

DIE = range(1, 7)


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A data file: its name, and where its numbers come from."""

    id: str
    provenance: dict[str, str]

    def check(self) -> None:
        """Raise ValueError, saying what is wrong, if the numbers cannot be right."""


class PhaserTable(Table, frozen=True, kw_only=True):
    """Damage of one type of phaser: by die and by column, a column being a bracket of range."""

    title: str
    energy_halves: int
    columns: tuple[tuple[int, int], ...]
    no_link_result: tuple[int, ...]
    damage: dict[int, tuple[int, ...]]

    @property
    def max_range_hexes(self) -> int:
        """The greatest effective range on the table."""
        return self.columns[-1][1]

    def column_at(self, range_hexes: int) -> int | None:
        """Return the column of an effective range, or None beyond the table."""
        return _bracket(self.columns, range_hexes)

    def damage_at(self, die: int, column: int) -> int:
        """Return the damage of *die* in *column*; beyond the last column there is none."""
        row = self.damage[die]
        return row[column] if column < len(row) else 0

    def linked(self, column: int) -> int:
        """Return the column one step of mode two away (ER-12.432); the same if it is barred."""
        near, far = self.columns[column]
        if self.no_link_result and far < min(self.no_link_result):
            step = column + 1
        elif not self.no_link_result or near > max(self.no_link_result):
            step = max(column - 1, 0)
        else:
            return column
        return column if self.columns[step][0] in self.no_link_result else step

    def check(self) -> None:
        """Check that columns follow each other and that a higher die never does more damage."""
        _check_brackets("columns", self.columns, first=0)
        _check("damage", set(self.damage) == set(DIE), "has not one row for each face of the die")
        for die, row in self.damage.items():
            _check(f"damage.{die}", len(row) == len(self.columns), "has not one cell a column")
            _check(f"damage.{die}", min(row) >= 0, "has a negative cell")
            if die > 1:
                falls = all(a >= b for a, b in zip(self.damage[die - 1], row, strict=True))
                _check(f"damage.{die}", falls, "does more than the die before it")


class MagnifiedPhaserTable(PhaserTable, frozen=True, kw_only=True):
    """Ph-MR: what ER-12 says of its table holds for every replacement."""

    LINKS: ClassVar = {13: (12, 11, 10), 25: (13, 12, 11), 37: (25, 13, 12), 11: (10, 9, 9)}

    def check(self) -> None:
        """Check the shape that ER-12.432 implies, then the examples of ER-12.422 to ER-12.435."""
        super().check()
        barred = self.no_link_result
        _check("no_link_result", barred == (4, 5, 6, 7, 8), "is not 4 to 8 (ER-12.432)")
        for die, row in self.damage.items():
            for at, (a, b) in enumerate(pairwise(row)):
                rises = self.columns[at + 1][0] <= min(barred)
                falls = self.columns[at][0] >= max(barred)
                fits = (a <= b or not rises) and (a >= b or not falls)
                _check(f"damage.{die}", fits, "does not rise to the band of 4 to 8 and fall behind")
            for at, damage in enumerate(row):
                better = row[self.linked(at)] >= damage
                _check(f"damage.{die}", better, f"loses by a link from column {at} (ER-12.432)")
        self._check_examples()

    def _check_examples(self) -> None:
        for start, ends in self.LINKS.items():
            column = self._at(start)
            for end in ends:
                column = self.linked(column)
                _check("columns", column == self._at(end), f"no link from {start} to {end}")
        five = [0, *(self.damage_at(die, self._at(5)) for die in DIE)]
        kept, discarded = five[2] + five[3] + five[4], five[5] + five[6] + five[4]
        _check("damage", (kept, discarded) == (13, 11), "fails the example of ER-12.422")
        _check("damage.3", self.damage_at(3, self._at(9)) == 3, "fails ER-12.435 example A")
        _check("damage.2", self.damage_at(2, self._at(12)) == 1, "fails ER-12.435 example B")
        sums = [sum(self.damage_at(die, self._at(n)) for die in DIE) for n in (9, 10, 11, 12)]
        far = [sum(self.damage_at(die, self._at(n)) for die in DIE) for n in (12, 13, 25, 37)]
        falls = all(a > b for a, b in (*pairwise(sums), *pairwise(far)))
        _check("damage", falls, "does not fall from range 9 to 12 and beyond")

    def _at(self, range_hexes: int) -> int:
        column = self.column_at(range_hexes)
        if column is None:
            raise ValueError(f"columns: there is none for range {range_hexes}")
        return column


class MaulerArc(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shape of the mauler arc (E8.23): a corridor, with rows beside it from some range on."""

    half_width: int
    side_rows_from: int


class DetonatorTable(Table, frozen=True, kw_only=True):
    """The hyperspace detonator's chart, its limits, and its mauler arc."""

    max_true_range: int
    min_true_range: int
    chamber_max: int
    mauler: MaulerArc
    brackets: tuple[tuple[int, int], ...]
    hit: tuple[int, ...]
    factor: tuple[int, ...]

    def bracket_at(self, range_hexes: int) -> int | None:
        """Return the bracket of a range (0 counts as 1, DW-12.341), or None beyond the chart."""
        return _bracket(self.brackets, max(range_hexes, self.min_true_range))

    def check(self) -> None:
        """Check the chart's shape and the examples of DW-12.43."""
        _check_brackets("brackets", self.brackets, first=self.min_true_range)
        reaches = self.brackets[-1][1] == self.max_true_range
        _check("brackets", reaches, "do not end at the maximum true range")
        for name, row in (("hit", self.hit), ("factor", self.factor)):
            _check(name, len(row) == len(self.brackets), "has not one number a bracket")
        _check("hit", all(a >= b for a, b in pairwise(self.hit)), "rises with the range")
        _check("factor", all(a > b for a, b in pairwise(self.factor)), "does not fall with range")
        far = self.bracket_at(45)
        assert far is not None, "the brackets reach from 1 to the maximum"
        near = self.factor[far - 2]
        first = self.hit[far] == 5 and _scored(near, (3, 3), (1, 0), (1, 0)) == 6
        _check("factor", first, "fails the first example of DW-12.43")
        second = _scored(near, (3, 3), (3, 3), (1, 0)) == 12
        _check("factor", second, "fails the second example of DW-12.43")


class Token(msgspec.Struct, frozen=True):
    """An entry of the damage allocation chart: what is hit; once a volley if it is bold."""

    hit: str
    bold: bool


class DamageChart(Table, frozen=True, kw_only=True):
    """The damage allocation chart (D4.21): for each sum of two dice, what is hit in turn."""

    rows: dict[int, str]

    def row(self, total: int) -> tuple[Token, ...]:
        """Return the entries for a sum of two dice, first column first."""
        return tuple(
            Token(word.rstrip("*"), word.endswith("*")) for word in self.rows[total].split()
        )

    def check(self) -> None:
        """Check that rows 2 to 12 have 13 entries and end in excess damage."""
        _check("rows", set(self.rows) == set(range(2, 13)), "are not 2 to 12")
        for total in self.rows:
            row = self.row(total)
            _check(f"rows.{total}", len(row) == 13, "has not 13 entries")
            _check(f"rows.{total}", row[-1] == Token("EXCESS", bold=False), "must end in EXCESS")


class MovementTable(Table, frozen=True, kw_only=True):
    """Turn modes by speed, and the limits of speed."""

    turn_modes: dict[str, tuple[int, ...]]
    max_warp_hexes: int
    max_impulse_hexes: int
    free_acceleration: int

    def turn_mode(self, category: str, speed: int) -> int:
        """Return how many hexes a unit flies before it may turn (C3)."""
        return 0 if speed <= 1 else 1 + sum(speed > end for end in self.turn_modes[category])

    def check(self) -> None:
        """Check that the bands of every turn mode rise."""
        for category, ends in self.turn_modes.items():
            rises = all(a < b for a, b in pairwise(ends))
            _check(f"turn_modes.{category}", rises, "has bands that do not rise")


class EnergyTable(Table, frozen=True, kw_only=True):
    """What the lines of energy allocation cost, in half points."""

    life_support_halves: dict[int, int]
    shields_halves: dict[int, int]
    fire_control_halves: int
    impulse_hex_halves: int
    ew_point_halves: int
    general_point_halves: int
    specific_point_halves: int


def _bracket(brackets: tuple[tuple[int, int], ...], range_hexes: int) -> int | None:
    for at, (near, far) in enumerate(brackets):
        if near <= range_hexes <= far:
            return at
    return None


def _scored(factor: int, *barrels: tuple[int, int]) -> int:
    return sum(max(0, (magnifier + factor) * chamber) for chamber, magnifier in barrels)


def _check(field: str, holds: bool, fault: str) -> None:  # noqa: FBT001  the sentence's subject
    if not holds:
        raise ValueError(f"{field}: {fault}")


def _check_brackets(field: str, brackets: tuple[tuple[int, int], ...], first: int) -> None:
    _check(field, bool(brackets) and brackets[0][0] == first, f"does not begin at range {first}")
    meets = all(a[1] + 1 == b[0] for a, b in pairwise(brackets))
    _check(field, meets and all(a <= b for a, b in brackets), "has gaps or overlaps")
