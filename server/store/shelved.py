"""The record in Redis, and the records of games that were moved from there to an archive.

A game that was moved out is read from its file, and looks as if it had never left. Its head stays
in Redis, so that nobody can begin it anew.
"""

import asyncio
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from domain.exported import entries_of
from domain.names import GameId
from domain.record import Entry, Head
from server.shelves.shelf import Shelf
from server.shelves.trouble import ShelfTrouble
from server.store import layout
from server.store.event_store import StoreDown
from server.store.redis_streams import RedisStreams

REMEMBERED = 8
"""Files that are kept in memory, for who reads a game in pieces; a long game's is some MiB."""


MOST_BYTES = 256 * 1024 * 1024
"""Of a file whose size was not noted when it was moved out: some 1.5 million events."""


class Moved(msgspec.Struct, frozen=True):
    """Where the file of a game lies; it was *brought* if another server had played the game.

    *size* and *sha256* (hex) are those of the file that was put there; older servers noted none.
    """

    name: str
    where: str
    brought: bool = False
    size: int = MOST_BYTES
    sha256: str = ""

    def is_whole(self, file: bytes) -> bool:
        """Tell whether *file* is, byte for byte, what was put there.

        The chain of hashes would not show all: signatures stand beside it.
        """
        return not self.sha256 or sha256(file).hexdigest() == self.sha256


class ShelvedStreams(RedisStreams):
    """The record of all games, wherever it is; *shelf* holds what was moved out."""

    shelf: Shelf
    _files: dict[GameId, tuple[bytes, list[Entry]]]

    def on(self, shelf: Shelf) -> None:
        """Read what was moved out from *shelf*, from now on."""
        self.shelf, self._files = shelf, {}

    async def read(self, game: GameId, after: int, limit: int) -> list[Entry]:
        """Return entries after a position, from wherever they are (EventStore.read)."""
        key, first = layout.events_key(game), layout.stream_id(after + 1)
        stored, moved = await self._and_moved(
            game, lambda both: both.xrange(key, min=first, count=limit)
        )
        if moved is None:
            return [layout.entry_of(*one) for one in stored]
        _, entries = await self._file_of(game, moved)
        return entries[after : after + limit]

    async def last(self, game: GameId) -> Entry | None:
        """Return the last entry there really is, wherever it is (EventStore.last)."""
        key = layout.events_key(game)
        stored, moved = await self._and_moved(game, lambda both: both.xrevrange(key, count=1))
        if moved is None:
            return layout.entry_of(*stored[0]) if stored else None
        _, entries = await self._file_of(game, moved)
        return entries[-1]

    async def _and_moved(
        self, game: GameId, ask: Callable[[Any], object]
    ) -> tuple[Any, Moved | None]:
        """Return the answer to what *ask* asks of Redis, and where the game was moved to by then.

        Both in one transaction: a game that moves between two questions would seem to end there.
        """
        async with self._asking() as redis:
            both: Any = redis.pipeline(transaction=True)
            ask(both)
            both.get(layout.moved_key(game))
            stored, moved = await both.execute()
        return stored, _moved(moved)

    async def file(self, game: GameId) -> bytes | None:
        """Return the file of a game that was played elsewhere (EventStore.file)."""
        if (kept := await super().file(game)) is not None:
            return kept
        (moved,) = await self.moved([game])
        if moved is None or not moved.brought:
            return None
        return (await self._file_of(game, moved))[0]

    async def _file_of(self, game: GameId, moved: Moved) -> tuple[bytes, list[Entry]]:
        if (read := self._files.get(game)) is None:
            file = await self._fetched(moved)
            try:
                read = file, (await asyncio.to_thread(entries_of, file))[1]
            except ValueError as fault:
                raise StoreDown(f"This game is archived at {moved.where}, but {fault}.") from None
            self._files[game] = read
        while len(self._files) > REMEMBERED:
            del self._files[next(iter(self._files))]
        return read

    async def _fetched(self, moved: Moved) -> bytes:
        try:
            file = await self.shelf.get(moved.name, moved.size)
        except ShelfTrouble as trouble:
            raise StoreDown(f"This game is archived: {trouble.sentence}") from trouble
        if file is None:
            raise StoreDown(
                f"This game is archived at {moved.where}, and is not in this server's archive "
                f"({self.shelf.where(moved.name)})."
            )
        if not moved.is_whole(file):
            raise StoreDown(
                f"This game is archived at {moved.where}, and what lies there is not what was put "
                "there: put back a copy of that file."
            )
        return file

    async def moved(self, games: Sequence[GameId]) -> list[Moved | None]:
        """Return of each of *games* where it was moved to, None if it is in Redis."""
        async with self._asking() as redis:
            pipeline = redis.pipeline(transaction=False)
            for game in games:
                pipeline.execute_command("GET", layout.moved_key(game))
            found = await pipeline.execute()
        return [_moved(one) for one in found]

    async def move_out(self, game: GameId, head: Head, moved: Moved) -> bool:
        """Take a record that lies safely elsewhere out of Redis, if it ends at *head*, at once."""
        keys = [layout.head_key(game), layout.moved_key(game)]
        keys += [layout.events_key(game), layout.file_key(game)]
        args = [layout.head_bytes(head), msgspec.json.encode(moved)]
        async with self._asking() as redis:
            script: Any = redis.eval(layout.MOVE_OUT, len(keys), *keys, *args)
            return bool(await script)

    async def move_in(self, game: GameId, entries: Sequence[Entry], file: bytes | None) -> bool:
        """Bring a record back into Redis; False if what is there then is not *entries*.

        Until all of it is there it is read from the archive.
        """
        if file is not None:
            await self.keep_file(game, file)
        have = len(await super().read(game, 0, len(entries)))
        for begin in range(have, len(entries), self._limits.batch):
            async with self._asking() as redis:
                pipeline = redis.pipeline(transaction=False)
                for entry in entries[begin : begin + self._limits.batch]:
                    pipeline.execute_command(*layout.add_command(game, entry))
                await pipeline.execute()
        if await super().read(game, 0, len(entries) + 1) != [*entries]:
            return False
        async with self._asking() as redis:
            await redis.delete(layout.moved_key(game))
        return True


def _moved(stored: bytes | None) -> Moved | None:
    return None if stored is None else msgspec.json.decode(stored, type=Moved)
