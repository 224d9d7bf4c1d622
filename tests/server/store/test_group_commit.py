"""Many games wait for the disk together, and none can disturb another."""

import asyncio
import contextlib

import pytest
from faulty_proxy import Fault, FaultyProxy
from histories import commit, new_game, whole_history

from domain.record import START
from server.store.embedded import EmbeddedValkey
from server.store.event_store import NotRecorded, Unsettled
from server.store.limits import StoreLimits
from server.store.redis_streams import RedisStreams


async def test_appends_of_many_games_share_few_pipelines(store: RedisStreams) -> None:
    games = [new_game() for _ in range(200)]
    firsts = {game: commit(game) for game in games}
    await asyncio.gather(*(store.append(game, START, firsts[game]) for game in games))
    before = store.pipelines
    seconds = {game: commit(game, firsts[game][-1].head, events=2) for game in games}
    await asyncio.gather(
        *(store.append(game, firsts[game][-1].head, seconds[game]) for game in games)
    )
    assert store.pipelines - before == 1
    for game in games:
        assert await whole_history(store, game) == firsts[game] + seconds[game]


async def test_what_arrives_while_a_pipeline_is_under_way_goes_out_in_the_next(
    valkey: EmbeddedValkey,
) -> None:
    async with FaultyProxy(valkey.url) as proxy:
        store = await RedisStreams.open(proxy.url)
        await _append_one(store)
        before = store.pipelines
        proxy.fault_once(Fault.HOLD, b"FCALL")
        first = asyncio.create_task(_append_one(store))
        await proxy.held.wait()
        others = [asyncio.create_task(_append_one(store)) for _ in range(30)]
        await asyncio.sleep(0)
        proxy.release()
        await asyncio.gather(first, *others)
        # ZADD and FCALL of the first, then the two of all the others.
        assert store.pipelines - before == 4
        await store.close()


async def _append_one(store: RedisStreams) -> None:
    game = new_game()
    await store.append(game, START, commit(game))


async def test_a_pipeline_is_bounded(valkey: EmbeddedValkey) -> None:
    store = await RedisStreams.open(valkey.url, StoreLimits(batch=10))
    await asyncio.gather(*(_append_one(store) for _ in range(40)))
    assert store.pipelines == 8
    await store.close()


async def test_a_full_queue_refuses_at_once(valkey: EmbeddedValkey) -> None:
    store = await RedisStreams.open(valkey.url, StoreLimits(waiting=5))
    outcomes = await asyncio.gather(*(_append_one(store) for _ in range(8)), return_exceptions=True)
    assert outcomes[:5] == [None] * 5
    assert {getattr(outcome, "code", None) for outcome in outcomes[5:]} == {"overloaded"}
    await store.close()


async def test_a_batch_whose_line_breaks_settles_one_by_one(valkey: EmbeddedValkey) -> None:
    async with FaultyProxy(valkey.url) as proxy:
        store = await RedisStreams.open(proxy.url)
        games = [new_game() for _ in range(50)]
        proxy.fault_once(Fault.EAT_AND_CUT, b"FCALL")
        await asyncio.gather(*(store.append(game, START, commit(game)) for game in games))
        for game in games:
            assert await whole_history(store, game) == commit(game)
        await store.close()


@pytest.mark.parametrize("steps", range(14))
async def test_a_cancelled_caller_disturbs_nobody(store: RedisStreams, steps: int) -> None:
    """Whoever is cancelled, wherever they wait, every other caller gets their own answer."""
    games = [new_game() for _ in range(10)]
    commits = {game: commit(game, events=2) for game in games}
    tasks = [asyncio.create_task(store.append(game, START, commits[game])) for game in games]
    for _ in range(steps):
        await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert outcomes[1::2] == [None] * 5

    # The same entries again settle what the cancellation left open.
    for game in games:
        await store.append(game, START, commits[game])
        assert await whole_history(store, game) == commits[game]


@pytest.mark.parametrize("steps", range(14))
async def test_a_cancelled_reader_leaves_no_reply_behind(store: RedisStreams, steps: int) -> None:
    """The class of fault of redis-py 2624: one request's reply given to the next."""
    mine, other = new_game(), new_game()
    await store.append(mine, START, commit(mine))
    await store.append(other, START, commit(other, events=3))
    reading = asyncio.create_task(store.read(other, 0, 10))
    for _ in range(steps):
        await asyncio.sleep(0)
    reading.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await reading
    assert await store.read(mine, 0, 10) == commit(mine)
    assert await store.heads([mine]) == [commit(mine)[-1].head]


async def test_closing_answers_everybody(valkey: EmbeddedValkey) -> None:
    """What had gone out is open, what had not is not recorded; nobody waits for ever."""
    async with FaultyProxy(valkey.url) as proxy:
        limits = StoreLimits(batch=1, settle_s=0.3)
        store = await RedisStreams.open(proxy.url, limits)
        proxy.fault_once(Fault.HOLD, b"ZADD")
        tasks = [asyncio.create_task(_append_one(store)) for _ in range(3)]
        await proxy.held.wait()
        await store.close()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(outcome, NotRecorded | Unsettled) for outcome in outcomes)
        with pytest.raises(NotRecorded):
            await _append_one(store)
