"""Clocks: what is on them is on the record, and nothing else decides whose time is up."""

import msgspec
import pytest

from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.again import commits, decide_again
from domain.clocks import clock_options, left_ms, running, used_ms
from domain.decider import Event
from domain.game import waiting
from domain.game_events import (
    Concede,
    Declared,
    Dispute,
    GiveUpSeat,
    Over,
    ServerDeclared,
    TimeUsed,
)
from domain.names import SeatId
from domain.record import Broken, entry_after
from domain.referee import read_clocks
from domain.refusals import Refused
from domain.table import Table
from tests.pennies import PENNIES, Guess, Listen, Stake, Staked
from tests.playing import Playing

ONE, TWO = SeatId(1), SeatId(2)


def timed(clock: str, limit_s: int = 60, time_out: str = "default", **options: str) -> Playing:
    chosen = {"time_limit_s": limit_s, "clock": clock, "time_out": time_out, **options}
    return Playing(**chosen).begun()


def pass_time(playing: Playing, ms: int) -> None:
    """Let so much time go by until the next event (the test's clock adds one by itself)."""
    playing.clock += ms - 1


def charged(events: list[Event]) -> list[TimeUsed]:
    return [event for event in events if isinstance(event, TimeUsed)]


def left(playing: Playing, seat: SeatId) -> int | None:
    return left_ms(playing.table.game, running(playing.table.game, PENNIES), seat)


def refused_out(playing: Playing, seat: int) -> str:
    with pytest.raises(Refused) as refusal:
        playing.time_out(seat)
    return refusal.value.code


def assert_holds(playing: Playing) -> None:
    """The record verifies, and is decided again to the last byte, when the game is over."""
    if playing.table.game.phase != "over":
        playing.declare(1, Concede())
    data = playing.exported()
    verify(data)
    assert decide_all_again(data, {"pennies": PENNIES}).waiting == 0


def test_each_declaration_says_what_is_on_the_clocks_that_ran() -> None:
    playing = timed("seat")
    pass_time(playing, 3_000)
    events = playing.declare(1, Stake(pennies=3))
    assert [type(event) for event in events] == [Declared, TimeUsed]
    assert charged(events) == [TimeUsed(seats=(ONE, TWO), ms=3_000, stopped_ms=0)]
    pass_time(playing, 4_500)
    assert charged(playing.declare(2, Stake(pennies=4)))[0].seats == (TWO,)
    assert [used_ms(playing.table.game, seat) for seat in (ONE, TWO)] == [3_000, 7_500]
    assert_holds(playing)


def test_a_game_without_clocks_says_nothing_of_time() -> None:
    for playing in (Playing(time_limit_s=0).begun(), Playing(time_limit_s=60).begun()):
        assert charged(playing.declare(1, Stake(pennies=3))) == []


def test_a_seat_is_out_of_time_by_the_record_and_not_by_the_servers_word() -> None:
    playing = timed("seat", 10)
    pass_time(playing, 9_999)
    assert refused_out(playing, 1) == "time_left"
    playing.clock -= 1
    pass_time(playing, 10_000)
    events = playing.time_out(1)
    assert [type(event) for event in events] == [ServerDeclared, TimeUsed]
    assert left(playing, TWO) == 0
    assert any(isinstance(event, Staked) for event in playing.time_out(2))
    assert_holds(playing)


def test_the_time_of_a_step_begins_anew_with_each_step() -> None:
    playing = timed("step", 10)
    pass_time(playing, 8_000)
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4))
    assert left(playing, ONE) == 10_000
    pass_time(playing, 8_000)
    assert refused_out(playing, 1) == "time_left"
    assert_holds(playing)


def test_the_time_of_a_game_does_not() -> None:
    playing = timed("seat", 10)
    pass_time(playing, 8_000)
    for seat in (1, 2):
        playing.declare(seat, Stake(pennies=3))
    pass_time(playing, 3_000)
    playing.time_out(1)


def test_one_minute_more_than_the_opponent_is_never_too_much() -> None:
    playing = timed("opponent", 10)
    pass_time(playing, 50_000)
    playing.declare(1, Stake(pennies=3))
    assert left(playing, TWO) == 60_000
    pass_time(playing, 60_000)
    playing.time_out(2)
    assert_holds(playing)


def test_two_who_take_equally_long_do_not_run_out() -> None:
    playing = timed("opponent", 10)
    pass_time(playing, 50_000)
    assert refused_out(playing, 1) == "time_left"
    assert left(playing, ONE) is None


def test_who_takes_the_whole_of_its_time_may_still_take_its_own() -> None:
    """The minute lengthens what a seat has, and shortens nothing."""
    playing = timed("opponent", 600)
    playing.declare(1, Stake(pennies=3))
    pass_time(playing, 599_000)
    assert refused_out(playing, 2) == "time_left"


def test_who_runs_out_of_time_loses_if_that_is_the_game() -> None:
    playing = timed("seat", 10, "forfeit")
    playing.declare(1, Stake(pennies=3))
    pass_time(playing, 10_000)
    over = next(event for event in playing.time_out(2) if isinstance(event, Over))
    assert over.result.winners == (ONE,)
    assert over.result.why.render() == "Tails ran out of time."
    assert playing.table.closed == {}
    assert_holds(playing)


