"""A declaration becomes one commit: fresh, its declarer's own, its dice bound to it."""

import msgspec
import pytest

from domain import referee
from domain.dice import Chain, link_holds, roll_context
from domain.game_events import DiceRolled, DiceRolledHidden
from domain.names import SERVER
from domain.record import seal_of
from domain.refusals import Refused
from tests.pennies import Guess, Listen, Stake
from tests.playing import Playing


def at_the_guess() -> Playing:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4))
    return playing


def decide(playing: Playing, parts: tuple[bytes, bytes, bytes]) -> None:
    referee.declare(playing.table, *parts, playing.now(), playing.sources)


def test_dice_are_bound_to_the_declaration_that_led_to_them() -> None:
    playing = at_the_guess()
    playing.declare(1, Guess(face=2))
    events = playing.declare(2, Guess(face=5))
    rolled = next(event for event in events if isinstance(event, DiceRolled))
    cause = playing.entries[rolled.by - 1]
    ctx = roll_context(playing.table.id, 1, cause.open, cause.seal, rolled.dice)
    assert rolled.ctx == ctx
    anchor = playing.sources.anchor(Chain())
    assert link_holds(playing.table.id, SERVER, rolled.i, rolled.link, 0, anchor)


def test_the_same_declaration_gets_the_same_dice() -> None:
    """A retry, or a second server, cannot roll anew."""
    playing = at_the_guess()
    playing.declare(1, Guess(face=2))
    parts = playing.sealed(2, Guess(face=5))
    first, second = (referee.declare(playing.table, *parts, 5, playing.sources) for _ in range(2))
    assert first == second


def test_another_declaration_gets_other_dice() -> None:
    """The declarer's own random id is mixed in: the server cannot know the faces beforehand."""
    faces: set[tuple[tuple[int, ...], ...]] = set()
    for n in range(12):
        playing = at_the_guess()
        playing.declare(1, Guess(face=2))
        playing.ids += 100 * n
        events = playing.declare(2, Guess(face=5))
        faces |= {event.faces for event in events if isinstance(event, DiceRolled)}
    assert len(faces) > 1


def test_a_refusal_leaves_no_event_and_the_next_link_unopened() -> None:
    playing = at_the_guess()
    with pytest.raises(Refused):
        decide(playing, playing.sealed(1, Listen(times=1)))
    assert playing.table.game.rolls == 0


def test_who_declared_something_else_since_is_stale() -> None:
    playing = Playing().begun()
    seen = playing.table.head
    playing.declare(1, Stake(pennies=3))
    with pytest.raises(referee.Stale) as stale:
        decide(playing, playing.sealed(1, Stake(pennies=4), head=seen))
    assert stale.value.since == playing.table.head.position


def test_who_speaks_to_a_step_that_is_over_is_stale() -> None:
    playing = Playing().begun()
    seen = playing.table.head
    playing.declare(1, Stake(pennies=3))
    playing.time_out(2)
    with pytest.raises(referee.Stale):
        decide(playing, playing.sealed(2, Guess(face=1), head=seen))


def test_the_seal_of_another_seat_makes_nobody_stale() -> None:
    playing = Playing().begun()
    seen = playing.table.head
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4), head=seen)
    assert playing.table.game.play.stakes == {1: 3, 2: 4}


@pytest.mark.parametrize("part", [0, 1, 2])
def test_a_declaration_that_was_altered_is_nobodys(part: int) -> None:
    playing = Playing().begun()
    parts = list(playing.sealed(1, Stake(pennies=3)))
    parts[part] = parts[part][:-1] + bytes([parts[part][-1] ^ 1])
    with pytest.raises(Refused) as refused:
        decide(playing, (parts[0], parts[1], parts[2]))
    assert refused.value.code in {"not_allowed", "malformed"}


def test_a_declaration_signed_by_another_seat_is_refused() -> None:
    playing = Playing().begun()
    open_part, sealed, _ = playing.sealed(1, Stake(pennies=3))
    _, _, other = playing.sealed(2, Stake(pennies=3))
    with pytest.raises(Refused, match="not_allowed"):
        decide(playing, (open_part, sealed, other))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"id": b"short"}, "malformed"),
        ({"head": b"short"}, "malformed"),
        ({"do": "nothing"}, "malformed"),
        ({"with": {"pennies": 3}}, "malformed"),
        ({"seat": 3}, "not_allowed"),
        ({"seat": 0}, "not_allowed"),
        ({"extra": 1}, "malformed"),
    ],
)
def test_a_declaration_in_bad_form_is_refused(change: dict[str, object], code: str) -> None:
    playing = Playing().begun()
    open_part, sealed, _ = playing.sealed(1, Stake(pennies=3))
    event = msgspec.msgpack.decode(open_part)
    event["d"] |= change
    changed = msgspec.msgpack.encode(event)
    signature = playing.keys[1].sign_declaration(changed, seal_of(sealed))
    with pytest.raises(Refused) as refused:
        decide(playing, (changed, sealed, signature))
    assert refused.value.code == code


def test_a_hidden_roll_commits_to_the_next_one() -> None:
    playing = at_the_guess()
    playing.declare(1, Guess(face=2))
    playing.declare(2, Guess(face=5))
    events = playing.declare(1, Listen(times=2))
    hidden = next(event for event in events if isinstance(event, DiceRolledHidden))
    assert (hidden.i, hidden.j) == (2, 1)
    assert hidden.next == playing.sources.commitment(2)
    assert playing.sources.hidden_seed(1) == hidden.seed
