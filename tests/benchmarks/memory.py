"""What is kept for each idle socket, idle game and event, from the resident memory of a server."""

from pathlib import Path

from websockets.frames import Frame, Opcode

from clients.sdk import http
from projections.messages import Hello
from projections.wire import MSGPACK
from tests.benchmarks.declarations import Served, declarers
from tests.benchmarks.fanout import UPGRADE, crowd

SOCKETS, GAMES, SECONDS = 1_000, 300, 5.0


async def kept(one: Served) -> dict[str, float]:
    """Return KiB for each idle spectator's socket and idle game, and bytes for each event."""
    before = _resident(
        one.pid
    )  # of a server that was asked for nothing yet: it has nothing to reuse
    async with declarers(one, 1) as those:
        await those.play(SECONDS)
    events = (_resident(one.pid) - before) / those.events
    before = _resident(one.pid)
    for _ in range(GAMES):
        watch, *_ = await http.new_game(one.url, "scorpead", {})
    games = _resident(one.pid) - before
    before = _resident(one.pid)
    async with crowd(int(one.url.rpartition(":")[2]), SOCKETS) as people:
        hello = MSGPACK.encode(Hello(id=0, game=watch.game.hex()))
        greeting = UPGRADE + Frame(Opcode.BINARY, hello).serialize(mask=True)
        assert await people.say("hello", greeting.hex()) == "said"
        assert await people.say("settle") == "settled"
        sockets = _resident(one.pid) - before
    return {
        "KiB_each_socket": sockets / SOCKETS / 1024,
        "KiB_each_game": games / GAMES / 1024,
        "bytes_each_event": events,
    }


def _resident(pid: int) -> int:
    """Return the bytes of memory that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    raise LookupError(pid)
