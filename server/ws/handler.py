"""Bytes between a socket and its session: nothing is decided here."""

import asyncio

import msgspec
import structlog
from aiohttp import WSCloseCode, WSMsgType, web
from websockets.frames import Frame, Opcode

from domain.names import game_id
from domain.record import head_message, signature_holds
from projections.messages import (
    Beat,
    Contribute,
    Declare,
    Hello,
    Problem,
    Recorded,
    Welcome,
)
from projections.wire import JSON, MSGPACK, Format
from server.answers import frozen, not_allowed, not_found, problem, too_fast
from server.fanout import Fanout
from server.host import GameHost
from server.hosts import Hosts, NoSuchGame
from server.lane import Framing
from server.limits import Limits
from server.metrics import Metrics
from server.origins import Origins
from server.pace import Bucket, SeatPace, SeatPaces
from server.recording import FAILURES
from server.subscriptions import Subscription
from server.ws.session import Session

log = structlog.get_logger()
MISSED_LINES = 20
SEAT_LEFT = 4001
FORMATS = {wire.subprotocol: wire for wire in (MSGPACK, JSON)}


def _binary(message: bytes) -> bytes:
    return Frame(Opcode.BINARY, message).serialize(mask=False)


def _text(message: bytes) -> bytes:
    return Frame(Opcode.TEXT, message).serialize(mask=False)


FRAMINGS = {MSGPACK: Framing(MSGPACK, _binary), JSON: Framing(JSON, _text)}
"""Messages to viewers are framed once for all of them and written past aiohttp, which frames (and
waits) once for each; what it writes itself (pings, the closing) is whole frames as well.
"""


