"""What one address may ask of a server: requests, seats, games, and how much at a time.

Programs on the machine itself are not limited: whoever runs one there can do worse, and bots, tests
and load tests are such. Behind a proxy the address is what the proxy says, if the settings name it;
a proxy that they do not name is one address like any other.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address, ip_address, ip_network

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

from server.answers import too_fast
from server.api.problems import answered
from server.limits import Limits
from server.pace import Bucket, Paces

log = structlog.get_logger()
FORWARDED = "X-Forwarded-For"


class Addresses:
    """Who asks, and what is left to them."""

    def __init__(
        self,
        limits: Limits,
        proxies: Sequence[str] = (),
        turned_away: Callable[[], None] = lambda: None,
    ) -> None:
        """Trust what *proxies* (addresses or networks) say of others; ValueError if one is none."""
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._limits, most, self._turned_away = limits, limits.paced, turned_away
        self._open = Counter[str]()
        self._warned = False
        self._requests = Paces[str, Bucket](
            most, lambda: Bucket(limits.address_requests_per_s, limits.address_requests_at_once)
        )
        self._joins = Paces[str, Bucket](
            most, lambda: Bucket(limits.joins_per_s, limits.joins_at_once)
        )
        self._games = Paces[str, Bucket](
            most, lambda: Bucket(limits.games_per_s, limits.games_at_once)
        )

    def is_proxy(self, address: str) -> bool:
        """Tell whether *address* is a proxy that the settings name."""
        try:
            return any(ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False

    def of(self, request: web.Request) -> str | None:
        """Return who asks, for counting; None for a program on this machine."""
        peer = request.remote or ""
        said = ",".join(request.headers.getall(FORWARDED, ())).split(",")
        hops = [hop.strip() for hop in said if hop.strip()]
        if not hops:
            return None if is_here(peer) else counted(peer)
        if not self.is_proxy(peer):
            self._warn(peer)
        # From the nearest on: what lies before the first that is no proxy may be made up.
        while hops and self.is_proxy(peer):
            peer = hops.pop()
        return counted(peer)

    def _warn(self, peer: str) -> None:
        if not self._warned:
            self._warned = True
            log.warning("proxy_not_named", address=peer, setting="BROADSIDE_PROXIES")

    @web.middleware
    async def limited(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Serve a request if its address has not asked for too much; else say when it may again."""
        address = self.of(request)
        if address is None:
            return await handler(request)
        if wait_s := self._wait_s(request, address):
            self._turned_away()
            answer = answered(too_fast(None, wait_s))
            # What it goes on to send is not read: the connection ends with the answer.
            answer.force_close()
            return answer
        self._open[address] += 1
        try:
            return await handler(request)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _wait_s(self, request: web.Request, address: str) -> float:
        if self._open[address] >= self._limits.address_open:
            return 1.0
        wait_s = self._requests.of(address).take()
        if wait_s or request.method != "POST":
            return wait_s
        if request.path in {"/api/games", "/api/forks", "/api/records"}:
            return self._games.of(address).take()
        return self._joins.of(address).take() if request.path.endswith("/seats") else 0.0


def is_here(address: str) -> bool:
    """Tell whether *address* is this machine's own."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def counted(address: str) -> str:
    """Return under what *address* is counted: a network of IPv6 is one customer's."""
    try:
        found = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(found, IPv6Address):
        if (inner := found.ipv4_mapped) is not None:
            return str(inner)
        return str(ip_network((found, 64), strict=False))
    return str(found)
