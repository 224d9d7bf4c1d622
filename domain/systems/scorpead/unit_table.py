"""Numbers of what is no ship: seeking weapons, shuttles, asteroids; and what repairs cost."""

import msgspec

from domain.systems.scorpead.forms import UnitKind
from domain.systems.scorpead.tables import DIE, Table

IMPULSES = 32
"""The greatest speed of a unit: a hex in each impulse."""


class UnitRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of unit: *hits* destroy it (0: nothing does), *warhead* by the hexes it has flown."""

    title: str
    hits: int
    speed: int
    endurance: int
    warhead: tuple[tuple[int, int], ...]
    small: str = ""
    heavy_ecm: int = 0
    wears: bool = False


class Collision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What asteroids do to a ship of at most this speed, by the die."""

    speed: int
    damage: tuple[int, int, int, int, int, int]


class UnitTable(Table, frozen=True, kw_only=True):
    """Units, small targets, repair points, asteroids.

    *small* holds for each size the effective ranges from which it has 2 and 4 points of ECM.
    """

    kinds: dict[UnitKind, UnitRow]
    small: dict[str, tuple[int, int]]
    repair_points: dict[str, int]
    collision: tuple[Collision, ...]

    def warhead(self, kind: UnitKind, flown: int) -> int:
        """Return a seeking weapon's warhead after so many hexes; 0 beyond its table."""
        return next((hits for end, hits in self.kinds[kind].warhead if flown <= end), 0)

    def small_ecm(self, kind: UnitKind, range_hexes: int) -> int:
        """Return the natural ECM of a small target at an effective range."""
        size = self.kinds[kind].small
        return 2 * sum(range_hexes >= start for start in self.small[size]) if size else 0

    def collided(self, speed: int, die: int) -> int:
        """Return what asteroids do to a ship of this speed."""
        band = next((one for one in self.collision if speed <= one.speed), self.collision[-1])
        return band.damage[die - 1]

    def check(self) -> None:
        """Check that sizes are known, that repairs cost something, and that bands rise."""
        for kind, row in self.kinds.items():
            if row.small and row.small not in self.small:
                raise ValueError(f"kinds.{kind}.small: there is no such size")
            if not 0 <= row.speed <= IMPULSES or row.hits < 0:
                raise ValueError(f"kinds.{kind}: speed must be 0 to {IMPULSES}, hits not negative")
        if any(points < 1 for points in self.repair_points.values()):
            raise ValueError("repair_points: one is not positive")
        for one in self.collision:
            if any(one.damage[die - 1] > one.damage[die] for die in DIE[:-1]):
                raise ValueError(f"collision: damage at speed {one.speed} falls with the die")
        if not self.collision or self.repair_points.get("chamber") != 7:
            raise ValueError("repair_points.chamber: is not 7 (DW-12.14), or there is no collision")
