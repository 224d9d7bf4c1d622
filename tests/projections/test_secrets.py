"""Games that differ only in secrets are the same bytes to those who may not know them."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.decider import Command
from domain.game import waiting
from domain.names import SeatId
from domain.options import fill
from domain.registry import rule_systems
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


# --- every rule system ------------------------------------------------------------------------


def twin(system: Any, scenario: str, seed: int, steps: int) -> tuple[Playing, list[Watching]]:
    """Play *steps* declarations at random; the same seed gives the same game to the last byte."""
    chance = random.Random(seed)
    playing = Playing(system, scenario=scenario).begun()
    watching = [Watching(playing, viewer) for viewer in (OPPONENT, SPECTATOR)]
    for _ in range(steps):
        advance(playing, chance)
    for one in watching:
        one.look()
    return playing, watching


def sealing(system: Any, scenario: str, seed: int, least: int) -> int | None:
    """Return after how many declarations of such a game, *least* or more, seat 1 seals; or None."""
    chance, steps = random.Random(seed), 0
    playing = Playing(system, scenario=scenario).begun()
    while playing.table.game.phase != "over":
        if steps >= least and seals(playing, 1):
            return steps
        advance(playing, chance)
        steps += 1
    return None


def sealing_game(system: Any, scenario: str, seed: int) -> tuple[int, int]:
    """Return the first such game in which seat 1 seals, and when: many end before that."""
    for tried in range(seed, seed + 100, 4):
        steps = sealing(system, scenario, tried, random.Random(tried).randrange(40))
        if steps is not None:
            return tried, steps
    raise AssertionError(f"seat 1 never seals in {scenario}")


def advance(playing: Playing, chance: random.Random) -> None:
    """Let the first seat that is waited for declare something."""
    seat = min(waiting(playing.table.game, playing.system))
    playing.declare(seat, at_random(playing, seat, chance.randrange))


def at_random(playing: Playing, seat: int, choose: Callable[[int], int]) -> Command:
    """Return something that *seat* may declare now."""
    system, play = playing.system, playing.table.game.play
    offered = [o for o in system.options(play, SeatId(seat)) if not o.why_not]
    filled = fill(offered[choose(len(offered))], choose)
    fields = filled.fields()
    sealed = playing.table.codec.sealed_names(filled.option.command)
    secret = {name: value for name, value in fields.items() if name in sealed}
    shown = {name: value for name, value in fields.items() if name not in sealed}
    return playing.table.codec.command(filled.option.command, shown, secret)


@pytest.mark.parametrize(
    ("system", "scenario"),
    [
        (name, scenario.name)
        for name, one in rule_systems().items()
        if any(command.simultaneous for command in one.commands)
        for scenario in one.scenarios()
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_a_sealed_order_of_any_system_changes_no_byte_for_others(
    system: str, scenario: str, seed: int
) -> None:
    """Two games that are the same until one seat seals this, or that."""
    found = rule_systems()[system]
    seed, steps = sealing_game(found, scenario, seed)
    games = [twin(found, scenario, seed, steps) for _ in range(2)]
    for n, (playing, watching) in enumerate(games):
        playing.declare(1, at_random(playing, 1, random.Random(seed + 1000 * (n + 1)).randrange))
        for one in watching:
            one.look()
    both = [playing for playing, _ in games]
    for here, there in zip(games[0][1], games[1][1], strict=True):
        assert masked(here.frames, *both) == masked(there.frames, *both)


def seals(playing: Playing, seat: int) -> bool:
    """Tell whether *seat* owes a sealed declaration, and is not the last to make it."""
    game, system = playing.table.game, playing.system
    return len(system.owed(game.play) - game.sealed.keys()) > 1 and seat in waiting(game, system)
