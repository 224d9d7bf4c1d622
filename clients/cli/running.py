"""How a command that goes on for a while ends: with its work, or told to stop, never halfway."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(Exception):  # noqa: N818  names what the person did
    """Somebody told the command to stop: Ctrl-C, a closed terminal, kill."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run *work*; raise Stopped when it is told to stop and has cleaned up."""
    return asyncio.run(_until_told(work))


async def _until_told(work: Coroutine[Any, Any, T]) -> T:
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for name in STOPPING:
        loop.add_signal_handler(name, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        raise Stopped from None
    finally:
        for name in STOPPING:
            loop.remove_signal_handler(name)
