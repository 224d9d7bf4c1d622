"""When each is shown what happened: who declared has the answer first, and a beat comes last."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from clients.sdk import http
from domain.record import Entry
from projections import game_view
from projections.game_view import LiveView
from projections.messages import Beat, Hello, Problem, Recorded
from projections.viewer import SPECTATOR, Viewer
from projections.wire import MSGPACK
from server.bootstrap import Server
from server.limits import Limits
from tests.server.sitting import Raw, raw, seated, socket
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


@pytest.mark.parametrize("viewer", [FIRST, SPECTATOR])
async def test_a_fault_in_one_view_stops_the_game_and_all_others_are_told(
    viewer: Viewer, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever is shown: it is recorded, it is told once that the game is frozen, and why."""
    follow = LiveView.follow

    def fails(live: LiveView, entry: Entry) -> Any:
        if live.viewer == viewer and live.head.position == stood:
            raise KeyError("a word that no catalogue has")
        return follow(live, entry)

    watch, seats = await seated(server.url)
    async with (
        raw(server.url, watch, seats[0]) as first,
        raw(server.url, watch, seats[1]) as second,
        raw(server.url, watch) as spectator,
    ):
        stood = second.head.position
        monkeypatch.setattr(LiveView, "follow", fails)
        answer = await second.answer(second.declaration("stake", {"pennies": 3}))
        assert isinstance(answer, Recorded)
        await second.send(Beat(id=900, position=answer.position))
        told = []
        while getattr(message := await second.next(), "id", None) != 900:
            told.append(message)
        assert second.head.position >= answer.position
        (problem,) = (message for message in told if isinstance(message, Problem))
        assert f"it cannot be shown to {viewer}: " in problem.text
        assert problem == told[-1], "after what happened before it"
        blind = first if viewer == FIRST else spectator
        with pytest.raises(ConnectionClosed):
            await blind.until(Beat)  # of what it was not shown


async def test_who_cannot_be_shown_a_game_is_told_so_and_nobody_plays_on(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = game_view.told

    def fails(*given: Any) -> Any:
        if given[3] == 3:
            raise KeyError("a word that no catalogue has")
        return told(*given)

    watch, seats = await seated(server.url)
    monkeypatch.setattr(game_view, "told", fails)
    async with socket(server.url) as plain:
        one = Raw(plain, MSGPACK, seats[0])
        await one.send(Hello(id=1, game=watch.game.hex(), token=seats[0].token))
        problem = await one.next()
        assert isinstance(problem, Problem)
        assert problem.code == "frozen"
        assert "it cannot be shown to seat 1: event 3: it cannot be told: KeyError" in problem.text
    for asked in ("view", "view?at=4", "steps?at=1&until=4", "events"):
        with pytest.raises(http.NotDone, match="frozen"):
            await http.get(server.url, f"games/{watch.game.hex()}/{asked}", seats[1].token)
