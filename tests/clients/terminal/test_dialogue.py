"""From a menu to a declaration, by numbers."""

from typing import Any

import msgspec
import pytest

from clients.terminal.dialogue import Dialogue, Menu, Repeat, menu_of
from domain.options import Amount, Choice, Filled, Limit, Option, Orders, Pick

TARGET = Pick(path=("at",), title="target", choices=(Choice("a", "Anvil"), Choice("b", "Bell")))
SHOT = Option(command="shot", title="a shot", fields=(TARGET,))
SALVO = Option(command="salvo", title="a salvo", uses={"gun": 1})
NO_MINE = Option(command="mine", title="a mine", why_not="none is left")
MOVE = Option(
    command="move",
    title="Move",
    rule="C1",
    fields=(
        Pick(
            path=("to",), title="to", choices=(Choice("l", "left"), Choice("r", "right")), default=1
        ),
    ),
)
FIRE = Option(
    command="fire",
    title="Fire",
    fields=(
        Amount(path=("power",), title="power", high=3),
        Orders(path=("orders",), title="orders", kinds=(NO_MINE, SALVO, SHOT)),
    ),
    limits={"gun": Limit("the gun once", 1)},
)
TURN = Option(command="turn", title="Turn", why_not="too soon")
CONCEDE = Option(command="concede", title="Concede")
MENU = Menu((TURN, MOVE, FIRE), (CONCEDE,))


class Script:
    """A screen with somebody at it who has decided all answers before."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.printed = list(answers), list[str]()

    def print(self, what: str, style: str = "") -> None:
        self.printed.append(what)

    async def ask(self, prompt: str) -> str:
        self.printed.append(prompt)
        return self.answers.pop(0)


async def even(filled: Filled) -> tuple[str, ...]:
    return (f"odds of {filled.option.command}: even",)


async def fill(option: Option, *answers: str) -> tuple[Filled | None, str]:
    script: Any = Script(*answers)
    filled = await Dialogue(script, even).fill(option)
    assert script.answers == [], "it asked less than was answered"
    return filled, "\n".join(script.printed)


def test_what_can_be_had_is_numbered_and_the_rest_says_why_not() -> None:
    assert MENU.lines() == [
        "  1. Move  (C1)",
        "  2. Fire",
        "  3. Concede",
        "  -  Turn: too soon",
    ]
    assert menu_of(msgspec.to_builtins(MENU.play), msgspec.to_builtins(MENU.table)) == MENU


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("", MOVE),
        ("1", MOVE),
        ("2", FIRE),
        ("3", CONCEDE),
        ("1*8", Repeat(8, "move")),
        ("2 * 12", Repeat(12, "fire")),
        ("*4", Repeat(4)),
        ("3*2", None),
        ("0", None),
        ("4", None),
        ("*", None),
        ("1*", None),
        ("x", None),
        ("-1", None),
        ("1*8*8", None),
        ("٣", None),
    ],
)
def test_what_a_person_types_is_what_they_choose(text: str, chosen: object) -> None:
    assert MENU.chosen(text) == chosen


def test_only_in_play_there_is_something_to_repeat() -> None:
    waiting = Menu((), (CONCEDE,))
    assert waiting.chosen("") is None
    assert waiting.chosen("*3") is None
    assert waiting.chosen("1") == CONCEDE
    assert waiting.repeated(Repeat(3)) is None


def test_a_repetition_takes_what_is_proposed() -> None:
    first = MENU.repeated(Repeat(3))
    assert first is not None
    assert first.fields() == {"to": "r"}
    fire = MENU.repeated(Repeat(3, "fire"))
    assert fire is not None
    assert fire.option == FIRE
    assert MENU.repeated(Repeat(3, "turn")) is None, "it cannot be had now"
    assert Menu((MOVE,)).repeated(Repeat(3, "fire")) is None


async def test_one_question_if_there_is_one_thing_to_choose() -> None:
    filled, printed = await fill(MOVE, "7", "1")
    assert filled is not None
    assert filled.fields() == {"to": "l"}
    assert "  2. right  (proposed)" in printed
    assert "Choose 1 to 2." in printed
    filled, _ = await fill(MOVE, "")
    assert filled is not None
    assert filled.fields() == {"to": "r"}
    assert (await fill(MOVE, "b"))[0] is None


async def test_a_form_with_orders() -> None:
    """Several at once, one with a question of its own, one too many, all taken back, again."""
    filled, printed = await fill(FIRE, "1=2", "2", "1 1 2 9", "b", "0 1", "", "")
    assert filled is not None
    assert filled.fields() == {"power": 2, "orders": [{"order": "salvo"}]}
    assert "This does not fit: the gun once." in printed
    assert "There is no order 9." in printed
    assert "  -  a mine: none is left" in printed
    assert "       no orders" not in printed
    filled, _ = await fill(FIRE, "2", "2", "2", "", "")
    assert filled is not None
    assert filled.fields()["orders"] == [{"order": "shot", "at": "b"}]


async def test_what_is_no_answer_is_said_and_asked_again() -> None:
    filled, printed = await fill(FIRE, "7", "1", "99", "1", "", "=", "2=5", "1=x", "")
    assert filled is not None
    assert filled.fields() == {"power": 0, "orders": []}
    for said in (
        "There is no line 7.",
        "Choose a number from 0 to 3.",
        "There is no line .",
        "Orders are added one by one",
    ):
        assert said in printed


async def test_what_does_not_fit_is_not_taken() -> None:
    limits = {"least": Limit("at least one", 9, 1)}
    needs = msgspec.structs.replace(
        FIRE,
        fields=(Amount(path=("power",), title="power", high=3, uses={"least": 1}), FIRE.fields[1]),
        limits=limits,
    )
    filled, printed = await fill(needs, "", "1=1", "")
    assert filled is not None
    assert "This does not fit: at least one." in printed


async def test_who_concedes_is_asked_whether_they_mean_it() -> None:
    for answer, meant in (("", True), ("b", False), ("y", False)):
        script: Any = Script(answer)
        assert (await Dialogue(script, even).sure(CONCEDE) is not None) is meant


async def test_a_form_shows_its_odds_and_is_still_there() -> None:
    filled, said = await fill(FIRE, "1=2", "o", "")
    assert "odds of fire: even" in said
    assert filled is not None
    assert filled.fields() == {"power": 2, "orders": []}


async def test_the_odds_of_a_single_choice_are_told_and_nothing_is_taken() -> None:
    asked: list[str] = []

    async def odds(filled: Filled) -> tuple[str, ...]:
        asked.append(str(filled.fields()["to"]))
        return ("even",)

    script: Any = Script("o", "o1", "o3", "")
    filled = await Dialogue(script, odds).fill(MOVE)
    assert asked == ["r", "l"]
    assert script.printed.count("even") == 2
    assert "Choose 1 to 2." in script.printed
    assert filled is not None
    assert filled.fields() == {"to": "r"}


async def test_of_an_order_within_a_declaration_there_are_no_odds() -> None:
    _, printed = await fill(FIRE, "2", "2", "o", "b", "", "")
    assert "Number, Enter for Anvil, b to go back:" in printed
