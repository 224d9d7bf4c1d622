"""Two server processes play on a cluster of three nodes while a game moves and a node dies."""

import asyncio
import os
import random
from contextlib import AsyncExitStack
from pathlib import Path

from clients.cli.demo import seated
from clients.sdk import http
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.names import GameId
from domain.registry import rule_systems
from tests.e2e.processes import ServerProcess
from tests.e2e.test_kill import SYSTEM, Duel, check
from tests.server.store.clusters import cluster


async def test_a_duel_goes_on_while_its_game_moves_and_its_node_dies(tmp_path: Path) -> None:
    async with cluster(tmp_path) as nodes, AsyncExitStack() as stack:
        secret, servers = os.urandom(32), list[ServerProcess]()
        for number in range(2):
            data = tmp_path / f"data {number}"
            data.mkdir(mode=0o700)
            (data / "master.secret").write_bytes(secret)
            (data / "master.secret").chmod(0o600)
            servers.append(ServerProcess(data, BROADSIDE_REDIS_URL=nodes.url))
        await asyncio.gather(*(stack.enter_async_context(server) for server in servers))
        urls = [server.url for server in servers]
        _, seats = await seated(urls[0], SYSTEM, {}, random.Random(9))
        game = GameId(seats[0].game)
        duel = Duel(urls, seats, seed=9)
        async with duel.playing():
            await duel.declared(10)
            await nodes.move(game, pause_s=0.05)
            await duel.declared(10)
            node = await nodes.owner(game)
            await node.kill()
            await node.start()
            await nodes.agreed()
            await duel.declared(10)
            assert not duel.over
        for url in urls:
            await check(url, duel, seats)
        data = await http.record(urls[1], game)
        verify(data)
        decide_all_again(data, rule_systems())
