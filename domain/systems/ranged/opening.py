"""How a skirmish begins: who stands where with what, and who goes first (2.1)."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.names import SeatId
from domain.rule_system import Outcome
from domain.systems.ranged.book import Book
from domain.systems.ranged.events import (
    BattleBegan,
    Deployed,
    Gear,
    SheetDealt,
    TaskAdded,
)
from domain.systems.ranged.sheets import Person, SetUp
from domain.systems.ranged.tasks import Hide


def opening(
    book: Book, sheet: SetUp, options: Mapping[str, int | str], dice: Dice
) -> Iterator[Outcome]:
    """Set everybody up; ties in the order of turns are rolled for, and it is fixed."""
    order: list[str] = []
    acting = [one for one in sheet.people if one.side]
    ranked = sorted(acting, key=lambda one: _rank(book, one.person))
    for _, group in groupby(ranked, key=lambda one: _rank(book, one.person)):
        tied = [one.id for one in group]
        if len(tied) > 1:
            titles = (_person(book, sheet, name).sheet.title for name in tied)
            asks = (Ask(f"{title}: who goes first", 1, 6) for title in titles)
            yield (rolled := dice.roll(*asks))
            faces = {name: face[0] for name, face in zip(tied, rolled.faces, strict=True)}
            tied.sort(key=lambda name: -faces[name])
        order += tied
    if sheet.first in order:
        order.remove(sheet.first)
        order.insert(0, sheet.first)
    names = {*("scenario", "time_limit_s")}
    choices = {name: value for name, value in options.items() if name not in names}
    lurking = {one.person for one in sheet.ambush} if choices.get("ambush") == "on" else set[str]()
    deployed = [_deployed(book, sheet, one.id) for one in sheet.people]
    yield BattleBegan(
        scenario=sheet.name, choices=choices, order=tuple(order),
        fighters=tuple(one for one in deployed if one.id not in lurking),
        lurkers=tuple(
            replace(one, at=sheet.low, elevation=0, facing=0, unaware=False)
            for one in deployed if one.id in lurking
        ),
    )  # fmt: skip
    for one in sheet.people:
        loaded = {
            f"{one.id} {carried.weapon} {n}": _loads(book, carried.weapon, carried.loaded)
            for n, carried in enumerate(one.weapons, 1)
        }
        yield SheetDealt(
            seat=SeatId(one.side), fighter=one.id, sheet=book.people[one.person].sheet,
            loaded=loaded,
        )  # fmt: skip
    seats = sorted({one.side for one in sheet.people if one.id in lurking})
    if seats:
        yield TaskAdded(first=tuple(Hide(seat=SeatId(seat)) for seat in seats))


def _person(book: Book, sheet: SetUp, name: str) -> Person:
    return book.people[next(one.person for one in sheet.people if one.id == name)]


def _rank(book: Book, person: str) -> tuple[int, int]:
    sheet = book.people[person].sheet
    return -sheet.speed_quarters, -sheet.dx


def _loads(book: Book, weapon: str, loaded: int | None) -> int:
    shots = book.weapons[weapon].shots
    return shots.capacity + shots.chambered if loaded is None else loaded


def _deployed(book: Book, sheet: SetUp, name: str) -> Deployed:
    one = next(person for person in sheet.people if person.id == name)
    person = _person(book, sheet, name)
    first = next((n for n, item in enumerate(one.weapons, 1) if item.at == "hand"), 0)
    gear = tuple(
        Gear(
            id=f"{one.id} {carried.weapon} {n}",
            key=carried.weapon,
            at="hand" if carried.at == "hand" else "belt" if carried.at == "belt" else "ground",
            bipod_open=carried.bipod_open,
            mounted=carried.mounted,
            off_hand=carried.at == "hand" and n > first,
            cocked=carried.cocked,
            accessories=book.weapons[carried.weapon].line.accessories,
        )
        for n, carried in enumerate(one.weapons, 1)
    )
    return Deployed(
        id=one.id, title=person.sheet.title, seat=SeatId(one.side), body=person.body, at=one.at,
        elevation=one.elevation, facing=one.facing, posture=one.posture, gear=gear,
        shield=one.shield, mount=one.mount, unaware=one.unaware,
    )  # fmt: skip
