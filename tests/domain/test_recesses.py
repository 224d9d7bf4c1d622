"""A recess: play and clocks stand still as agreed, and go on with what was sealed before."""

import msgspec
import pytest

from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.clocks import used_ms
from domain.decider import Command
from domain.declaring import table_options
from domain.disputes import discarded
from domain.game import Game, Recess, Seat, waiting
from domain.game_events import (
    Concede,
    Decree,
    DiceAsked,
    DiceRolledHidden,
    Dispute,
    OfferRecess,
    Opened,
    RecessBegan,
    Resume,
    Resumed,
    SealOrder,
    ServerDeclared,
    TimeUsed,
)
from domain.names import SeatId
from domain.recesses import left
from domain.referee import next_order_is_due
from domain.refusals import Refused
from tests.pennies import PENNIES, Guess, Guessed, Listen, Listened, Stake, Staked
from tests.playing import Playing

ONE, TWO = SeatId(1), SeatId(2)
PAUSE, ADJOURN = OfferRecess(kind="pause"), OfferRecess(kind="adjournment")


def playing_on_clocks(**options: str) -> Playing:
    return Playing(
        **{"time_limit_s": 60, "clock": "seat", "time_out": "default", **options}
    ).begun()


@pytest.fixture
def playing() -> Playing:
    return playing_on_clocks()


def both(playing: Playing, command: Command) -> list[object]:
    playing.declare(1, command)
    return list(playing.declare(2, command))


def refused(playing: Playing, seat: int, command: Command) -> str:
    with pytest.raises(Refused) as refusal:
        playing.declare(seat, command)
    return refusal.value.code


def seal(playing: Playing, seat: int, command: Command) -> list[object]:
    do, fields, secret = playing.table.codec.encode_command(command)
    whole = playing.table.codec.whole_command(do, {**fields, **_map(secret)})
    assert whole == command
    return list(playing.declare(seat, SealOrder(order=do, fields={**fields, **_map(secret)})))


def _map(secret: bytes) -> dict[str, object]:
    decoded: dict[str, object] = msgspec.msgpack.decode(secret)
    return decoded


def next_order(playing: Playing, seat: int) -> list[object]:
    commit = next_order_is_due(playing.table, SeatId(seat), playing.now(), playing.sources)
    return list(playing.record(commit))


def waited(playing: Playing) -> set[int]:
    return set(waiting(playing.table.game, PENNIES))


def assert_holds(playing: Playing) -> None:
    playing.declare(1, Concede())
    data = playing.exported()
    verify(data)
    assert decide_all_again(data, {"pennies": PENNIES}).waiting == 0


def at_listening(**options: str) -> Playing:
    """Give a table at which seat 1 may listen, which is a plain command with a roll."""
    playing = playing_on_clocks(**options)
    for command in (Stake(pennies=3), Guess(face=2)):
        both(playing, command)
    return playing


def test_in_a_pause_nobody_is_waited_for_and_no_clock_runs(playing: Playing) -> None:
    playing.clock += 1_000
    assert isinstance(both(playing, PAUSE)[-1], RecessBegan)
    used = used_ms(playing.table.game, ONE)
    assert used >= 1_000
    assert waited(playing) == set()
    assert refused(playing, 1, Stake(pennies=3)) == "in_recess"
    playing.clock += 3_600_000
    with pytest.raises(Refused):
        playing.time_out(1)
    playing.declare(1, Resume())
    assert used_ms(playing.table.game, ONE) == used
    assert isinstance(playing.declare(2, Resume())[-1], Resumed)
    assert waited(playing) == {1, 2}
    both(playing, Stake(pennies=3))
    assert_holds(playing)


def test_a_pause_takes_the_consent_of_all_to_the_same(playing: Playing) -> None:
    playing.declare(1, PAUSE)
    playing.declare(2, ADJOURN)
    assert playing.table.game.recess is None
    assert refused(playing, 1, PAUSE) == "already_offered"
    titles = [option.title for option in table_options(playing.table.game, TWO)]
    assert titles[-1:] == ["Agree to a pause"]
    playing.declare(2, PAUSE)
    assert playing.table.game.recess is not None
    assert refused(playing, 1, PAUSE) == "in_recess"
    assert [o.title for o in table_options(playing.table.game, ONE)][-1] == "Offer to go on"


