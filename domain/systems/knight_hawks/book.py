"""The book: all tables, ships and scenarios in force, read from their files and checked."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from domain.systems.knight_hawks.scenarios import Scenarios, ScenarioSheet
from domain.systems.knight_hawks.ships import ShipClass, Ships
from domain.systems.knight_hawks.tables import (
    CombatTable,
    Constants,
    DamageTable,
    Militias,
    Table,
    Weapon,
    Weapons,
    WeaponType,
)

T = TypeVar("T", bound=Table)


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is printed."""

    weapons: dict[WeaponType, Weapon]
    combat: CombatTable
    damage: DamageTable
    constants: Constants
    classes: dict[str, ShipClass]
    fleets: dict[str, dict[str, int]]
    militias: dict[str, dict[str, int]]
    scenarios: dict[str, ScenarioSheet]


def printed_files() -> dict[str, bytes]:
    """Return the data files that come with this system, by name."""
    folder = files("domain.systems.knight_hawks") / "data"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name: file.read_bytes() for file in found if file.name.endswith(".json")}


def schemas() -> dict[str, Any]:
    """Return the JSON Schema of every data file, by its name."""
    kinds: dict[str, type[Table]] = {
        "combat.json": CombatTable,
        "constants.json": Constants,
        "damage.json": DamageTable,
        "militias.json": Militias,
        "scenarios.json": Scenarios,
        "ships.json": Ships,
        "weapons.json": Weapons,
    }
    return {name: msgspec.json.schema(kind) for name, kind in kinds.items()}


def read_book(files: Mapping[str, bytes]) -> Book:
    """Read the book from its data files; ValueError names the file, the field and the fault."""
    ships = _read(files, "ships.json", Ships)
    book = Book(
        weapons=_read(files, "weapons.json", Weapons).weapons,
        combat=_read(files, "combat.json", CombatTable),
        damage=_read(files, "damage.json", DamageTable),
        constants=_read(files, "constants.json", Constants),
        classes={ship.name: ship for ship in ships.ships},
        fleets=ships.fleets,
        militias=_read(files, "militias.json", Militias).militias,
        scenarios={one.name: one for one in _read(files, "scenarios.json", Scenarios).scenarios},
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
    for planet, ships in book.militias.items():
        if not ships.keys() <= book.classes.keys():
            raise ValueError(f"militias.json: militias.{planet}: unknown ship class")
    for scenario in book.scenarios.values():
        for side in scenario.sides:
            for vessel in side.vessels:
                if vessel.ship not in book.classes:
                    where = f"scenarios.{scenario.name}.{vessel.id}"
                    raise ValueError(f"scenarios.json: {where}.ship: unknown ship class")
