"""`broadside luck`: what was rolled, beside what was to be expected."""

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from clients.cli.games import JsonOption, ServerOption, locate
from clients.cli.output import NOT_VERIFIED, USAGE, fail, say, show_json
from clients.cli.records import RulesOption, read_record, systems_here
from clients.sdk import http
from clients.sdk.keyring import Keyring
from clients.terminal.safe import safe
from clients.verifier.protocol import Fault, NotARecord
from clients.verifier.protocol import verify as verify_protocol
from clients.verifier.rules import OtherRules, system_of
from domain.exported import entries_of
from domain.game import System
from domain.game_events import DiceRolledHidden
from domain.names import GameId
from domain.record import Broken
from domain.table import Table
from projections.luck import Luck, Tally
from projections.luck import luck as luck_of
from projections.throws import Throw, throws

PICTURES = (".svg", ".png")


def luck(
    games: Annotated[list[str], typer.Argument(help="Records (.bsr), links or ids of games.")],
    picture: Annotated[
        Path | None, typer.Option("--plot", help="Draw it into this file: .svg or .png.")
    ] = None,
    rules_data: RulesOption = None,
    *,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Compare what was rolled with what was to be expected, for each player, weapon and purpose.

    Example: broadside luck duel.bsr --plot luck.svg

    Honest dice are called ordinary in at least 99 of 100 tellings, however much is compared; the
    chances are exact. Dice that are still hidden are left out, and counted.
    """
    if picture is not None and picture.suffix.lower() not in PICTURES:
        fail(USAGE, f"--plot {picture}: a picture is {' or '.join(PICTURES)}")
    systems = systems_here(rules_data)
    thrown: list[Throw] = []
    hidden = 0
    for counted in _each_once(_thrown(game, _record(game, server), systems) for game in games):
        thrown, hidden = thrown + counted.thrown, hidden + counted.hidden
    told = luck_of(thrown, hidden)
    if picture is not None:
        _drawn(told, picture)
    if as_json:
        show_json(told)
        return
    for line in _lines(told):
        print(safe(line))


def _drawn(told: Luck, picture: Path) -> None:
    from clients.cli.plot import plot  # noqa: PLC0415  what draws takes long to load

    try:
        plot(told, picture)
    except OSError as fault:
        fail(USAGE, f"{picture}: {fault.strerror}")


def _record(game: str, server: str) -> bytes:
    """Return a record from its file, or from the server as this computer may read it."""
    file = Path(game)
    if file.suffix == ".bsr" or file.is_file():
        return read_record(file)
    link = locate(game, server)
    keys = Keyring().load(link.server, link.game, link.seat)
    return asyncio.run(http.record(link.server, link.game, keys.token if keys else ""))


class _Counted(msgspec.Struct, frozen=True):
    """The open dice of a game's record, how many are hidden, and how long the record is."""

    game: GameId
    thrown: list[Throw]
    hidden: int
    events: int


def _each_once(records: Iterable[_Counted]) -> list[_Counted]:
    """Return each game once, by the record that tells the most of it.

    Dice that were counted twice would be no evidence: two records of a game show the same dice.
    """
    games: dict[GameId, _Counted] = {}
    for one in records:
        known = games.setdefault(one.game, one)
        if (known.events, -known.hidden) < (one.events, -one.hidden):
            games[one.game] = one
    return list(games.values())


def _thrown(name: str, data: bytes, systems: dict[str, System]) -> _Counted:
    """Return the dice of a record that holds."""
    try:
        report = verify_protocol(data)
        game, entries = entries_of(data)
        system = system_of(entries[0], systems)
    except Fault as fault:
        fail(NOT_VERIFIED, f"{name}: not verified: {fault}")
    except (NotARecord, OtherRules) as why:
        fail(USAGE, f"{name}: {why}")
    say(f"{name}: {len(report.events)} events …")
    table = Table(game, system)
    try:
        found = list(throws(table, entries))
    except Broken as broken:
        fail(NOT_VERIFIED, f"{name}: not verified: {broken}")
    events = (table.codec.decode(entry.open, entry.secret) for entry in entries)
    hidden = (one for one in events if isinstance(one, DiceRolledHidden))
    closed = (one for one in hidden if not isinstance(one.faces, tuple))
    return _Counted(
        game, found, sum(ask.count for one in closed for ask in one.dice), len(report.events)
    )


def _lines(told: Luck) -> Iterator[str]:
    yield told.sentence
    for finding in told.findings[1:]:
        yield f"And {finding.what}: a chance of {finding.chance:.2g}."
    if told.hidden:
        yield f"{told.hidden} dice are still hidden and left out."
    for title, tallies in (("By player", told.by_player), ("By purpose", told.by_purpose)):
        yield ""
        yield from _table(title, tallies)


def _table(title: str, tallies: tuple[Tally, ...]) -> Iterator[str]:
    """Yield a line for each tally, in columns: how often honest dice are as far out is the last."""
    rows = [(title, "", "dice", "rolled", "expected", "as far out"), *map(_row, tallies)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join(
            cell.ljust(width) if at < 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(cells)
        )


def _row(tally: Tally) -> tuple[str, ...]:
    dice = f"{tally.dice}d{tally.sides}"
    rolled, expected = str(tally.total), f"{tally.expected:.1f}"
    who = tally.who or "the table"
    return who, tally.purpose, dice, rolled, expected, f"{100 * tally.chance:.1f}%"
