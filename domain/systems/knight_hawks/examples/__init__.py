"""The worked examples of the rules and of their hard cases, as data that the tests play."""

from domain.rule_system import Example
from domain.systems.knight_hawks.examples import (
    attacking,
    damaging,
    docking,
    mining,
    moving,
    repairing,
    screening,
    seeking,
    sequencing,
    terms,
    weapons,
)
from domain.systems.knight_hawks.state import State

CHAPTERS = (
    terms,
    weapons,
    mining,
    seeking,
    moving,
    docking,
    attacking,
    screening,
    damaging,
    repairing,
    sequencing,
)


def examples(initial: State) -> tuple[Example, ...]:
    """Return all examples, played from states that grow from *initial*."""
    return tuple(example for chapter in CHAPTERS for example in chapter.examples(initial))
