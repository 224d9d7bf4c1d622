"""A rule system for tests, small enough to know by heart: each kind of decision occurs once.

Two seats stake in secret (sealed, never opened before the end), guess a die together (sealed,
opened), and seat 1 may then listen (a plain command, a hidden roll). Three rounds.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from domain.audience import Audience, Sealed
from domain.decider import Command, Event
from domain.dice import Ask, Dice
from domain.names import SeatId
from domain.options import Amount, Option
from domain.refusals import Refused, Rule, known
from domain.rule_system import Chances, Example, GameOption, Outcome, Result, Scenario
from domain.scene import Gauge, Group, HexBoard, Scene, Sentence, Sheet

STAKES = Rule("P-1", "a stake is 0 to 9 pennies, no more than are left")
GUESSES = Rule("P-2", "both guess a die, the nearer one wins both stakes")
LISTENING = Rule("P-3", "seat 1 may listen before the next round")
SEATS = (SeatId(1), SeatId(2))


class Stake(Command):
    rule: ClassVar[Rule] = STAKES
    simultaneous: ClassVar[bool] = True
    opens: ClassVar[bool] = False

    pennies: int


class Guess(Command):
    rule: ClassVar[Rule] = GUESSES
    simultaneous: ClassVar[bool] = True

    face: int


class Listen(Command):
    rule: ClassVar[Rule] = LISTENING

    times: int


class Staked(Event):
    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    pennies: Sealed[int] = msgspec.UNSET


class Guessed(Event):
    audience: ClassVar[Audience] = Audience.EVERYONE

    die: int
    guesses: tuple[int, int]


class Listened(Event):
    audience: ClassVar[Audience] = Audience.EVERYONE

    times: int


class State(msgspec.Struct, frozen=True, kw_only=True):
    round: int = 1
    phase: str = "stake"
    stakes: dict[SeatId, int | None] = {}
    won: tuple[int, int] = (0, 0)


class Pennies:
    name = "pennies"
    title = "Pennies"
    version = "1"
    events: tuple[type[Event], ...] = (Staked, Guessed, Listened)
    commands: tuple[type[Command], ...] = (Stake, Guess, Listen)

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self.files = files or {"rounds.json": b"3"}
        self.rounds = int(self.files["rounds.json"])

    def with_files(self, files: Mapping[str, bytes]) -> "Pennies":
        return Pennies({**self.files, **files})

    def scenarios(self) -> tuple[Scenario, ...]:
        purse = GameOption(name="purse", title="Pennies each", values=(5, 9), default=9)
        return (
            Scenario(
                name="table",
                title="At the table",
                summary="Two play.",
                seats=("Heads", "Tails"),
                options=(purse,),
            ),
        )

    def initial(self) -> State:
        return State()

    def begin(
        self, scenario: str, options: Mapping[str, int | str], dice: Dice
    ) -> Iterator[Outcome]:
        return iter(())

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        assert isinstance(command, Listen)
        if state.phase != "listen" or seat != 1:
            raise Refused("not_now", LISTENING, phase=state.phase)
        if command.times:
            yield dice.roll_hidden(Ask("listening", command.times, 20))
        yield Listened(times=command.times)

    def check(self, state: State, seat: SeatId, command: Command) -> None:
        if isinstance(command, Stake):
            if state.phase != "stake":
                raise Refused("not_now", STAKES, phase=state.phase)
            if not 0 <= command.pennies <= 9:
                raise Refused("not_so_many", STAKES, most=9)
        elif state.phase != "guess":
            raise Refused("not_now", GUESSES, phase=state.phase)

    def resolve(
        self, state: State, sealed: Mapping[SeatId, Command], dice: Dice
    ) -> Iterator[Outcome]:
        if state.phase == "stake":
            for seat, command in sealed.items():
                assert isinstance(command, Stake)
                yield Staked(seat=seat, pennies=command.pennies)
            return
        yield (rolled := dice.roll(Ask("the die", 1, 6)))
        first, second = (_face(sealed[seat]) for seat in SEATS)
        known(state.stakes[SEATS[0]], "a stake")
        yield Guessed(die=rolled.total, guesses=(first, second))

    def odds(self, state: State, commands: Mapping[SeatId, Command]) -> tuple[Chances, ...]:
        return ()

    def evolve(self, state: State, event: Event) -> State:
        change = msgspec.structs.replace
        match event:
            case Staked():
                pennies = event.pennies if isinstance(event.pennies, int) else None
                stakes = {**state.stakes, event.seat: pennies}
                return change(state, stakes=stakes, phase="guess" if len(stakes) == 2 else "stake")
            case Guessed():
                near = [abs(event.die - guess) for guess in event.guesses]
                won = (state.won[0] + (near[0] < near[1]), state.won[1] + (near[1] < near[0]))
                return change(state, phase="listen", won=won)
            case Listened():
                return change(state, phase="stake", round=state.round + 1, stakes={})
            case _:
                raise AssertionError(event)

    def owed(self, state: State) -> frozenset[SeatId]:
        return frozenset(SEATS if state.phase != "listen" else ())

    def waiting(self, state: State) -> frozenset[SeatId]:
        return frozenset(SEATS if state.phase != "listen" else SEATS[:1])

    def step(self, state: State, seat: SeatId) -> tuple[int | str, ...]:
        return state.round, state.phase

    def options(self, state: State, seat: SeatId) -> tuple[Option, ...]:
        field, most = {"stake": ("pennies", 9), "guess": ("face", 6), "listen": ("times", 2)}[
            state.phase
        ]
        low = 1 if field == "face" else 0
        amount = Amount(path=(field,), title=field, low=low, high=most, default=low)
        return (Option(command=state.phase, title=state.phase, fields=(amount,)),)

    def default(self, state: State, seat: SeatId) -> Command:
        match state.phase:
            case "stake":
                return Stake(pennies=0)
            case "guess":
                return Guess(face=1)
            case _:
                return Listen(times=0)

    def result(self, state: State) -> Result | None:
        if state.round <= self.rounds:
            return None
        winners = [
            seat for seat, won in zip(SEATS, state.won, strict=True) if won == max(state.won)
        ]
        why = Sentence("{rounds} rounds were played.", {"rounds": self.rounds}, "P-2")
        return Result(winners=tuple(winners) if len(winners) == 1 else (), why=why)

    def scene(self, state: State) -> Scene:
        sheets = tuple(
            Sheet(
                id=f"purse {seat}",
                title=f"Purse of seat {seat}",
                seat=seat,
                groups=(Group("stake", gauges=(Gauge("stake", state.stakes.get(seat), 9),)),),
            )
            for seat in SEATS
        )
        headline = f"Round {state.round}: {state.phase}"
        return Scene(headline=headline, board=HexBoard("The table"), sheets=sheets)

    def sentences(self, state: State, event: Event) -> Iterable[Sentence]:
        match event:
            case Staked(pennies=int(pennies)):
                yield Sentence("Seat {seat} stakes {n}.", {"seat": event.seat, "n": pennies}, "P-1")
            case Staked():
                yield Sentence("Seat {seat} stakes in secret.", {"seat": event.seat}, "P-1")
            case Guessed():
                yield Sentence("The die shows {die}.", {"die": event.die}, "P-2")
            case _:
                yield Sentence("Seat 1 listens.", {}, "P-3")

    def examples(self) -> tuple[Example, ...]:
        return ()


def _face(command: Command) -> int:
    assert isinstance(command, Guess)
    return command.face


PENNIES: Any = Pennies()
