"""A game as server-sent events: what the websocket sends, for readers that only read."""

import asyncio
from contextlib import suppress

from aiohttp import web

from domain.game_events import FORM
from domain.refusals import Refused
from projections.viewer import Viewer
from projections.wire import JSON
from server.answers import frozen
from server.fanout import Fanout
from server.host import GameHost
from server.lane import Framing
from server.limits import Limits
from server.subscriptions import Subscription

NOTHING_NEW = b": nothing new\n\n"


def _event(message: bytes) -> bytes:
    return _chunk(b"data: " + message + b"\n\n")


def _chunk(data: bytes) -> bytes:
    """Return *data* as a chunk of an HTTP/1.1 body."""
    return b"%x\r\n%b\r\n" % (len(data), data)


EVENTS = Framing(JSON, _event)


class Streams:
    """Streams of events: a snapshot, then updates, each the data of one event."""

    def __init__(self, fanout: Fanout, limits: Limits) -> None:
        self._fanout, self._limits = fanout, limits

    async def serve(
        self, request: web.Request, host: GameHost, viewer: Viewer, token: bytes | None
    ) -> web.StreamResponse:
        """Stream until the reader leaves, or is cut off."""
        live = await host.live_view(viewer)
        if not host.still_holds(token, viewer):
            raise Refused("not_allowed", FORM)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        response.enable_chunked_encoding()
        await response.prepare(request)
        await response.write(NOTHING_NEW)  # the head goes out with it; the rest is chunks of ours
        if (transport := request.transport) is None:
            return response
        subscription = self._fanout.subscribe(host, live, EVENTS, transport, token, only_reads=True)
        subscription.answer(live.snapshot())
        if host.frozen:
            subscription.answer(frozen(host.frozen))
        try:
            await self._until_it_ends(subscription, transport)
            # Who does not take the end of it is cut off, as long as it is a subscription.
            with suppress(ConnectionError):
                await response.write_eof()
        finally:
            self._fanout.remove(subscription)
        return response

    async def _until_it_ends(
        self, subscription: Subscription, transport: asyncio.WriteTransport
    ) -> None:
        """Say after a while of nothing that there is nothing: it shows who left."""
        while not subscription.ended.is_set() and not transport.is_closing():
            with suppress(TimeoutError):
                async with asyncio.timeout(self._limits.beat_s):
                    await subscription.ended.wait()
                    return
            subscription.remark(_chunk(NOTHING_NEW))
