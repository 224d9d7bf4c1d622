"""Gothic fleets in Russian: no template, title or term is left without its text."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.languages import PLACE, TEXTS, language_of
from domain.systems import gothic
from domain.systems.gothic import SYSTEM
from tests.domain.random_play import Player

FOLDER = Path(gothic.__file__).parent
RUSSIAN = SYSTEM.catalogues["ru"]
NAMES = re.compile(r"\([A-Za-z ]+\)|\b(?:[A-Z]{1,2}-?\d+(?:-\d+)?|[A-Z]{1,2}|[Hh]it-and-run)\b")
"""What stays Latin in Russian: ids, and the book's own terms in brackets, as the seed has them."""


def latin(text: str) -> str:
    return re.sub(r"[^A-Za-z]+", " ", NAMES.sub("", text)).strip()


def texts(value: Any, inside: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from texts(one, name)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one, inside)
    elif isinstance(value, str) and inside in TEXTS:
        yield value


@pytest.mark.parametrize("scenario", SYSTEM.scenarios(), ids=lambda one: one.name)
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_shown_in_play_is_russian(scenario: Any, seed: int):
    russian = language_of(SYSTEM, "ru")
    assert russian is not None
    game, state = Player(SYSTEM, seed).play(scenario, most=300), SYSTEM.initial()
    for event in game.events:
        for sentence in SYSTEM.sentences(state, event):
            assert sentence.template in RUSSIAN
            assert latin(russian.fill(sentence.template, sentence.values)) == ""
        state = SYSTEM.evolve(state, event)
    for decision in game.decisions[::5]:
        before = decision.before
        offered = [SYSTEM.options(before, seat) for seat in SYSTEM.waiting(before)]
        for text in {
            *texts(msgspec.to_builtins(SYSTEM.scene(before))),
            *texts(msgspec.to_builtins(offered)),
        }:
            assert latin(russian.text(text)) == "", text


def test_every_template_in_the_code_has_its_russian_text():
    """Strings with places in the modules that speak: none is missing, however rarely it is met."""
    for path in (*FOLDER.glob("*text.py"), FOLDER / "words.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        formatted = {
            id(part) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for part in n.values
        }
        for node in ast.walk(tree):
            said = node.value if isinstance(node, ast.Constant) else None
            if isinstance(said, str) and PLACE.search(said) and id(node) not in formatted:
                assert said in RUSSIAN, said


def test_every_printed_title_has_its_russian_text():
    book = SYSTEM.initial().book
    rows = (*book.damage.ship.values(), *book.damage.defence.values(), *book.orders.orders.values())
    titles = {row.title for row in rows} | {plan.title for plan in book.classes.values()}
    titles |= {one.title for sheet in book.scenarios.values() for one in (sheet, *sheet.sides)}
    assert titles <= set(RUSSIAN)


def test_a_text_has_the_places_of_its_template():
    for template, text in RUSSIAN.items():
        assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(template))
        assert SYSTEM.catalogues["en"][template] == template


def test_the_seed_s_words_are_used():
    said = "\n".join(RUSSIAN.values())
    for word in (
        "Управляемые торпеды", "ордна", "подставк", "турел", "хит", "телепортатор", "конечная фаза",
        "специальный приказ", "crippled", "защитник", "критическ", "катастрофическ", "маркер",
        "лидерств", "соединени", "станци",
    ):  # fmt: skip
        assert word.lower() in said.lower()
