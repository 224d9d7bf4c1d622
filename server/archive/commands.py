"""The commands `broadside archive` and `broadside restore`; they run beside the servers."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from domain.names import GameId, game_id
from server.archive.moving import Mover, NotMoved
from server.bootstrap import opened_store, systems_with
from server.clock import WallClock
from server.entropy import Entropy, master_secret
from server.hosts import Hosts, NoSuchGame
from server.limits import LIMITS
from server.marks import Marks
from server.settings import Settings, from_environment
from server.shelves.trouble import ShelfTrouble
from server.store.checks import StoreUnfit
from server.store.embedded import EmbeddedValkey, ValkeyFailed
from server.store.event_store import StoreDown
from server.store.folder_lock import FolderInUse
from server.store.index import GameIndex, Place
from server.store.shelved import ShelvedStreams

USAGE, STORAGE, NOT_MOVED = 2, 5, 6
DAY_MS = 24 * 3600 * 1000

Games = Annotated[list[str] | None, typer.Argument(help="Ids of games; all that are due, if none.")]
Archived = Annotated[list[str], typer.Argument(help="Ids of the games to bring back.")]
Data = Annotated[Path | None, typer.Option("--data", help="The server's folder for the data.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print a line of JSON for each game.")]


def archive(
    games: Games = None,
    days: Annotated[
        int, typer.Option(help="If none is named: those that ended at least so many days ago.")
    ] = 30,
    data: Data = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Move games that are over out of the store's memory: exported, verified, read back.

    Example: broadside archive --days 30

    They stay in the lobby, can be watched, audited and exported as before, and take a moment longer
    to open. They go to BROADSIDE_ARCHIVE, a folder or s3://BUCKET/PREFIX; without it into the
    folder `archive` of the data folder. A game whose record does not verify stays where it is (exit
    code 6). It may be interrupted at any moment and run again.
    """

    async def move(mover: Mover, index: GameIndex) -> int:
        until_ms = int(time.time() * 1000) - days * DAY_MS
        failed = due = 0
        async for game in _named(games) if games else _ended(index, until_ms):
            due += 1
            failed += not await _told(game, mover.archive(game), "archived", as_json=as_json)
        if not due:
            since = f"ended {days} days ago or earlier" if days else "is over"
            typer.echo(f"Nothing is due: no game {since}.", err=True)
        return failed

    _run(data, move)


def restore(games: Archived, data: Data = None, *, as_json: AsJson = False) -> None:
    """Bring archived games back into the store; their files stay in the archive.

    Example: broadside restore 0123456789abcdef0123456789abcdef
    """

    async def move(mover: Mover, _index: GameIndex) -> int:
        failed = 0
        async for game in _named(games):
            failed += not await _told(game, mover.restore(game), "restored", as_json=as_json)
        return failed

    _run(data, move)


def _run(data: Path | None, move: Callable[[Mover, GameIndex], Awaitable[int]]) -> None:
    async def run(settings: Settings) -> int:
        async with _mover(settings) as (mover, index):
            return await move(mover, index)

    try:
        settings = from_environment()
        settings = msgspec.structs.replace(settings, data=data or settings.data)
        failed = asyncio.run(run(settings))
    except ValueError as fault:
        raise _end(USAGE, fault) from None
    except (OSError, StoreUnfit, StoreDown, ShelfTrouble, ValkeyFailed, FolderInUse) as fault:
        raise _end(STORAGE, fault) from None
    if failed:
        raise typer.Exit(NOT_MOVED)


@asynccontextmanager
async def _mover(settings: Settings) -> AsyncIterator[tuple[Mover, GameIndex]]:
    async with hosts_beside(settings) as (hosts, store):
        yield Mover(hosts, store, store.shelf), store.index


@asynccontextmanager
async def hosts_beside(settings: Settings) -> AsyncIterator[tuple[Hosts, ShelvedStreams]]:
    """Give the games and the store of a data folder, whether or not its server runs meanwhile.

    Raises ValueError (it is no server's), OSError, StoreUnfit, StoreDown, ShelfTrouble,
    ValkeyFailed.
    """
    secret = settings.data / "master.secret"
    if not secret.exists():
        # Else a mistyped folder would get a store, and a secret that no game was made with.
        raise ValueError(f"{settings.data} is no server's data folder: there is no {secret.name}")
    async with AsyncExitStack() as stack:
        own = None if settings.redis_url else await _own_valkey(settings.data / "valkey", stack)
        store = await opened_store(settings, own, stack)
        hosts = Hosts(
            systems_with(settings.rules_data),
            store,
            Entropy(master_secret(secret)),
            Marks(settings.data / "marks"),
            WallClock(),
            LIMITS,
        )
        yield hosts, store


async def _own_valkey(folder: Path, stack: AsyncExitStack) -> str:
    """Return the address of the data folder's Valkey: the running server's, or one started here."""
    valkey = EmbeddedValkey(folder)
    with suppress(FolderInUse):  # by the server that runs
        await stack.enter_async_context(valkey)
    return valkey.url


async def _named(games: list[str]) -> AsyncIterator[GameId]:
    for game in games:
        yield game_id(game)


async def _ended(index: GameIndex, until_ms: int) -> AsyncIterator[GameId]:
    """Yield the games that ended before a moment, the newest of them first."""
    at: Place | None = Place(until_ms, GameId(bytes(16)))
    while places := await index.newest("over", at, LIMITS.lobby_page):
        for place in places:
            yield place.game
        at = places[-1]


async def _told(game: GameId, moving: Awaitable[str | None], what: str, *, as_json: bool) -> bool:
    """Wait until a game is moved or not, and tell; what is no matter of this game is raised."""
    try:
        where, why = await moving, ""
    except NotMoved as fault:
        where, why = None, fault.why
    except NoSuchGame:
        where, why = None, "there is no such game"
    if as_json:
        told = {"game": game.hex(), what: not why, "where": where, "why": why or None}
        print(msgspec.json.encode(told).decode(), flush=True)  # noqa: T201
    elif why:
        typer.echo(f"broadside: {game.hex()} stays where it is: {why}", err=True)
    else:
        print(f"{game.hex()} {what}" + (f": {where}" if where else ""), flush=True)  # noqa: T201
    return not why


def _end(code: int, fault: Exception) -> typer.Exit:
    typer.echo(f"broadside: {fault}", err=True)
    return typer.Exit(code)
