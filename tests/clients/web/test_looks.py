"""How the page looks and sounds to everybody: contrast, axe-core, small screens, keys, names."""

import itertools
import random
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from clients.cli.demo import seated
from clients.sdk import http
from server.bootstrap import Server
from tests.clients.web.browser import declare_first, in_a_browser, person, take_seat
from tests.clients.web.test_auditing_page import SHORT

WEB = Path(__file__).parents[3] / "clients" / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = in_a_browser

FULL_CONTRAST = 4.5
LINE_PX, MOST_LINES = 26, 4
HOSTILE = "<b onclick=alert(1)>&\"'"


async def _no_fault(page: Page, where: str, part: str) -> None:
    """Fail if axe-core finds a serious fault in a *part* of what *page* shows."""
    await page.locator(part).wait_for()
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE.read_text())
    found = await page.evaluate(f"axe.run('{part}', {{ resultTypes: ['violations'] }})")
    faults = {
        f"{one['id']}: {one['nodes'][0]['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
    }
    assert not faults, (where, faults)


async def _is_within(page: Page, part: Locator) -> None:
    """Fail if something in *part* is cut off, or pressed so thin that nobody reads it."""
    wide = await page.evaluate("innerWidth")
    box = await part.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= wide
    for text in await part.locator("label, legend").all():
        shown = await text.bounding_box()
        assert shown is None or shown["height"] < MOST_LINES * LINE_PX, await text.inner_text()


async def _fits(page: Page, where: str) -> None:
    wide = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], where


@pytest.mark.parametrize(
    ("face", "width", "zoom"), [("light", 1280, 1), ("dark", 360, 1), ("light", 640, 2)]
)
async def test_axe_finds_no_serious_fault_on_any_view(
    server: Server, browser: Browser, face: str, width: int, zoom: int
) -> None:
    """Front, invitation, play, board as text, steps, audit, dialogs; none runs over the edge.

    On a desk, on a phone, and on a desk at 200 %.
    """
    watch, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    how = {"color_scheme": face, "device_scale_factor": zoom}
    async with person(browser, width, **how) as one, person(browser, width, **how) as other:

        async def looked(page: Page, where: str, part: str = "html") -> None:
            await _no_fault(page, where, part)
            await _fits(page, where)

        await one.goto(server.url)
        await expect(one.locator(".games li")).not_to_have_count(0)
        await looked(one, "front")
        await one.goto(str(links[0]))
        await one.get_by_label("Your name at the table").wait_for()
        await looked(one, "invitation", ".join")
        await take_seat(one, str(links[0]), "Ann")
        await take_seat(other, str(links[1]), HOSTILE)
        await expect(one.locator(".seats")).to_contain_text(HOSTILE)
        await one.locator("#play > .options .option").first.click()
        await looked(one, "a form", "#play")
        for part in await one.locator("#play .field, #play .actions").all():
            await _is_within(page=one, part=part)
        await one.get_by_role("button", name="Back", exact=True).click()
        await declare_first(one)
        await declare_first(other)
        await other.get_by_role("button", name="As text").click()
        await looked(other, "the board as text", ".board")
        await other.locator("h1").click()
        await other.keyboard.press("[")
        await expect(other.locator(".marks")).to_contain_text("as it stood")
        await looked(other, "an event of the past")
        await other.keyboard.press("?")
        await looked(other, "keys", "dialog")
        await other.keyboard.press("Escape")
        await other.keyboard.press("Control+k")
        await other.keyboard.type("one event on")
        await looked(other, "palette", "dialog")
        await other.keyboard.press("Escape")
        file = {"name": "game.bsr", "mimeType": "application/octet-stream", "buffer": SHORT}
        await one.goto(server.url)
        await one.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
        await one.locator(".rolls button").first.click()
        await looked(one, "audit")
    assert watch.seat is None


async def test_the_longest_name_fits_a_phone(server: Server, browser: Browser) -> None:
    """Forty letters without a space make nothing run over the edge."""
    _, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    async with person(browser, 360) as page:
        await take_seat(page, str(links[0]), 40 * "W")
        await _fits(page, "a seat with a long name")


async def test_hostile_words_stay_words(server: Server, browser: Browser) -> None:
    """Markup is text, what hides or turns the line is shown as what it is, nothing is run."""
    _, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    async with person(browser) as one, person(browser) as other:
        await take_seat(one, str(links[0]), HOSTILE)
        await take_seat(other, str(links[1]), "Bob")
        await declare_first(one)
        await declare_first(other)
        await one.locator(".lines .dispute").last.wait_for(state="attached")
        await one.locator(".lines .dispute").last.focus()
        await one.keyboard.press("Enter")
        why = "\u202e<img src=x\nonerror=alert(1)>"
        await one.get_by_label("What is wrong with it?").fill(why)
        await one.get_by_role("button", name="Declare").click()
        seen = other.locator(".chronicle")
        await expect(seen).to_contain_text("“<img src=x onerror=alert(1)>”")
        await expect(other.locator(".marks")).to_contain_text("is disputed")
        for page in (one, other):
            await page.get_by_role("button", name="stands").click()
            await page.get_by_label("because").fill("   ")
            await expect(page.locator("#play .form")).to_contain_text("Spaces alone say nothing")
            await expect(page.get_by_role("button", name="Declare")).to_be_disabled()
            await page.get_by_label("because").fill("It is <b>one</b> & all")
            await page.get_by_role("button", name="Declare").click()
        await expect(seen).to_contain_text("stands. “It is <b>one</b> & all”")
        assert await other.locator("img, main b").count() == 0


async def test_bad_links_have_their_sentence(server: Server, browser: Browser) -> None:
    """A used invitation, a torn one, an event and a game that are not there."""
    watch, bots = await seated(server.url, "scorpead", {"scenario": "duel"}, random.Random(1))
    for code, said in (("00" * 32, "Not recorded"), ("zz", "not whole")):
        async with person(browser) as page:
            await page.goto(f"{watch}#seat=1&code={code}")
            if code == "zz":
                await expect(page.locator("main .notice.problem")).to_contain_text(said)
            else:
                await page.get_by_label("Your name at the table").fill("Eve")
                await page.get_by_role("button", name="Take the seat").click()
                await expect(page.locator(".join .problem")).to_contain_text(said)
            await page.goto(f"{watch}#99999")
            await expect(page.locator(".stepper-bar .number")).to_have_text(
                re.compile(r"^(\d+)/\1$")
            )
            await page.goto(f"{server.url}/g/{'f' * 32}")
            await expect(page.locator("main")).to_contain_text("There is no such game here")
    assert bots


def test_text_can_be_read_in_both_faces() -> None:
    """Every colour of text has a contrast of 4.5 on its ground; a letter has it on its piece."""
    css = (WEB / "src" / "styles" / "page.css").read_text()
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#\w+);", block))
        for block in re.findall(r":root(?:\[data-face=\"dark\"\])? {(.*?)}", css, re.DOTALL)
    )
    for face in (light, light | dark):
        texts, grounds = ("ink", "soft", "accent", "good", "bad"), ("paper", "card", "wash")
        for text, ground in itertools.product(texts, grounds):
            assert _contrast(face[text], face[ground]) >= FULL_CONTRAST, (text, ground)
        assert _contrast(face["on-accent"], face["accent"]) >= FULL_CONTRAST
    seats = re.findall(r"\.seat-\w+ {\s*--seat: (#\w+);\s*--on-seat: (#\w+);", css)
    assert len(seats) == 7
    for seat, letter in seats:
        assert _contrast(letter, seat) >= FULL_CONTRAST, seat


def _contrast(one: str, other: str) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
