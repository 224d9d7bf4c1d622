"""Records outlive the rules they were played by."""

from collections.abc import Iterator, Mapping

from clients.verifier.rules import decide_all_again
from domain.decider import Command
from domain.dice import Dice
from domain.game_events import Concede
from domain.names import SeatId
from domain.rule_system import Outcome
from tests.pennies import PENNIES, Guess, Pennies, Stake, State
from tests.playing import Playing


class Later(Pennies):
    """Pennies as they are played a year later: guesses are not rolled for any more."""

    version = "2"

    def resolve(
        self, state: State, sealed: Mapping[SeatId, Command], dice: Dice
    ) -> Iterator[Outcome]:
        return iter(())


def test_a_record_of_older_rules_is_folded_and_said_not_to_be_decided_again() -> None:
    playing = Playing().begun()
    for command in (Stake(pennies=1), Guess(face=1)):
        for seat in (1, 2):
            playing.declare(seat, command)
    playing.declare(1, Concede())
    rulings = decide_all_again(playing.exported(), {"pennies": Later()})
    assert (rulings.decided, rulings.waiting, rulings.older) == (0, 0, "2.1")
    assert "played by version 2.1 of the rules" in rulings.sentence
    again = decide_all_again(playing.exported(), {"pennies": PENNIES})
    assert again.older == ""
    assert again.sentence == f"{again.decided} of {again.decided} decided again, and equal"
