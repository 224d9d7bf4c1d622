"""The aiohttp application: HTTP, websockets and the page on one port."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog
from aiohttp import web
from prometheus_client import CollectorRegistry, Gauge, generate_latest

from domain.names import game_id
from server.api.games import Games, as_problems
from server.fanout import Fanout
from server.health import Health
from server.hosts import Hosts
from server.limits import Limits
from server.ws.handler import WebSockets

log = structlog.get_logger()
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
PAGE = Path(__file__).parents[2] / "clients" / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def application(
    games: Games, sockets: WebSockets, health: Health, metrics: "Metrics", limits: Limits
) -> web.Application:
    """Return the application, its parts given."""
    app = web.Application(
        middlewares=[safe_headers, as_problems], client_max_size=limits.body_bytes
    )
    app.add_routes(games.routes())
    app.add_routes(
        [
            web.get("/ws", sockets.serve),
            web.get("/livez", _alive),
            web.get("/readyz", health.ready),
            web.get("/metrics", metrics.show),
            web.get("/", _page),
            web.get("/g/{game}", _page),
            web.static("/page", PAGE),
        ]
    )
    return app


@web.middleware
async def safe_headers(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let pages load nothing from elsewhere, and nobody frame or guess at what we send."""
    try:
        response = await handler(request)
    except web.HTTPException as answer:
        answer.headers.update(SAFE)
        raise
    if not response.prepared:
        response.headers.update(SAFE)
    return response


SAFE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Metrics:
    """What this process counts, for Prometheus; no label names a game or a person."""

    def __init__(self, hosts: Hosts, fanout: Fanout) -> None:
        self._registry = CollectorRegistry()
        held = Gauge("broadside_games_held", "Games folded here", registry=self._registry)
        held.set_function(lambda: len(hosts.held()))
        frozen = Gauge("broadside_games_frozen", "Games frozen here", registry=self._registry)
        frozen.set_function(lambda: sum(1 for host in hosts.held() if host.frozen))
        viewers = Gauge("broadside_viewers", "Open subscriptions", registry=self._registry)
        viewers.set_function(fanout.count)

    async def show(self, _: web.Request) -> web.Response:
        """Return all figures in Prometheus' text format."""
        return web.Response(body=generate_latest(self._registry), content_type="text/plain")


async def _alive(_: web.Request) -> web.Response:
    return web.Response(text="alive\n")


async def _page(request: web.Request) -> web.StreamResponse:
    if "game" in request.match_info:
        try:
            game_id(request.match_info["game"])
        except ValueError:
            raise web.HTTPNotFound(text="There is no such game here.\n") from None
    return web.FileResponse(PAGE / "index.html")
