"""The command `broadside config show`: what a server here would run with, and who says so."""

import os
from typing import Annotated, Any, Literal

import msgspec
import typer

from server.settings import Settings, from_environment, without_secrets

USAGE = 2


def config(
    action: Annotated[Literal["show"], typer.Argument(help="What to do: show.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show every setting with its value and where it comes from.

    Example: broadside config show

    The origin is the environment or the default; an option of `serve` stands above both. Passwords
    and tokens are not shown.
    """
    assert action == "show"
    try:
        settings = from_environment()
    except ValueError as fault:
        typer.echo(f"broadside: {fault}", err=True)
        raise typer.Exit(USAGE) from None
    rows = [_row(name, getattr(settings, name)) for name in Settings.__struct_fields__]
    if as_json:
        typer.echo(msgspec.json.encode(rows).decode())
        return
    width = max(len(str(row["name"])) for row in rows)
    for row in rows:
        typer.echo(f"{row['name']:<{width}}  {row['value'] or '-'}  ({row['origin']})")


def _row(name: str, value: Any) -> dict[str, str]:
    variable = f"BROADSIDE_{name.upper()}"
    text = " ".join(value) if isinstance(value, tuple) else str(value if value is not None else "")
    if name == "operator_token" and text:
        text = "(set)"
    origin = "environment" if variable in os.environ else "default"
    return {"name": variable, "value": without_secrets(text), "origin": origin}
