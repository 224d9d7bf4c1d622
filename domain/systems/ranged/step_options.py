"""The step that most manoeuvres allow, on offer: a hex, or kneeling or standing up (2.2)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.hexes import Hex
from domain.options import Choice, Limit, Option, Pick
from domain.systems.ranged import movement
from domain.systems.ranged.forms import Stance
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.words import hex_title

VERBS: dict[Stance, str] = {"kneeling": "kneel", "standing": "stand up"}
LIMITS = {"step": Limit("one step: a hex, or to kneel or stand up", 1)}


class Way(NamedTuple):
    """A path or a stance, and the fighter as he is after it."""

    path: tuple[Hex, ...]
    stance: Stance
    fighter: Fighter

    @property
    def choice(self) -> Choice:
        """The path as a choice."""
        return path_choice(self.path)


def path_choice(path: tuple[Hex, ...], note: str = "") -> Choice:
    """Return a path as a choice, named by where it ends."""
    return Choice([list(at) for at in path], f"to {hex_title(path[-1])}{note}", {"step": 1})


def ways(state: State, fighter: Fighter) -> Iterator[Way]:
    """Yield every hex that a step leads to."""
    for path in movement.paths(state, fighter, movement.step_yards(state, fighter)):
        yield Way(path, "", movement.arrived(state, fighter, path))


def risings(state: State, fighter: Fighter) -> Iterator[Way]:
    """Yield what may take the place of a step: to kneel, or to stand up."""
    for stance in movement.stances(fighter):
        yield Way((), stance, movement.arrived(state, fighter, (), stance))


def stepping(option: Option, paths: tuple[Choice, ...], stances: tuple[Stance, ...]) -> Option:
    """Return an option with the choice of a step before it."""
    fields: list[Any] = list(option.fields)
    if paths:
        stay = Choice([], "stay")
        fields.append(Pick(path=("path",), title="step", choices=(stay, *paths)))
    if stances:
        choices = (
            Choice("", "no change"),
            *(Choice(stance, VERBS[stance], {"step": 1}) for stance in stances),
        )
        fields.append(Pick(path=("stance",), title="posture", choices=choices))
    return Option(
        command=option.command, title=option.title, rule=option.rule, fixed=option.fixed,
        fields=tuple(fields), limits={**option.limits, **LIMITS} if fields else option.limits,
    )  # fmt: skip
