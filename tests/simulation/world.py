"""A world from one seed: servers, a store, a network, people; faults, peace, judgement."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
from aiohttp import web

from clients.sdk import http
from clients.sdk.http import NotDone
from clients.sdk.keyring import SeatKeys, new_keys
from domain import dice
from domain.names import GameId, game_id
from domain.registry import rule_systems
from projections.messages import Problem, Welcome
from projections.wire import MSGPACK
from server.store.event_store import StoreDown
from tests.pennies import Pennies
from tests.simulation.model_store import Model, State
from tests.simulation.network import ClientSocket, Line
from tests.simulation.node import BEGAN_MS, Node
from tests.simulation.oracle import FOUND, Oracle, Wrong, must, viewer_of
from tests.simulation.people import Person
from tests.simulation.virtual_time import VirtualLoop, run

URL = "http://table"
SERVERS, SPECTATORS = 2, 2
PEACE_S, COMES_ON_S, LOOK_S = 1_800.0, 120.0, 5.0
"""How long games may take when all is well again, may seem to stand still; how often one looks."""
GAMES = (
    ("pennies", {}, "server"),
    ("pennies", {"time_limit_s": 60, "clock": "step"}, "table"),
    ("pennies", {"time_limit_s": 200, "clock": "seat"}, "server"),
)
DELAYED = (*GAMES[:2], ("pennies", {"delay_s": 5}, "server"))


class Size(NamedTuple):
    """How many games, how many rounds of pennies each; how long faults go on, and how often."""

    games: int
    rounds: int
    faults_s: float
    every_s: float


WHOLE, SMALL = Size(3, 12, 400.0, 8.0), Size(2, 3, 90.0, 4.0)


class Figures(NamedTuple):
    """What a simulated world has seen."""

    virtual_s: float
    events: int
    declarations: int
    frames: int
    faults: int
    digest: str


class World:
    """Everything that happens for one seed."""

    def __init__(self, seed: int, size: Size = WHOLE) -> None:
        self.chance, self._size = random.Random(seed), size
        self.systems: dict[str, Any] = {
            "pennies": Pennies({"rounds.json": b"%d" % size.rounds}),
            **rule_systems(),
        }
        self.model = Model()
        self.oracle = Oracle(self.model, self.systems)
        self.nodes = [
            Node(self.model, self.systems, random.Random(f"{seed} {n}")) for n in range(SERVERS)
        ]
        self.people: list[Person] = []
        self.faults = 0
        self.peaceful = True
        self._seed, self._lines = seed, 0
        # Servers whose clocks differ keep spectators back for different times (reliability.md).
        self._delays = seed % 2 == 0
        self._repairs: dict[asyncio.Task[None], None] = {}

    # --- the network -----------------------------------------------------------------------------

    def _server(self) -> Node:
        """Return a server that answers; OSError if the one that was tried does not."""
        node = self.chance.choice(self.nodes)
        if not node.up:
            raise ConnectionRefusedError
        return node

    def connect(self, _url: str, **_how: Any) -> "_Connecting":
        """Stand in for `websockets.connect`."""
        return _Connecting(self)

    async def connected(self) -> ClientSocket:
        """Open a line to some server."""
        await asyncio.sleep(self.chance.uniform(0.001, 0.1))
        node = self._server()
        self._lines += 1
        chance = random.Random(f"{self._seed} line {self._lines}")
        slow = not self.peaceful and chance.random() < 0.1
        delay_s = 2.0 if slow else chance.uniform(0.001, 0.1)
        line = Line(chance, delay_s, _Tap(self.oracle).told)
        node.accept(line)
        return ClientSocket(line)

    async def ask(self, method: str, url: str, body: bytes | None, token: str = "") -> bytes:
        """Stand in for `http._ask`: a request may be lost on its way, and its answer, too."""
        await asyncio.sleep(self.chance.uniform(0.001, 0.1))
        try:
            lost = not self.peaceful and self.chance.random() < 0.1
            if lost and self.chance.random() < 0.5:
                raise ConnectionResetError
            response: web.Response = await self._server().ask(method, url, body, token)
            if lost:
                raise ConnectionResetError
        except (OSError, asyncio.CancelledError) as fault:
            if isinstance(fault, asyncio.CancelledError) and _cancelled():
                raise
            text = "The server does not answer (simulated)."
            problem = Problem(id=None, code="unreachable", text=text, recorded=None)
            raise NotDone(problem) from None
        data = response.body
        assert isinstance(data, bytes)
        if response.status < 400:
            return data
        raise NotDone(http._problem(response.status, data))

    # --- what happens ----------------------------------------------------------------------------

    async def play(self) -> Figures:
        """Begin, let faults happen, make peace, wait for the end; Wrong if anything must not be."""
        await self._begin()
        self.chance.seed(self._seed)
        for person in self.people:
            person.start()
        trouble = asyncio.create_task(self._trouble())
        for _ in range(int(self._size.faults_s / LOOK_S)):
            await asyncio.sleep(LOOK_S)
            self._nothing_wrong()
        trouble.cancel()
        await self._make_peace()
        await self._come_to_the_end()
        await self._judge()
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        digest = sha256(b"".join(head.hash for head in self.model.heads.values())).hexdigest()
        oracle = self.oracle
        return Figures(
            loop.now_s, oracle.events, oracle.declarations, oracle.frames, self.faults, digest
        )

    async def _begin(self) -> None:
        """Start the servers, make the games, seat the bots: the same for every seed."""
        self.chance.seed(0)
        for node in self.nodes:
            await node.start()
        games = DELAYED if self._delays else GAMES
        for system, options, level in games[-self._size.games :]:
            watch, *links = await http.new_game(URL, system, options, dice=level)
            for link in links:
                assert link.seat is not None
                keys = new_keys(URL, link.game, link.seat, f"Bot {link.seat}")
                keys = msgspec.structs.replace(keys, token=await http.join(link, keys))
                self._sit(link.game, keys)
            for _ in range(SPECTATORS):
                self._sit(watch.game, None)

    def _sit(self, game: GameId, keys: SeatKeys | None) -> None:
        seed = 1000 * self._seed + len(self.people)
        self.people.append(Person(URL, game, keys, self.oracle, seed))

    async def _trouble(self) -> None:
        """Let one thing after another go wrong."""
        self.peaceful = False
        while True:
            await asyncio.sleep(self.chance.expovariate(1 / self._size.every_s))
            self.faults += 1
            await self.chance.choice(
                (
                    self._crash, self._crash, self._stop, self._cut, self._cut, self._cut_silently,
                    self._lose_store, self._lose_store, self._lose_replies, self._move_clock,
                    self._restart_client,
                )
            )()  # fmt: skip

    async def _crash(self) -> None:
        node = self.chance.choice(self.nodes)
        if node.up:
            await node.crash()
            self._later(self._start, node, 0.2, 15)

    async def _stop(self) -> None:
        node = self.chance.choice(self.nodes)
        if node.up:
            await node.stop()
            self._later(self._start, node, 0.2, 10)

    async def _start(self, node: Node) -> None:
        while not node.up:
            try:
                await node.start()
            except StoreDown:
                await node.crash()
                await asyncio.sleep(1)

    async def _cut(self, *, silent: bool = False) -> None:
        lines = [line for node in self.nodes for line in node.lines]
        for line in lines:
            if self.chance.random() < 0.3:
                line.cut(silent=silent)

    async def _cut_silently(self) -> None:
        await self._cut(silent=True)

    async def _lose_store(self) -> None:
        node = self.chance.choice(self.nodes)
        node.store_line.state = self.chance.choice((State.SILENT, State.REFUSING, State.FAULTY))
        self._later(self._find_store, node, 0.2, 12)

    async def _find_store(self, node: Node) -> None:
        node.store_line.state = State.WELL

    async def _lose_replies(self) -> None:
        node = self.chance.choice(self.nodes)
        node.store_line.loses = self.chance.choice((0.05, 0.3))
        self._later(self._find_replies, node, 1, 20)

    async def _find_replies(self, node: Node) -> None:
        node.store_line.loses = 0.0

    async def _move_clock(self) -> None:
        if self._delays:
            return
        node = self.chance.choice(self.nodes)
        node.clock.ahead_ms += self.chance.choice((-86_400_000, -1_000, 1_000, 3_000))

    async def _restart_client(self) -> None:
        await self.chance.choice(self.people).restart()

    def _later(self, repair: Any, node: Node, least_s: float, most_s: float) -> None:
        async def repairs() -> None:
            await asyncio.sleep(self.chance.uniform(least_s, most_s))
            await repair(node)

        task = asyncio.create_task(repairs())
        self._repairs[task] = None
        task.add_done_callback(self._repairs.pop)

    # --- how it ends -----------------------------------------------------------------------------

    async def _make_peace(self) -> None:
        self.peaceful = True
        await asyncio.gather(*self._repairs)
        for node in self.nodes:
            await self._start(node)
            node.store_line.state, node.store_line.loses = State.WELL, 0.0

    async def _come_to_the_end(self) -> None:
        """Wait until all games are over; Wrong if one stands still."""
        loop = asyncio.get_running_loop()
        until, seen = loop.time() + PEACE_S, dict[GameId, tuple[int, float]]()
        while True:
            self._nothing_wrong()
            open_games = [game for game in self.model.streams if not self._over(game)]
            if not open_games:
                return
            for game in open_games:
                at = len(self.model.streams[game])
                before, since = seen.get(game, (-1, 0.0))
                if before != at:
                    seen[game] = at, loop.time()
                else:
                    must(loop.time() - since < COMES_ON_S, f"a game stands still at event {at}")
            must(loop.time() < until, "games do not come to their end")
            await asyncio.sleep(LOOK_S)

    def _nothing_wrong(self) -> None:
        if FOUND:
            raise Wrong(FOUND[0])
        for person in self.people:
            must(person.failed is None, f"{person.viewer} gave up: {person.failed!r}")

    def _over(self, game: GameId) -> bool:
        last = msgspec.msgpack.decode(self.model.streams[game][-1].open)
        return last["k"] in {"over", "opened"}

    async def _judge(self) -> None:
        """All is quiet: everybody has seen the end, and everything holds."""
        await asyncio.sleep(60)
        self._nothing_wrong()
        self.oracle.check_store()
        for game in self.model.streams:
            for node in self.nodes:
                host = await node.hosts.get(game)
                await host.look()  # where nobody watches, a hint may have been lost
                must(host.table.game.phase == "over", f"a game stands still at {host.head}")
                self.oracle.check_host(host)
            self.oracle.check_record(await http.record(URL, game))
        for person in self.people:
            self.oracle.check_view(person.game, person.viewer, *person.shows())
            await person.stop()
        for node in self.nodes:
            await node.stop()


class _Connecting:
    """What `async with connect(...)` wants."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._socket: ClientSocket | None = None

    async def __aenter__(self) -> ClientSocket:
        self._socket = await self._world.connected()
        return await self._socket.__aenter__()

    async def __aexit__(self, *_: object) -> None:
        assert self._socket is not None
        await self._socket.__aexit__()


