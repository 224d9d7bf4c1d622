"""Ranged as a rule system: the one object that the rest of Broadside sees."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from domain.decider import Command, Event
from domain.dice import Dice
from domain.languages import read_catalogues
from domain.names import SeatId
from domain.options import Option
from domain.rule_system import Chances, Example, Outcome, Result, Scenario
from domain.scene import Scene, Sentence
from domain.sheet_file import file_faults
from domain.systems.ranged import concealment, decide, turns
from domain.systems.ranged.book import read_book
from domain.systems.ranged.commands import (
    COMMANDS,
    Defend,
    DiveForCover,
    DoNothing,
    HideAway,
    LieLow,
    Lying,
)
from domain.systems.ranged.events import EVENTS, BattleEvent
from domain.systems.ranged.evolve import evolve
from domain.systems.ranged.examples import examples
from domain.systems.ranged.options import options
from domain.systems.ranged.scene import scene
from domain.systems.ranged.state import State
from domain.systems.ranged.tasks import Act, Defending, Diving, Hide, Lurk, Triggered
from domain.systems.ranged.text import ended, sentences
from domain.systems.ranged.volley import volley_odds
from domain.systems.ranged.weapons import WeaponLine, faults, schema


class Ranged:
    """One-second skirmishes with firearms and odd weapons."""

    name = "ranged"
    title = "Ranged"
    version = "2"
    events = EVENTS
    commands = COMMANDS
    catalogues = read_catalogues("domain.systems.ranged")

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self._book = read_book(files)

    def with_files(self, files: Mapping[str, bytes]) -> "Ranged":
        """Return this system with some data files replaced; ValueError names file and fault."""
        unknown = set(files) - set(self.files)
        if unknown:
            raise ValueError(f"{min(unknown)}: this system has no such file")
        return Ranged({**self.files, **files})

    def scenarios(self) -> tuple[Scenario, ...]:
        """Return what can be played."""
        return tuple(sheet.described() for sheet in self._book.scenarios.values())

    def weapon_faults(self, raw: bytes) -> tuple[tuple[int, str], ...]:
        """Return what is wrong with the file of one home-made weapon: lines, and what they say."""
        malfunction = self._book.tables.malfunction
        return file_faults(raw, WeaponLine, "a weapon", lambda line: faults(line, malfunction))

    def weapon_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a weapon file."""
        return schema()

    def initial(self) -> State:
        """Return the state before the first event."""
        return State(book=self._book)

    def begin(
        self, scenario: str, options: Mapping[str, int | str], dice: Dice
    ) -> Iterator[Outcome]:
        """Set up *scenario*; the first turn begins."""
        return decide.begin(self.initial(), scenario, options, dice)

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        """Decide a command, and all that follows."""
        return decide.decide(state, seat, command, dice)

    def check(self, state: State, seat: SeatId, command: Command) -> None:  # noqa: ARG002  never
        """No command of this system is declared together with others."""
        raise AssertionError(f"{command} is not sealed")

    def resolve(
        self,
        state: State,  # noqa: ARG002  nothing is sealed
        sealed: Mapping[SeatId, Command],  # noqa: ARG002  nothing is sealed
        dice: Dice,  # noqa: ARG002  nothing is sealed
    ) -> Iterator[Outcome]:
        """No step of this system is resolved together."""
        raise AssertionError("nothing is sealed")

    def odds(self, state: State, commands: Mapping[SeatId, Command]) -> tuple[Chances, ...]:
        """Return what may come of an attack: the roll, the hits, the damage of one of them."""
        return volley_odds(state, commands)

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after *event*."""
        return evolve(state, cast("BattleEvent", event))

    def owed(self, state: State) -> frozenset[SeatId]:  # noqa: ARG002  never anything
        """Return the seats that owe a sealed command: never any."""
        return frozenset()

    def waiting(self, state: State) -> frozenset[SeatId]:
        """Return the seat that the play waits for."""
        return turns.waiting(state)

    def step(self, state: State, seat: SeatId) -> tuple[int | str, ...]:  # noqa: ARG002  one for all
        """Return a name of the step: it changes with everything that happens."""
        return state.second, state.moment

    def options(self, state: State, seat: SeatId) -> tuple[Option, ...]:
        """Return what *seat* may declare now."""
        return options(state, seat)

    def default(self, state: State, seat: SeatId) -> Command:
        """Return what a seat declares by not declaring in time: it dodges, stays, does nothing."""
        match state.task:
            case Defending():
                return Defend(defence="dodge")
            case Diving():
                return DiveForCover()
            case Hide(seat=mine):
                places = {one.fighter.id: 0 for one in concealment.of_seat(state, mine)}
                return HideAway(places=places)
            case Lurk(fighter=name):
                return LieLow(fighter=name, doing=Lying())
            case Act(fighter=name) | Triggered(fighter=name):
                return DoNothing(fighter=name)
            case _:
                raise AssertionError(f"seat {seat} is not waited for")

    def result(self, state: State) -> Result | None:
        """Return how the skirmish ended, or None while it goes on."""
        if state.ended is None:
            return None
        return Result(winners=state.ended.winners, why=ended(state.ended))

    def scene(self, state: State) -> Scene:
        """Return the table, from what *state* knows."""
        return scene(state)

    def sentences(self, state: State, event: Event) -> Iterable[Sentence]:
        """Say *event*, which is about to be folded into *state*."""
        return sentences(state, cast("BattleEvent", event))

    def examples(self) -> tuple[Example, ...]:
        """Return the worked examples of the requirement and of its hard cases."""
        return examples(self.initial())
