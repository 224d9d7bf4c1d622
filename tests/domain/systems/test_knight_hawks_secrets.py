"""Games of Knight Hawks that differ only in mines and seekers are the same to all others."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.decider import Command
from domain.dice import Ask, Dice
from domain.names import SeatId
from domain.options import Option
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.knight_hawks import SYSTEM, rules
from domain.systems.knight_hawks.commands import PrepareMovement
from domain.systems.knight_hawks.move_events import ShipMoved
from domain.systems.knight_hawks.secret_events import SecretsKept
from domain.systems.knight_hawks.state import State
from domain.systems.knight_hawks.system import KnightHawks
from tests.domain.systems.knight_hawks_pairs import main, pair, tried


def test_nothing_shows_before_its_moment():
    """Some of the pairs that `python -m tests.domain.systems.knight_hawks_pairs` plays."""
    figures = [pair(seed) for seed in range(9, 13)]
    assert sum(one.declarations for one in figures) > 100
    assert sum(one.apart for one in figures) > 80
    assert max(one.most for one in figures) > 10


def hidden(state: State) -> int:
    """Return how many mines and inactive seekers *state* knows of."""
    return sum(len(side.mines or ()) + len(side.laid or ()) for side in state.sides.values())


class OnlyIfLaid(KnightHawks):
    """Leaks by the absence of an event: no record of what was not dropped."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        for one in super().decide(state, seat, command, dice):
            if not isinstance(one, SecretsKept) or one.mines or one.seekers:
                yield one


class MindsTheMines(KnightHawks):
    """Leaks by the words of what others are offered."""

    def options(self, state: State, seat: SeatId) -> tuple[Option, ...]:
        return tuple(
            msgspec.structs.replace(one, title=one.title + "." * hidden(state))
            for one in super().options(state, seat)
        )


class KnowsTheName(KnightHawks):
    """Leaks by a refusal: what is hidden is not refused like what is absent."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        laid = {name for side in state.sides.values() for name in side.laid or ()}
        if isinstance(command, PrepareMovement) and laid & set(command.order):
            raise Refused("not_your_unit", rules.S_2_5_SECRETS)
        yield from super().decide(state, seat, command, dice)


class CountsTheDrops(KnightHawks):
    """Leaks by a number that everybody is told: a step for each thing that was laid."""

    def step(self, state: State, seat: SeatId) -> tuple[int | str, ...]:
        return (*super().step(state, seat), hidden(state))


class RollsForMines(KnightHawks):
    """Leaks by a die that is rolled before its moment."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        for one in super().decide(state, seat, command, dice):
            yield one
            mines = {at for side in state.sides.values() for at in side.mines or ()}
            if isinstance(one, ShipMoved) and mines & {at for at, _ in one.path}:
                yield dice.roll(Ask("mines", 1, 100))


LEAKS = (OnlyIfLaid, MindsTheMines, KnowsTheName, CountsTheDrops, RollsForMines)


@pytest.mark.parametrize("leaky", LEAKS)
def test_a_leak_is_found(leaky: Any):
    """The test above could fail."""
    assert any(isinstance(tried(seed, leaky(SYSTEM.files)), str) for seed in range(1, 40))


def test_the_script_tells_what_it_compared(capsys: pytest.CaptureFixture[str]):
    assert main(["--pairs", "2", "--seed", "4"]) == 0
    assert "2 pairs from seed 4, 0 differ" in capsys.readouterr().out
