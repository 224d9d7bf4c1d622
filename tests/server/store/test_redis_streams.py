"""What is recorded can be read, once, in order, and by whom it concerns."""

import asyncio
import os
import re

import pytest
from faulty_proxy import Fault, FaultyProxy
from histories import commit, new_game, until, whole_history
from redis.asyncio import Redis

from domain.record import START, ZERO32, Broken, Head
from server.store import layout
from server.store.embedded import EmbeddedValkey
from server.store.event_store import Hint, NotRecorded, StoreDown, VersionConflict
from server.store.limits import StoreLimits
from server.store.redis_streams import RedisStreams


async def test_what_was_appended_is_read_back_byte_for_byte(store: RedisStreams) -> None:
    game = new_game()
    first = commit(game, events=3)
    second = commit(game, first[-1].head, events=2)
    await store.append(game, START, first)
    await store.append(game, first[-1].head, second)

    assert await store.read(game, 0, 100) == first + second
    assert await store.read(game, 2, 2) == [first[2], second[0]]
    assert await store.read(game, 5, 100) == []
    assert await store.head(game) == second[-1].head
    assert await store.last(game) == second[-1]
    assert first[0].seal == ZERO32 != first[-1].seal


async def test_a_game_that_nobody_began_stands_at_the_start(store: RedisStreams) -> None:
    game = new_game()
    assert await store.head(game) == START
    assert await store.last(game) is None
    assert await store.read(game, 0, 10) == []
    assert await store.index.lines([game]) == [None]


async def test_games_are_listed_and_their_heads_come_together(store: RedisStreams) -> None:
    games = [new_game() for _ in range(20)]
    commits = [commit(game) for game in games]
    for game, entries in zip(games, commits, strict=True):
        await store.append(game, START, entries)
    listed = {place.game for place in await store.index.newest("playing", None, 1_000)}
    assert set(games) <= listed
    heads = [entries[-1].head for entries in commits]
    assert await store.heads([*games, new_game()]) == [*heads, START]
    assert await store.heads([]) == []


async def test_the_stored_form_is_the_one_of_record_md(store: RedisStreams, redis: Redis) -> None:
    game = new_game()
    entry = commit(game)[0]
    await store.append(game, START, [entry])
    fields = {
        b"o": entry.open,
        b"s": entry.sealed,
        b"t": b"1700000000000",
        b"h": entry.hash,
        b"g": entry.signature,
    }
    assert await redis.xrange(f"game:{{{game.hex()}}}:events") == [(b"1-0", fields)]
    assert await redis.get(f"game:{{{game.hex()}}}:head") == bytes(7) + b"\1" + entry.hash


async def test_a_writer_who_missed_a_commit_is_told_where_the_game_stands(
    store: RedisStreams,
) -> None:
    game = new_game()
    first = commit(game, events=2)
    await store.append(game, START, first)
    for expected in (START, first[0].head, Head(3, bytes(32))):
        with pytest.raises(VersionConflict) as conflict:
            await store.append(game, expected, commit(game, expected, events=2, word=b"late"))
        assert conflict.value.actual == first[-1].head
    assert await whole_history(store, game) == first


async def test_the_right_position_with_another_hash_is_a_conflict(store: RedisStreams) -> None:
    """Equality, not 'greater': a history that forked is never continued."""
    game = new_game()
    first = commit(game)
    await store.append(game, START, first)
    fork = commit(game, word=b"fork")[-1].head
    with pytest.raises(VersionConflict) as conflict:
        await store.append(game, fork, commit(game, fork))
    assert conflict.value.actual == first[-1].head
    assert await whole_history(store, game) == first


