"""Bad luck at a real server: restarts, a store that is down, a page that closes."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec

from clients.sdk import http
from clients.verifier.protocol import verify
from domain.record import entry_after
from server.bootstrap import Server, running
from server.settings import Settings
from server.store.embedded import EmbeddedValkey
from server.store.redis_streams import RedisStreams
from tests.clients.sdk.relay import Relay
from tests.clients.web.page_player import page_player
from tests.clients.web.test_live import both, step, table
from tests.server.conftest import SYSTEMS
from tests.server.sitting import seated


async def test_a_restart_between_two_declarations_loses_nothing(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path / "data")
    async with AsyncExitStack() as stack:
        async with running(settings, systems=SYSTEMS) as server:
            watch, seats = await table(stack, server.url)
            watcher = await stack.enter_async_context(page_player())
            await watcher.follow(watch)
            await seats[0].declare("stake", {"pennies": 1}, "pennies")
            before = (await watcher.until(status="live", proven="verified"))["position"]
        for viewer in (*seats, watcher):
            state = await viewer.until(status="lost")
            assert state["notices"][-1] == "The server restarts; trying again …"
            assert state["view"], "what was shown stays"
        sent = asyncio.create_task(seats[1].declare("stake", {"pennies": 2}, "pennies"))
        again = msgspec.structs.replace(settings, port=int(server.url.rpartition(":")[2]))
        async with running(again, systems=SYSTEMS) as server:
            assert "receipt" in await sent
            await both(seats, "guess")
            await step(seats[0], "listen")
            report = verify(await http.record(server.url, watch.game))
            last = len(report.events)
            for viewer in (*seats, watcher):
                state = await viewer.until(last, proven="verified")
                assert state["status"] == "live"
                assert "Connected again." in state["notices"]
                positions = [position for position, _ in state["lines"]]
                assert positions == sorted(positions)
            assert report.counts.rolls == 1
            assert before < last


async def test_while_the_store_is_down_the_same_bytes_are_sent_again(penny_server: Server) -> None:
    async with AsyncExitStack() as stack:
        watch, (one, other) = await table(stack, penny_server.url, "server")
        await one.until(status="live", proven="verified")
        assert penny_server.valkey is not None
        os.kill(penny_server.valkey.pid, signal.SIGKILL)
        sent = asyncio.create_task(one.declare("stake", {"pennies": 3}, "pennies"))
        answer = await sent
        assert "receipt" in answer, answer
        await other.until(answer["position"], proven="verified")
        report = verify(await http.record(penny_server.url, watch.game))
        assert report.counts.declarations == 1


async def test_what_was_on_its_way_when_the_page_closed_is_sent_when_it_opens(
    penny_server: Server,
) -> None:
    async with AsyncExitStack() as stack:
        watch, (one, _) = await table(stack, penny_server.url, "server")
        relay = await stack.enter_async_context(Relay(penny_server.url))
        page = await stack.enter_async_context(page_player())
        await page.follow(watch, one.keys, server=relay.url)
        before = await page.until(status="live", proven="verified")
        relay.deaf = True
        sent = asyncio.create_task(page.declare("stake", {"pennies": 4}, "pennies"))
        await one.until(before["position"] + 1)
        await page.do("close")
        sent.cancel()
        relay.deaf = False
        await page.follow(watch, one.keys, server=relay.url)
        state = await page.until(before["position"] + 1, pending=None, proven="verified")
        async with asyncio.timeout(20):
            while len(state["notices"]) < 2:
                state = await page.do("state")
        assert state["notices"][0] == "What you declared before is sent again."
        assert state["notices"][1].endswith("(before).")
        report = verify(await http.record(penny_server.url, watch.game))
        assert report.counts.declarations == 1


async def test_a_frozen_game_says_so(tmp_path: Path) -> None:
    async with EmbeddedValkey(tmp_path / "valkey") as valkey:
        settings = Settings(port=0, data=tmp_path / "data", redis_url=valkey.url)
        async with running(settings, systems=SYSTEMS) as server:
            sick, _ = await seated(server.url)
        store = await RedisStreams.open(valkey.url)
        head = await store.head(sick.game)
        poison = msgspec.msgpack.encode({"k": "guessed", "v": 9, "d": {}})
        await store.append(sick.game, head, [entry_after(head, sick.game, 1, poison)])
        await store.close()
        async with running(settings, systems=SYSTEMS) as server, page_player() as viewer:
            await viewer.follow(msgspec.structs.replace(sick, server=server.url))
            state = await viewer.until(status="live")
            async with asyncio.timeout(20):
                while not state["frozen"]:
                    state = await viewer.do("state")
            assert state["frozen"].startswith("This game is frozen: event ")


async def test_a_server_that_is_not_there_yet_is_waited_for(penny_server: Server) -> None:
    watch, _ = await seated(penny_server.url)
    async with Relay(penny_server.url) as relay, page_player() as viewer:
        relay.open = False
        await viewer.follow(watch, server=relay.url)
        async with asyncio.timeout(20):
            while not (state := await viewer.do("state"))["notices"]:
                await asyncio.sleep(0.01)
        assert state["notices"] == ["The server does not answer; trying again …"]
        assert state["status"] == "connecting"
        relay.open = True
        await viewer.until(status="live", proven="verified")
