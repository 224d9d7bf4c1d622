"""The worked examples of the requirement, of its rows and hard cases, as data that tests play."""

from domain.rule_system import Example
from domain.systems.ranged.state import State


def examples(initial: State) -> tuple[Example, ...]:
    """Return all examples, played from states that grow from *initial*."""
    return ()
