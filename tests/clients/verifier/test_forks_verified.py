"""A fork is held against the record of its parent."""

import msgspec
import pytest

from clients.verifier.forks import begins_as, fork_of
from clients.verifier.protocol import Fault, verify
from clients.verifier.rules import decide_all_again
from domain.forking import beginning
from domain.game_events import Concede
from domain.names import GameId
from tests.pennies import PENNIES, Guess, Guessed, Listen, Stake
from tests.playing import Playing
from tests.projections.test_record_file import SPECTATOR, exported

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


def test_other_options_than_the_parents_are_found() -> None:
    playing = parent()
    at = at_listened(playing)
    options = {**beginning(playing.table.id, PENNIES, playing.entries, at).options, "purse": 5}
    forked = fork_of(child(playing, at, options=options).exported(), SYSTEMS)
    assert forked is not None
    with pytest.raises(Fault, match="other options"):
        begins_as(forked, playing.exported(), SYSTEMS)


def test_a_fork_that_is_played_still_is_verified_with_its_seals_closed() -> None:
    playing = parent()
    at = at_listened(playing)
    begun = beginning(playing.table.id, PENNIES, playing.entries, at)
    data = exported(Playing(game=CHILD, start=begun).begun(), SPECTATOR)
    assert verify(data).counts.seals_closed == 2
    assert decide_all_again(data, SYSTEMS).waiting == 1
    forked = fork_of(data, SYSTEMS)
    assert forked is not None
    assert not forked.open
    assert begins_as(forked, playing.exported(), SYSTEMS) == at


def test_another_games_record_is_not_its_parents() -> None:
    playing = parent()
    forked = fork_of(child(playing, at_listened(playing)).exported(), SYSTEMS)
    assert forked is not None
    with pytest.raises(Fault, match="no event of the hash"):
        begins_as(forked, child(playing, at_listened(playing)).exported(), SYSTEMS)