def test_who_plays_on_takes_the_offer_back(playing: Playing) -> None:
    playing.declare(1, PAUSE)
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, PAUSE)
    assert playing.table.game.recess is None


def test_nobody_holds_up_the_game_by_not_coming_back(playing: Playing) -> None:
    """The others are waited for, on nobody's clock; at the end of it play goes on."""
    both(playing, PAUSE)
    playing.declare(1, Resume())
    assert waited(playing) == {2}
    assert refused(playing, 1, Resume()) == "already_offered"
    playing.clock += 60_000
    events = playing.time_out(2)
    assert Resumed(seats=()) in events
    assert not any(isinstance(event, Opened | TimeUsed) for event in events)
    assert waited(playing) == {1, 2}
    assert_holds(playing)


def test_who_does_not_come_back_opens_nobodys_seal(playing: Playing) -> None:
    both(playing, Stake(pennies=3))
    playing.declare(1, Guess(face=2))
    both(playing, PAUSE)
    playing.declare(1, Resume())
    playing.clock += 60_000
    assert not any(isinstance(event, Opened) for event in playing.time_out(2))


def test_who_comes_back_first_takes_no_time_of_the_others() -> None:
    """To say that one would go on is no trap: who is away yet loses nothing by it."""
    playing = playing_on_clocks(time_out="forfeit")
    both(playing, ADJOURN)
    seal(playing, 1, Stake(pennies=3))
    seal(playing, 2, Stake(pennies=4))
    before = [seat.used_ms for seat in playing.table.game.players]
    playing.declare(1, Resume())
    playing.clock += 600_000
    assert isinstance(playing.declare(2, Resume())[-1], Resumed)
    assert [seat.used_ms for seat in playing.table.game.players] == before


def test_without_a_time_limit_a_recess_has_no_end(playing: Playing) -> None:
    """Whoever gave each other all the time in the world are waited for."""
    endless = Playing(time_limit_s=0).begun()
    both(endless, PAUSE)
    endless.declare(1, Resume())
    with pytest.raises(Refused) as refusal:
        endless.time_out(2)
    assert refusal.value.code == "no_time_limit"
    assert refused(playing, 1, Resume()) == "no_recess"


def test_there_is_nothing_to_resume_without_a_recess(playing: Playing) -> None:
    assert refused(playing, 1, Resume()) == "no_recess"
    assert refused(playing, 1, SealOrder(order="stake", fields={"pennies": 1})) == "no_order_owed"


def test_adjourned_whoever_owes_an_order_seals_it_first(playing: Playing) -> None:
    playing.declare(1, Stake(pennies=3))
    both(playing, ADJOURN)
    assert waited(playing) == {2}
    assert refused(playing, 2, Stake(pennies=4)) == "in_recess"
    seal(playing, 2, Stake(pennies=4))
    assert waited(playing) == set()
    assert playing.table.game.play.phase == "stake"
    both(playing, Resume())
    assert refused(playing, 2, Stake(pennies=9)) == "order_sealed"
    events = next_order(playing, 2)
    assert [event.pennies for event in events if isinstance(event, Staked)] == [3, 4]
    assert not any(isinstance(event, Opened) for event in events)
    assert_holds(playing)


def test_sealed_orders_of_all_resolve_together_and_are_opened_together(playing: Playing) -> None:
    both(playing, Stake(pennies=3))
    both(playing, ADJOURN)
    seal(playing, 1, Guess(face=2))
    seal(playing, 2, Guess(face=5))
    both(playing, Resume())
    next_order(playing, 1)
    events = next_order(playing, 2)
    assert [event.guesses for event in events if isinstance(event, Guessed)] == [(2, 5)]
    assert sum(isinstance(event, Opened) for event in events) == 2
    assert_holds(playing)


