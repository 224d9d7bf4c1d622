"""Honest dice are called ordinary, loaded ones are not, and each by its reason."""

import random

import pytest

from projections.luck import luck
from projections.throws import Throw

LOADED = (16, 16, 16, 16, 16, 20)
"""The weights of a die that falls on its six in a fifth of its throws."""


def thrown(who: str, *faces: int, purpose: str = "phaser", sides: int = 6) -> Throw:
    return Throw(who=who, purpose=purpose, sides=sides, faces=faces)


def dice(who: str, seed: int, count: int, weights: tuple[int, ...] = (1,) * 6) -> Throw:
    return thrown(who, *random.Random(seed).choices(range(1, 7), weights, k=count))


def test_honest_dice_are_called_ordinary_in_at_least_99_of_100_tellings() -> None:
    tellings = [luck([dice("Ada", n, 300), dice("Ben", n + 1000, 300)]) for n in range(300)]
    assert sum(told.ordinary for told in tellings) >= 297


def test_a_die_with_a_fifth_of_sixes_is_flagged_within_a_thousand_throws() -> None:
    faces = [6] * 200 + [1, 2, 3, 4, 5] * 160
    told = luck([thrown("Ada", *faces), dice("Ben", 4, 1000)])
    assert not told.ordinary
    assert told.findings[0].what == (
        "Ada's d6 showed 6 200 times in 1000, where 166.7 are expected"
    )
    assert "not ordinary" in told.sentence
    assert f"{told.comparisons} comparisons" in told.sentence


def test_a_loaded_die_is_flagged_more_often_the_longer_it_is_thrown() -> None:
    """Drawn at random such a die shows it in most thousands, and in nearly every four thousand."""
    flagged = {
        count: sum(not luck([dice("Ada", seed, count, LOADED)]).ordinary for seed in range(60))
        for count in (1000, 4000)
    }
    assert 30 <= flagged[1000] < flagged[4000]
    assert flagged[4000] >= 57


def test_a_weapon_that_always_rolls_low_is_found_by_its_total() -> None:
    told = luck([thrown("Ada", *[1, 2] * 40, purpose="burst"), thrown("Ada", *[5, 6] * 40)])
    assert any("“burst” came to 120, where 280.0 is expected" in f.what for f in told.findings)


def test_every_player_and_purpose_is_tallied_and_every_comparison_counted() -> None:
    told = luck(
        [thrown("Ada", 1, 6), thrown("Ada", 4, purpose="burst"), thrown("", 10, sides=10)], hidden=3
    )
    assert [(t.who, t.dice, t.total, t.expected) for t in told.by_player] == [
        ("", 1, 10, 5.5),
        ("Ada", 3, 11, 10.5),
    ]
    assert [t.purpose for t in told.by_purpose] == ["phaser", "burst", "phaser"]
    assert (told.dice, told.hidden, told.comparisons) == (4, 3, 10 + 6 + 3)


@pytest.mark.parametrize("count", [0, 1])
def test_next_to_nothing_says_nothing(count: int) -> None:
    told = luck([thrown("Ada", *[6] * count)] if count else [])
    assert told.ordinary
    assert told.sentence.startswith("These 1 dice" if count else "No open die")
