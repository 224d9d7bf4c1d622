"""A game in a line, from public events alone."""

from domain.game_events import GiveUpSeat
from projections.lobby import LOBBY_KINDS, LobbyLine, line_after
from tests.pennies import Stake
from tests.playing import Playing


def line_of(playing: Playing) -> LobbyLine:
    line = LobbyLine(game=playing.table.id.hex())
    for entry in playing.entries:
        event = playing.table.codec.decode(entry.open, None)
        line = line_after(line, event, entry.at_ms)
    return line


def test_a_game_goes_from_offered_to_over() -> None:
    playing = Playing()
    assert line_of(playing).phase == "offered"
    playing.sit(1)
    assert line_of(playing).seats == {1: ("Heads", "Player 1"), 2: ("Tails", "")}
    playing.sit(2)
    assert line_of(playing).phase == "running"
    playing.declare(1, GiveUpSeat())
    over = line_of(playing)
    assert over.seats == {1: ("Heads", ""), 2: ("Tails", "Player 2")}
    assert (over.phase, over.winners) == ("over", (2,))
    assert over.created_ms == playing.entries[0].at_ms


def test_kinds_that_the_lobby_does_not_read_change_nothing() -> None:
    playing = Playing().begun()
    before = line_of(playing)
    playing.declare(1, Stake(pennies=3))
    assert "declared" not in LOBBY_KINDS
    assert line_of(playing) == before
