"""A game over its websocket: the view kept current, declarations made, connections resumed."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    InvalidURI,
)
from websockets.typing import Subprotocol

from clients.sdk import http
from clients.sdk.contributing import Contributing, Wanted
from clients.sdk.declaration import declaration, next_order
from clients.sdk.following import Following, Forked
from clients.sdk.history import Holder, check_history
from clients.sdk.http import NotDone
from clients.sdk.keyring import Keyring, SeatKeys
from clients.sdk.resume import pauses
from domain.names import GameId
from domain.record import Head, receipt_message, signature_holds
from projections.foretold import Foretold
from projections.messages import (
    Beat,
    Contribute,
    Declare,
    Hello,
    Problem,
    Recorded,
    Snapshot,
    Told,
    ToViewer,
    Update,
    Welcome,
)
from projections.wire import MSGPACK, BadBytes

Answer: TypeAlias = Recorded | Problem
UNKNOWN_S = 0.5
FIRST_ATTEMPTS = 3
"""How often a server is looked for that was never there; one that was there is waited for."""
SEAT_LEFT = 4001
TOO_FAST = 429
UNREACHED = (OSError, ConnectionClosed, InvalidHandshake, InvalidURI, TimeoutError)
LOST, BACK = "The connection is lost; trying again …", "Connected again."
FATAL = frozenset({"not_allowed", "not_found", "seat_left", "malformed", "out_of_turn"})


class Lines(msgspec.Struct, frozen=True):
    """Something happened: new lines of the chronicle; the view is current."""

    lines: list[Told]


class Notice(msgspec.Struct, frozen=True):
    """Something about the connection or the game, for the person who looks."""

    text: str


Happening: TypeAlias = Lines | Notice


class GameClient:
    """One viewer of one game: a seat, if *keys* are given, else a spectator.

        async with GameClient(server, game, keys) as client:
            async for happening in client.happenings(): ...

    A lost connection is resumed by itself; a declaration whose answer was lost is sent again with
    the same bytes, so it can be recorded only once. What ends it all (NotDone, Forked) is raised
    by `happenings` and by every `declare`.
    """

    def __init__(
        self,
        server: str,
        game: GameId,
        keys: SeatKeys | None = None,
        keyring: Keyring | None = None,
    ) -> None:
        self._server, self._url = server, server.replace("http", "ws", 1) + "/ws"
        self._keys, self._keyring = keys, keyring
        self._holder = Holder(keys.seat, keys.public_key) if keys else None
        self._contributing = Contributing(keys) if keys else None
        kept = (keys.server_key, keys.seen) if keys else (b"", None)
        self.following = Following(game, *kept)
        self._happenings: asyncio.Queue[Happening | Exception] = asyncio.Queue()
        self._unanswered: dict[int, tuple[Declare, asyncio.Future[Answer]]] = {}
        self._next_id = 1
        self._socket: ClientConnection | None = None
        self._moved = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self._waits = pauses(random.random)
        self._failed, self._lost = 0, False
        self._known: list[Head] = []
        self._end: Exception | None = None
        self._opened: Wanted | None = None
        self._renewing: asyncio.Task[Answer] | None = None
        self._ahead_ms = 0

    @property
    def view(self) -> dict[str, Any]:
        """The view as it stands; empty before the first snapshot."""
        return self.following.view

    @property
    def server_now_ms(self) -> int:
        """The server's time, by which the clocks of a game run."""
        return _now_ms() + self._ahead_ms

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        tasks = [task for task in (self._task, self._renewing) if task is not None]
        for task in tasks:
            task.cancel()
        # How they ended was said where it matters: to who reads what happens. Not awaited by
        # themselves: then their end and a cancellation of who leaves would look the same.
        await asyncio.gather(*tasks, return_exceptions=True)
        self._save()

    async def happenings(self) -> AsyncIterator[Happening]:
        """Yield what happens; NotDone or Forked when the game cannot be followed any more."""
        while True:
            happening = await self._happenings.get()
            if isinstance(happening, Exception):
                raise happening
            yield happening

    async def declare(
        self, command: str, fields: Mapping[str, Any], sealed: tuple[str, ...] = ()
    ) -> Answer:
        """Declare for this seat; *sealed* names the fields that go into the sealed part.

        For an adjournment it is sealed as the next order. Returns the server's answer, whatever it
        is; waits through lost connections.
        """
        assert self._keys is not None, "a spectator declares nothing"
        assert self.following.head is not None, "declare when the table is known"
        request, self._next_id = self._next_id, self._next_id + 1
        order = next_order(self.view, command, fields, sealed)
        made = declaration(self._keys, self.following.head, *order, request)
        message = made.message
        answer = await self._answered(message)
        said = ""
        while isinstance(answer, Problem) and _to_be_sent_again(answer):
            # The same bytes, never new ones: they can be recorded only once, and a server that
            # has looked at the dice first cannot make us ask for others.
            if answer.text != said:
                self._happenings.put_nowait(Notice(said := answer.text))
            await asyncio.sleep(http.retry_after_s(answer) or UNKNOWN_S)
            answer = await self._answered(message)
        if isinstance(answer, Recorded):
            self._check_receipt(answer, made.id)
            await self._reached(answer.position)
        return answer

    async def odds(self, command: str, fields: Mapping[str, Any]) -> Foretold:
        """Return what may come of a command before it is declared. Raises NotDone."""
        assert self._keys is not None, "a spectator declares nothing"
        return await http.odds(self._keys, command, fields)

    async def _answered(self, message: Declare) -> Answer:
        if self._end is not None:
            raise self._end
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._unanswered[message.id] = message, future
        try:
            if self._socket is not None:
                with suppress(ConnectionClosed):
                    await self._socket.send(MSGPACK.encode(message))
            return await future
        finally:
            self._unanswered.pop(message.id, None)

    async def _reached(self, position: int) -> None:
        """Wait until the view shows event *position*, so that nothing is declared blindly."""
        async with self._moved:
            await self._moved.wait_for(lambda: self._end is not None or self._position >= position)
        if self._end is not None and self._position < position:
            raise self._end

    @property
    def _position(self) -> int:
        return self.following.head.position if self.following.head is not None else 0

    def _check_receipt(self, answer: Recorded, declaration_id: bytes) -> None:
        head = Head(answer.position, answer.hash)
        message = receipt_message(self.following.game, head, declaration_id)
        if not signature_holds(self.following.server_key, answer.receipt, message):
            raise Forked(f"the receipt for event {answer.position} is not the server's")

    async def _run(self) -> None:
        try:
            while True:
                ended = "it closes the connection"
                try:
                    await self._connected()
                except InvalidStatus as refused:
                    ended = f"status {refused.response.status_code}"
                    if refused.response.status_code == TOO_FAST:
                        self._failed -= 1  # it is there, and asks for patience
                except UNREACHED as fault:
                    ended = type(fault).__name__
                self._socket = None
                self._try_again(ended)
                await asyncio.sleep(next(self._waits))
        except Exception as end:  # noqa: BLE001  whatever it is, nobody must wait for ever
            await self._give_up(end)

    async def _connected(self) -> None:
        subprotocols = [Subprotocol(MSGPACK.subprotocol)]
        async with connect(
            self._url, subprotocols=subprotocols, compression=None, max_size=None
        ) as socket:
            await self._follow(socket)

    def _try_again(self, ended: str) -> None:
        """Go on where the game was seen before, and say so once; else NotDone, after a while."""
        self._failed += 1
        if not self.view and self._failed >= FIRST_ATTEMPTS:
            text = f"The server does not answer at {self._url} ({ended})."
            raise NotDone(Problem(id=None, code="unreachable", text=text))
        if not self._lost and self.view:
            self._lost = True
            self._happenings.put_nowait(Notice(LOST))

    async def _give_up(self, why: Exception) -> None:
        self._end = why
        self._happenings.put_nowait(why)
        for _, future in self._unanswered.values():
            if not future.done():
                future.set_exception(why)
        async with self._moved:
            self._moved.notify_all()

    async def _follow(self, socket: ClientConnection) -> None:
        """Say hello, send again what was not answered, then take what comes."""
        following = self.following
        after = following.head.position if following.head else None
        hello = Hello(
            id=0,
            game=following.game.hex(),
            token=self._keys.token if self._keys else None,
            after=after,
            seen=following.seen,
        )
        await socket.send(MSGPACK.encode(hello))
        try:
            async for data in socket:
                await self._take(socket, _read(data))
        except ConnectionClosed:
            if socket.close_code != SEAT_LEFT:
                raise
            text = "This seat was given up or handed over."
            raise NotDone(Problem(id=None, code="seat_left", text=text)) from None

    async def _take(self, socket: ClientConnection, message: ToViewer) -> None:
        match message:
            case Welcome():
                self._known = self._heads()
                self.following.welcome(message)
                self._ahead_ms = message.now_ms - _now_ms() if message.now_ms else 0
                self._save()
                self._welcomed()
            case Snapshot():
                await self._prove()
                self._tell(self.following.snapshot(message), message.why)
                await self._current(socket)
                await self._contribute(socket)
                self._renew()
            case Update():
                self._tell(self.following.update(message))
                if self._holder is not None:
                    for event in message.events:
                        self._holder.check(event)
                if self._contributing is not None:
                    self._contributing.take(message.events)
                await self._current(socket)
                await self._contribute(socket)
                self._renew()
            case Recorded() | Problem() if message.id in self._unanswered:
                future = self._unanswered[message.id][1]
                if not future.done():
                    future.set_result(message)
            case Problem(code="not_asked"):
                pass  # the link came too late, or twice; the roll is made
            case Problem():
                if message.code in FATAL:
                    raise NotDone(message)
                self._happenings.put_nowait(Notice(message.text))
            case Beat(head=head):
                if head is not None:
                    self.following.signed(head)
            case Recorded():
                pass  # nobody waits for it any more

    def _heads(self) -> list[Head]:
        """Return what is known of the history before the server says more."""
        seen = self.following.seen
        known = [self.following.head, seen.head if seen else None]
        return [head for head in known if head is not None]

    async def _prove(self) -> None:
        """A snapshot proves nothing: check the record, by who has something to check it against."""
        if not self._known and self._holder is None:
            return
        token = self._keys.token if self._keys else ""
        try:
            record = await http.record(self._server, self.following.game, token)
        except NotDone as not_done:
            if not_done.problem.code in FATAL:
                raise
            # The server or its store is in trouble just now: as if the line were lost.
            raise ConnectionError(str(not_done)) from None
        events = check_history(self.following.game, record, self._known, self._holder)
        if self._contributing is not None:
            self._contributing.take(events)

    async def _contribute(self, socket: ClientConnection) -> None:
        """Open this seat's link for the roll that is asked for: once a number, kept before it goes.

        Asked again for a roll of that number, or an earlier one, this client stays silent.
        """
        if self._contributing is None or (wanted := self._contributing.wanted()) is None:
            return
        assert self._keys is not None
        if wanted.i <= self._keys.rolls and wanted != self._opened:
            return
        self._opened = wanted
        self._keys = msgspec.structs.replace(self._keys, rolls=wanted.i)
        self._save()
        link = self._contributing.link(wanted.i)
        signature = self._keys.sign_link(wanted.ctx, wanted.i, link)
        request, self._next_id = self._next_id, self._next_id + 1
        sent = Contribute(id=request, i=wanted.i, link=link, signature=signature)
        with suppress(ConnectionClosed):
            await socket.send(MSGPACK.encode(sent))

    def _renew(self) -> None:
        """Renew this seat's chain of links when it is nearly used up, beside what is going on."""
        if self._contributing is None or (self._renewing and not self._renewing.done()):
            return
        if renewal := self._contributing.renewal():
            self._renewing = asyncio.create_task(self.declare("renew_chain", renewal))

    def _welcomed(self) -> None:
        self._waits = pauses(random.random)
        if self._lost:
            self._lost = False
            self._happenings.put_nowait(Notice(BACK))

    async def _current(self, socket: ClientConnection) -> None:
        """The view is current: from the first moment on, declarations go out on this socket."""
        if self._socket is not socket:
            self._socket = socket
            for message, _ in list(self._unanswered.values()):
                await socket.send(MSGPACK.encode(message))
        async with self._moved:
            self._moved.notify_all()

    def _tell(self, lines: list[Told], why: str = "") -> None:
        if why:
            self._happenings.put_nowait(Notice(why))
        self._happenings.put_nowait(Lines(lines))

    def _save(self) -> None:
        if self._keys is not None and self._keyring is not None and self.following.server_key:
            self._keys = msgspec.structs.replace(
                self._keys, server_key=self.following.server_key, seen=self.following.seen
            )
            self._keyring.save(self._keys)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _read(data: bytes | str) -> ToViewer:
    try:
        return MSGPACK.to_viewer(data if isinstance(data, bytes) else data.encode())
    except BadBytes as fault:
        text = f"The server says what this client cannot read: {fault}"
        raise NotDone(Problem(id=None, code="server", text=text)) from None


def _to_be_sent_again(answer: Problem) -> bool:
    """Tell whether *answer* is about the server's storage or a roll under way, not about this."""
    if answer.code == "dice_pending":
        return True
    return answer.recorded is None or (not answer.rule and answer.code not in FATAL | {"frozen"})
