"""Pauses grow, are bounded, and spread a crowd."""

from itertools import islice

from clients.sdk.resume import FIRST_S, MOST_S, pauses


def test_pauses_double_up_to_a_bound() -> None:
    assert list(islice(pauses(lambda: 1.0), 9)) == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 15.0, 15.0]


def test_chance_takes_up_to_half_of_a_pause() -> None:
    shortest = list(islice(pauses(lambda: 0.0), 50))
    assert shortest[0] == FIRST_S / 2
    assert max(shortest) == MOST_S / 2
