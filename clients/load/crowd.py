"""Who makes the load: players, spectators, people whose line drops, slow readers, flooders.

Each notes what it met in the one `Met` that all share; none stops because another does.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable
from contextlib import suppress

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from clients.bots.player import RandomPlayer
from clients.sdk import http
from clients.sdk.client import Answer, GameClient, Lines
from clients.sdk.keyring import SeatKeys
from clients.verifier.protocol import Fault, verify
from domain.names import GameId
from projections.messages import Beat, Declare, Hello, Problem, Recorded
from projections.wire import MSGPACK

FLOOD_AT_ONCE = 200
"""How many frames a flooder sends before it looks what came back."""
DROP_S = (0.5, 3.0)
"""A line that drops does so after some time between these."""


class Met(msgspec.Struct):
    """What the crowd met."""

    waits_s: list[float] = []
    """From each declaration to its answer."""
    lags_s: list[float] = []
    """From the moment of an event to its arrival at a spectator, by one machine's clock."""
    recorded: dict[tuple[bytes, int], bytes] = {}
    """What was answered as recorded: the declaration's hash by game and position."""
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    drops: int = 0
    cut_off: int = 0
    failures: list[str] = []


async def faults(server: str, keys: SeatKeys, met: Met) -> list[str]:
    """Return what is wrong with a game's record, as one of its seats may read it, in sentences.

    It must verify, and hold everything that was answered as recorded. Raises NotDone.
    """
    game = keys.game.hex()
    try:
        report = verify(await http.record(server, GameId(keys.game), keys.token))
    except Fault as fault:
        return [f"game {game}: {fault}"]
    held = {event.position: event.hash for event in report.events}
    return [
        f"game {game}: event {position} was answered as recorded, and is not what was"
        for (of, position), made in met.recorded.items()
        if of == keys.game and held.get(position) != made
    ]


class Seated(GameClient):
    """A client that notes how long its declarations wait, and what is answered."""

    def __init__(self, server: str, keys: SeatKeys, met: Met) -> None:
        super().__init__(server, GameId(keys.game), keys)
        self._met, self._game = met, keys.game

    async def _answered(self, message: Declare) -> Answer:
        begun = time.perf_counter()
        answer = await super()._answered(message)
        self._met.waits_s.append(time.perf_counter() - begun)
        if isinstance(answer, Recorded):
            self._met.answers["recorded"] += 1
            self._met.recorded[self._game, answer.position] = answer.hash
        else:
            self._met.answers[answer.code] += 1
        return answer


async def player(server: str, keys: SeatKeys, met: Met, *, drops: bool, seed: int) -> None:
    """Play at random for ever, or until the game is over; with *drops* the line breaks at times."""
    chance = random.Random(seed)
    over = False
    while not over:
        with suppress(TimeoutError):
            async with asyncio.timeout(chance.uniform(*DROP_S) if drops else None):
                async with Seated(server, keys, met) as client:
                    await RandomPlayer(client, chance).play()
                    over = True
        met.drops += not over


async def spectator(server: str, game: GameId, met: Met) -> None:
    """Watch for ever, and note how late each event arrives."""
    async with GameClient(server, game) as client:
        async for happening in client.happenings():
            if isinstance(happening, Lines) and happening.lines:
                late_ms = client.server_now_ms - happening.lines[-1].at_ms
                met.lags_s.append(max(0, late_ms) / 1000)


async def slow_reader(server: str, game: GameId, met: Met) -> None:
    """Greet, and never read again; note if the server cuts the line off."""
    async with _line(server) as socket:
        await socket.send(_hello(game))
        await socket.wait_closed()
        met.cut_off += 1


async def flooder(server: str, game: GameId, met: Met, most: int) -> None:
    """Send up to *most* requests as fast as they go out, and count what is answered."""
    async with _line(server) as socket:
        await socket.send(_hello(game))
        for n in range(most):
            if n % FLOOD_AT_ONCE == 0:
                await asyncio.sleep(0)
            await socket.send(MSGPACK.encode(Beat(id=n, position=0)))
        with suppress(ConnectionClosed, TimeoutError):
            while True:
                async with asyncio.timeout(1):
                    message = MSGPACK.to_viewer(await socket.recv(decode=False))
                if isinstance(message, Problem):
                    met.answers[message.code] += 1
                elif isinstance(message, Beat):
                    met.answers["beat"] += 1


async def noted(one: Awaitable[None], met: Met) -> None:
    """Wait for one of the crowd, and note it if it failed, for whatever reason."""
    try:
        await one
    except Exception as why:  # noqa: BLE001  a bot that is refused, a bug of ours: all is told
        met.failures.append(f"{type(why).__name__}: {why}")


def _line(server: str) -> connect:
    return connect(
        server.replace("http", "ws", 1) + "/ws",
        subprotocols=[Subprotocol(MSGPACK.subprotocol)],
        compression=None,
        ping_interval=None,  # who reads nothing sees no answer, and would end the line itself
        max_size=None,
        max_queue=1,
    )


def _hello(game: GameId) -> bytes:
    return MSGPACK.encode(Hello(id=0, game=game.hex()))
