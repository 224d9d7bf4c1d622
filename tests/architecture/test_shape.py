"""The shape of the house: a fifth rule system is one folder, and nothing names a system."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from domain.audience import Audience
from domain.codec import sealed_fields
from domain.decider import Event
from domain.game_events import GAME_COMMANDS, GAME_EVENTS
from domain.refusals import Rule
from domain.registry import rule_systems
from domain.table import codec_of
from tests.pennies import PENNIES

ROOT = Path(__file__).parents[2]
SYSTEMS = {**rule_systems(), "pennies": PENNIES}
FILES = (
    *("commands.py", "events.py", "state.py", "decide.py", "evolve.py", "options.py"),
    *("scene.py", "text.py", "tables.py", "examples", "RULES.md", "data"),
)
EVENTS: list[type[Event]] = [
    *GAME_EVENTS,
    *(event for system in SYSTEMS.values() for event in system.events),
]
WITHOUT_A_TEST_OF_THEIR_OWN = {
    "domain/names.py",  # two types and their reading, which the links' and sockets' tests use
    "domain/refusals.py",  # two exceptions
    "domain/audience.py",  # an enumeration; tests/projections/test_redaction.py reads it
    "domain/decider.py",  # the base classes; tests/domain/test_codec.py builds on them
    "domain/rule_system.py",  # a protocol; tests/domain/test_laws.py holds systems to it
    "domain/registry.py",  # this file
    "domain/scene.py",  # words; tests/projections/test_chronicle.py says them
    "domain/game_events.py",  # the stored kinds; tests/domain/test_game.py makes them
    "projections/viewer.py",  # tests/projections/test_redaction.py
    "projections/messages.py",  # tests/projections/test_wire.py
}


@pytest.mark.parametrize("system", rule_systems())
def test_every_rule_system_has_the_same_files(system: str) -> None:
    folder = ROOT / "domain" / "systems" / system
    there = {path.name.removesuffix(".py") for path in folder.iterdir()}
    assert {name.removesuffix(".py") for name in FILES} <= there


def test_no_code_outside_its_folder_names_a_rule_system() -> None:
    """Page, terminal, bots, server: a fifth system works without a line of change.

    The defaults of four commands, which must name some system, are the exception.
    """
    allowed = {
        "clients/cli/games.py",
        "clients/cli/demo.py",
        "clients/cli/up.py",
        "clients/cli/loadtest.py",
    }
    named: set[str] = set()
    for path in _sources("domain", "projections", "server", "clients"):
        name = str(path.relative_to(ROOT))
        words = path.read_text(encoding="utf-8").lower()
        if not name.startswith("domain/systems/") and any(s in words for s in rule_systems()):
            named.add(name)
    assert named <= allowed


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_event_says_who_may_read_it(event: type[Event]) -> None:
    """Closed by default: an audience that is not written down is a fault, not a leak."""
    assert "audience" in vars(event), "say its audience in its own body"
    sealed = sealed_fields(event)
    assert bool(sealed) == (event.audience is not Audience.EVERYONE)
    if event.audience in {Audience.OWNER, Audience.REFEREE}:
        assert "seat" in event.__struct_fields__, "what is sealed for an owner names the owner"


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_stored_has_text_keys_and_kinds_of_its_own(name: str) -> None:
    """Maps with other keys are not read by everybody; two kinds of one name by nobody."""
    system = SYSTEMS[name]
    codec_of(system)  # asserts that no two kinds bear one name
    for cls in (*system.events, *system.commands, *GAME_EVENTS, *GAME_COMMANDS):
        for key in _map_keys(cls, set()):
            assert key is str, f"{cls.__name__} has a map with keys of {key}"


def test_every_module_of_domain_and_projections_has_its_test() -> None:
    missing = [
        name
        for path in _sources("domain", "projections")
        if (name := str(path.relative_to(ROOT))).count("/") == 1
        and path.name != "__init__.py"
        and not (ROOT / "tests" / path.parent.name / f"test_{path.name}").exists()
    ]
    assert set(missing) <= WITHOUT_A_TEST_OF_THEIR_OWN


@pytest.mark.parametrize("name", rule_systems())
def test_every_rule_has_an_example(name: str) -> None:
    """Each Rule constant of a system is played by an example; none is only claimed."""
    module = import_module(f"domain.systems.{name}.rules")
    rules = {rule.number for rule in vars(module).values() if isinstance(rule, Rule)}
    played = {example.rule.number for example in rule_systems()[name].examples()}
    assert rules
    assert rules - played == set()


def test_no_function_is_longer_than_a_page() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in _sources("domain", "projections", "server", "clients")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno > 70
    ]
    assert long == []


def _sources(*packages: str) -> Iterator[Path]:
    for package in packages:
        yield from sorted((ROOT / package).rglob("*.py"))


def _map_keys(kind: Any, seen: set[Any]) -> Iterator[Any]:
    """Yield the key types of every map within *kind*, structs within structs included."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind not in seen:
            seen.add(kind)
            for hint in get_type_hints(kind).values():
                yield from _map_keys(hint, seen)
        return
    arguments = get_args(kind)
    if getattr(kind, "__origin__", None) is dict:
        yield getattr(arguments[0], "__supertype__", arguments[0])
    for argument in arguments:
        yield from _map_keys(argument, seen)
