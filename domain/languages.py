"""Texts in the language of who reads them: English templates are keys, catalogues hold the others.

A system that has catalogues says so (`Translated`). What is said as a template with values is
looked up by its template, and its values, too; a title that is already filled in is read back by
the templates of the catalogue. What no catalogue knows stays as it is: names, numbers, dice.
What the game round every rule system says has its own catalogues, in `texts.*.json`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

import msgspec

NOTHING: Mapping[str, str] = MappingProxyType({})
PLACE = re.compile(r"\{(\w+)\}")
"""A named place in a template. Nothing else is read in one: a template may come from anywhere."""

NUMBERED = re.compile(r"(\s*(?:(?:\d+\.|-)\s)?\s*)(.*)")
"""A line of a menu: its number and indentation, and what is said."""

TEXTS = frozenset({"title", "headline", "note", "label", "unit", "why_not", "text"})
"""The fields of a view that are for people to read."""

SPOKEN = frozenset({"name", "because"})
"""Places that hold people's own words, in whatever language they are."""

ORDERS = frozenset({"value", "fixed", "uses", "path"})
"""The parts of an option that go into a command: no text to read."""


@runtime_checkable
class Translated(Protocol):
    """A rule system that has its texts in several languages."""

    catalogues: Mapping[str, Mapping[str, str]]
    """For each language, by its two letters, what each English template is in it."""


class Language:
    """A catalogue, ready to translate: templates, and texts that are filled in already."""

    def __init__(self, catalogue: Mapping[str, str]) -> None:
        self._catalogue = catalogue
        filled = [template for template in catalogue if PLACE.search(template)]
        filled.sort(key=lambda template: -len(PLACE.sub("", template)))
        self._patterns = [(_pattern(template), catalogue[template]) for template in filled]
        self.text = lru_cache(maxsize=4096)(self._text)

    def fill(self, template: str, values: Mapping[str, int | str]) -> str:
        """Return a template in this language, its values with it."""
        return self._filled(self._catalogue.get(template, template), values)

    def _value(self, values: Mapping[str, int | str], place: re.Match[str]) -> str:
        if place[1] not in values:
            return place[0]
        value = str(values[place[1]])
        return value if place[1] in SPOKEN else self.text(value)

    def _text(self, text: str) -> str:
        """Return a text that is filled in already, in this language as far as it is known."""
        if text in self._catalogue:
            return self._catalogue[text]
        for pattern, template in self._patterns:
            if found := pattern.fullmatch(text):
                return self._filled(template, found.groupdict())
        return text

    def _filled(self, template: str, values: Mapping[str, int | str]) -> str:
        return PLACE.sub(lambda place: self._value(values, place), template)

    def lines(self, text: str) -> str:
        """Return a text of several lines, each without its number or indentation translated."""
        return "\n".join(self._line(line) for line in text.split("\n"))

    def _line(self, line: str) -> str:
        found = NUMBERED.fullmatch(line)
        assert found is not None, "it matches every line"
        return found[1] + self.text(found[2])

    def view(self, value: Any, *, inside: str = "") -> Any:
        """Return a view, or a part of one, with every text in it translated; nothing is changed."""
        if isinstance(value, Mapping):
            if "template" in value and "values" in value:
                done = self.fill(value["template"], value["values"])
                return {**value, "template": "{text}", "values": {"text": done}}
            return {
                name: one if name in ORDERS else self.view(one, inside=name)
                for name, one in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.view(one, inside=inside) for one in value]
        return self.text(value) if isinstance(value, str) and inside in TEXTS else value


@lru_cache(maxsize=4096)
def _pattern(template: str) -> re.Pattern[str]:
    """Return what matches a template that is filled in.

    A place called `id` holds no space, one called `fact`, of a refusal, no bracket and no comma.
    """
    parts = PLACE.split(template)
    anything = {"id": r"[^\s,]+", "fact": r"[^(),]+?"}
    found = (
        f"(?P<{part}>{anything.get(part, '.+?')})" if n % 2 else re.escape(part)
        for n, part in enumerate(parts)
    )
    return re.compile("".join(found), re.DOTALL)


def language_of(system: object, name: str, more: Mapping[str, str] = NOTHING) -> Language | None:
    """Return a language of *system*, what the house says and *more*; None: it speaks English."""
    if name == "en" or not isinstance(system, Translated):
        return None
    catalogue = system.catalogues.get(name)
    return None if catalogue is None else Language({**house(name), **more, **catalogue})


def house(name: str) -> Mapping[str, str]:
    """Return what the game round every rule system says in a language; empty if not known."""
    file = files("domain") / f"texts.{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.is_file() else {}


def read_catalogues(package: str) -> dict[str, dict[str, str]]:
    """Return the catalogues in the folder `languages` of a rule system, `ru.json` and so on.

    In English the templates are themselves.
    """
    folder = files(package) / "languages"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    others = {
        file.name.removesuffix(".json"): msgspec.json.decode(file.read_bytes(), type=dict[str, str])
        for file in found
    }
    return {"en": {text: text for one in others.values() for text in one}, **others}
