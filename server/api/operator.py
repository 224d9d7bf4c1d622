"""For who runs the server: what is held, who is connected, what is limited. No secrets.

`/operator` is a page for a person, `/api/operator` the same for a program, `/metrics` the figures
for Prometheus. They are told to programs on the machine itself, under one of its own names (no page
of the internet can ask in a browser's name), or to who has the operator's token: figures tell when
something was declared, also to spectators who are kept behind.
"""

import hmac
import time
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from platform import python_version
from typing import Any

import msgspec
from aiohttp import web

from server import log_tail
from server.answers import not_allowed
from server.api import operator_page
from server.api.addresses import Addresses
from server.api.door import Door
from server.api.problems import answered
from server.fanout import Fanout
from server.health import Health
from server.host import GameHost
from server.hosts import Hosts
from server.metrics import Metrics

OWN_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
Handler = Callable[[web.Request], Awaitable[web.Response]]

MOST_GAMES = 200
"""A page of more is not read by anybody; those that were asked for last are shown."""


class Operator:
    """What `/operator`, `/api/operator` and `/metrics` tell."""

    def __init__(
        self,
        hosts: Hosts,
        fanout: Fanout,
        health: Health,
        door: Door,
        addresses: Addresses,
        metrics: Metrics,
        token: str,
    ) -> None:
        self._hosts, self._fanout, self._health = hosts, fanout, health
        self._door, self._addresses, self._metrics, self._token = door, addresses, metrics, token
        self._began = time.monotonic()

    def routes(self) -> list[web.RouteDef]:
        """Return the addresses of all forms."""
        return [
            web.get("/api/operator", self._only_inside(self._told)),
            web.get("/operator", self._only_inside(self._shown)),
            web.get("/metrics", self._only_inside(self._metrics.show)),
            web.get("/operator.css", operator_page.style),
        ]

    def _only_inside(self, handler: Handler) -> Handler:
        async def answer(request: web.Request) -> web.Response:
            return await handler(request) if self._may(request) else answered(not_allowed(None))

        return answer

    async def _told(self, request: web.Request) -> web.Response:
        """Return the state of the server as JSON; with `game`, the log's lines on that game."""
        body = msgspec.json.encode(self._state(request.query.get("game", "")))
        return web.Response(
            body=msgspec.json.format(body, indent=1), content_type="application/json"
        )

    async def _shown(self, request: web.Request) -> web.Response:
        game = request.query.get("game", "")
        return web.Response(
            text=operator_page.html(self._state(game), game), content_type="text/html"
        )

    def _may(self, request: web.Request) -> bool:
        told = request.headers.get("Authorization", "").removeprefix("Bearer ").encode()
        if self._token and hmac.compare_digest(told, self._token.encode()):
            return True
        here = self._addresses.of(request) is None
        return here and request.url.host in OWN_NAMES and "Origin" not in request.headers

    def _state(self, game: str) -> dict[str, Any]:
        held = self._hosts.held()
        return {
            "version": version("broadside"),
            "python": python_version(),
            "up_s": round(time.monotonic() - self._began),
            "checks": [
                {"name": name, "well": well, "says": says}
                for name, well, says in self._health.checks()
            ],
            "games": {
                "held": len(held),
                "frozen": {host.id.hex(): host.frozen for host in held if host.frozen},
                "last": [self._held(host) for host in held[-MOST_GAMES:]],
            },
            "connections": {"open": self._door.inside, "most": self._door.most},
            "viewers": self._fanout.count(),
            "limits": msgspec.to_builtins(self._hosts.limits),
            "log": log_tail.last(game),
        }

    def _held(self, host: GameHost) -> dict[str, Any]:
        """Return what anybody may know of a game, and how it is here."""
        return {
            "game": host.id.hex(),
            "system": host.system.name,
            "phase": host.table.game.phase,
            "events": host.head.position,
            "waits_for": sorted(host.waiting()) if host.table.game.phase == "running" else [],
            "seats": sorted(self._fanout.seats(host.id)),
            "viewers": len(self._fanout.watching(host.id)),
            "busy": host.busy,
        }
