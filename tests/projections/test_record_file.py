"""An exported record verifies by itself, for every viewer, and any change of it is found."""

import pytest

from clients.verifier.protocol import Fault, verify
from clients.verifier.rules import decide_all_again
from domain.exported import entries_of
from domain.game_events import Concede
from domain.names import SeatId
from projections.record_file import record_file
from projections.redaction import redact
from projections.viewer import SPECTATOR, Viewer
from tests.pennies import PENNIES, Guess, Listen, Stake
from tests.playing import ENTROPY, Playing

SYSTEMS = {"pennies": PENNIES}


def played(*, over: bool) -> Playing:
    playing = Playing().begun()
    for seat in (1, 2):
        playing.declare(seat, Stake(pennies=seat))
    for seat in (1, 2):
        playing.declare(seat, Guess(face=seat))
    playing.declare(1, Listen(times=2))
    if over:
        playing.declare(1, Concede())
    return playing


def exported(playing: Playing, viewer: Viewer) -> bytes:
    codec, closed = playing.table.codec, playing.table.closed
    entries = [
        redact(viewer, e, codec.decode(e.open, e.secret), opened=e.position not in closed)
        for e in playing.entries
    ]
    head = ENTROPY.signed_head(playing.table.id, playing.table.head)
    key, sign = ENTROPY.public_key, ENTROPY.sign
    return record_file(playing.table.id, key, viewer, entries, head, sign)


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer("player", SeatId(1))], ids=str)
def test_a_finished_game_verifies_whole_for_everybody(viewer: Viewer) -> None:
    data = exported(played(over=True), viewer)
    report = verify(data)
    assert report.counts.seals_closed == 0
    rulings = decide_all_again(data, SYSTEMS)
    assert (rulings.decided, rulings.waiting) == (9, 0)


def test_in_mid_game_it_says_how_many_rulings_wait() -> None:
    data = exported(played(over=False), SPECTATOR)
    report = verify(data)
    assert report.counts.seals_closed > 0
    rulings = decide_all_again(data, SYSTEMS)
    assert rulings.decided + rulings.waiting == 8
    assert rulings.waiting > 0


def test_a_seats_record_holds_its_own_secrets_and_no_others() -> None:
    playing = played(over=False)
    _, entries = entries_of(exported(playing, Viewer("player", SeatId(1))))
    readable = {e.position for e in entries if e.sealed is not None}
    owned = {
        e.position
        for e in playing.entries
        if e.sealed is not None
        and getattr(playing.table.codec.decode(e.open, None), "seat", None) == 1
    }
    opened = {e.position for e in playing.entries if e.sealed} - playing.table.closed.keys()
    assert readable == owned | opened


def test_a_changed_byte_is_found_wherever_it_is() -> None:
    """Every seventh byte, here; the verifier's own tests change each one of a smaller record."""
    playing = played(over=True)
    data = exported(playing, SPECTATOR)
    for at in range(0, len(data), 7):
        altered = bytearray(data)
        altered[at] ^= 0x11
        with pytest.raises(Fault):
            verify(bytes(altered))
