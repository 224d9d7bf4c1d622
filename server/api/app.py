"""The aiohttp application: HTTP, websockets and the page on one port."""

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from projections.messages import Problem
from server.api import described, page
from server.api.addresses import Addresses
from server.api.games import Games, as_problems
from server.api.operator import Operator
from server.api.problems import answered
from server.health import Health
from server.limits import Limits
from server.origins import Origins
from server.ws.handler import WebSockets


def application(
    games: Games,
    sockets: WebSockets,
    health: Health,
    operator: Operator,
    limits: Limits,
    origins: Origins,
    addresses: Addresses,
) -> web.Application:
    """Return the application, its parts given."""
    app = web.Application(
        middlewares=[page.safe_headers, addresses.limited, _own_pages(origins), as_problems],
        client_max_size=limits.body_bytes,
    )
    app.on_response_prepare.append(_nameless)
    app.add_routes(games.routes())
    app.add_routes(
        [
            web.get("/ws", sockets.serve),
            web.get("/livez", _alive),
            web.get("/readyz", health.ready),
        ]
    )
    app.add_routes(operator.routes())
    app.add_routes(described.routes())
    app.add_routes(page.routes())
    return app


async def _nameless(_: web.Request, response: web.StreamResponse) -> None:
    """Tell nobody by which versions of what we run, as aiohttp does by itself."""
    response.headers["Server"] = "broadside"


def _own_pages(origins: Origins) -> Middleware:
    """Return what refuses requests of foreign pages that could change something."""

    @web.middleware
    async def only_own_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.method not in {"GET", "HEAD"} and not origins.allow(request):
            text = "Not recorded: a page of another server may not act here."
            return answered(Problem(id=None, code="not_allowed", text=text))
        return await handler(request)

    return only_own_pages


async def _alive(_: web.Request) -> web.Response:
    return web.Response(text="alive\n")
