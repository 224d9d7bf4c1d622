"""F01: the server is killed at a point of a declaration's way, and started again, again and again.

Nothing in the server knows of it. The line to its store shows when it asks to append and when the
answer comes; the line to its client, when the receipt has gone out.
"""

import asyncio
import time
from contextlib import suppress

from websockets.exceptions import ConnectionClosed

from domain.record import Entry
from projections.messages import Declare, Problem, Recorded
from server.store.embedded import EmbeddedValkey
from server.store.redis_streams import RedisStreams
from tests.chaos.campaign import Campaign, Figures, Run
from tests.chaos.pennies_table import Table, answer_to, declared
from tests.chaos.servers import PennyServer, zygote
from tests.faulty_proxy import Fault, FaultyProxy

POINTS = (
    "before the append",
    "after the append, before its answer",
    "after the receipt",
    "at any moment",
)
A_GAME = 50
"""After so many rounds a new game: what is folded at each start stays short."""
ANY_MOMENT_S = 0.02


async def run(run: Run) -> Figures:
    """Kill in each round; after each, the same bytes again lead to one event and the same dice."""
    rounds, started = run.length(12, 1_000), time.monotonic()
    counted = dict.fromkeys(POINTS, 0)
    async with (
        EmbeddedValkey(run.folder / "valkey") as valkey,
        FaultyProxy(valkey.url) as proxy,
        zygote() as forks,
    ):
        server = PennyServer(forks, run.folder, proxy.url)
        store = await RedisStreams.open(valkey.url)
        await server.start()
        killer, events = _Killer(run, server, proxy, store), 0
        tables = list[Table]()
        for n in range(rounds):
            if n % A_GAME == 0:
                tables.append(table := await Table.made(server.url))
            point = POINTS[n % len(POINTS)] if not run.long else run.chance.choice(POINTS)
            await killer.round(table, point)
            counted[point] += 1
            if n % A_GAME == A_GAME - 1 or n == rounds - 1:
                events += await table.check(server.url)
            run.progress(n + 1, rounds)
        await store.close()
        assert not server.tracebacks()
    return {
        "kills": rounds,
        "acknowledged": sum(len(table.acknowledged) for table in tables),
        "lost": sum(table.lost for table in tables),
        "doubled": sum(table.doubled for table in tables),
        "events": events,
        **counted,
        "seconds": round(time.monotonic() - started, 1),
    }


class _Killer:
    def __init__(
        self, run: Run, server: PennyServer, proxy: FaultyProxy, store: RedisStreams
    ) -> None:
        self._run, self._server, self._proxy, self._store = run, server, proxy, store

    async def round(self, table: Table, point: str) -> None:
        """Declare, kill at *point*, start again, send the same bytes again, and go on."""
        turn, game = table.turn, table.watch.game
        before = await self._store.head(game)
        async with (
            table.at(self._server.url, turn.seat) as one,
            table.at(self._server.url, None) as spectator,
        ):
            self._arm(point)
            made = await declared(one, turn)
            first: Recorded | Problem | None = None
            with suppress(ConnectionClosed):
                if point == "at any moment":
                    await asyncio.sleep(self._run.chance.random() * ANY_MOMENT_S)
                    self._server.kill()
                first = await answer_to(one, made)
                self._server.kill()
            await self._server.dead()
            with suppress(ConnectionClosed):
                while True:  # what it was shown before the end counts, too
                    await spectator.next()
        self._proxy.on_request = self._proxy.on_reply = lambda _: Fault.NONE
        after = await self._store.head(game)
        match point:
            case "before the append":
                assert after == before, "it is there, and was never sent"
            case "after the append, before its answer":
                assert after.position > before.position, "it was sent, and is not there"
            case "after the receipt":
                assert isinstance(first, Recorded), first
        stored = await self._store.read(game, before.position, 100)
        await self._server.start()
        await self._again(table, made, stored)

    async def _again(self, table: Table, made: Declare, stored: list[Entry]) -> None:
        """The same bytes again: recorded, once; what had been recorded of it stays as it was."""
        seen = max(table.shown, default=0)
        async with (
            table.at(self._server.url, table.turn.seat) as one,
            table.at(self._server.url, None, after=seen or None) as spectator,
        ):
            await one.send(made)
            answer = await answer_to(one, made)
            assert isinstance(answer, Recorded), answer
            assert answer.repeated == bool(stored)
            recorded = await self._store.read(table.watch.game, answer.position - 1, 100)
            if stored:
                assert recorded == stored, "other events, or other dice, than the first time"
            while spectator.head.position < recorded[-1].position:
                await spectator.next()
        table.turns += 1

    def _arm(self, point: str) -> None:
        def requested(data: bytes) -> Fault:
            if b"FCALL" not in data:
                return Fault.NONE
            self._server.kill()
            return Fault.DROP

        def replied(data: bytes) -> Fault:
            if b"recorded" not in data:
                return Fault.NONE
            self._server.kill()
            return Fault.EAT

        if point == "before the append":
            self._proxy.on_request = requested
        elif point == "after the append, before its answer":
            self._proxy.on_reply = replied


CAMPAIGN = Campaign("F01", "kill -9 of the server at every point of a declaration", run)
