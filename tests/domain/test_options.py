"""Options: whatever is filled in within fields and limits is what the command gets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.options import (
    Amount,
    Choice,
    Filled,
    Limit,
    Option,
    Orders,
    Pick,
    Text,
    defaults,
    fill,
)

SHOT = Option(
    command="shot",
    title="A shot",
    fields=(
        Pick(
            path=("target",),
            title="Target",
            choices=(Choice("a", "A"), Choice("b", "B", uses={"b": 1})),
        ),
    ),
    limits={"b": Limit("B once", 1)},
    uses={"shots": 1},
)
FORM = Option(
    command="form",
    title="A form",
    fixed={"ship": "x"},
    fields=(
        Amount(path=("power", "left"), title="Left", high=5, uses={"energy": 2}),
        Amount(path=("power", "right"), title="Right", high=5, default=1, uses={"energy": 1}),
        Orders(path=("orders",), title="Shots", kinds=(SHOT,)),
    ),
    limits={"energy": Limit("Energy", 7), "shots": Limit("Shots", 2)},
)


def test_the_fields_stand_where_their_paths_say() -> None:
    shot = Filled(option=SHOT, values=(SHOT.fields[0].choices[1],))  # type: ignore[union-attr]
    filled = Filled(option=FORM, values=(2, 1, (shot,)))
    assert filled.fields() == {
        "ship": "x",
        "power": {"left": 2, "right": 1},
        "orders": [{"order": "shot", "target": "b"}],
    }
    assert filled.used() == {"energy": 5, "shots": 1, "b": 1}
    assert filled.exceeded() is None


def test_a_limit_counts_what_orders_use_too() -> None:
    shot = defaults(SHOT)
    assert Filled(option=FORM, values=(0, 0, (shot, shot))).exceeded() is None
    assert Filled(option=FORM, values=(0, 0, (shot, shot, shot))).exceeded() == "Shots"
    assert Filled(option=FORM, values=(3, 2, ())).exceeded() == "Energy"


def test_a_limit_may_ask_for_a_least() -> None:
    pick = Pick(path=("a",), title="A", choices=(Choice(0, "no"), Choice(1, "yes", {"a": 1})))
    option = Option(command="x", title="X", fields=(pick,), limits={"a": Limit("One", 1, 1)})
    assert defaults(option).exceeded() == "One"


WORDS = Text(path=("because",), title="because", at_least=2, at_most=5)


@pytest.mark.parametrize("words", ["ab", "déjà", "a b c", "—–", "да"])
def test_words_are_somebody_s_own(words: str) -> None:
    option = Option(command="x", title="X", fields=(WORDS,))
    assert Filled(option=option, values=(words,)).exceeded() is None
    assert Filled(option=option, values=(words,)).fields() == {"because": words}


@pytest.mark.parametrize("words", ["a", "abcdef", "a\nb", "a\x1b[", "a\u202eb", "a\u2028b"])
def test_words_are_bounded_and_steer_no_screen(words: str) -> None:
    option = Option(command="x", title="X", fields=(WORDS,))
    assert Filled(option=option, values=(words,)).exceeded() == "because"


def test_nobody_s_words_are_made_up() -> None:
    """Who fills in at will leaves them as they are proposed."""
    words = Text(path=("because",), title="because", at_most=5, default="so")
    option = Option(command="x", title="X", fields=(words,))
    assert fill(option, lambda n: n - 1).values == ("so",)


@given(st.lists(st.integers(0, 10**6), min_size=200, max_size=200))
def test_whatever_is_filled_in_at_will_keeps_the_limits(numbers: list[int]) -> None:
    left = iter(numbers * 50)
    assert fill(FORM, lambda n: next(left) % n).exceeded() is None
