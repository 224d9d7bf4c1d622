"""F13: the server is killed under a crowd, and the crowd comes back all at once."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from projections.messages import Recorded
from server.store.embedded import EmbeddedValkey
from tests.chaos.campaign import Campaign, Figures, Run, percentile
from tests.chaos.pennies_table import Noting, Table, answer_to, declared
from tests.chaos.servers import PATIENCE_S, ROOT, PennyServer, zygote

CURRENT_S, LATENCY_S = 10.0, 0.25
"""All have caught up so soon; meanwhile declarations, too few for more than that, are answered."""
PACE_S = 0.2
"""Five hundred real clients in one process cannot check more than a few updates a second each."""


async def run(run: Run) -> Figures:
    """Kill and start again, three times; the crowd is current soon, and play goes on beside it."""
    count, rounds = run.length(60, 500), run.length(1, 3)
    async with EmbeddedValkey(run.folder / "valkey") as valkey, zygote() as forks:
        server = PennyServer(forks, run.folder, valkey.url)
        await server.start()
        table = await Table.made(server.url)
        current, latencies = list[float](), list[float]()
        async with _crowd(table, count) as crowd:
            for done in range(rounds):
                await server.restart()
                current.append(await _come_back(table, server.url, crowd, latencies))
                run.progress(done + 1, rounds)
        await table.check(server.url)
        assert not server.tracebacks()
    p99 = percentile(latencies, 99)
    assert max(current) <= CURRENT_S, f"the last was current after {max(current):.1f} s"
    half = percentile(latencies, 50)
    assert half <= LATENCY_S, f"half of the declarations took {half * 1000:.0f} ms and more"
    return {
        "clients": count,
        "rounds": rounds,
        "last one current after s, at most": round(max(current), 2),
        "declarations meanwhile": len(latencies),
        "p50 ms": round(percentile(latencies, 50) * 1000, 1),
        "p99 ms": round(p99 * 1000, 1),
        "missed or doubled": table.lost + table.doubled,
    }


@asynccontextmanager
async def _crowd(table: Table, count: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """Let a crowd watch the table, from a process of its own."""
    crowd = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.chaos.crowd", str(table.watch), str(count)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    assert crowd.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            assert await crowd.stdout.readline() == b"here\n"
        yield crowd
    finally:
        crowd.kill()
        await crowd.wait()


async def _come_back(
    table: Table, url: str, crowd: asyncio.subprocess.Process, latencies: list[float]
) -> float:
    """Declare until all have seen what was declared first; return after how many seconds."""
    assert crowd.stdin is not None
    assert crowd.stdout is not None
    async with AsyncExitStack() as stack:
        seats = {n: await stack.enter_async_context(table.at(url, n)) for n in (1, 2)}
        position, _ = await _declare(table, seats)
        crowd.stdin.write(b"%d\n" % position)
        seen = asyncio.create_task(crowd.stdout.readline())
        while not seen.done():
            _, latency_s = await _declare(table, seats)
            latencies.append(latency_s)
            await asyncio.sleep(PACE_S)
        told = await seen
    assert told, "the crowd was shown what does not follow, or nothing"
    return float(told)


async def _declare(table: Table, seats: dict[int, Noting]) -> tuple[int, float]:
    """Make the next declaration; return where it is recorded, and after how many seconds."""
    one = seats[table.turn.seat]
    await one.caught_up()
    sent = time.monotonic()
    answer = await answer_to(one, await declared(one, table.turn))
    assert isinstance(answer, Recorded), answer
    table.turns += 1
    return answer.position, time.monotonic() - sent


CAMPAIGN = Campaign("F13", "a crowd comes back at once after a kill of the server", run)
