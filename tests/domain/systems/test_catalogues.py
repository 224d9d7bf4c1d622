"""Every rule system in Russian: no template, title, reason or rule is without its text."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.dice import Rolled, ScriptedDice
from domain.languages import ORDERS, PLACE, TEXTS, Language, Translated, language_of
from domain.refusals import Refused, Rule
from domain.registry import rule_systems
from domain.rule_system import Example, RuleSystem, Scenario
from tests.domain.random_play import Decision, Player, decided

SYSTEMS = rule_systems()
DECISIONS, LOOKS = 60, 6

EVERYWHERE = r"[A-Z]{1,3}-?\d+(?:[.-]\d+)*[a-z]?|1/2D|[A-Z]{1,2}|[a-d]"
"""Numbers of rules, hexes and ids are the same in every language."""

NAMES = {
    "gothic": r"\([A-Za-z ]+\)|[Hh]it-and-run",
    "scorpead": r"E?C?CM|EW|APR|ESG|TRAM|AUX|BATT|BRIDGE|DAMCON|DRONE|EMER|EXCESS|IMPULSE|LAB"
    r"|PHASER|SENSOR|SCANNER|PROBE|SHUTTLE|TORP|ANY (?:WARP|WEAPON)|TRAC|TRANS"
    r"|[FR] HULL|[LRC] WARP|Ph-(?:\d|MR)|x|HSD",
    "knight_hawks": r"Knight Hawks|UPF|ADF|ICM|DCR|Bludgeon|Carrion|Courageous|Dagger|Deathstroke"
    r"|Faminewind|Lancet|Maelstrom|Megasaurus|Nemesis|Rapier|Scimitar|Shimmer|Viper|Z'Rak't Zoz"
    r"|Zz'Nakk'T|Ken'zah|Nightwind|[a-z] [a-z_]+",
    "ranged": r"PDW|q|r",
}
"""What stays Latin: abbreviations of the sheets, the books' own terms, names of ships."""


def latin(text: str, system: str, made_up: frozenset[str] = frozenset()) -> str:
    """Return the words of a Russian text that are still English; an example's names are none."""
    names = "|".join(re.escape(name) for name in sorted(made_up, key=len, reverse=True))
    for known in (names or "-", f"{NAMES[system]}|{EVERYWHERE}"):
        text = re.sub(rf"(?<![A-Za-z])(?:{known})(?![A-Za-z])", "", text)
    return re.sub(r"[^A-Za-z]+", " ", text).strip()


@cache
def russian(name: str) -> Language:
    language = language_of(SYSTEMS[name], "ru")
    assert language is not None, f"{name} has no Russian catalogue"
    return language


def catalogue(name: str) -> Mapping[str, str]:
    system = SYSTEMS[name]
    assert isinstance(system, Translated)
    return system.catalogues["ru"]


def texts(value: Any, inside: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from () if name in ORDERS else texts(one, name)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one, inside)
    elif isinstance(value, str) and inside in TEXTS:
        yield value


def shown(system: RuleSystem[Any], state: Any) -> Iterator[str]:
    """Yield what the table shows and what may be declared."""
    yield from texts(msgspec.to_builtins(system.scene(state), str_keys=True))
    for seat in sorted(system.waiting(state)):
        yield from texts(msgspec.to_builtins(system.options(state, seat), str_keys=True))


def told(system: RuleSystem[Any], state: Any, outcomes: Iterable[Any]) -> Iterator[str]:
    """Yield what is told of events and their dice, as it reads in Russian."""
    language = russian(system.name)
    for event in outcomes:
        if isinstance(event, Rolled):
            yield from (language.text(ask.label) for ask in event.asks)
            continue
        for sentence in system.sentences(state, event):
            assert sentence.template in catalogue(system.name), sentence.template
            yield language.fill(sentence.template, sentence.values)
        state = system.evolve(state, event)


SCENARIOS = [
    pytest.param(system, scenario, id=f"{name}-{scenario.name}")
    for name, system in SYSTEMS.items()
    for scenario in system.scenarios()
]


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
def test_whatever_is_met_in_play_is_russian(system: RuleSystem[Any], scenario: Scenario) -> None:
    language = russian(system.name)
    game = Player(system, seed=8).play(scenario, most=DECISIONS)
    for text in told(system, system.initial(), game.outcomes):
        assert latin(text, system.name) == "", text
    for before in [each.before for each in game.decisions[::LOOKS]]:
        for text in set(shown(system, before)):
            assert latin(language.text(text), system.name) == "", text


