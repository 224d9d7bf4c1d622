"""Three server processes on one store: any of them takes anything, and one may die."""

import asyncio
import base64
import os
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
import pytest_asyncio

from clients.cli.demo import seated
from clients.sdk import http
from clients.sdk.client import GameClient
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.codec import envelope
from domain.exported import entries_of
from domain.names import GameId
from domain.record import seal_of
from domain.registry import rule_systems
from server.store.embedded import EmbeddedValkey
from server.store.redis_streams import RedisStreams
from tests.e2e.processes import PATIENCE_S, ServerProcess
from tests.e2e.test_kill import SYSTEM, Duel, check

SERVERS = 3


@asynccontextmanager
async def started(folder: Path, count: int) -> AsyncIterator[tuple[str, list[ServerProcess]]]:
    """Run servers with one store and one master secret; give the store's address, and them."""
    async with EmbeddedValkey(folder / "valkey") as valkey, AsyncExitStack() as stack:
        secret, servers = os.urandom(32), list[ServerProcess]()
        for number in range(count):
            data = folder / f"data {number}"
            data.mkdir(mode=0o700)
            (data / "master.secret").write_bytes(secret)
            (data / "master.secret").chmod(0o600)
            servers.append(ServerProcess(data, BROADSIDE_REDIS_URL=valkey.url))
        await asyncio.gather(*(stack.enter_async_context(server) for server in servers))
        yield valkey.url, servers


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def urls(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[list[str]]:
    """Give the addresses of three servers that share one store."""
    async with started(tmp_path_factory.mktemp("servers"), SERVERS) as (_, servers):
        yield [server.url for server in servers]


@pytest.mark.parametrize("dice", ["server", "table"])
async def test_any_process_takes_any_seat_and_all_watch_the_same(
    urls: list[str], dice: str
) -> None:
    """Each seat plays at each server in turn; who watches at any of them is shown one game."""
    _, seats = await seated(urls[0], SYSTEM, {}, random.Random(4), dice)
    game = GameId(seats[0].game)
    async with AsyncExitStack() as stack:
        watching = [await stack.enter_async_context(GameClient(url, game)) for url in urls]
        recorded = list[int]()
        for turn in range(SERVERS):
            at = [urls[(turn + seat) % SERVERS] for seat in range(len(seats))]
            duel = Duel(at, seats, seed=turn)
            duel.recorded = recorded
            async with duel.playing():
                await duel.declared(25)
                assert not duel.over
            recorded = duel.recorded
            await check(urls[turn], duel, seats)
        files = [await http.record(url, game) for url in urls]
        head = entries_of(files[0])[1][-1].head
        async with asyncio.timeout(PATIENCE_S):
            for client in watching:
                while client.following.head.position < head.position:
                    await anext(aiter(client.happenings()))
    assert {client.following.head for client in watching} == {head}
    assert len({msgspec.json.encode(client.view) for client in watching}) == 1
    assert files[0] == files[1] == files[2], "one game, one key: the same file"
    verify(files[0])
    decide_all_again(files[0], rule_systems())


async def test_what_is_sent_to_all_of_them_at_once_is_recorded_once(urls: list[str]) -> None:
    """Twenty declarations, each three times at the same moment."""
    _, seats = await seated(urls[0], SYSTEM, {}, random.Random(5))
    game, keys = GameId(seats[0].game), seats[0]
    path = f"/api/games/{game.hex()}/declarations"
    headers = {"Authorization": f"Bearer {keys.token}"}
    recorded = 0
    async with aiohttp.ClientSession() as session:
        for number in range(20):  # more refusals would be a flood
            declared = offer_of_a_draw(keys, number, await head_of(urls[number % SERVERS], game))
            answers = await asyncio.gather(
                *(session.post(url + path, json=declared, headers=headers) for url in urls)
            )
            told = [await answer.json() for answer in answers]
            assert {answer.status for answer in answers} in ({200}, {422}), told
            assert len({one.get("position") for one in told}) == 1, told
            recorded += answers[0].status == 200
    data = await http.record(urls[1], game)
    verify(data)
    opened = [entry.open for entry in entries_of(data)[1]]
    assert len([one for one in opened if envelope(one).k == "declared"]) == recorded > 0


async def head_of(url: str, game: GameId) -> Any:
    return entries_of(await http.record(url, game))[1][-1].head


def offer_of_a_draw(keys: Any, number: int, head: Any) -> dict[str, Any]:
    """Return a declaration that is allowed once, and refused by the rules after that."""
    declared = {
        "id": number.to_bytes(16, "big"),
        "seat": keys.seat,
        "do": "offer_draw",
        "with": {},
        "after": head.position,
        "head": head.hash,
    }
    open_part = msgspec.msgpack.encode({"k": "declared", "v": 1, "d": declared})
    sealed = bytes(16) + msgspec.msgpack.encode({})
    parts = {
        "open": open_part,
        "sealed": sealed,
        "signature": keys.sign_declaration(open_part, seal_of(sealed)),
    }
    return {name: base64.b64encode(part).decode() for name, part in parts.items()}


async def test_a_deadline_of_a_game_that_nobody_holds_is_kept(tmp_path: Path) -> None:
    """Its server is killed, nobody is connected, and nobody asks for it: time runs out all the
    same, by the hand of another process, once, and soon."""
    limit_s = 2
    async with started(tmp_path, 2) as (store_url, (first, second)):
        _, seats = await seated(first.url, SYSTEM, {"time_limit_s": limit_s}, random.Random(6))
        game = GameId(seats[0].game)
        store = await RedisStreams.open(store_url)
        async with asyncio.timeout(PATIENCE_S):
            begun = await store.last(game)
            assert begun is not None
            due_ms = begun.at_ms + 1000 * limit_s
            # The first process has noted when to look, and dies.
            while await store.index.claim_due(due_ms + 1000, due_ms, 1) != [game]:
                await asyncio.sleep(0.01)
            await first.kill()
            while (await store.head(game)).position == begun.position:
                await asyncio.sleep(0.05)
        late = (await store.read(game, begun.position, 1))[0]
        await store.close()
        assert envelope(late.open).k == "server_declared"
        assert b"time_out" in late.open
        assert 0 <= late.at_ms - due_ms < 5_000
        data = await http.record(second.url, game)
        verify(data)
        decide_all_again(data, rule_systems())