async def test_of_two_who_race_one_wins_and_the_other_learns_of_it(
    valkey: EmbeddedValkey, store: RedisStreams
) -> None:
    rival = await RedisStreams.open(valkey.url)
    game, head, won = new_game(), START, set()
    for turn in range(50):
        offers = [commit(game, head, events=2, word=word) for word in (b"red", b"blue")]
        stores = (store, rival) if turn % 2 else (rival, store)
        outcomes = await asyncio.gather(
            *(one.append(game, head, offer) for one, offer in zip(stores, offers, strict=True)),
            return_exceptions=True,
        )
        winner = outcomes.index(None)
        loser = outcomes[1 - winner]
        head = offers[winner][-1].head
        assert isinstance(loser, VersionConflict)
        assert loser.actual == head
        won.add(winner)
    await rival.close()
    assert len(await whole_history(store, game)) == 100
    assert won


async def test_the_same_commit_again_is_recorded_once(store: RedisStreams) -> None:
    game = new_game()
    first = commit(game, events=2)
    second = commit(game, first[-1].head)
    for _ in range(3):
        await store.append(game, START, first)
    await store.append(game, first[-1].head, second)
    await store.append(game, START, first)
    assert await whole_history(store, game) == first + second


async def test_one_broken_game_harms_no_other(store: RedisStreams, redis: Redis) -> None:
    broken, *sound = games = [new_game() for _ in range(10)]
    await redis.set(layout.events_key(broken), "not a stream")
    outcomes = await asyncio.gather(
        *(store.append(game, START, commit(game)) for game in games), return_exceptions=True
    )
    assert isinstance(outcomes[0], NotRecorded)
    assert outcomes[0].code == "wrongtype"
    assert outcomes[1:] == [None] * len(sound)
    assert await store.head(broken) == START
    for game in sound:
        assert await whole_history(store, game) == commit(game)


async def test_an_entry_by_another_hand_is_named(store: RedisStreams, redis: Redis) -> None:
    game = new_game()
    await redis.xadd(layout.events_key(game), {"o": b"", "t": "1"}, id="1-0")
    with pytest.raises(Broken, match="event 1"):
        await store.read(game, 0, 10)
    await redis.xadd(layout.events_key(game), {"o": b"", "t": "1", "h": b""}, id="1-1")
    with pytest.raises(Broken, match="event 1"):
        await store.last(game)


async def test_a_head_by_another_hand_agrees_with_no_stream(
    store: RedisStreams, redis: Redis
) -> None:
    game = new_game()
    await store.append(game, START, commit(game))
    await redis.set(layout.head_key(game), "?")
    assert await store.head(game) == layout.UNREADABLE


async def test_flushed_functions_come_back_by_themselves(own_valkey: EmbeddedValkey) -> None:
    store = await RedisStreams.open(own_valkey.url)
    async with Redis.from_url(own_valkey.url) as client:
        await client.function_flush()
    games = [new_game() for _ in range(20)]
    await asyncio.gather(*(store.append(game, START, commit(game)) for game in games))
    for game in games:
        assert await whole_history(store, game) == commit(game)
    await store.close()


async def test_a_user_who_may_not_move_the_head_writes_nothing(
    valkey: EmbeddedValkey, store: RedisStreams, redis: Redis
) -> None:
    """Half a commit would be worse than none: the function looks before it writes."""
    await redis.execute_command("ACL SETUSER", "clerk", "on", ">x", "~*", "&*", "+@all", "-set")
    clerk = await RedisStreams.open(valkey.url.replace("unix://", "unix://clerk:x@"))
    game = new_game()
    with pytest.raises(NotRecorded) as refused:
        await clerk.append(game, START, commit(game))
    assert refused.value.code == "noperm"
    assert await store.last(game) is None
    await clerk.close()


async def test_a_user_who_may_not_publish_still_records(
    valkey: EmbeddedValkey, redis: Redis
) -> None:
    user = ("on", ">x", "~*", "resetchannels", "+@all")
    await redis.execute_command("ACL SETUSER", "mute", *user)
    mute = await RedisStreams.open(valkey.url.replace("unix://", "unix://mute:x@"))
    game = new_game()
    await mute.append(game, START, commit(game))
    assert await whole_history(mute, game) == commit(game)
    await mute.close()


async def _listeners(redis: Redis, channel: bytes = layout.HINTS) -> int:
    return int((await redis.pubsub_numsub(channel))[0][1])


