"""Deciding again: the record holds together with the rules, and with nothing else."""

from collections.abc import Sequence

import msgspec
import pytest

from domain.again import commits, decide_again
from domain.codec import envelope
from domain.game_events import Concede
from domain.record import Broken, Entry, entry_after
from domain.refusals import Unknown
from domain.table import Table
from projections.redaction import redact
from projections.viewer import SPECTATOR
from tests.pennies import PENNIES, Guess, Listen, Stake
from tests.playing import Playing


def played() -> Playing:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4))
    playing.declare(1, Guess(face=2))
    playing.declare(2, Guess(face=5))
    playing.declare(1, Listen(times=2))
    playing.time_out(1)
    playing.declare(2, Stake(pennies=1))
    return playing


def again(entries: Sequence[Entry]) -> tuple[int, int]:
    """Decide all again; return how many commits could be decided, and how many must wait."""
    table, decided, waiting = Table(Playing().table.id, PENNIES), 0, 0
    for commit in commits(entries):
        try:
            decide_again(table, commit)
            decided += 1
        except Unknown:
            waiting += 1
        for entry in commit:
            table.fold(entry)
    return decided, waiting


def test_commits_are_recognised_by_their_first_event() -> None:
    entries = played().entries
    cut = list(commits(entries))
    assert [entry for commit in cut for entry in commit] == entries
    assert [envelope(commit[0].open).k for commit in cut] == [
        "created",
        "seat_taken",
        "seat_taken",
        *["declared"] * 5,
        "server_declared",
        "declared",
    ]


def test_a_whole_record_is_decided_again_equal() -> None:
    playing = played()
    playing.declare(1, Concede())
    assert again(playing.entries) == (11, 0)


def test_what_a_spectator_may_not_read_waits_for_its_seal() -> None:
    playing = played()
    codec = playing.table.codec
    entries = [redact(SPECTATOR, e, codec.decode(e.open, e.secret)) for e in playing.entries]
    decided, waiting = again(entries)
    assert waiting > 0
    assert decided >= 3


def forged(playing: Playing, position: int, **changes: object) -> list[Entry]:
    """The record with an event's fields changed, and every hash after it made anew."""
    entries: list[Entry] = []
    for entry in playing.entries:
        open_part = entry.open
        if entry.position == position:
            event = msgspec.msgpack.decode(open_part)
            event["d"] |= changes
            open_part = msgspec.msgpack.encode(event)
        head = entries[-1].head if entries else Table(playing.table.id, PENNIES).head
        made = entry_after(
            head, playing.table.id, entry.at_ms, open_part, entry.sealed, entry.signature
        )
        entries.append(made)
    return entries


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("guessed", {"die": 6, "guesses": [6, 1]}),
        ("guessed", {"guesses": [1, 1]}),
        ("dice_rolled", {"faces": [[7]]}),
        ("dice_rolled", {"i": 2}),
        ("dice_rolled", {"dice": [["the die", 1, 8]]}),
        ("dice_rolled", {"link": bytes(32)}),
        ("listened", {"times": 1}),
        ("seat_offered", {"title": "Another"}),
    ],
)
def test_what_the_rules_do_not_say_is_found(kind: str, changes: dict[str, object]) -> None:
    playing = played()
    position = next(e.position for e in playing.entries if envelope(e.open).k == kind)
    with pytest.raises(Broken) as broken:
        again(forged(playing, position, **changes))
    assert broken.value.position <= position


def without(playing: Playing, position: int) -> list[Entry]:
    """The record without one event, and every hash after it made anew."""
    entries: list[Entry] = []
    for entry in playing.entries:
        if entry.position != position:
            head = entries[-1].head if entries else Table(playing.table.id, PENNIES).head
            signature = entry.signature
            entries.append(
                entry_after(
                    head, playing.table.id, entry.at_ms, entry.open, entry.sealed, signature
                )
            )
    return entries


@pytest.mark.parametrize("kind", ["dice_rolled_hidden", "dice_rolled", "staked", "opened"])
def test_an_event_that_is_left_out_is_found(kind: str) -> None:
    """A roll that the rules ask for cannot be left out to make its ruling wait."""
    playing = played()
    position = next(e.position for e in playing.entries if envelope(e.open).k == kind)
    with pytest.raises(Broken):
        again(without(playing, position))


def test_a_missing_consequence_is_found() -> None:
    playing = played()
    cut = list(commits(playing.entries))[:7]
    entries = [entry for commit in cut for entry in commit]
    assert again(entries)[1] == 0
    with pytest.raises(Broken, match="the rules say"):
        again([*entries[:-1]])
