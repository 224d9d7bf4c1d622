"""What may be declared of a game: seats, consent, time, the end."""

from hashlib import sha256

import pytest

from domain.declaring import table_options
from domain.game_events import (
    Concede,
    Declared,
    DeclineDraw,
    DrawOffered,
    GiveUpSeat,
    HandOverSeat,
    OfferDraw,
    Opened,
    Over,
    SeatLeft,
    SeatOffered,
    ServerDeclared,
)
from domain.names import SeatId
from domain.refusals import Refused
from tests.pennies import Guess, Stake, Staked
from tests.playing import Playing

RECESSES = ["Offer a pause", "Offer an adjournment"]


def kinds(events: list[object]) -> list[type]:
    return [type(event) for event in events]


def refused(playing: Playing, seat: int, command: object) -> str:
    before = len(playing.entries)
    with pytest.raises(Refused) as refusal:
        playing.declare(seat, command)  # type: ignore[arg-type]
    assert len(playing.entries) == before
    return refusal.value.code


def test_an_invitation_works_once() -> None:
    playing = Playing()
    playing.sit(1)
    with pytest.raises(Refused, match="invitation_not_valid"):
        playing.sit(1, name="Somebody else")


def test_a_seat_that_runs_out_of_time_has_sealed_the_systems_default() -> None:
    playing = Playing().begun()
    assert kinds(playing.time_out(2)) == [ServerDeclared]
    assert refused(playing, 2, Stake(pennies=4)) == "already_sealed"
    events = playing.declare(1, Stake(pennies=3))
    assert [event.pennies for event in events if isinstance(event, Staked)] == [3, 0]


def test_time_runs_out_only_for_who_is_waited_for() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    with pytest.raises(Refused, match="nothing_owed"):
        playing.time_out(1)


def test_a_plain_command_is_decided_by_default_when_time_is_up() -> None:
    playing = Playing().begun()
    for seat, command in ((1, Stake(pennies=1)), (2, Stake(pennies=1))):
        playing.declare(seat, command)
    for seat in (1, 2):
        playing.declare(seat, Guess(face=1))
    events = playing.time_out(1)
    assert "Listened" in repr(events[-1])
    assert playing.table.game.play.round == 2


def test_who_concedes_loses() -> None:
    playing = Playing().begun()
    over = next(e for e in playing.declare(1, Concede()) if isinstance(e, Over))
    assert over.result.winners == (2,)
    assert refused(playing, 2, Concede()) == "game_over"


def test_a_draw_takes_the_consent_of_all() -> None:
    playing = Playing().begun()
    assert kinds(playing.declare(1, OfferDraw())) == [Declared, DrawOffered]
    titles = [option.title for option in table_options(playing.table.game, SeatId(2))]
    assert titles == ["Concede the game", "Agree to a draw", "Decline the draw", *RECESSES]
    playing.declare(2, DeclineDraw())
    playing.declare(2, OfferDraw())
    over = next(e for e in playing.declare(1, OfferDraw()) if isinstance(e, Over))
    assert over.result.winners == ()


def test_at_the_end_everything_is_opened() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4))
    playing.declare(1, Guess(face=2))
    playing.declare(1, Concede())
    assert playing.table.closed == {}
    opened = [playing.table.codec.decode(e.open, e.secret) for e in playing.entries]
    sealed = [e.position for e in playing.entries if e.sealed is not None]
    assert [e.position for e in opened if isinstance(e, Opened)] == sealed


def test_a_seat_is_handed_over_by_an_invitation_of_its_holder() -> None:
    playing = Playing().begun()
    events = playing.declare(1, HandOverSeat(invitation=sha256(b"new").digest()))
    assert kinds(events) == [Declared, SeatLeft, SeatOffered]
    assert playing.table.game.seats[SeatId(1)].token is None
    playing.codes[SeatId(1)] = b"new"
    playing.sit(1, name="The other one")
    assert playing.table.game.seats[SeatId(1)].name == "The other one"
    assert playing.table.game.phase == "running"


def test_a_seat_given_up_before_play_is_free_by_its_own_link_again() -> None:
    playing = Playing()
    playing.sit(1)
    assert kinds(playing.declare(1, GiveUpSeat())) == [Declared, SeatLeft, SeatOffered]
    playing.sit(1, name="Somebody else")
    assert playing.table.game.seats[SeatId(1)].name == "Somebody else"


def test_who_gives_up_in_play_leaves_the_game_to_the_other() -> None:
    """Nobody may sit down where orders are sealed, least of all the opponent."""
    playing = Playing().begun()
    over = next(e for e in playing.declare(1, GiveUpSeat()) if isinstance(e, Over))
    assert over.result.winners == (2,)


def test_a_draw_is_offered_once_and_declined_by_others() -> None:
    """So nobody can fill the record by offering and declining."""
    playing = Playing().begun()
    playing.declare(1, OfferDraw())
    assert refused(playing, 1, OfferDraw()) == "already_offered"
    assert refused(playing, 1, DeclineDraw()) == "nothing_to_decline"
    playing.declare(2, DeclineDraw())
    assert refused(playing, 2, DeclineDraw()) == "nothing_to_decline"


def test_without_a_time_limit_nobody_runs_out_of_time() -> None:
    """The server cannot declare for a seat in a game that has no limit."""
    playing = Playing(time_limit_s=0).begun()
    with pytest.raises(Refused, match="no_time_limit"):
        playing.time_out(1)


def test_nobody_plays_before_all_are_there() -> None:
    playing = Playing()
    playing.sit(1)
    assert refused(playing, 1, Stake(pennies=1)) == "not_running"
    assert refused(playing, 1, Concede()) == "not_running"
