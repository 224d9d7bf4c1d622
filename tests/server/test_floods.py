"""Who asks for too much at a time is told when to come back; nobody else notices."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from websockets.exceptions import InvalidStatus

from clients.sdk import http
from clients.sdk.client import GameClient
from projections.messages import Beat, Problem, Recorded
from server.api.addresses import Addresses, counted
from server.bootstrap import Server, running
from server.limits import Limits
from server.pace import Bucket, Paces, SeatPace
from server.settings import Settings
from server.ws.session import Session
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated, socket


@pytest.fixture
def limits() -> Limits:
    return Limits(
        requests_per_s=20,
        requests_at_once=40,
        refused_at_once=3,
        address_requests_at_once=5,
        address_requests_per_s=1,
        games_at_once=2,
        joins_at_once=2,
        address_open=3,
    )


@pytest_asyncio.fixture
async def server(tmp_path: Path, limits: Limits) -> AsyncIterator[Server]:
    """Give a server that believes what this machine says of who asks."""
    settings = Settings(port=0, data=tmp_path / "data", proxies=("127.0.0.1",))
    async with running(settings, limits, SYSTEMS) as run:
        yield run


def asking_for(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


async def test_a_seat_that_sends_without_end_is_told_when_to_go_on(server: Server) -> None:
    """Each of its messages is answered one way or the other; the other seat plays on meanwhile."""
    watch, (first, second) = await seated(server.url)
    async with raw(server.url, watch, first) as flood, raw(server.url, watch, second) as other:
        for i in range(1_000, 1_200):
            await flood.send(Beat(id=i, position=0))
        began = time.perf_counter()
        assert isinstance(await other.declare("stake", {"pennies": 3}), Recorded)
        assert time.perf_counter() - began < 1
        told = await flood.until(Problem)
        assert (told.code, told.recorded) == ("too_fast", False)
        assert told.facts["retry_after_s"] == 1
        assert told.id >= 1_000 + 40, "those that may come at once were answered"


async def test_of_many_that_come_at_once_one_a_turn_is_served(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two of them the loop comes round to everybody else."""
    turn, served, receive = 0, list[int](), Session.receive

    async def turning() -> None:
        nonlocal turn
        while True:
            await asyncio.sleep(0)
            turn += 1

    def noted(session: Session, data: bytes | str) -> Any:
        served.append(turn)
        return receive(session, data)

    watch, _ = await seated(server.url)
    async with raw(server.url, watch) as flood:
        monkeypatch.setattr(Session, "receive", noted)
        at_once = asyncio.create_task(turning())
        await asyncio.gather(*(flood.send(Beat(id=i, position=0)) for i in range(30)))
        while getattr(await flood.next(), "id", None) != 29:
            pass
        at_once.cancel()
    assert len(set(served)) == len(served) == 30


async def test_what_is_refused_again_and_again_is_a_flood_on_every_line_of_the_seat(
    server: Server,
) -> None:
    watch, (first, second) = await seated(server.url)
    async with raw(server.url, watch, first) as one, raw(server.url, watch, first) as two:
        for line in (one, two, one):
            assert (await line.declare("no_such_command")).code != "too_fast"
        assert (await two.declare("stake", {"pennies": 3})).code == "too_fast"
        async with raw(server.url, watch, second) as other:
            assert isinstance(await other.declare("stake", {"pennies": 3}), Recorded)