@pytest.mark.parametrize("name", SYSTEMS)
def test_whatever_the_examples_of_the_book_show_is_russian(name: str) -> None:
    """The rare: each example is shown, offered, played and told."""
    system, language = SYSTEMS[name], russian(name)
    for example in system.examples():
        ids = made_up(system, example.given)
        for text in set(shown(system, example.given)):
            assert latin(language.text(text), name, ids) == "", f"{example.title}: {text}"
        if not example.refused:
            for text in told(system, example.given, outcomes(system, example)):
                assert latin(text, name, ids) == "", f"{example.title}: {text}"


def made_up(system: RuleSystem[Any], state: Any) -> frozenset[str]:
    """Return the names on an example's table: ids, what ends with them, "a frigate" of side a."""
    scene = system.scene(state)
    named = {one.id: one.title for one in scene.pieces} | {s.id: s.title for s in scene.sheets}
    titles = {
        title
        for name, title in named.items()
        if title.replace("_", " ").endswith(name.replace("_", " ")) or title[1:2] == " "
    }
    return frozenset(named) | titles


def outcomes(system: RuleSystem[Any], example: Example) -> tuple[Any, ...]:
    sealed = all(command.simultaneous for command in example.when.values())
    decision = Decision(example.given, example.when, sealed, ())
    return decided(system, decision, ScriptedDice(example.dice))


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_scenario_can_be_chosen_in_russian(name: str) -> None:
    language = russian(name)
    for scenario in SYSTEMS[name].scenarios():
        said = [SYSTEMS[name].title, scenario.title, scenario.summary, *scenario.seats]
        for option in scenario.options:
            words = (one.replace("_", " ") for one in option.values if isinstance(one, str))
            said += [option.title, *words]
        for text in said:
            assert latin(language.text(text), name) == "", text


def modules(name: str) -> Iterator[ast.Module]:
    package = import_module(f"domain.systems.{name}")
    for path in sorted(Path(str(package.__file__)).parent.glob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


def strings(node: ast.AST | None) -> Iterator[str]:
    """Yield the texts that an expression may be."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*strings(one), *strings(other))
        case _:
            return


NOT_SPOKEN = {"ValueError", "AssertionError"}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def templates(tree: ast.Module) -> Iterator[str]:
    """Yield every text with named places that a module holds, but those of its docstrings."""
    left_out = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        or (isinstance(node, ast.Call) and ast.unparse(node.func) in NOT_SPOKEN)
        for part in ast.walk(node)
    }
    docs = {ast.get_docstring(n, clean=False) for n in ast.walk(tree) if isinstance(n, DOCUMENTED)}
    for node in ast.walk(tree):
        if id(node) not in left_out:
            yield from (text for text in strings(node) if text not in docs and PLACE.search(text))


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_template_in_the_code_has_its_russian_one(name: str) -> None:
    found = {text for tree in modules(name) for text in templates(tree)}
    assert len(found) > 100
    assert found - set(catalogue(name)) == set()


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_refusal_and_its_numbers_have_their_russian_text(name: str) -> None:
    known = catalogue(name)
    for tree in modules(name):
        for call in (n for n in ast.walk(tree) if isinstance(n, ast.Call)):
            if ast.unparse(call.func) == Refused.__name__:
                for code in strings(call.args[0]):
                    assert code.replace("_", " ") in known, code
                for word in call.keywords:
                    fact = f"{(word.arg or '').replace('_', ' ')} {{fact}}"
                    assert word.arg is None or fact in known, fact


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_rule_has_its_russian_text(name: str) -> None:
    rules = vars(import_module(f"domain.systems.{name}.rules")).values()
    assert {str(rule) for rule in rules if isinstance(rule, Rule)} <= set(catalogue(name))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_text_has_the_places_of_its_template(name: str) -> None:
    for template, text in catalogue(name).items():
        assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(template)), template
