"""What is true of every rule system, in random play from the openings of its scenarios."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.decider import Command, Event
from domain.dice import Dice, ScriptedDice
from domain.names import SeatId
from domain.options import Option, Orders, defaults
from domain.refusals import Refused
from domain.registry import rule_systems
from domain.rule_system import RuleSystem, Scenario
from tests.domain.random_play import (
    Decision,
    Game,
    Player,
    RandomDice,
    check_as,
    decided,
    faces,
    folded,
    redacted,
)

OPENINGS = [
    pytest.param(system, scenario, id=f"{name}-{scenario.name}")
    for name, system in rule_systems().items()
    for scenario in system.scenarios()
]
MOST = 250
"""Decisions of a game in most laws; one law plays to the end."""

few = settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(min_value=0, max_value=2**32)
laws = pytest.mark.parametrize(("system", "scenario"), OPENINGS)


def play(system: RuleSystem[Any], scenario: Scenario, seed: int, most: int = MOST) -> Game:
    return Player(system, seed).play(scenario, most)


@laws
@few
@given(seed=seeds)
def test_a_game_comes_to_its_end(system: RuleSystem[Any], scenario: Scenario, seed: int):
    """Whatever is offered is accepted, somebody is always waited for, and it ends."""
    game = play(system, scenario, seed, most=20_000)
    assert system.result(game.after) is not None
    assert not system.waiting(game.after)
    assert not system.owed(game.after)


@laws
@few
@given(seed=seeds)
def test_a_game_is_the_fold_of_its_events(system: RuleSystem[Any], scenario: Scenario, seed: int):
    """Nothing but events makes the state."""
    game = play(system, scenario, seed)
    assert folded(system, system.initial(), game.events) == game.after


@laws
@few
@given(seed=seeds)
def test_deciding_again_gives_the_same(system: RuleSystem[Any], scenario: Scenario, seed: int):
    """A game is its commands and its dice: the verifier's ground."""
    for decision in play(system, scenario, seed).decisions:
        dice = ScriptedDice(faces(decision.outcomes))
        assert decided(system, decision, dice) == decision.outcomes
        assert not dice.left


@laws
@few
@given(seed=seeds)
def test_no_seat_finds_an_honest_game_wrong(system: RuleSystem[Any], scenario: Scenario, seed: int):
    """What it may not read it waits for: it takes nothing that it does not know for nothing."""
    game = play(system, scenario, seed)
    seats = {seat for decision in game.decisions for seat in decision.commands}
    decided_by = {seat: check_as(system, game, seat) for seat in seats}
    assert any(decided_by.values()) or all(decision.sealed for decision in game.decisions)


@laws
@few
@given(seed=seeds)
def test_silence_is_legal(system: RuleSystem[Any], scenario: Scenario, seed: int):
    """What a seat declares by not declaring in time is never refused."""
    for decision in play(system, scenario, seed).decisions:
        silent = {seat: system.default(decision.before, seat) for seat in decision.commands}
        dice = RandomDice(Random(seed))
        assert decided(system, msgspec.structs.replace(decision, commands=silent), dice)


@laws
@few
@given(seed=seeds)
def test_what_is_offered_is_legal_as_it_stands(
    system: RuleSystem[Any], scenario: Scenario, seed: int
):
    """The defaults of every option on offer, and of every kind of order in it, fit its limits."""
    for decision in play(system, scenario, seed).decisions:
        for seat in system.waiting(decision.before):
            for option in system.options(decision.before, seat):
                for one in (option, *kinds(option)):
                    assert one.why_not or defaults(one).exceeded() is None, one.title


def kinds(option: Option) -> Iterator[Option]:
    """Yield the kinds of orders in an option."""
    orders = (field for field in option.fields if isinstance(field, Orders))
    return (kind for field in orders for kind in field.kinds)