async def test_a_client_waits_and_goes_on_by_itself(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as line:
        for _ in range(3):
            await line.declare("no_such_command")
    async with GameClient(server.url, watch.game, first) as client:
        async for _ in client.happenings():
            break
        async with asyncio.timeout(10):
            answer = await client.declare("stake", {"pennies": 3}, ("pennies",))
        assert isinstance(answer, Recorded)


async def ask(
    session: aiohttp.ClientSession, url: str, address: str, body: bytes | None = None
) -> tuple[int, str, str]:
    headers = asking_for(address) | {"Content-Type": "application/json"}
    method = "GET" if body is None else "POST"
    async with session.request(method, url, data=body, headers=headers) as answer:
        return answer.status, answer.headers.get("Retry-After", ""), await answer.text()


async def test_requests_of_one_address_are_counted_and_others_served(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        url = f"{server.url}/api/systems"
        answers = [await ask(session, url, "192.0.2.1") for _ in range(6)]
        assert [status for status, _, _ in answers] == [200] * 5 + [429]
        _, again_s, text = answers[-1]
        assert again_s == "1"
        told = json.loads(text)
        assert (told["code"], told["recorded"]) == ("too_fast", False)
        assert told["facts"] == {"retry_after_s": 1}
        assert (await ask(session, url, "192.0.2.2"))[0] == 200
        made_up = await ask(session, url, "192.0.2.7, 192.0.2.1")
        assert made_up[0] == 429, "what an address says of itself is not believed"


@pytest.mark.parametrize("what", ["games", "games/" + "0" * 32 + "/seats"])
async def test_games_and_joins_of_one_address_are_counted(server: Server, what: str) -> None:
    async with aiohttp.ClientSession() as session:
        url = f"{server.url}/api/{what}"
        answers = [await ask(session, url, "192.0.2.1", b"{}") for _ in range(3)]
        assert [status == 429 for status, _, _ in answers] == [False, False, True]
        assert (await ask(session, url, "192.0.2.2", b"{}"))[0] != 429


async def test_open_sockets_of_one_address_are_counted(server: Server) -> None:
    watch, _ = await seated(server.url)
    forwarded = asking_for("2001:db8::1")
    async with (
        socket(server.url, additional_headers=forwarded),
        socket(server.url, additional_headers=forwarded),
        socket(server.url, additional_headers=asking_for("2001:db8::2")),
    ):
        with pytest.raises(InvalidStatus) as full:
            async with socket(server.url, additional_headers=forwarded):
                pass
        assert full.value.response.status_code == 429
        async with raw(server.url, watch) as here:
            assert here.view, "others are served"


async def test_a_program_on_this_machine_is_not_limited(server: Server) -> None:
    async with aiohttp.ClientSession(headers=asking_for("192.0.2.1")) as session:
        for _ in range(5):
            await (await session.get(f"{server.url}/api/systems")).read()
    began = time.perf_counter()
    assert await http.get(server.url, "systems")
    assert time.perf_counter() - began < 1


async def test_only_named_proxies_are_believed() -> None:
    class Asked:
        def __init__(self, remote: str, *said: str) -> None:
            self.remote = remote
            self.headers = self
            self._said = list(said)

        def getall(self, _name: str, _none: object) -> list[str]:
            return self._said

    addresses = Addresses(Limits(), ["10.0.0.0/8"])

    def of(*asked: str) -> str | None:
        return addresses.of(Asked(*asked))  # type: ignore[arg-type]

    assert of("127.0.0.1") is None
    assert of("::1") is None
    assert of("192.0.2.1", "192.0.2.9") == "192.0.2.1"
    assert of("127.0.0.1", "192.0.2.9") == "127.0.0.1", "a proxy that the settings do not name"
    assert of("10.0.0.1", "192.0.2.8", "192.0.2.9") == "192.0.2.9"
    assert of("10.0.0.1", "127.0.0.1, 192.0.2.9, 10.0.0.2") == "192.0.2.9"
    assert of("10.0.0.1", "127.0.0.1") == "127.0.0.1", "and counted: only a peer can be here"
    assert of("10.0.0.1", "nonsense") == "unknown"
    assert counted("2001:db8::1") == counted("2001:db8::ffff") != counted("2001:db8:0:1::1")
    assert counted("::ffff:192.0.2.1") == "192.0.2.1"


async def test_only_what_a_seat_is_to_blame_for_counts_as_refused() -> None:
    """Others that are faster, and a store in trouble, cost it nothing."""
    limits = Limits(refused_at_once=1, refused_per_s=0.001)
    for code, rule, counts in (
        *(("not_so_many", "P-1", True), ("malformed", "", True), ("not_allowed", "", True)),
        *(("conflict", "game 4", False), ("dice_pending", "game 5", False)),
        *((code, "", False) for code in ("storage", "oom", "loading", "contended", "restarting")),
        *((code, "", False) for code in ("not_known_yet", "frozen", "server")),
    ):
        pace = SeatPace(limits)
        pace.answered(Problem(id=1, code=code, text="", rule=rule))
        assert bool(pace.take()) is counts, code


async def test_who_was_quiet_longest_is_forgotten_first() -> None:
    paces = Paces[str, Bucket](2, lambda: Bucket(1, 1))
    assert not paces.of("a").take()
    assert not paces.of("b").take()
    assert paces.of("a").take() > 0
    paces.of("c")
    assert paces.of("a").take() > 0, "it was asked for after b"
    assert not paces.of("b").take()
