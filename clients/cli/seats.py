"""Commands of who leaves a table: hand the seat over, or give it up."""

import asyncio
import secrets
from hashlib import sha256
from typing import Annotated, Any

import typer

from clients.cli.games import JsonOption, SeatOption, ServerOption
from clients.cli.holding import declared, held_keys
from clients.cli.output import USAGE, fail, show_json
from clients.sdk.http import NotDone
from clients.sdk.keyring import Keyring, SeatKeys
from clients.sdk.links import Link
from domain.names import GameId

GameArgument = Annotated[str, typer.Argument(help="The game's link or id.")]


def handover(
    game: GameArgument,
    seat: SeatOption = None,
    *,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Leave your seat to somebody else: prints the link with which they take it, once.

    Example: broadside handover http://127.0.0.1:8750/g/…

    From then on your own key opens nothing; what you sealed in this step stays sealed.
    """
    keys, code = held_keys(game, server, seat), secrets.token_bytes(32)
    invitation = {"invitation": sha256(code).digest()}
    asyncio.run(_left(keys, "hand_over_seat", invitation))
    link = Link(server=keys.server, game=GameId(keys.game), seat=keys.seat, code=code)
    if as_json:
        show_json({"link": str(link)})
    else:
        print(link)


def leave(
    game: GameArgument,
    seat: SeatOption = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Give your seat up. Before play its link works again; of two players the other wins.

    Example: broadside leave http://127.0.0.1:8750/g/… --yes
    """
    keys = held_keys(game, server, seat)
    if not yes and not typer.confirm(f"Give up seat {keys.seat} for good?", err=True):
        fail(USAGE, "nothing was declared")
    asyncio.run(_left(keys, "give_up_seat", {}))
    if as_json:
        show_json({"seat": keys.seat})
    else:
        print(f"Seat {keys.seat} is given up.")


async def _left(keys: SeatKeys, command: str, fields: dict[str, Any]) -> None:
    """Declare that the seat is left: once it is recorded the server closes the connection."""
    try:
        await declared(keys, command, fields)
    except NotDone as end:
        if end.problem.code != "seat_left":
            raise
    Keyring().drop(keys)
