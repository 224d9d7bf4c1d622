"""A server that owns its key and shows whatever it likes: against it a page has only the proof."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from clients.verifier import protocol as p
from domain.names import GameId
from projections.messages import Seen, SignedHead, Snapshot, Told, Update, Welcome
from projections.wire import MSGPACK
from tests.clients.verifier.test_protocol import SERVER, Referee, private, public


class Liar:
    """Serves one game; *record* and what is said on sockets need not agree."""

    def __init__(self, referee: Referee) -> None:
        self.referee = self.record = referee
        self.url = ""
        self._sockets: set[web.WebSocketResponse] = set()

    @property
    def game(self) -> GameId:
        return GameId(self.referee.game)

    async def tell(self, *, since: int) -> None:
        """Send every viewer an update with all events after *since*."""
        frame = MSGPACK.encode(self._update(since))
        for socket in self._sockets:
            await socket.send_bytes(frame)

    def cut(self) -> None:
        """End all connections, as a restart does."""
        for socket in list(self._sockets):
            asyncio.get_running_loop().create_task(socket.close(code=1001))

    def _update(self, since: int) -> Update:
        hashes = self.referee.hashes()
        maps = [{key: one[key] for key in one if key != "h"} for one in self.referee.maps()]
        return Update(
            after=since,
            position=len(maps),
            hash=hashes[-1],
            events=tuple(Seen(**one) for one in maps[since:]),
            chronicle=(),
            changes=[],
        )

    def head(self) -> SignedHead:
        position, head = len(self.referee.events), self.referee.hashes()[-1]
        message = p.head_message(self.referee.game, position, head)
        return SignedHead(position, head, private(SERVER).sign(message))

    async def serve_record(self, _: web.Request) -> web.Response:
        return web.Response(body=self.record.export())

    async def serve_socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(protocols=(MSGPACK.subprotocol,))
        await socket.prepare(request)
        hello: Any = MSGPACK.from_viewer((await socket.receive()).data)
        welcome = Welcome(
            id=hello.id,
            game=hello.game,
            viewer="spectator",
            seat=None,
            server_key=public(SERVER),
            head=self.head(),
            durability="always",
            limits={},
        )
        await socket.send_bytes(MSGPACK.encode(welcome))
        head = self.head()
        lines: tuple[Told, ...] = ()
        snapshot = Snapshot(position=head.position, hash=head.hash, view={}, chronicle=lines)
        missed = None if hello.after is None else self._update(hello.after)
        await socket.send_bytes(MSGPACK.encode(missed or snapshot))
        self._sockets.add(socket)
        async for _ in socket:
            pass
        self._sockets.discard(socket)
        return socket


@asynccontextmanager
async def lying(referee: Referee) -> AsyncIterator[Liar]:
    """Give a liar that serves the referee's game."""
    liar = Liar(referee)
    app = web.Application()
    app.add_routes(
        [
            web.get("/ws", liar.serve_socket),
            web.get(f"/api/games/{referee.game.hex()}/record", liar.serve_record),
        ]
    )
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    liar.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield liar
    finally:
        await runner.cleanup()
