"""The Valkey that comes along keeps what it was given, whatever becomes of it or of its server."""

import asyncio
import os
import signal
import stat
import sys
from functools import partial
from pathlib import Path

import pytest
from histories import commit, new_game, until, whole_history
from redis.asyncio import Redis

from domain.names import GameId
from domain.record import START, Head
from server.store.checks import check_server
from server.store.embedded import EmbeddedValkey, ValkeyFailed
from server.store.event_store import NotRecorded, StoreDown, Unsettled
from server.store.folder_lock import FolderInUse
from server.store.redis_streams import RedisStreams


async def _ready(store: RedisStreams) -> bool:
    try:
        await store.check()
    except StoreDown:
        return False
    return True


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_it_is_fit_for_the_promise_it_is_there_for(valkey: EmbeddedValkey) -> None:
    async with Redis.from_url(valkey.url) as client:
        await check_server(client, "always")
        assert (await client.config_get("port"))["port"] == "0"


async def test_what_was_recorded_is_there_after_stop_start_and_restart(
    own_valkey: EmbeddedValkey,
) -> None:
    store = await RedisStreams.open(own_valkey.url)
    game, head = new_game(), START
    for again in (EmbeddedValkey.restart, _stop_and_start):
        entries = commit(game, head, events=2)
        await store.append(game, head, entries)
        head = entries[-1].head
        await again(own_valkey)
    assert len(await whole_history(store, game)) == 4
    await store.append(game, head, commit(game, head))
    await store.close()


async def _stop_and_start(valkey: EmbeddedValkey) -> None:
    await valkey.stop()
    await valkey.start()


async def test_a_deep_folder_has_its_socket_elsewhere_and_private(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 20) / ("deeper" * 10)
    valkey = EmbeddedValkey(deep)
    for _ in range(2):
        async with valkey:
            store = await RedisStreams.open(valkey.url)
            await store.check()
            await store.close()
            socket = Path(valkey.url.removeprefix("unix://"))
            assert deep not in socket.parents
            assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
        assert not socket.parent.exists()


async def test_a_folder_with_odd_letters_is_a_folder(tmp_path: Path) -> None:
    async with EmbeddedValkey(tmp_path / "my games, 100% é?#") as valkey:
        store = await RedisStreams.open(valkey.url)
        await store.check()
        await store.close()


async def test_two_servers_never_share_a_folder(own_valkey: EmbeddedValkey, tmp_path: Path) -> None:
    with pytest.raises(FolderInUse, match="Another server already uses"):
        await EmbeddedValkey(tmp_path / "valkey").start()
    await own_valkey.stop()
    async with EmbeddedValkey(tmp_path / "valkey"):
        pass


async def test_a_folder_that_cannot_be_read_fails_with_the_log_named(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("not a folder")
    with pytest.raises(ValkeyFailed, match=r"valkey\.log"):
        await EmbeddedValkey(tmp_path).start()


KILLED_SERVER = """
import asyncio, os, signal, sys
from pathlib import Path
from server.store.embedded import EmbeddedValkey

async def main():
    valkey = EmbeddedValkey(Path(sys.argv[1]))
    await valkey.start()
    print(valkey.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_the_folder_of_a_killed_server_can_be_used_at_once(tmp_path: Path) -> None:
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KILLED_SERVER, str(tmp_path)),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=asyncio.subprocess.PIPE,
    )
    orphan, _ = await server.communicate()
    assert server.returncode == -signal.SIGKILL
    async with EmbeddedValkey(tmp_path) as valkey:
        assert valkey.pid != int(orphan)
        store = await RedisStreams.open(valkey.url)
        await store.check()
        await store.close()


async def test_a_killed_valkey_is_noticed_and_back_within_two_seconds(
    own_valkey: EmbeddedValkey,
) -> None:
    store = await RedisStreams.open(own_valkey.url)
    supervising = asyncio.create_task(own_valkey.supervise())
    for _ in range(2):
        exited = asyncio.create_task(own_valkey.exited())
        await asyncio.sleep(0)
        os.kill(own_valkey.pid, signal.SIGKILL)
        assert await exited == -signal.SIGKILL
        await until(lambda: _ready(store), seconds=2)
    await _cancelled(supervising)
    await store.close()


async def test_nothing_acknowledged_is_lost_when_valkey_is_killed_under_load(
    own_valkey: EmbeddedValkey,
) -> None:
    """Eight writers who try again; every commit is there once, whole, in order."""
    store = await RedisStreams.open(own_valkey.url)
    supervising = asyncio.create_task(own_valkey.supervise())
    games = [new_game() for _ in range(8)]
    acknowledged = dict.fromkeys(games, START)
    playing = True

    async def play(game: GameId) -> None:
        head = START
        while playing:
            entries = commit(game, head, events=3)
            try:
                await store.append(game, head, entries)
            except (NotRecorded, Unsettled):
                await asyncio.sleep(0.01)
                continue
            head = acknowledged[game] = entries[-1].head

    writers = [asyncio.create_task(play(game)) for game in games]
    for _ in range(4):
        await until(lambda: _ready(store))
        await until(partial(_moved_on, acknowledged, dict(acknowledged)))
        os.kill(own_valkey.pid, signal.SIGKILL)
        await own_valkey.exited()
    await until(lambda: _ready(store))
    playing = False
    await asyncio.gather(*writers)
    await _cancelled(supervising)

    for game in games:
        history = await whole_history(store, game)
        assert history[-1].head == acknowledged[game]
        assert len(history) % 3 == 0
    await store.close()


async def _moved_on(acknowledged: dict[GameId, Head], before: dict[GameId, Head]) -> bool:
    return all(acknowledged[game] != head for game, head in before.items())
