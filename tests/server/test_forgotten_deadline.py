"""A process dies between a commit and the note of the deadline that follows from it."""

import asyncio
from pathlib import Path

import pytest

from server.bootstrap import running
from server.limits import Limits
from server.overdue import Overdue
from server.settings import Settings
from server.store.embedded import EmbeddedValkey
from tests.server.conftest import SYSTEMS
from tests.server.sitting import seated, timed_out

AGAIN_S = 2.0


async def test_another_process_looks_at_it_all_the_same(
    own_valkey: EmbeddedValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was noted before the game was made is enough: it is looked at again by and by."""
    settings = Settings(port=0, data=tmp_path / "data", redis_url=own_valkey.url)
    limits = Limits(poll_s=0.05, holder_s=0.0, look_again_s=AGAIN_S, claim_s=1.0)
    with monkeypatch.context() as patch:
        patch.setattr(Overdue, "_recorded", lambda *_: None)  # it dies before it notes anything
        async with running(settings, limits, SYSTEMS) as server:
            watch, _ = await seated(server.url, time_limit_s=1)
    async with running(settings, limits, SYSTEMS) as server, asyncio.timeout(20):
        while server.hosts.held_one(watch.game) is None:
            await asyncio.sleep(0.05)
        while not timed_out(await server.hosts.store.read(watch.game, 0, 100)):
            await asyncio.sleep(0.05)
