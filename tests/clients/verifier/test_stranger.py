"""A verifier of 150 lines, without a line of ours, accepts real records and no edited one."""

import contextlib
import random
from pathlib import Path

import pytest

from domain.game_events import Concede
from domain.names import SeatId
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


@pytest.mark.parametrize("dice", ["server", "table"])
def test_a_cut_record_holds_nowhere(dice: str) -> None:
    data = played(dice)
    assert not any(accepted(data[:end]) for end in range(0, len(data), 7))
