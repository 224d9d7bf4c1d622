"""A ship's sheet, short: a row for each group, boxes that are alike in one run of marks."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from clients.terminal.safe import safe

Sheet: TypeAlias = Mapping[str, Any]

MARKS = {"ok": "□", "destroyed": "■", "used": "▣", "unknown": "?"}
LEGEND = "□ whole  ▣ used  ■ destroyed  ? not known to you"


class Row(NamedTuple):
    """A group of a sheet; *plain*: nothing but boxes, so that several fit into one line."""

    title: str
    content: str
    plain: bool


def rows(sheet: Sheet) -> Iterator[Row]:
    """Yield the rows of *sheet*."""
    for group in sheet["groups"]:
        gauges = [", ".join(_gauges(group["gauges"]))] if group["gauges"] else []
        noted, plain = _boxes(group)
        content = "\n".join([*gauges, *noted, *plain])
        yield Row(safe(group["title"]), content, not gauges and not noted)


def changed_rows(before: Iterable[Row], sheet: Sheet) -> list[Row]:
    """Return the rows of *sheet* that are not as they were *before*."""
    known = set(before)
    return [row for row in rows(sheet) if row not in known]


def packed(found: Iterable[Row], columns: int) -> list[str]:
    """Return the lines that *found* take in *columns*, no row torn apart if it fits into one."""
    lines: list[str] = []
    for row in found:
        item = f"{row.title} {row.content}"
        if lines and len(lines[-1]) + 2 + len(item) <= columns:
            lines[-1] += f"  {item}"
        else:
            lines.append(item)
    return lines


def _gauges(gauges: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Numbered gauges of one name stand together: `shield 1-6: 28/30 24/24 …`."""
    for (stem, note), run in groupby(gauges, lambda gauge: (_stem(gauge["title"]), gauge["note"])):
        alike = list(run)
        values = " ".join(_value(gauge) for gauge in alike)
        numbers = _numbers([gauge["title"] for gauge in alike])
        title = f"{stem} {numbers}:" if len(alike) > 1 else alike[0]["title"]
        yield safe(f"{title} {values}{f' ({note})' if note else ''}")


def _value(gauge: Mapping[str, Any]) -> str:
    value = "?" if gauge["value"] is None else f"{gauge['value']:g}"
    return value if gauge["maximum"] is None else f"{value}/{gauge['maximum']:g}"


def _boxes(group: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Boxes with a note have a line for each run that shares it; the others have one together."""
    noted: list[str] = []
    plain: list[str] = []
    for (stem, note), run in groupby(group["boxes"], lambda b: (_stem(b["label"]), b["note"])):
        boxes = list(run)
        marks = "".join(MARKS[box["state"]] for box in boxes)
        label = [stem] if stem not in {"", group["title"]} else []
        if note:
            numbers = _numbers([box["label"] for box in boxes])
            noted.append(safe(" ".join([*label, *([numbers] if numbers else []), marks, note])))
        else:
            plain.append(safe(" ".join([*label, marks])))
    return noted, [" ".join(plain)] if plain else []


def _stem(label: str) -> str:
    """Return what numbered labels have in common: `phaser` of `phaser 3`."""
    return re.sub(r"\s+\d+$", "", label)


def _numbers(labels: Sequence[str]) -> str:
    """Return `4-6` for the first and the last of numbered labels, `4` for one, else nothing."""
    found = [match[1] for label in labels if (match := re.search(r"\s(\d+)$", label))]
    return "-".join(dict.fromkeys([found[0], found[-1]])) if found else ""
