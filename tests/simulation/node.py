"""A server of the simulation: its real parts on a faulty line to the store, which may crash."""

import asyncio
import random
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.streams import StreamReader
from aiohttp.test_utils import make_mocked_request

from domain.dice import Chain
from domain.game import System
from domain.names import GameId
from domain.record import START, Head
from projections.wire import MSGPACK
from server.api.addresses import Addresses
from server.api.games import Games, as_problems
from server.deadlines import Deadlines
from server.entropy import Entropy, GameSources
from server.fanout import Fanout
from server.hosts import Hosts
from server.limits import LIMITS, Limits
from server.marks import Marks
from server.metrics import Metrics
from server.origins import Origins
from server.pace import seat_paces
from server.store.limits import StoreLimits
from server.uptime import Uptime
from server.ws.handler import WebSockets
from server.ws.session import Session
from tests.simulation.model_store import Line as StoreLine
from tests.simulation.model_store import Model, ModelStore
from tests.simulation.network import Line, ServerSocket

BEGAN_MS = 1_700_000_000_000
_CHAINS: dict[GameId, dict[Chain, Any]] = {}
"""A chain takes 50 ms: all simulations have the same games, and so the same chains."""


class Ticks:
    """A wall clock that goes with the loop, and may be set otherwise."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def now_ms(self) -> int:
        return BEGAN_MS + self.ahead_ms + int(1000 * asyncio.get_running_loop().time())


class Memory(Marks):
    """The marks of a server, on a disk that outlives it."""

    def __init__(self) -> None:
        self._marks: dict[GameId, Head] = {}

    def read(self, game: GameId) -> Head:
        return self._marks.get(game, START)

    def write(self, game: GameId, head: Head) -> None:
        if head.position > self.read(game).position:
            self._marks[game] = head


class OneSecret(Entropy):
    """The master secret of all servers; what is derived from it is derived once."""

    def sources(self, game: GameId) -> GameSources:
        sources = super().sources(game)
        sources._chains = _CHAINS.setdefault(game, {})
        return sources


class Node:
    """One server: *up*, or crashed until it is started again on the same disk."""

    def __init__(
        self,
        model: Model,
        systems: Mapping[str, System],
        chance: random.Random,
        limits: Limits = LIMITS,
    ) -> None:
        self._model, self._systems, self._chance = model, systems, chance
        self._limits, self.store_limits = limits, StoreLimits()
        self.clock, self._marks, self._entropy = Ticks(), Memory(), OneSecret(b"\x07" * 32)
        self.lines: dict[Line, None] = {}
        self.up = False
        self.store_line = StoreLine(model, chance, self.store_limits)
        # In order, unlike sets: else a seed would not be enough to repeat what it led to.
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self._main: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start, as `bootstrap.running` does; StoreDown if the store does not answer."""
        self.store_line = StoreLine(self._model, self._chance, self.store_limits)
        store = ModelStore(self.store_line)
        self.hosts = Hosts(
            self._systems, store, self._entropy, self._marks, self.clock, self._limits
        )
        self.fanout, self._deadlines = Fanout(self.hosts), Deadlines()
        self.hosts.listeners.append(self._deadlines.watch)
        self._uptime = Uptime(store, self.clock, self._limits)
        await self._uptime.begin()
        self.hosts.stopped_ms = self._uptime.stopped_ms
        paces, metrics = seat_paces(self._limits), Metrics()
        self._sockets = WebSockets(
            self.hosts, self.fanout, self._limits, paces, metrics, Origins(), "always"
        )
        addresses = Addresses(self._limits)
        games = Games(self.hosts, None, None, paces, metrics, addresses)  # type: ignore[arg-type]
        self._app = web.Application(middlewares=[as_problems])
        self._app.add_routes(games.routes())
        self._app.freeze()
        for watch in (
            self.fanout.follow_hints(),
            self.fanout.poll(),
            self.fanout.sweep(),
            self.fanout.beat(),
            self.fanout.say_who_is_here(self.clock),
            self._uptime.keep(self.hosts.read_clocks),
        ):
            self._do(watch)
        self.up = True

    async def stop(self) -> None:
        """Stop as SIGTERM does: tell everybody, finish, leave a last sign of life."""
        self.up = False
        for line in list(self.lines):
            line.close(1001)
        await self._end()
        await self._uptime.end()
        self.store_line.dead = True

    async def crash(self) -> None:
        """Be gone from one moment to the next: nothing is said, nothing more is asked."""
        self.up, self.store_line.dead = False, True
        for line in list(self.lines):
            line.cut(silent=self._chance.random() < 0.2)
        await self._end()

    async def _end(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*list(self._tasks), return_exceptions=True)
        await self._deadlines.stop()

    def _do(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)
        return task

    def accept(self, line: Line) -> None:
        """Serve a websocket."""
        self.lines[line] = None
        self._do(self._serve(line))

    async def _serve(self, line: Line) -> None:
        socket = ServerSocket(line)
        try:
            await self._sockets._serve(socket, socket, Session(MSGPACK))  # type: ignore[arg-type]
        finally:
            self.lines.pop(line, None)
            if self.up:
                line.close(1000)

    async def ask(self, method: str, url: str, body: bytes | None, token: str) -> web.Response:
        """Answer an HTTP request; CancelledError if the server crashes meanwhile."""
        headers = {"Host": "table", "Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        parts = urlsplit(url)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        payload = StreamReader(_Protocol(), 2**16, loop=asyncio.get_running_loop())  # type: ignore[arg-type]
        payload.feed_data(body or b"")
        payload.feed_eof()
        request = make_mocked_request(method, path, headers, payload=payload, app=self._app)
        response = await self._do(self._app._handle(request))
        assert isinstance(response, web.Response)
        return response


class _Protocol:
    """What a body is read through: it is all there."""

    _reading_paused = False

    def pause_reading(self) -> None:
        """Nothing comes any more."""

    def resume_reading(self, *, resume_parser: bool = True) -> None:
        """Nothing comes any more."""
