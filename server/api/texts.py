"""What the server says, in other languages: catalogues whose keys are the English templates."""

import msgspec
from aiohttp import web

from domain.languages import Translated, house


def catalogue(system: object, language: str) -> dict[str, str]:
    """Return what the game round every system, and *system* itself, say in *language*."""
    texts = dict(house(language)) if language.isalpha() and language.isascii() else {}
    if isinstance(system, Translated):
        texts.update(system.catalogues.get(language, {}))
    return texts


def answer(system: object, language: str) -> web.Response:
    """Answer with a catalogue; an empty one means English."""
    body = msgspec.json.encode(catalogue(system, language))
    return web.Response(body=body, content_type="application/json")
