"""Group commit: the commands of all games go out together, and wait for the disk together.

One connection, one task, one pipeline at a time. What arrives while a pipeline is under way goes
out in the next one, so under load one fsync serves many games and nobody waits on purpose.
"""

import asyncio
from typing import Any, NamedTuple

from redis.exceptions import RedisError

from server.store.limits import StoreLimits
from server.store.line import Line


class NotSent(Exception):  # noqa: N818  names what happened
    """Nothing of the command left this process."""


class Lost(Exception):  # noqa: N818  names what happened
    """The command went out and no answer came back: it may have been carried out, or may yet be."""


class Full(Exception):  # noqa: N818  names what happened
    """So many commands wait already that this one was not taken."""


class _Waiting(NamedTuple):
    command: tuple[bytes, ...]
    answer: asyncio.Future[Any]


class GroupCommit:
    """A connection that many tasks share, none of which can disturb another.

    A caller that is cancelled takes back its command if that has not gone out yet; if it has, its
    reply is read and thrown away, so that no other caller is ever given it.
    """

    def __init__(self, line: Line, limits: StoreLimits) -> None:
        self.pipelines = 0
        self._line = line
        self._limits = limits
        self._waiting: asyncio.Queue[_Waiting] = asyncio.Queue(limits.waiting)
        self._sender = asyncio.create_task(self._send_for_ever())

    async def send(self, *command: bytes) -> Any:
        """Return the reply to *command*, or raise it if it is an error (RedisError with a code).

        Raises NotSent, Lost or Full if there is no reply.
        """
        if self._sender.done():
            raise NotSent("this store was closed")
        answer = asyncio.get_running_loop().create_future()
        try:
            self._waiting.put_nowait(_Waiting(command, answer))
        except asyncio.QueueFull:
            raise Full from None
        return await answer

    async def close(self) -> None:
        """Stop; what has gone out is lost, what has not was not sent."""
        self._sender.cancel()
        await asyncio.wait([self._sender])
        while not self._waiting.empty():
            _fail([self._waiting.get_nowait()], NotSent("this store was closed"))
        self._line.break_off()

    async def _send_for_ever(self) -> None:
        while True:
            batch = await self._next_batch()
            if not batch:
                continue
            try:
                await self._deliver(batch)
            finally:
                # Only what a cancellation cut short is still without an answer here.
                _fail(batch, Lost("this store was closed"))

    async def _next_batch(self) -> list[_Waiting]:
        batch = [await self._waiting.get()]
        while len(batch) < self._limits.batch and not self._waiting.empty():
            batch.append(self._waiting.get_nowait())
        return [waiting for waiting in batch if not waiting.answer.done()]

    async def _deliver(self, batch: list[_Waiting]) -> None:
        try:
            async with asyncio.timeout(self._limits.connect_s):
                await self._line.connect()
        except (RedisError, OSError) as error:
            self._line.break_off()
            _fail(batch, NotSent(), cause=error)
            return
        self.pipelines += 1
        try:
            async with asyncio.timeout(self._limits.reply_s):
                await self._line.exchange(*zip(*batch, strict=True))
        except (RedisError, OSError) as error:
            self._line.break_off()
            _fail(batch, Lost(), cause=error)


def _fail(
    batch: list[_Waiting], reason: NotSent | Lost, *, cause: BaseException | None = None
) -> None:
    for waiting in batch:
        if not waiting.answer.done():
            error = type(reason)(*reason.args)
            error.__cause__ = cause
            waiting.answer.set_exception(error)
