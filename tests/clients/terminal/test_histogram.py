"""Odds drawn with characters."""

from clients.terminal.histogram import NOTHING, histogram
from projections.foretold import Foretold, Likely, Spread


def spread(*chances: tuple[int | str, float], mean: float | None = 2.5) -> Foretold:
    likely = tuple(Likely(value, chance, "") for value, chance in chances)
    return Foretold(
        position=3, odds=(Spread(title="Damage", unit="points", mean=mean, likely=likely),)
    )


def test_each_value_has_its_chance_and_a_bar_as_long_as_that() -> None:
    head, first, second = histogram(spread((2, 0.25), (10, 0.5)))
    assert head == "Damage, 2.50 points on average:"
    assert (first.split(), second.split()) == (
        ["2", "25.00%", "█" * 16],
        ["10", "50.00%", "█" * 32],
    )
    assert first.index("█") == second.index("█")


def test_numbers_of_no_unit_have_their_average_all_the_same() -> None:
    likely = (Likely(1, 1.0, "1"),)
    head, _ = histogram(
        Foretold(position=3, odds=(Spread(title="Hits", unit="", mean=1.0, likely=likely),))
    )
    assert head == "Hits, 1.00 on average:"


def test_words_have_no_average() -> None:
    head, line = histogram(spread(("It explodes.", 1 / 6), mean=None))
    assert (head, line.split("█")[0].strip()) == ("Damage:", "It explodes.   16.67%")


def test_many_numbers_are_drawn_by_ranges_and_none_is_lost() -> None:
    _, *lines = histogram(spread(*((n, 1 / 60) for n in range(60))))
    assert len(lines) == 20
    assert lines[0].strip().startswith("0 to 2    5.00%")
    assert lines[-1].strip().startswith("57 to 59")


def test_where_no_die_is_rolled_it_says_so() -> None:
    assert histogram(Foretold(position=3, odds=())) == [NOTHING]
