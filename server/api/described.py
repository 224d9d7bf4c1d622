"""What is said over HTTP and the websocket, for programs: made from the structs that are decoded.

OpenAPI 3.1 for `/api`, AsyncAPI 3.0 for `/ws`.
"""

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, get_args

import msgspec
from aiohttp import web

from domain.rule_system import Scenario
from projections.foretold import Foretold
from projections.lobby import LobbyLine
from projections.messages import FromViewer, Recorded, Snapshot, ToViewer
from projections.wire import JSON, MSGPACK
from server.api.problems import Told
from server.api.requests import Declaration, Join, NewGame, OddsOf
from server.reader import Steps

RECORD, PROBLEM = "application/octet-stream", "application/problem+json"
LINES, STREAM = "application/x-ndjson", "text/event-stream"


class RuleSystem(msgspec.Struct, frozen=True):
    """A rule system that is played here, and the version of its rules."""

    name: str
    title: str
    version: str


class Made(msgspec.Struct, frozen=True):
    """A new game with each seat's invitation code, told this once."""

    game: str
    seats: list["Invitation"]


class Invitation(msgspec.Struct, frozen=True):
    """A seat that may be taken with *code* (base64)."""

    seat: int
    title: str
    code: bytes


class Seated(msgspec.Struct, frozen=True):
    """A seat that was taken, with its token: 64 hexadecimal digits."""

    seat: int
    token: str


