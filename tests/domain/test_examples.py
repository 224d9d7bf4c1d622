"""Plays the worked examples of every rule system."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.decider import Event
from domain.dice import ScriptedDice
from domain.refusals import Refused
from domain.registry import rule_systems
from domain.rule_system import Example, Outcome, RuleSystem

EXAMPLES = [
    pytest.param(system, example, id=f"{name}: {example.rule.number}: {example.title}")
    for name, system in rule_systems().items()
    for example in system.examples()
]


def outcomes(system: RuleSystem[Any], example: Example, dice: ScriptedDice) -> Iterator[Outcome]:
    """Declare what the example declares, as the game would."""
    if all(command.simultaneous for command in example.when.values()):
        for seat, command in example.when.items():
            system.check(example.given, seat, command)
        yield from system.resolve(example.given, example.when, dice)
    else:
        ((seat, command),) = example.when.items()
        yield from system.decide(example.given, seat, command, dice)


@pytest.mark.parametrize(("system", "example"), EXAMPLES)
def test_example(system: RuleSystem[Any], example: Example):
    """What the book says happens is what happens; what it forbids is refused."""
    dice = ScriptedDice(example.dice)
    if example.refused:
        with pytest.raises(Refused) as refusal:
            list(outcomes(system, example, dice))
        assert refusal.value.code == example.refused
        return
    happened = list(outcomes(system, example, dice))
    assert not dice.left, f"dice that nobody asked for: {dice.left}"
    rest = iter(happened)
    for expected in example.then:
        assert expected in rest, f"{expected} is not, in this order, among {_told(happened)}"


@pytest.mark.parametrize(("system", "example"), EXAMPLES)
def test_what_happens_can_be_folded_and_said(system: RuleSystem[Any], example: Example):
    """Every event of an example folds, and has its sentences, drawn from the state before it."""
    if example.refused:
        return
    state = example.given
    for event in outcomes(system, example, ScriptedDice(example.dice)):
        if isinstance(event, Event):
            assert all(sentence.render() for sentence in system.sentences(state, event))
            state = system.evolve(state, event)
            assert system.scene(state).headline


def _told(happened: list[Outcome]) -> str:
    return "\n".join(map(str, happened))
