"""The words in which every system describes its table: board, pieces, sheets, sentences.

Page, terminal and bots know these words and no rule system. Everything here is made from what
one viewer may know; what that viewer does not know is None and shown as such.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from domain.languages import PLACE
from domain.names import SeatId


class Sentence(msgspec.Struct, frozen=True):
    """One thing that happened, for people: a template with named places, its values, its rule.

    The English template is also the key under which other languages keep theirs.
    """

    template: str
    values: dict[str, int | str] = {}
    rule: str = ""

    def render(self, catalogue: Mapping[str, str] | None = None) -> str:
        """Return the sentence in the language of *catalogue*, else in English."""
        template = (catalogue or {}).get(self.template, self.template)
        return PLACE.sub(lambda place: str(self.values.get(place[1], place[0])), template)


class HexBoard(msgspec.Struct, frozen=True, tag="hexes"):
    """A map of hexes in axial coordinates (q, r); None: it has no edge.

    Hexes lie on a side (*top* flat: A is up) or stand on a corner (pointed: A is up to the left,
    C to the right).
    """

    title: str
    size: tuple[int, int] | None = None
    top: Literal["flat", "pointed"] = "flat"


class PlaneBoard(msgspec.Struct, frozen=True, tag="plane"):
    """A table in centimetres, x to the right, y up."""

    title: str
    size: tuple[int, int]


class Arc(msgspec.Struct, frozen=True):
    """A field of fire: the hexes it covers, relative to the piece as it stands now."""

    title: str
    hexes: tuple[tuple[int, int], ...]


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """Something on the board.

    On hexes *at* is (q, r) and *facing* counts 60 degrees clockwise from A, 0 to 5. On a plane *at*
    is (x, y) in centimetres, *heading* is in degrees clockwise from up, *radius* is its base's; an
    area has a *size* instead, width and height, and *at* is its lower left corner. *place* is what
    the book calls where it stands, if that is not *at*.
    """

    id: str
    title: str
    glyph: str
    seat: SeatId | None = None
    at: tuple[int | float, int | float]
    facing: int | None = None
    heading: int | float | None = None
    radius: int | float | None = None
    size: tuple[int | float, int | float] | None = None
    arcs: tuple[Arc, ...] = ()
    note: str = ""
    place: str = ""


class Box(msgspec.Struct, frozen=True):
    """One box of a ship's sheet: its label, how it stands, and what is worth saying of it."""

    label: str
    state: Literal["ok", "destroyed", "used", "unknown"] = "ok"
    note: str = ""


class Gauge(msgspec.Struct, frozen=True):
    """A number with its maximum; None where this viewer may not know it."""

    title: str
    value: int | float | None
    maximum: int | float | None = None
    note: str = ""


class Group(msgspec.Struct, frozen=True):
    """Boxes and gauges of a sheet that belong together."""

    title: str
    boxes: tuple[Box, ...] = ()
    gauges: tuple[Gauge, ...] = ()


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A ship's (or a fighter's) sheet."""

    id: str
    title: str
    seat: SeatId | None
    groups: tuple[Group, ...]
    note: str = ""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one viewer may see it."""

    headline: str
    board: HexBoard | PlaneBoard
    pieces: tuple[Piece, ...] = ()
    sheets: tuple[Sheet, ...] = ()
