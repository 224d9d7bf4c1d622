"""Knight Hawks as a rule system: the one object that the rest of Broadside sees."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from domain.decider import Command, Event
from domain.dice import Dice
from domain.languages import read_catalogues
from domain.names import SeatId
from domain.options import Option
from domain.rule_system import Chances, Example, Outcome, Result, Scenario
from domain.scene import Scene, Sentence
from domain.systems.knight_hawks import decide, ship_file, waiting
from domain.systems.knight_hawks.book import read_book
from domain.systems.knight_hawks.commands import COMMANDS
from domain.systems.knight_hawks.events import EVENTS, BattleEvent
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.examples import examples
from domain.systems.knight_hawks.foretelling import odds
from domain.systems.knight_hawks.options import default, options
from domain.systems.knight_hawks.scene import scene
from domain.systems.knight_hawks.state import State
from domain.systems.knight_hawks.text import ended, sentences


class KnightHawks:
    """Starship battles with aimed weapons, secret mines and seeker missiles."""

    name = "knight_hawks"
    title = "Star Frontiers Knight Hawks"
    version = "1"
    events = EVENTS
    commands = COMMANDS
    catalogues = read_catalogues("domain.systems.knight_hawks")

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self._book = read_book(files)

    def with_files(self, files: Mapping[str, bytes]) -> "KnightHawks":
        """Return this system with some data files replaced; ValueError names file and fault."""
        unknown = set(files) - set(self.files)
        if unknown:
            raise ValueError(f"{min(unknown)}: this system has no such file")
        return KnightHawks({**self.files, **files})

    def scenarios(self) -> tuple[Scenario, ...]:
        """Return what can be played."""
        return tuple(sheet.described() for sheet in self._book.scenarios.values())

    def ship_faults(self, raw: bytes) -> tuple[tuple[int, str], ...]:
        """Return what is wrong with the file of one home-made ship: lines, and what they say."""
        return ship_file.ship_faults(raw)

    def ship_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a ship file."""
        return ship_file.schema()

    def initial(self) -> State:
        """Return the state before the first event."""
        return State(book=self._book)

    def begin(
        self, scenario: str, options: Mapping[str, int | str], dice: Dice
    ) -> Iterator[Outcome]:
        """Set up *scenario*; the first side places its fleet."""
        return decide.begin(self.initial(), scenario, options, dice)

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        """Decide a command that takes effect at once, and all that follows."""
        return decide.decide(state, seat, command, dice)

    def check(self, state: State, seat: SeatId, command: Command) -> None:
        """Refuse sealed repairs that are not legal."""
        decide.check(state, seat, command)

    def resolve(
        self, state: State, sealed: Mapping[SeatId, Command], dice: Dice
    ) -> Iterator[Outcome]:
        """Resolve the repairs of all who owe any."""
        return decide.resolve(state, sealed, dice)

    def odds(self, state: State, commands: Mapping[SeatId, Command]) -> tuple[Chances, ...]:
        """Return the chances of the hull points that each target of a volley loses."""
        return tuple(one for seat, each in commands.items() for one in odds(state, seat, each))

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after *event*."""
        return evolve(state, cast("BattleEvent", event))

    def owed(self, state: State) -> frozenset[SeatId]:
        """Return the seats that owe sealed repairs."""
        return waiting.owed(state)

    def waiting(self, state: State) -> frozenset[SeatId]:
        """Return the seats that the play waits for."""
        return waiting.waiting(state)

    def step(self, state: State, seat: SeatId) -> tuple[int | str, ...]:  # noqa: ARG002  one for all
        """Return a name of the step; it is the same for every seat."""
        return waiting.step(state)

    def options(self, state: State, seat: SeatId) -> tuple[Option, ...]:
        """Return what *seat* may declare now."""
        return options(state, seat)

    def default(self, state: State, seat: SeatId) -> Command:
        """Return what a seat declares by not declaring in time."""
        return default(state, seat)

    def result(self, state: State) -> Result | None:
        """Return how the battle ended, or None while it goes on."""
        if state.ended is None:
            return None
        return Result(winners=state.ended.winners, why=ended(state, state.ended))

    def scene(self, state: State) -> Scene:
        """Return the table, from what *state* knows."""
        return scene(state)

    def sentences(self, state: State, event: Event) -> Iterable[Sentence]:
        """Say *event*, which is about to be folded into *state*."""
        return sentences(state, cast("BattleEvent", event))

    def examples(self) -> tuple[Example, ...]:
        """Return the worked examples of the book and of its hard cases."""
        return examples(self.initial())
