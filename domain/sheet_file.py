"""A data file of one thing (a ship, a weapon), judged line by line: for files made at home."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar, get_type_hints

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


class Fault(NamedTuple):
    """Something wrong: the line it stands in (from 1), and what it is."""

    line: int
    text: str


def file_faults(
    raw: bytes, kind: type[T], noun: str, judged: Callable[[T], Iterable[str]]
) -> tuple[Fault, ...]:
    """Return all that is wrong with the file of one *kind*, by line; nothing: it can be played.

    *judged* yields what no type can say; a fault begins with the field it concerns and a colon.
    """
    try:
        text = raw.decode()
        found = json.loads(text)
    except json.JSONDecodeError as fault:
        return (Fault(fault.lineno, f"no JSON: {fault.msg}"),)
    except UnicodeDecodeError:
        return (Fault(1, "no JSON: the file is not UTF-8"),)
    except RecursionError:
        return (Fault(1, "no JSON: nested too deeply"),)
    if not isinstance(found, dict):
        return (Fault(1, f"{noun} is an object with the fields of a sheet"),)
    lines = dict(_lines(text, _skip(text, 0), ()))
    wrong = tuple(_shape(found, kind, lines))
    if wrong:
        return wrong
    told = judged(msgspec.convert(found, kind))
    return tuple(Fault(lines.get((_field(fault),), 1), fault) for fault in told)


def _shape(
    found: dict[str, Any], kind: type[msgspec.Struct], lines: dict[tuple[str, ...], int]
) -> Iterator[Fault]:
    """Yield the fields that are unknown, missing, or not of their type; one fault a field."""
    hints = get_type_hints(kind)
    required = {field.name for field in msgspec.structs.fields(kind) if field.required}
    for name in found.keys() - hints.keys():
        yield Fault(lines[name,], f"{name}: unknown field")
    for name in sorted(required - found.keys()):
        yield Fault(lines[()], f"{name}: the field is missing")
    for name, value in found.items():
        try:
            msgspec.convert(value, hints.get(name, Any))
        except msgspec.ValidationError as fault:
            what, _, where = str(fault).partition(" - at `$")
            path = tuple(where.rstrip("`").replace("[", ".").replace("]", "").split(".")[1:])
            yield Fault(_nearest(lines, (name, *path)), f"{'.'.join((name, *path))}: {what}")


def _field(fault: str) -> str:
    return fault.partition(":")[0].partition(".")[0]


def _nearest(lines: dict[tuple[str, ...], int], path: tuple[str, ...]) -> int:
    """Return the line of *path*, or of the nearest thing round it."""
    while path not in lines:
        path = path[:-1]
    return lines[path]


# --- where things stand ---------------------------------------------------------------------


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _lines(text: str, at: int, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the path and the line of everything in a JSON text that is known to be sound."""
    yield path, text.count("\n", 0, at) + 1
    if text[at] not in "{[":
        return
    closing, n = {"{": "}", "[": "]"}[text[at]], 0
    at = _skip(text, at + 1)
    while text[at] != closing:
        name = str(n)
        if closing == "}":
            name, at = json.JSONDecoder().raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        yield from _lines(text, at, (*path, name))
        _, end = json.JSONDecoder().raw_decode(text, at)
        at, n = _skip(text, end), n + 1
        if text[at] == ",":
            at = _skip(text, at + 1)
