"""The lobby is told by the page, the same by every server, and nothing is read at start."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from clients.sdk import http
from domain.names import GameId
from domain.record import START
from projections.messages import Recorded
from server.bootstrap import Server, running
from server.limits import Limits
from server.settings import Settings
from server.store.embedded import EmbeddedValkey
from server.store.redis_streams import RedisStreams
from tests.benchmarks.lobby import copies, fill
from tests.playing import Playing
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated

OVER, PLAYING = 23, 8


@pytest_asyncio.fixture
async def two(own_valkey: EmbeddedValkey, tmp_path: Path) -> AsyncIterator[tuple[Server, Server]]:
    """Give two servers with one store and one secret."""
    settings = Settings(port=0, data=tmp_path / "data", redis_url=own_valkey.url)
    async with (
        running(settings, systems=SYSTEMS) as one,
        running(settings, systems=SYSTEMS) as other,
    ):
        yield one, other


async def all_pages(url: str, limit: int, **query: str) -> list[list[dict[str, object]]]:
    pages, after = list[list[dict[str, object]]](), ""
    while True:
        page, after = await http.games(
            url, limit=str(limit), **query, **({"after": after} if after else {})
        )
        assert len(page) <= limit
        pages.append(page)
        if not after:
            return pages


async def listed(url: str, ids: set[str]) -> list[dict[str, object]]:
    """Wait until those games and no others are told to be over; return all lines."""
    async with asyncio.timeout(20):
        while True:
            lines = [line for page in await all_pages(url, 7) for line in page]
            if {line["game"] for line in lines if line["phase"] == "over"} == ids:
                return lines
            await asyncio.sleep(0.05)


async def test_games_of_an_older_store_are_listed_by_and_by(
    own_valkey: EmbeddedValkey, tmp_path: Path
) -> None:
    """By when they ended, each once, on pages that follow on one another."""
    await fill(own_valkey.url, OVER)
    store = await RedisStreams.open(own_valkey.url)
    ids = {game.hex() for game in await store.index.older(100)}
    assert len(ids) == OVER
    settings = Settings(port=0, data=tmp_path / "data", redis_url=own_valkey.url)
    async with running(settings, systems=SYSTEMS) as server:
        lines = await listed(server.url, ids)
        assert len(lines) == OVER
        ends = [line["over_ms"] for line in lines]
        assert ends == sorted(ends, reverse=True)  # type: ignore[type-var]
        assert await store.index.older(100) == []
    await store.close()


async def test_both_servers_tell_the_same_lobby_in_order(two: tuple[Server, Server]) -> None:
    one, other = two
    over, playing = list[str](), list[str]()
    for number in range(4):
        watch, keys = await seated((one, other)[number % 2].url)
        playing.append(watch.game.hex())
        if number < 2:
            async with raw(one.url, watch, keys[0]) as seat:
                assert isinstance(await seat.declare("concede"), Recorded)
            over.append(playing.pop())
    lines = await listed(one.url, set(over))
    assert [line["game"] for line in lines] == [*reversed(playing), *reversed(over)]
    assert lines == await listed(other.url, set(over))
    only_over = [line for page in await all_pages(one.url, 1, state="over") for line in page]
    assert [line["game"] for line in only_over] == list(reversed(over))


async def test_who_died_before_it_moved_a_game_costs_nothing(
    own_valkey: EmbeddedValkey, tmp_path: Path
) -> None:
    """Its end is recorded and in no list; whoever asks finds it, and moves it."""
    store = await RedisStreams.open(own_valkey.url)
    (made,) = list(copies(1))
    await store.append(made[0], START, made[1])
    await store.append(GameId(os.urandom(16)), START, Playing(links=1).entries)
    settings = Settings(port=0, data=tmp_path / "data", redis_url=own_valkey.url)
    async with running(settings, systems=SYSTEMS) as server:
        lines = await listed(server.url, {made[0].hex()})
        assert len(lines) == 2
        assert [place.game for place in await store.index.newest("over", None, 9)] == [made[0]]
    await store.close()


@pytest.mark.parametrize(
    "query",
    [{"after": "nonsense"}, {"after": "over-00"}, {"state": "x"}, {"limit": "0"}, {"limit": "201"}],
)
async def test_what_is_no_page_is_refused(server: Server, query: dict[str, str]) -> None:
    with pytest.raises(http.NotDone) as refused:
        await http.games(server.url, **query)
    assert refused.value.problem.code == "malformed"


async def test_a_game_is_told_as_far_as_it_has_come(server: Server) -> None:
    """Also by what is no matter of the lobby."""
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        assert isinstance(await seat.declare("offer_draw"), Recorded)
        (line,), _ = await http.games(server.url)
        assert (line["position"], line["phase"]) == (seat.head.position, "running")


async def test_junk_by_another_hand_hides_no_game(
    own_valkey: EmbeddedValkey, tmp_path: Path
) -> None:
    """In every list, and in the place of a line: that line is made again from the record."""
    await fill(own_valkey.url, 1)
    store = await RedisStreams.open(own_valkey.url)
    (game,) = await store.index.older(9)
    async with store._asking() as redis:
        await redis.sadd("broadside:games", "nonsense")
        await redis.zadd("broadside:playing", {"nonsense": 0})
        await redis.zadd("broadside:over", {"nonsense": 0})
    settings = Settings(port=0, data=tmp_path / "data", redis_url=own_valkey.url)
    async with running(settings, systems=SYSTEMS) as server:
        (line,) = await listed(server.url, {game.hex()})
        watch, _ = await seated(server.url)
        await store.index.keep_lines({watch.game: b"{nonsense"})
        async with running(settings, systems=SYSTEMS) as other:
            lines, _ = await http.games(other.url)
            assert [one["phase"] for one in lines] == ["running", "over"]
            assert lines[1] == line
    await store.close()


@pytest.fixture
def limits() -> Limits:
    return Limits(lobby_lines=2)


async def test_memory_of_lines_is_bounded(server: Server) -> None:
    """More games than are remembered are told all the same."""
    made = [(await http.new_game(server.url, "pennies", {}))[0].game.hex() for _ in range(5)]
    lines, _ = await http.games(server.url)
    assert [line["game"] for line in lines] == list(reversed(made))
