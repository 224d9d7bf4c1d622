"""A real Chromium for the page, and what people do in it."""

import contextlib
import shutil
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS = 40_000
MOST_DECLARATIONS = 200

# `make test` installs a browser where it may (as root, with apt-get). Who may not is told how, and
# has all other tests: a browser is no part of what plays, records and proves a game.
in_a_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no chromium here; as root: apt-get install chromium"
)
"""What a test in a browser needs; the page itself is built by `make test`."""

expect.set_options(timeout=PATIENCE_MS)


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Give a browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        try:
            yield browser
        finally:
            await browser.close()


@contextlib.asynccontextmanager
async def person(browser: Browser, width: int = 1280, **how: object) -> AsyncIterator[Page]:
    """Give a page of somebody's own, with storage of its own; what goes wrong in it fails."""
    viewport = {"width": width, "height": 900}
    how = {"locale": "en-GB", "reduced_motion": "reduce", **how}
    context = await browser.new_context(viewport=viewport, **how)  # type: ignore[arg-type]
    page = await context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda said: faults.append(said.text) if _is_fault(said.text) else None)
    try:
        yield page
    finally:
        await context.close()
    assert not faults, faults


def _is_fault(text: str) -> bool:
    return "Content Security Policy" in text or "Uncaught" in text


async def take_seat(page: Page, link: str, name: str) -> None:
    """Open an invitation and take its seat."""
    await page.goto(link)
    await page.get_by_label("Your name at the table").fill(name)
    await page.get_by_role("button", name="Take the seat").click()
    await page.locator("#play").wait_for()


async def declare_first(page: Page) -> None:
    """Declare whatever comes first, as it is proposed, if it is this player's move."""
    choice = page.locator("#play > .options .option").first
    await choice.click()
    await page.locator("#play .form button.main").click()
    await page.locator("#play > .outcome .good").wait_for()


async def play_to_the_end(page: Page) -> int:
    """Declare whatever comes first, as it is proposed, until the game is over; return how often."""
    over, form = page.locator(".result"), page.locator("#play .form")
    choice = page.locator("#play > .options .option")
    for declared in range(MOST_DECLARATIONS):
        await over.or_(choice).first.wait_for()
        if await over.count():
            return declared
        await choice.first.click()
        await form.locator("> .actions .main").click()
        await form.wait_for(state="detached")
        await expect(page.locator("#play > .outcome .problem")).to_have_count(0)
    raise AssertionError(f"no end after {MOST_DECLARATIONS} declarations")


async def drop_record(page: Page, url: str, data: bytes) -> None:
    """Give a record to the front page, to be checked."""
    await page.goto(url)
    file = {"name": "game.bsr", "mimeType": "application/octet-stream", "buffer": data}
    await page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
