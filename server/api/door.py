"""Who may connect: a bound on connections in all, and on those of one address.

The bound is under what the process may open, so that descriptors for the store, for marks and files
are always left, and games go on whoever stands outside. Who finds no room is turned away at once,
and comes back later; one line of the log says it.
"""

import asyncio
import resource
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import cast

import structlog
from aiohttp import web

from server.api.addresses import Addresses, counted, is_here
from server.api.speech import Speech
from server.limits import Limits

log = structlog.get_logger()


class Door:
    """Counts who is inside."""

    def __init__(self, limits: Limits, addresses: Addresses) -> None:
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.most = max(1, min(limits.connections, soft - limits.spare_descriptors))
        self._of_one, self._addresses = limits.address_open, addresses
        self.inside, self._each, self._full = 0, Counter[str](), False
        self.closed = False

    def enters(self, address: str) -> bool:
        """Let a connection from *address* in, if there is room for it."""
        if self.closed:
            return False
        if self.inside >= self.most:
            self._tell(full=True)
            return False
        limited = not is_here(address) and not self._addresses.is_proxy(address)
        if limited and self._each[counted(address)] >= self._of_one:
            return False
        self.inside += 1
        self._each[counted(address)] += 1
        return True

    def leaves(self, address: str) -> None:
        """Note that a connection is gone."""
        self.inside -= 1
        key = counted(address)
        self._each[key] -= 1
        if not self._each[key]:
            del self._each[key]
        if self.inside < self.most * 0.9:
            self._tell(full=False)

    def _tell(self, *, full: bool) -> None:
        if full != self._full:
            self._full = full
            log.warning("connections", state="full" if full else "room again", most=self.most)


class _Visitor(asyncio.Protocol):
    """A connection that was counted; what it says is read as HTTP."""

    def __init__(self, door: Door, speech: Callable[[], asyncio.Protocol]) -> None:
        self._door, self._speech = door, speech
        self._address = ""
        self._inner: asyncio.Protocol | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        if not self._door.enters(address):
            cast(asyncio.Transport, transport).abort()
            return
        self._address, self._inner = address, self._speech()
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if self._inner is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._inner is None else self._inner.eof_received()

    def pause_writing(self) -> None:
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._inner is not None:
            self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._inner is not None:
            self._door.leaves(self._address)
            self._inner.connection_lost(exc)


class GuardedRunner(web.AppRunner):
    """Runs an application behind a door."""

    def __init__(self, app: web.Application, door: Door, limits: Limits) -> None:
        super().__init__(app, shutdown_timeout=limits.stop_s)
        self._door, self._limits = door, limits

    @property
    def server(self) -> web.Server | None:
        """What a site calls for each connection."""
        inner = super().server
        if inner is None:
            return None
        return cast(web.Server, lambda: _Visitor(self._door, partial(self._speech, inner)))

    def _speech(self, server: web.Server) -> Speech:
        return Speech(
            server,
            loop=asyncio.get_running_loop(),
            # No client of ours compresses what it sends: what is compressed is a bomb, or no JSON.
            auto_decompress=False,
            keepalive_timeout=self._limits.idle_s,
            lingering_time=self._limits.close_s,
        )
