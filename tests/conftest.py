"""A real Valkey for the tests: one for all that leave it as they found it, or one of their own."""

import faulthandler
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from server.store.embedded import EmbeddedValkey
from server.store.redis_streams import RedisStreams

LAID_DOWN_S = 120
"""Longer than what any test started takes to stop, on the slowest machine."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """End a process in which what a test leaves never stops; it is told as that test's crash.

    Once a test has failed, neither pytest's time limit nor that of pytest-timeout is kept any more.
    """
    faulthandler.dump_traceback_later(LAID_DOWN_S, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def valkey(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[EmbeddedValkey]:
    """Give the Valkey that all tests of a worker share: use games of your own, set nothing."""
    async with EmbeddedValkey(tmp_path_factory.mktemp("valkey")) as running:
        yield running


@pytest_asyncio.fixture
async def own_valkey(tmp_path: Path) -> AsyncIterator[EmbeddedValkey]:
    """Give a Valkey that this test may kill, fill, restart or set up as it likes."""
    async with EmbeddedValkey(tmp_path / "valkey") as running:
        yield running


@pytest_asyncio.fixture
async def store(valkey: EmbeddedValkey) -> AsyncIterator[RedisStreams]:
    """Give a store on the shared Valkey."""
    opened = await RedisStreams.open(valkey.url)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def redis(valkey: EmbeddedValkey) -> AsyncIterator[Redis]:
    """Give a plain client of the shared Valkey, to look behind the store."""
    async with Redis.from_url(valkey.url, protocol=2) as client:
        yield client
