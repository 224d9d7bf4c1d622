"""A game from its first order to its last, in two browsers; its record; and playing on from it."""

import asyncio
from pathlib import Path

from playwright.async_api import Browser, Page, expect

from clients.sdk import http
from server.bootstrap import Server, running
from server.settings import Settings
from tests.clients.web.browser import (
    declare_first,
    drop_record,
    in_a_browser,
    person,
    play_to_the_end,
    take_seat,
)

pytestmark = in_a_browser


async def _record(page: Page) -> bytes:
    async with page.expect_download() as saved:
        await page.locator(".record a").first.click()
    path = Path(await (await saved.value).path())
    return await asyncio.to_thread(path.read_bytes)


async def test_a_game_is_played_to_its_end_its_record_holds_and_it_is_played_on(
    server: Server, browser: Browser
) -> None:
    """Both browsers have verified the last event; the record is whole; any moment of it goes on."""
    options = {"scenario": "close_escort", "turn_limit": 5}
    _, *links = await http.new_game(server.url, "knight_hawks", options)
    async with person(browser) as one, person(browser) as other:
        await take_seat(one, str(links[0]), "Ann")
        await take_seat(other, str(links[1]), "Bob")
        assert min(await asyncio.gather(play_to_the_end(one), play_to_the_end(other))) > 4
        last = (await one.locator(".stepper-bar .number").inner_text()).split("/")[1]
        for page in (one, other):
            mark = page.locator(".proof[data-state=verified]")
            await expect(mark).to_contain_text(f"event {last}")
        data = await _record(one)
        await one.get_by_role("slider", name="Event").fill("40")
        await one.get_by_role("button", name="Play on from here").click()
        dialog = one.get_by_role("dialog")
        await dialog.get_by_role("button", name="Make the game").click()
        await expect(dialog.get_by_role("link", name="Take it")).to_have_count(2)
        for _ in range(2):  # they are shown this once: a slip must not lose them
            await one.keyboard.press("Escape")
        await dialog.get_by_role("link", name="Take it").first.click()
        await expect(one.get_by_label("Your name at the table")).to_be_visible()
        await expect(one.locator(".over-title")).to_contain_text("close escort")
        await drop_record(other, server.url, data)
        await expect(other.locator("h1.good")).to_contain_text("This record holds.")
        await expect(other.locator(".facts")).to_contain_text(f"event {last}")
        assert await other.locator(".checks li[data-ok=true]").count() == 4


async def test_a_seat_is_given_its_own_record(server: Server, browser: Browser) -> None:
    """Its token goes with the request and not into the address; spectators get theirs."""
    watch, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    async with person(browser) as one, person(browser) as other, person(browser) as third:
        await take_seat(one, str(links[0]), "Ann")
        await take_seat(other, str(links[1]), "Bob")
        await declare_first(one)
        asked: list[str] = []
        one.on("request", lambda request: asked.append(request.url))
        own = await _record(one)
        assert any(url.endswith("/record") for url in asked), asked
        await third.goto(str(watch))
        spectators = await _record(third)
        for data, reader in ((own, "seat 1"), (spectators, "spectator")):
            await drop_record(third, server.url, data)
            await expect(third.locator("h1.good")).to_contain_text("This record holds.")
            await expect(third.locator(".facts")).to_contain_text(reader)


async def test_a_running_game_of_another_server_cannot_be_stepped_and_it_is_said(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    """Its record is checked all the same."""
    watch, *_ = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    elsewhere = Settings(port=0, data=tmp_path / "elsewhere")
    async with person(browser) as page, running(elsewhere) as foreign:
        await page.goto(str(watch))
        data = await _record(page)
        await drop_record(page, foreign.url, data)
        await expect(page.locator("h1.good")).to_contain_text("This record holds.")
        await expect(page.locator("main")).to_contain_text("was not over when it was exported")
