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

SystemOption = Annotated[
    str, typer.Option("--system", help="The rule system; if none is named, the one it fits best.")
]
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
        able = _readers(system, kind)
        try:
            raw = file.read_bytes()
        except OSError as trouble:
            fail(USAGE, f"{file}: {trouble.strerror}")
        judged = {name: sorted(faults(raw)) for name, faults in able.items()}
        name = min(judged, key=lambda one: len(judged[one]))
        found = judged[name]
        if as_json:
            faulty = [{"line": line, "fault": text} for line, text in found]
            show_json({"system": name, "faults": faulty})
        else:
            for line, text in found:
                print(f"{file}:{line}: {text}")
        if found:
            raise typer.Exit(REFUSED)
        if not as_json:
            print(f"{file}: can be played, by {name}.")

    def schema(
        system: Annotated[
            str, typer.Option("--system", help="The rule system, if several can.")
        ] = "",
    ) -> None:
        name, *others = _readers(system, kind)
        if others:
            fail(USAGE, f"name the rule system with --system: {', '.join([name, *others])}")
        of: Callable[[], dict[str, Any]] = getattr(rule_systems()[name], f"{kind}_schema")
        show_json(of())

    check.__doc__ = f"""Say by line what is wrong with the file of a home-made {kind}.

    Example: broadside {kind}s check mine.json
    """
    schema.__doc__ = f"""Print the JSON Schema of a {kind}'s file.

    Example: broadside {kind}s schema --system NAME > {kind}.schema.json
    """
    group.command("check")(check)
    group.command("schema")(schema)
    return group


ships = home_made("ship")
weapons = home_made("weapon")


def _readers(name: str, kind: str) -> dict[str, Faults]:
    """Return the judges of files of *kind*, by rule system: the one named, or all there are."""
    able: dict[str, Faults] = {
        system: getattr(one, f"{kind}_faults")
        for system, one in rule_systems().items()
        if hasattr(one, f"{kind}_faults")
    }
    if name and name not in able:
        fail(USAGE, f"no rule system {name} reads {kind} files; these do: {', '.join(able)}")
    return {name: able[name]} if name else able
