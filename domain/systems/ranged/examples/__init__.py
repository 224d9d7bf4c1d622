"""The worked examples of the requirement, of its rows and hard cases, as data that tests play."""

from domain.rule_system import Example
from domain.systems.ranged.examples import (
    areas,
    base,
    blasts,
    bursts,
    cover,
    flames,
    gear,
    harm,
    hiding,
    malfunctions,
    special,
    steps,
)
from domain.systems.ranged.state import State

CHAPTERS = (
    base, steps, hiding, harm, malfunctions, cover, bursts, special, flames, areas, blasts, gear,
)  # fmt: skip


def examples(initial: State) -> tuple[Example, ...]:
    """Return all examples, played from states that grow from *initial*."""
    return tuple(example for chapter in CHAPTERS for example in chapter.examples(initial))
