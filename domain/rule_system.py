"""What the folder of a rule system exports: one `SYSTEM`, found by `registry`.

A rule system is the rules of one game as pure functions over its own state. The game round it
(seats, seals, consent, the record) is `game`'s affair and the same for all systems.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Any, Protocol, TypeVar

import msgspec

from domain.decider import Command, Event
from domain.dice import Dice, Rolled
from domain.names import SeatId
from domain.options import Option
from domain.refusals import Rule
from domain.scene import Scene, Sentence

S = TypeVar("S")

Outcome = Event | Rolled
"""What a decision yields: events of the system, and the dice it rolled, in their order."""


class GameOption(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a table may choose when a game is made; named in the game's first event."""

    name: str
    title: str
    values: tuple[int | str, ...]
    default: int | str


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A set-up that can be played: its seats by title, and what may be chosen."""

    name: str
    title: str
    summary: str
    seats: tuple[str, ...]
    options: tuple[GameOption, ...] = ()


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended: the seats that won (none: a draw), and why."""

    winners: tuple[SeatId, ...]
    why: Sentence


class Chances(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may come of a declaration, and the exact chance of each value it may have.

    Values are whole numbers of *unit*, or words.
    """

    title: str
    unit: str = ""
    chances: dict[int | str, Fraction]


class RuleSystem(Protocol[S]):
    """The rules of one game. `S` is its state: a frozen value.

    The same state type serves the referee, who knows everything, and each viewer, for whom sealed
    fields of events are UNSET and values that follow from them None. So no view can tell more
    than the viewer's own fold knows. A decision that needs what is not known raises Unknown.
    """

    name: str
    title: str
    version: str
    events: tuple[type[Event], ...]
    commands: tuple[type[Command], ...]
    files: Mapping[str, bytes]
    """The data files in force, by name: tables, ships, scenarios."""

    def with_files(self, files: Mapping[str, bytes]) -> "RuleSystem[S]":
        """Return this system with some data files replaced; ValueError names file and fault."""
        ...

    def scenarios(self) -> tuple[Scenario, ...]:
        """Return what can be played."""
        ...

    def initial(self) -> S:
        """Return the state before the first event."""
        ...

    def begin(
        self, scenario: str, options: Mapping[str, int | str], dice: Dice
    ) -> Iterator[Outcome]:
        """Set up *scenario* with *options* (complete and legal); play begins."""
        ...

    def decide(self, state: S, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        """Decide a command that is not simultaneous: Refused, or what happens.

        Everything that follows without a further decision of a player belongs to it: ends of
        segments, impulses, turns, up to the next moment when some seat is waited for.
        """
        ...

    def check(self, state: S, seat: SeatId, command: Command) -> None:
        """Refuse a simultaneous command as soon as it is sealed, if it is not legal."""
        ...

    def resolve(self, state: S, sealed: Mapping[SeatId, Command], dice: Dice) -> Iterator[Outcome]:
        """Resolve a simultaneous step: all that owed have sealed. Must refuse nothing."""
        ...

    def odds(self, state: S, commands: Mapping[SeatId, Command]) -> tuple[Chances, ...]:
        """Return what dice may make of legal *commands*: one decided at once, or those of a step.

        Damage above all; nothing where no weapon is used. Raises TooManyCases, Unknown.
        """
        ...

    def evolve(self, state: S, event: Event) -> S:
        """Return the state after *event*, which is trusted."""
        ...

    def owed(self, state: S) -> frozenset[SeatId]:
        """Return the seats that owe a simultaneous command in this step; public knowledge."""
        ...

    def waiting(self, state: S) -> frozenset[SeatId]:
        """Return the seats that the play waits for now; public knowledge, `owed` included."""
        ...

    def step(self, state: S, seat: SeatId) -> tuple[int | str, ...]:
        """Return a name of the step in which *seat* would act now; public knowledge.

        A declaration made in one step is stale in another. No two steps of a game bear the same
        name, and what was sealed in a step lasts until the step's name changes.
        """
        ...

    def options(self, state: S, seat: SeatId) -> tuple[Option, ...]:
        """Return what *seat* may declare now, as far as it can know; all on offer is legal."""
        ...

    def default(self, state: S, seat: SeatId) -> Command:
        """Return what a seat declares by not declaring in time; the seat is waited for."""
        ...

    def result(self, state: S) -> Result | None:
        """Return how the play ended, or None while it goes on."""
        ...

    def scene(self, state: S) -> Scene:
        """Return the table, from what *state* knows."""
        ...

    def sentences(self, state: S, event: Event) -> Iterable[Sentence]:
        """Say *event*, which is about to be folded into *state*; from what both know."""
        ...

    def examples(self) -> "tuple[Example, ...]":
        """Return the worked examples of the book and of its hard cases."""
        ...


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """A worked example: what the tests play, and what a reader finds under the rule's number.

    *given* is a state. *when* are the commands, one for a plain decision, one for each owing seat
    for a simultaneous step. *dice* are the faces in order. *then* is what must be among the events
    that follow, in this order; or *refused* is the code of the refusal.
    """

    rule: Rule
    title: str
    given: Any
    when: Mapping[SeatId, Command]
    dice: tuple[int, ...] = ()
    then: tuple[Outcome, ...] = ()
    refused: str = ""


def data_hashes(system: RuleSystem[Any]) -> dict[str, bytes]:
    """Return the SHA-256 of every data file in force, by name: pinned in a game's first event."""
    return {name: sha256(raw).digest() for name, raw in sorted(system.files.items())}


GAME_VERSION = "2"
"""The version of what is decided round the play of any game: it rises when that is decided anew."""


def rules_version(system: RuleSystem[Any]) -> str:
    """Return the version of all rules by which a game of *system* is decided now."""
    return f"{GAME_VERSION}.{system.version}"
