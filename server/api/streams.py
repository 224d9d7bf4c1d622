"""A game as server-sent events: what the websocket sends, for readers that only read."""

import asyncio

from aiohttp import web

from projections.viewer import Viewer
from projections.wire import JSON
from server.fanout import Fanout
from server.host import GameHost
from server.limits import Limits
from server.subscriptions import Subscription


class Streams:
    """Streams of events: a snapshot, then updates, each the data of one event."""

    def __init__(self, fanout: Fanout, limits: Limits) -> None:
        self._fanout, self._limits = fanout, limits

    async def serve(
        self, request: web.Request, host: GameHost, viewer: Viewer, token: bytes | None
    ) -> web.StreamResponse:
        """Stream until the reader leaves, or takes longer than the limit for one event."""
        live = await host.live_view(viewer)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        subscription = self._fanout.subscribe(host, live, JSON, token, only_reads=True)
        subscription.answer(JSON.encode(live.snapshot()))
        try:
            while (data := await self._next(subscription)) is not None:
                async with asyncio.timeout(self._limits.write_s):
                    await response.write(data)
        except (TimeoutError, ConnectionError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._fanout.remove(subscription)
        return response

    async def _next(self, subscription: Subscription) -> bytes | None:
        """Return the next event, or after a while of nothing a sign of life: it shows who left."""
        try:
            async with asyncio.timeout(self._limits.beat_s):
                frame = await subscription.next()
        except TimeoutError:
            return b": nothing new\n\n"
        return None if frame is None else b"data: " + frame + b"\n\n"
