"""Auditors in a real browser: records from files, a game step by step."""

from pathlib import Path

from playwright.async_api import Browser, CDPSession, expect

from clients.sdk import http
from server.bootstrap import Server
from tests.clients.web.browser import drop_record, in_a_browser, person

pytestmark = in_a_browser

RECORDS = Path(__file__).parents[2] / "recordings" / "0.1"
SHORT = (RECORDS / "gothic" / "table.bsr").read_bytes()
THOUSAND = (RECORDS / "scorpead" / "server.bsr").read_bytes()
OPENS_S, STEPS = 2.0, 30
STEPPED = 60

OPENED = """async () => {
  while (!document.querySelector(".map .piece")) await new Promise(requestAnimationFrame);
}"""
STEPPED_TO = """async (position) => {
  const shown = () => parseInt(document.querySelector(".stepper-bar .number").textContent);
  while (shown() < position) await new Promise(requestAnimationFrame);
}"""


async def _work_s(measured: CDPSession) -> float:
    """Return how long the page has worked, in time of its own: others on the machine add none."""
    figures = (await measured.send("Performance.getMetrics"))["metrics"]
    return float(next(one["value"] for one in figures if one["name"] == "TaskDuration"))


async def test_a_record_is_checked_and_a_roll_opened(server: Server, browser: Browser) -> None:
    """The list of checks is told, and a roll goes down to its bytes."""
    async with person(browser) as page:
        await drop_record(page, server.url, SHORT)
        await expect(page.get_by_role("status").first).to_contain_text("This record holds.")
        assert await page.locator(".checks li[data-ok=true]").count() == 4
        await page.locator(".rolls button").first.click()
        dialog = page.get_by_role("dialog")
        await expect(dialog).to_contain_text("the stream of bytes")
        await page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)


async def test_an_edited_record_is_refused(server: Server, browser: Browser) -> None:
    """One byte is enough, and the event is named."""
    edited = bytearray(SHORT)
    edited[len(edited) // 2] ^= 1
    async with person(browser) as page:
        await drop_record(page, server.url, bytes(edited))
        await expect(page.locator("h1.problem")).to_contain_text("does not hold")
        await expect(page.get_by_role("alert")).to_contain_text("Event")
        await drop_record(page, server.url, b"no record at all")
        await expect(page.locator("h1.problem")).to_contain_text("no record")


async def test_a_long_game_opens_and_steps_fast(server: Server, browser: Browser) -> None:
    """More than a thousand events: two seconds' work to open, a thirtieth for a step, any eyes."""
    link = await http.bring(server.url, THOUSAND)
    async with person(browser) as page:
        measured = await page.context.new_cdp_session(page)
        await measured.send("Performance.enable", {"timeDomain": "threadTicks"})
        await page.goto(f"{link}#40")
        await page.evaluate(OPENED)
        assert await _work_s(measured) <= OPENS_S
        await expect(page.locator(".stepper-bar .number")).to_contain_text("40/")
        await page.get_by_label("through the eyes of").select_option("2")
        await expect(page.locator("h1")).to_contain_text("Turn")
        await page.get_by_role("button", name="Play from here").click()
        before = await _work_s(measured)
        await page.evaluate(STEPPED_TO, 40 + STEPPED)
        assert await _work_s(measured) - before <= STEPPED / STEPS
        await page.get_by_role("button", name="Stop").click()
        assert "#" in page.url
