"""The proxy of deploy/haproxy.cfg before three servers: sockets, streams, and one that dies."""

import asyncio
import random
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from clients.cli.demo import seated
from clients.sdk import http
from clients.verifier.protocol import verify
from domain.names import GameId
from tests.e2e.processes import PATIENCE_S, ROOT, ServerProcess
from tests.e2e.test_kill import SYSTEM, Duel, check
from tests.e2e.test_many_servers import SERVERS, started
from tests.server.store.clusters import free_ports


def configuration(servers: list[ServerProcess], port: int) -> str:
    """Return deploy/haproxy.cfg for servers on this machine, whose names nobody resolves."""
    text = (ROOT / "deploy" / "haproxy.cfg").read_text()
    text = re.sub(r"(?ms)^resolvers docker\n.*?\n\n", "", text)
    text = text.replace(" resolvers docker init-addr last,libc,none", "")
    text = text.replace("bind :8080", f"bind 127.0.0.1:{port}")
    for number, server in enumerate(servers, 1):
        text = text.replace(f"server{number}:8750", server.url.removeprefix("http://"))
    return text


@asynccontextmanager
async def proxy(servers: list[ServerProcess], folder: Path) -> AsyncIterator[str]:
    (port,) = free_ports(1)
    file = folder / "haproxy.cfg"
    file.write_text(configuration(servers, port))
    process = await asyncio.create_subprocess_exec(
        *("haproxy", "-db", "-f", str(file)),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        async with asyncio.timeout(PATIENCE_S), aiohttp.ClientSession() as session:
            while await status(session, f"{url}/livez") != 200:
                await asyncio.sleep(0.05)
        yield url
    finally:
        process.kill()
        await process.wait()


async def status(session: aiohttp.ClientSession, url: str | URL) -> int:
    try:
        async with session.get(url) as answer:
            return answer.status
    except aiohttp.ClientError:
        return 0


# `make test` installs it where it may (as root, with apt-get); no game needs a proxy.
@pytest.mark.skipif(not shutil.which("haproxy"), reason="there is no haproxy here: apt-get install")
async def test_a_duel_through_the_proxy_outlives_a_server(tmp_path: Path) -> None:
    async with started(tmp_path, SERVERS) as (_, servers), proxy(servers, tmp_path) as url:
        _, seats = await seated(url, SYSTEM, {}, random.Random(10))
        game = GameId(seats[0].game)
        duel = Duel([url] * 2, seats, seed=10)
        async with aiohttp.ClientSession() as session:
            for figures in ("metrics", "%6detrics"):
                there = URL(f"{url}/{figures}", encoded=True)
                assert await status(session, there) == 404
            stream = {"Accept": "text/event-stream"}
            events = f"{url}/api/games/{game.hex()}/events"
            async with session.get(events, headers=stream) as told, duel.playing():
                await duel.declared(10)
                assert b"nothing new" in await told.content.readline()
                await servers[0].kill()
                await duel.declared(10)
                assert not duel.over
            await check(url, duel, seats)
        verify(await http.record(url, game))