def test_a_plain_order_stays_sealed_and_goes_on_after_the_recess() -> None:
    playing = at_listening()
    both(playing, ADJOURN)
    assert waited(playing) == {1}
    seal(playing, 1, Listen(times=2))
    assert b"listen" not in playing.entries[-2].open
    both(playing, Resume())
    events = next_order(playing, 1)
    assert isinstance(events[0], ServerDeclared)
    assert any(isinstance(event, DiceRolledHidden) for event in events)
    assert Listened(times=2) in events
    assert_holds(playing)


def test_a_sealed_order_waits_for_the_dice_of_the_table() -> None:
    playing = playing_on_clocks(dice="table")
    playing.sources.here = lambda: (ONE, TWO)
    try:
        both(playing, Stake(pennies=3))
        both(playing, Guess(face=2))
        playing.contribute(1)
        playing.contribute(2)
        both(playing, ADJOURN)
        seal(playing, 1, Listen(times=2))
        both(playing, Resume())
        assert isinstance(next_order(playing, 1)[-1], DiceAsked)
        playing.contribute(1)
        assert Listened(times=2) in playing.contribute(2)
    finally:
        playing.sources.here = tuple
    assert_holds(playing)


def test_what_could_not_be_declared_is_not_sealed() -> None:
    playing = at_listening()
    both(playing, ADJOURN)
    assert refused(playing, 1, SealOrder(order="stake", fields={"pennies": 1})) == "nothing_owed"
    assert refused(playing, 1, SealOrder(order="concede", fields={})) == "no_order"
    assert refused(playing, 1, SealOrder(order="listen", fields={"tims": 1})) == "malformed"
    assert refused(playing, 1, SealOrder(order="lissten", fields={})) == "malformed"
    assert refused(playing, 2, SealOrder(order="listen", fields={"times": 1})) == "no_order_owed"


def test_what_is_too_much_is_not_sealed_either(playing: Playing) -> None:
    both(playing, ADJOURN)
    assert refused(playing, 1, SealOrder(order="stake", fields={"pennies": 99})) == "not_so_many"


def test_who_seals_no_order_in_time_has_left_it_to_the_rules(playing: Playing) -> None:
    both(playing, ADJOURN)
    seal(playing, 1, Stake(pennies=3))
    playing.clock += 60_000
    playing.time_out(2)
    assert waited(playing) == set()
    both(playing, Resume())
    assert set(playing.table.game.next_orders) == {1}
    next_order(playing, 1)
    events = playing.time_out(2)
    assert [event.pennies for event in events if isinstance(event, Staked)] == [3, 0]
    assert_holds(playing)


def test_what_became_impossible_lapses_and_the_seat_is_waited_for() -> None:
    """A ruling leads back behind what was sealed: it is owed anew."""
    playing = at_listening()
    at = playing.table.head.position
    both(playing, ADJOURN)
    seal(playing, 1, Listen(times=2))
    playing.declare(2, Dispute(event=at, because="?"))
    rolls, opened = discarded(playing.table.game)
    both(playing, Decree(verdict="void", rolls=rolls, opened=opened))
    assert playing.table.game.next_orders == {}
    assert waited(playing) == {1, 2}
    for one in (1, 2):
        seal(playing, one, Guess(face=one))
    both(playing, Resume())
    next_order(playing, 1)
    next_order(playing, 2)
    assert_holds(playing)


def test_a_game_in_recess_may_be_conceded(playing: Playing) -> None:
    both(playing, PAUSE)
    assert_holds(playing)
    assert playing.table.game.recess is None


def test_of_three_the_last_that_had_not_agreed_may_leave_and_play_goes_on() -> None:
    def seat(n: int) -> Seat:
        return Seat(id=SeatId(n), role="player", title=f"{n}", invitation=None, key=b"k")

    game = Game(
        seats={SeatId(n): seat(n) for n in (1, 2, 3)},
        recess=Recess("pause", resuming=frozenset({ONE, TWO})),
    )
    assert list(left(game, SeatId(3))) == [Resumed(seats=(ONE, TWO))]
    assert list(left(game, ONE)) == []
