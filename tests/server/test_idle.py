"""Games that nobody looks at leave memory, and come back as they were; their time runs on."""

import asyncio
import gc
import os
import weakref
from pathlib import Path

import pytest

from domain.codec import envelope
from domain.names import GameId
from domain.record import START
from server.bootstrap import Server, running
from server.host import GameHost
from server.limits import Limits
from server.settings import Settings
from server.store.embedded import EmbeddedValkey
from server.store.redis_streams import RedisStreams
from tests.playing import Playing
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated

GAMES = 1_000
IDLE_S = 0.4
BATCH = 50


@pytest.fixture
def limits() -> Limits:
    return Limits(idle_game_s=IDLE_S, poll_s=0.1, holder_s=0.1)


async def gone(server: Server, game: GameId) -> None:
    async with asyncio.timeout(20):
        while server.hosts.held_one(game) is not None:
            await asyncio.sleep(0.02)


async def test_a_game_that_is_watched_stays_and_one_that_is_not_leaves(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch) as spectator:
        await asyncio.sleep(3 * IDLE_S)
        assert server.hosts.held_one(watch.game) is not None
        view = spectator.view
    await gone(server, watch.game)
    async with raw(server.url, watch) as spectator:
        assert spectator.view == view
    async with raw(server.url, watch, first) as seat:
        assert (await seat.declare("offer_draw")).position > 0


async def test_the_time_of_a_game_that_left_memory_runs_out(
    server: Server, own_valkey: EmbeddedValkey
) -> None:
    watch, _ = await seated(server.url, time_limit_s=3)
    begun = (await server.hosts.get(watch.game)).head.position
    await gone(server, watch.game)
    async with asyncio.timeout(20):
        while (await server.hosts.store.head(watch.game)).position == begun:
            await asyncio.sleep(0.05)
    (late,) = await server.hosts.store.read(watch.game, begun, 1)
    assert envelope(late.open).k == "server_declared"
    await gone(server, watch.game)


async def filled(url: str) -> list[GameId]:
    """Put games into a store; return which."""
    store, made = await RedisStreams.open(url), list[GameId]()
    for _ in range(GAMES // BATCH):
        games = [Playing(game=GameId(os.urandom(16)), links=2) for _ in range(BATCH)]
        made += [one.table.id for one in games]
        await asyncio.gather(*(store.append(one.table.id, START, one.entries) for one in games))
    await store.close()
    return made


async def test_a_thousand_games_that_were_looked_at_once_are_not_held(
    own_valkey: EmbeddedValkey, tmp_path: Path, limits: Limits
) -> None:
    """Nothing keeps them: not a timer, not a listener, not a line of the lobby."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    (data / "master.secret").write_bytes(b"\x07" * 32)
    (data / "master.secret").chmod(0o600)
    games = await filled(own_valkey.url)
    settings = Settings(port=0, data=data, redis_url=own_valkey.url)
    async with running(settings, limits, SYSTEMS) as server:
        seen, most = list["weakref.ref[GameHost]"](), 0
        for begin in range(0, GAMES, BATCH):
            loaded = await asyncio.gather(*map(server.hosts.get, games[begin : begin + BATCH]))
            seen += map(weakref.ref, loaded)
            del loaded
            most = max(most, len(server.hosts.held()))
        async with asyncio.timeout(20):
            while server.hosts.held():
                await asyncio.sleep(0.05)
        gc.collect()
        # A loop that goes over all games holds the last one until it goes again.
        assert len([host for one in seen if (host := one()) is not None]) < 5
    assert len(seen) == GAMES
    assert most < GAMES, "those that were looked at first had left before the last came"
