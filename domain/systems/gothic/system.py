"""Gothic fleets as a rule system: the one object that the rest of Broadside sees."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.decider import Command, Event
from domain.dice import Dice
from domain.languages import read_catalogues
from domain.names import SeatId
from domain.options import Option
from domain.rule_system import Chances, Example, Outcome, Result, Scenario
from domain.scene import Scene, Sentence
from domain.systems.gothic import decide, sequence, ship_file
from domain.systems.gothic.book import read_book
from domain.systems.gothic.commands import COMMANDS
from domain.systems.gothic.events import EVENTS
from domain.systems.gothic.evolve import evolve
from domain.systems.gothic.examples import examples
from domain.systems.gothic.options import default, options
from domain.systems.gothic.scene import scene
from domain.systems.gothic.state import State
from domain.systems.gothic.text import sentences, why_ended
from domain.systems.gothic.volley import volley_odds


class Gothic:
    """Battles of fleets on a table in centimetres, with landings on defended planets."""

    name = "gothic"
    title = "Gothic fleets"
    version = "1"
    events = EVENTS
    commands = COMMANDS
    catalogues = read_catalogues("domain.systems.gothic")

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self._book = read_book(files)

    def with_files(self, files: Mapping[str, bytes]) -> "Gothic":
        """Return this system with some data files replaced; ValueError names file and fault."""
        unknown = set(files) - set(self.files)
        if unknown:
            raise ValueError(f"{min(unknown)}: this system has no such file")
        return Gothic({**self.files, **files})

    def scenarios(self) -> tuple[Scenario, ...]:
        """Return what can be played."""
        return tuple(sheet.described() for sheet in self._book.scenarios.values())

    def ship_faults(self, raw: bytes) -> tuple[tuple[int, str], ...]:
        """Return what is wrong with the file of one home-made class: lines, and what they say."""
        return ship_file.ship_faults(raw)

    def ship_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such a file."""
        return ship_file.schema()

    def initial(self) -> State:
        """Return the state before the first event."""
        return State(book=self._book)

    def begin(
        self, scenario: str, options: Mapping[str, int | str], dice: Dice
    ) -> Iterator[Outcome]:
        """Set up *scenario*; play begins with what fights in squadrons."""
        return decide.begin(self.initial(), scenario, options, dice)

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        """Decide a command, and all that follows."""
        return decide.decide(state, seat, command, dice)

    def check(self, state: State, seat: SeatId, command: Command) -> None:  # noqa: ARG002  no secrets
        """Nothing is declared in secret here: no command is simultaneous."""
        raise AssertionError(command)

    def resolve(
        self,
        state: State,  # noqa: ARG002
        sealed: Mapping[SeatId, Command],
        dice: Dice,  # noqa: ARG002
    ) -> Iterator[Outcome]:
        """Nothing is declared in secret here: no command is simultaneous."""
        raise AssertionError(sealed)

    def odds(self, state: State, commands: Mapping[SeatId, Command]) -> tuple[Chances, ...]:
        """Return what a volley may do; of all else the chances of each sentence are told."""
        ((seat, command),) = commands.items()
        return volley_odds(state, seat, command)

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after *event*."""
        return evolve(state, event)

    def owed(self, state: State) -> frozenset[SeatId]:  # noqa: ARG002  no secrets
        """Return the seats that owe a sealed command: never any."""
        return frozenset()

    def waiting(self, state: State) -> frozenset[SeatId]:
        """Return the seats that the play waits for."""
        return sequence.waiting(state)

    def step(self, state: State, seat: SeatId) -> tuple[int | str, ...]:  # noqa: ARG002  one for all
        """Return a name of the step; it is the same for every seat."""
        return sequence.step(state)

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
        winners = tuple(seat for side in state.ended.winners for seat in state.sides[side].seats)
        return Result(winners=winners, why=why_ended(state, state.ended))

    def scene(self, state: State) -> Scene:
        """Return the table."""
        return scene(state)

    def sentences(self, state: State, event: Event) -> Iterable[Sentence]:
        """Say *event*, which is about to be folded into *state*."""
        return sentences(state, event)

    def examples(self) -> tuple[Example, ...]:
        """Return the worked examples of the rules and of their hard cases."""
        return examples(self.initial())
