"""A record folds to the same game for everybody who may read it, and stops at the first fault."""

import msgspec
import pytest

from domain.game_events import Concede
from domain.record import Broken, entry_after
from domain.table import Table
from tests.pennies import PENNIES, Stake
from tests.playing import Playing


def test_the_fold_of_the_record_is_the_game() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    again = Table(playing.table.id, PENNIES)
    for entry in playing.entries:
        again.fold(entry)
    assert again.game == playing.table.game
    assert again.closed.keys() == playing.table.closed.keys()


def test_a_fault_leaves_the_table_as_it_was() -> None:
    playing = Playing().begun()
    before = (playing.table.game, playing.table.head)
    with pytest.raises(Broken) as broken:
        playing.table.fold(playing.entries[0])
    assert broken.value.position == playing.table.head.position + 1
    assert (playing.table.game, playing.table.head) == before


def test_an_event_that_nothing_can_fold_is_named() -> None:
    """A poison event freezes its game, with its number."""
    playing = Playing().begun()
    open_part = msgspec.msgpack.encode({"k": "guessed", "v": 9, "d": {}})
    poison = entry_after(playing.table.head, playing.table.id, 1, open_part)
    with pytest.raises(Broken, match="cannot be folded"):
        playing.table.fold(poison)


def test_what_is_opened_must_be_what_was_sealed() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    playing.declare(1, Concede())
    table = Table(playing.table.id, PENNIES)
    opened = [e for e in playing.entries if msgspec.msgpack.decode(e.open)["k"] == "opened"]
    for entry in playing.entries:
        if entry == opened[0]:
            break
        table.fold(entry)
    event = msgspec.msgpack.decode(opened[0].open)
    event["d"]["secret"] = msgspec.msgpack.encode({"pennies": 9})
    lie = entry_after(table.head, table.id, 1, msgspec.msgpack.encode(event))
    before = (table.game, table.head, dict(table.closed))
    with pytest.raises(Broken, match="is not what event"):
        table.fold(lie)
    assert (table.game, table.head, table.closed) == before
