"""Home-made ships and weapons: what is wrong with such a file, and the schema of one.

A rule system reads files of a kind if it has `ship_faults` and `ship_schema`, or `weapon_faults`
and `weapon_schema`; not every one does.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from clients.cli.output import REFUSED, USAGE, fail, show_json
from domain.registry import rule_systems

SystemOption = Annotated[str, typer.Option("--system", help="The rule system; if only one can.")]
FileArgument = Annotated[Path, typer.Argument(help="The file, JSON.")]
Faults = Callable[[bytes], tuple[tuple[int, str], ...]]
"""Returns the lines (from 1) that are wrong, and why."""


def home_made(kind: str) -> typer.Typer:
    """Return the commands for home-made things of a *kind*: ship, weapon."""
    group = typer.Typer(help=f"Home-made {kind}s.", no_args_is_help=True)

    def check(
        file: FileArgument,
        system: SystemOption = "",
        *,
        as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    ) -> None:
        faults: Faults = getattr(_reader(system, kind), f"{kind}_faults")
        try:
            raw = file.read_bytes()
        except OSError as trouble:
            fail(USAGE, f"{file}: {trouble.strerror}")
        found = sorted(faults(raw))
        if as_json:
            show_json({"faults": [{"line": line, "fault": text} for line, text in found]})
        else:
            for line, text in found:
                print(f"{file}:{line}: {text}")
        if found:
            raise typer.Exit(REFUSED)
        if not as_json:
            print(f"{file}: can be played.")

    def schema(system: SystemOption = "") -> None:
        of: Callable[[], dict[str, Any]] = getattr(_reader(system, kind), f"{kind}_schema")
        show_json(of())

    check.__doc__ = f"""Say by line what is wrong with the file of a home-made {kind}.

    Example: broadside {kind}s check mine.json
    """
    schema.__doc__ = f"""Print the JSON Schema of a {kind}'s file.

    Example: broadside {kind}s schema > {kind}.schema.json
    """
    group.command("check")(check)
    group.command("schema")(schema)
    return group


ships = home_made("ship")
weapons = home_made("weapon")


def _reader(name: str, kind: str) -> Any:
    """Return the rule system that reads files of *kind*: the one named, or the only one."""
    able = {n: one for n, one in rule_systems().items() if hasattr(one, f"{kind}_faults")}
    if name in able:
        return able[name]
    if name or not able:
        fail(USAGE, f"no rule system {name or 'here'} reads {kind} files; these do: {sorted(able)}")
    if len(able) > 1:
        fail(USAGE, f"name the rule system with --system: {', '.join(sorted(able))}")
    return next(iter(able.values()))
