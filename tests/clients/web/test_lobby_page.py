"""The front page leads on to every game, however many there are."""

import itertools
from pathlib import Path

from playwright.async_api import Browser, Locator, expect

from clients.sdk import http
from server.bootstrap import running
from server.limits import Limits, for_any_address
from server.settings import Settings
from server.store.embedded import EmbeddedValkey
from server.store.redis_streams import RedisStreams
from tests.benchmarks.lobby import fill
from tests.clients.web.browser import in_a_browser, person
from tests.server.conftest import SYSTEMS
from tests.server.test_lobby_pages import listed

pytestmark = in_a_browser

PAGE, FEW = 100, 6
OVER, OPEN = PAGE + 3, PAGE + 1


async def _goes_on(part: Locator, counts: tuple[int, ...]) -> None:
    """Ask for more until there are no more; the keyboard is at the first new game each time."""
    lines, more = part.locator(".games > li > a"), part.get_by_role("button", name="More games")
    await expect(lines).to_have_count(counts[0])
    for before, after in itertools.pairwise(counts):
        await more.press("Enter")
        await expect(lines).to_have_count(after)
        await expect(lines.nth(before)).to_be_focused()
    await expect(more).to_have_count(0)


async def test_a_person_comes_to_every_game(
    own_valkey: EmbeddedValkey, tmp_path: Path, browser: Browser
) -> None:
    """More than a page is played and more than a page is over: both lists go on, each once."""
    await fill(own_valkey.url, OVER)
    store = await RedisStreams.open(own_valkey.url)
    over = {game.hex() for game in await store.index.older(2 * PAGE)}
    await store.close()
    settings = Settings(port=0, data=tmp_path / "data", redis_url=own_valkey.url)
    limits = for_any_address(Limits())
    async with running(settings, limits, SYSTEMS) as server, person(browser) as page:
        await listed(server.url, over)
        played = [await http.new_game(server.url, "pennies", {}) for _ in range(OPEN)]
        await page.goto(server.url)
        finished = page.get_by_role("region", name="Finished")
        await _goes_on(finished, (FEW, PAGE, OVER))
        await _goes_on(page.get_by_role("region", name="Being played"), (PAGE, OPEN))
        links = await page.locator(".games > li > a").evaluate_all("all => all.map(a => a.href)")
        wanted = {watch.game.hex() for watch, *_ in played} | over
        assert sorted(link.rsplit("/", 1)[1] for link in links) == sorted(wanted)
