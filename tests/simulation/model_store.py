"""A store of the simulation: what Valkey holds, as values; and each server's faulty line to it."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from enum import Enum, auto
from typing import Any, TypeVar

from redis.exceptions import ResponseError

from domain.names import GameId, SeatId
from domain.record import START, Entry, Head
from server.store import layout
from server.store.appender import Appender
from server.store.event_store import EventStore, Hint, StoreDown
from server.store.group_commit import Lost, NotSent
from server.store.limits import StoreLimits

T = TypeVar("T")
GAPS_KEPT = 256


class Model:
    """What the store holds. Everything happens at once and whole, as in a Valkey."""

    def __init__(self) -> None:
        self.streams: dict[GameId, list[Entry]] = {}
        self.heads: dict[GameId, Head] = {}
        self.begun: set[GameId] = set()
        self.files: dict[GameId, bytes] = {}
        self.here: dict[GameId, dict[SeatId, int]] = {}
        self.here_until: dict[GameId, int] = {}
        self.up_ms: int | None = None
        self.gaps: list[tuple[int, int]] = []
        self.listeners: list[Callable[[Hint], None]] = []
        self.appended: Callable[[GameId, Sequence[Entry]], None] = lambda _game, _entries: None

    def execute(self, command: tuple[bytes, ...]) -> Any:
        """Do what a command of the appender asks for; return the reply."""
        if command[0] != b"FCALL":
            if len(command[-1]) == 32:
                self.begun.add(GameId(bytes.fromhex(command[-1].decode())))
            return 1
        return self._append(command)

    def _append(self, command: tuple[bytes, ...]) -> list[bytes]:
        """Do as append.lua does."""
        game = GameId(bytes.fromhex(command[3].split(b"{")[1].split(b"}")[0].decode()))
        expected, new = layout.head_of(command[5]), layout.head_of(command[6])
        stream, actual = self.streams.setdefault(game, []), self.heads.get(game, START)
        if not self.stands_at(game, expected):
            at = new.position
            if 0 < at <= len(stream) and stream[at - 1].hash == new.hash:
                return [b"recorded"]
            return [b"conflict", layout.head_bytes(actual)]
        entries, i = [], 10
        while i < len(command):
            count = int(command[i])
            stored_id, *fields = command[i + 1 : i + 1 + count]
            pairs = dict(zip(fields[::2], fields[1::2], strict=True))
            entries.append(layout.entry_of(stored_id, pairs))
            i += count + 1
        stream += entries
        self.heads[game] = new
        self.appended(game, entries)
        for listener in self.listeners:
            listener(layout.hint_of(command[8]))
        return [b"recorded"]

    def stands_at(self, game: GameId, expected: Head) -> bool:
        """Tell whether a game stands exactly where a writer believes it does."""
        return self.heads.get(game, START) == expected

    def say_here(self, game: GameId, seats: Iterable[SeatId], until_ms: int) -> None:
        """Note which seats are connected."""
        self.here.setdefault(game, {}).update(dict.fromkeys(seats, until_ms))

    def say_up(self, now_ms: int, missing_ms: int) -> list[tuple[int, int]]:
        """Note a sign of life; return the gaps."""
        last = now_ms if self.up_ms is None else self.up_ms
        if now_ms - last > missing_ms:
            self.gaps = [*self.gaps, (last, now_ms)][-GAPS_KEPT:]
        self.up_ms = max(last, now_ms)
        return list(self.gaps)


class State(Enum):
    """How a server's line to the store is."""

    WELL = auto()
    SILENT = auto()  # what is sent may arrive, now or later, or not; nothing comes back
    REFUSING = auto()  # nothing is sent: nobody listens there
    FAULTY = auto()  # every reply is an error


