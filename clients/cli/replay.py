"""`broadside replay`: the table as it stood, through the eyes of who may look."""

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.games import JsonOption
from clients.cli.output import USAGE, console, fail, show_json
from clients.cli.records import RulesOption, not_verified, read_record, systems_here
from clients.terminal.render import table_of
from clients.verifier.protocol import Fault, NotARecord, Report
from clients.verifier.protocol import verify as verify_protocol
from clients.verifier.rules import OtherRules, system_of
from domain.again import commits
from domain.codec import Codec
from domain.exported import entries_of
from domain.game import System
from domain.names import SeatId
from domain.record import Broken, Entry
from domain.table import codec_of
from projections.game_view import LiveView, plain
from projections.messages import Snapshot
from projections.redaction import redact
from projections.viewer import Viewer


def replay(
    file: Annotated[Path, typer.Argument(help="A record (.bsr).")],
    at: Annotated[int | None, typer.Option("--at", help="The position; the last, if none.")] = None,
    rules_data: RulesOption = None,
    seat: Annotated[
        int | None, typer.Option("--seat", help="As this seat saw it then; the game must be over.")
    ] = None,
    *,
    step: Annotated[
        bool, typer.Option("--step", help="Go from declaration to declaration.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the table as it stood after an event, as the record's viewer may know it now.

    Example: broadside replay duel.bsr --at 40 --seat 2

    With --step Enter goes on to the next declaration, b back, a number to that event, q leaves.

    Of a game that is over everybody may see what each seat saw: its own secrets, and no others.
    """
    data = read_record(file)
    try:
        report = verify_protocol(data)
    except Fault as fault:
        not_verified(fault, as_json=as_json)
    except NotARecord as why:
        fail(USAGE, f"{file}: {why}")
    last = len(report.events)
    if at is not None and not 1 <= at <= last:
        fail(USAGE, f"--at {at}: the record has events 1 to {last}")
    who = _eyes(report, seat)
    try:
        systems = systems_here(rules_data)
        if step:
            _stepped(data, at or 1, systems, who, as_then=seat is not None)
            return
        snapshot = _at(data, at or last, systems, who, as_then=seat is not None)
    except OtherRules as why:
        fail(USAGE, f"{file}: {why}")
    except Broken as broken:
        not_verified(Fault(broken.position, "rulings", broken.why), as_json=as_json)
    if as_json:
        show_json(snapshot)
    else:
        _show(snapshot)


def _show(snapshot: Snapshot) -> None:
    shown = console()
    shown.print(table_of(plain(snapshot.view), shown.width, list(snapshot.chronicle)[-20:]))


def _stepped(
    data: bytes, at: int, systems: dict[str, System], who: Viewer, *, as_then: bool
) -> None:
    """Show the table at *at*, then wherever a person wants to look."""
    _, entries = entries_of(data)
    ends = [commit[-1].position for commit in commits(entries)]
    while True:
        _show(_at(data, at, systems, who, as_then=as_then))
        prompt = f"Event {at} of {ends[-1]}. Enter: on, b: back, a number, q: leave"
        try:
            text = typer.prompt(prompt, default="", show_default=False).strip()
        except typer.Abort:
            return
        if text == "q":
            return
        if text == "b":
            at = max((end for end in ends if end < at), default=at)
        elif text.isascii() and text.isdecimal() and len(text) <= 9:
            at = min(max(int(text), 1), ends[-1])
        else:
            at = min((end for end in ends if end > at), default=at)


def _eyes(report: Report, seat: int | None) -> Viewer:
    """Return whose eyes the table is seen through: the record's viewer's, if no *seat* is said."""
    if seat is None:
        whose, _, number = report.viewer.partition(" ")
        return Viewer("player", SeatId(int(number))) if whose == "seat" else Viewer("spectator")
    seats = {event.fields["seat"] for event in report.events if event.kind == "seat_taken"}
    if seat not in seats:
        fail(USAGE, f"--seat {seat}: nobody took that seat")
    if not report.over:
        fail(USAGE, f"--seat {seat}: the game goes on, and what a seat knows is its own")
    return Viewer("player", SeatId(seat))


def _at(
    data: bytes, at: int, systems: dict[str, System], who: Viewer, *, as_then: bool
) -> Snapshot:
    game, entries = entries_of(data)
    system = system_of(entries[0], systems)
    codec = codec_of(system)
    live = LiveView(who, game, system, codec)
    for entry in entries[:at]:
        live.fold(_as_seen(who, entry, codec) if as_then else entry)
    return live.snapshot()


def _as_seen(who: Viewer, entry: Entry, codec: Codec) -> Entry:
    """Return *entry* as *who* saw it then; Broken if it is no event."""
    try:
        return redact(who, entry, codec.decode(entry.open, entry.secret))
    except ValueError as fault:
        raise Broken(entry.position, str(fault)) from None
