"""The printed tables as data that an owner of the book can replace: typed, and checked."""

from fractions import Fraction
from typing import Literal

import msgspec

Order = Literal[
    "all_ahead_full", "come_to_new_heading", "burn_retros", "lock_on", "reload_ordnance", "brace"
]
ORDERS: tuple[Order, ...] = (
    "all_ahead_full", "come_to_new_heading", "burn_retros", "lock_on", "reload_ordnance", "brace",
)  # fmt: skip
SHARES = (Fraction(9, 10), Fraction(7, 10), Fraction(1, 2), Fraction(35, 100), Fraction(1, 5))
"""What a point of firepower is worth in each column; the printed cells are these, rounded."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a data file."""


class Table(Sheet, frozen=True, kw_only=True):
    """A data file: its name, and where its numbers come from."""

    id: str
    provenance: dict[str, str]

    def check(self) -> None:
        """Raise ValueError, saying what is wrong, if the numbers cannot be right."""


class GunneryTable(Table, frozen=True, kw_only=True):
    """The gunnery table (4.1): firepower and column give dice."""

    columns: tuple[str, ...]
    close_range_cm: int
    long_range_cm: int
    rows: dict[int, tuple[int, ...]]

    def dice(self, firepower: int, column: int) -> int:
        """Return the dice of *firepower*; beyond the last row, rows are added."""
        most = len(self.rows)
        full, rest = divmod(firepower, most)
        return full * self.rows[most][column] + (self.rows[rest][column] if rest else 0)

    def check(self) -> None:
        """Check the shape, and every cell against what its column is worth."""
        fault(len(self.columns) == len(SHARES), "columns: there are not five")
        fault(set(self.rows) == set(range(1, 21)), "rows: are not 1 to 20")
        fault(self.close_range_cm < self.long_range_cm, "long_range_cm: is not beyond close range")
        for firepower, row in self.rows.items():
            fault(len(row) == len(SHARES), f"rows.{firepower}: has not five cells")
            for column, (share, cell) in enumerate(zip(SHARES, row, strict=True)):
                worth = int(firepower * share + Fraction(1, 2))
                fault(cell == worth, f"rows.{firepower}.{column}: is {cell}, must be {worth}")


class CriticalRow(Sheet, frozen=True, kw_only=True):
    """A row of a critical table: its effect, extra damage, and what it *needs* to apply."""

    title: str
    effect: Literal[
        "", "dorsal", "starboard", "port", "prow", "engine", "fire", "thrusters", "bridge",
        "shields", "lances", "batteries", "ordnance", "reactors",
    ]  # fmt: skip
    damage: Literal["0", "1", "d3", "d6"]
    repairable: bool
    needs: Literal[
        "", "dorsal", "starboard", "port", "prow", "lance", "battery", "ordnance", "shields"
    ]
    once: bool


class CatastropheRow(Sheet, frozen=True, kw_only=True):
    """A row of the catastrophic damage table."""

    first: int
    last: int
    result: Literal["drifting", "blazing", "plasma_overload", "warp_implosion"]


class DamageTables(Table, frozen=True, kw_only=True):
    """Critical hits of ships and of defences, and catastrophic damage (4.3 to 4.5)."""

    ship: dict[int, CriticalRow]
    defence: dict[int, CriticalRow]
    catastrophe: tuple[CatastropheRow, ...]

    def catastrophe_at(self, total: int) -> str:
        """Return the result for a sum of two dice; a 1 (option 1d6) counts as the first row."""
        rows = [row for row in self.catastrophe if total <= row.last]
        return rows[0].result

    def check(self) -> None:
        """Check that every sum of two dice has its row, and that the last row always applies."""
        for name, rows in (("ship", self.ship), ("defence", self.defence)):
            fault(set(rows) == set(range(2, 13)), f"{name}: rows are not 2 to 12")
            last = rows[12]
            fault(not last.needs and not last.once, f"{name}.12: must always apply")
        ends = [(row.first, row.last) for row in self.catastrophe]
        meets = [n for first, last in ends for n in range(first, last + 1)] == list(range(2, 13))
        fault(meets, "catastrophe: rows do not cover 2 to 12")


class OrderRow(Sheet, frozen=True, kw_only=True):
    """What a special order does to a ship that carries it out (4.2)."""

    title: str
    turns: int
    guns_halved: bool
    nova: bool
    ordnance_halved: bool


class OrderTable(Table, frozen=True, kw_only=True):
    """The special orders."""

    orders: dict[str, OrderRow]

    def check(self) -> None:
        """Check that every order has its row."""
        fault(set(self.orders) == set(ORDERS), f"orders: are not {', '.join(ORDERS)}")


class Numbers(Table, frozen=True, kw_only=True):
    """Single numbers of the rules (4.6), lengths in whole centimetres."""

    torpedo_speed_cm: int
    boarding_turn: int
    teleport_range_cm: int
    hit_and_run_fails: int
    defence_leadership: int
    fighter_cm: int
    bomber_cm: int
    assault_boat_cm: int
    mine_cm: int
    squadron_link_cm: int
    straight_before_turn_cm: dict[str, int]
    stationary_cm: int
    crippled_speed_loss_cm: int
    thrusters_speed_loss_cm: int
    blast_drag_cm: int

    def check(self) -> None:
        """Check the numbers that the requirement gives."""
        seed = {
            "torpedo_speed_cm": 30,
            "boarding_turn": 45,
            "teleport_range_cm": 10,
            "hit_and_run_fails": 1,
            "defence_leadership": 7,
        }
        for name, value in seed.items():
            fault(getattr(self, name) == value, f"{name}: the requirement says {value}")


def fault(holds: bool, text: str) -> None:  # noqa: FBT001  the sentence's subject
    """Raise ValueError with *text* unless what must hold *holds*."""
    if not holds:
        raise ValueError(text)


def halved(number: int) -> int:
    """Return half of *number*; all halvings round up."""
    return -(-number // 2)
