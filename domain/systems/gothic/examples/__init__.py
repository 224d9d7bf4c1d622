"""The worked examples of the rules and of their hard cases, as data that the tests play."""

from typing import Any

from domain.rule_system import Example
from domain.systems.gothic.examples import (
    boarding_torpedoes,
    damaging,
    hard_cases,
    moving,
    ordnance,
    raids,
    shooting,
)
from domain.systems.gothic.state import State

CHAPTERS: tuple[Any, ...] = (
    boarding_torpedoes, raids, moving, shooting, damaging, ordnance, hard_cases,
)  # fmt: skip


def examples(initial: State) -> tuple[Example, ...]:
    """Return all examples, played from states that grow from *initial*."""
    return tuple(example for chapter in CHAPTERS for example in chapter.examples(initial))
