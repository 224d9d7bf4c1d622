"""Who plays and who watches: the SDK's client and the bots, in a world without sockets."""

import asyncio
import random
from typing import Any

from clients.bots.player import BotFailed, RandomPlayer
from clients.sdk.client import Answer, GameClient
from clients.sdk.http import NotDone
from clients.sdk.keyring import Keyring, SeatKeys
from domain.names import GameId
from domain.options import Option
from projections.messages import Declare
from tests.simulation.oracle import Oracle, viewer_of

THINKS_S = 6.0


class Drawer(Keyring):
    """A keyring in memory, which outlives the client."""

    def __init__(self, keys: SeatKeys | None) -> None:
        self.keys = keys

    def save(self, keys: SeatKeys) -> None:
        self.keys = keys


class Noting(GameClient):
    """The SDK's client; the oracle hears every answer."""

    oracle: Oracle

    async def _answered(self, message: Declare) -> Answer:
        self.oracle.sent(message)
        answer = await super()._answered(message)
        self.oracle.answered(self.following.game, message, answer)
        return answer


class Bot(RandomPlayer):
    """The bot of the SDK; a refusal is its fault only if the table had not moved on meanwhile."""

    def _choice(self) -> Option | None:
        self._seen = self._client.following.head
        return super()._choice()

    async def _declare(self, option: Option) -> bool:
        try:
            return await super()._declare(option)
        except BotFailed:
            await asyncio.sleep(THINKS_S)  # the news of what moved may come after the refusal
            if self._client.following.head == self._seen:
                raise
            return True


class Person:
    """Somebody at a table: a bot with a seat, or a spectator; their client may be restarted."""

    def __init__(
        self, url: str, game: GameId, keys: SeatKeys | None, oracle: Oracle, seed: int
    ) -> None:
        self.game, self.seat = game, keys.seat if keys else None
        self.viewer = viewer_of(self.seat)
        self._url, self._drawer, self._oracle = url, Drawer(keys), oracle
        self._chance = random.Random(seed)
        self.client: Noting | None = None
        self.failed: BaseException | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def restart(self) -> None:
        """Kill the client; what it had declared and was not answered is forgotten."""
        await self.stop()
        self.start()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self._play()
            except NotDone as not_done:
                # A client that never saw its server gives up; a person tries again.
                if not_done.problem.code != "unreachable":
                    self.failed = not_done
                    return
                await asyncio.sleep(THINKS_S)
            except Exception as fault:  # noqa: BLE001  the world asks for it
                self.failed = fault
                return

    async def _play(self) -> None:
        client = Noting(self._url, self.game, self._drawer.keys, self._drawer)
        client.oracle, self.client = self._oracle, client
        async with client:
            if self.seat is not None:
                await Bot(client, self._chance, THINKS_S).play(self._think)
            async for _ in client.happenings():
                pass  # the game is over, or one only looks

    async def _think(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self._chance.uniform(0.2, 2.5))

    def shows(self) -> tuple[Any, Any]:
        """Return where this client stands, and what it shows."""
        assert self.client is not None
        return self.client.following.head, self.client.view
