"""Players in a real browser."""

from playwright.async_api import Browser, expect

from clients.sdk import http
from server.bootstrap import Server
from tests.clients.web.browser import declare_first, in_a_browser, person, take_seat

pytestmark = in_a_browser


async def test_players_take_their_seats_and_declare(server: Server, browser: Browser) -> None:
    """Each declares what is proposed and is told as which event it was recorded."""
    watch, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    async with person(browser) as one, person(browser) as other:
        await take_seat(one, str(links[0]), "Ann")
        await take_seat(other, str(links[1]), "Bob")
        for page in (one, other):
            await declare_first(page)
            await expect(page.locator("#play > .outcome")).to_contain_text("Recorded as event")
        await expect(one.locator(".chronicle")).to_contain_text("has sealed")
        assert "code=" not in one.url
    assert watch.seat is None