@laws
@few
@given(seed=seeds)
def test_viewers_know_what_they_wait_for(system: RuleSystem[Any], scenario: Scenario, seed: int):
    """A fold of redacted events never fails, and agrees on all that is public."""
    game, random = play(system, scenario, seed), Random(seed)
    for seat in (None, *seats(scenario)):
        seen = system.initial()
        commits = [game.begun, *(decision.outcomes for decision in game.decisions)]
        truths = [*(decision.before for decision in game.decisions), game.after]
        for outcomes, truth in zip(commits, truths, strict=True):
            for event in outcomes:
                if isinstance(event, Event):
                    known = redacted(event, seat)
                    assert all(one.render() for one in system.sentences(seen, known))
                    seen = system.evolve(seen, known)
            assert public(system, seen, scenario) == public(system, truth, scenario)
            if seat is not None and random.random() < 0.2:
                assert system.options(seen, seat) == system.options(truth, seat)
            if random.random() < 0.05:
                assert system.scene(seen).headline == system.scene(truth).headline


@laws
@few
@given(seed=seeds)
def test_what_is_illegal_is_refused(system: RuleSystem[Any], scenario: Scenario, seed: int):
    """A declaration is accepted or refused, whatever is in it; nothing else happens."""
    game, random = play(system, scenario, seed), Random(seed)
    dice = RandomDice(random)
    for decision in game.decisions:
        other = random.choice(game.decisions)
        for changed in (varied(decision, random), untimely(decision, other)):
            if changed is not None:
                refusal = refused(system, changed, dice)
                assert refusal is None or (refusal.code.isidentifier() and str(refusal.rule))


def seats(scenario: Scenario) -> Iterator[SeatId]:
    return (SeatId(number) for number in range(1, len(scenario.seats) + 1))


def public(system: RuleSystem[Any], state: Any, scenario: Scenario) -> tuple[Any, ...]:
    """Return what everybody must agree on."""
    steps = [system.step(state, seat) for seat in seats(scenario)]
    return system.waiting(state), system.owed(state), steps, system.result(state)


# --- illegal declarations -------------------------------------------------------------------


def refused(system: RuleSystem[Any], decision: Decision, dice: Dice) -> Refused | None:
    """Return how the rules refuse what was declared, or None if they accept it."""
    try:
        decided(system, decision, dice)
    except Refused as refusal:
        return refusal
    return None


def untimely(decision: Decision, other: Decision) -> Decision | None:
    """Return what was declared at another moment, declared now."""
    if decision.sealed is not other.sealed or decision.commands.keys() != other.commands.keys():
        return None
    return msgspec.structs.replace(decision, commands=other.commands)


def varied(decision: Decision, random: Random) -> Decision | None:
    """Return *decision* with something in one of its commands changed, if it still is one."""
    seat = random.choice(sorted(decision.commands))
    command = decision.commands[seat]
    fields = spoilt(msgspec.to_builtins(command, str_keys=True), random)
    try:
        changed: Command = msgspec.convert(fields, type(command), str_keys=True)
    except msgspec.ValidationError:
        return None
    return msgspec.structs.replace(decision, commands={**decision.commands, seat: changed})


def spoilt(value: Any, random: Random) -> Any:
    """Return *value* with one thing in it changed, left out, doubled or put elsewhere."""
    if isinstance(value, dict) and value:
        name = random.choice(sorted(value))
        rest = {key: part for key, part in value.items() if key != name}
        change = random.randrange(6)
        if change == 0:
            return rest
        if change == 1:
            return {**rest, f"{name}x": value[name]}
        if change == 2:
            return {**value, name: value[random.choice(sorted(value))]}
        return {**value, name: spoilt(value[name], random)}
    if isinstance(value, list) and value:
        at = random.randrange(len(value))
        changed = [*value[:at], spoilt(value[at], random), *value[at + 1 :]]
        return random.choice((changed, [*value, value[at]], value[::-1], []))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice((value + 1, value - 1, 0, 1, 7, 10**6, -(10**12)))
    if isinstance(value, str):
        return random.choice((f"{value[:-1]}{random.randint(1, 9)}", "", "nobody", value.upper()))
    return random.choice((value, 1, "phaser_1", None))