class Brought(msgspec.Struct, frozen=True):
    """A game that was brought here, and where it ended."""

    game: str
    position: int


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that may be asked: *takes* and *gives* are structs, RECORD, LINES, or nothing."""

    method: str
    path: str
    says: str
    takes: Any = None
    gives: Any = None
    query: Sequence[str] = ()
    status: int = 200


GAME = "/api/games/{game}"
CALLS = (
    Call(method="get", path="/api/systems", says="List the rule systems.", gives=list[RuleSystem]),
    Call(
        method="get",
        path="/api/scenarios",
        says="List the scenarios of a system.",
        query=("system",),
        gives=list[Scenario],
    ),
    Call(
        method="get",
        path="/api/games",
        says="List games, a page at a time.",
        query=("limit", "after", "state"),
        gives=list[LobbyLine],
    ),
    Call(
        method="post",
        path="/api/games",
        says="Make a game.",
        takes=NewGame,
        gives=Made,
        status=201,
    ),
    Call(
        method="post",
        path="/api/forks",
        says="Make a game that goes on from an event of a record.",
        query=("at", "dice", "referee"),
        takes=RECORD,
        gives=Made,
        status=201,
    ),
    Call(
        method="post",
        path="/api/records",
        says="Bring a game that was played elsewhere.",
        takes=RECORD,
        gives=Brought,
        status=201,
    ),
    Call(
        method="get",
        path=GAME,
        says="The view of who asks.",
        query=("at", "seat"),
        gives=Snapshot,
    ),
    Call(
        method="get",
        path=f"{GAME}/view",
        says="The view of who asks, now or at an event.",
        query=("at", "seat"),
        gives=Snapshot,
    ),
    Call(
        method="get",
        path=f"{GAME}/steps",
        says="The view at an event, and what each event after it changed.",
        query=("at", "until", "seat"),
        gives=Steps,
    ),
    Call(
        method="post",
        path=f"{GAME}/seats",
        says="Take a seat.",
        takes=Join,
        gives=Seated,
        status=201,
    ),
    Call(
        method="post",
        path=f"{GAME}/declarations",
        says="Declare.",
        takes=Declaration,
        gives=Recorded,
    ),
    Call(
        method="post",
        path=f"{GAME}/odds",
        says="What may come of a command; nothing is recorded.",
        takes=OddsOf,
        gives=Foretold,
    ),
    Call(method="get", path=f"{GAME}/record", says="The record's file.", gives=RECORD),
    Call(
        method="get",
        path=f"{GAME}/events",
        says="The chronicle, a JSON object a line; or a stream of events, for who accepts one.",
        gives=LINES,
    ),
    Call(
        method="get",
        path="/api/texts",
        says="What is said, in another language.",
        query=("system", "language"),
        gives=dict[str, str],
    ),
    Call(
        method="get",
        path="/api/operator",
        says="The state of the server, for who runs it.",
        query=("game",),
        gives=dict[str, Any],
    ),
)
"""Everything under `/api`."""


def openapi() -> dict[str, Any]:
    """Return the description of `/api`."""
    said = (one for call in CALLS for one in (call.takes, call.gives))
    bodies = [one for one in said if one not in {None, RECORD, LINES}]
    schemas, components = _schemas([*bodies, Told], "#/components/schemas/{name}")
    of = dict(zip(map(str, [*bodies, Told]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call, of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Broadside", "version": version("broadside")},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"seat": []}],
    }


def _operation(call: Call, of: dict[str, Any]) -> dict[str, Any]:
    names = [(name, "path", True) for name in re.findall(r"{(\w+)}", call.path)]
    names += [(name, "query", False) for name in call.query]
    told = {
        "description": "Not done; `recorded` says whether anything was.",
        "content": {PROBLEM: {"schema": of[str(Told)]}},
    }
    found: dict[str, Any] = {
        "summary": call.says,
        "parameters": [
            {"name": name, "in": where, "required": needed, "schema": {"type": "string"}}
            for name, where, needed in names
        ],
        "responses": {
            str(call.status): {"description": call.says, **_content(call.gives, of)},
            "4XX": told,
            "5XX": told,
        },
    }
    if call.takes is not None:
        found["requestBody"] = {"required": True, **_content(call.takes, of)}
    return found


def _content(body: Any, of: dict[str, Any]) -> dict[str, Any]:
    if body is None:
        return {}
    if body == RECORD:
        return {"content": {RECORD: {"schema": {}}}}
    if body == LINES:
        # Each line, and the data of each event, is JSON: there is no schema of the whole.
        return {"content": {LINES: {"schema": {}}, STREAM: {"schema": {}}}}
    return {"content": {"application/json": {"schema": of[str(body)]}}}


def asyncapi() -> dict[str, Any]:
    """Return the description of `/ws`."""
    sides = {"fromViewer": get_args(FromViewer), "toViewer": get_args(ToViewer)}
    kinds = list(dict.fromkeys(kind for side in sides.values() for kind in side))
    schemas, components = _schemas(kinds, "#/components/schemas/{name}")
    messages = {
        kind.__name__: {"summary": (kind.__doc__ or "").partition("\n")[0], "payload": schema}
        for kind, schema in zip(kinds, schemas, strict=True)
    }
    channel = {name: {"$ref": f"#/components/messages/{name}"} for name in messages}

    def operation(action: str, side: str) -> dict[str, Any]:
        refs = [{"$ref": f"#/channels/game/messages/{kind.__name__}"} for kind in sides[side]]
        return {"action": action, "channel": {"$ref": "#/channels/game"}, "messages": refs}

    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Broadside",
            "version": version("broadside"),
            "description": f"Subprotocols {MSGPACK.subprotocol} and {JSON.subprotocol}.",
        },
        "defaultContentType": "application/json",
        "channels": {"game": {"address": "/ws", "messages": channel}},
        "operations": {
            "told": operation("receive", "fromViewer"),
            "tells": operation("send", "toViewer"),
        },
        "components": {"messages": messages, "schemas": components},
    }


def _schemas(kinds: Sequence[Any], template: str) -> tuple[Sequence[Any], dict[str, Any]]:
    schemas, components = msgspec.json.schema_components(kinds, ref_template=template)
    return list(schemas), components


def routes() -> list[web.AbstractRouteDef]:
    """Return the two descriptions' routes; they are made once."""
    made = {"/openapi.json": openapi(), "/asyncapi.json": asyncapi()}
    return [web.get(path, _answers(told)) for path, told in made.items()]


def _answers(told: dict[str, Any]) -> Any:
    body = msgspec.json.encode(told)

    async def show(_: web.Request) -> web.Response:
        return web.Response(body=body, content_type="application/json")

    return show
