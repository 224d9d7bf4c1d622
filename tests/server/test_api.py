"""HTTP: the same game by requests; every failure is a problem with its code and nothing else."""

import asyncio
import json
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from clients.sdk import http
from clients.verifier.protocol import verify
from projections.messages import Recorded
from server.bootstrap import Server, running
from server.limits import Limits
from server.settings import Settings
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated


async def ask(
    server: Server, method: str, path: str, body: object = None, token: str = ""
) -> tuple[int, dict[str, str], bytes]:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = token
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, server.url + path, data=data, headers=headers) as response,
    ):
        return response.status, dict(response.headers), await response.read()


async def test_systems_scenarios_and_games_are_listed(server: Server) -> None:
    watch, _ = await seated(server.url)
    assert [s["name"] for s in await http.get(server.url, "systems")] == ["pennies"]
    scenario = (await http.get(server.url, "scenarios?system=pennies"))[0]
    assert (scenario["name"], scenario["options"][0]["name"]) == ("table", "purse")
    (line,) = await http.get(server.url, "games")
    assert (line["game"], line["phase"]) == (watch.game.hex(), "running")


async def test_a_declaration_by_http_is_one_by_websocket(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        made = seat.declaration("stake", {"pennies": 3})
        body = msgspec.json.encode(
            {"open": made.open, "sealed": made.sealed, "signature": made.signature}
        )
        path = f"/api/games/{watch.game.hex()}/declarations"
        status, _, data = await ask(server, "POST", path, body, f"Bearer {first.token}")
        assert status == 200
        answer = await seat.answer(made)
        assert isinstance(answer, Recorded)
        assert answer.repeated
        assert json.loads(data)["position"] == answer.position


SLOW = {
    "says nothing": b"",
    "stops in the head": b"POST /api/games HTTP/1.1\r\nHost: x\r\n",
    "stops in the body": b"POST /api/games HTTP/1.1\r\nHost: x\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
}


@pytest.mark.parametrize("said", SLOW.values(), ids=SLOW)
async def test_who_takes_too_long_is_cut_off(said: bytes, tmp_path: Path) -> None:
    """A connection that only waits costs others nothing for long."""
    limits = Limits(idle_s=0.3, body_s=0.3)
    async with running(Settings(port=0, data=tmp_path / "data"), limits, SYSTEMS) as server:
        port = int(server.url.rsplit(":", 1)[1])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)
        async with asyncio.timeout(5):
            answer = await reader.read()
        writer.close()
    assert answer == b"" or b"its body did not arrive within 0.3 seconds" in answer
    assert bool(answer) == (b"{" in said)


async def test_a_view_may_be_had_as_it_was(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        await seat.declare("stake", {"pennies": 3})
    path = f"games/{watch.game.hex()}/view"
    then = await http.get(server.url, f"{path}?at=8", first.token)
    now = await http.get(server.url, path, first.token)
    assert (then["position"], now["position"]) == (8, 9)
    assert [v["view"]["seats"][0]["sealed"] for v in (then, now)] == [False, True]
    for at in ("0", "10", "x", "-1", "9" * 5000):
        with pytest.raises(http.NotDone, match="position from 1 to 9"):
            await http.get(server.url, f"{path}?at={at}", first.token)


async def test_after_the_end_everybody_sees_through_any_seats_eyes(server: Server) -> None:
    watch, (first, second) = await seated(server.url)
    path = f"games/{watch.game.hex()}/view"
    async with raw(server.url, watch, first) as seat:
        await seat.declare("stake", {"pennies": 3})
    async with raw(server.url, watch, second) as seat:
        await seat.declare("stake", {"pennies": 4})
        then = await http.get(server.url, path, first.token)
        with pytest.raises(http.NotDone, match="not over yet"):
            await http.get(server.url, f"{path}?seat=1", second.token)
        await seat.declare("concede")
    at = f"at={then['position']}"
    eyes = await http.get(server.url, f"{path}?{at}&seat=1")
    assert eyes["view"] == then["view"]
    assert (await http.get(server.url, f"{path}?{at}&seat=2"))["view"] != then["view"]
    with pytest.raises(http.NotDone, match="`seat` is one of 1, 2"):
        await http.get(server.url, f"{path}?seat=7")


async def test_the_record_is_that_of_who_asks(server: Server) -> None:
    watch, (first, second) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        await seat.declare("stake", {"pennies": 3})
    viewers = {
        token: verify(await http.record(server.url, watch.game, token))
        for token in (first.token, second.token, "")
    }
    assert [report.viewer for report in viewers.values()] == ["seat 1", "seat 2", "spectator"]
    assert [report.counts.seals_open for report in viewers.values()] == [1, 0, 0]


async def test_the_chronicle_is_a_line_an_event(server: Server) -> None:
    watch, _ = await seated(server.url)
    _, headers, data = await ask(server, "GET", f"/api/games/{watch.game.hex()}/events")
    assert headers["Content-Type"].startswith("application/x-ndjson")
    assert [json.loads(line)["kind"] for line in data.splitlines()][-1] == "begun"


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/games/" + "00" * 16, None, 404, "not_found"),
        ("GET", "/api/games/nonsense/view", None, 404, "not_found"),
        ("GET", "/api/scenarios?system=none", None, 404, "not_found"),
        ("POST", "/api/games", {"system": "none"}, 422, "no_such_system"),
        (
            "POST",
            "/api/games",
            {"system": "pennies", "options": {"purse": 7}},
            422,
            "no_such_value",
        ),
        ("POST", "/api/games", {"system": "pennies", "options": {"x": 7}}, 422, "no_such_option"),
        ("POST", "/api/games", {"system": "pennies", "dice": "loaded"}, 422, "no_such_value"),
        ("POST", "/api/games", {"system": "pennies", "options": {"scenario": "x"}}, 422, None),
        ("POST", "/api/games", {"system": "pennies", "options": {"time_limit_s": -1}}, 422, None),
        ("POST", "/api/games", {"system": 7}, 400, "malformed"),
        ("POST", "/api/games", {"system": "pennies", "extra": 1}, 400, "malformed"),
        ("POST", "/api/games", b"{", 400, "malformed"),
        ("POST", "/api/games", b'{"system": "a", "system": "b"}', 400, "malformed"),
        ("POST", "/api/games", b"[" * 5000, 400, "malformed"),
        ("POST", "/api/games", b'{"system": "\\ud800"}', 400, "malformed"),
        ("POST", "/api/games/" + "00" * 16 + "/seats", {}, 403, "not_allowed"),
    ],
)
async def test_every_failure_is_a_problem(
    server: Server, method: str, path: str, body: object, status: int, code: str | None
) -> None:
    got, headers, data = await ask(server, method, path, body)
    problem = json.loads(data)
    assert (got, problem["status"]) == (status, status)
    assert headers["Content-Type"].startswith("application/problem+json")
    assert code in {None, problem["code"]}
    assert problem["recorded"] is False
    assert "Traceback" not in data.decode()


