"""A server with all rule systems, and a browser to look at it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser

from server.bootstrap import Server, running
from server.settings import Settings
from tests.clients.web.browser import chromium
from tests.server.conftest import SYSTEMS


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Give a running server, its data in a folder of this test."""
    async with running(Settings(port=0, data=tmp_path / "data")) as run:
        yield run


@pytest_asyncio.fixture
async def penny_server(tmp_path: Path) -> AsyncIterator[Server]:
    """Give a server with the rule system made for tests."""
    async with running(Settings(port=0, data=tmp_path / "data"), systems=SYSTEMS) as run:
        yield run


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    """Give a browser."""
    async with chromium() as opened:
        yield opened
