"""Home-made ships: what is wrong with a ship's file, and the schema of such a file."""

from pathlib import Path
from typing import Annotated, Any, Protocol, runtime_checkable

import typer

from clients.cli.output import REFUSED, USAGE, fail, show_json
from domain.registry import rule_systems

SystemOption = Annotated[str, typer.Option("--system", help="The rule system; if only one can.")]


@runtime_checkable
class ShipChecker(Protocol):
    """A rule system that can judge the file of a ship; not every one has such files."""

    def ship_faults(self, raw: bytes) -> tuple[tuple[int, str], ...]:
        """Return the lines (from 1) that are wrong, and why."""
        ...

    def ship_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a ship file."""
        ...


ships = typer.Typer(help="Home-made ships.", no_args_is_help=True)


@ships.command()
def check(
    file: Annotated[Path, typer.Argument(help="The ship's file, JSON.")],
    system: SystemOption = "",
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say by line what is wrong with the file of a home-made ship.

    Example: broadside ships check cruiser.json
    """
    checker = _checker(system)
    try:
        raw = file.read_bytes()
    except OSError as trouble:
        fail(USAGE, f"{file}: {trouble.strerror}")
    faults = sorted(checker.ship_faults(raw))
    if as_json:
        show_json({"faults": [{"line": line, "fault": text} for line, text in faults]})
    else:
        for line, text in faults:
            print(f"{file}:{line}: {text}")
    if faults:
        raise typer.Exit(REFUSED)
    if not as_json:
        print(f"{file}: can be played.")


@ships.command()
def schema(system: SystemOption = "") -> None:
    """Print the JSON Schema of a ship's file.

    Example: broadside ships schema > ship.schema.json
    """
    show_json(_checker(system).ship_schema())


def _checker(name: str) -> ShipChecker:
    able = {n: one for n, one in rule_systems().items() if isinstance(one, ShipChecker)}
    if name in able:
        return able[name]
    if name or not able:
        fail(USAGE, f"no rule system {name or 'here'} reads ship files; these do: {sorted(able)}")
    if len(able) > 1:
        fail(USAGE, f"name the rule system with --system: {', '.join(sorted(able))}")
    return next(iter(able.values()))
