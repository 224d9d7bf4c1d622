"""Who stood still for a while, or went without a word: a server, a client. F17, F23."""

import asyncio
import base64
import os
import signal
from pathlib import Path

from websockets.frames import Frame, Opcode

from projections.messages import Hello, Problem, Recorded
from projections.wire import MSGPACK
from server.bootstrap import Server, running
from server.limits import Limits
from server.settings import Settings
from server.store.embedded import EmbeddedValkey
from tests.chaos.campaign import Run
from tests.chaos.pennies_table import ROUND, Table, answer_to, declared
from tests.chaos.servers import zygote
from tests.chaos.two_servers import servers_of_one_secret
from tests.server.conftest import SYSTEMS
from tests.server.sitting import seated

PAUSE_S = 3.0
"""Longer than the store waits for an answer, and than a hint may stay unnoticed."""


async def test_a_server_that_slept_is_not_believed(tmp_path: Path) -> None:
    """F17: the other plays on; the sleeper's append is refused by version, and it catches up."""
    async with EmbeddedValkey(tmp_path / "valkey") as valkey, zygote() as forks:
        run = Run("sleeper", tmp_path, 1, long=False)
        sleeper, other = await servers_of_one_secret(run, forks, valkey.url)
        table = await Table.made(sleeper.url)
        async with table.at(sleeper.url, 1) as late, table.at(sleeper.url, 2) as second:
            await answer_to(late, await declared(late, ROUND[0]))
            await second.caught_up()
            os.kill(sleeper.pid, signal.SIGSTOP)
            try:
                # On its way when the server fell asleep: it is decided by what it knew then.
                stake = await declared(second, ROUND[1])
                async with table.at(other.url, 2) as awake, table.at(other.url, 1) as first:
                    await awake.send(stake)
                    assert isinstance(await answer_to(awake, stake), Recorded)
                    await first.caught_up()
                    assert isinstance(
                        await answer_to(first, await declared(first, ROUND[2])), Recorded
                    )
                    await asyncio.sleep(PAUSE_S)
            finally:
                os.kill(sleeper.pid, signal.SIGCONT)
            assert isinstance(await answer_to(second, stake), Recorded)
            guess = await declared(late, ROUND[2])
            answer = await answer_to(late, guess)
            assert isinstance(answer, Problem)
            assert answer.code == "conflict"
        assert await table.check(sleeper.url) == await table.check(other.url)


async def test_a_client_that_went_without_a_word_is_noticed(tmp_path: Path) -> None:
    """F23: its line stays, and nothing comes: after one and a half times the silence it is gone."""
    settings, limits = Settings(port=0, data=tmp_path), Limits(silence_s=0.4)
    async with running(settings, limits, SYSTEMS) as server:
        watch, (first, _) = await seated(server.url)
        hello = Hello(id=1, game=watch.game.hex(), token=first.token)
        _, writer = await _without_pongs(server, MSGPACK.encode(hello))
        try:
            async with asyncio.timeout(5):
                while not server.fanout.seats(watch.game):
                    await asyncio.sleep(0.01)
            started = asyncio.get_running_loop().time()
            async with asyncio.timeout(5):
                while server.fanout.seats(watch.game):
                    await asyncio.sleep(0.01)
            assert asyncio.get_running_loop().time() - started < 2 * limits.silence_s + 0.5
        finally:
            writer.close()
    assert 2 * Limits().silence_s <= 40


async def _without_pongs(
    server: Server, hello: bytes
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a websocket that takes what comes and answers no ping."""
    port = int(server.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(bytes(16)).decode()
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: {MSGPACK.subprotocol}\r\n\r\n".encode()
    )
    writer.write(Frame(Opcode.BINARY, hello).serialize(mask=True))
    return reader, writer
