"""What a server tells who runs it, and how it stops."""

import asyncio
import json
import time
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from clients.sdk import http
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from projections.messages import Problem, Recorded
from server import log_tail
from server.bootstrap import Server, running
from server.clock import WallClock
from server.health import Health
from server.limits import LIMITS
from server.settings import Settings
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated


async def get(url: str, **headers: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, await answer.text()


async def test_each_check_is_told_with_its_state(server: Server) -> None:
    assert await get(f"{server.url}/readyz") == (200, "ready\n")
    status, text = await get(f"{server.url}/readyz?verbose")
    assert status == 200
    lines = text.splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == [
        "[+]store",
        "[+]durability",
        "[+]marks",
        "[+]going on",
        "[+]clock",
        "[+]games",
    ]
    assert lines[-1] == "ready"


async def test_a_red_check_is_named(server: Server) -> None:
    await server.hosts.stop()
    assert await get(f"{server.url}/readyz") == (503, "not going on\n")
    status, text = await get(f"{server.url}/readyz?verbose")
    assert status == 503
    assert "[-]going on: it was told to stop" in text


async def test_figures_are_named_as_prometheus_wants_and_name_nobody(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
        await seat.declare("no_such_command")
        _, text = await get(f"{server.url}/metrics")
    families = {family.name: family for family in text_string_to_metric_families(text)}
    declared = {s.labels["result"]: s.value for s in families["broadside_declarations"].samples
                if s.name.endswith("_total")}  # fmt: skip
    assert declared == {"recorded": 1, "refused": 1, "not_recorded": 0, "not_known_yet": 0}
    seconds = families["broadside_declaration_duration_seconds"]
    assert seconds.type == "histogram"
    assert next(s.value for s in seconds.samples if s.name.endswith("_count")) == 2
    assert families["broadside_viewers"].samples[0].value == 1
    for family in families.values():
        for sample in family.samples:
            assert set(sample.labels) <= {"result", "le", "implementation", "major", "minor",
                                          "patchlevel", "version"}  # fmt: skip
    assert watch.game.hex() not in text
    assert first.token not in text


async def test_who_runs_it_sees_what_is_held_and_nobody_else_does(
    server: Server, tmp_path: Path
) -> None:
    watch, (first, _) = await seated(server.url)
    url = f"{server.url}/api/operator"
    status, text = await get(url)
    figures = f"{server.url}/metrics"
    assert (await get(figures))[0] == 200
    assert status == 200
    (held,) = json.loads(text)["games"]["last"]
    assert (held["game"], held["phase"], held["waits_for"]) == (watch.game.hex(), "running", [1, 2])
    assert first.token not in text
    assert (await get(url, Host="evil.example"))[0] == 403, "a name that was bent to this machine"
    assert (await get(url, Origin="http://evil.example"))[0] == 403
    forwarded = {"X-Forwarded-For": "192.0.2.1"}
    assert (await get(url, **forwarded))[0] == 403
    assert (await get(figures, **forwarded))[0] == 403, "they tell when something was declared"
    settings = Settings(port=0, data=tmp_path / "other", operator_token="correct horse")
    async with running(settings, LIMITS, SYSTEMS) as other:
        url = f"{other.url}/api/operator"
        assert (await get(url, **forwarded, Authorization="Bearer wrong"))[0] == 403
        assert (await get(url, **forwarded, Authorization="Bearer correct horse"))[0] == 200
        figures = f"{other.url}/metrics"
        assert (await get(figures, **forwarded, Authorization="Bearer correct horse"))[0] == 200


async def test_the_operators_page_shows_it_and_executes_nothing(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    log_tail.keep(None, "info", '{"event": "<script>alert(1)</script> \u202e\x1b[2J"}')
    (await server.hosts.get(watch.game)).freeze("it is <b>ill</b>")
    async with raw(server.url, watch, None):
        status, page = await get(f"{server.url}/operator?game={watch.game.hex()}")
    assert status == 200
    for said in ("it is &lt;b&gt;ill&lt;/b&gt;", "&lt;script&gt;", "pennies", watch.game.hex()):
        assert said in page
    assert "<script" not in page
    assert "<b>" not in page
    assert all(one.isprintable() or one == "\n" for one in page)
    assert first.token not in page
    assert (await get(f"{server.url}/operator", Host="evil.example"))[0] == 403
    assert (await get(f"{server.url}/operator.css"))[0] == 200


def test_what_looks_like_a_secret_is_not_in_the_last_lines() -> None:
    log_tail.LAST.clear()
    for line in ('{"event": "x"}', '{"game": "aa", "t": "' + "ab" * 32 + '"}', '{"game": "bb"}'):
        assert log_tail.keep(None, "info", line) == line
    assert log_tail.last("aa") == ['{"event": "x"}', '{"game": "aa", "t": "[redacted]"}']
    log_tail.LAST.clear()


@pytest.mark.parametrize("clock", [True, False])
async def test_a_server_that_stops_says_so_and_stops_the_clocks(
    tmp_path: Path, *, clock: bool
) -> None:
    """What was under way is recorded; why the clocks stand still is on the record, and verifies."""
    settings = Settings(port=0, data=tmp_path / "data")
    options = {"time_limit_s": 3600} if clock else {}
    async with running(settings, LIMITS, SYSTEMS) as server:
        watch, (first, second) = await seated(server.url, **options)
        seat = raw(server.url, watch, first)
        one = await seat.__aenter__()
        assert isinstance(await one.declare("stake", {"pennies": 3}), Recorded)
        position = one.head.position
    told = await one.until(Problem)
    assert told.code == "restarting"
    assert told.text.startswith("The server restarts")
    await seat.__aexit__(None, None, None)
    async with running(settings, LIMITS, SYSTEMS) as server:
        record = await http.record(server.url, watch.game, second.token)
        assert verify(record).events
        decide_all_again(record, SYSTEMS)
        texts = [line["text"] for line in await chronicle(server, watch.game.hex())]
        why = "The server restarts; while none is up, the clocks stand still."
        assert (why in texts) is clock
        async with raw(server.url, watch, second) as other:
            assert other.head.position >= position
            assert isinstance(await other.declare("stake", {"pennies": 3}), Recorded)


async def chronicle(server: Server, game: str) -> list[dict[str, str]]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{server.url}/api/games/{game}/events") as answer,
    ):
        return [json.loads(line) for line in (await answer.text()).splitlines()]


async def test_a_game_that_stops_takes_nothing_more(server: Server) -> None:
    watch, (first, second) = await seated(server.url)
    async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as two:
        declared = one.declaration("stake", {"pennies": 3})
        await one.send(declared)
        await asyncio.sleep(0)
        await server.hosts.stop()
        answer = await two.declare("stake", {"pennies": 3})
        assert (answer.code, answer.recorded, answer.rule) == ("restarting", False, "")
        assert (await one.until((Recorded, Problem))).id == declared.id


async def test_a_loop_that_was_held_up_is_no_store_that_is_gone(
    server: Server, tmp_path: Path
) -> None:
    """The store said at once that it is there; nobody heard it within the time."""
    hosts = server.hosts
    health = Health(hosts.store, hosts, WallClock(), tmp_path, "always")
    await health.look()
    looking = asyncio.create_task(health.look())
    await asyncio.sleep(0)
    time.sleep(0.5)  # noqa: ASYNC251  this is what is tested
    await looking
    assert health.sentence == ""
