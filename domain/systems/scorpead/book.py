"""The book: all tables, ships and scenarios in force, read from their files and checked."""

from collections.abc import Mapping
from importlib.resources import files
from typing import TypeVar

import msgspec

from domain.systems.scorpead.scenarios import Scenarios, ScenarioSheet
from domain.systems.scorpead.ships import ShipClass, Ships
from domain.systems.scorpead.tables import (
    DamageChart,
    DetonatorTable,
    EnergyTable,
    MagnifiedPhaserTable,
    MovementTable,
    PhaserTable,
    Table,
)
from domain.systems.scorpead.unit_table import UnitTable

T = TypeVar("T", bound=Table)


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is printed."""

    phasers: dict[str, PhaserTable]
    detonator: DetonatorTable
    damage: DamageChart
    movement: MovementTable
    energy: EnergyTable
    units: UnitTable
    classes: dict[str, ShipClass]
    scenarios: dict[str, ScenarioSheet]


def printed_files() -> dict[str, bytes]:
    """Return the data files that come with this system, by name."""
    folder = files("domain.systems.scorpead") / "data"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name: file.read_bytes() for file in found if file.name.endswith(".json")}


def read_book(files: Mapping[str, bytes]) -> Book:
    """Read the book from its data files; ValueError names the file, the field and the fault."""
    ships = _read(files, "ships.json", Ships)
    scenarios = _read(files, "scenarios.json", Scenarios)
    book = Book(
        phasers={
            "phaser_mr": _read(files, "phaser_mr.json", MagnifiedPhaserTable),
            "phaser_1": _read(files, "phaser_1.json", PhaserTable),
            "phaser_3": _read(files, "phaser_3.json", PhaserTable),
        },
        detonator=_read(files, "hsd.json", DetonatorTable),
        damage=_read(files, "dac.json", DamageChart),
        movement=_read(files, "movement.json", MovementTable),
        energy=_read(files, "energy.json", EnergyTable),
        units=_read(files, "units.json", UnitTable),
        classes={ship.name: ship for ship in ships.ships},
        scenarios={one.name: one for one in scenarios.scenarios},
    )
    _check_references(book)
    return book


def _read(files: Mapping[str, bytes], name: str, kind: type[T]) -> T:
    try:
        table = msgspec.json.decode(files[name], type=kind)
        table.check()
    except KeyError:
        raise ValueError(f"{name}: the file is missing") from None
    except (msgspec.DecodeError, ValueError) as fault:
        raise ValueError(f"{name}: {fault}") from fault
    return table


def _check_references(book: Book) -> None:
    """Check what one file says of another."""
    for ship in book.classes.values():
        for fault in reference_faults(book, ship):
            raise ValueError(f"ships.json: ships.{ship.name}.{fault}")
    for scenario in book.scenarios.values():
        if not {side.ship for side in scenario.sides} <= set(book.classes):
            raise ValueError(f"scenarios.json: scenarios.{scenario.name}.sides: unknown ship class")


def reference_faults(book: Book, ship: ShipClass) -> list[str]:
    """Return what a ship's sheet names that no table has, each with the field it concerns."""
    costs = book.energy.life_support_halves.keys() & book.energy.shields_halves.keys()
    checks = {
        "phasers.type: there is no table for one": {phaser.type for phaser in ship.phasers}
        <= set(book.phasers),
        "turn_mode: movement.json has none": ship.turn_mode in book.movement.turn_modes,
        "size_class: energy.json has no costs for it": ship.size_class in costs,
    }
    return [fault for fault, holds in checks.items() if not holds]
