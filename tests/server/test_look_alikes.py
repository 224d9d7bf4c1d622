"""Two names at one table are told apart by the eye."""

import pytest

from clients.sdk import http
from server.bootstrap import Server
from server.look_alikes import skeleton
from tests.server.sitting import sit

ALIKE = {
    "Cyrillic": ("Соре", "Cope"),
    "Greek": ("ΑΝΤΟΝ", "ANTON"),
    "Cyrillic and Greek": ("РОТ", "ΡΟΤ"),
    "I and l": ("Ian", "lan"),
    "zero": ("BOB", "B0B"),
    "one": ("Al", "A1"),
    "rn": ("Arne", "Ame"),
    "a space": ("Van Dam", "Vandam"),
}


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_these_look_alike(one: str, other: str) -> None:
    assert one != other
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Иван", "Ivan"), ("José", "Jose"), ("Дима", "Дина")]
)
def test_these_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


async def test_the_second_is_refused_with_a_sentence_and_may_choose_another(server: Server) -> None:
    _, one, other = await http.new_game(server.url, "pennies", {})
    await sit(one, "Cope")
    with pytest.raises(http.NotDone, match="Not recorded: name looks alike") as refused:
        await sit(other, "Соре")
    assert refused.value.problem.recorded is False
    assert refused.value.problem.rule == "game 1"
    assert (await sit(other, "Nelson")).token


async def test_the_same_holder_may_ask_again(server: Server) -> None:
    _, one, _ = await http.new_game(server.url, "pennies", {})
    keys = await sit(one, "Cope")
    assert await http.join(one, keys) == keys.token
