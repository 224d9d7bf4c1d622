"""Clients at a real table: what a test waits for, it waits for by name."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from clients.sdk.client import GameClient, Happening, Notice
from clients.sdk.following import Forked
from clients.sdk.http import NotDone
from clients.sdk.keyring import Keyring, SeatKeys
from clients.sdk.links import Link
from domain.game_events import Declared
from server.bootstrap import Server

PATIENCE_S = 20.0


class AtTable:
    """A client, with all that happened to it."""

    def __init__(self, client: GameClient) -> None:
        self.client = client
        self.happened: list[Happening] = []
        self.end: Exception | None = None
        self._more = asyncio.Condition()

    @property
    def notices(self) -> list[str]:
        return [one.text for one in self.happened if isinstance(one, Notice)]

    @property
    def positions(self) -> list[int]:
        """The positions of all lines that were told, in order."""
        return [line.position for line in self.client.following.chronicle]

    async def listen(self) -> None:
        try:
            async for happening in self.client.happenings():
                self.happened.append(happening)
                await self._notify()
        except (NotDone, Forked) as end:
            self.end = end
            await self._notify()

    async def until(self, wanted: Callable[["AtTable"], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S), self._more:
            await self._more.wait_for(lambda: wanted(self))

    async def known(self) -> None:
        """Wait until the table is known."""
        await self.until(lambda one: bool(one.client.view))

    async def _notify(self) -> None:
        async with self._more:
            self._more.notify_all()


@asynccontextmanager
async def at_table(
    url: str, watch: Link, keys: SeatKeys | None = None, keyring: Keyring | None = None
) -> AsyncIterator[AtTable]:
    """Sit a client at a table (or let it watch) at *url*, and listen to what happens."""
    async with GameClient(url, watch.game, keys, keyring) as client:
        one = AtTable(client)
        listening = asyncio.create_task(one.listen())
        try:
            yield one
        finally:
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening


async def declared(server: Server, watch: Link) -> list[bytes]:
    """Return the ids of all declarations on the record."""
    host = await server.hosts.get(watch.game)
    entries = await server.hosts.store.read(watch.game, 0, 10_000)
    events = [host.table.codec.decode(entry.open, entry.secret) for entry in entries]
    return [event.id for event in events if isinstance(event, Declared)]
