"""F16: two servers host one game; its seats declare here and there at once, or at both."""

import asyncio
from contextlib import AsyncExitStack
from typing import NamedTuple

from clients.sdk import http
from projections.messages import Recorded
from server.entropy import master_secret
from server.store.embedded import EmbeddedValkey
from tests.chaos.campaign import Campaign, Figures, Run
from tests.chaos.pennies_table import ROUND, Noting, Table, Turn, answer_to, declared
from tests.chaos.servers import PennyServer, Zygote, zygote

BOTH = 0.1
"""How often a declaration is sent to both servers at once."""
BEHIND_S = 5.0


class _Seat(NamedTuple):
    """A seat's two sockets, one at each server."""

    sockets: tuple[Noting, Noting]


async def run(run: Run) -> Figures:
    """Play rounds; nothing is lost or doubled, and both servers tell the same in the end."""
    rounds = run.length(30, 2_000)
    async with EmbeddedValkey(run.folder / "valkey") as valkey, zygote() as forks:
        servers = await servers_of_one_secret(run, forks, valkey.url)
        table = await Table.made(servers[0].url)
        async with AsyncExitStack() as stack:
            seats = {n: await _seat(stack, table, servers, n) for n in (1, 2)}
            both = 0
            for done in range(rounds):
                both += await _round(run, table, seats)
                run.progress(done, rounds)
        views = [await http.get(one.url, f"games/{table.watch.game.hex()}") for one in servers]
        assert views[0] == views[1], "the two servers show different games"
        events = [await table.check(one.url) for one in servers]
        assert events[0] == events[1]
        assert not any(one.tracebacks() for one in servers)
    return {
        "declarations": len(table.acknowledged),
        "of them sent to both": both,
        "events": events[0],
        "lost": table.lost,
        "doubled": table.doubled,
        "gaps": table.gaps,
    }


async def servers_of_one_secret(run: Run, forks: Zygote, redis_url: str) -> list[PennyServer]:
    """Start two servers that have one master secret."""
    servers = [PennyServer(forks, run.folder, redis_url, name) for name in ("a", "b")]
    for name in ("a", "b"):
        (run.folder / name).mkdir(mode=0o700)
    secret = master_secret(run.folder / "a" / "master.secret")
    (run.folder / "b" / "master.secret").write_bytes(secret)
    (run.folder / "b" / "master.secret").chmod(0o600)
    for one in servers:
        await one.start()
    return servers


async def _seat(
    stack: AsyncExitStack, table: Table, servers: list[PennyServer], seat: int
) -> _Seat:
    here, there = [
        await stack.enter_async_context(table.at(server.url, seat)) for server in servers
    ]
    return _Seat((here, there))


async def _round(run: Run, table: Table, seats: dict[int, _Seat]) -> int:
    """Play one round: what both owe, both declare at once; return how often at both servers."""
    both = 0
    for step in (ROUND[:2], ROUND[2:4], ROUND[4:]):
        turns = [(turn, run.chance.randrange(2), run.chance.random() < BOTH) for turn in step]
        made = await asyncio.gather(*(_declare(seats[one.seat], one, *how) for one, *how in turns))
        await _together(seats, max(made))
        both += sum(twice for _, _, twice in turns)
    return both


async def _declare(seat: _Seat, turn: Turn, at: int, twice: bool) -> int:  # noqa: FBT001
    """Declare at one server or both; return the position at which it was recorded."""
    first = seat.sockets[at]
    made = await declared(first, turn)
    if twice:
        await seat.sockets[1 - at].send(made)
        answers = [await answer_to(one, made) for one in (first, seat.sockets[1 - at])]
    else:
        answers = [await answer_to(first, made)]
    assert all(isinstance(answer, Recorded) for answer in answers), answers
    (position,) = {answer.position for answer in answers if isinstance(answer, Recorded)}
    return position


async def _together(seats: dict[int, _Seat], position: int) -> None:
    """Wait until all four sockets have seen what was recorded, and the same."""
    sockets = [one for seat in seats.values() for one in seat.sockets]
    async with asyncio.timeout(BEHIND_S):
        while len({one.head for one in sockets}) > 1 or sockets[0].head.position < position:
            await min(sockets, key=lambda one: one.head.position).next()


CAMPAIGN = Campaign("F16", "two servers on one game", run)
