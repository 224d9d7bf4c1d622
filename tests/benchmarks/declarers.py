"""The other end of the declarations: pairs of seats that play pennies as fast as they are answered.

    python -m tests.benchmarks.declarers URL GAMES [floor]

Each game has two sockets; one declaration is under way in it at a time, signed as by any client.
When all sit it says `ready`. Each line that it is sent is for how many seconds they play, and once
in how many seconds each game declares (0: as soon as it can). It answers, as JSON, with how long
each declaration waited for its receipt, in seconds since it was due, and with how many events all
games have by then. Against the floor the same bytes go out, and whatever comes back is the receipt.
"""

import asyncio
import json
import random
import secrets
import sys
import time
from itertools import cycle
from typing import cast

import msgspec
import uvloop
from websockets.frames import Frame, Opcode

from clients.sdk import http
from clients.sdk.declaration import declaration
from clients.sdk.keyring import SeatKeys, new_keys
from domain.names import GameId
from domain.record import Head
from projections.messages import Hello
from projections.wire import MSGPACK

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: broadside.v1.msgpack\r\n\r\n"
)
ROUND = (
    (1, "stake", {"pennies": 1}),
    (2, "stake", {"pennies": 2}),
    (1, "guess", {"face": 3}),
    (2, "guess", {"face": 4}),
    (1, "listen", {"times": 0}),
)
STAKES = {"pennies", "face"}


class Message(msgspec.Struct):
    """As much of a message as a declarer needs."""

    t: str
    position: int = 0
    hash: bytes = b""
    text: str = ""


_read = msgspec.msgpack.Decoder(Message)


class Socket(asyncio.Protocol):
    """A websocket, as little of it as there can be: it hands on the payload of each frame."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[bytes] = asyncio.Queue()
        self._data, self._upgraded = b"", False
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)
        self._transport.write(UPGRADE)

    def send(self, payload: bytes) -> None:
        assert self._transport is not None
        self._transport.write(Frame(Opcode.BINARY, payload).serialize(mask=True))

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._upgraded:
            _, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            self._upgraded, self._data = True, rest
        while (frame := _frame(self._data)) is not None:
            payload, size = frame
            self._data = self._data[size:]
            self.frames.put_nowait(payload)


def _frame(data: bytes) -> tuple[bytes, int] | None:
    """Return the payload of the first whole frame (a server masks none), and the frame's size."""
    if len(data) < 2:
        return None
    size, begin = data[1], 2
    if size >= 126:
        begin = 4 if size == 126 else 10
        size = int.from_bytes(data[2:begin], "big")
    return (data[begin : begin + size], begin + size) if len(data) >= begin + size else None


class Pair:
    """The two seats of one game."""

    def __init__(self, keys: dict[int, SeatKeys], *, floor: bool) -> None:
        self._keys, self._floor = keys, floor
        self._rounds = cycle(ROUND)
        self._sockets: dict[int, Socket] = {}
        self._head = Head(0, bytes(32))
        self.waits: list[float] = []

    @property
    def position(self) -> int:
        """The last event that a seat was shown."""
        return self._head.position

    async def connect(self, host: str, port: int) -> None:
        loop = asyncio.get_running_loop()
        for seat, keys in self._keys.items():
            _, self._sockets[seat] = await loop.create_connection(Socket, host, port)
            if not self._floor:
                hello = Hello(id=0, game=keys.game.hex(), token=keys.token)
                self._sockets[seat].send(MSGPACK.encode(hello))
                await self._until(seat, "snapshot")

    async def play(self, until: float, every_s: float = 0.0) -> None:
        due = time.monotonic() + random.random() * every_s  # no two games in step
        while time.monotonic() < until:
            seat, command, fields = next(self._rounds)
            sealed = tuple(STAKES & fields.keys())
            made = declaration(self._keys[seat], self._head, command, fields, sealed, 1)
            message = MSGPACK.encode(made.message)
            if every_s:
                await asyncio.sleep(due - time.monotonic())
            else:
                due = time.monotonic()
            self._sockets[seat].send(message)
            await self._until(seat, "recorded")
            self.waits.append(time.monotonic() - due)
            due += every_s
            if not self._floor:
                await self._until(seat, "update")

    async def _until(self, seat: int, kind: str) -> None:
        """Read until a message of *kind* comes; what the seat sees of the game is kept."""
        while True:
            frame = await self._sockets[seat].frames.get()
            if self._floor:
                return
            message = _read.decode(frame)
            if message.t == "problem":
                raise SystemExit(f"the referee says: {message.text}")
            if message.t in {"snapshot", "update"} and message.position > self._head.position:
                self._head = Head(message.position, message.hash)
            if message.t == kind:
                return


async def seated(url: str) -> dict[int, SeatKeys]:
    """Make a game and take its seats."""
    _, *links = await http.new_game(url, "pennies", {})
    seats = {}
    for link in links:
        keys = new_keys(url, link.game, link.seat or 0, f"Bot {link.seat}")
        token = await http.join(link, keys)
        seats[keys.seat] = msgspec.structs.replace(keys, token=token)
    return seats


def strangers(url: str) -> dict[int, SeatKeys]:
    """Return keys for two seats of a game that is nowhere."""
    game = GameId(secrets.token_bytes(16))
    return {seat: new_keys(url, game, seat, "Bot") for seat in (1, 2)}


async def main(url: str, games: int, *, floor: bool) -> None:
    """Play whenever told to, and print how long every declaration waited."""
    host, _, port = url.removeprefix("http://").partition(":")
    keys = [strangers(url) if floor else await seated(url) for _ in range(games)]
    pairs = [Pair(one, floor=floor) for one in keys]
    for pair in pairs:
        await pair.connect(host, int(port))
    print("ready", flush=True)  # noqa: T201
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        seconds, every_s = map(float, line.split())
        until = time.monotonic() + seconds
        await asyncio.gather(*(pair.play(until, every_s) for pair in pairs))
        played = {
            "waits": [wait for pair in pairs for wait in pair.waits],
            "events": sum(pair.position for pair in pairs),
        }
        print(json.dumps(played), flush=True)  # noqa: T201
        for pair in pairs:
            pair.waits.clear()


if __name__ == "__main__":
    floor = "floor" in sys.argv[3:]
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), floor=floor))
