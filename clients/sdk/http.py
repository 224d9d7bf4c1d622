"""What clients ask over HTTP: make a game, take a seat, take the record away."""

import asyncio
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, TypeVar
from urllib.parse import urlencode

import aiohttp
import msgspec

from clients.sdk.keyring import SeatKeys
from clients.sdk.links import Link
from domain.dice import CHAIN_LINKS
from domain.names import GameId, game_id
from projections.foretold import Foretold
from projections.messages import Problem

T = TypeVar("T")
PATIENCE_S = 60
"""How long a request is put off in all, because the server is asked for too much at a time."""


class NotDone(Exception):  # noqa: N818  names what happened
    """The server did not do what was asked; *problem* says what happened and what to do."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.text)
        self.problem = problem


async def new_game(
    server: str,
    system: str,
    options: Mapping[str, int | str],
    *,
    dice: str = "server",
    referee: bool = False,
) -> list[Link]:
    """Make a game; return the spectators' link, then the invitation of each seat in order."""
    wanted = {"system": system, "options": dict(options), "dice": dice, "referee": referee}
    made = await _made(f"{server}/api/games", wanted, _Game)
    return _links(server, made)


async def fork(
    server: str, record: bytes, at: int, *, dice: str = "server", referee: bool = False
) -> list[Link]:
    """Make a game that goes on from event *at* of a record; return its links as `new_game` does."""
    query = f"at={at}&dice={dice}" + ("&referee=yes" if referee else "")
    url = f"{server}/api/forks?{query}"
    made = _decoded(url, await _ask("POST", url, record), _Game)
    return _links(server, made)


async def bring(server: str, record: bytes) -> Link:
    """Bring a game that was played on another server; return the spectators' link to it."""
    url = f"{server}/api/records"
    made = _decoded(url, await _ask("POST", url, record), _Brought)
    return Link(server=server, game=game_id(made.game))


async def join(link: Link, keys: SeatKeys) -> str:
    """Take the seat of an invitation; return its token. Asking again gives the same token."""
    assert link.code is not None
    wanted = {
        "seat": keys.seat,
        "code": link.code,
        "name": keys.name,
        "key": keys.public_key,
        "anchor": keys.anchor(),
        "links": CHAIN_LINKS,
        "signature": keys.sign_join(sha256(link.code).digest()),
    }
    made = await _made(f"{link.server}/api/games/{link.game.hex()}/seats", wanted, _Seat)
    return made.token


async def get(server: str, path: str, token: str = "") -> Any:
    """Return what the server answers to GET /api/*path*, decoded."""
    url = f"{server}/api/{path}"
    return _decoded(url, await _ask("GET", url, None, token), Any)


async def metrics(server: str) -> str:
    """Return the figures of the server, as Prometheus reads them."""
    return (await _ask("GET", f"{server}/metrics", None)).decode()


async def games(server: str, **query: str) -> tuple[list[Any], str]:
    """Return a page of the lobby's lines, and the cursor at which the next begins ("": none).

    The *query* may have `state` (playing, over), `after` (a cursor) and `limit`. Raises NotDone.
    """
    url = f"{server}/api/games?{urlencode(query)}"
    data, links = await _answer("GET", url, None)
    following = links.get("next")
    return _decoded(url, data, list[Any]), following["url"].query["after"] if following else ""


async def odds(keys: SeatKeys, do: str, fields: Mapping[str, Any]) -> Foretold:
    """Return what may come of a command that the seat has not declared yet. Raises NotDone."""
    url = f"{keys.server}/api/games/{keys.game.hex()}/odds"
    return await _made(url, {"do": do, "with": dict(fields)}, Foretold, keys.token)


async def record(server: str, game: GameId, token: str = "") -> bytes:
    """Return the record's file: as the holder of *token* may read it, or a spectator."""
    return await _ask("GET", f"{server}/api/games/{game.hex()}/record", None, token)


def _links(server: str, made: "_Game") -> list[Link]:
    game = game_id(made.game)
    seats = [Link(server=server, game=game, seat=one.seat, code=one.code) for one in made.seats]
    return [Link(server=server, game=game), *seats]


class _Invitation(msgspec.Struct):
    seat: int
    code: bytes


class _Game(msgspec.Struct):
    game: str
    seats: list[_Invitation]


class _Brought(msgspec.Struct):
    game: str


class _Seat(msgspec.Struct):
    token: str


async def _made(url: str, body: Any, kind: type[T], token: str = "") -> T:
    data = await _ask("POST", url, msgspec.json.encode(body), token)
    made: T = _decoded(url, data, kind)
    return made


def _decoded(url: str, data: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError:
        text = f"What answers at {url} is no Broadside server."
        raise NotDone(Problem(id=None, code="server", text=text, recorded=None)) from None


async def _ask(method: str, url: str, body: bytes | None, token: str = "") -> bytes:
    data, _ = await _answer(method, url, body, token)
    return data


async def _answer(
    method: str, url: str, body: bytes | None, token: str = ""
) -> tuple[bytes, Mapping[str, Any]]:
    """Return the body of the answer, and the links that it bears. Raises NotDone.

    Whoever is told to come back later does, for a while.
    """
    waited_s = 0
    while True:
        status, data, links = await _asked(method, url, body, token)
        if status < 400:
            return data, links
        problem = _problem(status, data)
        wait_s = retry_after_s(problem)
        if not wait_s or (waited_s := waited_s + wait_s) > PATIENCE_S:
            raise NotDone(problem)
        await asyncio.sleep(wait_s)


async def _asked(
    method: str, url: str, body: bytes | None, token: str
) -> tuple[int, bytes, Mapping[str, Any]]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body is not None:
        headers["Content-Type"] = "application/json"
    timeout = aiohttp.ClientTimeout(total=60)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.request(method, url, data=body, headers=headers) as response,
        ):
            return response.status, await response.read(), response.links
    except (aiohttp.ClientError, TimeoutError) as fault:
        text = f"The server does not answer at {url} ({type(fault).__name__})."
        raise NotDone(Problem(id=None, code="unreachable", text=text, recorded=None)) from None


def retry_after_s(problem: Problem) -> int:
    """Return after how long the server would be asked again, 0 if it does not say."""
    told = problem.facts.get("retry_after_s", 0)
    return told if isinstance(told, int) and problem.code == "too_fast" else 0


def _problem(status: int, data: bytes) -> Problem:
    try:
        told = msgspec.json.decode(data)
        return Problem(
            id=None,
            code=told["code"],
            text=told["detail"],
            recorded=told["recorded"],
            rule=told["rule"],
            facts=told["facts"],
        )
    except (msgspec.DecodeError, KeyError, TypeError):
        text = f"The server answered {status}: {data[:200].decode(errors='replace').strip()}"
        return Problem(id=None, code="server", text=text, recorded=None)
