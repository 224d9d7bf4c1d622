"""Commands that need no server: a record is checked and replayed where it lies."""

from pathlib import Path
from typing import Annotated, NoReturn

import msgspec
import typer

from clients.cli.games import JsonOption
from clients.cli.output import NOT_VERIFIED, USAGE, console, fail, say, show_json
from clients.sdk.keyring import Keyring
from clients.terminal.render import table_of
from clients.terminal.safe import safe
from clients.verifier.forks import begins_as, fork_of
from clients.verifier.protocol import Check, Fault, NotARecord, Report, compare
from clients.verifier.protocol import verify as verify_protocol
from clients.verifier.rules import OtherRules, Rulings, decide_all_again, system_of
from domain.again import commits
from domain.exported import entries_of
from domain.game import System
from domain.names import GameId, SeatId
from domain.record import Broken
from domain.registry import rule_systems
from domain.table import codec_of
from projections.game_view import LiveView
from projections.messages import Snapshot
from projections.redaction import redact
from projections.viewer import Viewer

RulesOption = Annotated[
    Path | None, typer.Option("--rules-data", help="Tables that the game was played with.")
]


def verify(
    file: Annotated[Path, typer.Argument(help="A record (.bsr).")],
    other: Annotated[Path | None, typer.Argument(help="Another's record of the game.")] = None,
    rules_data: RulesOption = None,
    parent: Annotated[
        Path | None, typer.Option("--parent", help="The record of the game it was forked from.")
    ] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Check a record: history, signatures, dice, seals, and every ruling decided again.

    Example: broadside verify duel.bsr

    With another's record of the same game, it is checked first that both tell one history: if the
    server signed two, the two files prove it.

    Exit code 0: all of it holds; 6: it does not, and the first bad event is named; 2: no record.
    """
    data = _read(file)
    if other is not None:
        _one_history(file, other, as_json=as_json)
    try:
        report = verify_protocol(data)
        systems = systems_here(rules_data)
        rulings = _rulings(data, report, systems)
        mine = [*_from_parent(data, parent, systems), *_mine(report)]
    except Fault as fault:
        _not_verified(fault, as_json=as_json)
    except NotARecord as why:
        fail(USAGE, f"{file}: {why}")
    except OtherRules as why:
        fail(USAGE, f"{file}: history, signatures, dice and seals hold; the rulings: {why}")
    sentence = f"{rulings.decided} of {rulings.decided + rulings.waiting} decided again, and equal"
    if rulings.waiting:
        sentence += f"; {rulings.waiting} wait for a seal to open"
    checks = [*report.checks, Check("rulings", rulings.decided, sentence), *mine]
    facts = _facts(report)
    if as_json:
        show_json({"verified": True, **facts, "checks": msgspec.to_builtins(checks)})
        return
    for check in checks:
        print(f"ok  {check.name:<11} {check.sentence}")
    for name, value in facts.items():
        print(f"    {name:<11} {value}")


def _one_history(file: Path, other: Path, *, as_json: bool) -> None:
    """End with NOT_VERIFIED if the two files prove that the server told two histories."""
    try:
        fork = compare(_read(file), _read(other))
    except Fault as fault:
        _not_verified(fault, as_json=as_json)
    except NotARecord as why:
        fail(USAGE, str(why))
    if fork is not None:
        _not_verified(Fault(fork.position, "fork", fork.sentence), as_json=as_json)
    if not as_json:
        print(f"ok  one history  {file} and {other} tell the same, as far as both go.")


def _from_parent(data: bytes, parent: Path | None, systems: dict[str, System]) -> list[Check]:
    """Hold the beginning of a fork against its *parent*'s record; nothing for any other game.

    Raises Fault if the parent does not hold, or did not stand so; OtherRules.
    """
    forked = fork_of(data, systems)
    if forked is None:
        if parent is not None:
            fail(USAGE, "--parent: the game has none, it began at its own beginning")
        return []
    if parent is None:
        return [Check("parent", 0, "it goes on from another game; --parent RECORD checks that.")]
    theirs = _read(parent)
    verify_protocol(theirs)
    at = begins_as(forked, theirs, systems)
    return [Check("parent", 1, f"it begins as {parent} stood after event {at}.")]


def _facts(report: Report) -> dict[str, str]:
    """Return whose record this is: what a reader compares with what they know otherwise."""
    last = f"{len(report.events)}, {'the game is over' if report.over else 'the game goes on'}"
    facts = {"game": report.game.hex(), "last event": last, "for": report.viewer}
    facts["dice"] = f"level {report.level}"
    facts["server key"] = report.server_key.hex()
    for event in report.events:
        if event.kind == "seat_taken":
            seat, name, key = (event.fields[field] for field in ("seat", "name", "key"))
            facts[f"seat {seat}"] = f"{safe(name)}, key {key.hex()}"
    return facts


def _mine(report: Report) -> list[Check]:
    """Hold the record against the seat that this computer has in its game, if it has one.

    Raises Fault if it is not the game that was played here.
    """
    found: list[Check] = []
    for keys in Keyring().of_game(GameId(report.game)):
        sat = [event for event in report.events if event.kind == "seat_taken"]
        taken = [event for event in sat if event.fields["seat"] == keys.seat]
        if keys.server_key not in {b"", report.server_key}:
            raise Fault(None, "seat", "the server's key is not the one that this computer knows")
        if taken and taken[-1].fields["key"] != keys.public_key:
            raise Fault(taken[-1].position, "seat", f"another key holds your seat {keys.seat}")
        seen = keys.seen
        shown = report.events[seen.position - 1 : seen.position] if seen else ()
        if seen and shown and shown[0].hash != seen.hash:
            raise Fault(seen.position, "seat", "it is not the event that the server showed you")
        sentence = f"seat {keys.seat} is held by your key, as this computer knows the game."
        found.append(Check("seat", 1, sentence))
    return found


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
    data = _read(file)
    try:
        report = verify_protocol(data)
    except Fault as fault:
        _not_verified(fault, as_json=as_json)
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
        _not_verified(Fault(broken.position, "rulings", broken.why), as_json=as_json)
    if as_json:
        show_json(snapshot)
    else:
        _show(snapshot)


def _show(snapshot: Snapshot) -> None:
    shown = console()
    shown.print(table_of(snapshot.view, shown.width, list(snapshot.chronicle)[-20:]))


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


def systems_here(rules_data: Path | None) -> dict[str, System]:
    """Return the rule systems of this program, with the tables of *rules_data* if given."""
    systems = dict(rule_systems())
    for name, system in systems.items():
        folder = rules_data / name if rules_data else None
        files = {f.name: f.read_bytes() for f in sorted(folder.glob("*.json"))} if folder else {}
        if files:
            try:
                systems[name] = system.with_files(files)
            except ValueError as fault:
                fail(USAGE, str(fault))
    return systems


def _rulings(data: bytes, report: Report, systems: dict[str, System]) -> Rulings:
    if len(report.events) > 2_000:
        say(f"Deciding again: {len(report.events)} events …")
    return decide_all_again(data, systems)


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
        event = codec.decode(entry.open, entry.secret)
        live.fold(redact(who, entry, event) if as_then else entry)
    return live.snapshot()


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as fault:
        fail(USAGE, f"{file}: {fault.strerror}")


def _not_verified(fault: Fault, *, as_json: bool) -> NoReturn:
    if as_json:
        show_json(
            {
                "verified": False,
                "position": fault.position,
                "check": fault.check,
                "sentence": fault.sentence,
            }
        )
    fail(NOT_VERIFIED, f"not verified: {fault}")
