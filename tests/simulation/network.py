"""Websockets without sockets: each line has delays of its own, may be cut, or fall silent."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from typing import Self

from aiohttp import WSMessage, WSMsgType
from websockets.exceptions import ConnectionClosedError

KERNEL_BYTES = 64 * 1024
"""So much the kernels take before anything waits in a transport."""
KEEPALIVE_S = 30.0
"""After so long each end notices by its pings that a silent line is dead."""
Frame = Callable[[bytes], None]


class Line:
    """A connection of a client to a server: in order each way, and lost as a whole."""

    def __init__(self, chance: random.Random, delay_s: float, told: Frame) -> None:
        self._chance, self.delay_s, self._told = chance, delay_s, told
        self.to_server: asyncio.Queue[WSMessage] = asyncio.Queue()
        self.to_client: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.waiting = 0
        self.server_gone = self.client_gone = False
        self.cut_off = False
        self.close_code = 1006
        self._at = {"server": 0.0, "client": 0.0}

    def client_sends(self, data: bytes) -> None:
        """Carry a message to the server; one that is on its way when the line breaks may arrive."""
        if self.cut_off:
            return
        message, survives = WSMessage(WSMsgType.BINARY, data, None), self._chance.random() < 0.5

        def arrives() -> None:
            if not self.server_gone and (survives or not self.cut_off):
                self.to_server.put_nowait(message)

        asyncio.get_running_loop().call_at(self._arrival("server"), arrives)

    def server_sends(self, data: bytes) -> None:
        """Carry a message to the client."""
        self._told(data)
        self.waiting += len(data)

        def arrives() -> None:
            if not self.cut_off:
                self.waiting -= len(data)
                self.to_client.put_nowait(data)

        if not self.cut_off:
            asyncio.get_running_loop().call_at(self._arrival("client"), arrives)

    def _arrival(self, end: str) -> float:
        now = asyncio.get_running_loop().time()
        delay_s = self.delay_s * (0.5 + self._chance.random())
        # Never two at one moment: a loop keeps no order among them.
        self._at[end] = max(self._at[end] + 1e-6, now + delay_s)
        return self._at[end]

    def cut(self, *, silent: bool = False) -> None:
        """Carry nothing any more; the ends notice at once, or (silent) by their pings."""
        if self.cut_off:
            return
        self.cut_off = True
        loop, chance = asyncio.get_running_loop(), self._chance
        for gone in (self.client_is_gone, self.server_is_gone):
            after_s = KEEPALIVE_S * (0.5 + chance.random()) if silent else chance.random() * 0.1
            loop.call_later(after_s, gone)

    def server_is_gone(self) -> None:
        """The client notices that there is nobody."""
        if not self.client_gone:
            self.client_gone = True
            self.to_client.put_nowait(None)

    def client_is_gone(self) -> None:
        """The server notices that there is nobody."""
        if not self.server_gone:
            self.server_gone = True
            self.to_server.put_nowait(WSMessage(WSMsgType.CLOSED, None, None))

    def close(self, code: int) -> None:
        """The server closes: the client learns the code when all before it has come."""
        loop = asyncio.get_running_loop()
        self.client_is_gone()
        if not self.cut_off:

            def closes() -> None:
                self.close_code = code
                self.server_is_gone()

            loop.call_at(self._arrival("client"), closes)


class ServerSocket:
    """The server's end: what `ws/handler.py` uses of aiohttp's websocket, and of its transport."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.transport = self

    async def receive(self) -> WSMessage:
        return await self._line.to_server.get()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> WSMessage:
        message = await self.receive()
        if message.type is WSMsgType.CLOSED:
            raise StopAsyncIteration
        return message

    async def send_frame(self, data: bytes, _opcode: WSMsgType) -> None:
        self._line.server_sends(data)

    async def close(self, *, code: int = 1000, message: bytes = b"") -> None:
        self._line.close(code)

    # --- the transport ---------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        for message in _messages(data):
            self._line.server_sends(message)

    def get_write_buffer_size(self) -> int:
        return max(0, self._line.waiting - KERNEL_BYTES)

    def is_closing(self) -> bool:
        return self._line.server_gone

    def abort(self) -> None:
        self._line.cut()
        self._line.client_is_gone()


class ClientSocket:
    """The client's end: what `clients/sdk/client.py` uses of a websocket."""

    def __init__(self, line: Line) -> None:
        self._line = line

    @property
    def close_code(self) -> int:
        return self._line.close_code

    async def send(self, data: bytes) -> None:
        if self._line.client_gone:
            raise ConnectionClosedError(None, None)
        self._line.client_sends(data)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (data := await self._line.to_client.get()) is not None:
            yield data
        if self.close_code not in {1000, 1001}:
            raise ConnectionClosedError(None, None)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._line.client_gone = True
        asyncio.get_running_loop().call_later(self._line.delay_s, self._line.client_is_gone)


def _messages(data: bytes) -> list[bytes]:
    """Return the messages of one or more frames as a server writes them, unmasked and whole."""
    found: list[bytes] = []
    while data:
        length, start = data[1], 2
        if length == 126:
            length, start = int.from_bytes(data[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(data[2:10], "big"), 10
        found.append(data[start : start + length])
        data = data[start + length :]
    return found
