"""The store of the simulation answers as the real one does, to the same random commands."""

import random
from typing import Any

import pytest

from domain.names import GameId, SeatId
from domain.record import START, Entry, Head
from server.store.embedded import EmbeddedValkey
from server.store.event_store import EventStore, VersionConflict
from server.store.limits import StoreLimits
from server.store.redis_streams import RedisStreams
from tests.server.store.histories import commit
from tests.simulation.model_store import Line, Model, ModelStore

COMMANDS = 400


class Asking:
    """Asks both stores the same, at random: as it follows, again, late, or on a false history."""

    def __init__(self, stores: tuple[EventStore, EventStore], seed: int) -> None:
        self._stores, self._chance = stores, random.Random(seed)
        self._games = [GameId(self._chance.randbytes(16)) for _ in range(3)]
        self._made: dict[GameId, list[list[Entry]]] = {game: [] for game in self._games}
        self.conflicts = 0
        self._now_ms = 1_700_000_000_000

    async def many(self) -> None:
        """Ask many things of both."""
        for _ in range(COMMANDS):
            await self._step()

    async def _step(self) -> None:
        """Ask one thing of both; they must answer alike."""
        asked = self._chance.choice(
            (
                *(self._next, self._next, self._next, self._again, self._late, self._forked),
                *(self._read, self._read, self._heads, self._file, self._here, self._up),
            )
        )
        what = asked(self._chance.choice(self._games))
        answers = [await self._answer(store, *what) for store in self._stores]
        assert answers[0] == answers[1], what

    async def _answer(self, store: EventStore, name: str, *words: Any) -> Any:
        try:
            return await getattr(store, name)(*words)
        except VersionConflict as conflict:
            self.conflicts += 1
            return conflict.actual

    def _head(self, game: GameId) -> Head:
        return self._made[game][-1][-1].head if self._made[game] else START

    def _next(self, game: GameId) -> tuple[Any, ...]:
        head, events = self._head(game), self._chance.randint(1, 4)
        entries = commit(game, head, events, self._chance.randbytes(4).hex().encode())
        self._made[game].append(entries)
        return "append", game, head, entries

    def _again(self, game: GameId) -> tuple[Any, ...]:
        if not self._made[game]:
            return "head", game
        entries = self._chance.choice(self._made[game])
        before = START
        for other in self._made[game]:
            if other is entries:
                break
            before = other[-1].head
        return "append", game, before, entries

    def _late(self, game: GameId) -> tuple[Any, ...]:
        heads = [START, *(entries[-1].head for entries in self._made[game])]
        head = self._chance.choice(heads[:-1] or [Head(7, bytes(32))])
        return "append", game, head, commit(game, head, 2, b"late")

    def _forked(self, game: GameId) -> tuple[Any, ...]:
        head = Head(self._head(game).position, self._chance.randbytes(32))
        return "append", game, head, commit(game, head, 1, b"fork")

    def _read(self, game: GameId) -> tuple[Any, ...]:
        if self._chance.random() < 0.2:
            return "last", game
        return "read", game, self._chance.randrange(20), self._chance.randint(1, 10)

    def _heads(self, game: GameId) -> tuple[Any, ...]:
        return "heads", [game, *self._games]

    def _file(self, game: GameId) -> tuple[Any, ...]:
        keep = self._chance.random() < 0.3
        return ("keep_file", game, self._chance.randbytes(20)) if keep else ("file", game)

    def _here(self, game: GameId) -> tuple[Any, ...]:
        self._now_ms += self._chance.randrange(2_000)
        if self._chance.random() < 0.5:
            return "here", game, self._now_ms
        seats = [SeatId(self._chance.randint(1, 4)) for _ in range(2)]
        return "say_here", game, seats, self._now_ms + 10**12

    def _up(self, _: GameId) -> tuple[Any, ...]:
        self._now_ms += self._chance.choice((-5_000, 500, 500, 9_000))
        return "say_up", self._now_ms, 5_000


@pytest.mark.parametrize("seed", range(3))
async def test_the_model_answers_as_valkey_does(seed: int, own_valkey: EmbeddedValkey) -> None:
    real = await RedisStreams.open(own_valkey.url)
    model = ModelStore(Line(Model(), random.Random(seed), StoreLimits()))
    asking = Asking((real, model), seed)
    await asking.many()
    assert asking.conflicts > 20
    await real.close()


async def test_a_model_with_a_fault_is_told_from_valkey(own_valkey: EmbeddedValkey) -> None:
    """It does not look whether a game stands where the writer believes."""
    model = Model()
    model.stands_at = lambda _game, _expected: True  # type: ignore[method-assign]
    real = await RedisStreams.open(own_valkey.url)
    stores = real, ModelStore(Line(model, random.Random(1), StoreLimits()))
    asking = Asking(stores, 1)
    with pytest.raises(AssertionError):
        await asking.many()
    await real.close()
