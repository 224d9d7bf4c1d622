"""The record in Redis or Valkey: one stream a game, written by one function (append.lua)."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Self

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from domain.names import GameId, SeatId, game_id
from domain.record import Broken, Entry, Head
from server.store import layout
from server.store.appender import Appender
from server.store.event_store import EventStore, Hint, StoreDown
from server.store.group_commit import GroupCommit
from server.store.limits import StoreLimits
from server.store.line import Line
from server.store.replies import sentence_of

_DEFAULTS = StoreLimits()


class RedisStreams(EventStore):
    """The record of all games in one Redis or Valkey server.

    A question may be asked twice without harm, so redis-py repeats it once. An append may not:
    its line repeats nothing by itself, and what became of a lost reply is the Appender's.
    """

    def __init__(self, url: str, limits: StoreLimits = _DEFAULTS) -> None:
        """Prepare to talk to *url* (redis://, rediss:// or unix://); needs a running loop."""
        self._closed = False
        self._url, self._limits = url, limits
        self._redis = _reader(url, limits)
        self._commits = GroupCommit(Line(url), limits)
        self._appender = Appender(self._commits, self._holds, limits)

    @classmethod
    async def open(cls, url: str, limits: StoreLimits = _DEFAULTS) -> Self:
        """Return a store that has its function loaded; StoreDown if the server does not answer."""
        store = cls(url, limits)
        try:
            async with store._asking(limits.read_s):
                await store._redis.function_load(layout.LIBRARY.decode(), replace=True)
        except BaseException:
            await store.close()
            raise
        return store

    @property
    def pipelines(self) -> int:
        """How many pipelines of commits have gone out so far."""
        return self._commits.pipelines

    async def append(self, game: GameId, expected: Head, entries: Sequence[Entry]) -> None:
        """Record one commit (EventStore.append)."""
        await self._appender.append(game, expected, entries)

    async def _holds(self, game: GameId, head: Head) -> bool:
        try:
            found = await self.read(game, head.position - 1, 1)
        except (StoreDown, Broken):
            return False
        return bool(found) and found[0].head == head

    async def read(self, game: GameId, after: int, limit: int) -> list[Entry]:
        """Return entries after a position (EventStore.read)."""
        first = layout.stream_id(after + 1)
        async with self._asking(self._limits.read_s):
            stored: Any = await self._redis.xrange(layout.events_key(game), min=first, count=limit)
        return [layout.entry_of(stored_id, fields) for stored_id, fields in stored]

    async def head(self, game: GameId) -> Head:
        """Return where the game stands (EventStore.head)."""
        return (await self.heads([game]))[0]

    async def heads(self, games: Sequence[GameId]) -> list[Head]:
        """Return where each of *games* stands (EventStore.heads)."""
        pipeline = self._redis.pipeline(transaction=False)
        for game in games:
            pipeline.execute_command("GET", layout.head_key(game))
        async with self._asking(self._limits.read_s):
            stored = await pipeline.execute(raise_on_error=False)
        return [layout.head_of(head) for head in stored]

    async def last(self, game: GameId) -> Entry | None:
        """Return the last entry there really is (EventStore.last)."""
        async with self._asking(self._limits.read_s):
            stored: Any = await self._redis.xrevrange(layout.events_key(game), count=1)
        return layout.entry_of(*stored[0]) if stored else None

    async def games(self) -> list[GameId]:
        """Return every game, in the order of their ids (EventStore.games)."""
        async with self._asking(self._limits.read_s):
            found = {member async for member in self._redis.sscan_iter(layout.GAMES, count=1000)}
        return sorted(game_id(member.decode()) for member in found)

    async def keep_file(self, game: GameId, file: bytes) -> None:
        """Keep the file of a game that was played elsewhere (EventStore.keep_file)."""
        async with self._asking(self._limits.read_s):
            await self._redis.set(layout.file_key(game), file)

    async def file(self, game: GameId) -> bytes | None:
        """Return the file that is kept of a game (EventStore.file)."""
        async with self._asking(self._limits.read_s):
            kept: Any = await self._redis.get(layout.file_key(game))
        return None if kept is None else bytes(kept)

    async def say_here(self, game: GameId, seats: Iterable[SeatId], until_ms: int) -> None:
        """Note which seats are connected (EventStore.say_here)."""
        key = layout.here_key(game)
        fields = [word for seat in seats for word in (int(seat), until_ms)]
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.execute_command("HSET", key, *fields)
        pipeline.execute_command("PEXPIREAT", key, until_ms)
        async with self._asking(self._limits.read_s):
            await pipeline.execute()

    async def here(self, game: GameId, now_ms: int) -> frozenset[SeatId]:
        """Return the seats that are connected somewhere (EventStore.here)."""
        async with self._asking(self._limits.read_s):
            stored: Any = await self._redis.hgetall(layout.here_key(game))
        return layout.here_of(stored, now_ms)

    async def say_up(self, now_ms: int, missing_ms: int) -> list[tuple[int, int]]:
        """Leave a sign of life, and return the gaps between such (EventStore.say_up)."""
        async with self._asking(self._limits.read_s):
            pipeline = self._redis.pipeline(transaction=False)
            pipeline.execute_command(
                "EVAL", layout.SAY_UP, 2, layout.UP, layout.GAPS, now_ms, missing_ms
            )
            (gaps,) = await pipeline.execute()
        return [layout.gap_of(gap) for gap in gaps]

    async def hints(self) -> AsyncIterator[Hint]:
        """Yield hints for ever (EventStore.hints)."""
        while not self._closed:
            line = Line(self._url)
            try:
                async with asyncio.timeout(self._limits.read_s):
                    await line.connect()
                    await line.subscribe(layout.HINTS, self._limits.waiting)
                while True:
                    kind, *told = await self._heard(line)
                    if kind == b"message":
                        yield layout.hint_of(told[-1])
            except (RedisError, OSError):
                await asyncio.sleep(self._limits.pause_s)
            finally:
                line.break_off()

    async def _heard(self, line: Line) -> list[bytes]:
        """Return the next message of any kind; TimeoutError if the line is dead."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._limits.listen_s):
                return list(await line.heard())
        # Silence may be peace or a cut cable; only one of them answers.
        line.ask_for_a_sign()
        async with asyncio.timeout(self._limits.listen_s):
            return list(await line.heard())

    async def check(self) -> None:
        """Raise StoreDown unless a small write and a small read succeed (EventStore.check)."""
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.execute_command("SET", layout.PROBE, b"1")
        pipeline.execute_command("GET", layout.PROBE)
        async with self._asking(self._limits.check_s):
            await pipeline.execute()

    async def close(self) -> None:
        """Let go of the store (EventStore.close)."""
        self._closed = True
        await self._commits.close()
        await self._redis.aclose()

    @asynccontextmanager
    async def _asking(self, seconds: float) -> AsyncGenerator[None]:
        """Turn whatever goes wrong in asking, or takes too long, into StoreDown."""
        if self._closed:
            raise StoreDown("The store was closed.")
        try:
            async with asyncio.timeout(seconds):
                yield
        except (RedisError, OSError) as error:
            raise StoreDown(sentence_of(error)) from error


def _reader(url: str, limits: StoreLimits) -> Redis:
    # No time-outs of redis-py, which in Python 3.11 may swallow a cancellation (asyncio.wait_for):
    # every use is bounded as a whole instead, and a line that outlived its bound is closed.
    pool = BlockingConnectionPool.from_url(
        url,
        protocol=2,
        retry=Retry(NoBackoff(), 1),
        socket_timeout=None,
        socket_connect_timeout=None,
        max_connections=limits.connections,
        timeout=None,
    )
    return Redis.from_pool(pool)