async def test_hints_come_and_come_again_after_the_line_broke(own_valkey: EmbeddedValkey) -> None:
    store = await RedisStreams.open(own_valkey.url)
    game = new_game()
    first = commit(game, events=2)
    second = commit(game, first[-1].head)
    async with Redis.from_url(own_valkey.url) as client:
        hints = store.hints()
        heard = asyncio.ensure_future(anext(hints))
        await until(lambda: _listeners(client))
        await store.append(game, START, first)
        assert await heard == Hint(game, 2)

        heard = asyncio.ensure_future(anext(hints))
        assert await client.client_kill_filter(_type="pubsub") == 1
        await until(lambda: _listeners(client))
        await store.append(game, first[-1].head, second)
        assert await heard == Hint(game, 3)
        await hints.aclose()
    await store.close()


async def test_a_line_that_fell_silent_is_replaced(own_valkey: EmbeddedValkey) -> None:
    """No reset ever comes from a pulled cable; only silence does."""
    game = new_game()
    async with FaultyProxy(own_valkey.url) as proxy:
        store = await RedisStreams.open(proxy.url, StoreLimits(listen_s=0.05))
        proxy.fault_once(Fault.EAT, b"SUBSCRIBE")
        hints = store.hints()
        heard = asyncio.ensure_future(anext(hints))
        head = START
        while not heard.done():
            entries = commit(game, head)
            await store.append(game, head, entries)
            head = entries[-1].head
            await asyncio.sleep(0.01)
        assert (await heard).game == game
        await hints.aclose()
        await store.close()


async def test_a_quiet_line_stays(own_valkey: EmbeddedValkey) -> None:
    store = await RedisStreams.open(own_valkey.url, StoreLimits(listen_s=0.01))
    async with Redis.from_url(own_valkey.url) as client:
        hints = store.hints()
        heard = asyncio.ensure_future(anext(hints))
        await until(lambda: _listeners(client))
        [line] = await client.client_list(_type="pubsub")
        pings = 0
        while pings < 3:
            [now] = await client.client_list(_type="pubsub")
            assert now["id"] == line["id"]
            pings += now["cmd"] == "ping"
        heard.cancel()
    await store.close()


async def test_a_store_that_can_write_and_read_is_ready(store: RedisStreams) -> None:
    await store.check()


async def test_a_store_that_is_full_or_gone_is_not_ready(own_valkey: EmbeddedValkey) -> None:
    store = await RedisStreams.open(own_valkey.url)
    async with Redis.from_url(own_valkey.url) as client:
        await client.config_set("maxmemory", 1)
        with pytest.raises(StoreDown, match="memory is full"):
            await store.check()
        await client.config_set("maxmemory", 0)
        await store.check()
    await own_valkey.stop()
    with pytest.raises(StoreDown, match="cannot be reached"):
        await store.check()
    with pytest.raises(StoreDown):
        await store.read(new_game(), 0, 1)
    await store.close()


async def test_a_store_that_is_silent_is_not_ready_at_once(valkey: EmbeddedValkey) -> None:
    async with FaultyProxy(valkey.url) as proxy:
        store = await RedisStreams.open(proxy.url)
        proxy.on_request = lambda _: Fault.EAT
        begun = asyncio.get_running_loop().time()
        with pytest.raises(StoreDown):
            await store.check()
        assert asyncio.get_running_loop().time() - begun < 1.0
        await store.close()


async def test_a_store_that_is_not_there_is_not_opened() -> None:
    with pytest.raises(StoreDown, match="cannot be reached"):
        await RedisStreams.open("unix:///nowhere/at/all.sock")


def test_the_library_is_named_with_its_version() -> None:
    """Servers of two releases share one Redis: neither may replace the other's function."""
    name = re.search(rb"name=(\w+)", layout.LIBRARY)
    assert name is not None
    assert name[1].split(b"_")[-1] == layout.FUNCTION.split(b"_")[-1]


def test_a_hint_survives_its_bytes() -> None:
    hint = Hint(new_game(), int.from_bytes(os.urandom(8), "big"))
    assert layout.hint_of(layout.hint_bytes(hint)) == hint
