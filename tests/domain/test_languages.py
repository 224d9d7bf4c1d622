"""Texts in other languages: templates are keys, and what is filled in is read back."""

from domain.languages import Language, language_of
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
