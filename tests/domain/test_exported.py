"""A record is read back as it was written; what is none is refused."""

import contextlib
import random
import tracemalloc

import msgspec
import pytest

from domain.exported import entries_of, maps_of
from domain.game_events import Concede
from tests.pennies import Stake
from tests.playing import Playing


def finished() -> Playing:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Concede())
    return playing


def test_the_entries_are_those_that_were_written_with_what_was_opened_later() -> None:
    playing = finished()
    game, entries = entries_of(playing.exported())
    assert game == playing.table.id
    assert entries == playing.entries


@pytest.mark.parametrize("cut", [0, 1, 100, -1, -200])
def test_a_record_that_is_cut_is_none(cut: int) -> None:
    with pytest.raises(ValueError, match="no record"):
        entries_of(finished().exported()[:cut])


def test_any_bytes_are_a_record_or_refused() -> None:
    whole, chance = finished().exported(), random.Random(5)
    for _ in range(500):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with contextlib.suppress(ValueError):
            entries_of(bytes(data))


MANY = b"\xdd" + (1_000_000).to_bytes(4, "big") + b"\x90" * 1_000_000
"""An array of a million empty ones: a mebibyte, of which msgpack makes sixty."""
FIRST = msgspec.msgpack.encode({"game": bytes(16)})


@pytest.mark.parametrize(
    "bomb", [b"\x90" * 1_000_000, FIRST + b"\x90" * 1_000_000, MANY, FIRST + MANY]
)
def test_of_a_bomb_nothing_is_made(bomb: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="no record"):
            entries_of(bomb)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < 5 * len(bomb)


def test_what_a_record_has_besides_is_not_unpacked() -> None:
    """The bomb is in a map that is an event otherwise: unknown fields are passed over."""
    whole = finished().exported()
    first, *events, last = maps_of(whole)
    event = bytes([events[0][0] + 1]) + events[0][1:] + b"\xa1x" + MANY
    tracemalloc.start()
    try:
        entries_of(b"".join((first, event, *events[1:], last)))
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < 5 * len(event)
