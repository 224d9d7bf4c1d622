"""A fork is held against the record of its parent."""

import msgspec
import pytest

from clients.verifier.forks import begins_as, fork_of
from clients.verifier.protocol import Fault
from domain.forking import beginning
from domain.game_events import Concede
from domain.names import GameId
from tests.pennies import PENNIES, Guess, Guessed, Listen, Stake
from tests.playing import Playing

SYSTEMS = {"pennies": PENNIES}
CHILD = GameId(bytes(range(16, 32)))


def parent() -> Playing:
    playing = Playing().begun()
    for command in (Stake(pennies=3), Guess(face=2)):
        for seat in (1, 2):
            playing.declare(seat, command)
    playing.declare(1, Listen(times=1))
    playing.declare(2, Concede())
    return playing


def child(of: Playing, at: int, **changes: object) -> Playing:
    begun = beginning(of.table.id, PENNIES, of.entries, at)
    child = Playing(game=CHILD, start=msgspec.structs.replace(begun, **changes)).begun()
    child.declare(1, Concede())
    return child


def at_listened(playing: Playing) -> int:
    return next(entry.position for entry in playing.entries if b"listened" in entry.open)


def test_a_fork_begins_as_its_parent_stood() -> None:
    playing = parent()
    at = at_listened(playing)
    forked = fork_of(child(playing, at).exported(), SYSTEMS)
    assert forked is not None
    assert begins_as(forked, playing.exported(), SYSTEMS) == at


def test_a_game_of_its_own_is_no_fork() -> None:
    assert fork_of(parent().exported(), SYSTEMS) is None


def test_a_beginning_that_the_parent_did_not_have_is_found() -> None:
    playing = parent()
    at = at_listened(playing)
    play = beginning(playing.table.id, PENNIES, playing.entries, at).play
    other = Guessed(die=6, guesses=(6, 1))
    better = tuple(other if isinstance(one, Guessed) else one for one in play)
    for false, told in ((better, "differs"), (play[:-1], "not as long")):
        forked = fork_of(child(playing, at, play=false).exported(), SYSTEMS)
        assert forked is not None
        with pytest.raises(Fault, match=told):
            begins_as(forked, playing.exported(), SYSTEMS)


def test_another_games_record_is_not_its_parents() -> None:
    playing = parent()
    forked = fork_of(child(playing, at_listened(playing)).exported(), SYSTEMS)
    assert forked is not None
    with pytest.raises(Fault, match="no event of the hash"):
        begins_as(forked, child(playing, at_listened(playing)).exported(), SYSTEMS)
