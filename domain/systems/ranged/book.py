"""The book: all tables, weapons, combatants and set-ups in force, read from files and checked."""

from collections.abc import Mapping
from importlib.resources import files
from typing import TypeVar

import msgspec

from domain.systems.ranged.sheets import People, Person, SetUp, SetUps
from domain.systems.ranged.tables import Table, Tables
from domain.systems.ranged.weapons import Weapon, Weapons, read

T = TypeVar("T", bound=Table)


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is printed."""

    tables: Tables
    weapons: dict[str, Weapon]
    people: dict[str, Person]
    scenarios: dict[str, SetUp]


def printed_files() -> dict[str, bytes]:
    """Return the data files that come with this system, by name."""
    folder = files("domain.systems.ranged") / "data"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name: file.read_bytes() for file in found if file.name.endswith(".json")}


def read_book(files: Mapping[str, bytes]) -> Book:
    """Read the book from its data files; ValueError names the file, the field and the fault."""
    tables = _read(files, "tables.json", Tables)
    weapons = _read(files, "weapons.json", Weapons)
    people = _read(files, "people.json", People)
    scenarios = _read(files, "scenarios.json", SetUps)
    try:
        known = {line.key: read(line, tables.malfunction) for line in weapons.weapons}
    except ValueError as fault:
        raise ValueError(f"weapons.json: {fault}") from fault
    book = Book(
        tables=tables,
        weapons=known,
        people={one.sheet.key: one for one in people.people},
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
    for scenario in book.scenarios.values():
        where = f"scenarios.json: scenarios.{scenario.name}"
        for placed in scenario.people:
            if placed.person not in book.people:
                raise ValueError(f"{where}.people.{placed.id}: unknown combatant")
            for carried in placed.weapons:
                if carried.weapon not in book.weapons:
                    raise ValueError(f"{where}.people.{placed.id}.weapons: unknown weapon")
                if book.weapons[carried.weapon].line.tl > scenario.tl:
                    raise ValueError(f"{where}.people.{placed.id}.weapons: TL is too low")
        for cover in scenario.cover:
            if cover.material not in book.tables.materials:
                raise ValueError(f"{where}.cover.{cover.id}: unknown material")
