"""How the command speaks: results on standard output, everything else on standard error."""

import json
import os
from typing import Any, NoReturn

import msgspec
import typer
from rich.console import Console

REFUSED, USAGE, NOT_FOUND, NOT_ALLOWED, SERVER, NOT_VERIFIED = 1, 2, 3, 4, 5, 6
"""The exit codes of every command; 0 is success."""

_CODES = {
    "not_found": NOT_FOUND,
    "no_such_system": NOT_FOUND,
    "no_such_scenario": NOT_FOUND,
    "not_allowed": NOT_ALLOWED,
    "seat_left": NOT_ALLOWED,
    "invitation_not_valid": NOT_ALLOWED,
}
_TROUBLE = frozenset(
    {"unreachable", "storage", "not_known_yet", "frozen", "server", "overloaded", "oom", "readonly"}
)


def exit_code(code: str) -> int:
    """Return the exit code of a problem's *code*: what is no trouble of the server is a refusal."""
    return SERVER if code in _TROUBLE else _CODES.get(code, REFUSED)


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
