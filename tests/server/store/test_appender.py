"""Whatever happens on the way, an append is recorded once, or is known not to be, or is open."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from faulty_proxy import Fault, FaultyProxy
from histories import commit, new_game, until, whole_history
from redis.asyncio import Redis

from domain.names import GameId
from domain.record import START, Head
from server.store.embedded import EmbeddedValkey
from server.store.event_store import NotRecorded, Unsettled, VersionConflict
from server.store.limits import StoreLimits
from server.store.redis_streams import RedisStreams

HASTY = StoreLimits(reply_s=0.1, settle_s=1.0, pause_s=0.01)


@pytest_asyncio.fixture
async def proxy(valkey: EmbeddedValkey) -> AsyncIterator[FaultyProxy]:
    async with FaultyProxy(valkey.url) as running:
        yield running


@pytest_asyncio.fixture
async def far(proxy: FaultyProxy) -> AsyncIterator[RedisStreams]:
    """Give a store behind the proxy, with little patience."""
    opened = await RedisStreams.open(proxy.url, HASTY)
    yield opened
    await opened.close()


async def test_a_swallowed_reply_is_recorded_once(far: RedisStreams, proxy: FaultyProxy) -> None:
    """Finding 1: the client library would have written it twice, or called it a failure."""
    game = new_game()
    proxy.fault_once(Fault.EAT_AND_CUT, b"FCALL")
    await far.append(game, START, commit(game, events=3))
    assert await whole_history(far, game) == commit(game, events=3)


async def test_many_swallowed_replies_double_nothing_and_fail_nothing(
    far: RedisStreams, proxy: FaultyProxy
) -> None:
    """Every fifth request loses its reply; each answer given is true."""
    requests = 0

    def every_fifth(data: bytes) -> Fault:
        nonlocal requests
        requests += b"FCALL" in data
        return Fault.EAT_AND_CUT if b"FCALL" in data and requests % 5 == 0 else Fault.NONE

    proxy.on_request = every_fifth

    async def play(game: GameId) -> None:
        head = START
        for _ in range(50):
            entries = commit(game, head, events=2)
            await far.append(game, head, entries)
            head = entries[-1].head

    games = [new_game() for _ in range(8)]
    await asyncio.gather(*(play(game) for game in games))
    for game in games:
        assert len(await whole_history(far, game)) == 100


async def test_a_line_that_falls_silent_is_given_up_and_the_commit_found(
    far: RedisStreams, proxy: FaultyProxy
) -> None:
    game = new_game()
    proxy.fault_once(Fault.EAT, b"FCALL")
    await far.append(game, START, commit(game))
    assert await whole_history(far, game) == commit(game)


async def test_an_old_attempt_that_arrives_late_changes_nothing(
    far: RedisStreams, store: RedisStreams, proxy: FaultyProxy
) -> None:
    game = new_game()
    proxy.fault_once(Fault.HOLD, b"FCALL")
    first = commit(game)
    await far.append(game, START, first)
    assert proxy.held.is_set()
    second = commit(game, first[-1].head)
    await far.append(game, first[-1].head, second)
    proxy.release()
    await store.check()
    assert await whole_history(store, game) == first + second


async def test_a_refusal_is_not_believed_while_an_attempt_is_on_its_way(
    own_valkey: EmbeddedValkey,
) -> None:
    """The refused second attempt says nothing of the first, which is recorded in the end."""
    game = new_game()
    entries = commit(game, events=2)
    async with (
        FaultyProxy(own_valkey.url) as proxy,
        Redis.from_url(own_valkey.url, protocol=2) as client,
    ):
        far = await RedisStreams.open(proxy.url, HASTY)
        near = await RedisStreams.open(own_valkey.url)
        proxy.fault_once(Fault.HOLD, b"FCALL")
        appending = asyncio.create_task(far.append(game, START, entries))
        await proxy.held.wait()
        await client.config_set("maxmemory", 1)
        with pytest.raises(Unsettled):
            await appending
        with pytest.raises(Unsettled):
            await far.append(game, START, entries)

        await client.config_set("maxmemory", 0)
        proxy.release()
        await until(lambda: near.last(game))
        await client.config_set("maxmemory", 1)
        await far.append(game, START, entries)
        assert await whole_history(near, game) == entries
        await near.close()
        await far.close()


async def test_what_was_adrift_and_lost_its_place_is_a_conflict(
    far: RedisStreams, store: RedisStreams, proxy: FaultyProxy
) -> None:
    game = new_game()
    mine, theirs = commit(game, word=b"mine"), commit(game, word=b"theirs")
    proxy.on_request = lambda data: Fault.HOLD if b"FCALL" in data else Fault.NONE
    with pytest.raises(Unsettled):
        await far.append(game, START, mine)
    await store.append(game, START, theirs)
    proxy.on_request = lambda _: Fault.NONE
    with pytest.raises(VersionConflict) as conflict:
        await far.append(game, START, mine)
    assert conflict.value.actual == theirs[-1].head
    proxy.release()
    await far.check()
    assert await whole_history(store, game) == theirs


async def test_a_full_store_refuses_and_a_retry_is_safe(own_valkey: EmbeddedValkey) -> None:
    """F08."""
    store = await RedisStreams.open(own_valkey.url)
    game = new_game()
    first = commit(game)
    second = commit(game, first[-1].head)
    await store.append(game, START, first)
    async with Redis.from_url(own_valkey.url) as client:
        await client.config_set("maxmemory", 1)
        for expected, entries in ((first[-1].head, second), (START, commit(new_game()))):
            with pytest.raises(NotRecorded) as refused:
                await store.append(game, expected, entries)
            assert refused.value.code == "oom"
        await client.config_set("maxmemory", 0)
    await store.append(game, first[-1].head, second)
    assert await whole_history(store, game) == first + second
    await store.close()


async def test_a_replica_refuses(own_valkey: EmbeddedValkey) -> None:
    store = await RedisStreams.open(own_valkey.url)
    game = new_game()
    first = commit(game)
    second = commit(game, first[-1].head)
    await store.append(game, START, first)
    async with Redis.from_url(own_valkey.url) as client:
        await client.replicaof("127.0.0.1", "1")
        with pytest.raises(NotRecorded) as refused:
            await store.append(game, first[-1].head, second)
        assert refused.value.code == "readonly"
        await client.replicaof("NO", "ONE")
    await store.append(game, first[-1].head, second)
    assert await whole_history(store, game) == first + second
    await store.close()


async def test_a_store_that_is_not_there_has_recorded_nothing(own_valkey: EmbeddedValkey) -> None:
    """Nothing was sent, so the answer is certain, and comes without waiting."""
    store = await RedisStreams.open(own_valkey.url)
    game = new_game()
    first = commit(game)
    await store.append(game, START, first)
    await own_valkey.stop()
    with pytest.raises(NotRecorded) as refused:
        await store.append(game, first[-1].head, commit(game, first[-1].head))
    assert refused.value.code == "unreachable"

    await own_valkey.start()
    await store.append(game, first[-1].head, commit(game, first[-1].head))
    assert len(await whole_history(store, game)) == 2
    await store.close()


async def test_a_line_cut_between_two_appends_is_no_failure(
    far: RedisStreams, proxy: FaultyProxy
) -> None:
    game, head = new_game(), START
    for _ in range(5):
        entries = commit(game, head)
        await far.append(game, head, entries)
        head = entries[-1].head
        proxy.cut()
    assert len(await whole_history(far, game)) == 5


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("loading", "LOADING server is loading the dataset in memory"),
        ("misconf", "MISCONF Errors writing to the AOF file: No space left on device"),
        ("busy", "BUSY Valkey is busy running a script."),
        ("clusterdown", "CLUSTERDOWN The cluster is down"),
        ("noreplicas", "NOREPLICAS Not enough good replicas to write."),
        ("noauth", "NOAUTH Authentication required."),
        ("err", "ERR something that nobody has heard of"),
    ],
)
async def test_every_odd_answer_is_a_certain_refusal(tmp_path: Path, code: str, line: str) -> None:
    """A server that answers everything alike, as real ones do while they load or are full."""
    served: list[asyncio.StreamWriter] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.append(writer)
        while data := await reader.read(65536):
            writer.write(f"-{line}\r\n".encode() * data.count(b"*"))
        writer.close()

    game = new_game()
    async with await asyncio.start_unix_server(answer, f"{tmp_path}/s"):
        store = RedisStreams(f"unix://{tmp_path}/s")
        for expected in (START, Head(1, bytes(32))):
            with pytest.raises(NotRecorded) as refused:
                await store.append(game, expected, commit(game, expected))
            assert refused.value.code == code
            assert refused.value.sentence.startswith("The store")
        await store.close()
        await asyncio.gather(*(writer.wait_closed() for writer in served))


async def test_a_gap_in_a_commit_is_a_bug(store: RedisStreams) -> None:
    game = new_game()
    entries = commit(game, events=3)
    for wrong in ([], entries[1:], [entries[0], entries[2]]):
        with pytest.raises(AssertionError):
            await store.append(game, START, wrong)
