"""A home-made class of ships, judged line by line."""

import json
import re
from typing import Any

import msgspec

from domain.systems.gothic.ships import ShipClass, faults


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a ship file."""
    return msgspec.json.schema(ShipClass)


def ship_faults(raw: bytes) -> tuple[tuple[int, str], ...]:
    """Return all that is wrong with the file of one class, by line; nothing: it can be played."""
    try:
        text = raw.decode()
        found = json.loads(text)
    except json.JSONDecodeError as fault:
        return ((fault.lineno, f"no JSON: {fault.msg}"),)
    except UnicodeDecodeError:
        return ((1, "no JSON: the file is not UTF-8"),)
    except RecursionError:
        return ((1, "no JSON: nested too deeply"),)
    try:
        ship = msgspec.convert(found, ShipClass)
    except msgspec.ValidationError as fault:
        what, _, where = str(fault).partition(" - at `$")
        names = re.findall(r"[a-z_]+", where) or re.findall(r"field `([a-z_]+)`", what)
        path = where.strip("`.").replace("[", ".").replace("]", "")
        return ((_line(text, names), f"{path}: {what}" if path else what),)
    return tuple((_line(text, [wrong.partition(":")[0]]), wrong) for wrong in faults(ship))


def _line(text: str, names: list[str]) -> int:
    """Return the line of the last of *names* that stands in the text as a field."""
    for name in reversed(names):
        if (at := text.find(f'"{name}"')) >= 0:
            return text.count("\n", 0, at) + 1
    return 1
