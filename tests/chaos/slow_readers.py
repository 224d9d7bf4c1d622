"""F12: spectators who take nothing, or next to nothing, beside others who take everything."""

import asyncio
import socket
import time
from contextlib import AsyncExitStack

import msgspec

from projections.messages import Hello, Recorded, Update
from projections.wire import MSGPACK
from server.bootstrap import Server, running
from server.settings import Settings
from server.subscriptions import Subscription
from tests.chaos.campaign import Campaign, Figures, Run, percentile
from tests.chaos.pennies_table import Noting, Table, answer_to, declared
from tests.chaos.zygote import ROUNDS, UNHURRIED
from tests.pennies import Pennies
from tests.server.sitting import Raw
from tests.server.sitting import socket as websocket

HASTY = msgspec.structs.replace(UNHURRIED, queue_bytes=32 * 1024, write_s=1.0)
READERS, STALLED, TRICKLING = 10, 3, 3
SMALL = 4_096
MOST_BYTES = 2**20
SLACK_S = 1.5
"""The sweep, the tick, and a loop that is busy."""


async def run(run: Run) -> Figures:
    """Measure the others alone, then beside the slow ones, until those who stall are cut off."""
    limits = UNHURRIED if run.long else HASTY
    settings = Settings(port=0, data=run.folder / "data")
    systems = {"pennies": Pennies({"rounds.json": ROUNDS})}
    async with running(settings, limits, systems) as server, AsyncExitStack() as stack:  # type: ignore[arg-type]
        play = _Play(run, server, await Table.made(server.url), stack)
        await play.begin()
        alone = await play.some(run.length(150, 3_000))
        slow = [await play.slow() for _ in range(STALLED + TRICKLING)]
        trickling = [one for one, _ in slow[STALLED:]]
        trickle = asyncio.ensure_future(_trickle(trickling))
        beside = await play.until_cut([told for _, told in slow[:STALLED]])
        trickle.cancel()
    assert play.most_bytes <= MOST_BYTES, f"{play.most_bytes} bytes waited for one of them"
    assert play.cut_s <= limits.write_s + SLACK_S, f"cut off after {play.cut_s:.1f} s"
    return {
        "stalled": STALLED,
        "trickling": TRICKLING,
        "most bytes waiting for one": play.most_bytes,
        "cut off s after the last byte was taken, at most": round(play.cut_s, 2),
        "others' p50 ms, alone": round(percentile(alone, 50) * 1000, 2),
        "beside them": round(percentile(beside, 50) * 1000, 2),
        "others' p99 ms, alone": round(percentile(alone, 99) * 1000, 2),
        "p99 beside them": round(percentile(beside, 99) * 1000, 2),
    }


class _Play:
    def __init__(self, run: Run, server: Server, table: Table, stack: AsyncExitStack) -> None:
        self._run, self._server, self._table, self._stack = run, server, table, stack
        self._seats: dict[int, Noting] = {}
        self._readers: list[Noting] = []
        self.most_bytes, self.cut_s = 0, 0.0

    async def begin(self) -> None:
        at, url = self._table.at, self._server.url
        for seat in (1, 2):
            self._seats[seat] = await self._stack.enter_async_context(at(url, seat))
        for _ in range(READERS):
            self._readers.append(await self._stack.enter_async_context(at(url, None)))

    async def slow(self) -> tuple[Raw, Subscription]:
        """Connect a spectator that is not read, and for whom the kernel holds next to nothing."""
        port = int(self._server.url.rpartition(":")[2])
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        plain.connect(("127.0.0.1", port))
        plain.setblocking(False)
        watch, watching = self._table.watch, self._server.fanout.watching
        before = watching(watch.game)
        opened = await self._stack.enter_async_context(
            websocket(self._server.url, sock=plain, close_timeout=0.1)
        )
        one = Raw(opened, MSGPACK, None)
        await one.send(Hello(id=1, game=watch.game.hex()))
        await one.next()
        opened.transport.pause_reading()
        (told,) = [line for line in watching(watch.game) if line not in before]
        told._transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL
        )
        return one, told

    async def some(self, count: int) -> list[float]:
        """Declare; return after how many seconds the readers had seen it, each."""
        latencies = list[float]()
        for _ in range(count):
            latencies += await self._declare()
        return latencies

    async def until_cut(self, stalled: list[Subscription]) -> list[float]:
        """Declare until those who stall are cut off, and note how long nothing was taken then."""
        latencies, told = list[float](), set(stalled)
        taken: dict[object, tuple[int, float]] = {}
        while told:
            latencies += await self._declare()
            now = time.monotonic()
            for one in list(told):
                waiting = one.waiting_bytes
                self.most_bytes = max(self.most_bytes, waiting)
                before = taken.get(one, (-1, now))
                so_far = one._written - waiting
                if one._transport.is_closing():
                    self.cut_s = max(self.cut_s, now - before[1])
                    told.discard(one)
                elif so_far != before[0] or not waiting:
                    taken[one] = so_far, now
            self._run.progress(len(stalled) - len(told), len(stalled))
        return latencies

    async def _declare(self) -> list[float]:
        table = self._table
        one = self._seats[table.turn.seat]
        await one.caught_up()
        sent = time.monotonic()
        answer = await answer_to(one, await declared(one, table.turn))
        assert isinstance(answer, Recorded), answer
        table.turns += 1

        async def seen(reader: Noting) -> float:
            while reader.head.position < answer.position:
                await reader.until(Update)
            return time.monotonic() - sent

        return await asyncio.gather(*(seen(reader) for reader in self._readers))


async def _trickle(slow: list[Raw]) -> None:
    """Take about a kilobyte a second."""
    while True:
        await asyncio.sleep(4)
        for one in slow:
            one.socket.transport.resume_reading()
            await asyncio.sleep(0)
            one.socket.transport.pause_reading()


CAMPAIGN = Campaign("F12", "spectators who read nothing, or next to nothing", run)
