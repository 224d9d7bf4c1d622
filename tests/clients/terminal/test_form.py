"""A form is filled in by numbers, and never holds what does not fit."""

import msgspec
import pytest

from clients.terminal.form import Form, summary
from domain.options import Amount, Choice, Limit, Option, Orders, Pick, Text

SHOT = Option(
    command="shot",
    title="fire the gun",
    fields=(
        Pick(path=("at",), title="target", choices=(Choice("a", "Anvil"), Choice("b", "Bell"))),
    ),
    uses={"gun": 1},
)
SPENT = Option(command="mine", title="lay a mine", why_not="none is left")
PLAN = Option(
    command="plan",
    title="Plan",
    fields=(
        Amount(path=("speed",), title="speed", high=9, default=4, unit="hexes", uses={"power": 2}),
        Pick(
            path=("shields",),
            title="shields",
            choices=(Choice(True, "up", {"power": 3}), Choice(False, "down")),
        ),
        Orders(path=("orders",), title="orders", kinds=(SPENT, SHOT), at_most=3),
    ),
    limits={"power": Limit("power", 12), "gun": Limit("the gun once", 1)},
)


def test_a_form_begins_as_it_is_proposed() -> None:
    form = Form(PLAN)
    assert form.lines() == [
        "  1. speed: 4 hexes",
        "  2. shields: up",
        "  3. orders: none",
        "     power: 11 of 12",
    ]
    assert form.complete() == ""


def test_fields_are_set_by_number_within_their_bounds() -> None:
    form = Form(PLAN)
    assert form.set(0, "9") == ""
    assert form.lines()[-1] == "     power: 21 of 12  TOO MUCH"
    assert form.complete() == "This does not fit: power."
    assert form.set(0, "10") == "Choose a number from 0 to 9."
    assert form.set(1, "3") == "Choose 1 to 2."
    assert form.set(1, "2") == ""
    assert form.set(0, "6") == ""
    assert form.complete() == ""
    assert form.filled.fields() == {"speed": 6, "shields": False, "orders": []}


@pytest.mark.parametrize("text", ["", "0", "4", "-1", "x", "1.0", "٣", "9" * 5_000, "\x1b[A"])
def test_what_is_no_field_is_none(text: str) -> None:
    form = Form(PLAN)
    assert form.field(text) is None
    assert form.set(1, text)
    assert form.filled == Form(PLAN).filled


def test_orders_are_added_while_they_fit() -> None:
    form = Form(PLAN)
    assert form.ask(2) == [
        "  1. fire the gun",
        "  0. no orders at all",
        "  -  lay a mine: none is left",
    ]
    kind = form.kind(2, "1")
    assert kind == SHOT, "what cannot be had now has no number"
    assert form.kind(2, "2") is None
    assert form.add(2, Form(SHOT).filled) == ""
    assert form.orders(2) == ["       fire the gun (target: Anvil)"]
    assert form.add(2, Form(SHOT).filled) == "This does not fit: the gun once."
    assert len(form.orders(2)) == 1
    assert form.set(2, "1").startswith("Orders are added one by one")
    assert form.set(2, "0") == ""
    assert form.orders(2) == []


def test_no_more_orders_than_there_may_be() -> None:
    plan = msgspec.structs.replace(PLAN, limits={})
    form = Form(plan)
    added = [form.add(2, Form(SHOT).filled) for _ in range(4)]
    assert added == ["", "", "", "There may be 3 orders."]


def test_where_there_is_nothing_to_choose_nothing_is_asked() -> None:
    only = Pick(path=("at",), title="target", choices=(Choice("a", "Anvil"),))
    assert Form(msgspec.structs.replace(SHOT, fields=(only,))).settled
    assert Form(msgspec.structs.replace(SHOT, fields=())).settled
    assert not Form(SHOT).settled
    assert Form(SHOT).only_pick == SHOT.fields[0]
    assert Form(PLAN).only_pick is None


def test_a_summary_leaves_out_what_is_nothing() -> None:
    form = Form(PLAN)
    form.set(0, "0")
    assert summary(form.filled) == "Plan (shields: up, orders: none)"
    form.add(2, Form(SHOT).filled)
    assert summary(form.filled) == "Plan (shields: up, orders: fire the gun (target: Anvil))"


def test_a_choice_among_numbers_is_the_number_that_is_typed() -> None:
    """Column 12 is not the twelfth column."""
    hexes = tuple(Choice(n, f"{n:04}") for n in (*range(5, 27), 28))
    column = Pick(path=("at",), title="hex", choices=hexes, default=1)
    form = Form(Option(command="mine", title="lay a mine", fields=(column,)))
    assert form.ask(0) == ["     hex: 0005 to 0028  (proposed: 0006)"]
    for text in ("12", "0012"):
        assert form.set(0, text) == ""
        assert form.filled.fields() == {"at": 12}
    for text in ("27", "1", "x", ""):
        assert form.set(0, text) == "Choose 0005 to 0028."
    few = Form(
        Option(command="a", title="a", fields=(Pick(path=("n",), title="n", choices=hexes[:3]),))
    )
    assert few.set(0, "9") == "Choose 0005, 0006, 0007."


def test_what_makes_room_is_no_use() -> None:
    """A field that lets others take more is shown with what they take, not by itself."""
    room = Amount(path=("hexes",), title="hexes", high=9, default=4, uses={"turns": -1})
    turns = Amount(path=("turns",), title="turns", high=9, uses={"turns": 1})
    limits = {"turns": Limit("turns within the hexes", 0, -9)}
    form = Form(Option(command="fly", title="fly", fields=(room, turns), limits=limits))
    assert form.lines() == ["  1. hexes: 4", "  2. turns: 0"]
    form.set(1, "5")
    assert form.lines()[-1] == "     turns within the hexes: 1 of 0  TOO MUCH"


def test_words_are_typed_and_bounded() -> None:
    words = Text(path=("because",), title="because", at_most=9)
    form = Form(Option(command="decree", title="Rule", fields=(words,)))
    assert not form.settled
    assert form.lines() == ["  1. because:"]
    assert form.ask(0) == ["     because: 0 to 9 characters"]
    assert form.set(0, "much too long") == "Type 0 to 9 characters on one line."
    assert form.set(0, "a die fell") == "Type 0 to 9 characters on one line."
    assert form.set(0, "off table") == ""
    assert form.filled.fields() == {"because": "off table"}
    assert summary(form.filled) == "Rule (because: off table)"
