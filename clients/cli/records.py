"""What commands share that work on a record's file, with the rules that are here."""

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from clients.cli.output import NOT_VERIFIED, USAGE, fail, show_json
from clients.verifier.protocol import Fault
from domain.game import System
from domain.registry import rule_systems

RulesOption = Annotated[
    Path | None, typer.Option("--rules-data", help="Tables that the game was played with.")
]


def systems_here(rules_data: Path | None) -> dict[str, System]:
    """Return the rule systems of this program, with the tables of *rules_data* if given."""
    systems = dict(rule_systems())
    for name, system in systems.items():
        folder = rules_data / name if rules_data else None
        files = {f.name: f.read_bytes() for f in sorted(folder.glob("*.json"))} if folder else {}
        if files:
            try:
                systems[name] = system.with_files(files)
            except ValueError as fault:
                fail(USAGE, str(fault))
    return systems


def read_record(file: Path) -> bytes:
    """Return the bytes of a record's file, or end with a usage error."""
    try:
        return file.read_bytes()
    except OSError as fault:
        fail(USAGE, f"{file}: {fault.strerror}")


def not_verified(fault: Fault, *, as_json: bool) -> NoReturn:
    """End a command because a record does not hold; the fault is told."""
    if as_json:
        show_json(
            {
                "verified": False,
                "position": fault.position,
                "check": fault.check,
                "sentence": fault.sentence,
            }
        )
    fail(NOT_VERIFIED, f"not verified: {fault}")
