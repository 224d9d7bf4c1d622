"""Whose dice they were, and what for."""

from collections.abc import Iterator, Mapping

from domain.decider import Command
from domain.dice import Ask, Dice
from domain.names import SeatId
from domain.rule_system import Outcome
from domain.table import Table
from projections.redaction import redact
from projections.throws import throws
from projections.viewer import SPECTATOR
from tests.pennies import PENNIES, Guess, Guessed, Listen, Pennies, Stake, State
from tests.playing import Playing


def test_a_roll_that_names_nobody_is_the_declarers_and_a_hidden_one_is_left_out() -> None:
    playing = Playing().begun()
    for seat in (1, 2):
        playing.declare(seat, Stake(pennies=1))
    for seat in (1, 2):
        playing.declare(seat, Guess(face=seat))
    playing.declare(1, Listen(times=2))
    codec = playing.table.codec
    shown = [redact(SPECTATOR, e, codec.decode(e.open, e.secret)) for e in playing.entries]
    (rolled,) = throws(Table(playing.table.id, PENNIES), shown)
    assert (rolled.who, rolled.purpose, rolled.sides) == ("Player 2", "the die", 6)
    assert len(rolled.faces) == 1


class Named(Pennies):
    """Pennies in which seat 1's purse rolls the die, at the other purse."""

    def resolve(
        self, state: State, sealed: Mapping[SeatId, Command], dice: Dice
    ) -> Iterator[Outcome]:
        if state.phase == "stake":
            yield from super().resolve(state, sealed, dice)
            return
        yield (rolled := dice.roll(Ask("Purse of seat 1, die at Purse of seat 2: to hit", 1, 6)))
        yield Guessed(die=rolled.total, guesses=(1, 1))


def test_dice_are_those_of_the_piece_they_name_whoever_sealed_last() -> None:
    playing = Playing(Named()).begun()
    for command in (Stake(pennies=1), Guess(face=1)):
        for seat in (1, 2):
            playing.declare(seat, command)
    (rolled,) = throws(Table(playing.table.id, Named()), playing.entries)
    assert (rolled.who, rolled.purpose) == ("Player 1", "die at …: to hit")
