"""The ships' sheets as data: every box has a name, by which orders, hits and records call it."""

from functools import cached_property

import msgspec

from domain.systems.scorpead.arcs import ARCS
from domain.systems.scorpead.tables import Table

POWER = ("warp_left", "warp_right", "warp_centre", "impulse", "apr")
WARP = POWER[:3]
TRACKS = ("sensor", "scanner", "damcon")
GROUPS = (
    *POWER, "battery", "forward_hull", "rear_hull", "bridge", "flag", "emergency", "auxiliary",
    "lab", "transporter", "tractor", "shuttle", "probe", "cargo", "excess", *TRACKS,
)  # fmt: skip
"""Groups of like boxes, in the order of a sheet; the weapons come besides."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a ship's sheet."""


class PhaserSheet(Sheet, frozen=True, kw_only=True):
    """A phaser: its type's table, its arcs, and its bank, if a conduit line joins it to one."""

    id: str
    type: str
    arcs: tuple[str, ...]
    bank: str | None = None


class MagnifierSheet(Sheet, frozen=True, kw_only=True):
    """A MAG box (ER-12.11), and the bank at the other end of its conduit line (ER-12.13)."""

    id: str
    bank: str | None = None


class DetonatorSheet(Sheet, frozen=True, kw_only=True):
    """A hyperspace detonator and its HSD boxes (DW-12.12)."""

    id: str
    arcs: tuple[str, ...]
    chambers: tuple[str, ...]


class OtherWeapon(Sheet, frozen=True, kw_only=True):
    """A weapon that takes hits of the damage chart's type *hit*.

    A rack holds *drones*; a plasma tube is armed by *arming*, points by turn, and has *arcs*.
    """

    id: str
    hit: str
    drones: int = 0
    arming: tuple[int, ...] = ()
    arcs: tuple[str, ...] = ()


