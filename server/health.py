"""Whether this process can keep its promise: looked at all the time, told at once."""

import asyncio

import structlog
from aiohttp import web

from server.store.event_store import EventStore, StoreDown

log = structlog.get_logger()
LOOK_S = 0.3


class Health:
    """Red within a second after the store is gone, green again by itself."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self.sentence = "The store was not looked at yet."

    async def watch(self) -> None:
        """Look at the store a few times a second, for ever."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Look once; note and log what changed."""
        before = self.sentence
        try:
            await self._store.check()
            self.sentence = ""
        except StoreDown as down:
            self.sentence = down.sentence
        if self.sentence != before:
            log.warning("store", state=self.sentence or "well")

    async def ready(self, _: web.Request) -> web.Response:
        """Answer 200 if a declaration could be recorded now, else 503 and why not."""
        if self.sentence:
            return web.Response(status=503, text=self.sentence + "\n")
        return web.Response(text="ready\n")
