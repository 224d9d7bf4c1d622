"""A crowd of spectators in a process of its own, each the real client: arguments LINK COUNT.

It says "here" when all see the table. For each position on standard input it says how many seconds
it took until the last of them had seen it; whoever is shown a history with a gap, or one event
twice, ends it all.
"""

import asyncio
import sys
import time

import uvloop

from clients.sdk.client import GameClient
from clients.sdk.links import read_link
from domain.names import GameId
from tests.chaos.servers import PATIENCE_S


async def _crowd(server: str, game: GameId, count: int) -> None:
    clients = [GameClient(server, game) for _ in range(count)]
    for client in clients:
        await client.__aenter__()
    await asyncio.gather(*(client._reached(1) for client in clients))
    _say("here")
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        started = time.monotonic()
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*(client._reached(int(line)) for client in clients))
        _say(str(time.monotonic() - started))


def _say(word: str) -> None:
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    link = read_link(sys.argv[1])
    uvloop.run(_crowd(link.server, link.game, int(sys.argv[2])))
