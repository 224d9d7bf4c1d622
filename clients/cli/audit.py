"""Commands that need no server: a record is checked and replayed where it lies."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from clients.cli.games import JsonOption
from clients.cli.output import USAGE, fail, say, show_json
from clients.cli.records import RulesOption, not_verified, read_record, systems_here
from clients.sdk.keyring import Keyring
from clients.terminal.safe import safe
from clients.verifier.forks import begins_as, fork_of
from clients.verifier.protocol import Check, Fault, NotARecord, Report, compare
from clients.verifier.protocol import verify as verify_protocol
from clients.verifier.rules import OtherRules, Rulings, decide_all_again
from domain.game import System
from domain.names import GameId


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
    data = read_record(file)
    if other is not None:
        _one_history(file, other, as_json=as_json)
    try:
        report = verify_protocol(data)
        systems = systems_here(rules_data)
        rulings = _rulings(data, report, systems)
        mine = [*_from_parent(data, parent, systems), *_mine(report)]
    except Fault as fault:
        not_verified(fault, as_json=as_json)
    except NotARecord as why:
        fail(USAGE, f"{file}: {why}")
    except OtherRules as why:
        fail(USAGE, f"{file}: history, signatures, dice and seals hold; the rulings: {why}")
    checks = [*report.checks, Check("rulings", rulings.decided, rulings.sentence), *mine]
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
        fork = compare(read_record(file), read_record(other))
    except Fault as fault:
        not_verified(fault, as_json=as_json)
    except NotARecord as why:
        fail(USAGE, str(why))
    if fork is not None:
        not_verified(Fault(fork.position, "fork", fork.sentence), as_json=as_json)
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
    theirs = read_record(parent)
    verify_protocol(theirs)
    at = begins_as(forked, theirs, systems)
    sealed = "" if forked.open else ", so far as it is open: some of it is sealed until the end"
    return [Check("parent", 1, f"it begins as {parent} stood after event {at}{sealed}.")]


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


def _rulings(data: bytes, report: Report, systems: dict[str, System]) -> Rulings:
    if len(report.events) > 2_000:
        say(f"Deciding again: {len(report.events)} events …")
    return decide_all_again(data, systems)
