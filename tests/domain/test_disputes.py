"""Disputes: the game stands still, a ruling closes it, and nothing that happened is deleted."""

import msgspec
import pytest

from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.decider import Command
from domain.declaring import table_options
from domain.disputes import RULING_S, discarded, options, time_to_rule_s
from domain.game import DISPUTABLE, Case, Seat, waiting
from domain.game_events import (
    Concede,
    DeclineDraw,
    Decree,
    DiceRolled,
    Dispute,
    Disputed,
    HandOverSeat,
    OfferDraw,
    Ruled,
    RulingOffered,
)
from domain.names import SeatId
from domain.referee import ruling_is_due
from domain.refusals import Refused
from tests.pennies import PENNIES, Guess, Guessed, Listen, Pennies, Stake
from tests.playing import Playing


def refused(playing: Playing, seat: int, command: Command) -> str:
    with pytest.raises(Refused) as refusal:
        playing.declare(seat, command)
    return refusal.value.code


@pytest.fixture
def playing() -> Playing:
    """Give a table at which both have guessed and the die is cast; seat 1 may listen next."""
    table = Playing().begun()
    table.declare(1, Stake(pennies=3))
    table.declare(2, Stake(pennies=4))
    table.declare(1, Guess(face=2))
    table.declare(2, Guess(face=5))
    return table


def rolled(playing: Playing) -> int:
    """Return the position of the roll."""
    kinds = [playing.table.codec.decode(one.open, one.secret) for one in playing.entries]
    return next(n for n, one in enumerate(kinds, start=1) if isinstance(one, DiceRolled))


def not_ruled(playing: Playing) -> list[object]:
    """Let the time for a ruling run out."""
    return list(playing.record(ruling_is_due(playing.table, playing.now(), playing.sources)))


def test_what_nobody_rules_on_in_time_stands(playing: Playing) -> None:
    """One side cannot hold up a game for ever by disputing, in a game with a time limit."""
    dispute(playing)
    assert time_to_rule_s(playing.table.game) == RULING_S
    ruled = not_ruled(playing)[-1]
    assert isinstance(ruled, Ruled)
    assert (ruled.verdict, ruled.seats) == ("upheld", ())
    assert playing.table.game.case is None
    playing.declare(1, Concede())
    assert decide_all_again(playing.exported(), {"pennies": PENNIES}).waiting == 0


def test_a_ruling_waits_for_ever_for_a_referee_or_where_there_is_no_limit() -> None:
    endless = Playing(time_limit_s=0).begun()
    endless.declare(1, Stake(pennies=3))
    endless.declare(2, Stake(pennies=4))
    endless.declare(1, Dispute(event=endless.table.head.position, because="?"))
    assert time_to_rule_s(endless.table.game) == 0
    with pytest.raises(Refused):
        not_ruled(endless)
    limited = Playing(time_limit_s=3_600).begun().table.game
    case = Case(event=1, seat=SeatId(1), because="?", began=1)
    limited = msgspec.structs.replace(limited, case=case)
    assert time_to_rule_s(limited) == 3_600
    judge = Seat(id=SeatId(3), role="referee", title="Referee", invitation=None, key=b"k")
    seats = {**limited.seats, SeatId(3): judge}
    assert time_to_rule_s(msgspec.structs.replace(limited, seats=seats)) == 0


def test_without_a_dispute_there_is_nothing_to_end(playing: Playing) -> None:
    with pytest.raises(Refused) as refusal:
        not_ruled(playing)
    assert refusal.value.code == "nothing_disputed"


def dispute(playing: Playing, seat: int = 2) -> Dispute:
    command = Dispute(event=rolled(playing), because="that roll was rigged")
    events = playing.declare(seat, command)
    assert isinstance(events[-1], Disputed)
    return command


def void(playing: Playing) -> Decree:
    rolls, opened = discarded(playing.table.game)
    return Decree(verdict="void", because="a slip", rolls=rolls, opened=opened)


def test_a_disputed_game_waits_for_a_ruling_and_for_nothing_else(playing: Playing) -> None:
    dispute(playing)
    assert waiting(playing.table.game, PENNIES) == frozenset()
    assert refused(playing, 1, Listen(times=1)) == "disputed"
    with pytest.raises(Refused):
        playing.time_out(1)


def test_a_dispute_of_nothing_or_twice_is_refused(playing: Playing) -> None:
    assert refused(playing, 1, Dispute(event=9_999, because="?")) == "no_such_event"
    assert refused(playing, 1, Dispute(event=1, because="?")) == "no_such_event"
    again = dispute(playing)
    assert refused(playing, 1, again) == "disputed"
    assert refused(playing, 1, Dispute(event=again.event + 1, because="?")) == "disputed"


def test_what_could_steer_a_screen_is_no_reason(playing: Playing) -> None:
    assert refused(playing, 1, Dispute(event=rolled(playing), because="\x1b[2J")) == (
        "text_not_allowed"
    )
    playing.declare(1, Dispute(event=rolled(playing), because="the die fell off the table"))
    assert refused(playing, 2, Decree(verdict="upheld", because="so\u202e")) == "text_not_allowed"


def test_a_ruling_may_say_why(playing: Playing) -> None:
    playing.declare(1, Dispute(event=rolled(playing), because="odd"))
    for option in options(playing.table.game):
        (field,) = option.fields
        assert field.path == ("because",)


def test_what_was_declared_about_the_game_itself_cannot_be_undone(playing: Playing) -> None:
    dispute(playing)
    at = playing.table.head.position
    for seat in (1, 2):
        playing.declare(seat, Decree(verdict="upheld"))
    assert refused(playing, 1, Dispute(event=at, because="?")) == "no_such_event"


