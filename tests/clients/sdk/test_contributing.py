"""A seat's client opens a link for exactly the roll that it was asked for, once."""

import msgspec
import pytest

from clients.sdk.contributing import Contributing
from clients.sdk.following import Forked
from domain.dice import Ask, roll_context
from domain.game_events import DiceAsked
from domain.names import GameId, SeatId
from domain.record import seal_of
from projections.messages import Seen, seen
from tests.pennies import Guess, Stake
from tests.playing import Playing, links_of

ONE, TWO = SeatId(1), SeatId(2)


@pytest.fixture
def playing() -> Playing:
    """Give a table at which a roll is asked of both seats."""
    table = Playing(dice="table").begun()
    table.sources.here = lambda: (ONE, TWO)
    table.declare(1, Stake(pennies=3))
    table.declare(2, Stake(pennies=4))
    table.declare(1, Guess(face=2))
    table.declare(2, Guess(face=5))
    table.sources.here = tuple
    return table


def shown(playing: Playing) -> list[Seen]:
    return [seen(entry) for entry in playing.entries]


def test_a_seat_is_asked_and_opens_the_link_of_that_number(playing: Playing) -> None:
    keys = playing.keys[ONE]
    contributing = Contributing(keys)
    contributing.take(shown(playing))
    wanted = contributing.wanted()
    assert wanted is not None
    assert wanted.i == 1
    assert contributing.link(wanted.i) == links_of(keys)[1]


def test_nothing_is_wanted_of_who_has_answered_or_once_the_roll_is_made(playing: Playing) -> None:
    one, two = Contributing(playing.keys[ONE]), Contributing(playing.keys[TWO])
    playing.contribute(1)
    for contributing in (one, two):
        contributing.take(shown(playing))
    assert one.wanted() is None
    assert two.wanted() is not None
    playing.roll_without()
    two.take(shown(playing))
    assert two.wanted() is None


def test_what_was_taken_before_is_passed_over(playing: Playing) -> None:
    """A record that goes further than the view: the next update tells of the same events."""
    contributing = Contributing(playing.keys[ONE])
    asked = shown(playing)[-1]
    playing.roll_without()
    contributing.take(shown(playing))
    contributing.take([asked, *shown(playing)[len(shown(playing)) - 2 :]])
    assert contributing.wanted() is None


def test_a_request_bound_to_something_else_is_refused(playing: Playing) -> None:
    """A server that shapes ctx could look for faces that it likes."""
    *before, asked = shown(playing)
    opened = msgspec.msgpack.decode(asked.o)
    opened["d"]["ctx"] = bytes(32)
    forged = msgspec.structs.replace(asked, o=msgspec.msgpack.encode(opened))
    with pytest.raises(Forked, match="binds roll 1"):
        Contributing(playing.keys[ONE]).take([*before, forged])


def test_a_link_further_ahead_than_the_next_roll_is_not_opened(playing: Playing) -> None:
    """It would tell every link before it, and with them the faces of all those rolls."""
    *before, asked = shown(playing)
    opened = msgspec.msgpack.decode(asked.o)
    asks = [Ask(*ask) for ask in opened["d"]["dice"]]
    cause = next(event for event in before if event.p == opened["d"]["by"])
    seal = cause.seal or seal_of(cause.s or b"")
    ctx = roll_context(GameId(playing.keys[ONE].game), 900, cause.o, seal, asks)
    opened["d"] |= {"i": 900, "ctx": ctx}
    forged = msgspec.structs.replace(asked, o=msgspec.msgpack.encode(opened))
    with pytest.raises(Forked, match="roll 900"):
        Contributing(playing.keys[ONE]).take([*before, forged])


def test_a_request_that_nothing_led_to_is_refused(playing: Playing) -> None:
    *before, asked = shown(playing)
    with pytest.raises(Forked, match="cannot need"):
        Contributing(playing.keys[ONE]).take([*before[:-3], asked])


def test_the_table_really_asked(playing: Playing) -> None:
    assert isinstance(playing.table.codec.decode(playing.entries[-1].open, None), DiceAsked)
