"""A real server with a store of its own, playing the rule system made for tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from server.bootstrap import Server, running
from server.limits import Limits
from server.settings import Settings
from tests.pennies import PENNIES

SYSTEMS = {"pennies": PENNIES}


@pytest.fixture
def limits() -> Limits:
    """The server's limits; a test may override this with shorter ones."""
    return Limits()


@pytest_asyncio.fixture
async def server(tmp_path: Path, limits: Limits) -> AsyncIterator[Server]:
    """Give a running server, its data in a folder of this test."""
    async with running(Settings(port=0, data=tmp_path / "data"), limits, SYSTEMS) as run:
        yield run
