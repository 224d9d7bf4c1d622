"""What may come of a declaration before it is made: exact chances, from what its seat may know.

The rules are asked themselves, with every case of the dice (`odds`). What others have sealed, or
will, nobody may know: they are taken to declare what the rules declare for who does not in time.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from domain.decider import Command, Event, kind_of
from domain.dice import Dice, Rolled
from domain.game import ABOUT_THE_GAME, Game, System
from domain.game_events import PLAY, SEALS
from domain.names import SeatId
from domain.odds import Case, cases
from domain.refusals import Refused
from domain.rule_system import Chances, Outcome


def foretold(game: Game, system: System, seat: SeatId, command: Command) -> tuple[Chances, ...]:
    """Return what may come of *command* if *seat* declared it now; nothing if no die is rolled.

    *game* is the seat's own fold. First what its weapons may do, as the system tells it; where it
    tells nothing, the chance of each sentence that may be told.

    Raises Refused if it may not be declared, TooManyCases, or Unknown if what may come of it hangs
    on something that the seat does not know.
    """
    if kind_of(type(command)) in ABOUT_THE_GAME:
        return ()
    if game.phase != "running":
        raise Refused("not_running", PLAY, phase=game.phase)
    commands = _commands(game, system, seat, command)
    return system.odds(game.play, commands) or _told(game, system, commands)


def _commands(
    game: Game, system: System, seat: SeatId, command: Command
) -> Mapping[SeatId, Command]:
    """Return what is decided: the command alone, or those of all who owe one in this step."""
    if not command.simultaneous:
        return {seat: command}
    owed = system.owed(game.play)
    if seat not in owed:
        raise Refused("nothing_owed", SEALS, seat=seat)
    system.check(game.play, seat, command)
    return {one: command if one == seat else system.default(game.play, one) for one in owed}


def decided(
    system: System, play: Any, commands: Mapping[SeatId, Command], dice: Dice
) -> Iterator[Outcome]:
    """Decide *commands* as the play would: one at once, or a step of several together."""
    if any(command.simultaneous for command in commands.values()):
        return system.resolve(play, commands, dice)
    ((seat, command),) = commands.items()
    return system.decide(play, seat, command, dice)


def _told(game: Game, system: System, commands: Mapping[SeatId, Command]) -> tuple[Chances, ...]:
    """Return the chance of each sentence that may be told, the likeliest first."""
    chances: dict[int | str, Fraction] = {}
    rolls = False
    for case in cases(lambda dice: decided(system, game.play, commands, dice)):
        rolls = rolls or any(isinstance(outcome, Rolled) for outcome in case.outcomes)
        for sentence in set(_sentences(system, game.play, case)):
            chances[sentence] = chances.get(sentence, Fraction(0)) + case.chance
    if not rolls:
        return ()
    ordered = dict(sorted(chances.items(), key=lambda one: (-one[1], str(one[0]))))
    return (Chances(title="What may be told", chances=ordered),)


def _sentences(system: System, play: Any, case: Case) -> Iterator[str]:
    for outcome in case.outcomes:
        if isinstance(outcome, Event):
            for sentence in system.sentences(play, outcome):
                yield sentence.render()
            play = system.evolve(play, outcome)
