"""The worked examples of the book and of its hard cases, as data that the tests play."""

from domain.rule_system import Example
from domain.systems.scorpead.examples import (
    allocation,
    bases,
    bursts,
    chambers,
    clocks,
    damage,
    detonators,
    launching,
    linking,
    magnifiers,
    magnifying,
    manoeuvres,
    movement,
    phasers,
    raiding,
    repairing,
    salvos,
    seeking,
    sequence,
    shields,
    terrain,
)
from domain.systems.scorpead.state import State

CHAPTERS = (
    magnifiers,
    clocks,
    magnifying,
    linking,
    chambers,
    bursts,
    detonators,
    salvos,
    allocation,
    movement,
    phasers,
    shields,
    damage,
    sequence,
    manoeuvres,
    raiding,
    repairing,
    bases,
    terrain,
    seeking,
    launching,
)


def examples(initial: State) -> tuple[Example, ...]:
    """Return all examples, played from states that grow from *initial*."""
    return tuple(example for chapter in CHAPTERS for example in chapter.examples(initial))
