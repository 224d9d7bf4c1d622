"""A record is read back as it was written; what is none is refused."""

import contextlib
import random

import pytest

from domain.exported import entries_of
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
