"""What the store's disk may do: be cut short, fail, be full, be damaged; no answer is false.

F03, F04, F06, F07, F09.
"""

import asyncio
import os
import shutil
import signal
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from domain.record import START, Head
from projections.messages import Problem, Recorded
from server.answers import Frozen
from server.bootstrap import running
from server.settings import Settings
from server.store.embedded import EmbeddedValkey, ValkeyFailed
from server.store.event_store import NotRecorded, StoreDown, Unsettled
from server.store.redis_streams import RedisStreams
from tests.chaos.bad_disk import COMPILER, BadDisk
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated
from tests.server.store.histories import commit, new_game, until, whole_history
from tests.server.test_storage_trouble import until as readiness

# The shim that fails on purpose is C, built by the test; playing needs no compiler, so a machine
# may have none, and has all other tests.
needs_a_compiler = pytest.mark.skipif(
    COMPILER is None, reason="no C compiler: a disk that fails on purpose cannot be built"
)


def aof_of(folder: Path) -> Path:
    """Return the file to which a Valkey appends."""
    (found,) = (folder / "valkey" / "appendonlydir").glob("*.incr.aof")
    return found


async def killed(valkey: EmbeddedValkey) -> None:
    ended = asyncio.create_task(valkey.exited())
    await asyncio.sleep(0)
    os.kill(valkey.pid, signal.SIGKILL)
    await ended


async def test_a_kill_in_the_middle_of_a_rewrite_loses_nothing(
    own_valkey: EmbeddedValkey,
) -> None:
    """F03: same length, same last id, same head; and the function is there again."""
    store = await RedisStreams.open(own_valkey.url)
    game, head = new_game(), START
    for _ in range(20):
        entries = commit(game, head, events=50)
        await store.append(game, head, entries)
        head = entries[-1].head
    before = await whole_history(store, game)
    async with Redis.from_url(own_valkey.url) as client:
        await client.bgrewriteaof()
        entries = commit(game, head)
        await store.append(game, head, entries)
    await killed(own_valkey)
    await own_valkey.restart()
    assert await whole_history(store, game) == before + entries
    await store.append(game, entries[-1].head, commit(game, entries[-1].head))
    await store.close()


@pytest.mark.parametrize("cut", [1, 300, 2_000])
async def test_a_log_whose_end_is_gone_is_not_played_on(cut: int, tmp_path: Path) -> None:
    """F04: the game is whole, or its mark and its viewers' heads show what is missing."""
    settings = Settings(port=0, data=tmp_path)
    async with running(settings, systems=SYSTEMS) as server:
        watch, (first, _) = await seated(server.url)
        async with raw(server.url, watch, first) as seat:
            answer = await seat.declare("stake", {"pennies": 3})
            assert isinstance(answer, Recorded)
    file = aof_of(tmp_path)
    os.truncate(file, file.stat().st_size - cut)
    async with running(settings, systems=SYSTEMS) as server:
        host = await server.hosts.get(watch.game)
        if host.head.position >= answer.position:
            assert not host.frozen
            return
        async with raw(server.url, watch) as spectator:  # who sat there may be forgotten, too
            told = await spectator.until(Problem)
            assert told.code == "frozen"
            assert f"event {answer.position} was recorded here" in told.text
        with pytest.raises(Frozen):
            await host.roll_is_due(1)


@needs_a_compiler
async def test_a_disk_that_cannot_sync_acknowledges_nothing(tmp_path: Path) -> None:
    """F06: Valkey gives up, and nothing that it did not sync was answered."""
    async with BadDisk(tmp_path) as disk:
        store = await RedisStreams.open(disk.valkey.url)
        game = new_game()
        first = commit(game)
        await store.append(game, START, first)
        disk.fails("fail")
        with pytest.raises((NotRecorded, Unsettled)):
            await store.append(game, first[-1].head, commit(game, first[-1].head))
        assert await disk.valkey.exited() != 0
        with pytest.raises(StoreDown):
            await store.check()
        disk.works()
        await disk.start_again()
        assert (await whole_history(store, game))[:1] == first
        await store.close()


