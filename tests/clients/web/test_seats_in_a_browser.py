"""Keys, links and proof in a real browser: on plain http, in two tabs, after a reload."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Page, async_playwright, expect

from clients.sdk import http
from clients.sdk.links import Link
from clients.verifier.protocol import verify
from domain.dice import PRESENT
from server.bootstrap import Server
from tests.clients.web.browser import (
    CHROMIUM,
    QUIET,
    declare_first,
    in_a_browser,
    person,
    take_seat,
)

pytestmark = in_a_browser

ELSEWHERE = "lan.test"  # no secure context: it is neither https nor this machine
VERIFIED = ".proof[data-state=verified]"


@asynccontextmanager
async def on_the_lan() -> AsyncIterator[Browser]:
    """Give a browser to which this machine is another one of the same network."""
    names = f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=(*QUIET, names))
        yield browser
        await browser.close()


async def table(server: Server) -> tuple[Link, list[Link]]:
    """Make a game whose dice are the table's."""
    watch, *links = await http.new_game(server.url, "pennies", {}, dice="table")
    return watch, links


async def present(server: Server, watch: Link) -> list[int]:
    """Return with which status the seats took part in the rolls so far; the record verifies."""
    report = verify(await http.record(server.url, watch.game))
    rolls = (event for event in report.events if event.kind == "dice_rolled")
    return [status for roll in rolls for _, status, _ in roll.fields["contributors"]]


async def play(pages: list[Page], steps: int = 3) -> None:
    """Declare what comes first: stakes, guesses, and what the first seat listens to."""
    for step in range(steps):
        for page in pages[: 2 if step < 2 else 1]:
            await page.locator("#play > .options .option").first.wait_for()
            await declare_first(page)


async def test_a_seat_is_taken_and_played_on_plain_http(penny_server: Server) -> None:
    """Without crypto.subtle: keys, chain, signatures and hashes are the page's own."""
    watch, links = await table(penny_server)
    async with on_the_lan() as browser, person(browser) as one, person(browser) as other:
        for page, link in zip((one, other), links, strict=True):
            await take_seat(page, str(link).replace("127.0.0.1", ELSEWHERE), f"Player {link.seat}")
            assert await page.evaluate("!isSecureContext && crypto.subtle === undefined")
        await play([one, other])
        for page in (one, other):
            await page.locator(VERIFIED).wait_for()
    assert await present(penny_server, watch) == [PRESENT] * 2


async def test_two_tabs_of_one_seat_open_its_links_once(
    penny_server: Server, browser: Browser
) -> None:
    """Both show the same, either declares; neither opens a link for another roll."""
    watch, links = await table(penny_server)
    async with person(browser) as one, person(browser) as other:
        await take_seat(one, str(links[0]), "Ann")
        await take_seat(other, str(links[1]), "Bob")
        tab = await one.context.new_page()
        await tab.goto(str(watch))
        await tab.locator("#play").wait_for()
        await play([one, other])
        await play([tab, other])
        for page in (one, tab, other):
            await page.locator(VERIFIED).wait_for()
    assert await present(penny_server, watch) == [PRESENT] * 4


async def test_what_one_seat_chose_is_not_there_for_another(
    server: Server, browser: Browser
) -> None:
    """Two seats taken in one tab: a form laid aside for a dispute stays with its seat."""
    _, *links = await http.new_game(server.url, "knight_hawks", {"scenario": "close_escort"})
    async with person(browser) as page:
        await take_seat(page, str(links[0]), "Ann")
        await take_seat(page, str(links[1]), "Bob")
        you = page.get_by_label("you are")
        await expect(you).to_have_value("2")
        await you.select_option("1")
        await declare_first(page)
        await you.select_option("2")
        await page.locator("#play > .options .option").first.click()
        await page.locator(".lines .dispute").last.focus()
        await page.keyboard.press("Enter")
        await page.locator("#play textarea").wait_for()
        await you.select_option("1")
        await page.locator("#play .table-options").wait_for()
        await expect(page.locator("#play .form, #play .notice")).to_have_count(0)


async def test_a_seat_outlives_the_page(penny_server: Server, browser: Browser) -> None:
    """Keys, the newest signed head and the last opened link are there when it is loaded again."""
    watch, links = await table(penny_server)
    async with person(browser) as one, person(browser) as other:
        await take_seat(one, str(links[0]), "Ann")
        await take_seat(other, str(links[1]), "Bob")
        await play([one, other])
        await one.reload()
        await one.locator("#play").wait_for()
        await play([one, other])
        await one.locator(VERIFIED).wait_for()
        kept = await one.evaluate(KEPT)
        assert kept["token"], "the seat is kept"
        assert kept["seen"] > 0, "and what the server signed last"
        await expect(one.locator(".seats")).to_contain_text("Ann")
    assert await present(penny_server, watch) == [PRESENT] * 4


KEPT = """() => new Promise((done) => {
  indexedDB.open("broadside").onsuccess = ({ target }) => {
    const all = target.result.transaction("kept").objectStore("kept").getAll();
    all.onsuccess = () => {
      const [{ token, seen }] = all.result;
      done({ token: token.length, seen: seen?.position ?? 0 });
    };
  };
})"""
