"""Games that differ only in secrets are the same bytes to those who may not know them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.decider import Command
from domain.names import SeatId
from projections.viewer import SPECTATOR, Viewer
from tests.pennies import Guess, Listen, Stake
from tests.playing import Playing
from tests.projections.watching import Watching, masked

OPPONENT = Viewer("player", SeatId(2))


def seen(viewer: Viewer, *declarations: tuple[int, Command]) -> tuple[Playing, list[bytes]]:
    """Play, and return what *viewer* was sent after each declaration."""
    playing = Playing().begun()
    watching = Watching(playing, viewer)
    watching.look()
    for seat, command in declarations:
        playing.declare(seat, command)
        watching.look()
    return playing, watching.frames


@pytest.mark.parametrize("viewer", [OPPONENT, SPECTATOR], ids=str)
@settings(max_examples=20, deadline=None)
@given(first=st.integers(0, 9), second=st.integers(0, 9), face=st.integers(1, 6))
def test_a_stake_changes_no_byte_for_who_may_not_know_it(
    viewer: Viewer, first: int, second: int, face: int
) -> None:
    def game(stake: int, guess: int) -> tuple[Playing, list[bytes]]:
        staked = ((1, Stake(pennies=stake)), (2, Stake(pennies=4)))
        return seen(viewer, *staked, (1, Guess(face=guess)))

    one, other = game(first, face), game(second, 7 - face)
    assert masked(one[1], one[0], other[0]) == masked(other[1], one[0], other[0])


def test_the_masks_hide_no_difference_that_is_public() -> None:
    """The test above could fail: an open difference shows."""
    playing, frames = seen(SPECTATOR, (1, Stake(pennies=1)))
    other, others = seen(SPECTATOR, (2, Stake(pennies=1)))
    assert masked(frames, playing, other) != masked(others, playing, other)


def test_a_secret_is_nowhere_in_what_others_are_sent() -> None:
    """A canary in a sealed order: no byte of it reaches the opponent before it is opened."""
    playing = Playing().begun()
    salt = b"canary in a seal"
    watching = [Watching(playing, viewer) for viewer in (OPPONENT, SPECTATOR)]
    playing.declare(1, Stake(pennies=7), salt=salt)
    assert all(salt not in one.look() for one in watching)
    own = Watching(playing, Viewer("player", SeatId(1)))
    assert salt in own.look()


def test_the_hidden_faces_stay_hidden() -> None:
    stakes = ((1, Stake(pennies=1)), (2, Stake(pennies=1)))
    guesses = ((1, Guess(face=1)), (2, Guess(face=1)))
    playing, frames = seen(SPECTATOR, *stakes, *guesses, (1, Listen(times=2)))
    seed = playing.sources.hidden_seed(1)
    assert all(seed not in frame for frame in frames)
