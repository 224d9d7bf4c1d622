"""A cluster under load: slots move, a node dies; nothing is lost, and nothing is there twice."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from clusters import Cluster, cluster, replica_of
from histories import commit, new_game, whole_history

from domain.names import GameId
from domain.record import START, Entry, Head
from server.store.checks import StoreUnfit, check_store
from server.store.event_store import NotRecorded, StoreDown, Unsettled, VersionConflict
from server.store.nodes import ClusterAddress
from server.store.redis_streams import RedisStreams

GAMES, WRITERS = 24, 2


@pytest_asyncio.fixture
async def three(tmp_path: Path) -> AsyncIterator[Cluster]:
    """Give a cluster of three nodes."""
    async with cluster(tmp_path) as running:
        yield running


class Writer:
    """One of several that append to one game, as servers do; *recorded* is what it was told."""

    def __init__(self, store: RedisStreams, game: GameId, word: bytes) -> None:
        self._store, self._game, self._word = store, game, word
        self.recorded: list[Entry] = []
        self.troubles = 0

    async def write(self, stop: asyncio.Event) -> None:
        head, unsettled = START, list[Entry]()
        while not stop.is_set() or unsettled:
            entries = unsettled or commit(self._game, head, events=2, word=self._word)
            expected = Head(entries[0].position - 1, head.hash)
            try:
                await self._store.append(self._game, expected, entries)
            except VersionConflict as conflict:
                head, unsettled = conflict.actual, []
            except NotRecorded:
                self.troubles, unsettled = self.troubles + 1, []
                await asyncio.sleep(0.05)
            except Unsettled:
                self.troubles, unsettled = self.troubles + 1, entries
            else:
                self.recorded += entries
                head, unsettled = entries[-1].head, []


async def under_load(
    nodes: Cluster, games: list[GameId], trouble: Callable[[], Awaitable[None]]
) -> list[Writer]:
    """Let all games be written to by several while there is *trouble*; return who wrote."""
    stores = [await RedisStreams.open(nodes.url) for _ in range(WRITERS)]
    writers = [
        Writer(store, game, b"writer %d" % number)
        for number, store in enumerate(stores)
        for game in games
    ]
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for writer in writers:
            group.create_task(writer.write(stop))
        await trouble()
        stop.set()
    for store in stores:
        await store.close()
    return writers


async def check(nodes: Cluster, games: list[GameId], writers: list[Writer]) -> int:
    """Check that each game is one chain, and that all that was told is on it, once."""
    store, count = await RedisStreams.open(nodes.url), 0
    for game in games:
        history = await whole_history(store, game)
        heads = {entry.head for entry in history}
        assert len(heads) == len(history)
        for writer in writers:
            if writer._game == game:
                assert {entry.head for entry in writer.recorded} <= heads
        count += len(history)
    await store.close()
    return count


async def test_slots_move_under_load(three: Cluster) -> None:
    """One key after another, so that a game is for a while in two places."""
    games = [new_game() for _ in range(GAMES)]

    async def trouble() -> None:
        await asyncio.sleep(0.5)
        for game in games[: GAMES // 2]:
            await three.move(game, pause_s=0.03)
        await asyncio.sleep(0.3)

    writers = await under_load(three, games, trouble)
    assert await check(three, games, writers) > 4 * GAMES
    assert not sum(writer.troubles for writer in writers), "who follows a slot is not in trouble"


async def test_a_node_dies_under_load_and_comes_back(three: Cluster) -> None:
    games = [new_game() for _ in range(GAMES)]
    chance = random.Random(8)

    async def trouble() -> None:
        for _ in range(2):
            await asyncio.sleep(0.4 + chance.random() / 5)
            node = chance.choice(three.nodes)
            await node.kill()
            await asyncio.sleep(0.5)
            await node.start()
            await three.agreed()
        await asyncio.sleep(0.5)

    writers = await under_load(three, games, trouble)
    assert await check(three, games, writers) > 4 * GAMES
    assert sum(writer.troubles for writer in writers) > 0, "it was noticed"


async def test_what_is_beside_the_records_is_found_in_a_cluster(three: Cluster) -> None:
    """Lists, lines, deadlines, hints, signs of life: each key lies where it likes."""
    store = await RedisStreams.open(three.url)
    game = new_game()
    hints = store.hints()
    heard = asyncio.create_task(anext(hints))
    while not heard.done():
        await asyncio.sleep(0.05)
        entries = commit(game, await store.head(game))
        await store.append(game, await store.head(game), entries)
    assert heard.result().game == game
    (place,) = await store.index.newest("playing", None, 10)
    assert place.game == game
    await store.index.keep_lines({game: b"a line"})
    assert await store.index.lines([game, new_game()]) == [b"a line", None]
    await store.index.end(place, place)
    assert await store.index.newest("over", None, 10) == [place]
    await store.index.say_due({game: 5})
    assert await store.index.claim_due(4, 9, 10) == []
    assert await store.index.claim_due(5, 9, 10) == [game]
    assert await store.index.claim_due(8, 9, 10) == [], "it is claimed"
    assert await store.say_up(1, 10) == []
    await store.check()
    assert len(await store.heads([new_game() for _ in range(50)] + [game])) == 51
    await hints.aclose()  # type: ignore[attr-defined]
    for node in three.nodes:
        await node.kill()
    with pytest.raises(StoreDown):
        await store.check()
    await store.close()


async def test_each_node_is_looked_at_before_anything_is_given_to_it(three: Cluster) -> None:
    await check_store(three.url)
    await three.nodes[2].command("CONFIG", "SET", "appendfsync", "everysec")
    with pytest.raises(StoreUnfit, match="appendfsync is everysec"):
        await check_store(three.url)
    await check_store(three.url, "everysec")
    with pytest.raises(StoreDown):
        await check_store("redis-cluster://127.0.0.1:1,127.0.0.1:2")
    with pytest.raises(ValueError, match="redis-cluster://HOST:PORT,HOST:PORT"):
        await check_store("redis-cluster://")


async def test_a_replica_that_could_take_over_with_less_is_refused(tmp_path: Path) -> None:
    async with cluster(tmp_path, 3) as running, replica_of(running, tmp_path / "r") as replica:
        with pytest.raises(StoreUnfit, match="cluster-replica-no-failover is no"):
            await check_store(running.url)
        await replica.command("CONFIG", "SET", "cluster-replica-no-failover", "yes")
        await check_store(running.url)


def test_an_address_names_nodes_and_who_asks() -> None:
    address = ClusterAddress("rediss-cluster://me:secret@one:7000,two/")
    assert address.nodes == [("one", 7000), ("two", 6379)]
    assert (address.username, address.password, address.secured) == ("me", "secret", True)
    assert address.url_of("three:7002") == "rediss://me:secret@three:7002"
