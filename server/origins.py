"""Which web pages may act here: our own, and those that the settings name."""

from aiohttp import web


class Origins:
    """Compares an Origin as a whole: scheme, host and port."""

    def __init__(self, others: tuple[str, ...] = ()) -> None:
        self._others = others

    def allow(self, request: web.Request) -> bool:
        """Tell whether what sent *request* may act here; programs send no Origin at all."""
        origin = request.headers.get("Origin")
        own = f"{request.scheme}://{request.host}"
        return origin is None or origin == own or origin in self._others
