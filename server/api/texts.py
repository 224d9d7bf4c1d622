"""What the server says, in other languages: catalogues whose keys are the English templates."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from aiohttp import web

from domain.languages import Translated, house, language_of
from domain.rule_system import RuleSystem, Scenario


def catalogue(systems: Mapping[str, RuleSystem[Any]], name: str, language: str) -> dict[str, str]:
    """Return what the game round every system says in *language*, and the system of that *name*.

    Without a system: and what the lobby says of each of them.
    """
    if not (language.isalpha() and language.isascii()):
        return {}
    texts = dict(house(language))
    for system in [systems[name]] if name in systems else systems.values():
        texts |= _in_the_lobby(system, language)
    meant: object = systems.get(name)
    if isinstance(meant, Translated):
        texts |= meant.catalogues.get(language, {})
    return texts


def answer(systems: Mapping[str, RuleSystem[Any]], name: str, language: str) -> web.Response:
    """Answer with a catalogue; an empty one means English."""
    body = msgspec.json.encode(catalogue(systems, name, language))
    return web.Response(body=body, content_type="application/json")


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