def test_what_is_too_long_ago_stands(playing: Playing) -> None:
    assert playing.system is PENNIES
    longer = Playing(Pennies({"rounds.json": b"9"})).begun()
    longer.declare(1, Stake(pennies=0))
    at = longer.table.head.position
    for _ in range(DISPUTABLE - 1):
        seat = min(waiting(longer.table.game, longer.system))
        longer.declare(seat, longer.system.default(longer.table.game.play, seat))
    assert longer.table.game.past[0].position == at
    seat = min(waiting(longer.table.game, longer.system))
    longer.declare(seat, longer.system.default(longer.table.game.play, seat))
    assert refused(longer, 1, Dispute(event=at, because="?")) == "no_such_event"


def test_talk_about_the_game_pushes_no_play_out_of_reach(playing: Playing) -> None:
    for _ in range(DISPUTABLE):
        playing.declare(1, OfferDraw())
        playing.declare(2, DeclineDraw())
    talked = playing.table.head.position
    assert refused(playing, 1, Dispute(event=talked, because="?")) == "no_such_event"
    dispute(playing)


def test_a_referee_is_offered_the_rulings(playing: Playing) -> None:
    free = table_options(playing.table.game, SeatId(3))
    assert {one.command for one in free} == {"offer_recess"}
    dispute(playing)
    offered = table_options(playing.table.game, SeatId(3))
    assert [one.fixed["verdict"] for one in offered] == ["upheld", "void"]


def test_a_ruling_needs_a_dispute(playing: Playing) -> None:
    assert refused(playing, 1, Decree(verdict="upheld")) == "nothing_disputed"


def test_upheld_means_that_play_goes_on_as_it_stood(playing: Playing) -> None:
    before = playing.table.game.play
    dispute(playing)
    assert isinstance(playing.declare(1, Decree(verdict="upheld"))[-1], RulingOffered)
    ruled = playing.declare(2, Decree(verdict="upheld"))[-1]
    assert isinstance(ruled, Ruled)
    assert ruled.seats == (1, 2)
    assert playing.table.game.play == before
    playing.declare(1, Listen(times=1))


def test_void_means_that_play_goes_on_from_before_the_declaration(playing: Playing) -> None:
    """Both guess anew: what was opened is no secret again. The old roll stays to be seen."""
    at = rolled(playing)
    dispute(playing)
    decree = void(playing)
    assert (decree.rolls, decree.opened) == (1, 2)
    playing.declare(1, decree)
    ruled = playing.declare(2, decree)[-1]
    assert isinstance(ruled, Ruled)
    assert ruled.back_to < at
    assert playing.table.game.play.phase == "guess"
    assert playing.table.game.sealed == {}
    assert playing.table.game.rolls == 1
    playing.declare(2, Guess(face=5))
    events = playing.declare(1, Guess(face=2))
    (anew,) = (event for event in events if isinstance(event, DiceRolled))
    assert anew.i == 2
    assert isinstance(events[-1], Guessed)
    assert rolled(playing) == at


def test_void_must_name_what_it_discards(playing: Playing) -> None:
    dispute(playing)
    assert refused(playing, 1, Decree(verdict="void")) == "not_what_is_discarded"


def test_players_who_do_not_agree_have_no_ruling(playing: Playing) -> None:
    dispute(playing)
    playing.declare(1, Decree(verdict="upheld"))
    playing.declare(2, void(playing))
    assert playing.table.game.case is not None
    playing.declare(2, Decree(verdict="upheld"))
    assert playing.table.game.case is None


def test_a_seat_that_is_handed_over_has_a_say_in_the_ruling(playing: Playing) -> None:
    """Else its opponent would rule alone until the new holder sits down."""
    dispute(playing)
    playing.declare(2, HandOverSeat(invitation=bytes(32)))
    assert isinstance(playing.declare(1, void(playing))[-1], RulingOffered)
    assert playing.table.game.case is not None


def test_many_offers_do_not_push_away_what_is_disputed(playing: Playing) -> None:
    """Else one player could make a ruling impossible, for ever."""
    dispute(playing)
    for _ in range(DISPUTABLE + 1):
        playing.declare(1, Decree(verdict="upheld"))
    assert options(playing.table.game)
    assert isinstance(playing.declare(2, Decree(verdict="upheld"))[-1], Ruled)


def test_what_is_void_is_not_disputed_again(playing: Playing) -> None:
    """It would lead back to what was declared before it, which nobody disputes."""
    at = rolled(playing)
    dispute(playing)
    for seat in (1, 2):
        playing.declare(seat, void(playing))
    for event in (at, playing.table.head.position):
        assert refused(playing, 1, Dispute(event=event, because="?")) == "no_such_event"
    playing.declare(2, Guess(face=5))
    assert isinstance(playing.declare(1, dispute_of_last(playing))[-1], Disputed)


def dispute_of_last(playing: Playing) -> Dispute:
    """Dispute what happened last."""
    return Dispute(event=playing.table.head.position, because="?")


def test_an_event_is_ruled_on_twice_at_most(playing: Playing) -> None:
    for _ in range(2):
        again = dispute(playing)
        for seat in (1, 2):
            playing.declare(seat, Decree(verdict="upheld"))
    assert refused(playing, 1, again) == "ruled_finally"


def test_a_record_with_a_void_event_verifies_and_is_decided_again(playing: Playing) -> None:
    dispute(playing)
    for seat in (1, 2):
        playing.declare(seat, void(playing))
    playing.declare(1, Concede())
    data = playing.exported()
    verify(data)
    assert decide_all_again(data, {"pennies": PENNIES}).waiting == 0