class WebSockets:
    """The endpoint `/ws`: live games, for players and spectators."""

    def __init__(
        self,
        hosts: Hosts,
        fanout: Fanout,
        limits: Limits,
        paces: SeatPaces,
        metrics: Metrics,
        origins: Origins,
        durability: str,
    ) -> None:
        self._hosts, self._fanout, self._limits = hosts, fanout, limits
        self._paces, self._origins, self._durability = paces, origins, durability
        self._metrics = metrics
        self._open: set[web.WebSocketResponse] = set()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one socket from its upgrade to its end."""
        if not self._origins.allow(request):
            raise web.HTTPForbidden(text="This page may not act for a player here.\n")
        socket = web.WebSocketResponse(
            protocols=tuple(FORMATS),
            timeout=self._limits.close_s,
            heartbeat=self._limits.silence_s,
            max_msg_size=self._limits.frame_bytes,
            compress=False,
        )
        await socket.prepare(request)
        wire = FORMATS.get(socket.ws_protocol or "")
        if wire is None:
            names = " or ".join(FORMATS)
            await socket.close(code=WSCloseCode.PROTOCOL_ERROR, message=f"speak {names}".encode())
            return socket
        self._open.add(socket)
        try:
            await self._serve(request, socket, Session(wire))
        finally:
            self._open.discard(socket)
        return socket

    async def close_all(self) -> None:
        """Tell every viewer that the server stops; they come back by themselves."""
        closing = [
            socket.close(code=WSCloseCode.GOING_AWAY, message=b"the server restarts")
            for socket in list(self._open)
        ]
        await asyncio.gather(*closing, return_exceptions=True)

    async def _serve(
        self, request: web.Request, socket: web.WebSocketResponse, session: Session
    ) -> None:
        try:
            async with asyncio.timeout(self._limits.hello_s):
                subscription = await self._welcome(request, socket, session)
        except TimeoutError:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"no hello in time")
            return
        if subscription is None:
            await socket.close()
            return
        closing = asyncio.create_task(_close_after(subscription, socket))
        try:
            await self._read(socket, session, subscription)
        finally:
            self._fanout.remove(subscription)
            if not subscription.ended.is_set():
                closing.cancel()
            await asyncio.gather(closing, return_exceptions=True)

    async def _welcome(
        self, request: web.Request, socket: web.WebSocketResponse, session: Session
    ) -> Subscription | None:
        """Wait for Hello and answer it; the subscription of a viewer who is welcome."""
        message = await socket.receive()
        if message.type not in {WSMsgType.BINARY, WSMsgType.TEXT}:
            return None
        hello = session.receive(message.data)
        if isinstance(hello, Hello):
            answer = await self._hello(request, hello, session)
            if not isinstance(answer, Problem):
                return answer
        else:
            answer = hello if isinstance(hello, Problem) else not_allowed(0)
        await socket.send_frame(session.format.encode(answer), _opcode(session.format))
        return None

    async def _hello(
        self, request: web.Request, hello: Hello, session: Session
    ) -> Subscription | Problem | None:
        try:
            host = await self._hosts.get(game_id(hello.game))
            token = None if hello.token is None else bytes.fromhex(hello.token)
            viewer = await host.holder(token)
            if viewer is None:
                return not_allowed(hello.id)
            await self._compare(host, hello)
            live = await host.live_view(viewer)
            if not host.still_holds(token, viewer):  # it was handed over meanwhile
                return not_allowed(hello.id)
        except FAILURES as why:
            return problem(hello.id, why)
        except (NoSuchGame, ValueError):
            return not_found(hello.id) if hello.token is None else not_allowed(hello.id)
        if request.transport is None:
            return None  # it is gone
        framing = FRAMINGS[session.format]
        subscription = self._fanout.subscribe(host, live, framing, request.transport, token)
        session.welcomed = True
        self._welcomed(hello, host, subscription)
        return subscription

    def _welcomed(self, hello: Hello, host: GameHost, subscription: Subscription) -> None:
        """Send the welcome and what this viewer missed; nothing is awaited from here on."""
        live = subscription.live
        why = "" if hello.after is None else "You missed too much; this is how the game stands now."
        welcome = Welcome(
            id=hello.id,
            game=hello.game,
            viewer=str(live.viewer),
            seat=live.viewer.seat,
            server_key=host.server_key,
            head=host.signed_head(live.viewer),
            durability=self._durability,
            limits={"frame_bytes": self._limits.frame_bytes},
            now_ms=host.now_ms(),
        )
        subscription.answer(welcome)
        missed = live.since(hello.after) if hello.after is not None else None
        subscription.answer(missed or live.snapshot(why))
        if host.frozen:
            subscription.answer(frozen(host.frozen))

    async def _compare(self, host: GameHost, hello: Hello) -> None:
        """Who saw more, by another process, is not shown less, which would be taken for a fork.

        A head that we signed and do not have is proof that events were lost (record.md).
        """
        seen = hello.seen
        if seen is not None and not signature_holds(
            host.server_key, seen.signature, head_message(host.id, seen.head)
        ):
            seen = None
        claimed = max(hello.after or 0, seen.position if seen else 0)
        if claimed > host.head.position and not host.frozen:
            await host.catch_up(claimed)
        if seen is not None:
            host.check_seen(seen)

    async def _read(
        self, socket: web.WebSocketResponse, session: Session, subscription: Subscription
    ) -> None:
        """Take requests one at a time: the next is read when this one is answered."""
        host = await self._hosts.get(subscription.game)
        viewer = subscription.live.viewer
        pace = SeatPace(self._limits)
        if viewer.seat is not None:
            pace = self._paces.of((host.id, viewer))
        looks = Bucket(1 / self._limits.look_s, 1)
        async for message in socket:
            # One a turn of the loop: who sends many at once is not served before all others.
            await asyncio.sleep(0)
            await subscription.room()
            if not host.still_holds(subscription.token, viewer):
                self._fanout.tell_now(host)  # that it was given up, before the line is closed
                break
            if message.type not in {WSMsgType.BINARY, WSMsgType.TEXT}:
                break
            request = session.receive(message.data)
            if wait_s := pace.take():
                self._metrics.limited.inc()
                subscription.answer(too_fast(request.id, wait_s))
                # Nor is more read until it may be: a flood waits on its sender's side.
                await asyncio.sleep(min(wait_s, self._limits.look_s))
                continue
            answer: Recorded | Problem
            match request:
                case Problem():
                    answer = request
                case Contribute():
                    answer = await host.contribute(viewer, request)
                case Declare():
                    answer = await self._declare(host, subscription, request)
                case Beat():
                    self._fanout.tell_now(host)  # the answer says that all is told
                    if request.position < subscription.live.head.position and not looks.take():
                        subscription.send_snapshot()
                    head = host.signed_head(viewer)
                    beat = Beat(id=request.id, position=head.position, head=head)
                    subscription.answer(beat)
                    continue
                case Hello():  # the session lets it pass once, and that was before
                    return
            pace.answered(answer)
            subscription.answer(answer)

    async def _declare(
        self, host: GameHost, subscription: Subscription, request: Declare
    ) -> Recorded | Problem:
        viewer, sealed = subscription.live.viewer, request.sealed
        answer = await self._metrics.measured(
            host.declare(viewer, request.id, request.open, sealed, request.signature)
        )
        if isinstance(answer, Problem) and answer.code == "conflict":
            host.show()
            since = answer.facts["since"]
            missed = [line for line in subscription.live.chronicle if line.position >= int(since)]
            return msgspec.structs.replace(answer, missed=tuple(missed[-MISSED_LINES:]))
        return answer


async def _close_after(subscription: Subscription, socket: web.WebSocketResponse) -> None:
    """Close the socket after the last word to its viewer."""
    await subscription.ended.wait()
    await socket.close(code=SEAT_LEFT, message=b"seat left")


def _opcode(wire: Format) -> WSMsgType:
    return WSMsgType.BINARY if wire.binary else WSMsgType.TEXT
