"""The odds as they are told: numbers with their mean, fractions exact."""

import pytest

from domain.names import SeatId
from domain.odds import MOST_CASES
from domain.refusals import Refused
from projections.foretold import asked
from projections.viewer import SPECTATOR, Viewer
from tests.pennies import Stake
from tests.playing import Playing

ONE = Viewer("player", SeatId(1))


def test_chances_are_told_as_numbers_and_exactly_and_a_moving_table_moves_nothing() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4))
    position = playing.table.head.position
    count = asked(ONE, playing.table, "guess", {"face": 1})
    playing.time_out(1)
    playing.time_out(2)
    found = count()
    assert found.position == position
    assert [(one.chance, one.exact) for one in found.odds[0].likely] == [(1 / 6, "1/6")] * 6


def test_who_has_no_seat_asks_in_vain() -> None:
    with pytest.raises(Refused) as refusal:
        asked(SPECTATOR, Playing().begun().table, "stake", {"pennies": 1})
    assert refusal.value.code == "not_allowed"


def test_more_cases_than_are_decided_are_refused_with_both_numbers() -> None:
    playing = Playing().begun()
    for seat in (1, 2):
        playing.declare(seat, Stake(pennies=1))
    for seat in (1, 2):
        playing.time_out(seat)
    with pytest.raises(Refused) as refusal:
        asked(ONE, playing.table, "listen", {"times": 9})()
    assert (refusal.value.code, refusal.value.facts["most"]) == ("too_many_cases", MOST_CASES)
