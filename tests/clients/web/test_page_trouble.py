"""A browser that keeps nothing, or whose worker is gone: it is said, and nothing is green."""

import pytest
from playwright.async_api import Browser, expect

from clients.sdk import http
from server.bootstrap import Server
from tests.clients.web.browser import declare_first, in_a_browser, person, take_seat

pytestmark = in_a_browser

BLOCKED = """
const refuse = () => { throw new DOMException("storage is blocked", "SecurityError"); };
Object.defineProperty(window, "localStorage", { get: refuse });
IDBFactory.prototype.open = refuse;
"""
FULL = """
const full = () => { throw new DOMException("no room is left", "QuotaExceededError"); };
Storage.prototype.setItem = full;
"""
NO_ROOM_FOR_KEYS = FULL + "IDBObjectStore.prototype.put = full;"
DEAF = """
window.Worker = class extends Worker {
  postMessage(message) { if (message.t !== "events") super.postMessage(message); }
};
"""
NONE = """
window.Worker = class { constructor() { setTimeout(() => this.onerror({ message: "no worker" })); }
  postMessage() {} terminate() {} };
"""


@pytest.mark.parametrize(("storage", "warned"), [(BLOCKED, 1), (FULL, 0)])
async def test_a_browser_that_keeps_nothing_plays(
    server: Server, browser: Browser, storage: str, warned: int
) -> None:
    """The page opens, says what will be lost before the seat is taken, and plays."""
    _, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    async with person(browser) as one, person(browser) as other:
        await one.add_init_script(storage)
        await one.goto(str(links[0]))
        await expect(one.get_by_label("Your name at the table")).to_be_visible()
        await expect(one.locator(".join .problem")).to_have_count(warned)
        await take_seat(one, str(links[0]), "Ann")
        await take_seat(other, str(links[1]), "Bob")
        await declare_first(one)
        await one.keyboard.press("f")


async def test_a_seat_whose_keys_find_no_room_is_not_taken(
    server: Server, browser: Browser
) -> None:
    """It is said why, and the invitation is still good."""
    _, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    async with person(browser) as full, person(browser) as other:
        await full.add_init_script(NO_ROOM_FOR_KEYS)
        await full.goto(str(links[0]))
        await full.get_by_label("Your name at the table").fill("Ann")
        await full.get_by_role("button", name="Take the seat").click()
        await expect(full.locator(".outcome .problem")).to_contain_text("cannot take a seat")
        await take_seat(other, str(links[0]), "Bob")


async def test_a_mark_that_stays_behind_is_none(server: Server, browser: Browser) -> None:
    """Where the worker hears no more, or never began, it is said, and nothing is green."""
    watch, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    async with person(browser) as one, person(browser) as deaf, person(browser) as none:
        await deaf.add_init_script(DEAF)
        await none.add_init_script(NONE)
        await deaf.goto(str(watch))
        await expect(deaf.locator(".proof[data-state=verified]")).to_be_visible()
        await none.goto(str(watch))
        await take_seat(one, str(links[0]), "Ann")
        await expect(deaf.locator(".proof")).to_contain_text("verified to event 3 of 5 only")
        await expect(deaf.locator(".proof[data-state=verified]")).to_have_count(0)
        await expect(none.locator(".proof[data-state=checking]")).to_contain_text("cannot verify")


@pytest.mark.parametrize(
    "missing",
    [
        "delete Array.prototype.with",
        "delete HTMLDialogElement.prototype.showModal",
        "delete window.Worker",
    ],
)
async def test_an_old_browser_is_told(server: Server, browser: Browser, missing: str) -> None:
    """It is said in both languages what is needed, and what does without; nothing breaks."""
    async with person(browser) as page:
        await page.add_init_script(missing)
        await page.goto(server.url)
        await expect(page.locator("#plain")).to_contain_text("a browser of 2023 or newer")
        await expect(page.locator("#plain [lang=ru]")).to_contain_text("broadside play")
        assert await page.locator("main").count() == 0
