"""Spectators in a real browser: a duel live, its proof, its steps."""

import asyncio
import random

from playwright.async_api import Browser, expect

from clients.bots.player import RandomPlayer
from clients.cli.demo import seated
from clients.sdk.client import GameClient
from clients.sdk.keyring import SeatKeys
from domain.names import GameId
from server.bootstrap import Server
from tests.clients.web.browser import in_a_browser, person

pytestmark = in_a_browser


async def _play(url: str, seats: list[SeatKeys], pace_s: float) -> None:
    async def one(keys: SeatKeys) -> None:
        async with GameClient(url, GameId(keys.game), keys) as client:
            await RandomPlayer(client, random.Random(keys.seat), pace_s).play()

    async with asyncio.TaskGroup() as group:
        for keys in seats:
            group.create_task(one(keys))


async def test_a_spectator_sees_a_duel_live_and_its_proof(server: Server, browser: Browser) -> None:
    """Board, sheets, chronicle and a mark that this browser itself has computed."""
    watch, seats = await seated(server.url, "scorpead", {"scenario": "duel"}, random.Random(3))
    playing = asyncio.create_task(_play(server.url, seats, 0.5))
    try:
        async with person(browser) as page:
            await page.goto(str(watch))
            await expect(page.locator(".map .piece")).not_to_have_count(0)
            await expect(page.locator(".sheet")).to_have_count(2)
            mark = page.locator(".proof[data-state=verified]")
            await mark.wait_for()
            before = await mark.inner_text()
            await expect(mark).not_to_have_text(before)
            await expect(page.locator(".roll .die").first).to_be_visible()
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
