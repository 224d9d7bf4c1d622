"""`broadside odds`: what may come of a declaration, before it is made."""

import asyncio
from typing import Annotated, Any, NoReturn

import msgspec
import typer

from clients.cli.games import JsonOption, SeatOption, ServerOption
from clients.cli.holding import held_keys
from clients.cli.output import USAGE, fail, show_json
from clients.sdk import http
from clients.sdk.keyring import SeatKeys
from clients.terminal.dialogue import Menu, menu_of
from clients.terminal.histogram import histogram
from clients.terminal.safe import safe
from domain.options import Option, defaults
from projections.foretold import Foretold

GameArgument = Annotated[str, typer.Argument(help="The game's link or id.")]


def odds(
    game: GameArgument,
    command: Annotated[str, typer.Argument(help="What to declare; the first on offer.")] = "",
    fields: Annotated[
        str, typer.Option("--with", help="Its fields as JSON; as proposed, if none.")
    ] = "",
    seat: SeatOption = None,
    *,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show what may come of a declaration of your seat, exactly; nothing is declared.

    Example: broadside odds http://127.0.0.1:8750/g/… commit_fire --with '{"orders": []}'

    Chances are counted from the rules themselves and from what your seat may know. Others who
    declare in the same step are taken to declare what the rules declare for who is late. In
    `broadside play` the same is shown by `o` while you fill in a form.
    """
    keys = held_keys(game, server, seat)
    wanted = _json(fields) if fields else None
    found = asyncio.run(_found(keys, command, wanted))
    if as_json:
        show_json(found)
        return
    for line in histogram(found):
        print(safe(line))


async def _found(keys: SeatKeys, command: str, fields: dict[str, Any] | None) -> Foretold:
    if not command or fields is None:
        option = await _offered(keys, command)
        command, fields = option.command, fields or defaults(option).fields()
    return await http.odds(keys, command, fields)


async def _offered(keys: SeatKeys, command: str) -> Option:
    """Return what is on offer under that name (the first, if none is said), or end."""
    shown = await http.get(keys.server, f"games/{keys.game.hex()}/view", keys.token)
    menu = menu_of(shown["view"]["options"], shown["view"]["table_options"])
    found = [option for option in menu.possible if command in {"", option.command}]
    if not found:
        _not_offered(menu)
    return found[0]


def _not_offered(menu: Menu) -> NoReturn:
    offered = ", ".join(dict.fromkeys(option.command for option in menu.possible)) or "nothing"
    fail(USAGE, f"your seat may declare {offered} now; name one, or its fields by --with")


def _json(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as fault:
        fail(USAGE, f"--with: {fault}")
