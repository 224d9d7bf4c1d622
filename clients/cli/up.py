"""`broadside up`, the main job: a server, a duel of bots to watch, a game for two people."""

import asyncio
import contextlib
import os
import random
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from clients.bots.player import BotFailed
from clients.cli.demo import play_all, seated
from clients.cli.output import say
from clients.cli.own_server import own_server
from clients.cli.running import Stopped, run
from clients.sdk import http
from clients.sdk.following import Forked
from clients.sdk.http import NotDone
from clients.sdk.keyring import SeatKeys
from clients.sdk.links import Link
from domain.names import GameId, game_id

SYSTEM, SCENARIO = "scorpead", {"scenario": "duel"}


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """The games that `up` made, kept beside the data (mode 0600) so that it finds them again."""

    duel: GameId
    bots: list[SeatKeys]
    game: GameId
    codes: list[bytes]


def up(
    port: Annotated[int, typer.Option(help="Port.", envvar="BROADSIDE_PORT")] = 8750,
    data: Annotated[
        Path, typer.Option(help="Folder for the data.", envvar="BROADSIDE_DATA")
    ] = Path("data"),
    pace: Annotated[float, typer.Option(help="Seconds before each bot's declaration.")] = 0.7,
) -> None:
    """Do the main job: a server, a duel of bots to watch, a game for two people.

    Example: broadside up

    Prints the page, the two seats' links, the spectators' link, and how to watch in a terminal.
    """
    with contextlib.suppress(Stopped):
        run(_up(port, data, pace))
    say("Stopped. All games are kept; the same command finds them again.")


async def _up(port: int, data: Path, pace: float) -> None:
    async with own_server(data, port) as server:
        tables = await _tables(server.url, data / "tables.json")
        _show(server.url, tables)
        bots = asyncio.create_task(_duel(server.url, tables, pace))
        try:
            await server.ended()
        finally:
            bots.cancel()
            await asyncio.gather(bots, return_exceptions=True)


async def _duel(url: str, tables: Tables, pace: float) -> None:
    """Let the bots play; the people's game goes on whatever becomes of them."""
    try:
        await play_all(url, tables.bots, random.Random(), pace)
        say("The bots' duel is over; the next `broadside up` begins another.")
    except (BotFailed, NotDone, Forked) as failed:
        say(f"The bots' duel stopped: {failed}")


async def _tables(url: str, file: Path) -> Tables:
    """Return the games of the last time that are not over, and new ones for those that are."""
    phases = {game_id(game["game"]): game["phase"] for game in await http.get(url, "games")}
    kept = _read(file)
    if kept is None or phases.get(kept.duel, "over") == "over":
        watch, bots = await seated(url, SYSTEM, SCENARIO, random.Random())
        duel = watch.game
    else:
        duel, bots = kept.duel, kept.bots
    if kept is None or phases.get(kept.game, "over") == "over":
        watch, *links = await http.new_game(url, SYSTEM, SCENARIO)
        game, codes = watch.game, [link.code for link in links if link.code]
    else:
        game, codes = kept.game, kept.codes
    tables = Tables(duel=duel, bots=bots, game=game, codes=codes)
    _write(file, tables)
    return tables


def _show(url: str, tables: Tables) -> None:
    watch = Link(server=url, game=tables.game)
    print(f"The page       {url}/")
    for seat, code in enumerate(tables.codes, start=1):
        print(f"Seat {seat}         {msgspec.structs.replace(watch, seat=seat, code=code)}")
    print(f"Spectators     {watch}")
    duel = Link(server=url, game=tables.duel)
    print(f"In a terminal  .venv/bin/broadside watch {duel}", flush=True)
    say("")
    say("Two bots fight in the game of the last line. To take a seat yourself, open its link in a")
    say("browser, or in another terminal:")
    say("  .venv/bin/broadside play 'THE LINK OF THE SEAT'")
    say("Ctrl-C stops everything; nothing is lost.")


def _read(file: Path) -> Tables | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Tables)
    except (FileNotFoundError, msgspec.MsgspecError):  # a damaged one: the games go on by links
        return None


def _write(file: Path, tables: Tables) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as made:
        made.write(msgspec.json.encode(tables))
