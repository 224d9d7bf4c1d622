"""Texts in other languages: templates are keys, and what is filled in is read back."""

import ast
import re
from pathlib import Path

from domain import game_events
from domain.languages import PLACE, Language, house, language_of, read_catalogues
from domain.refusals import Rule
from domain.scene import Sentence

RU = Language(
    {
        "{unit} is hit by {by}.": "{unit}: попадание ({by}).",
        "Ship {id}": "Корабль {id}",
        "{first}, {rest}": "{first}, {rest}",
        "speed {n}": "скорость {n}",
        "torpedoes": "торпеды",
    }
)


def test_a_template_is_filled_in_with_its_values_translated() -> None:
    said = RU.fill("{unit} is hit by {by}.", {"unit": "Ship A-1", "by": "torpedoes"})
    assert said == "Корабль A-1: попадание (торпеды)."


def test_what_is_filled_in_already_is_read_back_by_its_template() -> None:
    assert RU.text("Ship A-1, speed 9") == "Корабль A-1, скорость 9"
    assert RU.text("nobody knows this") == "nobody knows this"
    assert RU.fill("{a} and {b}", {"a": "torpedoes"}) == "торпеды and {b}"


def test_the_number_of_a_refusal_is_not_taken_for_a_list() -> None:
    """What follows a comma is another text."""
    ru = Language({"target {fact}": "цель {fact}", "{first}, {rest}": "{first}, {rest}"})
    assert ru.text("target 3, speed 9") == "цель 3, speed 9"
    assert Language({"target {fact}": "цель {fact}"}).text("target 3, 4") == "target 3, 4"


def test_a_system_s_catalogues_are_read_from_its_folder() -> None:
    found = read_catalogues("domain.systems.gothic")
    assert found["ru"]["the table"] == "стол"
    assert found["en"]["the table"] == "the table"


def test_a_view_is_translated_but_not_what_goes_into_a_command() -> None:
    view = {
        "title": "torpedoes",
        "id": "torpedoes",
        "options": [{"title": "speed 3", "fixed": {"title": "torpedoes"}, "why_not": ""}],
        "result": {"template": "{unit} is hit by {by}.", "values": {"unit": "X", "by": "Y"}},
    }
    shown = RU.view(view)
    assert (shown["title"], shown["id"]) == ("торпеды", "torpedoes")
    assert shown["options"][0] == {
        "title": "скорость 3", "fixed": {"title": "torpedoes"}, "why_not": ""
    }  # fmt: skip
    assert Sentence(**shown["result"]).render() == "X: попадание (Y)."
    assert view["title"] == "torpedoes"


def test_who_has_no_catalogue_speaks_english() -> None:
    assert language_of(object(), "ru") is None


def test_people_s_own_words_are_not_translated() -> None:
    assert RU.fill("{name} says {because}", {"name": "torpedoes", "because": "speed 9"}) == (
        "torpedoes says speed 9"
    )


def test_a_menu_is_translated_line_by_line_with_its_numbers() -> None:
    assert (
        RU.lines("  1. torpedoes\n  -  speed 3\nnobody") == "  1. торпеды\n  -  скорость 3\nnobody"
    )


PACKAGES = ("domain/declaring.py", "domain/disputes.py", "projections/chronicle.py")


def test_whatever_the_house_says_has_its_russian_text() -> None:
    """Sentences of seats, dice, links, seals, disputes, consent; titles of what a table may do."""
    russian = house("ru")
    found: set[str] = set()
    for name in PACKAGES:
        tree = ast.parse(Path(name).read_text(encoding="utf-8"))
        formatted = {
            id(part) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for part in n.values
        }
        found |= {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and id(node) not in formatted
            and isinstance(node.value, str)
            and re.search(r"\{\w+\}|^[A-Z][\w ]+( [\w ]+)*\.$", node.value)
        }
    assert len(found) > 20
    assert found - set(russian) == set()
    options = [*ast.walk(ast.parse(Path("domain/declaring.py").read_text(encoding="utf-8")))]
    titles = {n.value for n in options if isinstance(n, ast.Constant) and n.value in TITLES}
    assert titles == TITLES
    assert set(russian) >= TITLES
    for rule in vars(game_events).values():
        assert not isinstance(rule, Rule) or str(rule) in russian


TITLES = {"Concede the game", "Offer a draw", "Agree to a draw", "Decline the draw"}


def test_every_house_refusal_has_its_russian_text() -> None:
    russian = house("ru")
    for path in Path("domain").glob("*.py"):
        for code in re.findall(r'Refused\(\s*"(\w+)"', path.read_text(encoding="utf-8")):
            assert code.replace("_", " ") in russian, code


def test_places_are_the_same_in_both_languages() -> None:
    for template, text in house("ru").items():
        assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(template))
    assert house("xx") == {}
