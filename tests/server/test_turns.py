"""Long work is done a piece at a time, and who asks for much waits for himself."""

import asyncio
from collections.abc import Hashable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from clients.sdk import http
from projections.viewer import Viewer
from server.bootstrap import running
from server.settings import Settings
from server.turns import Turns
from tests.server.conftest import SYSTEMS
from tests.server.sitting import seated


async def test_one_asker_is_served_between_the_many_requests_of_another() -> None:
    turns, done, going = Turns(), list[str](), asyncio.Event()

    async def work(asker: str) -> None:
        async with turns.of(asker):
            await going.wait()
            await asyncio.sleep(0)
            done.append(asker)

    flood = [asyncio.create_task(work("flood")) for _ in range(5)]
    await asyncio.sleep(0)
    one = asyncio.create_task(work("one"))
    await asyncio.sleep(0)
    going.set()
    await asyncio.gather(*flood, one)
    assert done.index("one") == 1


async def test_one_at_a_time_whoever_asks() -> None:
    turns, inside = Turns(), 0

    async def work(asker: int) -> None:
        nonlocal inside
        async with turns.of(asker):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(work(n % 3) for n in range(12)))


async def test_who_gives_up_or_fails_holds_nobody_up() -> None:
    turns = Turns()

    async def work() -> None:
        async with turns.of("one"):
            await asyncio.sleep(60)

    at_work, waiting = asyncio.create_task(work()), asyncio.create_task(work())
    await asyncio.sleep(0)
    waiting.cancel()
    at_work.cancel()
    await asyncio.gather(at_work, waiting, return_exceptions=True)
    with pytest.raises(ValueError, match="a fault"):
        async with turns.of("one"):
            raise ValueError("a fault")
    async with asyncio.timeout(1), turns.of("one"):
        pass


async def test_whatever_is_long_stands_in_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier view, steps and the record: each in the turn of who asks."""
    stood = list[Hashable]()

    class Noted(Turns):
        def of(self, asker: Hashable) -> AbstractAsyncContextManager[None]:
            stood.append(asker)
            return super().of(asker)

    monkeypatch.setattr("server.api.games.Turns", Noted)
    async with running(Settings(port=0, data=tmp_path / "data"), systems=SYSTEMS) as server:
        watch, (first, _) = await seated(server.url)
        asker, game = (watch.game, Viewer("player", 1)), f"games/{watch.game.hex()}"
        for asked in ("view?at=3", "steps?at=1&until=3"):
            await http.get(server.url, f"{game}/{asked}", first.token)
        assert stood == 2 * [asker]
        await http.record(server.url, watch.game, first.token)
        assert stood == 3 * [asker]