@pytest.mark.parametrize(
    "token", ["Bearer " + "00" * 32, "Bearer", "Bearer x", "Basic eDp5", "00" * 32]
)
async def test_a_wrong_token_is_refused_in_one_way(server: Server, token: str) -> None:
    watch, _ = await seated(server.url)
    game = f"/api/games/{watch.game.hex()}"
    for method, path in (("GET", "/view"), ("GET", "/record"), ("GET", "/events")):
        status, _, data = await ask(server, method, game + path, token=token)
        assert (status, json.loads(data)["code"]) == (403, "not_allowed")


async def test_a_page_of_another_host_cannot_make_a_game(server: Server) -> None:
    """What a browser sends across origins without asking first is not taken."""
    body = b'{"system": "pennies"}'
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            server.url + "/api/games", data=body, headers={"Content-Type": "text/plain"}
        ) as response,
    ):
        assert response.status == 400


async def test_a_body_without_end_is_not_read(server: Server) -> None:
    status, _, _ = await ask(server, "POST", "/api/games", b" " * 200_000)
    assert status == 413


async def test_what_is_no_address_or_method_is_told_as_every_problem_is(server: Server) -> None:
    """And by no answer does the server tell by which versions of what it runs."""
    for method, path, code in (
        ("GET", "/api/nowhere", 404),
        ("DELETE", "/api/games", 405),
        ("POST", "/api/games", 413),
    ):
        body = b" " * 200_000 if method == "POST" else None
        async with (
            aiohttp.ClientSession() as session,
            session.request(
                method,
                server.url + path,
                data=body,
                headers={"Content-Type": "application/json"},
            ) as answer,
        ):
            assert (answer.status, answer.content_type) == (code, "application/problem+json")
            assert answer.headers["Server"] == "broadside"
            told = msgspec.json.decode(await answer.read())
            assert (told["status"], told["recorded"]) == (code, False)
            assert ("Allow" in answer.headers) == (code == 405)
    async with aiohttp.ClientSession() as session, session.get(server.url + "/nowhere") as answer:
        assert (answer.status, answer.headers["Server"]) == (404, "broadside")


async def test_it_lives_is_ready_and_counts_without_names(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    for path in ("/livez", "/readyz"):
        assert (await ask(server, "GET", path))[0] == 200
    async with raw(server.url, watch, first):
        _, _, data = await ask(server, "GET", "/metrics")
    text = data.decode()
    assert "broadside_viewers 1.0" in text
    assert watch.game.hex() not in text
    assert "Player" not in text


async def test_no_page_of_another_host_can_be_loaded_into_ours(server: Server) -> None:
    _, headers, _ = await ask(server, "GET", "/")
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


async def told(stream: aiohttp.ClientResponse) -> Any:
    """Return the data of the next event; comments and empty lines are none."""
    while not (line := await stream.content.readline()).startswith(b"data: "):
        assert line in {b"\n", b": nothing new\n"}
    return json.loads(line.removeprefix(b"data: "))


async def test_who_only_reads_may_have_a_stream(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    url = f"{server.url}/api/games/{watch.game.hex()}/events"
    accept = {"Accept": "text/event-stream"}
    async with (
        aiohttp.ClientSession() as session,
        session.get(url, headers=accept) as stream,
        raw(server.url, watch, first) as seat,
        asyncio.timeout(10),
    ):
        snapshot = await told(stream)
        assert (snapshot["t"], snapshot["position"]) == ("snapshot", 8)
        await seat.declare("stake", {"pennies": 3})
        update = await told(stream)
        assert (update["t"], update["after"], update["position"]) == ("update", 8, 9)
        (await server.hosts.get(watch.game)).freeze("for the test")
        assert (await told(stream))["code"] == "frozen"
        async with session.get(url, headers=accept) as later:
            assert (await told(later))["t"] == "snapshot"
            assert (await told(later))["code"] == "frozen"
        _, _, view = await ask(server, "GET", f"/api/games/{watch.game.hex()}/view")
        assert json.loads(view)["why"] == "This game is frozen: for the test."
