"""Skirmishes that once went wrong, kept by their seeds."""

import pytest

from domain.registry import rule_systems
from tests.random_games import played


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("ford", 41_302)],  # a grenade in the river: nobody can throw himself on it
)
def test_it_goes_right_now(scenario: str, seed: int) -> None:
    assert played(rule_systems()["ranged"], scenario, seed).trouble == ""
