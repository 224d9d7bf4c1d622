"""The worked examples of the rules and of their hard cases, as data that the tests play."""

from domain.rule_system import Example
from domain.systems.knight_hawks.state import State


def examples(initial: State) -> tuple[Example, ...]:
    """Return all examples, played from states that grow from *initial*."""
    return ()
