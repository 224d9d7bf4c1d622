# ruff: noqa: INP001  a script beside the pages that it draws for
"""Draws page-light.png and page-dark.png for the README. Run by hand, when the page has changed.

make page && .venv/bin/python -m docs.make_page_pictures

A recorded game stands at one event, in a real Chromium, in both faces.
"""

import asyncio
import tempfile
from pathlib import Path

from playwright.async_api import Browser

from clients.sdk import http
from server.bootstrap import running
from server.settings import Settings
from tests.clients.web.browser import chromium, person

FOLDER = Path(__file__).parent
RECORD = FOLDER.parent / "tests" / "recordings" / "0.1" / "scorpead" / "server.bsr"
EVENT, WIDTH, HEIGHT = 1481, 1080, 680


async def main() -> None:
    """Bring the game to a server of its own, and take both pictures."""
    with tempfile.TemporaryDirectory() as data:
        async with running(Settings(port=0, data=Path(data))) as server, chromium() as browser:
            link = await http.bring(server.url, RECORD.read_bytes())
            for face in ("light", "dark"):
                await _taken(browser, f"{link}#{EVENT}", face)


async def _taken(browser: Browser, address: str, face: str) -> None:
    async with person(browser, WIDTH, color_scheme=face) as page:
        await page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        await page.goto(address)
        await page.locator(".proof[data-state=verified]").wait_for()
        await page.locator(".lines li.now").wait_for()
        await page.locator(".map .piece").first.wait_for()
        await page.locator(".roll .die").first.wait_for()
        await page.locator(".piece").last.hover()
        await page.keyboard.press("]")  # a shot is drawn for a moment
        await page.locator(".shot").first.wait_for(state="attached")
        await page.screenshot(path=FOLDER / f"page-{face}.png")


if __name__ == "__main__":
    asyncio.run(main())