@needs_a_compiler
@pytest.mark.parametrize("policy", ["always", "everysec"])
async def test_a_full_disk_acknowledges_nothing_and_is_told(policy: str, tmp_path: Path) -> None:
    """F07: with `always` Valkey gives up, with `everysec` it refuses, and goes on by itself."""
    async with BadDisk(tmp_path) as disk:
        store = await RedisStreams.open(disk.valkey.url)
        async with Redis.from_url(disk.valkey.url) as client:
            await client.config_set("appendfsync", policy)
        game = new_game()
        first = commit(game)
        await store.append(game, START, first)
        disk.fails("full")
        acknowledged = first[-1].head
        for _ in range(3):
            # With `everysec` the very first one is still taken: it is no more than promised.
            entries = commit(game, acknowledged)
            try:
                await store.append(game, acknowledged, entries)
            except (NotRecorded, Unsettled):
                break
            acknowledged = entries[-1].head
        else:
            pytest.fail("a full disk takes all that is written")
        with pytest.raises(StoreDown):
            await store.check()
        disk.works()
        if policy == "always":
            assert await disk.valkey.exited() != 0
            await disk.start_again()
        await until(lambda: _well(store), seconds=5)
        await _goes_on(store, game, acknowledged)
        await store.close()


async def _well(store: RedisStreams) -> bool:
    try:
        await store.check()
    except (StoreDown, RedisError):
        return False
    return True


async def _goes_on(store: RedisStreams, game: object, acknowledged: Head) -> None:
    """What was acknowledged is there, and the next follows on what is there."""
    found = await whole_history(store, game)  # type: ignore[arg-type]
    assert acknowledged in [entry.head for entry in found]
    head = found[-1].head
    await store.append(game, head, commit(game, head))  # type: ignore[arg-type]


@needs_a_compiler
async def test_players_are_told_that_the_disk_is_full(tmp_path: Path) -> None:
    """F07: not recorded, and why; readiness is red until there is room."""
    async with BadDisk(tmp_path) as disk:
        settings = Settings(port=0, data=tmp_path / "data", redis_url=disk.valkey.url)
        async with running(settings, systems=SYSTEMS) as server:
            watch, (first, _) = await seated(server.url)
            supervision = asyncio.create_task(_supervise(disk))
            async with raw(server.url, watch, first) as seat:
                disk.fails("full")
                declaration = seat.declaration("stake", {"pennies": 3})
                answer = await seat.answer(declaration)
                assert isinstance(answer, Problem)
                assert answer.recorded is not True
                await readiness(server.url, 503, 3)
                disk.works()
                await readiness(server.url, 200, 10)
                async with asyncio.timeout(10):
                    while not isinstance(answer := await seat.answer(declaration), Recorded):
                        assert not answer.rule
                        await asyncio.sleep(0.05)
            supervision.cancel()


async def _supervise(disk: BadDisk) -> None:
    """Start it whenever it gives up, as an embedded one is."""
    while True:
        await disk.valkey.exited()
        try:
            await disk.start_again()
        except ValkeyFailed:
            await asyncio.sleep(0.1)


async def test_a_log_that_is_damaged_starts_nothing_and_a_backup_is_not_played_on(
    tmp_path: Path,
) -> None:
    """F09: Valkey refuses and its log is named; with the backup, games that went on are frozen."""
    settings = Settings(port=0, data=tmp_path)
    async with running(settings, systems=SYSTEMS) as server:
        watch, (first, _) = await seated(server.url)
        well, _ = await seated(server.url)
    backup = tmp_path / "backup"
    await asyncio.to_thread(shutil.copytree, tmp_path / "valkey" / "appendonlydir", backup)
    async with running(settings, systems=SYSTEMS) as server, raw(server.url, watch, first) as seat:
        assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
    file = aof_of(tmp_path)
    data = bytearray(file.read_bytes())
    middle = data.index(b"\r\n*", len(data) // 2) + 2
    data[middle : middle + 4] = b"\0\0\0\0"
    file.write_bytes(data)
    with pytest.raises(ValkeyFailed, match=r"valkey\.log"):
        async with running(settings, systems=SYSTEMS):
            pass
    await asyncio.to_thread(shutil.rmtree, tmp_path / "valkey" / "appendonlydir")
    await asyncio.to_thread(shutil.copytree, backup, tmp_path / "valkey" / "appendonlydir")
    async with running(settings, systems=SYSTEMS) as server:
        assert (await server.hosts.get(watch.game)).frozen
        assert not (await server.hosts.get(well.game)).frozen
