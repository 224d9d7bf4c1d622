"""Whose dice they were, and what for: every open die of a game, from its record."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from domain.dice import Ask
from domain.game_events import (
    Declared,
    DiceRolled,
    DiceRolledHidden,
    SeatTaken,
    ServerDeclared,
)
from domain.names import SeatId
from domain.record import Entry
from domain.scene import Scene
from domain.table import Table


class Throw(msgspec.Struct, frozen=True, kw_only=True):
    """Equal dice that were thrown together: whose they were, what for, what they showed.

    *who* is the name of the player, "" if nobody's declaration led to the roll. In *purpose* the
    ship is left out whose dice they were, and other pieces are written as "…", so that the same
    weapon is counted together whatever it fires at.
    """

    who: str
    purpose: str
    sides: int
    faces: tuple[int, ...]


def throws(table: Table, entries: Iterable[Entry]) -> Iterator[Throw]:
    """Fold *entries* into *table* and yield all dice that are open; hidden ones are left out."""
    declared: dict[int, SeatId] = {}
    pieces = _Pieces()
    for entry in entries:
        before = table.game
        event = table.fold(entry)
        match event:
            case Declared(seat=seat) | SeatTaken(seat=seat):
                declared[entry.position] = seat
            case ServerDeclared(do="time_out" | "next_order", with_=fields):
                declared[entry.position] = SeatId(fields["seat"])
            case DiceRolled() | DiceRolledHidden():
                shown = event.faces if isinstance(event.faces, tuple) else ()
                owners = pieces.of(table.system.scene(before.play)) if before.play else {}
                names = {seat.id: seat.name for seat in before.seats.values()}
                for ask, faces in zip(event.dice, shown, strict=False):
                    whose, purpose = _whose(ask, owners, declared.get(event.by))
                    who = "" if whose is None else names.get(whose, "")
                    yield Throw(who=who, purpose=purpose, sides=ask.sides, faces=faces)
            case _:
                pass


class _Pieces:
    """The titles of all pieces that were ever on the table, with their seats: longest first."""

    def __init__(self) -> None:
        self._owners: dict[str, SeatId | None] = {}

    def of(self, scene: Scene) -> Mapping[str, SeatId | None]:
        """Return them, those of *scene* included."""
        new = {sheet.title: sheet.seat for sheet in scene.sheets if sheet.title}
        new |= {piece.title: piece.seat for piece in scene.pieces if piece.title}
        if not new.keys() <= self._owners.keys():
            every = {**self._owners, **new}
            self._owners = dict(sorted(every.items(), key=lambda one: -len(one[0])))
        return self._owners


def _whose(
    ask: Ask, owners: Mapping[str, SeatId | None], declarer: SeatId | None
) -> tuple[SeatId | None, str]:
    """Return whose dice these are, and what for.

    A roll's label names the piece that rolls first; if it names none, they are the declarer's.
    """
    seat, purpose = declarer, ask.label
    first = next((title for title in owners if purpose.startswith(title)), None)
    if first is not None:
        seat = owners[first] or declarer
        purpose = purpose[len(first) :].lstrip(",: ")
    for title in owners:
        purpose = purpose.replace(title, "…")
    return seat, purpose or "dice"