class _Tap:
    """Shows the oracle what a server sends; the welcome says to whom."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._game, self._viewer = GameId(b""), viewer_of(None)

    def told(self, frame: bytes) -> None:
        if not self._game and isinstance(message := MSGPACK.to_viewer(frame), Welcome):
            self._game, self._viewer = game_id(message.game), viewer_of(message.seat)
        self._oracle.told(self._game, self._viewer, frame)


def _cancelled() -> bool:
    """Tell whether this very task is told to stop (and not the server that it waits for)."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


@contextmanager
def _no_chance_but(world: World) -> Iterator[None]:
    """Let everything that is drawn, dialled or timed by the machine come from the world."""

    def now_ms() -> int:
        return BEGAN_MS + int(1000 * asyncio.get_running_loop().time())

    with (
        patch("secrets.token_bytes", world.chance.randbytes),
        patch("random.random", world.chance.random),
        patch("clients.sdk.client.connect", world.connect),
        patch("clients.sdk.client._now_ms", now_ms),
        patch("clients.sdk.http._ask", world.ask),
        patch("clients.sdk.keyring.chain", _CHAINS),
        patch("clients.sdk.contributing.chain", _CHAINS),
    ):
        yield


_CHAINS = cache(dice.chain)
"""A seat's chain takes 50 ms: every world has the same seats, and so the same chains."""


def simulate(seed: int, size: Size = WHOLE) -> Figures:
    """Let a world happen. Raises Wrong with the seed, which is enough to let it happen again."""
    FOUND.clear()
    world = World(seed, size)
    with _no_chance_but(world):
        try:
            return run(world.play())
        except Exception as fault:
            raise Wrong(f"seed {seed}: {type(fault).__name__}: {fault}") from fault
