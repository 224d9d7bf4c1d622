"""Seats at a real server, and sockets on which any bytes can be sent."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from clients.sdk import http
from clients.sdk.keyring import SeatKeys, new_keys
from clients.sdk.links import Link
from domain.codec import envelope
from domain.record import Entry, Head, seal_of
from projections.messages import Beat, Declare, Hello, Recorded, Snapshot, Update, Welcome
from projections.wire import MSGPACK, Format


async def seated(url: str, **options: Any) -> tuple[Link, list[SeatKeys]]:
    """Make a game of pennies and take both seats: play has begun."""
    watch, *links = await http.new_game(url, "pennies", options)
    return watch, [await sit(link, f"Player {link.seat}") for link in links]


async def sit(link: Link, name: str) -> SeatKeys:
    """Take the seat of an invitation."""
    assert link.seat is not None
    keys = new_keys(link.server, link.game, link.seat, name)
    return msgspec.structs.replace(keys, token=await http.join(link, keys))


class Raw:
    """A socket on which a test says what it likes, as a seat or as a spectator."""

    def __init__(self, socket: ClientConnection, wire: Format, keys: SeatKeys | None) -> None:
        self.socket, self.wire, self.keys = socket, wire, keys
        self.head = Head(0, bytes(32))
        self.view: Any = None
        self.requests = 100

    async def send(self, message: Any) -> None:
        data = self.wire.encode(message)
        await self.socket.send(data if self.wire.binary else data.decode())

    async def next(self) -> Any:
        """Return the next message, and follow the head."""
        data = await self.socket.recv()
        message = self.wire.to_viewer(data if isinstance(data, bytes) else data.encode())
        if isinstance(message, Snapshot | Update):
            self.head = Head(message.position, message.hash)
        return message

    async def until(self, kind: type | tuple[type, ...]) -> Any:
        """Return the next message of *kind*, passing over others."""
        while not isinstance(message := await self.next(), kind):
            pass
        return message

    async def answer(self, message: Any) -> Any:
        """Send a request and return its answer."""
        await self.send(message)
        while getattr(found := await self.next(), "id", None) != message.id:
            pass
        return found

    async def caught_up(self) -> None:
        """Read until nothing newer has happened: the answer to a beat comes after all of it."""
        await self.answer(Beat(id=800, position=self.head.position))

    def declaration(
        self,
        do: str,
        secret: dict[str, Any] | None = None,
        fields: dict[str, Any] | None = None,
        **changes: Any,
    ) -> Declare:
        """Return a declaration of this seat; *changes* go into its open fields."""
        assert self.keys is not None
        declared: dict[str, Any] = {
            "id": secrets.token_bytes(16),
            "seat": self.keys.seat,
            "do": do,
            "with": fields or {},
            "after": self.head.position,
            "head": self.head.hash,
        }
        open_part = msgspec.msgpack.encode({"k": "declared", "v": 1, "d": {**declared, **changes}})
        sealed = secrets.token_bytes(16) + msgspec.msgpack.encode(secret or {})
        self.requests += 1
        return Declare(
            id=self.requests,
            open=open_part,
            sealed=sealed,
            signature=self.keys.sign_declaration(open_part, seal_of(sealed)),
        )

    async def declare(self, do: str, secret: dict[str, Any] | None = None, **how: Any) -> Any:
        """Declare, and return the answer, once what it did is shown."""
        answer = await self.answer(self.declaration(do, secret, **how))
        while isinstance(answer, Recorded) and self.head.position < answer.position:
            await self.next()
        return answer


def timed_out(entries: list[Entry]) -> bool:
    """Tell whether something was declared for a seat that did nothing."""
    declared = (entry.open for entry in entries if envelope(entry.open).k == "server_declared")
    return any(b"time_out" in one for one in declared)


@asynccontextmanager
async def raw(
    url: str,
    link: Link,
    keys: SeatKeys | None = None,
    wire: Format = MSGPACK,
    **hello: Any,
) -> AsyncIterator[Raw]:
    """Connect and say hello; welcome and snapshot (or update) are taken already."""
    async with socket(url, wire) as plain:
        one = Raw(plain, wire, keys)
        token = keys.token if keys else None
        await one.send(Hello(id=1, game=link.game.hex(), **({"token": token} | hello)))
        welcome = await one.next()
        assert isinstance(welcome, Welcome), welcome
        first = await one.next()
        one.view = first.view if isinstance(first, Snapshot) else first.changes
        yield one


@asynccontextmanager
async def socket(url: str, wire: Format = MSGPACK, **how: Any) -> AsyncIterator[ClientConnection]:
    """Connect without a word."""
    address = url.replace("http", "ws", 1) + "/ws"
    subprotocols = [Subprotocol(wire.subprotocol)]
    async with connect(
        address, subprotocols=subprotocols, max_size=None, compression=None, **how
    ) as plain:
        yield plain
