"""The page's own modules as a viewer of a game: a process that does what a test tells it."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from clients.sdk.links import Link
from tests.clients.web.built import NODE, built

PATIENCE_S = 30.0
LINE_BYTES = 1 << 24


class PagePlayer:
    """One viewer; every answer is what the page would know."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self.keys: Any = None

    async def do(self, what: str, **how: Any) -> Any:
        """Have *what* done, and return what came of it."""
        request = next(self._ids)
        self._waiting[request] = asyncio.get_running_loop().create_future()
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"id": request, "do": what, **how}).encode() + b"\n")
        async with asyncio.timeout(PATIENCE_S):
            return await self._waiting[request]

    async def join(self, link: Link, name: str) -> Any:
        told = await self.do("join", link=str(link), name=name)
        self.keys = told.get("keys")
        return told

    async def follow(self, link: Link, keys: Any = None, server: str = "") -> None:
        server = server or link.server
        await self.do("follow", server=server, game=link.game.hex(), keys=keys)

    async def until(self, at: int = 0, **wanted: Any) -> Any:
        """Wait until the state is as *wanted*, at event *at* or later, and return it."""
        state = await self.do("until", at=at, **{"is": wanted})
        assert "waited" not in state, state["waited"]
        return state

    async def declare(self, command: str, fields: dict[str, Any], *sealed: str) -> Any:
        return await self.do("declare", command=command, fields=fields, sealed=sealed)

    async def listen(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            told = json.loads(line)
            future = self._waiting.pop(told["id"])
            if "fault" in told:
                future.set_exception(AssertionError(told["fault"]))
            else:
                future.set_result(told["answer"])


@asynccontextmanager
async def page_player() -> AsyncIterator[PagePlayer]:
    """Start a viewer; it ends with the test."""
    bundle = await asyncio.to_thread(built, "player")
    process = await asyncio.create_subprocess_exec(
        *(NODE, Path(__file__).with_name("player.mjs"), bundle),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE_BYTES,
    )
    player = PagePlayer(process)
    listening = asyncio.create_task(player.listen())
    try:
        yield player
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