class Line:
    """One server's line to the store. A server that is *dead* neither asks nor is answered."""

    def __init__(self, model: Model, chance: random.Random, limits: StoreLimits) -> None:
        self.model, self.limits = model, limits
        self.state, self.loses, self.dead = State.WELL, 0.0, False
        self._chance = chance

    async def send(self, *command: bytes) -> Any:
        """Send a command of the appender, as GroupCommit does."""
        loop, chance = asyncio.get_running_loop(), self._chance
        if self.dead or self.state is State.REFUSING:
            await asyncio.sleep(self._delay_s())
            raise NotSent
        if self.state is State.FAULTY:
            await asyncio.sleep(self._delay_s())
            raise ResponseError("LOADING the model reads its data")
        reply: asyncio.Future[Any] = loop.create_future()

        def arrives() -> None:
            answer = self.model.execute(command)
            if not reply.done():
                reply.set_result(answer)

        lost = self.state is State.SILENT or chance.random() < self.loses
        if not lost:
            loop.call_later(self._delay_s(), arrives)
            await reply
            await asyncio.sleep(self._delay_s())
            if not self.dead and self.state is not State.SILENT:
                return reply.result()
        elif chance.random() < 0.7:
            # It arrives, in time or long after it was given up; the reply is lost.
            loop.call_later(self._delay_s() + chance.choice((0.0, 0.0, 3.0, 9.0)), arrives)
        await asyncio.sleep(self.limits.reply_s)
        raise Lost

    async def ask(self, question: Callable[[], T]) -> T:
        """Return the answer to a *question*. Raises StoreDown."""
        if self.state is State.SILENT and not self.dead:
            await asyncio.sleep(self.limits.read_s)
        await asyncio.sleep(self._delay_s())
        if self.dead or self.state is not State.WELL:
            raise StoreDown("The store cannot be reached (simulated).")
        answer = question()
        await asyncio.sleep(self._delay_s())
        if self.dead:
            raise StoreDown("This server is dead.")
        return answer

    def _delay_s(self) -> float:
        return 0.0002 + self._chance.expovariate(2_000)


class ModelStore(EventStore):
    """The record of all games, over one server's line; what settles an append is the real thing."""

    def __init__(self, line: Line) -> None:
        self._line, self._model = line, line.model
        self._appender = Appender(line, self._holds, line.limits)  # type: ignore[arg-type]

    async def append(self, game: GameId, expected: Head, entries: Sequence[Entry]) -> None:
        await self._appender.append(game, expected, entries)

    async def _holds(self, game: GameId, head: Head) -> bool:
        try:
            found = await self.read(game, head.position - 1, 1)
        except StoreDown:
            return False
        return bool(found) and found[0].head == head

    async def read(self, game: GameId, after: int, limit: int) -> list[Entry]:
        return await self._line.ask(
            lambda: self._model.streams.get(game, [])[max(0, after) : max(0, after) + limit]
        )

    async def head(self, game: GameId) -> Head:
        return (await self.heads([game]))[0]

    async def heads(self, games: Sequence[GameId]) -> list[Head]:
        return await self._line.ask(lambda: [self._model.heads.get(game, START) for game in games])

    async def last(self, game: GameId) -> Entry | None:
        return await self._line.ask(
            lambda: stream[-1] if (stream := self._model.streams.get(game)) else None
        )

    async def games(self) -> list[GameId]:
        return await self._line.ask(lambda: sorted(self._model.begun))

    async def keep_file(self, game: GameId, file: bytes) -> None:
        await self._line.ask(lambda: self._model.files.__setitem__(game, file))

    async def file(self, game: GameId) -> bytes | None:
        return await self._line.ask(lambda: self._model.files.get(game))

    async def say_here(self, game: GameId, seats: Iterable[SeatId], until_ms: int) -> None:
        named = list(seats)
        await self._line.ask(lambda: self._model.say_here(game, named, until_ms))

    async def here(self, game: GameId, now_ms: int) -> frozenset[SeatId]:
        said = await self._line.ask(lambda: dict(self._model.here.get(game, {})))
        return frozenset(seat for seat, until_ms in said.items() if until_ms > now_ms)

    async def say_up(self, now_ms: int, missing_ms: int) -> list[tuple[int, int]]:
        return await self._line.ask(lambda: self._model.say_up(now_ms, missing_ms))

    async def hints(self) -> AsyncIterator[Hint]:
        heard: asyncio.Queue[Hint] = asyncio.Queue()
        self._model.listeners.append(heard.put_nowait)
        try:
            while True:
                hint = await heard.get()
                # A hint may be lost, and may come before the answer to who appended.
                await asyncio.sleep(self._line._delay_s())
                if self._line.state is State.WELL and self._line._chance.random() >= 0.2:
                    yield hint
        finally:
            self._model.listeners.remove(heard.put_nowait)

    async def check(self) -> None:
        await self._line.ask(lambda: None)

    async def close(self) -> None:
        """Hold on to nothing."""
