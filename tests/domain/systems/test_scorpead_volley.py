"""The odds of fire are exact: what a walk over every face finds, and what nine dice add up to."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import pytest

from domain.dice import Ask
from domain.odds import Faces, every_face, odds
from domain.registry import rule_systems
from domain.rule_system import Example, Outcome
from domain.systems.scorpead.commands import CommitFire
from domain.systems.scorpead.examples.setups import CA2, duel, fire, phaser
from domain.systems.scorpead.fire_events import DetonatorShotResolved, PhaserShotResolved

SCORPEAD = rule_systems()["scorpead"]


Damage = tuple[tuple[str, int, int], ...]


def few_dice(example: Example) -> bool:
    """Tell whether an example fires so little that every face can be walked."""
    fired = all(isinstance(command, CommitFire) for command in example.when.values())
    return fired and not example.refused and 1 <= len(example.dice) <= 4


def on_shields(outcomes: tuple[Outcome, ...]) -> Damage:
    """Return the damage on each shield, by target."""
    found: Counter[tuple[str, int]] = Counter()
    for one in outcomes:
        if isinstance(one, PhaserShotResolved | DetonatorShotResolved):
            found[one.shot.target, one.shield] += one.damage
    return tuple((*struck, points) for struck, points in found.items())


def walked(example: Example) -> dict[Damage, Fraction]:
    """Return the chances of damage by every face of every die, up to the internal damage."""

    def ways(
        outcomes: tuple[Outcome, ...], asks: tuple[Ask, ...]
    ) -> Iterable[tuple[Faces, int]] | None:
        return None if on_shields(outcomes) else every_face(asks)

    return odds(lambda dice: SCORPEAD.resolve(example.given, example.when, dice), on_shields, ways)


FIRED = [example for example in SCORPEAD.examples() if few_dice(example)]


@pytest.mark.parametrize("example", FIRED, ids=lambda example: example.title)
def test_the_odds_are_those_of_every_face(example: Example) -> None:
    every = walked(example)
    told = {one.title: one.chances for one in SCORPEAD.odds(example.given, example.when)}
    for target, shield in {(t, s) for case in every for t, s, _ in case}:
        alone: dict[int | str, Fraction] = {}
        for case, chance in every.items():
            points = next((p for t, s, p in case if (t, s) == (target, shield)), 0)
            alone[points] = alone.get(points, Fraction(0)) + chance
        assert alone in told.values()
    assert all(sum(chances.values()) == 1 for chances in told.values())


def test_nine_phasers_do_what_nine_single_ones_add_up_to() -> None:
    """They have ten million faces, of which few dozens are decided."""
    state = duel(SCORPEAD.initial())
    volley = fire(*(phaser(f"phaser_{number}") for number in range(1, 10)))
    (one, _) = SCORPEAD.odds(state, fire(phaser("phaser_1")))
    expected: dict[int | str, Fraction] = {0: Fraction(1)}
    for _ in range(9):
        longer: dict[int | str, Fraction] = {}
        for so_far, chance in expected.items():
            for points, share in one.chances.items():
                total = int(so_far) + int(points)
                longer[total] = longer.get(total, Fraction(0)) + chance * share
        expected = longer
    (damage, _) = SCORPEAD.odds(state, volley)
    assert damage.chances == expected
    assert damage.unit == "points"


def test_what_comes_through_a_shield_is_what_it_does_not_hold() -> None:
    state = duel(SCORPEAD.initial())
    volley = fire(*(phaser(f"phaser_{number}") for number in range(1, 10)))
    damage, internal = SCORPEAD.odds(state, volley)
    boxes = state.ships[CA2].shields[0]
    through: dict[int | str, Fraction] = {}
    for points, chance in damage.chances.items():
        left = max(0, int(points) - boxes)
        through[left] = through.get(left, Fraction(0)) + chance
    assert internal.chances == through


def test_where_nothing_is_fired_no_damage_is_foretold() -> None:
    assert SCORPEAD.odds(duel(SCORPEAD.initial()), fire()) == ()
