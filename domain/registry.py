"""Finds the rule systems: every folder of `domain/systems` that exports `SYSTEM`."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from domain import systems
from domain.rule_system import RuleSystem


def rule_systems() -> Mapping[str, RuleSystem[Any]]:
    """Return every rule system by name; no list of them is kept by hand."""
    found: dict[str, RuleSystem[Any]] = {}
    for module in pkgutil.iter_modules(systems.__path__):
        system = import_module(f"{systems.__name__}.{module.name}").SYSTEM
        assert system.name == module.name, f"{system.name} lives in the folder {module.name}"
        found[system.name] = system
    return found
