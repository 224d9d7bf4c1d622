"""The command `broadside put-back`; it runs beside the servers."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from server import put_back as putting
from server.archive.commands import STORAGE, USAGE, AsJson, Data, hosts_beside
from server.settings import Settings, from_environment
from server.shelves.trouble import ShelfTrouble
from server.store.checks import StoreUnfit
from server.store.embedded import ValkeyFailed
from server.store.event_store import NotRecorded, StoreDown, Unsettled
from server.store.folder_lock import FolderInUse
from server.store.shelved import MOST_BYTES

NOT_PUT_BACK = 6


def put_back(
    files: Annotated[list[Path], typer.Argument(help="Records of one game (.bsr), of its seats.")],
    data: Data = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Put back what a game lost with the store, from the records that its players have exported.

    Example: broadside put-back heads.bsr tails.bsr

    Every record is verified, must go on from what the store has, and brings what its seat sealed.
    Where a sealed part is missing it stops, and says whose. Restart the servers then: a game that
    they hold stays frozen until it is loaded again. It may be interrupted and run again.
    """
    try:
        settings = from_environment()
        settings = msgspec.structs.replace(settings, data=data or settings.data)
        done = asyncio.run(_put_back(settings, [_read(file) for file in files]))
    except putting.NotPutBack as fault:
        raise _end(NOT_PUT_BACK, f"nothing is put back: {fault.why}") from None
    except ValueError as fault:
        raise _end(USAGE, str(fault)) from None
    except (OSError, StoreUnfit, StoreDown, ShelfTrouble, ValkeyFailed, FolderInUse) as fault:
        raise _end(STORAGE, str(fault)) from None
    except (NotRecorded, Unsettled) as fault:
        raise _end(STORAGE, f"{fault}; run it again: it goes on from there") from None
    _tell(done, as_json=as_json)


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as fault:
        raise ValueError(f"{file}: {fault.strerror}; nothing is put back") from None
    if len(data) > MOST_BYTES:
        raise ValueError(f"{file} has more bytes than a record may have; nothing is put back")
    return data


async def _put_back(settings: Settings, files: Sequence[bytes]) -> putting.PutBack:
    async with hosts_beside(settings) as (hosts, store):
        return await putting.put_back(hosts, store.index, files)


def _tell(done: putting.PutBack, *, as_json: bool) -> None:
    """Say what is put back, and what is still lost; end with 6 if anything is."""
    lost = done.recorded > done.has
    if as_json:
        told = {**msgspec.structs.asdict(done), "game": done.game.hex()}
        print(msgspec.json.encode(told).decode())  # noqa: T201
    elif done.has > done.had:
        print(f"{done.game.hex()} put back: events {done.had + 1} to {done.has}")  # noqa: T201
    else:
        print(f"{done.game.hex()} stands at event {done.has}: nothing to put back")  # noqa: T201
    if done.stopped:
        raise _end(NOT_PUT_BACK, f"it stopped there: {done.stopped}")
    if lost:
        raise _end(
            NOT_PUT_BACK,
            f"event {done.recorded} was recorded here: until a record brings events "
            f"{done.has + 1} to {done.recorded} as well, the game stays frozen",
        )


def _end(code: int, sentence: str) -> typer.Exit:
    typer.echo(f"broadside: {sentence}", err=True)
    return typer.Exit(code)
