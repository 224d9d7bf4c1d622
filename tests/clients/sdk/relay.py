"""A line between a client and a server that can be cut, or let nothing through to the client."""

import asyncio
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit


class Relay:
    """Listens at *url*; *open*: whether it takes new lines, *deaf*: whether replies are eaten."""

    def __init__(self, server: str) -> None:
        self._port = urlsplit(server).port
        self.open, self.deaf = True, False
        self.accepted = self.refused = 0
        self._lines: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Cut every line there is."""
        for line in self._lines:
            line.cancel()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._lines, return_exceptions=True)
        await self._server.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.create_task(self._carry(reader, writer))
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if not self.open:
                self.refused += 1
                return
            self.accepted += 1
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
            try:
                async with asyncio.TaskGroup() as pumps:
                    pumps.create_task(self._pump(reader, far_writer, replies=False))
                    pumps.create_task(self._pump(far_reader, writer, replies=True))
            finally:
                far_writer.close()
        finally:
            writer.transport.abort()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, replies: bool
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if not (replies and self.deaf):
                    writer.write(data)
                    await writer.drain()
        writer.close()
