"""The book: all tables, classes and scenarios in force, read from their files and checked."""

from collections.abc import Mapping
from importlib.resources import files as folder_of
from typing import Any, TypeVar

import msgspec

from domain.systems.gothic.fleet_lists import check_scenario
from domain.systems.gothic.scenarios import Scenarios, ScenarioSheet
from domain.systems.gothic.ships import ShipClass, Ships
from domain.systems.gothic.tables import (
    DamageTables,
    GunneryTable,
    Numbers,
    OrderTable,
    Table,
)

T = TypeVar("T", bound=Table)


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is printed."""

    gunnery: GunneryTable
    damage: DamageTables
    orders: OrderTable
    numbers: Numbers
    classes: dict[str, ShipClass]
    scenarios: dict[str, ScenarioSheet]


def printed_files() -> dict[str, bytes]:
    """Return the data files that come with this system, by name."""
    folder = folder_of("domain.systems.gothic") / "data"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name: file.read_bytes() for file in found if file.name.endswith(".json")}


TABLES: dict[str, type[Table]] = {
    "damage.json": DamageTables,
    "defences.json": Ships,
    "gunnery.json": GunneryTable,
    "numbers.json": Numbers,
    "orders.json": OrderTable,
    "scenarios.json": Scenarios,
    "ships.json": Ships,
}


def schemas() -> dict[str, Any]:
    """Return the JSON Schema of every data file, by its name: what the file is read by."""
    return {name: msgspec.json.schema(kind) for name, kind in TABLES.items()}


def read_book(files: Mapping[str, bytes]) -> Book:
    """Read the book from its data files; ValueError names the file, the field and the fault."""
    ships, defences = _read(files, "ships.json", Ships), _read(files, "defences.json", Ships)
    book = Book(
        gunnery=_read(files, "gunnery.json", GunneryTable),
        damage=_read(files, "damage.json", DamageTables),
        orders=_read(files, "orders.json", OrderTable),
        numbers=_read(files, "numbers.json", Numbers),
        classes={one.name: one for one in (*ships.ships, *defences.ships)},
        scenarios={one.name: one for one in _read(files, "scenarios.json", Scenarios).sheets},
    )
    twice = {one.name for one in ships.ships} & {one.name for one in defences.ships}
    if twice:
        raise ValueError(f"defences.json: ships.{min(twice)}: ships.json has it too")
    for sheet in book.scenarios.values():
        try:
            check_scenario(sheet, book.classes)
        except ValueError as wrong:
            raise ValueError(f"scenarios.json: scenarios.{sheet.name}.{wrong}") from None
    return book


def _read(files: Mapping[str, bytes], name: str, kind: type[T]) -> T:
    try:
        table = msgspec.json.decode(files[name], type=kind)
        table.check()
    except KeyError:
        raise ValueError(f"{name}: the file is missing") from None
    except (msgspec.DecodeError, ValueError) as wrong:
        raise ValueError(f"{name}: {wrong}") from wrong
    return table
