"""Which web pages may act here: our own, and those that the settings name."""

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from projections.messages import Problem
from server.api.problems import answered

READING = frozenset({"GET", "HEAD"})


class Origins:
    """Compares an Origin as a whole: scheme, host and port."""

    def __init__(self, others: tuple[str, ...] = ()) -> None:
        self._others = others

    def allow(self, request: web.Request) -> bool:
        """Tell whether what sent *request* may act here; programs send no Origin at all."""
        origin = request.headers.get("Origin")
        own = f"{request.scheme}://{request.host}"
        return origin is None or origin == own or origin in self._others

    @property
    def middleware(self) -> Middleware:
        """What refuses requests of foreign pages that could change something."""

        @web.middleware
        async def only_own_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
            if request.method not in READING and not self.allow(request):
                text = "Not recorded: a page of another server may not act here."
                return answered(Problem(id=None, code="not_allowed", text=text))
            return await handler(request)

        return only_own_pages
