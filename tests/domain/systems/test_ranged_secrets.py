"""Ambushes of Ranged that differ only in who lies hidden where are the same to all others."""

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
from domain.systems.ranged import SYSTEM, rules
from domain.systems.ranged.commands import AimAt
from domain.systems.ranged.events import TurnBegan
from domain.systems.ranged.secret_events import Hid
from domain.systems.ranged.state import State
from domain.systems.ranged.system import Ranged
from tests.domain.systems.ranged_pairs import main, pair, tried


def test_nobody_shows_before_his_moment():
    """Some of the pairs that `python -m tests.domain.systems.ranged_pairs` plays."""
    figures = [pair(seed) for seed in range(1, 9)]
    assert sum(one.declarations for one in figures) > 150
    assert sum(one.apart for one in figures) > 140


def lying(state: State) -> list[Any]:
    """Return those who do lie hidden."""
    return [one.there for one in state.lurkers.values() if one.there is not None]


class OnlyIfThere(Ranged):
    """Leaks by the absence of an event: nothing is recorded of who stayed away."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        for one in super().decide(state, seat, command, dice):
            known = isinstance(one, Hid) and state.lurkers[one.fighter].hiding is not None
            if not (known and state.lurkers[command.fighter].there is None):
                yield one


class MindsTheHidden(Ranged):
    """Leaks by the words of what others are offered."""

    def options(self, state: State, seat: SeatId) -> tuple[Option, ...]:
        return tuple(
            msgspec.structs.replace(one, title=one.title + "." * len(lying(state)))
            for one in super().options(state, seat)
        )


class KnowsTheName(Ranged):
    """Leaks by a refusal: whoever lies hidden is not refused like whoever stayed away."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        if isinstance(command, AimAt) and command.target in {one.id for one in lying(state)}:
            raise Refused("cannot_see_target", rules.S_2_4)
        yield from super().decide(state, seat, command, dice)


class CountsTheHidden(Ranged):
    """Leaks by a number that everybody is told."""

    def step(self, state: State, seat: SeatId) -> tuple[int | str, ...]:
        return (*super().step(state, seat), len(lying(state)))


class RollsForTheHidden(Ranged):
    """Leaks by an open die before the moment: one turn is longer than another."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        for one in super().decide(state, seat, command, dice):
            yield one
            if isinstance(one, TurnBegan) and len(lying(state)) == 1:
                yield dice.roll(Ask("noticing", 3, 6))


LEAKS = (OnlyIfThere, MindsTheHidden, KnowsTheName, CountsTheHidden, RollsForTheHidden)


@pytest.mark.parametrize("leaky", LEAKS)
def test_a_leak_is_found(leaky: Any):
    """The test above could fail."""
    assert any(isinstance(tried(seed, leaky(SYSTEM.files)), str) for seed in range(1, 12))


def test_the_script_tells_what_it_compared(capsys: pytest.CaptureFixture[str]):
    assert main(["--pairs", "2", "--seed", "4"]) == 0
    assert "2 pairs from seed 4, 0 differ" in capsys.readouterr().out
