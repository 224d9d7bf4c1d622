"""When each is shown what happened: who declared has the answer first, and a beat comes last."""

import asyncio
from pathlib import Path

import pytest

from projections.messages import Beat, Recorded
from projections.viewer import SPECTATOR, Viewer
from server.bootstrap import Server
from server.limits import Limits
from tests.server.sitting import raw, seated
from tests.server.test_storage_trouble import two_servers

FIRST = Viewer("player", 1)


@pytest.fixture
def limits() -> Limits:
    """Spectators are told of nothing by themselves."""
    return Limits(tick_s=3_600.0)


async def test_who_declared_has_the_answer_before_views_are_made(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    host = await server.hosts.get(watch.game)
    live = await host.live_view(FIRST)
    async with raw(server.url, watch, first) as seat:
        made = seat.declaration("stake", {"pennies": 3})
        answer = await host.declare(FIRST, 1, made.open, made.sealed, made.signature)
        assert isinstance(answer, Recorded)
        assert live.head.position < answer.position
        await asyncio.sleep(0)
        assert live.head == host.head
        assert live.head.position >= answer.position


async def test_whoever_asks_for_a_view_is_shown_all_there_is(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    host = await server.hosts.get(watch.game)
    await host.live_view(FIRST)
    await host.live_view(SPECTATOR)
    async with raw(server.url, watch, first) as seat:
        made = seat.declaration("stake", {"pennies": 3})
        await host.declare(FIRST, 1, made.open, made.sealed, made.signature)
        assert host.head_for(SPECTATOR) == host.head
        await host.declare(FIRST, 1, made.open, made.sealed, made.signature)
        assert (await host.live_view(FIRST)).head == host.head


async def test_the_answer_to_a_beat_comes_after_all_that_happened(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat, raw(server.url, watch) as spectator:
        assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
        assert spectator.head != seat.head
        # It claims to have seen all, so that it is sent no snapshot for what it has not.
        await spectator.answer(Beat(id=800, position=seat.head.position))
        assert spectator.head == seat.head


async def test_an_end_that_is_read_piece_by_piece_is_shown_whole(tmp_path: Path) -> None:
    """Another process recorded it; here it is read one event at a time, the seals opened last."""
    async with two_servers(tmp_path, Limits(read_entries=1)) as (here, there):
        watch, (first, second) = await seated(here.url)
        async with (
            raw(here.url, watch, first) as seat,
            raw(there.url, watch, second) as opponent,
            raw(there.url, watch) as spectator,
        ):
            assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
            assert isinstance(await seat.declare("concede"), Recorded)
            for one in (opponent, spectator):
                async with asyncio.timeout(5):
                    while one.head != seat.head:
                        await one.next()
        host = await there.hosts.get(watch.game)
        assert not host.frozen
        assert host.table.game.opened == 2, "both declarations were sealed"
