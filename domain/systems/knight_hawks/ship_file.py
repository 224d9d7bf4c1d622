"""A home-made class of ships, judged line by line."""

from typing import Any

import msgspec

from domain.sheet_file import Fault, file_faults
from domain.systems.knight_hawks.ships import ShipClass, faults


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a ship file."""
    return msgspec.json.schema(ShipClass)


def ship_faults(raw: bytes) -> tuple[Fault, ...]:
    """Return all that is wrong with the file of one class, by line; nothing: it can be played."""
    return file_faults(raw, ShipClass, "a ship", faults)
