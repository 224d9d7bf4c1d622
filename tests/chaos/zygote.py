"""A process that has everything imported, and forks a server of pennies whenever it is told to.

A thousand rounds of kill and restart would else be a thousand times the import of the server.
Each line on standard input is the settings of a server; it says "PID URL" when it serves. At the
end of the input all that was forked dies with it.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

import msgspec
import uvloop

from server.bootstrap import running
from server.commands import _log_as_json, collect_seldom
from server.limits import Limits
from server.settings import Settings
from tests.pennies import Pennies

ROUNDS = b"100000"
"""No campaign comes to the end of such a game."""


UNHURRIED = Limits(
    requests_per_s=1e6,
    requests_at_once=10**6,
    refused_per_s=1e6,
    refused_at_once=10**6,
)
"""A campaign is a flood by itself: what floods meet is no matter of it (F40)."""


class Wanted(msgspec.Struct):
    """The server that is wanted, and the file for its log."""

    port: int
    data: str
    redis_url: str
    log: str


async def _serve(wanted: Wanted) -> None:
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    settings = Settings(port=wanted.port, data=Path(wanted.data), redis_url=wanted.redis_url)
    systems = {"pennies": Pennies({"rounds.json": ROUNDS})}
    async with running(settings, UNHURRIED, systems) as server:  # type: ignore[arg-type]
        sys.stdout.write(f"{os.getpid()} {server.url}\n")
        sys.stdout.flush()
        await stopped.wait()


def _child(wanted: Wanted) -> None:
    log = os.open(wanted.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, 2)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _log_as_json()
    collect_seldom()
    uvloop.run(_serve(wanted))


def main() -> None:
    """Fork a server for each line."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that are killed
    for line in sys.stdin.buffer:
        wanted = msgspec.json.decode(line, type=Wanted)
        if not os.fork():
            sys.stdin.close()
            try:
                _child(wanted)
            finally:
                os._exit(0)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
