"""What of the chronicle is worth a line on the screen: what says something new.

Knows no rule system. A line that repeats, apart from its numbers, what was told before, while no
dice fell and nothing moved, only says that time passes.
"""

from collections.abc import Sequence

from domain.decider import kind_of
from domain.game_events import GAME_EVENTS, Declared, DiceRolled, DiceRolledHidden, TimeUsed
from projections.messages import Told

SEALED, TIME = kind_of(Declared), kind_of(TimeUsed)
DICE = frozenset({kind_of(DiceRolled), kind_of(DiceRolledHidden)})
ALWAYS = frozenset(map(kind_of, GAME_EVENTS)) - {SEALED}
KEPT = 2_000


class News:
    """Remembers what was told."""

    def __init__(self) -> None:
        self._told: dict[object, None] = {}

    def of(self, lines: Sequence[Told], *, moved: bool) -> list[Told]:
        """Return those of *lines* that are news; *moved*: something on the table changed."""
        dice = any(line.kind in DICE for line in lines)
        news = [line for line in lines if self._is_new(line, moved=moved, dice=dice)]
        for line in lines:
            self._told |= {line.text: None, _words(line): None}
        while len(self._told) > KEPT:
            del self._told[next(iter(self._told))]
        return news

    def _is_new(self, line: Told, *, moved: bool, dice: bool) -> bool:
        """Who has sealed, and what the clocks show, is where the seats are, not line by line."""
        if line.kind == SEALED or (line.kind == TIME and "stopped" not in line.sentence.values):
            return False
        if line.kind in ALWAYS or (dice and line.sentence.values):
            return True
        return (line.text if moved else _words(line)) not in self._told


def _words(line: Told) -> tuple[str, ...]:
    values = line.sentence.values.values()
    return (line.sentence.template, *(value for value in values if isinstance(value, str)))
