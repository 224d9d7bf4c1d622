"""A record is checked where it lies: it holds, or the first bad event is named."""

import asyncio
import io
import random
import re
from collections.abc import Callable
from pathlib import Path

import msgpack
import pytest
import pytest_asyncio

from clients.cli import audit, records
from clients.cli.demo import play_all
from clients.sdk import http
from clients.sdk.keyring import Keyring, new_keys
from clients.verifier.protocol import Fault, verify
from domain.exported import entries_of
from domain.forking import beginning
from domain.game_events import Concede
from domain.record import entry_after
from server.bootstrap import Server
from tests.clients.cli.conftest import Command
from tests.pennies import Stake
from tests.playing import Playing
from tests.server.conftest import SYSTEMS
from tests.server.sitting import seated


@pytest_asyncio.fixture
async def record(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the spectators' record of a whole game, in a file."""
    monkeypatch.setattr(records, "rule_systems", lambda: SYSTEMS)
    watch, seats = await seated(server.url)
    async with asyncio.timeout(30):
        await play_all(server.url, seats, random.Random(7), 0)
    file = tmp_path / "duel.bsr"
    file.write_bytes(await http.record(server.url, watch.game))
    return file


async def test_a_record_that_holds_is_said_to_hold(record: Path, broadside: Command) -> None:
    ran = await broadside("verify", str(record))
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    names = [line.split()[1] for line in lines if line.startswith("ok  ")]
    assert names[-1] == "rulings"
    assert [line.split()[0] for line in lines if line.startswith("    ")][:2] == ["game", "last"]
    assert {"history", "signatures", "dice", "seals"} <= set(names)
    found = (await broadside("verify", str(record), "--json")).json
    assert found["verified"] is True
    assert [check["name"] for check in found["checks"]] == names


async def test_a_fork_is_held_against_its_parents_record(
    record: Path, broadside: Command, tmp_path: Path
) -> None:
    game, entries = entries_of(await asyncio.to_thread(record.read_bytes))
    at = next(entry.position for entry in entries if b"guessed" in entry.open)
    start = beginning(game, SYSTEMS["pennies"], entries, at)
    fork = tmp_path / "fork.bsr"
    fork.write_bytes(Playing(start=start).begun().exported())
    alone = await broadside("verify", str(fork))
    assert (alone.code, "it goes on from another game" in alone.out) == (0, True)
    held = await broadside("verify", str(fork), "--parent", str(record))
    assert (held.code, f"stood after event {at}" in held.out) == (0, True)
    wrong = await broadside("verify", str(fork), "--parent", str(fork))
    assert (wrong.code, "not verified: parent: " in wrong.err) == (6, True)
    orphan = await broadside("verify", str(record), "--parent", str(fork))
    assert (orphan.code, "the game has none" in orphan.err) == (2, True)


async def test_a_record_that_was_altered_is_six_and_the_event_is_named(
    record: Path, broadside: Command
) -> None:
    _alter(record)
    ran = await broadside("verify", str(record))
    assert (ran.code, ran.out) == (6, "")
    assert "not verified: history: event " in ran.err
    told = await broadside("verify", str(record), "--json")
    assert told.code == 6
    assert told.json["verified"] is False
    assert told.json["position"] > 0
    assert (await broadside("replay", str(record))).code == 6


def _alter(record: Path) -> None:
    before = record.read_bytes()
    at = before.index(b"stake")
    record.write_bytes(before[:at] + b"STAKE" + before[at + 5 :])


NO_RECORDS: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "text": lambda _: b"a record, honestly",
    "another kind": lambda _: msgpack.packb({"format": "other"}),
}


@pytest.mark.parametrize("make", NO_RECORDS.values(), ids=NO_RECORDS)
async def test_what_is_no_record_is_two(
    make: Callable[[bytes], bytes], broadside: Command, tmp_path: Path
) -> None:
    file = tmp_path / "no.bsr"
    file.write_bytes(make(b""))
    for command in ("verify", "replay"):
        ran = await broadside(command, str(file))
        assert (ran.code, ran.out) == (2, "")
        assert str(file) in ran.err


async def test_other_rules_are_not_the_records_fault(
    record: Path, broadside: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "rule_systems", dict)
    ran = await broadside("verify", str(record))
    assert ran.code == 2
    assert (
        "history, signatures, dice and seals hold; the rulings: there is no rule system" in ran.err
    )


async def test_other_rules_cannot_replay_it(
    record: Path, broadside: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "rule_systems", dict)
    ran = await broadside("replay", str(record))
    assert (ran.code, "there is no rule system" in ran.err) == (2, True)


async def test_two_records_of_one_history_are_said_to_agree(
    record: Path, broadside: Command, tmp_path: Path
) -> None:
    ran = await broadside("verify", str(record), str(record))
    assert ran.code == 0
    assert ran.out.startswith("ok  one history")
    other = tmp_path / "other.bsr"
    other.write_bytes(Playing().begun().exported())
    ran = await broadside("verify", str(record), str(other))
    assert (ran.code, "not of one game" in ran.err) == (2, True)


