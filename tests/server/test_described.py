"""The descriptions for programs say what is so, and what they describe stands being attacked."""

import asyncio
import json
import re
import sys
from pathlib import Path

import aiohttp
import jsonschema
import msgspec

from clients.sdk import http
from projections.messages import Recorded
from server.api.described import CALLS, asyncapi, openapi
from server.bootstrap import Server
from tests.e2e.processes import ServerProcess
from tests.server.sitting import raw, seated

EXAMPLES = 3
"""Of each operation: more are a matter of minutes (`schemathesis run URL/openapi.json`)."""


CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


async def test_what_is_described_is_what_there_is(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{server.url}/openapi.json") as answer:
            told = await answer.json()
        async with session.get(f"{server.url}/asyncapi.json") as answer:
            assert await answer.json() == json.loads(msgspec.json.encode(asyncapi()))
    described = {(path, method) for path, one in told["paths"].items() for method in one}
    assert described == {(call.path, call.method) for call in CALLS}
    served = {
        (resource.canonical, route.method.lower())
        for resource in server.app.router.resources()
        if resource.canonical.startswith("/api/")
        for route in resource
        if route.method != "HEAD"
    }
    assert described == served
    assert told["components"]["schemas"]["Join"]["additionalProperties"] is False
    hello = asyncapi()["components"]["schemas"]["Hello"]
    assert hello["additionalProperties"] is False
    assert set(hello["required"]) == {"t", "id", "game"}


async def test_no_generated_request_breaks_it(tmp_path: Path) -> None:
    """Schemathesis: nothing is answered with a fault, a traceback, or what is not described."""
    async with ServerProcess(tmp_path / "data") as server:
        process = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).parent / "schemathesis"),
            *("run", f"{server.url}/openapi.json", "--max-examples", str(EXAMPLES)),
            *("--phases", "fuzzing", "--workers", "2", "--no-color"),
            *("--checks", ",".join(CHECKS)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=tmp_path,
        )
        try:
            async with asyncio.timeout(150):
                said, _ = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
        text = said.decode()
        assert process.returncode == 0, text[-6000:]
        assert re.search(rf"Tested: +{len(CALLS)}\b", text), text[-6000:]


async def test_what_is_answered_of_a_game_is_what_is_described(server: Server) -> None:
    """No generated request knows a game: these are asked of a real one."""
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
    told = json.loads(msgspec.json.encode(openapi()))
    game = f"/api/games/{watch.game.hex()}"
    for path, query in (
        ("/api/systems", ""),
        ("/api/scenarios", "?system=pennies"),
        ("/api/games", ""),
        ("/api/games/{game}", ""),
        ("/api/games/{game}/view", "?at=5"),
        ("/api/games/{game}/steps", "?at=5&until=7"),
        ("/api/operator", ""),
    ):
        answer = await http.get(server.url, (path.replace("/api/games/{game}", game) + query)[5:])
        content = told["paths"][path]["get"]["responses"]["200"]["content"]
        schema = {**content["application/json"]["schema"], "components": told["components"]}
        jsonschema.Draft202012Validator(schema).validate(answer)
