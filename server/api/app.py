"""The aiohttp application: HTTP, websockets and the page on one port."""

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from prometheus_client import CollectorRegistry, Gauge, generate_latest

from projections.messages import Problem
from server.api import page
from server.api.addresses import Addresses
from server.api.games import Games, as_problems
from server.api.problems import answered
from server.fanout import Fanout
from server.health import Health
from server.hosts import Hosts
from server.limits import Limits
from server.origins import Origins
from server.ws.handler import WebSockets


def application(
    games: Games,
    sockets: WebSockets,
    health: Health,
    metrics: "Metrics",
    limits: Limits,
    origins: Origins,
    addresses: Addresses,
) -> web.Application:
    """Return the application, its parts given."""
    app = web.Application(
        middlewares=[page.safe_headers, addresses.limited, _own_pages(origins), as_problems],
        client_max_size=limits.body_bytes,
    )
    app.add_routes(games.routes())
    app.add_routes(
        [
            web.get("/ws", sockets.serve),
            web.get("/livez", _alive),
            web.get("/readyz", health.ready),
            web.get("/metrics", metrics.show),
        ]
    )
    app.add_routes(page.routes())
    return app


def _own_pages(origins: Origins) -> Middleware:
    """Return what refuses requests of foreign pages that could change something."""

    @web.middleware
    async def only_own_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.method not in {"GET", "HEAD"} and not origins.allow(request):
            text = "Not recorded: a page of another server may not act here."
            return answered(Problem(id=None, code="not_allowed", text=text))
        return await handler(request)

    return only_own_pages


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
