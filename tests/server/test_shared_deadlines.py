"""Two servers hold the same games, with the same deadlines: each is declared by one of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest_asyncio

from clients.sdk import http
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.codec import Codec, envelope
from domain.exported import entries_of
from domain.game_events import GAME_EVENTS, ServerDeclared
from server.bootstrap import Server, running
from server.limits import Limits
from server.settings import Settings
from server.store.embedded import EmbeddedValkey
from tests.pennies import PENNIES
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated

GAMES = 6


@pytest_asyncio.fixture
async def two(own_valkey: EmbeddedValkey, tmp_path: Path) -> AsyncIterator[list[Server]]:
    """Give two servers with one store and one secret, which look for deadlines at once."""
    settings = Settings(port=0, data=tmp_path / "data", redis_url=own_valkey.url)
    limits = Limits(poll_s=0.05, holder_s=0.0)
    async with (
        running(settings, limits, SYSTEMS) as one,
        running(settings, limits, SYSTEMS) as other,
    ):
        yield [one, other]


def timed_out(data: bytes) -> list[int]:
    """Return whose time ran out, in order."""
    codec = Codec(GAME_EVENTS)
    opened = [entry.open for entry in entries_of(data)[1]]
    events = [codec.decode(one, None) for one in opened if envelope(one).k == "server_declared"]
    return [
        int(event.with_["seat"])
        for event in events
        if isinstance(event, ServerDeclared) and event.do == "time_out"
    ]


async def test_a_step_that_two_see_run_out_runs_out_once(two: list[Server]) -> None:
    """Watched at both; three steps of two seats each, and what one seat may do between them."""
    async with AsyncExitStack() as stack:
        watched = [(await seated(two[0].url, time_limit_s=1))[0] for _ in range(GAMES)]
        for watch in watched:
            for server in two:
                await stack.enter_async_context(raw(server.url, watch))
        async with asyncio.timeout(40):
            while {line["phase"] for line in (await http.games(two[1].url))[0]} != {"over"}:
                await asyncio.sleep(0.2)
    for watch in watched:
        data = await http.record(two[0].url, watch.game)
        verify(data)
        decide_all_again(data, {"pennies": PENNIES})
        late = timed_out(data)
        # A round: both stake, both guess, seat 1 listens; three rounds.
        steps = [sorted(late[n : n + 2]) for n in (0, 2, 5, 7, 10, 12)]
        assert steps == [[1, 2]] * 6
        assert len(late) == 15
