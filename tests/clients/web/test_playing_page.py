"""Players in a real browser: seats, whole turns of every system, a server that dies in between."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, expect

from clients.sdk import http
from server.bootstrap import Server
from tests.clients.web.browser import declare_first, in_a_browser, person, take_seat
from tests.e2e.processes import ServerProcess

pytestmark = in_a_browser

PLAY_A_TURN = """async () => {
  const one = (selector) => document.querySelector(selector);
  const pause = () => new Promise((done) => setTimeout(done, 15));
  let turn = null;
  for (let declared = 0; declared < 250; ) {
    const now = one("h1").textContent.match(/\\d+/)?.[0] ?? turn;
    if (turn !== null && now !== turn) return now;
    turn = now;
    one("#play > .options .option")?.click();
    await pause();
    const declare = one("#play .form > .actions .main:not(:disabled)");
    if (!declare) continue;
    declare.click();
    while (!one("#play > .outcome p") && one("#play .form")) await pause();
    const refused = one("#play > .outcome .problem");
    if (refused) return refused.textContent;
    declared += 1;
  }
  return "no end of this turn";
}"""
"""Declare whatever comes first, as proposed, until the first number of the headline changes."""


async def test_a_player_declares_on_the_page(server: Server, browser: Browser) -> None:
    """A name is asked once, each declares what is proposed, the code leaves the address."""
    _, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    async with person(browser) as one, person(browser) as other:
        await take_seat(one, str(links[0]), "Ann")
        await take_seat(other, str(links[1]), "Bob")
        for page in (one, other):
            await declare_first(page)
            await expect(page.locator("#play > .outcome")).to_contain_text("Recorded as event")
        await expect(one.locator(".chronicle")).to_contain_text("has sealed")
        assert "code=" not in one.url
        await one.reload()
        await expect(one.locator(".seats")).to_contain_text("Ann")
        await one.locator("#play").wait_for()


async def test_odds_that_come_late_are_not_those_of_another_choice(
    server: Server, browser: Browser
) -> None:
    """Whoever has gone back meanwhile and opened the form anew is shown none."""
    _, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
    go_on = asyncio.Event()

    async def later(route: Route) -> None:
        await go_on.wait()
        await route.continue_()

    async with person(browser) as one, person(browser) as other:
        await take_seat(one, str(links[0]), "Ann")
        await take_seat(other, str(links[1]), "Bob")
        await one.route("**/odds", later)
        await one.locator("#play > .options .option").first.click()
        await one.get_by_role("button", name="Odds").click()
        await one.get_by_role("button", name="Back", exact=True).click()
        await one.locator("#play > .options .option").first.click()
        async with one.expect_response("**/odds") as told:
            go_on.set()
        await (await told.value).finished()
        await one.wait_for_timeout(300)
        await expect(one.locator("#play .odds, #play > .outcome .problem")).to_have_count(0)


@pytest.mark.parametrize(
    ("system", "scenario", "dice"),
    [
        ("scorpead", "duel", "server"),
        ("knight_hawks", "close_escort", "table"),
        ("gothic", "crossing_fires", "server"),
        ("ranged", "stairwell", "server"),
    ],
)
async def test_two_browsers_play_a_turn_while_a_third_watches(
    server: Server, browser: Browser, system: str, scenario: str, dice: str
) -> None:
    """What one declares the others see; all three have verified the same last event."""
    watch, *links = await http.new_game(server.url, system, {"scenario": scenario}, dice=dice)
    async with person(browser) as one, person(browser) as other, person(browser) as third:
        await third.goto(str(watch))
        await take_seat(one, str(links[0]), "Ann")
        await take_seat(other, str(links[1]), "Bob")
        turns = await asyncio.gather(*(page.evaluate(PLAY_A_TURN) for page in (one, other)))
        assert turns in (["1", "1"], ["2", "2"])
        await expect(third.locator("h1")).to_contain_text(turns[0])
        last = (await http.get(server.url, f"games/{watch.game.hex()}/view"))["position"]
        for page in (one, other, third):
            await expect(page.locator(".proof[data-state=verified]")).to_contain_text(f"{last}")


async def test_the_server_dies_between_two_declarations(tmp_path: Path, browser: Browser) -> None:
    """A banner says so, what is declared meanwhile waits, and nothing is lost."""
    async with ServerProcess(tmp_path) as server:
        _, *links = await http.new_game(server.url, "scorpead", {"scenario": "duel"})
        async with person(browser) as one, person(browser) as other:
            await take_seat(one, str(links[0]), "Ann")
            await take_seat(other, str(links[1]), "Bob")
            await declare_first(one)
            await server.kill()
            await expect(other.get_by_role("alert")).to_contain_text("nothing is lost")
            await other.locator("#play > .options .option").first.click()
            await other.locator("#play .form button.main").click()
            await server.start()
            await other.locator("#play > .outcome .good").wait_for()
            await expect(one.locator(".state[data-state=live]")).to_be_visible()
            await declare_first(one)
            await expect(one.locator(".proof[data-state=verified]")).to_be_visible()
