"""Names that could deceive are refused."""

import msgspec
import pytest

from domain.names import SeatId
from domain.refusals import Refused
from tests.playing import Playing


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 41, "Adm\u200bral", "\u202elarimdA", "a\rb", "a\x1b[2K", "Cafe\u0301"]
)
def test_names_that_could_deceive_are_refused(name: str) -> None:
    playing = Playing()
    playing.keys[SeatId(1)] = msgspec.structs.replace(playing.keys[SeatId(1)], name=name)
    with pytest.raises(Refused, match="name_not_allowed"):
        playing.sit(1)


def test_two_names_that_are_the_same_to_a_reader_cannot_sit_together() -> None:
    playing = Playing()
    playing.sit(1, name="Admiral")
    with pytest.raises(Refused, match="name_in_use"):
        playing.sit(2, name="ＡＤＭＩＲＡＬ")
