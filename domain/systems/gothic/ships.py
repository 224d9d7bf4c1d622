"""Classes of ships and defences as data: profile and mounts."""

from functools import cached_property
from typing import Literal

import msgspec

from domain.plane import DEGREE, EPS, off
from domain.systems.gothic.tables import Sheet, Table, fault

Quadrant = Literal["front", "starboard", "rear", "port"]
QUADRANTS: dict[Quadrant, int] = {"front": 0, "starboard": 90, "rear": 180, "port": 270}
SMALL_BASE, LARGE_BASE = 1600, 3000
TORPEDO_BASE, CRAFT_BASE, BLAST_BASE = 1250, 1000, 1000
"""Radii of bases and markers, in thousandths of a centimetre (1.1)."""

Kind = Literal["battery", "lance", "nova", "torpedo", "bay"]
Craft = Literal["fighter", "bomber", "assault_boat"]
CRAFT: tuple[Craft, ...] = ("fighter", "bomber", "assault_boat")


class MountSheet(Sheet, frozen=True, kw_only=True):
    """A mount: where it is, what it is, how far it reaches, how strong it is, where it bears."""

    id: str
    location: Literal["dorsal", "prow", "port", "starboard", "all"]
    kind: Kind
    range_cm: int
    strength: int
    arcs: tuple[Literal["front", "starboard", "rear", "port", "all", "ground"], ...]
    min_range_cm: int = 0
    boarding: bool = False
    craft: tuple[Craft, ...] = ()

    def bears(self, relative: int) -> bool:
        """Tell whether the mount bears on a direction relative to the unit's heading."""
        if "all" in self.arcs:
            return True
        middles = (QUADRANTS[arc] for arc in QUADRANTS if arc in self.arcs)
        ahead = (0,) if "ground" in self.arcs else ()
        reach = 45 * DEGREE + EPS
        return any(off(relative, middle * DEGREE) <= reach for middle in (*middles, *ahead))


class ShipClass(Sheet, frozen=True, kw_only=True, dict=True):
    """A class as printed; what befalls a unit of it stands in `state.Unit`."""

    name: str
    title: str
    fleet: str
    category: Literal["ship", "satellite", "ground"]
    type: Literal["battleship", "cruiser", "escort", "defence"]
    hits: int
    speed_cm: int
    turn: int
    shields: int
    armour_front: int
    armour_other: int
    turrets: int
    points: int
    mounts: tuple[MountSheet, ...]
    barred_orders: tuple[str, ...] = ()
    leadership_bonus: int = 0
    all_ahead_dice: int = 4
    boarding_bonus: int = 0
    no_long_range_shift: bool = False
    transport: bool = False
    defence_leadership: bool = False
    fire_ship: bool = False
    most: int = 0

    @property
    def radius(self) -> int:
        """The base's radius; it follows the undamaged profile."""
        return LARGE_BASE if self.shields >= 3 or self.hits > 10 else SMALL_BASE

    @property
    def called(self) -> str:
        """The template of what a unit of this class is called: of capital ships the name alone."""
        return f"{self.title.split(' ')[0] if self.capital else self.title} {{id}}"

    @property
    def defence(self) -> bool:
        """Whether it is a satellite or a ground battery."""
        return self.category != "ship"

    @property
    def capital(self) -> bool:
        """Whether it is a capital ship."""
        return self.type in {"battleship", "cruiser"}

    @property
    def sturdy(self) -> bool:
        """Whether it takes damage as capital ships do: those, and defences with several hits."""
        return self.capital or (self.defence and self.hits > 1)

    @cached_property
    def mount(self) -> dict[str, MountSheet]:
        """The mounts by name."""
        return {mount.id: mount for mount in self.mounts}


class Ships(Table, frozen=True, kw_only=True):
    """A file of classes."""

    ships: tuple[ShipClass, ...]

    def check(self) -> None:
        """Check every class."""
        names = [ship.name for ship in self.ships]
        fault(len(names) == len(set(names)), "ships: two classes bear one name")
        for ship in self.ships:
            for wrong in faults(ship):
                raise ValueError(f"ships.{ship.name}.{wrong}")


LIMITS = {
    "hits": (1, 40),
    "speed_cm": (0, 40),
    "shields": (0, 6),
    "armour_front": (4, 6),
    "armour_other": (4, 6),
    "turrets": (0, 6),
    "all_ahead_dice": (1, 6),
    "leadership_bonus": (-3, 3),
    "boarding_bonus": (0, 2),
    "points": (0, 1000),
}


def faults(ship: ShipClass) -> list[str]:
    """Return what no sheet can say, each with the field it concerns."""
    found = [
        f"{name}: is not {low} to {high}"
        for name, (low, high) in LIMITS.items()
        if not low <= getattr(ship, name) <= high
    ]
    checks = {
        "turn: is not 0, 45 or 90": ship.turn in {0, 45, 90},
        "speed_cm: a defence stays where it is": not ship.defence or not ship.speed_cm,
        "type: satellites and ground units are defences": ship.defence == (ship.type == "defence"),
        "hits: an escort has one": ship.type != "escort" or ship.hits == 1,
        "mounts: two bear one name": len(ship.mount) == len(ship.mounts),
        "mounts: strength is not 1 to 40": all(1 <= one.strength <= 40 for one in ship.mounts),
        "mounts: only bays have craft, and every bay has some": all(
            bool(one.craft) == (one.kind == "bay") for one in ship.mounts
        ),
        "mounts: only torpedo tubes of ships carry boarding torpedoes": all(
            not one.boarding or (one.kind == "torpedo" and not ship.defence) for one in ship.mounts
        ),
        "mounts: a torpedo salvo has at most 18": all(
            one.strength <= 18 for one in ship.mounts if one.kind == "torpedo"
        ),
        "mounts: one reaches no further than its least range": all(
            one.kind == "bay" or one.min_range_cm < one.range_cm for one in ship.mounts
        ),
        "mounts: arcs are missing": all(one.arcs for one in ship.mounts),
        "barred_orders: there is no such order": set(ship.barred_orders) <= {*_ORDERS},
    }
    return [*found, *(text for text, holds in checks.items() if not holds)]


_ORDERS = ("all_ahead_full", "come_to_new_heading", "burn_retros", "lock_on", "reload_ordnance")


def schema() -> dict[str, object]:
    """Return the JSON Schema of a class of ships."""
    return msgspec.json.schema(ShipClass)
