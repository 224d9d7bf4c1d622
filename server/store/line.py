"""A thin connection to Redis: commands go out in one write, replies are matched in order.

redis-py spends some 150 µs of Python on a command with many arguments, this a tenth of that; so it
carries what is asked most, and redis-py the rest. It repeats nothing and times nothing: who uses it
bounds every use as a whole, and breaks the line that outlived its bound.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from ssl import SSLContext
from typing import Any, cast

import hiredis
from redis.asyncio import ConnectionPool
from redis.asyncio.connection import Connection, SSLConnection, UnixDomainSocketConnection
from redis.exceptions import ConnectionError as LineBroken
from redis.exceptions import InvalidResponse, ResponseError

Reply = Any
"""Bytes, an integer, None, a list of such; or a ResponseError, whose text is the server's."""
Answers = Sequence["asyncio.Future[Reply]"]


class Line:
    """One connection, for one task; it is opened again when it is used after it broke."""

    def __init__(self, url: str) -> None:
        """Prepare a line to *url*, which is read as redis-py reads it."""
        self._to: Any = ConnectionPool.from_url(url).make_connection()  # type: ignore[no-untyped-call]
        self._replies: _Replies | None = None

    async def connect(self) -> None:
        """Connect, say who we are and choose the database, unless that is done already.

        Raises OSError, or what the server says to it: ResponseError.
        """
        if self._replies is not None and self._replies.open:
            return
        self._replies = await self._opened()
        for word in self._greeting():
            answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
            await self._replies.exchange([word], [answer])
            answer.result()

    async def exchange(self, commands: Sequence[Sequence[bytes]], answers: Answers) -> None:
        """Send *commands* at once, and give each reply to its answer (but to who was cancelled).

        Raises redis' ConnectionError if the line breaks before the last reply, InvalidResponse if
        what comes is none; some answers are given then, and the others never will be.
        """
        assert self._replies is not None, "it was not connected"
        await self._replies.exchange(commands, answers)

    async def subscribe(self, channel: bytes, most: int) -> None:
        """Listen to *channel* from now on: `heard`. More than *most* that wait are dropped."""
        assert self._replies is not None, "it was not connected"
        self._replies.heard = asyncio.Queue(most)
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        await self._replies.exchange([[b"SUBSCRIBE", channel]], [answer])
        answer.result()

    async def heard(self) -> Reply:
        """Return the next message of a channel. Raises redis' ConnectionError."""
        assert self._replies is not None, "it was not connected"
        assert self._replies.heard is not None, "it listens to nothing"
        message = await self._replies.heard.get()
        if isinstance(message, Exception):
            raise message
        return message

    def ask_for_a_sign(self) -> None:
        """Let the server say something to who listens: `heard`."""
        assert self._replies is not None, "it was not connected"
        self._replies.send([[b"PING"]])

    def break_off(self) -> None:
        """Let the line go at once; whatever is under way on it is lost."""
        if self._replies is not None:
            self._replies.break_off()

    async def _opened(self) -> "_Replies":
        loop, to = asyncio.get_running_loop(), self._to
        if isinstance(to, UnixDomainSocketConnection):
            _, made = await loop.create_unix_connection(_Replies, to.path)
            return made
        assert isinstance(to, Connection)
        secured: SSLContext | None = to.ssl_context.get() if isinstance(to, SSLConnection) else None
        _, made = await loop.create_connection(_Replies, to.host, int(to.port), ssl=secured)
        return made

    def _greeting(self) -> list[list[bytes]]:
        words = []
        if self._to.password:
            who = [self._to.username] if self._to.username else []
            words.append([b"AUTH", *(str(word).encode() for word in (*who, self._to.password))])
        if self._to.db:
            words.append([b"SELECT", str(self._to.db).encode()])
        return words


class _Replies(asyncio.Protocol):
    """The transport's side: bytes become replies, replies go to those who wait, in order."""

    def __init__(self) -> None:
        self.open = False
        self.heard: asyncio.Queue[Reply] | None = None
        self._parser = hiredis.Reader(protocolError=InvalidResponse, replyError=ResponseError)
        self._waiting: deque[asyncio.Future[Reply]] = deque()
        self._all_here: asyncio.Future[None] | None = None
        self._transport: asyncio.Transport | None = None

    async def exchange(self, commands: Sequence[Sequence[bytes]], answers: Answers) -> None:
        assert not self._waiting, "one exchange at a time"
        self.send(commands)
        self._waiting.extend(answers)
        self._all_here = asyncio.get_running_loop().create_future()
        await self._all_here

    def send(self, commands: Sequence[Sequence[bytes]]) -> None:
        if not self.open or self._transport is None:
            raise LineBroken("the line is closed")
        self._transport.write(b"".join(map(_packed, commands)))

    def break_off(self) -> None:
        self.open = False
        self._waiting.clear()
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # That of uvloop is no asyncio.Transport by its class.
        self._transport, self.open = cast("asyncio.Transport", transport), True

    def data_received(self, data: bytes) -> None:
        self._parser.feed(data)
        try:
            while (reply := self._parser.gets()) is not False:
                self._take(reply)
        except InvalidResponse as fault:
            self._end(fault)

    def _take(self, reply: Reply) -> None:
        if self._waiting:
            _give(self._waiting.popleft(), reply)
            if not self._waiting and self._all_here is not None and not self._all_here.done():
                self._all_here.set_result(None)
        elif self.heard is None:
            raise InvalidResponse("a reply to which there was no question")
        elif not self.heard.full():
            self.heard.put_nowait(reply)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end(LineBroken(str(exc or "the server closed the connection")))

    def _end(self, why: Exception) -> None:
        self.break_off()
        if self.heard is not None:
            # Whoever listens hears the end, if need be in place of what could be lost anyway.
            if self.heard.full():
                self.heard.get_nowait()
            self.heard.put_nowait(why)
        if self._all_here is not None and not self._all_here.done():
            self._all_here.set_exception(why)


def _packed(command: Sequence[bytes]) -> bytes:
    # Its stub knows tuples of one word only.
    packed: bytes = hiredis.pack_command(tuple(command))  # type: ignore[arg-type]
    return packed


def _give(answer: "asyncio.Future[Reply]", reply: Reply) -> None:
    with suppress(asyncio.InvalidStateError):  # who asked was cancelled: the reply is thrown away
        if isinstance(reply, ResponseError):
            answer.set_exception(reply)
        else:
            answer.set_result(reply)
