"""A home-made ship, judged line by line: what its file says that no sheet can say."""

from typing import Any

import msgspec

from domain.sheet_file import Fault, file_faults
from domain.systems.scorpead.book import Book, reference_faults
from domain.systems.scorpead.ships import ShipClass, faults


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a ship file."""
    return msgspec.json.schema(ShipClass)


def ship_faults(book: Book, raw: bytes) -> tuple[Fault, ...]:
    """Return all that is wrong with the file of one ship, by line; nothing: it can be played."""

    def judged(ship: ShipClass) -> tuple[str, ...]:
        return (*faults(ship), *reference_faults(book, ship))

    return file_faults(raw, ShipClass, "a ship", judged)
