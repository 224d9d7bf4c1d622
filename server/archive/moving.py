"""Moving a game to the archive and back: nothing is let go before its copy was read back.

Whoever is killed in between leaves the game in the store, in the archive, or in both, each whole;
the same command again goes on from there.
"""

import asyncio
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.metadata import entry_points
from typing import Any

import msgspec

from domain.exported import entries_of
from domain.names import GameId
from domain.record import START
from projections.lobby import LobbyLine
from projections.record_file import record_file
from projections.viewer import SPECTATOR
from server.host import GameHost
from server.hosts import Hosts, NoSuchGame
from server.shelves.shelf import Shelf
from server.store.shelved import Moved, ShelvedStreams


class NotMoved(Exception):  # noqa: N818  names what happened
    """The game stays where it is; *why* says what is the matter with it."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Mover:
    """Moves games between a store and a shelf."""

    def __init__(self, hosts: Hosts, store: ShelvedStreams, shelf: Shelf) -> None:
        self._hosts, self._store, self._shelf = hosts, store, shelf
        self._verify = verifiers(hosts.systems)

    async def archive(self, game: GameId) -> str:
        """Move a game that is over to the archive; return where it lies.

        Raises NotMoved, NoSuchGame, StoreDown, ShelfTrouble.
        """
        (moved,) = await self._store.moved([game])
        if moved is not None:
            return moved.where
        host = await self._hosts.get(game)
        if host.frozen or host.table.game.phase != "over":
            raise NotMoved(host.frozen or "it is not over")
        file = await _file_of(host)
        await asyncio.to_thread(self._check, file)
        entries = await host.reader.entries(host.head.position)
        if (await asyncio.to_thread(entries_of, file))[1] != entries:
            raise NotMoved("its file is not, event for event, what the store holds")
        name = f"{game.hex()}.bsr"
        await self._shelf.put(name, file)
        if await self._shelf.get(name, len(file)) != file:
            raise NotMoved(f"what was written to {self._shelf.where(name)} is not read back")
        moved = Moved(
            name,
            self._shelf.where(name),
            brought=host.testimony is not None,
            size=len(file),
            sha256=sha256(file).hexdigest(),
        )
        if not await self._store.move_out(game, host.head, moved):
            raise NotMoved("something was recorded meanwhile")
        await self._say(game, archived=True)
        self._hosts.drop(game)
        return moved.where

    async def restore(self, game: GameId) -> None:
        """Bring a game back into the store; its file stays in the archive.

        Raises NoSuchGame, NotMoved, StoreDown, ShelfTrouble.
        """
        (moved,) = await self._store.moved([game])
        if moved is None:
            if await self._store.head(game) == START:
                raise NoSuchGame
            raise NotMoved("it is not archived")
        file = await self._shelf.get(moved.name, moved.size)
        if file is None:
            raise NotMoved(f"there is nothing at {moved.where}")
        if not moved.is_whole(file):
            raise NotMoved(f"what lies at {moved.where} is not what was put there")
        await asyncio.to_thread(self._check, file)
        _, entries = await asyncio.to_thread(entries_of, file)
        if entries[-1].head != await self._store.head(game):
            raise NotMoved(f"what is at {moved.where} is not the game that was put there")
        if not await self._store.move_in(game, entries, file if moved.brought else None):
            raise NotMoved("the store holds other events of it already")
        await self._say(game, archived=False)

    def _check(self, file: bytes) -> None:
        try:
            self._verify(file)
        except Exception as fault:
            # Whatever a verifier finds: a game with a fault stays where people can look at it.
            raise NotMoved(f"its record does not verify: {fault}") from fault

    async def _say(self, game: GameId, *, archived: bool) -> None:
        (kept,) = await self._store.index.lines([game])
        if kept is not None:
            line = msgspec.json.decode(kept, type=LobbyLine)
            line = msgspec.structs.replace(line, archived=archived)
            await self._store.index.keep_lines({game: msgspec.json.encode(line)})


async def _file_of(host: GameHost) -> bytes:
    """Return the record of a game that is over, when nothing in it is closed to anybody."""
    if host.testimony is not None:
        return host.testimony.file
    head = host.signed_head(SPECTATOR)
    entries = await host.reader.readable(SPECTATOR, head.position)
    return record_file(
        host.id, host.entropy.public_key, SPECTATOR, entries, head, host.entropy.sign
    )


def verifiers(systems: Mapping[str, Any]) -> Callable[[bytes], None]:
    """Return what checks a record by both verifiers, and raises what they find.

    They are found as entry points: the server never imports what checks it.
    """
    found = {point.name: point.load() for point in entry_points(group="broadside.verifiers")}
    protocol, rules = found["protocol"], found["rules"]

    def check(file: bytes) -> None:
        protocol(file)
        rules(file, systems)

    return check