class ShipClass(Sheet, frozen=True, kw_only=True, dict=True):
    """A class of ships as printed; what befalls a ship of it stands in `state.Ship`."""

    name: str
    title: str
    size_class: int
    move_cost_halves: int
    turn_mode: str
    shields: tuple[int, int, int, int, int, int]
    boxes: dict[str, int]
    tracks: dict[str, tuple[int, ...]]
    phasers: tuple[PhaserSheet, ...]
    magnifiers: tuple[MagnifierSheet, ...]
    detonators: tuple[DetonatorSheet, ...]
    other_weapons: tuple[OtherWeapon, ...] = ()
    boarding_parties: int = 0
    base: bool = False
    provenance: dict[str, str]

    @cached_property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The names of all boxes that are not weapons, by group."""
        counts = {**self.boxes, **{track: len(self.tracks[track]) for track in TRACKS}}
        return {
            group: tuple(f"{group}_{n}" for n in range(1, counts.get(group, 0) + 1))
            for group in GROUPS
        }

    @cached_property
    def weapons(self) -> tuple[str, ...]:
        """The names of all weapon boxes: phasers, magnifiers, chambers, others."""
        return (
            *(phaser.id for phaser in self.phasers),
            *(magnifier.id for magnifier in self.magnifiers),
            *(chamber for detonator in self.detonators for chamber in detonator.chambers),
            *(weapon.id for weapon in self.other_weapons),
        )

    @cached_property
    def phaser(self) -> dict[str, PhaserSheet]:
        """The phasers by name."""
        return {phaser.id: phaser for phaser in self.phasers}

    @cached_property
    def bank(self) -> dict[str, tuple[str, ...]]:
        """For each magnifier, the names of the phasers at its conduit line (ER-12.13)."""
        return {
            one.id: tuple(p.id for p in self.phasers if one.bank is not None and p.bank == one.bank)
            for one in self.magnifiers
        }

    @cached_property
    def magnifier_of(self) -> dict[str, str]:
        """For each phaser at a conduit line, its magnifier."""
        return {phaser: one for one, bank in self.bank.items() for phaser in bank}

    @cached_property
    def detonator_of(self) -> dict[str, DetonatorSheet]:
        """For each chamber, its detonator."""
        return {chamber: one for one in self.detonators for chamber in one.chambers}

    @cached_property
    def boxes_by_name(self) -> frozenset[str]:
        """The names of all boxes on the sheet."""
        return frozenset((*self.weapons, *(box for group in self.groups.values() for box in group)))

    @cached_property
    def group_of(self) -> dict[str, str]:
        """For each box that is no weapon, its group."""
        return {box: group for group, boxes in self.groups.items() for box in boxes}

    @cached_property
    def racks(self) -> dict[str, int]:
        """The drone racks, and how many drones each holds."""
        return {one.id: one.drones for one in self.other_weapons if one.drones}

    @cached_property
    def tube(self) -> dict[str, OtherWeapon]:
        """The plasma tubes by name."""
        return {one.id: one for one in self.other_weapons if one.arming}

    @cached_property
    def weapon_hits(self) -> dict[str, tuple[str, ...]]:
        """The weapon boxes that DRONE, TORP and ANY_WEAPON may fall on (ER-12.12, DW-12.13)."""
        other = {weapon.id: weapon.hit for weapon in self.other_weapons}
        drone = tuple(box for box in self.weapons if box in self.bank or other.get(box) == "DRONE")
        torp = tuple(
            box for box in self.weapons if box in self.detonator_of or other.get(box) == "TORP"
        )
        return {"DRONE": drone, "TORP": torp, "ANY_WEAPON": self.weapons}


class Ships(Table, frozen=True, kw_only=True):
    """The file of all ship classes."""

    ships: tuple[ShipClass, ...]

    def check(self) -> None:
        """Check every sheet; ValueError names the ship and the field."""
        if len({ship.name for ship in self.ships}) < len(self.ships):
            raise ValueError("ships: two have one name")
        for ship in self.ships:
            for fault in faults(ship):
                raise ValueError(f"ships.{ship.name}.{fault}")


def faults(ship: ShipClass) -> list[str]:
    """Return all that a sheet says and cannot say, each with the field it concerns."""
    boxes = [*ship.weapons, *(box for group in ship.groups.values() for box in group)]
    arcs = [arc for phaser in ship.phasers for arc in phaser.arcs]
    arcs += [arc for detonator in ship.detonators for arc in detonator.arcs]
    arcs += [arc for weapon in ship.other_weapons for arc in weapon.arcs]
    banks = [one.bank for one in ship.magnifiers if one.bank is not None]
    checks = {
        "boxes: unknown group": set(ship.boxes) <= set(GROUPS) - set(TRACKS),
        "boxes: a number is negative": min(ship.boxes.values(), default=0) >= 0,
        "tracks: must be sensor, scanner and damcon": set(ship.tracks) == set(TRACKS),
        "tracks: one is empty": all(ship.tracks.values()),
        "size_class: must be 1 to 5": 1 <= ship.size_class <= 5,
        "move_cost_halves: must be positive": ship.move_cost_halves > 0,
        "shields: one is negative": min(ship.shields) >= 0,
        "arcs: one is unknown": set(arcs) <= set(ARCS),
        "magnifiers: two share a bank (ER-12.13)": len(set(banks)) == len(banks),
        "detonators: a unit that is no base has one at most (DW-12.12)": ship.base
        or len(ship.detonators) <= 1,
        "detonators: those of a base need different arcs (DW-12.121)": len(
            {frozenset(one.arcs) for one in ship.detonators}
        )
        == len(ship.detonators),
        "boarding_parties: must not be negative": ship.boarding_parties >= 0,
        "other_weapons: only a DRONE holds drones": all(
            one.drones >= 0 and (not one.drones or one.hit == "DRONE") for one in ship.other_weapons
        ),
        "other_weapons: a tube has arcs, and arming of a point or more a turn": all(
            (bool(one.arming) == bool(one.arcs)) and min(one.arming, default=1) > 0
            for one in ship.other_weapons
        ),
        "other_weapons: a rack is no tube": not any(
            one.drones and one.arming for one in ship.other_weapons
        ),
        "detonators: one has no chamber": all(one.chambers for one in ship.detonators),
        "other_weapons: hit must be DRONE or TORP": all(
            one.hit in ("DRONE", "TORP") for one in ship.other_weapons
        ),
        "weapons: two boxes have one name": len(set(boxes)) == len(boxes),
    }
    return [fault for fault, holds in checks.items() if not holds]
