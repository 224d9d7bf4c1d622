"""Games over HTTP: make, list, join, declare, look, take the record away."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

import msgspec
import structlog
from aiohttp import web

from domain.exported import entries_of
from domain.game_events import FORM, SeatTaken
from domain.names import SeatId, game_id
from domain.record import Broken
from domain.refusals import Refused
from domain.rule_system import rules_version
from projections.foretold import asked
from projections.messages import Problem
from projections.record_file import record_file
from projections.viewer import Viewer
from projections.wire import BadBytes, strict_json, strict_msgpack
from server.answers import frozen, not_allowed, not_found, problem, too_fast
from server.api.addresses import Addresses
from server.api.problems import answered, failed
from server.api.requests import Declaration, Join, NewGame, OddsOf
from server.api.streams import Streams
from server.api.texts import Texts
from server.host import GameHost
from server.hosts import Hosts, NoSuchGame
from server.limits import Limits
from server.lobby import Cursor, Lobby
from server.metrics import Metrics
from server.pace import SeatPaces
from server.recording import FAILURES
from server.turns import Turns

log = structlog.get_logger()
BESIDE = "/g/{game:[0-9a-f]{32}}"
"""The address of a game's page; its view and its record are beside it."""

B = TypeVar("B")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Games:
    """The routes under `/api`."""

    def __init__(
        self,
        hosts: Hosts,
        lobby: Lobby,
        streams: Streams,
        paces: SeatPaces,
        metrics: Metrics,
        addresses: Addresses,
    ) -> None:
        self._hosts, self._lobby, self._streams, self._paces = hosts, lobby, streams, paces
        self._metrics, self._addresses = metrics, addresses
        # To decide a record again takes seconds, odds and an earlier view a part of one.
        self._records, self._looks = Turns(), Turns()
        self._texts = Texts(hosts.systems)

    def routes(self) -> list[web.AbstractRouteDef]:
        """Return all routes."""
        game = "/api/games/{game}"
        return [
            web.get("/api/systems", self.systems),
            web.get("/api/scenarios", self.scenarios),
            web.get("/api/games", self.games),
            web.post("/api/games", self.new),
            web.post("/api/forks", self.fork),
            web.post("/api/records", self.bring),
            web.get(game, self.view),
            web.get(f"{game}/view", self.view),
            web.get(f"{game}/steps", self.steps),
            web.post(f"{game}/seats", self.join),
            web.post(f"{game}/declarations", self.declare),
            web.post(f"{game}/odds", self.odds),
            web.get(f"{game}/record", self.record),
            web.get(f"{game}/events", self.events),
            web.get("/api/texts", self.texts),
            web.get(f"{BESIDE}.json", self.view),
            web.get(f"{BESIDE}.bsr", self.record),
        ]

    async def systems(self, _: web.Request) -> web.Response:
        """List the rule systems: name, title, version."""
        return _json(
            [
                {"name": system.name, "title": system.title, "version": rules_version(system)}
                for system in self._hosts.systems.values()
            ]
        )

    async def scenarios(self, request: web.Request) -> web.Response:
        """List the scenarios of the system named in the query, with seats and options."""
        system = self._hosts.systems.get(request.query.get("system", ""))
        if system is None:
            return answered(Problem(id=None, code="not_found", text="There is no such system."))
        return _json(system.scenarios())

    async def games(self, request: web.Request) -> web.Response:
        """List games: those that are played, the newest first, then those that ended last.

        A page has `limit` lines and begins at the cursor `after`; the link `next` of the answer
        leads to the one that follows. `state=over` begins with the games that are over.
        """
        query, most = request.query, self._hosts.limits.lobby_page
        limit = _number(query.get("limit", str(most // 2)), "`limit` is a number", most)
        try:
            cursor = Cursor.read(query.get("after") or query.get("state", "playing"))
        except ValueError:
            raise BadBytes("`after` is no place in the lobby, or `state` none of games") from None
        lines, following = await self._lobby.page(cursor, limit)
        answer = _json(lines)
        if following is not None:
            answer.headers["Link"] = f'</api/games?limit={limit}&after={following}>; rel="next"'
        return answer

    async def new(self, request: web.Request) -> web.Response:
        """Make a game; the answer holds each seat's invitation code, this once."""
        wanted = await _body(request, NewGame, self._hosts.limits)
        host, codes = await self._hosts.create(
            wanted.system, wanted.options, dice=wanted.dice, referee_seat=wanted.referee
        )
        return _made(host, codes)

    async def fork(self, request: web.Request) -> web.Response:
        """Make a game that goes on from event `at` of the record in the body; `dice`, `referee`."""
        query, file = request.query, await _record(request, self._hosts.limits)
        async with self._records.of(self._addresses.of(request)):
            try:
                game, entries = await asyncio.to_thread(entries_of, file)
            except ValueError as fault:
                raise BadBytes(str(fault)) from None
            host, codes = await self._hosts.fork(
                game,
                entries,
                _position(query.get("at", ""), len(entries)),
                dice=query.get("dice", "server"),
                referee_seat=query.get("referee", "") == "yes",
            )
        return _made(host, codes)

    async def bring(self, request: web.Request) -> web.Response:
        """Bring a game that was played on another server, by the record in the body."""
        file = await _record(request, self._hosts.limits)
        async with self._records.of(self._addresses.of(request)):
            try:
                host = await self._hosts.bring(file)
            except ValueError as fault:
                raise BadBytes(str(fault)) from None
        return _json({"game": host.id.hex(), "position": host.head.position}, status=201)

    async def join(self, request: web.Request) -> web.Response:
        """Take a seat; the answer holds its token (64 hexadecimal digits)."""
        host, join = await self._host(request), await _body(request, Join, self._hosts.limits)
        taken = SeatTaken(
            seat=join.seat, name=join.name, key=join.key, anchor=join.anchor, links=join.links
        )
        token = await host.take_seat(taken, join.code, join.signature)
        return _json({"seat": join.seat, "token": token.hex()}, status=201)

    async def declare(self, request: web.Request) -> web.Response:
        """Declare: recorded with a receipt, or a problem."""
        host, viewer = await self._viewed(request)
        declaration = await _body(request, Declaration, self._hosts.limits)
        strict_msgpack(declaration.open)
        strict_msgpack(declaration.sealed[16:])
        pace = self._paces.of((host.id, viewer))
        if wait_s := pace.take():
            self._metrics.limited.inc()
            return answered(too_fast(None, wait_s))
        answer = await self._metrics.measured(
            host.declare(viewer, 0, declaration.open, declaration.sealed, declaration.signature)
        )
        pace.answered(answer)
        return answered(answer) if isinstance(answer, Problem) else _json(answer)

    async def odds(self, request: web.Request) -> web.Response:
        """Tell what may come of a declaration of the seat that asks; nothing is recorded."""
        host, viewer = await self._viewed(request)
        wanted = await _body(request, OddsOf, self._hosts.limits)
        live = await host.live_view(viewer)
        count = asked(viewer, live.table, wanted.do, wanted.with_)
        async with self._looks.of(self._asker(request, host, viewer)):
            return _json(await asyncio.to_thread(count))

    async def view(self, request: web.Request) -> web.Response:
        """Return the view of who asks, now or `at` an earlier position.

        Of a game that is over, everybody may see what any `seat` saw then.
        """
        host, viewer = await self._viewed(request)
        asker = self._asker(request, host, viewer)
        if "seat" in request.query:
            viewer = _eyes(host, viewer, request.query["seat"])
        if "at" not in request.query:
            live = await host.live_view(viewer)
            return _json(live.look(frozen(host.frozen).text if host.frozen else ""))
        at = _position(request.query["at"], host.head_for(viewer).position)
        async with self._looks.of(asker):
            return _json((await host.reader.view_at(viewer, at)).look())

    async def steps(self, request: web.Request) -> web.Response:
        """Return the view at event `at`, and for each event after it to `until` what it changed."""
        host, viewer = await self._viewed(request)
        asker = self._asker(request, host, viewer)
        if "seat" in request.query:
            viewer = _eyes(host, viewer, request.query["seat"])
        last = host.head_for(viewer).position
        at = _position(request.query.get("at", ""), last)
        until = _position(request.query.get("until", ""), min(last, at + self._hosts.limits.steps))
        async with self._looks.of(asker):
            return _json(await host.reader.steps(viewer, at, until))

    async def texts(self, request: web.Request) -> web.Response:
        """Return the catalogue of a `language`, with that of a `system` if one is named."""
        system, language = request.query.get("system", ""), request.query.get("language", "")
        return self._texts.answer(system, language)

    async def record(self, request: web.Request) -> web.Response:
        """Return the record as who asks may read it: a `.bsr` file."""
        host, viewer = await self._viewed(request)
        if host.testimony is not None:
            return _file(host, host.testimony.file)
        if not host.frozen:
            # Who asks may have seen more by another process, and would take it for a fork.
            await host.look()
        head = host.signed_head(viewer)
        key, sign = host.entropy.public_key, host.entropy.sign
        async with self._looks.of(self._asker(request, host, viewer)):
            entries = await host.reader.readable(viewer, head.position)
            data = await asyncio.to_thread(record_file, host.id, key, viewer, entries, head, sign)
        return _file(host, data)

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Return the chronicle of who asks, a JSON object a line; live, to who accepts a stream."""
        host, viewer = await self._viewed(request)
        if "text/event-stream" in request.headers.get("Accept", ""):
            return await self._streams.serve(request, host, viewer, _token(request))
        at = host.head_for(viewer).position
        async with self._looks.of(self._asker(request, host, viewer)):
            live = await host.reader.view_at(viewer, at, keep_all=True)
        lines = b"".join(msgspec.json.encode(line) + b"\n" for line in live.chronicle)
        return web.Response(body=lines, content_type="application/x-ndjson")

    def _asker(self, request: web.Request, host: GameHost, viewer: Viewer) -> Hashable:
        """Return whose turn a request takes: its seat's, or of those without one the address's."""
        return self._addresses.of(request) if viewer.seat is None else (host.id, viewer)

    async def _host(self, request: web.Request) -> GameHost:
        try:
            return await self._hosts.get(game_id(request.match_info["game"]))
        except ValueError:
            raise NoSuchGame from None

    async def _viewed(self, request: web.Request) -> tuple[GameHost, Viewer]:
        """Return the game and who asks: by the token in the header, or a spectator."""
        token = _token(request)
        host = await self._host(request)
        viewer = await host.holder(token)
        if viewer is None:
            raise Refused("not_allowed", FORM)
        return host, viewer


@web.middleware
async def as_problems(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer everything that goes wrong as a problem, and nothing with a traceback."""
    try:
        return await handler(request)
    except BadBytes as bad:
        text = f"Not recorded: {bad}."
        return answered(Problem(id=None, code="malformed", text=text))
    except NoSuchGame:
        told = "Authorization" in request.headers or request.method == "POST"
        return answered(not_allowed(None) if told else not_found(None))
    except FAILURES as why:
        return answered(problem(None, why))
    except Broken as broken:
        text = f"Not recorded: the record does not hold together: {broken}."
        return answered(Problem(id=None, code="malformed", text=text))
    except web.HTTPException as told:
        if told.status < 400 or not request.path.startswith("/api/"):
            raise  # for a browser, which shows it
        return _as_problem(told)
    except ConnectionError:
        raise  # nobody is there any more to be answered
    except Exception:
        # Nothing that a request does may reach its sender as a traceback, or end anything else.
        log.exception("request_failed", method=request.method)
        return answered(failed())


def _as_problem(told: web.HTTPException) -> web.Response:
    """Return what aiohttp says by itself (no such address, method, too many bytes) as a problem."""
    code, text = "malformed", f"Not recorded: {told.reason}."
    if isinstance(told, web.HTTPRequestEntityTooLarge):
        text = "Not recorded: the body has more bytes than this address takes."
    elif isinstance(told, web.HTTPNotFound):
        code, text = "not_found", "There is no such address; /openapi.json lists those there are."
    elif isinstance(told, web.HTTPMethodNotAllowed):
        text = f"Not recorded: this address takes {', '.join(sorted(told.allowed_methods))} only."
    answer = answered(Problem(id=None, code=code, text=text), told.status)
    if "Allow" in told.headers:
        answer.headers["Allow"] = told.headers["Allow"]
    return answer


def _token(request: web.Request) -> bytes | None:
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    try:
        if scheme.lower() == "bearer" and len(token) == 64:
            return bytes.fromhex(token)
    except ValueError:
        pass
    raise Refused("not_allowed", FORM)


def _position(text: str, most: int) -> int:
    return _number(text, "`at` is a position", most)


def _number(text: str, what: str, most: int) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 12 or not 1 <= int(text) <= most:
        raise BadBytes(f"{what} from 1 to {most}")
    return int(text)


async def _body(request: web.Request, kind: type[B], limits: Limits) -> B:
    if request.content_type != "application/json":
        raise BadBytes("a request is of type application/json")
    try:
        async with asyncio.timeout(limits.body_s):
            data = await request.read()
    except TimeoutError:
        raise BadBytes(f"its body did not arrive within {limits.body_s:g} seconds") from None
    value = strict_json(data)
    try:
        return msgspec.convert(value, kind)
    except msgspec.MsgspecError as fault:
        raise BadBytes(str(fault)) from None


def _eyes(host: GameHost, viewer: Viewer, wanted: str) -> Viewer:
    """Return the viewer of the seat that is *wanted*: one's own, or any when the game is over."""
    held = {str(seat.id): seat for seat in host.table.game.seats.values()}
    if wanted not in held:
        raise BadBytes(f"`seat` is one of {', '.join(held)}")
    seat = held[wanted]
    over = host.table.game.phase == "over" and host.head_for(viewer) == host.head
    if seat.id != viewer.seat and not over:
        raise Refused("not_over_yet", FORM, seat=seat.id)
    return Viewer("referee" if seat.role == "referee" else "player", seat.id)


async def _record(request: web.Request, limits: Limits) -> bytes:
    """Return the bytes of the record that a request brings."""
    data = bytearray()
    try:
        async with asyncio.timeout(limits.body_s):
            async for part in request.content.iter_any():
                data += part
                if len(data) > limits.record_bytes:
                    raise BadBytes(f"a record has {limits.record_bytes:,} bytes at most")
    except TimeoutError:
        raise BadBytes(f"its body did not arrive within {limits.body_s:g} seconds") from None
    return bytes(data)


def _file(host: GameHost, data: bytes) -> web.Response:
    headers = {"Content-Disposition": f"attachment; filename={host.id.hex()}.bsr"}
    return web.Response(body=data, content_type="application/octet-stream", headers=headers)


def _made(host: GameHost, codes: dict[SeatId, bytes]) -> web.Response:
    """Answer with a new game and its invitation codes."""
    seats = [
        {"seat": seat, "title": host.table.game.seats[seat].title, "code": code}
        for seat, code in codes.items()
    ]
    return _json({"game": host.id.hex(), "seats": seats}, status=201)


def _json(value: Any, status: int = 200) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(value), status=status, content_type="application/json"
    )
