"""Games of Knight Hawks that differ only in mines and seekers are the same to all others."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.decider import Command
from domain.dice import Dice
from domain.names import SeatId
from domain.options import Option
from domain.rule_system import Outcome
from domain.systems.knight_hawks import SYSTEM
from domain.systems.knight_hawks.events import SecretsKept
from domain.systems.knight_hawks.state import State
from domain.systems.knight_hawks.system import KnightHawks
from tests.domain.systems.knight_hawks_pairs import main, pair, tried


def test_nothing_shows_before_its_moment():
    """Some of the pairs that `python -m tests.domain.systems.knight_hawks_pairs` plays."""
    figures = [pair(seed) for seed in range(1, 6)]
    assert sum(one.declarations for one in figures) > 100
    assert sum(one.laid for one in figures) > 10


class OnlyIfLaid(KnightHawks):
    """Leaks by the absence of an event: no record of what was not dropped."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        for one in super().decide(state, seat, command, dice):
            if not isinstance(one, SecretsKept) or one.mines or one.seekers:
                yield one


class MindsTheMines(KnightHawks):
    """Leaks by the words of what others are offered."""

    def options(self, state: State, seat: SeatId) -> tuple[Option, ...]:
        hidden = sum(len(side.mines or ()) for side in state.sides.values())
        return tuple(
            msgspec.structs.replace(one, title=one.title + "." * hidden)
            for one in super().options(state, seat)
        )


@pytest.mark.parametrize("leaky", [OnlyIfLaid, MindsTheMines])
def test_a_leak_is_found(leaky: Any):
    """The test above could fail."""
    assert any(isinstance(tried(seed, leaky(SYSTEM.files)), str) for seed in range(1, 20))


def test_the_script_tells_what_it_compared(capsys: pytest.CaptureFixture[str]):
    assert main(["--pairs", "2", "--seed", "4"]) == 0
    assert "2 pairs from seed 4, 0 differ" in capsys.readouterr().out
