"""The script that plays random games tells what goes wrong, and how to see it again."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.decider import Command
from domain.dice import Ask, Dice
from domain.names import SeatId
from domain.rule_system import Outcome
from tests.domain.random_play import Player
from tests.pennies import Listened, Pennies, State
from tests.random_games import check_again, played


class Ending(Pennies):
    """Waits for nobody once it is over."""

    def owed(self, state: State) -> frozenset[SeatId]:
        return super().owed(state) if self.result(state) is None else frozenset()

    def waiting(self, state: State) -> frozenset[SeatId]:
        return super().waiting(state) if self.result(state) is None else frozenset()


def test_a_game_is_played_to_its_end_and_decided_again() -> None:
    one = played(Ending(), "table", seed=5)
    assert one.trouble == ""
    assert one.decisions == 9
    assert one.dice >= 3


class Faulty(Pennies):
    """Breaks down when somebody listens."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        raise ZeroDivisionError("here")


def test_whatever_is_raised_is_told() -> None:
    one = played(Faulty(), "table", seed=5)
    assert "ZeroDivisionError: here" in one.trouble
    assert (one.scenario, one.seed) == ("table", 5)


class Fickle(Pennies):
    """Decides otherwise each time."""

    calls = 0

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        self.calls += 1
        yield dice.roll(Ask("a whim", 1, 6))
        yield Listened(times=self.calls)


def test_what_is_decided_otherwise_again_is_noticed() -> None:
    system: Any = Fickle()
    game = Player(system, 5).play(system.scenarios()[0], 100)
    with pytest.raises(AssertionError, match="is decided otherwise again"):
        check_again(system, game)
