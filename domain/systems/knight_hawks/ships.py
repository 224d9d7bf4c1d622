"""Classes of ships as data: figures, mounts, defences, and what no design may have."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from domain.systems.knight_hawks.tables import Level, Table, WeaponType

Kind = Literal["ship", "fighter", "station"]
Defence = Literal["RH", "PS", "ES", "SS", "MS", "ICM"]

BASIC_WEAPONS = ("LC", "LB", "T", "AR", "RB")
BASIC_DEFENCES = ("RH", "MS", "ICM")
LTD = ("T", "AR", "RB", "M", "S")
RANGES = {"hp": (1, 300), "adf": (0, 6), "mr": (0, 5), "dcr": (0, 200)}


class Figures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A class's figures at one level of the rules; of limited supplies how many are aboard."""

    hp: int
    adf: int
    mr: int
    dcr: int = 0
    mounts: dict[WeaponType, int]
    defences: dict[Defence, int]


class ShipClass(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A class of ships as printed; *evades*: torpedoes can be evaded (P-38)."""

    name: str
    title: str
    kind: Kind = "ship"
    hp: int
    adf: int
    mr: int
    dcr: int
    mounts: dict[WeaponType, int]
    defences: dict[Defence, int]
    evades: bool = False
    capacity: int = 0
    basic: Figures | None = None
    provenance: dict[str, str]

    def figures(self, level: Level) -> Figures:
        """Return the figures at a level: at the basic one the basic sheet, else what it knows."""
        if level == "basic" and self.basic is not None:
            return self.basic
        every = level == "advanced"
        mounts: dict[WeaponType, int] = {
            kind: n for kind, n in self.mounts.items() if every or kind in BASIC_WEAPONS
        }
        defences: dict[Defence, int] = {
            code: n for code, n in self.defences.items() if every or code in BASIC_DEFENCES
        }
        return Figures(
            hp=self.hp, adf=self.adf, mr=self.mr, dcr=self.dcr, mounts=mounts, defences=defences
        )


class Ships(Table, frozen=True, kw_only=True):
    """The file of all classes, and what fleets are made of."""

    ships: tuple[ShipClass, ...]
    fleets: dict[str, dict[str, int]]

    def check(self) -> None:
        """Check every class; names must differ, fleets be made of classes."""
        names = [ship.name for ship in self.ships]
        if len(set(names)) < len(names):
            raise ValueError("ships: two classes have one name")
        for ship in self.ships:
            for fault in faults(ship):
                raise ValueError(f"ships.{ship.name}.{fault}")
        for fleet, classes in self.fleets.items():
            if not classes.keys() <= set(names):
                raise ValueError(f"fleets.{fleet}: unknown ship class")


LARGE_HULL = 70


def faults(ship: ShipClass) -> Iterator[str]:
    """Yield what is wrong with a design, each with the field it concerns."""
    for field, (low, high) in RANGES.items():
        if not low <= getattr(ship, field) <= high:
            yield f"{field}: is not {low} to {high}"
    if ship.kind == "station" and (ship.adf or ship.mr):
        yield "adf: a station has neither ADF nor MR"
    for kind, count in ship.mounts.items():
        most = 99 if kind in LTD else 9
        if not 1 <= count <= most:
            yield f"mounts.{kind}: is not 1 to {most}"
    if "DC" in ship.mounts and ship.hp < LARGE_HULL:
        yield f"mounts.DC: dc_needs_large_hull, {LARGE_HULL} hull points at least (R-17)"
    for code, count in ship.defences.items():
        most = {"MS": 4, "ICM": 24}.get(code, 1)
        if not 1 <= count <= most:
            yield f"defences.{code}: is not 1 to {most}"
    if ship.capacity and ship.kind == "fighter":
        yield "capacity: a fighter carries nobody"
    basic = ship.basic
    if basic is not None:
        if not basic.mounts.keys() <= set(BASIC_WEAPONS):
            yield "basic.mounts: the basic game has LC, LB, T, AR and RB alone"
        if not basic.defences.keys() <= set(BASIC_DEFENCES):
            yield "basic.defences: the basic game has RH, MS and ICM alone"
