"""Fan-out to many spectators of one game, beside two others in the same run.

(a) `broadcast` of the websockets library; (b) the same ready-made bytes on plain asyncio
transports, which is the limit. All receivers are sockets in a process of their own (`receivers`).
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.frames import Frame, Opcode

from clients.sdk import http
from projections.messages import Hello, Update
from projections.wire import MSGPACK
from server.bootstrap import running
from server.limits import LIMITS
from server.settings import Settings
from server.ws.handler import FRAMINGS
from tests.pennies import PENNIES

WARM_UP = 3
# The receivers answer no ping.
PATIENT = msgspec.structs.replace(LIMITS, silence_s=3_600.0)
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: broadside.v1.msgpack\r\n\r\n"
)
MESSAGE = Update(
    after=8,
    position=9,
    hash=bytes(32),
    events=(),
    chronicle=(),
    changes=[[["scene", "headline"], "x" * 480]],
)


class Crowd:
    """The receivers, driven over their standard input."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def say(self, *words: str) -> str:
        """Say a line and return the next that they say."""
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(words).encode() + b"\n")
        return await self.line()

    async def greet(self, hello: bytes, all_here: Callable[[], bool]) -> None:
        """Let everybody say *hello*, and wait until all are here and nothing comes any more."""
        assert await self.say("hello", hello.hex()) == "said"
        while not all_here():
            await asyncio.sleep(0.05)
        assert await self.say("settle") == "settled"

    async def line(self) -> str:
        assert self._process.stdout is not None
        line = (await self._process.stdout.readline()).decode().strip()
        assert line, "the receivers have ended"
        return line


@asynccontextmanager
async def crowd(port: int, count: int) -> AsyncIterator[Crowd]:
    """Let *count* receivers connect to *port*."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.benchmarks.receivers",
        "127.0.0.1",
        str(port),
        str(count),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=2**20,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    try:
        made = Crowd(process)
        assert await made.line() == "ready"
        yield made
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


class Contender(NamedTuple):
    """Something that sends: so many bytes to each receiver, called once a round."""

    people: Crowd
    send: Callable[[int], None]
    bytes_of: Callable[[int], int]


async def a_round(one: Contender, messages: int) -> list[float]:
    """Send so many messages in one turn of the loop; return how late they were at each receiver."""
    expected = one.bytes_of(messages)
    assert await one.people.say("expect", str(expected)) == "expecting"
    started = time.monotonic()
    one.send(messages)
    arrived: list[float] = json.loads(await one.people.line())
    return [at - started for at in arrived]


@asynccontextmanager
async def broadside(folder: Path, count: int) -> AsyncIterator[Contender]:
    """Give our own server, with *count* spectators of one game."""
    async with running(Settings(port=0, data=folder), PATIENT, {"pennies": PENNIES}) as server:
        watch, *_ = await http.new_game(server.url, "pennies", {})
        async with crowd(int(server.url.rpartition(":")[2]), count) as people:
            hello = MSGPACK.encode(Hello(id=0, game=watch.game.hex()))
            greeting = UPGRADE + Frame(Opcode.BINARY, hello).serialize(mask=True)
            fanout = server.fanout
            await people.greet(greeting, lambda: fanout.count() == count)
            yield Contender(
                people,
                lambda n: fanout.tell_all(joined(n)),
                lambda n: len(FRAMINGS[MSGPACK].ready(joined(n))),
            )


def joined(messages: int) -> Update:
    """Return what spectators are told of so many messages in one tick: one update."""
    return msgspec.structs.replace(MESSAGE, changes=MESSAGE.changes * messages)


PAYLOAD = MSGPACK.encode(MESSAGE)
FRAME = FRAMINGS[MSGPACK].ready(MESSAGE)


@asynccontextmanager
async def websockets(_: Path, count: int) -> AsyncIterator[Contender]:
    """Give `broadcast` of the websockets library."""
    here: set[ServerConnection] = set()

    async def welcome(connection: ServerConnection) -> None:
        here.add(connection)
        await connection.send(b"welcome")
        await connection.wait_closed()

    def send(messages: int) -> None:
        for _ in range(messages):
            broadcast(here, PAYLOAD)

    async with (
        # Two thousand who connect one after another take longer than its limit for a handshake.
        serve(
            welcome, "127.0.0.1", 0, compression=None, ping_interval=None, open_timeout=None
        ) as server,
        crowd(next(iter(server.sockets)).getsockname()[1], count) as people,
    ):
        upgrade = UPGRADE.replace(b"Sec-WebSocket-Protocol: broadside.v1.msgpack\r\n", b"")
        await people.greet(upgrade, lambda: len(here) == count)
        yield Contender(people, send, lambda n: n * len(FRAME))


class Plain(asyncio.Protocol):
    """A bare transport."""

    def __init__(self, here: list[asyncio.WriteTransport]) -> None:
        self._here = here

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # That of uvloop is none by its class.
        self._here.append(cast("asyncio.WriteTransport", transport))


@asynccontextmanager
async def plain(_: Path, count: int) -> AsyncIterator[Contender]:
    """Give the limit: ready-made bytes on bare transports, joined if there are several."""
    here: list[asyncio.WriteTransport] = []
    server = await asyncio.get_running_loop().create_server(lambda: Plain(here), "127.0.0.1", 0)

    def send(messages: int) -> None:
        data = FRAME * messages
        for transport in here:
            transport.write(data)

    async with server, crowd(server.sockets[0].getsockname()[1], count) as people:
        await people.greet(b"hello", lambda: len(here) == count)
        yield Contender(people, send, lambda n: n * len(FRAME))


CONTENDERS = {"broadside": broadside, "websockets": websockets, "plain": plain}


async def fan_out(counts: tuple[int, ...], rounds: int) -> dict[str, Any]:
    """Measure each contender, turn about, so that all meet the same noise."""
    return {
        f"{count}_spectators, {messages} in a turn": await _compared(count, messages, rounds)
        for count in counts
        for messages in (1, 4)
    }


async def _compared(count: int, messages: int, rounds: int) -> dict[str, Any]:
    waits: dict[str, list[float]] = {name: [] for name in CONTENDERS}
    spent: dict[str, list[float]] = {name: [] for name in CONTENDERS}
    async with AsyncExitStack() as stack:
        contenders: dict[str, Contender] = {}
        for name, make in CONTENDERS.items():
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            contenders[name] = await stack.enter_async_context(make(folder, count))
        names = list(CONTENDERS)
        for n in range(rounds + WARM_UP):
            first = n % len(names)  # each is as often the one that finds the caches cold
            for name in names[first:] + names[:first]:
                late = await a_round(contenders[name], messages)
                if n >= WARM_UP:
                    waits[name] += late
                    spent[name].append(max(late))
    figures: dict[str, Any] = {}
    for name in CONTENDERS:
        late = sorted(waits[name])
        figures[name] = {
            "delivered_per_s": messages * count / statistics.median(spent[name]),
            "p50_ms": statistics.median(late) * 1000,
            "p99_ms": late[int(len(late) * 0.99)] * 1000,
        }
    for other in ("websockets", "plain"):
        rounds_of_both = zip(spent[other], spent["broadside"], strict=True)
        figures[f"of_{other}"] = statistics.median(theirs / ours for theirs, ours in rounds_of_both)
    return figures


if __name__ == "__main__":
    found = uvloop.run(fan_out(tuple(map(int, sys.argv[2:])) or (100, 1000), int(sys.argv[1])))
    print(json.dumps(found, indent=1))  # noqa: T201
