"""What the server says, in other languages: catalogues whose keys are the English templates."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from aiohttp import web

from domain.languages import Translated, house, language_of
from domain.rule_system import RuleSystem, Scenario


class Texts:
    """The catalogues of some systems; each is made when it is first asked for, and kept."""

    def __init__(self, systems: Mapping[str, RuleSystem[Any]]) -> None:
        self._systems = systems
        self._languages = {
            language
            for system in systems.values()
            if isinstance(system, Translated)
            for language in system.catalogues
        }
        self._made: dict[tuple[str, str], bytes] = {}

    def answer(self, name: str, language: str) -> web.Response:
        """Answer with the catalogue of a system, or without one; an empty one means English."""
        if language not in self._languages:
            return web.Response(body=b"{}", content_type="application/json")
        asked = name if name in self._systems else "", language
        if asked not in self._made:
            self._made[asked] = msgspec.json.encode(self._catalogue(*asked))
        return web.Response(body=self._made[asked], content_type="application/json")

    def _catalogue(self, name: str, language: str) -> dict[str, str]:
        """Return what the game round every system says, and the system of that *name*.

        Without a system: and what the lobby says of each of them.
        """
        texts = dict(house(language))
        for system in [self._systems[name]] if name else self._systems.values():
            texts |= _in_the_lobby(system, language)
        meant: object = self._systems.get(name)
        if isinstance(meant, Translated):
            texts |= meant.catalogues.get(language, {})
        return texts


def _in_the_lobby(system: RuleSystem[Any], language: str) -> dict[str, str]:
    """Return a system and its scenarios by their names and titles; seats and options by titles."""
    spoken = language_of(system, language)
    if spoken is None:
        return {}
    texts = {text: spoken.text(text) for one in system.scenarios() for text in _shown(one)}
    named = [(system.name, system.title), *((one.name, one.title) for one in system.scenarios())]
    for name, title in named:
        texts |= {title: spoken.text(title), name.replace("_", " "): spoken.text(title)}
    return texts


def _shown(scenario: Scenario) -> Iterator[str]:
    yield from (scenario.title, scenario.summary, *scenario.seats)
    for option in scenario.options:
        yield option.title
        yield from (one.replace("_", " ") for one in option.values if isinstance(one, str))
