"""Changes turn the old view into the new one, whatever they are."""

import copy

from hypothesis import given
from hypothesis import strategies as st

from projections.changes import apply, changes

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=25,
)


@given(PLAIN, PLAIN)
def test_applied_to_the_old_they_give_the_new(old: object, new: object) -> None:
    made = changes(old, new)
    assert apply(copy.deepcopy(old), copy.deepcopy(made)) == new


@given(PLAIN)
def test_nothing_changed_is_nothing_said(view: object) -> None:
    assert changes(view, copy.deepcopy(view)) == []


def test_what_changed_is_said_and_nothing_else() -> None:
    old = {"a": [1, {"b": 2, "gone": 0}], "c": 3}
    new = {"a": [1, {"b": 4}], "c": 3, "d": []}
    assert sorted(changes(old, new), key=str) == [
        [["a", 1, "b"], 4],
        [["a", 1, "gone"]],
        [["d"], []],
    ]
