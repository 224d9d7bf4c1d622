"""A verifier of 150 lines, without a line of ours, accepts real records and no edited one."""

import contextlib
import random
from pathlib import Path

import pytest

from domain.dice import CHAIN_LINKS
from domain.game_events import AnchorRenewed, Concede
from domain.names import SeatId
from domain.referee import _Commit
from tests.clients.verifier import stranger
from tests.pennies import Guess, Listen, Stake
from tests.playing import Playing

EDITS = 1_000


def played(dice: str) -> bytes:
    """Return the record of a game with open and hidden rolls, to its end."""
    playing = Playing(dice=dice).begun()
    here = playing.sources.here
    playing.sources.here = lambda: (SeatId(1), SeatId(2))
    try:
        for _ in range(2):
            for command in (Stake(pennies=3), Guess(face=2)):
                for seat in (1, 2):
                    playing.declare(seat, command)
            answered(playing)
            playing.declare(1, Listen(times=2))
            answered(playing)
        playing.declare(2, Concede())
    finally:
        playing.sources.here = here
    return playing.exported()


def answered(playing: Playing) -> None:
    """Let both seats open their links, if they are asked to."""
    for seat in (1, 2):
        if playing.table.game.request is not None:
            playing.contribute(seat)


def accepted(data: bytes) -> bool:
    with contextlib.suppress(Exception):
        stranger.check(data)
        return True
    return False


def test_it_is_an_afternoons_work() -> None:
    assert stranger.__file__ is not None
    lines = Path(stranger.__file__).read_text().splitlines()
    assert len([line for line in lines if line.strip()]) <= 150
    imported = [line for line in lines if line.startswith(("import", "from"))]
    assert not any("domain" in line or "clients" in line for line in imported)


@pytest.mark.parametrize("dice", ["server", "table"])
def test_a_real_record_holds_and_no_edit_of_it_does(dice: str) -> None:
    data = played(dice)
    checked = stranger.check(data)
    assert (checked.rolls, checked.hidden, checked.ends) == (4, 2, True)
    chance = random.Random(11)
    for _ in range(EDITS):
        edited = bytearray(data)
        edited[chance.randrange(len(data))] ^= chance.randrange(1, 256)
        assert not accepted(bytes(edited))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_chain_that_nobody_renewed_does_not_hold(seat: int) -> None:
    """The server puts an anchor in the place of one: its own signature is not enough."""
    playing = Playing(dice="table").begun()
    commit = _Commit(playing.table, playing.now(), playing.sources)
    commit.record(AnchorRenewed(seat=SeatId(seat), anchor=b"\x01" * 32, links=CHAIN_LINKS))
    playing.record(commit.entries)
    with pytest.raises(ValueError, match="nobody renewed"):
        stranger.check(playing.exported())


@pytest.mark.parametrize("dice", ["server", "table"])
def test_a_cut_record_holds_nowhere(dice: str) -> None:
    data = played(dice)
    assert not any(accepted(data[:end]) for end in range(0, len(data), 7))
