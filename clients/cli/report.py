"""The command `broadside report`: one file for a bug report, with nothing in it that is secret."""

import asyncio
import base64
import platform
from collections.abc import Awaitable
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from clients.cli.games import ServerOption
from clients.cli.output import USAGE, default_server, fail, say
from clients.sdk import http
from domain.names import GameId, game_id


def report(
    game: Annotated[str, typer.Argument(help="The game's id: 32 hexadecimal digits.")],
    to: Annotated[Path | None, typer.Option("--to", help="The file to write.")] = None,
    *,
    server: ServerOption = "",
) -> None:
    """Write one file that a bug report needs: versions, record, figures, checks, lines of the log.

    Example: broadside report 00112233445566778899aabbccddeeff

    The record is what spectators may read. What only who runs the server may see (checks and log)
    is in it if the command runs on the server's machine. No token, invitation or order is.
    """
    try:
        name = game_id(game)
    except ValueError as fault:
        fail(USAGE, str(fault))
    file = to or Path(f"broadside-report-{game[:8]}.json")
    told = asyncio.run(_collected(server or default_server(), name))
    try:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1))
    except OSError as fault:
        fail(USAGE, f"{file}: {fault.strerror}")
    say(f"Written: {file}. Look through it before you send it.")


async def _collected(server: str, game: GameId) -> dict[str, Any]:
    record = await http.record(server, game)
    return {
        "game": game.hex(),
        "client": {
            "version": version("broadside"),
            "python": platform.python_version(),
            "system": platform.platform(),
        },
        "systems": await http.get(server, "systems"),
        "view": await http.get(server, f"games/{game.hex()}/view"),
        "record": base64.b64encode(record).decode(),
        "figures": await _operators(http.metrics(server)),
        "server": await _operators(http.get(server, f"operator?game={game.hex()}")),
    }


async def _operators(asked: Awaitable[Any]) -> Any:
    """Return what the server tells who runs it; elsewhere, why it does not."""
    try:
        return await asked
    except http.NotDone as refused:
        return str(refused)
