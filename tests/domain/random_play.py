"""Plays any rule system at random through its own options, and keeps what was done."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, get_type_hints

import msgspec
from msgspec import UNSET

from domain.audience import SealedField
from domain.decider import Command, Event, kind_of
from domain.dice import Ask, Dice, Rolled, ScriptedDice
from domain.names import SeatId
from domain.options import Option, fill
from domain.refusals import Unknown
from domain.rule_system import Outcome, RuleSystem, Scenario


class RandomDice:
    """Dice that fall as a seed lets them."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def roll(self, *asks: Ask) -> Rolled:
        faces = (tuple(self._random.randint(1, a.sides) for _ in range(a.count)) for a in asks)
        return Rolled(asks, tuple(faces))

    def roll_hidden(self, *asks: Ask) -> Rolled:
        return msgspec.structs.replace(self.roll(*asks), hidden=True)


class Decision(msgspec.Struct, frozen=True):
    """A declaration of one seat, or the sealed ones of a step; what it met, what came of it."""

    before: Any
    commands: Mapping[SeatId, Command]
    sealed: bool
    outcomes: tuple[Outcome, ...]


class Game(msgspec.Struct, frozen=True):
    """A game that was played: how it began, and all its decisions."""

    begun: tuple[Outcome, ...]
    decisions: tuple[Decision, ...]
    after: Any

    @property
    def events(self) -> list[Event]:
        return [event for event in self.outcomes if isinstance(event, Event)]

    @property
    def outcomes(self) -> list[Outcome]:
        return [*self.begun, *(one for each in self.decisions for one in each.outcomes)]


class Player:
    """Plays a game of *system*: now as its defaults say, now at random."""

    CHANGES = (0, 0, 1, 4, 12)

    def __init__(self, system: RuleSystem[Any], seed: int) -> None:
        self.system, self.random = system, Random(seed)
        self.dice = RandomDice(self.random)
        self.kinds = {kind_of(kind): kind for kind in system.commands}

    def play(self, scenario: Scenario, most: int) -> Game:
        chosen = {option.name: self.random.choice(option.values) for option in scenario.options}
        begun = tuple(self.system.begin(scenario.name, chosen, self.dice))
        state = folded(self.system, self.system.initial(), begun)
        decisions: list[Decision] = []
        while self.system.result(state) is None and len(decisions) < most:
            decision = self._decision(state)
            decisions.append(decision)
            state = folded(self.system, state, decision.outcomes)
        return Game(begun, tuple(decisions), state)

    def _decision(self, state: Any) -> Decision:
        owed, waiting = self.system.owed(state), self.system.waiting(state)
        assert waiting, "a battle that is not over waits for somebody"
        assert owed <= waiting
        seats = sorted(owed) or [self.random.choice(sorted(waiting))]
        commands = {seat: self.declaration(state, seat, sealed=bool(owed)) for seat in seats}
        decision = Decision(state, commands, bool(owed), ())
        outcomes = decided(self.system, decision, self.dice)
        return msgspec.structs.replace(decision, outcomes=outcomes)

    def declaration(self, state: Any, seat: SeatId, *, sealed: bool) -> Command:
        """Return something that *seat* is offered now, filled in at random."""
        offered = [
            option
            for option in self.system.options(state, seat)
            if not option.why_not and self.kinds[option.command].simultaneous is sealed
        ]
        assert offered, f"seat {seat} is waited for and offered nothing"
        return self.filled(self.random.choice(offered))

    def filled(self, option: Option) -> Command:
        filled = fill(option, self.random.randrange, self.random.choice(self.CHANGES))
        assert filled.exceeded() is None, f"the defaults exceed: {filled.exceeded()}"
        return msgspec.convert(filled.fields(), self.kinds[option.command], str_keys=True)


def folded(system: RuleSystem[Any], state: Any, outcomes: Iterable[Outcome]) -> Any:
    for event in outcomes:
        if isinstance(event, Event):
            state = system.evolve(state, event)
    return state


def faces(outcomes: Iterable[Outcome]) -> list[int]:
    """Return all faces that were rolled, in order."""
    rolls = (one for one in outcomes if isinstance(one, Rolled))
    return [face for roll in rolls for group in roll.faces for face in group]


def redacted(event: Event, seat: SeatId | None) -> Event:
    """Return *event* as *seat* may read it, or as a spectator may (None)."""
    if seat is not None and getattr(event, "seat", None) == seat:
        return event
    secret = dict.fromkeys(sealed_fields(type(event)), UNSET)
    return msgspec.structs.replace(event, **secret) if secret else event


@cache
def sealed_fields(kind: type[Event]) -> list[str]:
    """Return the names of the fields that only the event's audience may read."""
    hints = get_type_hints(kind, include_extras=True)
    marked = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
    return [name for name, marks in marked.items() if any(map(_seals, marks))]


def _seals(mark: object) -> bool:
    return isinstance(mark, SealedField)


class PublicDice(ScriptedDice):
    """The faces of a record, for who may not read those of hidden rolls."""

    def roll_hidden(self, *asks: Ask) -> Rolled:
        raise Unknown(f"a roll: {asks}")


def check_as(system: RuleSystem[Any], game: Game, seat: SeatId) -> int:
    """Assert that *seat*, by what it may read, finds each of its decisions right, or must wait.

    That is what the verifier does with its record of a running game. Return how many it decided.
    """

    def read(outcomes: Iterable[Outcome]) -> list[Outcome]:
        return [redacted(one, seat) if isinstance(one, Event) else one for one in outcomes]

    state, count = folded(system, system.initial(), read(game.begun)), 0
    for number, decision in enumerate(game.decisions, start=1):
        recorded = read(decision.outcomes)
        if not decision.sealed and seat in decision.commands:
            again = msgspec.structs.replace(decision, before=state)
            with suppress(Unknown):
                ours = read(decided(system, again, PublicDice(faces(decision.outcomes))))
                assert ours == recorded, f"decision {number} is another to seat {seat}"
                count += 1
        state = folded(system, state, recorded)
    return count


def decided(system: RuleSystem[Any], decision: Decision, dice: Dice) -> tuple[Outcome, ...]:
    """Decide again what was declared, as the game would."""
    state, commands = decision.before, decision.commands
    if decision.sealed:
        for seat, command in commands.items():
            system.check(state, seat, command)
        return tuple(system.resolve(state, commands, dice))
    ((seat, command),) = commands.items()
    return tuple(system.decide(state, seat, command, dice))
