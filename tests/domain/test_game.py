"""A game as it stands: who is waited for, what is sealed, when it begins."""

import msgspec
import pytest

from domain.game import waiting
from domain.game_events import (
    AccessGranted,
    Begun,
    Declared,
    DiceRolled,
    Opened,
    SeatTaken,
)
from domain.refusals import Refused
from tests.pennies import PENNIES, Guess, Listen, Stake, Staked
from tests.playing import Playing


def kinds(events: list[object]) -> list[type]:
    return [type(event) for event in events]


def refused(playing: Playing, seat: int, command: object) -> str:
    before = len(playing.entries)
    with pytest.raises(Refused) as refusal:
        playing.declare(seat, command)  # type: ignore[arg-type]
    assert len(playing.entries) == before
    return refusal.value.code


def test_play_begins_when_the_last_seat_is_taken() -> None:
    playing = Playing()
    assert kinds(playing.sit(1)) == [SeatTaken, AccessGranted]
    assert playing.table.game.phase == "offered"
    assert kinds(playing.sit(2)) == [SeatTaken, AccessGranted, Begun]
    assert playing.table.game.phase == "running"


def test_nobody_is_shown_more_than_that_a_seat_has_sealed() -> None:
    playing = Playing().begun()
    assert waiting(playing.table.game, PENNIES) == {1, 2}
    assert kinds(playing.declare(1, Stake(pennies=3))) == [Declared]
    assert waiting(playing.table.game, PENNIES) == {2}


def test_the_last_seal_resolves_the_step_and_a_stake_stays_sealed() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    assert kinds(playing.declare(2, Stake(pennies=4))) == [Declared, Staked, Staked]


def test_guesses_open_together_before_the_dice_fall() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4))
    first = playing.table.head.position + 1
    playing.declare(1, Guess(face=2))
    events = playing.declare(2, Guess(face=5))
    opened = [event for event in events if isinstance(event, Opened)]
    assert [event.position for event in opened] == [first, first + 1]
    assert [msgspec.msgpack.decode(event.secret) for event in opened] == [{"face": 2}, {"face": 5}]
    rolled = next(n for n, event in enumerate(events) if isinstance(event, DiceRolled))
    assert events.index(opened[-1]) < rolled


def test_what_is_sealed_is_sealed_once() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    assert refused(playing, 1, Stake(pennies=4)) == "already_sealed"


def test_a_seal_that_breaks_the_rules_is_refused_at_once() -> None:
    playing = Playing().begun()
    assert refused(playing, 1, Stake(pennies=10)) == "not_so_many"
    assert refused(playing, 1, Listen(times=1)) == "not_now"
    assert refused(playing, 1, Guess(face=1)) == "not_now"
