"""A record is held against what was seen, and against what a seat has really said."""

import msgspec
import pytest

from clients.sdk.following import Forked
from clients.sdk.history import Holder, check_history
from domain.names import SeatId
from domain.record import Head, seal_of
from projections.record_file import record_file
from projections.viewer import SPECTATOR
from tests.pennies import Stake
from tests.playing import ENTROPY, GAME, Playing


def record_of(playing: Playing) -> bytes:
    head = ENTROPY.signed_head(GAME, playing.table.head)
    entries = [entry.redacted() for entry in playing.entries]
    return record_file(GAME, ENTROPY.public_key, SPECTATOR, entries, head, ENTROPY.sign)


def holder(playing: Playing) -> Holder:
    return Holder(1, playing.keys[SeatId(1)].public_key)


def test_a_record_that_goes_on_from_what_was_seen_is_taken() -> None:
    playing = Playing().begun()
    seen = playing.table.head
    playing.declare(1, Stake(pennies=3))
    check_history(GAME, record_of(playing), [seen, playing.table.head], holder(playing))


@pytest.mark.parametrize("position", [3, 8, 9])
def test_another_history_is_a_fork(position: int) -> None:
    playing = Playing().begun()
    seen = Head(position, b"\x01" * 32)
    with pytest.raises(Forked, match=f"event {position}"):
        check_history(GAME, record_of(playing), [seen])


def test_a_seat_that_another_key_holds_is_not_mine() -> None:
    playing = Playing().begun()
    with pytest.raises(Forked, match="somebody else's key"):
        check_history(GAME, record_of(playing), [], Holder(1, b"\x09" * 32))


def test_words_that_were_put_into_a_seats_mouth_are_found() -> None:
    """The server signs a declaration of mine with another key, and keeps mine in the seat."""
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    entry = playing.entries[-1]
    sealed = entry.sealed or b""
    forged = playing.keys[SeatId(2)].sign_declaration(entry.open, seal_of(sealed))
    playing.entries[-1] = msgspec.structs.replace(entry, signature=forged)
    with pytest.raises(Forked, match="never made"):
        check_history(GAME, record_of(playing), [], holder(playing))


@pytest.mark.parametrize("junk", [b"", b"\xc1", b"\x80", b"\x80" * 3])
def test_junk_is_no_record(junk: bytes) -> None:
    with pytest.raises(Forked, match="is none"):
        check_history(GAME, junk, [])
