"""How the command speaks: results on standard output, everything else on standard error."""

import json
import os
from typing import Any, NoReturn

import msgspec
import typer
from rich.console import Console

from projections.messages import Problem

REFUSED, USAGE, NOT_FOUND, NOT_ALLOWED, SERVER, NOT_VERIFIED = 1, 2, 3, 4, 5, 6
"""The exit codes of every command; 0 is success."""

_CODES = {
    "not_found": NOT_FOUND,
    "no_such_system": NOT_FOUND,
    "no_such_scenario": NOT_FOUND,
    "malformed": REFUSED,
    "not_allowed": NOT_ALLOWED,
    "seat_left": NOT_ALLOWED,
    "invitation_not_valid": NOT_ALLOWED,
}


def exit_code(problem: Problem) -> int:
    """Return the exit code of *problem*: one that cites a rule is a refusal, else it is trouble."""
    return _CODES.get(problem.code, REFUSED if problem.rule else SERVER)


def console(*, errors: bool = False) -> Console:
    """Return a console for people; colours only in a terminal, and never with NO_COLOR."""
    return Console(stderr=errors, highlight=False)


def say(text: str) -> None:
    """Tell a person something, on standard error, so that it does not mix with results."""
    typer.echo(text, err=True)


def show_json(value: Any) -> None:
    """Print *value* as one line of JSON on standard output."""
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False))


def fail(code: int, text: str) -> NoReturn:
    """Say why on standard error, and end with exit code *code*."""
    say(f"broadside: {text}")
    raise typer.Exit(code)


def default_server() -> str:
    """Return the server that commands talk to when none is named."""
    return os.environ.get("BROADSIDE_SERVER", "http://127.0.0.1:8750")
