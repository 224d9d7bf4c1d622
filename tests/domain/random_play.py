"""Plays any rule system at random through its own options, and keeps what was done."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import UNSET

from domain.audience import SealedField
from domain.decider import Command, Event, kind_of
from domain.dice import Ask, Rolled
from domain.names import SeatId
from domain.options import Option, fill
from domain.rule_system import Outcome, RuleSystem, Scenario

Seen = Callable[[Any], None]


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
    """Plays a game of *system* at random; *most* decisions at most."""

    def __init__(self, system: RuleSystem[Any], seed: int, changes: int = 12) -> None:
        self.system, self.random, self.changes = system, Random(seed), changes
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
        if owed:
            sealed = {seat: self.declaration(state, seat, sealed=True) for seat in sorted(owed)}
            for seat, command in sealed.items():
                self.system.check(state, seat, command)
            outcomes = tuple(self.system.resolve(state, sealed, self.dice))
            return Decision(state, sealed, True, outcomes)
        seat = self.random.choice(sorted(waiting))
        command = self.declaration(state, seat, sealed=False)
        outcomes = tuple(self.system.decide(state, seat, command, self.dice))
        return Decision(state, {seat: command}, False, outcomes)

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
        filled = fill(option, self.random.randrange, self.changes)
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


def sealed_fields(kind: type[Event]) -> list[str]:
    """Return the names of the fields that only the event's audience may read."""
    hints = get_type_hints(kind, include_extras=True)
    return [name for name, hint in hints.items() if SealedField() in _marks(hint)]


def _marks(hint: Any) -> list[Any]:
    return [mark for mark in getattr(hint, "__metadata__", get_args(hint)[:0])]
