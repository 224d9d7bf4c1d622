"""What may come of a declaration, from what its seat may know; and nothing else."""

from fractions import Fraction

import pytest

from domain.foretelling import foretold
from domain.game_events import Concede
from domain.names import SeatId
from domain.refusals import Refused, Unknown
from domain.table import Table
from projections.redaction import redact
from projections.viewer import Viewer
from tests.pennies import PENNIES, Guess, Listen, Stake
from tests.playing import Playing

ONE, TWO = SeatId(1), SeatId(2)


def eyes(playing: Playing, seat: SeatId) -> Table:
    """Return the table as a seat sees it."""
    table, viewer = Table(playing.table.id, PENNIES), Viewer("player", seat)
    for entry in playing.entries:
        table.fold(redact(viewer, entry, table.codec.decode(entry.open, entry.secret)))
    return table


@pytest.fixture
def playing() -> Playing:
    """Give a game in which both have staked and guess next."""
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4))
    return playing


def test_each_sentence_that_may_be_told_has_its_chance(playing: Playing) -> None:
    (spread,) = foretold(eyes(playing, ONE).game, PENNIES, ONE, Guess(face=6))
    assert spread.chances == {f"The die shows {face}.": Fraction(1, 6) for face in range(1, 7)}


def test_where_no_die_is_rolled_nothing_is_foretold(playing: Playing) -> None:
    assert foretold(eyes(playing, ONE).game, PENNIES, ONE, Concede()) == ()
    playing.declare(1, Guess(face=1))
    playing.declare(2, Guess(face=1))
    game = eyes(playing, ONE).game
    assert foretold(game, PENNIES, ONE, Listen(times=0)) == ()
    (spread,) = foretold(game, PENNIES, ONE, Listen(times=2))
    assert spread.chances == {"Seat 1 listens.": Fraction(1)}


def test_it_tells_nothing_that_the_seat_may_not_know(playing: Playing) -> None:
    with pytest.raises(Unknown):
        foretold(eyes(playing, TWO).game, PENNIES, TWO, Guess(face=6))


def test_what_another_has_sealed_changes_no_odds(playing: Playing) -> None:
    before = foretold(eyes(playing, ONE).game, PENNIES, ONE, Guess(face=6))
    playing.declare(2, Guess(face=6))
    assert foretold(eyes(playing, ONE).game, PENNIES, ONE, Guess(face=6)) == before


def test_what_may_not_be_declared_is_refused_and_has_no_odds(playing: Playing) -> None:
    game = eyes(playing, ONE).game
    codes: list[str] = []
    for command in (Stake(pennies=1), Listen(times=1)):
        with pytest.raises(Refused) as refusal:
            foretold(game, PENNIES, ONE, command)
        codes.append(refusal.value.code)
    assert codes == ["not_now", "not_now"]
    with pytest.raises(Refused) as refusal:
        foretold(Playing().table.game, PENNIES, ONE, Stake(pennies=1))
    assert refusal.value.code == "not_running"