def test_a_seat_that_was_given_up_forfeits_nothing_and_waits_for_no_clock() -> None:
    """Of two the other wins at once; so it is asked before the last seat is taken back."""
    playing = timed("seat", 10, "forfeit")
    over = next(e for e in playing.declare(1, GiveUpSeat()) if isinstance(e, Over))
    assert over.result.winners == (TWO,)


def test_a_dispute_stops_the_clocks() -> None:
    playing = timed("seat", 10)
    pass_time(playing, 2_000)
    playing.declare(1, Stake(pennies=3))
    at = playing.table.head.position
    assert charged(playing.declare(1, Dispute(event=at, because="?"))) != []
    before = used_ms(playing.table.game, TWO)
    pass_time(playing, 60_000)
    assert waiting(playing.table.game, PENNIES) == frozenset()
    assert refused_out(playing, 2) == "nothing_owed"
    assert used_ms(playing.table.game, TWO) == before


def test_a_roll_of_the_table_is_on_nobodys_clock() -> None:
    playing = timed("seat", dice="table")
    playing.sources.here = lambda: (ONE, TWO)
    try:
        for seat in (1, 2):
            playing.declare(seat, Stake(pennies=3))
        for seat in (1, 2):
            playing.declare(seat, Guess(face=2))
    finally:
        playing.sources.here = tuple
    before = [used_ms(playing.table.game, seat) for seat in (ONE, TWO)]
    pass_time(playing, 5_000)
    assert charged(playing.roll_without()) == []
    assert [used_ms(playing.table.game, seat) for seat in (ONE, TWO)] == before
    pass_time(playing, 1_000)
    playing.declare(1, Listen(times=0))
    assert used_ms(playing.table.game, ONE) == before[0] + 1_000


def test_what_went_by_without_a_server_is_on_no_clock_and_said() -> None:
    playing = timed("seat", 10)
    playing.sources.stopped_ms = lambda _since, _at: 30_000
    try:
        pass_time(playing, 31_000)
        commit = read_clocks(playing.table, playing.now(), playing.sources)
        events = playing.record(commit)
    finally:
        playing.sources.stopped_ms = lambda _since, _at: 0
    assert charged(events) == [TimeUsed(seats=(ONE, TWO), ms=1_000, stopped_ms=30_000)]
    assert left(playing, ONE) == 9_000
    assert_holds(playing)


@pytest.mark.parametrize("change", [{"ms": 4_000}, {"stopped_ms": 1}, {"seats": (1,)}])
def test_a_clock_that_was_bent_is_found(change: dict[str, object]) -> None:
    """Every moment between two events is accounted for, and for all who were waited for."""
    playing = timed("seat")
    pass_time(playing, 3_000)
    playing.declare(1, Stake(pennies=3))
    table = Table(playing.table.id, PENNIES)
    *before, last = commits(playing.entries)
    for commit in before:
        for entry in commit:
            table.fold(entry)
    decide_again(table, last)
    event = msgspec.structs.replace(playing.table.codec.decode(last[1].open, None), **change)
    open_part, _ = playing.table.codec.encode(event)
    bent = entry_after(last[0].head, table.id, last[1].at_ms, open_part)
    with pytest.raises(Broken) as broken:
        decide_again(table, (last[0], bent))
    assert broken.value.position == last[1].position


@pytest.mark.parametrize(
    ("given", "complete"),
    [
        ({}, {"time_limit_s": 0}),
        ({"time_limit_s": 5}, {"time_limit_s": 5, "clock": "step", "time_out": "default"}),
        (
            {"time_limit_s": 5, "clock": "opponent", "time_out": "forfeit"},
            {"time_limit_s": 5, "clock": "opponent", "time_out": "forfeit"},
        ),
    ],
)
def test_what_is_not_chosen_of_a_clock_is_as_usual(
    given: dict[str, int | str], complete: dict[str, int | str]
) -> None:
    assert clock_options(given) == complete


@pytest.mark.parametrize(
    "given",
    [
        {"time_limit_s": -1},
        {"time_limit_s": "ten"},
        {"clock": "seat"},
        {"time_out": "forfeit"},
        {"time_limit_s": 5, "clock": "chess"},
        {"time_limit_s": 5, "time_out": "shrug"},
    ],
)
def test_a_clock_that_cannot_be_is_refused(given: dict[str, int | str]) -> None:
    with pytest.raises(Refused, match="no_such_value"):
        clock_options(given)


@pytest.mark.parametrize(("ms", "expected"), [(59_999, None), (60_000, 0)])
def test_a_minute_ahead_of_who_is_at_it_as_well_is_too_much(ms: int, expected: int | None) -> None:
    playing = timed("opponent", 10)
    playing.declare(2, Stake(pennies=3))
    pass_time(playing, ms)
    playing.declare(1, Stake(pennies=3))
    assert running(playing.table.game, PENNIES) == {ONE, TWO}
    assert left(playing, ONE) == expected
