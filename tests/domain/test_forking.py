"""A game that goes on from where another stood."""

import msgspec
import pytest

from domain.again import commits, decide_again
from domain.codec import envelope
from domain.forking import Beginning, beginning
from domain.game_events import Concede, Decree, Dispute
from domain.names import GameId
from domain.record import Broken
from domain.refusals import Refused
from domain.table import Table
from tests.pennies import PENNIES, Guess, Listen, Stake, Staked
from tests.playing import Playing

CHILD = GameId(bytes(range(16, 32)))


def played() -> Playing:
    """Play a round, a stake of the next one, and to the end."""
    playing = Playing().begun()
    for command in (Stake(pennies=3), Guess(face=2)):
        for seat in (1, 2):
            playing.declare(seat, command)
    playing.declare(1, Listen(times=1))
    playing.declare(1, Stake(pennies=2))
    playing.declare(2, Concede())
    return playing


def after(playing: Playing, kind: str) -> int:
    """Return where the first commit ends that holds an event of *kind*."""
    return next(
        commit[-1].position
        for commit in commits(playing.entries)
        if any(envelope(entry.open).k == kind for entry in commit)
    )


def start(playing: Playing, at: int) -> Beginning:
    return beginning(playing.table.id, PENNIES, playing.entries, at)


def forked(playing: Playing, at: int) -> Playing:
    return Playing(game=CHILD, start=start(playing, at))


def test_play_goes_on_from_there_and_everybody_seals_anew() -> None:
    parent = played()
    child = forked(parent, after(parent, "listened") + 1)
    assert (child.table.game.phase, child.table.game.play.round) == ("offered", 2)
    child.begun()
    assert child.table.game.play.won == parent.table.game.play.won
    child.declare(1, Stake(pennies=1))
    assert [type(e) for e in child.declare(2, Stake(pennies=1))][1:] == [Staked, Staked]
    assert child.table.game.rolls == 0, "its dice are its own"


def test_its_first_event_bears_the_hash_of_its_parents_event() -> None:
    parent = played()
    at = after(parent, "listened")
    child = forked(parent, at)
    assert child.table.game.created is not None
    assert child.table.game.created.parent == parent.entries[at - 1].hash


def test_it_is_decided_again_like_any_other() -> None:
    parent = played()
    child = forked(parent, after(parent, "guessed")).begun()
    child.declare(1, Listen(times=0))
    again = Table(CHILD, PENNIES)
    for commit in commits(child.entries):
        decide_again(again, commit)
        for entry in commit:
            again.fold(entry)
    assert again.game == child.table.game


def test_a_game_without_a_parent_begins_with_nothing() -> None:
    parent = played()
    given = start(parent, after(parent, "guessed"))
    orphan = Playing(game=CHILD, start=msgspec.structs.replace(given, parent=None))
    assert orphan.table.game.play is None


def test_play_put_into_a_game_without_a_parent_is_found() -> None:
    """Nobody can begin a game with events of their own choice and call it a new one."""
    parent = played()
    child = forked(parent, after(parent, "guessed"))
    (made, *rest) = child.entries
    fields = msgspec.msgpack.decode(made.open)
    fields["d"]["parent"] = None
    altered = msgspec.structs.replace(made, open=msgspec.msgpack.encode(fields))
    with pytest.raises(Broken, match="the rules say"):
        decide_again(Table(CHILD, PENNIES), (altered, *rest))


def test_what_a_ruling_took_back_is_no_part_of_it() -> None:
    parent = Playing().begun()
    for seat in (1, 2):
        parent.declare(seat, Stake(pennies=3))
    before = parent.table.head.position
    for seat in (1, 2):
        parent.declare(seat, Guess(face=2))
    at = after(parent, "guessed")
    parent.declare(1, Dispute(event=at, because="It rolled off the table."))
    for seat in (1, 2):
        parent.declare(seat, Decree(verdict="void", rolls=1, opened=2))
    ruled = parent.table.head.position
    parent.declare(1, Concede())
    assert start(parent, ruled).play == start(parent, before).play
    assert len(start(parent, at).play) == len(start(parent, before).play) + 1


@pytest.mark.parametrize(
    ("at", "code"),
    [(5, "not_in_play"), (11, "not_between_declarations"), (99, "not_between_declarations")],
)
def test_it_begins_between_two_declarations_of_play(at: int, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        start(played(), at)
    assert refusal.value.code == code


def test_a_game_that_goes_on_keeps_its_secrets_and_is_not_forked() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    with pytest.raises(Refused) as refusal:
        start(playing, playing.table.head.position)
    assert refusal.value.code == "not_over_yet"
