"""Dice of the table: seats open links, nothing comes between, and the record shows all of it."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from clients.verifier.protocol import Fault, verify
from clients.verifier.rules import decide_all_again
from domain import referee
from domain.dice import ABSENT, PRESENT, Contributor, faces, link_before, roll_key
from domain.game import waiting
from domain.game_events import Concede, DiceAsked, DiceRolled, DiceRolledHidden, ServerDeclared
from domain.names import SeatId
from domain.record import ZERO32
from domain.refusals import Refused
from tests.pennies import PENNIES, Guess, Guessed, Listen, Stake
from tests.playing import Playing, links_of

ONE, TWO = SeatId(1), SeatId(2)


@pytest.fixture
def playing() -> Iterator[Playing]:
    """Give a table of pennies before the second guess; both seats are here."""
    table = Playing(dice="table").begun()
    table.sources.here = lambda: (ONE, TWO)
    table.declare(1, Stake(pennies=3))
    table.declare(2, Stake(pennies=4))
    table.declare(1, Guess(face=2))
    yield table
    table.sources.here = tuple


def finished(playing: Playing) -> bytes:
    """End the game, and return its whole record, which verifies."""
    playing.declare(1, Concede())
    data = playing.exported()
    verify(data)
    return data


def test_a_roll_is_asked_for_and_nothing_of_its_outcome_is_recorded(playing: Playing) -> None:
    *_, asked = playing.declare(2, Guess(face=5))
    assert isinstance(asked, DiceAsked)
    assert asked.contributors == (ONE, TWO)
    assert playing.table.game.rolls == 0
    assert playing.table.game.play.phase == "guess"


def test_while_links_are_asked_for_the_game_waits_for_nothing_else(playing: Playing) -> None:
    playing.declare(2, Guess(face=5))
    assert waiting(playing.table.game, PENNIES) == frozenset()
    for forbidden in (
        lambda: playing.declare(1, Concede()),
        lambda: playing.time_out(1),
    ):
        with pytest.raises(Refused) as refusal:
            forbidden()
        assert refusal.value.code == "dice_pending"


def test_the_last_link_makes_the_roll_and_what_follows(playing: Playing) -> None:
    playing.declare(2, Guess(face=5))
    assert len(playing.contribute(2)) == 1
    events = playing.contribute(1)
    rolled = next(event for event in events if isinstance(event, DiceRolled))
    assert isinstance(events[-1], Guessed)
    links = [links_of(playing.keys[seat])[1] for seat in (ONE, TWO)]
    contributors = (Contributor(ONE, PRESENT, links[0]), Contributor(TWO, PRESENT, links[1]))
    assert rolled.contributors == contributors
    assert rolled.faces == faces(roll_key(rolled.link, rolled.ctx, contributors), rolled.dice)
    assert decide_all_again(finished(playing), {"pennies": PENNIES}).waiting == 0


def test_each_link_changes_the_faces(playing: Playing) -> None:
    """Whoever is honest makes the roll fair: without a link it is another stream."""
    playing.declare(2, Guess(face=5))
    playing.contribute(1)
    events = playing.contribute(2)
    (rolled,) = (event for event in events if isinstance(event, DiceRolled))
    first, second = rolled.contributors
    absent = Contributor(TWO, ABSENT, ZERO32)
    assert roll_key(rolled.link, rolled.ctx, (first, second)) != roll_key(
        rolled.link, rolled.ctx, (first, absent)
    )


def test_who_does_not_answer_is_marked_absent_and_the_roll_goes_on(playing: Playing) -> None:
    playing.declare(2, Guess(face=5))
    playing.contribute(1)
    first, *events = playing.roll_without()
    assert isinstance(first, ServerDeclared)
    rolled = next(event for event in events if isinstance(event, DiceRolled))
    assert [one.status for one in rolled.contributors] == [PRESENT, ABSENT]
    assert decide_all_again(finished(playing), {"pennies": PENNIES}).waiting == 0


def test_with_nobody_here_the_server_asks_nobody_and_rolls_at_once(playing: Playing) -> None:
    playing.sources.here = tuple
    events = playing.declare(2, Guess(face=5))
    asked, rolled = (event for event in events if isinstance(event, DiceAsked | DiceRolled))
    assert isinstance(asked, DiceAsked)
    assert asked.contributors == ()
    assert isinstance(rolled, DiceRolled)
    assert decide_all_again(finished(playing), {"pennies": PENNIES}).waiting == 0


def test_a_hidden_roll_is_asked_for_as_well(playing: Playing) -> None:
    playing.declare(2, Guess(face=5))
    playing.contribute(1)
    playing.contribute(2)
    playing.declare(1, Listen(times=2))
    playing.contribute(2)
    hidden = [one for one in playing.contribute(1) if isinstance(one, DiceRolledHidden)]
    assert [len(one.contributors) for one in hidden] == [2]
    assert decide_all_again(finished(playing), {"pennies": PENNIES}).waiting == 0


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("of another roll", {"i": 2}, "not_asked"),
    ("that is not of its chain", {"link": b"\x01" * 32}, "not_allowed"),
    ("signed by nobody", {"sig": bytes(64)}, "not_allowed"),
    ("of a seat that is not asked", {"seat": SeatId(9)}, "not_asked"),
    ("that another seat signed", {"seat": TWO}, "not_allowed"),
]


@pytest.mark.parametrize(("changes", "code"), [one[1:] for one in WRONG], ids=[o[0] for o in WRONG])
def test_a_link_is_refused(playing: Playing, changes: dict[str, Any], code: str) -> None:
    playing.declare(2, Guess(face=5))
    opened = msgspec.structs.replace(playing.link(1), **changes)
    with pytest.raises(Refused) as refusal:
        referee.contribute(playing.table, opened, playing.now(), playing.sources)
    assert refusal.value.code == code


def test_a_link_that_its_seat_signed_must_still_be_of_its_chain(playing: Playing) -> None:
    playing.declare(2, Guess(face=5))
    opened, keys = playing.link(1), playing.keys[ONE]
    assert playing.table.game.request is not None
    ctx = playing.table.game.request.asked.ctx
    other = links_of(keys)[2]
    with pytest.raises(Refused) as refusal:
        playing.contribute(1, link=other, sig=keys.sign_link(ctx, opened.i, other))
    assert refusal.value.code == "not_its_link"


def test_a_link_has_32_bytes_whatever_it_hashes_to(playing: Playing) -> None:
    """An anchor made from a longer link would be recorded, and the record never verify again."""
    playing.declare(2, Guess(face=5))
    assert playing.table.game.request is not None
    i, ctx, keys = playing.link(1).i, playing.table.game.request.asked.ctx, playing.keys[ONE]
    long = bytes(100_000)
    anchor = link_before(playing.table.id, ONE, i, long)
    seats = playing.table.game.seats
    held = msgspec.structs.replace(seats[ONE], link=(i - 1, anchor))
    playing.table.game = msgspec.structs.replace(playing.table.game, seats={**seats, ONE: held})
    with pytest.raises(Refused) as refusal:
        playing.contribute(1, link=long, sig=keys.sign_link(ctx, i, long))
    assert refusal.value.code == "not_its_link"


def test_a_seat_answers_once(playing: Playing) -> None:
    playing.declare(2, Guess(face=5))
    first = playing.link(1)
    playing.contribute(1)
    with pytest.raises(Refused) as refusal:
        referee.contribute(playing.table, first, playing.now(), playing.sources)
    assert refusal.value.code == "not_asked"


def test_no_roll_is_made_before_it_is_due(playing: Playing) -> None:
    with pytest.raises(Refused) as refusal:
        playing.roll_without()
    assert refusal.value.code == "not_asked"


def test_an_edit_of_any_link_is_found(playing: Playing) -> None:
    playing.declare(2, Guess(face=5))
    playing.contribute(1)
    playing.contribute(2)
    data = finished(playing)
    link = links_of(playing.keys[ONE])[1]
    at = data.index(link)
    with pytest.raises(Fault):
        verify(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
