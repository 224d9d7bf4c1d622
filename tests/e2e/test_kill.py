"""The server is killed in mid-play again and again: what was answered is there, and there once."""

import asyncio
import itertools
import random
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clients.bots.player import RandomPlayer
from clients.cli.demo import seated
from clients.sdk import http
from clients.sdk.client import Answer, GameClient
from clients.sdk.keyring import SeatKeys
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.exported import entries_of
from domain.names import GameId
from domain.registry import rule_systems
from projections.messages import Recorded
from tests.e2e.processes import PATIENCE_S, ServerProcess

SYSTEM = "scorpead"
"""Its duel is long: no kill finds it over."""
KILLS, PLAYED = 10, 25
"""How often one test kills, and at most how many declarations lie between two kills."""


class Noting(GameClient):
    """A client that notes what it was told is recorded."""

    recorded: list[int]
    told: asyncio.Event

    async def declare(
        self, command: str, fields: Mapping[str, Any], sealed: tuple[str, ...] = ()
    ) -> Answer:
        answer = await super().declare(command, fields, sealed)
        if isinstance(answer, Recorded):
            self.recorded.append(answer.position)
            self.told.set()
        return answer


class Duel:
    """Two bots at a table, each at a server, and every position they were told."""

    def __init__(self, urls: list[str], seats: list[SeatKeys], seed: int) -> None:
        self.game, self.recorded, self.told = GameId(seats[0].game), list[int](), asyncio.Event()
        self._urls, self._seats, self._seed = urls, seats, seed

    @property
    def over(self) -> bool:
        return all(task.done() for task in self._tasks)

    async def declared(self, count: int) -> None:
        """Wait until *count* more declarations were answered, or the game is over."""
        wanted = len(self.recorded) + count
        async with asyncio.timeout(PATIENCE_S):
            while len(self.recorded) < wanted and not self.over:
                self.told.clear()
                await self.told.wait()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator["Duel"]:
        async with asyncio.TaskGroup() as group:
            self._tasks = [
                group.create_task(self._play(url, keys))
                for url, keys in zip(self._urls, self._seats, strict=True)
            ]
            yield self
            for task in self._tasks:
                task.cancel()

    async def _play(self, url: str, keys: SeatKeys) -> None:
        client = Noting(url, self.game, keys)
        client.recorded, client.told = self.recorded, self.told
        async with client:
            await RandomPlayer(client, random.Random(self._seed + keys.seat)).play()
        self.told.set()


async def check(url: str, duel: Duel, seats: list[SeatKeys]) -> None:
    """Every declaration that was answered is on the record once, where it was said to be."""
    answered = list(duel.recorded)  # the game goes on meanwhile
    data = await http.record(url, duel.game, seats[0].token)
    verify(data)
    _, entries = entries_of(data)
    opened = [msgspec.msgpack.decode(entry.open) for entry in entries]
    declared = [n for n, event in enumerate(opened, 1) if event["k"] == "declared"]
    ids = [event["d"]["id"] for event in opened if event["k"] == "declared"]
    assert len(set(ids)) == len(ids)
    assert set(answered) <= set(declared)
    assert len(set(answered)) == len(answered)
    # What is there and was not answered yet is answered when its client comes back: one a seat.
    waiting = [at for at in declared if at <= max(answered, default=0) and at not in answered]
    assert len(waiting) <= len(seats)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who lost the connection comes back soon: this is about the server."""
    monkeypatch.setattr("clients.sdk.client.pauses", lambda _: itertools.repeat(0.05))


@pytest.mark.parametrize(("seed", "dice"), [(1, "server"), (2, "server"), (3, "table")])
async def test_killed_at_any_moment_the_game_goes_on(seed: int, dice: str, tmp_path: Path) -> None:
    """At level `table` also between a request for links and its roll."""
    chance = random.Random(seed)
    async with ServerProcess(tmp_path / "data") as server:
        _, seats = await seated(server.url, SYSTEM, {}, chance, dice)
        async with Duel([server.url] * 2, seats, seed).playing() as duel:
            await duel.declared(2)
            for _ in range(KILLS):
                # Now and then before anybody has come back.
                await duel.declared(chance.choice((0, 1, chance.randrange(PLAYED))))
                assert not duel.over
                # In the middle of whatever it is doing just now.
                await asyncio.sleep(chance.random() * 0.02)
                await server.kill()
                await server.start()
                await check(server.url, duel, seats)
            await duel.declared(10)
            await check(server.url, duel, seats)
        for token in ("", *(keys.token for keys in seats)):
            data = await http.record(server.url, duel.game, token)
            verify(data)
            decide_all_again(data, rule_systems())


async def test_told_to_stop_it_stops_cleanly_and_soon(tmp_path: Path) -> None:
    """With a game going on; and the game goes on when it is started again."""
    async with ServerProcess(tmp_path / "data") as server:
        _, seats = await seated(server.url, SYSTEM, {}, random.Random(3))
        async with Duel([server.url] * 2, seats, 3).playing() as duel:
            await duel.declared(10)
            assert await server.stop(signal.SIGTERM) == 0
            await server.start()
            await duel.declared(5)
            await check(server.url, duel, seats)
