"""The command that needs the server: `broadside serve`, also `python -m server`."""

import asyncio
import errno
import gc
import logging
import signal
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import structlog
import typer
import uvloop

from server import log_tail
from server.bootstrap import running
from server.settings import Settings, from_environment
from server.shelves.trouble import ShelfTrouble
from server.store.checks import StoreUnfit
from server.store.embedded import ValkeyFailed
from server.store.event_store import StoreDown
from server.store.folder_lock import FolderInUse

STORAGE = 5
USAGE = 2


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "",
    port: Annotated[int | None, typer.Option(help="Port; 0: any that is free.")] = None,
    data: Annotated[Path | None, typer.Option(help="Folder for the data.")] = None,
    rules_data: Annotated[
        Path | None, typer.Option(help="Folder with a folder of tables for each system.")
    ] = None,
) -> None:
    """Run a server until Ctrl-C.

    Example: broadside serve --port 8750 --data ./data

    Without BROADSIDE_REDIS_URL it starts a Valkey of its own, with its data in the data folder.
    The first line on standard output is the server's address.
    """
    try:
        settings = from_environment()
    except ValueError as fault:
        raise _end(USAGE, fault) from None
    given = {"host": host or None, "port": port, "data": data, "rules_data": rules_data}
    changed = {name: value for name, value in given.items() if value is not None}
    settings = msgspec.structs.replace(settings, **changed)
    _log_as_json()
    collect_seldom()
    try:
        uvloop.run(_serve(settings))
    except ValueError as fault:
        raise _end(USAGE, fault) from None
    except OSError as fault:
        raise _end(STORAGE, _told(fault, settings)) from None
    except (StoreUnfit, StoreDown, ShelfTrouble, ValkeyFailed, FolderInUse) as fault:
        raise _end(STORAGE, fault) from None


async def _serve(settings: Settings) -> None:
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    async with running(settings) as server:
        print(server.url, flush=True)  # noqa: T201  the one line that scripts wait for
        await stopped.wait()


def _told(fault: OSError, settings: Settings) -> OSError | str:
    """Return what went wrong; of a port that is taken, what to do."""
    if fault.errno != errno.EADDRINUSE:
        return fault
    return f"port {settings.port} is taken: choose another by --port or BROADSIDE_PORT"


def collect_seldom() -> None:
    """Look for cyclic garbage seldom: folded games are many objects that live long, in no cycles.

    By Python's own thresholds a quarter of the time goes into looking through them again.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _log_as_json() -> None:
    """One event a line on standard error; whatever stands in it is escaped."""
    begun: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    ended: list[structlog.typing.Processor] = [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
        log_tail.keep,
    ]
    structlog.configure(
        processors=[*begun, *ended],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    # What libraries log (asyncio, aiohttp, redis) goes the same way.
    of_libraries = logging.StreamHandler(sys.stderr)
    meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    of_libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(processors=[meta, *ended], foreign_pre_chain=begun)
    )
    logging.basicConfig(handlers=[of_libraries], level=logging.WARNING, force=True)


def _end(code: int, fault: Exception | str) -> typer.Exit:
    typer.echo(f"broadside: {fault}", err=True)
    return typer.Exit(code)
