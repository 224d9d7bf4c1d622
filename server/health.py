"""Whether this process can keep its promise: looked at all the time, told at once."""

import asyncio
import os
import time
from pathlib import Path

import structlog
from aiohttp import web

from server.clock import Clock
from server.hosts import Hosts
from server.store.event_store import EventStore, StoreDown

log = structlog.get_logger()
LOOK_S = 0.3
TIMES = 2
"""How often a store is asked, for 0.3 s each (check_s), before it is gone: red within 0.9 s."""

Check = tuple[str, bool, str]
"""What is checked, whether it is well, and a word on it."""


class Health:
    """Red within a second after the store is gone, green again by itself."""

    def __init__(
        self, store: EventStore, hosts: Hosts, clock: Clock, marks: Path, durability: str
    ) -> None:
        self._store, self._hosts, self._clock = store, hosts, clock
        self._marks, self._durability = marks, durability
        self._began_s = self._ahead_s()
        self.sentence = "The store was not looked at yet."

    async def watch(self) -> None:
        """Look at the store a few times a second, for ever."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Look, and again if nothing was heard; note and log what changed.

        A loop that was held up has not heard in time what the store said at once.
        """
        before = self.sentence
        for _ in range(TIMES):
            try:
                await self._store.check()
                self.sentence = ""
                break
            except StoreDown as down:
                self.sentence = down.sentence
        if self.sentence != before:
            tell = log.warning if self.sentence else log.info
            tell("store", state=self.sentence or "well")

    def checks(self) -> list[Check]:
        """Return each check with its state; those of games and of the clock never turn it red."""
        jumped_s = self._ahead_s() - self._began_s
        frozen = sum(1 for host in self._hosts.held() if host.frozen)
        marked, stopping = os.access(self._marks, os.W_OK), self._hosts.stopping
        return [
            ("store", not self.sentence, self.sentence or "a write and a read succeed"),
            ("durability", True, self._durability),
            ("marks", marked, f"the folder can{'' if marked else 'not'} be written"),
            ("going on", not stopping, f"it was {'' if stopping else 'not '}told to stop"),
            ("clock", True, f"{jumped_s:+.1f} s since the start against the steady clock"),
            ("games", True, f"{frozen} frozen of {len(self._hosts.held())} held here"),
        ]

    async def ready(self, request: web.Request) -> web.Response:
        """Answer 200 if a declaration could be recorded now, else 503 and why not."""
        checks = self.checks()
        ready = all(well for _, well, _ in checks)
        if "verbose" in request.query:
            lines = [f"[{'+' if well else '-'}]{name}: {word}" for name, well, word in checks]
            text = "\n".join([*lines, "ready" if ready else "not ready"])
        elif ready:
            text = "ready"
        else:
            text = self.sentence or ", ".join(f"not {name}" for name, well, _ in checks if not well)
        return web.Response(status=200 if ready else 503, text=text + "\n")

    def _ahead_s(self) -> float:
        return self._clock.now_ms() / 1000 - time.monotonic()
