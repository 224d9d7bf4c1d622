"""A proxy between a client and a real server that does, on purpose, what networks do by chance."""

import asyncio
import tempfile
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from typing import Self
from urllib.parse import unquote

from tests.left_over import let_go


class Fault(Enum):
    """What becomes of a piece of a request, and of its reply."""

    NONE = auto()
    EAT_AND_CUT = auto()  # carried out; the reply is eaten, and the line cut when it comes
    EAT = auto()  # carried out; this line never says anything again
    DROP = auto()  # never carried out; this line passes nothing on any more, either way
    HOLD = auto()  # kept until release(), then carried out, even if nobody waits for it any more


class FaultyProxy:
    """Listens at *url*, passes everything on to the unix socket of *target*, and harms as told.

    *on_request* is asked about every piece that a client sends, *on_reply* about what comes back
    (NONE, or EAT). *held* is set when one is held. What a partition holds up arrives when it is
    over, as from a cable that is plugged in again.
    """

    def __init__(self, target: str) -> None:
        self.on_request: Callable[[bytes], Fault] = lambda _: Fault.NONE
        self.on_reply: Callable[[bytes], Fault] = lambda _: Fault.NONE
        self._requests_flow, self._replies_flow = asyncio.Event(), asyncio.Event()
        self.heal()
        self.held = asyncio.Event()
        self._released = asyncio.Event()
        self._target = unquote(target.removeprefix("unix://"))
        self._folder = tempfile.TemporaryDirectory(prefix="proxy-")
        self._socket = Path(self._folder.name) / "s"
        self._lines: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    def fault_once(self, fault: Fault, marker: bytes) -> None:
        """Do *fault* to the next piece that contains *marker*, and to no other."""

        def once(data: bytes) -> Fault:
            if marker not in data:
                return Fault.NONE
            self.on_request = lambda _: Fault.NONE
            return fault

        self.on_request = once

    def release(self) -> None:
        """Pass on what was held."""
        self._released.set()

    def part(self, *, requests: bool = True, replies: bool = True) -> None:
        """Let nothing through in the directions that are named, and say nothing of it."""
        for parted, flow in ((requests, self._requests_flow), (replies, self._replies_flow)):
            if parted:
                flow.clear()

    def heal(self) -> None:
        """Let everything through again, what was held up first."""
        self._requests_flow.set()
        self._replies_flow.set()

    def cut(self) -> None:
        """Cut every line there is; new ones may be made."""
        for line in self._lines:
            line.cancel()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._accept, self._socket)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._lines, return_exceptions=True)
        await self._server.wait_closed()
        self._folder.cleanup()
        let_go()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.create_task(self._carry(reader, writer))
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(self._target)
        except OSError:
            writer.close()
            return
        line = _Line(self, reader, writer, far_reader, far_writer)
        try:
            async with asyncio.TaskGroup() as pumps:
                pumps.create_task(line.requests())
                pumps.create_task(line.replies())
        finally:
            for end in (writer, far_writer):
                end.close()
            with suppress(OSError):
                await asyncio.gather(writer.wait_closed(), far_writer.wait_closed())


class _Line:
    def __init__(
        self,
        proxy: FaultyProxy,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        far_reader: asyncio.StreamReader,
        far_writer: asyncio.StreamWriter,
    ) -> None:
        self._proxy = proxy
        self._reader, self._writer = reader, writer
        self._far_reader, self._far_writer = far_reader, far_writer
        self._fault = Fault.NONE

    async def requests(self) -> None:
        with suppress(OSError):
            while data := await self._reader.read(65536):
                fault = self._proxy.on_request(data)
                if fault is Fault.HOLD:
                    self._proxy.held.set()
                    await self._proxy._released.wait()
                elif self._fault is Fault.NONE:
                    self._fault = fault
                await self._proxy._requests_flow.wait()
                if self._fault is Fault.DROP:
                    continue
                self._far_writer.write(data)
                await self._far_writer.drain()
            self._far_writer.write_eof()

    async def replies(self) -> None:
        with suppress(OSError):
            while data := await self._far_reader.read(65536):
                if self._proxy.on_reply(data) is Fault.EAT:
                    self._fault = Fault.EAT
                await self._proxy._replies_flow.wait()
                if self._fault is Fault.EAT_AND_CUT:
                    break
                if self._fault is Fault.NONE:
                    self._writer.write(data)
                    await self._writer.drain()
        self._writer.close()
