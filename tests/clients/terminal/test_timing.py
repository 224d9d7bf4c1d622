"""Clocks run on between two events of the game, by the server's time."""

import pytest

from clients.terminal.play import _recess
from clients.terminal.timing import clock_of, minutes

VIEW = {"clock": {"since_ms": 1_000_000}}


def left(left_ms: int | None, *, running: bool, passed_ms: int) -> str:
    clock = {"used_ms": 0, "left_ms": left_ms, "running": running}
    return clock_of(VIEW, {"clock": clock}, 1_000_000 + passed_ms)


def test_a_clock_that_runs_runs_on_and_another_stands() -> None:
    assert left(65_000, running=True, passed_ms=5_500) == "0:59"
    assert left(65_000, running=False, passed_ms=5_500) == "1:05"
    assert left(5_000, running=True, passed_ms=60_000) == "0:00"
    assert left(None, running=True, passed_ms=0) == "no end yet"


def test_our_own_clock_may_be_behind_the_servers() -> None:
    assert left(65_000, running=True, passed_ms=-3_000) == "1:05"


def test_without_a_clock_nothing_is_shown() -> None:
    assert clock_of({"clock": None}, {"clock": None}, 5) == ""


@pytest.mark.parametrize(("ms", "shown"), [(0, "0:00"), (59_999, "0:59"), (3_661_000, "1:01:01")])
def test_a_time_reads_as_on_a_clock(ms: int, shown: str) -> None:
    assert minutes(ms) == shown


def test_a_recess_says_what_it_waits_for() -> None:
    pause = {"kind": "pause", "resuming": []}
    adjourned = {"kind": "adjournment", "resuming": []}
    assert _recess(pause, []) == "A pause"
    assert _recess(adjourned, ["Heads"]) == "Adjourned: waiting for the next order of Heads"
    assert _recess(adjourned, []) == "Adjourned: every order that was owed is sealed"
    assert _recess({**pause, "resuming": [1]}, ["Tails"]) == "Play goes on as soon as Tails would"