async def test_two_histories_of_one_server_are_proven_by_two_files(
    broadside: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each file verifies alone; together they convict the server that signed both."""
    monkeypatch.setattr(records, "rule_systems", lambda: SYSTEMS)
    files: list[str] = []
    for pennies in (3, 4):
        told = Playing().begun()
        fork = told.table.head.position + 1
        told.declare(1, Stake(pennies=pennies))
        file = tmp_path / f"{pennies}.bsr"
        file.write_bytes(told.exported())
        assert (await broadside("verify", str(file))).code == 0
        files.append(str(file))
    ran = await broadside("verify", *files)
    assert ran.code == 6
    assert f"two histories, which part at event {fork}" in ran.err


async def test_the_table_is_shown_as_it_stood(record: Path, broadside: Command) -> None:
    ran = await broadside("replay", str(record))
    assert ran.code == 0
    assert "Over: 3 rounds were played." in ran.out
    early = await broadside("replay", str(record), "--at", "10")
    assert "Round 1: stake" in early.out
    assert (await broadside("replay", str(record), "--at", "10", "--json")).json["position"] == 10
    for at in ("0", "9999", "-1"):
        ran = await broadside("replay", str(record), "--at", at)
        assert (ran.code, "the record has events 1 to" in ran.err) == (2, True)


async def test_it_is_stepped_through_from_declaration_to_declaration(
    record: Path, broadside: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nb\n9999\nq\n"))
    ran = await broadside("replay", str(record), "--step")
    _, entries = entries_of(await asyncio.to_thread(record.read_bytes))
    last = len(entries)
    prompts = re.findall(r"Event ([0-9]+) of ([0-9]+)\.", ran.out)
    assert prompts == [(str(at), str(last)) for at in (1, 3, 5, 3, last)]
    assert (ran.code, "Over: 3 rounds were played." in ran.out) == (0, True)


async def test_a_game_that_is_over_is_seen_through_any_seats_eyes(
    broadside: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own secrets, as it saw them then, and no others."""
    monkeypatch.setattr(records, "rule_systems", lambda: SYSTEMS)
    playing = Playing().begun()
    for seat, pennies in ((1, 3), (2, 4)):
        playing.declare(seat, Stake(pennies=pennies))
    at = str(playing.table.head.position)
    file = tmp_path / "over.bsr"
    file.write_bytes(playing.exported())
    ran = await broadside("replay", str(file), "--seat", "1")
    assert (ran.code, "the game goes on" in ran.err) == (2, True)
    playing.declare(1, Concede())
    file.write_bytes(playing.exported())
    for words, stakes in (
        ((), [3, 4]),
        (("--seat", "1"), [3, None]),
        (("--seat", "2"), [None, 4]),
    ):
        found = await broadside("replay", str(file), "--at", at, *words, "--json")
        sheets = found.json["view"]["scene"]["sheets"]
        assert [sheet["groups"][0]["gauges"][0]["value"] for sheet in sheets] == stakes
    ran = await broadside("replay", str(file), "--seat", "3")
    assert (ran.code, "nobody took that seat" in ran.err) == (2, True)


async def test_a_record_of_my_game_is_held_against_what_i_know(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record in which another key holds my seat is not of the game that I played."""
    monkeypatch.setenv("BROADSIDE_HOME", str(tmp_path))
    watch, (first, _) = await seated(server.url)
    report = verify(await http.record(server.url, watch.game, first.token))
    ring = Keyring()
    ring.save(first)
    assert [check.sentence[:26] for check in audit._mine(report)] == ["seat 1 is held by your key"]
    ring.save(new_keys(server.url, watch.game, 1, "Player 1"))
    with pytest.raises(Fault, match="another key holds your seat 1"):
        audit._mine(report)


@pytest.mark.parametrize("words", [("luck",), ("replay",), ("replay", "--seat", "1"), ("verify",)])
async def test_a_signed_record_of_events_that_are_none_is_not_verified(
    broadside: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Its server may sign whatever it likes: the rules here know no such event."""
    monkeypatch.setattr(records, "rule_systems", lambda: SYSTEMS)
    playing = Playing().begun()
    playing.declare(1, Concede())
    table, made = playing.table, {"k": "odd", "v": 1, "d": {}}
    odd = entry_after(table.head, table.id, playing.now(), msgpack.packb(made))
    playing.entries.append(odd)
    table.head = odd.head
    file = tmp_path / "odd.bsr"
    file.write_bytes(playing.exported())
    command, *more = words
    ran = await broadside(command, str(file), *more)
    assert (ran.code, "not verified" in ran.err) == (6, True)
    assert "Traceback" not in ran.err
