"""Who reads what: closed by default, decided in one place."""

import pytest

from domain.audience import Audience
from domain.names import SeatId
from projections.redaction import redact
from projections.viewer import SPECTATOR, Viewer
from tests.pennies import Guess, Listen, Stake
from tests.playing import Playing

OWNER, OTHER = Viewer("player", SeatId(1)), Viewer("player", SeatId(2))
REFEREE = Viewer("referee", SeatId(3))


@pytest.mark.parametrize(
    ("audience", "readers"),
    [
        (Audience.EVERYONE, [OWNER, OTHER, REFEREE, SPECTATOR]),
        (Audience.REFEREE, [OWNER, REFEREE]),
        (Audience.OWNER, [OWNER]),
        (Audience.NOBODY, []),
    ],
)
def test_an_audience_names_its_readers(audience: Audience, readers: list[Viewer]) -> None:
    viewers = [OWNER, OTHER, REFEREE, SPECTATOR]
    assert [v for v in viewers if v.may_read(audience, SeatId(1))] == readers


def test_what_belongs_to_nobody_is_nobodys() -> None:
    assert not SPECTATOR.may_read(Audience.OWNER, None)


def test_a_sealed_declaration_is_its_owners_until_it_is_opened() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    entry = playing.entries[-1]
    event = playing.table.codec.decode(entry.open, entry.secret)
    assert redact(OWNER, entry, event) is entry
    assert redact(OTHER, entry, event) == entry.redacted()
    assert redact(SPECTATOR, entry, event, opened=True) is entry


def test_a_hidden_roll_is_shown_to_nobody() -> None:
    playing = Playing().begun()
    for seat in (1, 2):
        playing.declare(seat, Stake(pennies=seat))
    for seat in (1, 2):
        playing.declare(seat, Guess(face=seat))
    playing.declare(1, Listen(times=1))
    entry = playing.entries[-2]
    event = playing.table.codec.decode(entry.open, entry.secret)
    for viewer in (OWNER, OTHER, REFEREE, SPECTATOR):
        assert redact(viewer, entry, event).sealed is None
