"""A decision in the making: the state as it changes, the dice, and what is still to be done."""

from collections.abc import Generator, Iterator

from domain.decider import Event
from domain.dice import Ask, Dice
from domain.names import SeatId, ShipId
from domain.plane import Point
from domain.rule_system import Outcome
from domain.systems.gothic.events import BlastPlaced, ReRollsLost, WindowAnswered, WindowOpened
from domain.systems.gothic.evolve import evolve
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import AnyTask, Window


class Play:
    """What a decision works with. Tasks are taken from the top of the pile, which is its end."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state, self.dice = state, dice
        self.tasks: list[AnyTask] = list(state.pending)
        self.answer: WindowAnswered | None = None

    def happens(self, event: Event) -> Event:
        """Note *event*, which the caller yields."""
        self.state = evolve(self.state, event)
        return event

    def push(self, *tasks: AnyTask) -> None:
        """Put tasks on the pile: the first is done first."""
        self.tasks += reversed(tasks)

    def asks(self, window: Window, task: AnyTask) -> Event:
        """Stop for an answer, with which *task* goes on; the caller yields what is returned."""
        self.push(task)
        return self.happens(WindowOpened(window=window, pending=tuple(self.tasks)))

    def answered(self) -> WindowAnswered:
        """Take the answer that the task on top was waiting for."""
        answer, self.answer = self.answer, None
        assert answer is not None, "a task goes on with the answer that it waited for"
        return answer

    def d6(self, label: str, count: int) -> Generator[Outcome, None, tuple[int, ...]]:
        """Roll dice; the faces are what the generator returns."""
        if count <= 0:
            return ()
        rolled = self.dice.roll(Ask(label, count, 6))
        yield rolled
        return rolled.faces[0]

    def blast(self, at: Point) -> Event:
        """Place a blast marker."""
        return self.happens(BlastPlaced(marker=f"B{self.state.made + 1}", at=at))

    def commander_lost(self, name: ShipId) -> Iterator[Outcome]:
        """See whether a fleet has lost its commander with a unit, and the re-rolls (MV-9)."""
        unit = self.state.units[name]
        if unit.flagship and self.state.sides[unit.side].rerolls:
            yield self.happens(ReRollsLost(side=unit.side))

    def seat_of(self, subject: str) -> SeatId:
        """Return the seat that answers for a unit or squadron."""
        if subject in self.state.squadrons:
            return self.state.squadrons[subject].seat
        return next(unit.seat for name, unit in self.state.units.items() if name == subject)
