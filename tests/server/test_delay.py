"""Spectators kept behind: nothing younger is told to who holds no seat, by any way there is."""

import asyncio
import json
from pathlib import Path

import aiohttp
import pytest

from clients.sdk import http
from clients.sdk.links import Link
from clients.verifier.protocol import verify
from projections.messages import Beat, Recorded, Update
from server.bootstrap import Server, running
from server.settings import Settings
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated
from tests.server.test_time_limits import Moved

BEGUN = 8
"""The last event before anybody declares."""


async def known(url: str, watch: Link) -> dict[str, int]:
    """Return how far a game goes, by each way in which anybody may learn of it."""
    game = f"/api/games/{watch.game.hex()}"
    async with aiohttp.ClientSession(url) as session:
        async with session.get(f"{game}/events") as answer:
            told = [json.loads(line)["position"] async for line in answer.content]
        steps = {"at": str(BEGUN), "until": str(BEGUN + 1)}
        async with session.get(f"{game}/steps", params=steps) as answer:
            updates = (await answer.json()).get("updates", ())
        async with session.get(f"{game}/events", headers={"Accept": "text/event-stream"}) as stream:
            while not (line := await stream.content.readline()).startswith(b"data: "):
                pass
    async with raw(url, watch) as spectator:
        beat = await spectator.answer(Beat(id=900, position=BEGUN))
        socket = spectator.head.position
    (lobby,) = [one for one in await http.get(url, "games") if one["game"] == watch.game.hex()]
    return {
        "record": len(verify(await http.record(url, watch.game)).events),
        "chronicle": max(told),
        "steps": BEGUN + len(updates),
        "stream": json.loads(line.removeprefix(b"data: "))["position"],
        "socket": socket,
        "beat": beat.head.position,
        "lobby": lobby["position"],
    }


async def test_by_no_way_is_a_spectator_told_of_what_is_too_young(tmp_path: Path) -> None:
    clock = Moved()
    settings = Settings(port=0, data=tmp_path)
    async with running(settings, systems=SYSTEMS, clock=clock) as server:
        watch, (first, second) = await seated(server.url, delay_s=60)
        clock.ms += 60_000
        async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as two:
            assert isinstance(await one.declare("stake", {"pennies": 3}), Recorded)
            assert set((await known(server.url, watch)).values()) == {BEGUN}
            clock.ms += 59_000
            assert isinstance(await two.declare("stake", {"pennies": 3}), Recorded)
            young = two.head.position
            assert set((await known(server.url, watch)).values()) == {BEGUN}
            assert one.view["delay_s"] == 60
            clock.ms += 1_000
            await one.caught_up()
            assert isinstance(await one.declare("guess", {"face": 3}), Recorded)
        assert BEGUN < min((await known(server.url, watch)).values()) < young
    async with running(settings, systems=SYSTEMS, clock=clock) as server:
        # A restart tells nothing either: the lobby reads the store anew.
        assert max((await known(server.url, watch)).values()) < young


async def test_the_end_and_other_eyes_come_late_as_well(tmp_path: Path) -> None:
    clock = Moved()
    async with running(Settings(port=0, data=tmp_path), systems=SYSTEMS, clock=clock) as server:
        watch, (first, _) = await seated(server.url, delay_s=60)
        async with raw(server.url, watch, first) as seat:
            assert isinstance(await seat.declare("concede"), Recorded)
        view = f"games/{watch.game.hex()}/view?seat=2"
        with pytest.raises(http.NotDone, match="not over yet"):
            await http.get(server.url, view)
        (line,) = await http.get(server.url, "games")
        assert line["phase"] != "over"


async def test_spectators_are_told_when_it_is_time(server: Server) -> None:
    watch, (first, _) = await seated(server.url, delay_s=1)
    async with raw(server.url, watch, first) as seat, raw(server.url, watch) as spectator:
        assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
        declared = seat.head.position
        async with asyncio.timeout(8):
            while spectator.head.position < declared:
                assert isinstance(await spectator.until(Update), Update)
    view = await http.get(server.url, f"games/{watch.game.hex()}/view")
    assert "Spectators see what happens 1.0 s late." in repr(view)


@pytest.mark.parametrize("delay_s", [-1, 3_601, "long"])
async def test_a_delay_that_is_none_is_refused(server: Server, delay_s: int | str) -> None:
    with pytest.raises(http.NotDone, match="0 to 3600"):
        await http.new_game(server.url, "pennies", {"delay_s": delay_s})
