"""The page's own modules at a real server: seats, declarations, dice, proof; whatever happens."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import msgspec

from clients.sdk import http
from clients.sdk.links import Link
from clients.verifier.protocol import verify
from domain.dice import CHAIN_LINKS, PRESENT, chain, chain_seed
from domain.names import SeatId
from server.bootstrap import Server
from tests.clients.sdk.relay import Relay
from tests.clients.web.page_player import PATIENCE_S, PagePlayer, page_player

FIELDS = {"stake": "pennies", "guess": "face"}


async def table(
    stack: AsyncExitStack, url: str, dice: str = "table"
) -> tuple[Link, list[PagePlayer]]:
    """Make a game and have two pages take its seats; they follow it."""
    watch, *links = await http.new_game(url, "pennies", {}, dice=dice)
    seats = []
    for link, name in zip(links, ("Анна", "<b>Bob</b>"), strict=True):
        seat = await stack.enter_async_context(page_player())
        assert (await seat.join(link, name)).get("seat") == link.seat
        seats.append(seat)
    for seat in seats:
        await seat.follow(watch)
    return watch, seats


async def reached(seat: PagePlayer, wanted: Callable[[Any], bool]) -> None:
    """Wait until what the seat sees is as *wanted*."""
    async with asyncio.timeout(PATIENCE_S):
        while not ((view := (await seat.do("state"))["view"]) and wanted(view)):
            await asyncio.sleep(0.01)


async def step(seat: PagePlayer, name: str) -> None:
    """Wait until play is at the step *name*."""
    await reached(seat, lambda view: name in view["scene"]["headline"])


async def both(seats: list[PagePlayer], name: str, value: int = 3) -> int:
    """Let both seats declare a step in secret; return the last position."""
    position = 0
    for seat in seats:
        await step(seat, name)
        answer = await seat.declare(name, {FIELDS[name]: value}, FIELDS[name])
        assert "receipt" in answer, answer
        position = answer["position"]
    return position


async def test_two_pages_play_a_game_with_dice_of_the_table(penny_server: Server) -> None:
    """They join, declare, open their links by themselves; a third verifies all of it."""
    async with AsyncExitStack() as stack:
        watch, seats = await table(stack, penny_server.url)
        watcher = await stack.enter_async_context(page_player())
        await watcher.follow(watch)
        for _ in range(3):
            await both(seats, "stake")
            await both(seats, "guess")
            await step(seats[0], "listen")
            answer = await seats[0].declare("listen", {"times": 2})
            assert "receipt" in answer, answer
        await reached(seats[0], lambda view: view["phase"] == "over")
        end = verify(await http.record(penny_server.url, watch.game))
        assert end.over
        assert end.level == "table"
        last = len(end.events)
        for viewer in (*seats, watcher):
            state = await viewer.until(last, proven="verified")
            assert state["proof"]["rolls"] == end.counts.rolls == 6
            assert state["view"]["phase"] == "over"
            assert not state["ended"]
        rolls = await watcher.do("rolls")
        assert all(roll["faces"] for roll in rolls), "hidden rolls are open at the end"
        statuses = [
            status
            for event in end.events
            if event.kind == "dice_rolled"
            for _, status, _ in event.fields["contributors"]
        ]
        assert statuses == [PRESENT] * 6, "both were present at all three open rolls"
        late = await stack.enter_async_context(page_player())
        await late.follow(watch)
        assert (await late.until(last, proven="verified"))["proof"]["rolls"] == 6


async def test_what_was_sent_into_a_cut_line_is_recorded_once(penny_server: Server) -> None:
    """The answer is lost, the line cut: the same bytes go again, and nothing is missed."""
    async with AsyncExitStack() as stack:
        watch, (one, other) = await table(stack, penny_server.url, "server")
        relay = await stack.enter_async_context(Relay(penny_server.url))
        away = await stack.enter_async_context(page_player())
        await away.follow(watch, one.keys, server=relay.url)
        before = await away.until(status="live", proven="verified")
        relay.deaf = True
        sent = asyncio.create_task(away.declare("stake", {"pennies": 4}, "pennies"))
        await one.until(before["position"] + 1)
        relay.open = False
        relay.cut()
        lost = await away.until(status="lost")
        assert lost["notices"][-1] == "The connection is lost; trying again …"
        await other.declare("stake", {"pennies": 2}, "pennies")
        relay.open, relay.deaf = True, False
        answer = await sent
        assert answer["repeated"], answer
        state = await away.until((await one.do("state"))["position"], proven="verified")
        assert state["notices"][-1] == "Connected again."
        positions = [position for position, _ in state["lines"]]
        assert positions == sorted(positions)
        report = verify(await http.record(penny_server.url, watch.game))
        assert report.counts.declarations == 2


async def test_two_tabs_of_one_seat_both_play(penny_server: Server) -> None:
    """Each declares a step; the table's dice take one link of the seat, whichever sends it."""
    async with AsyncExitStack() as stack:
        watch, (one, other) = await table(stack, penny_server.url)
        tab = await stack.enter_async_context(page_player())
        await tab.follow(watch, one.keys)
        await tab.until(status="live", proven="verified")
        await both([one, other], "stake")
        await both([tab, other], "guess")
        await step(tab, "listen")
        report = verify(await http.record(penny_server.url, watch.game))
        assert report.counts.rolls == 1
        assert report.counts.declarations == 4
        last = len(report.events)
        for viewer in (one, tab, other):
            assert not (await viewer.until(last, proven="verified"))["ended"]


async def test_a_used_or_wrong_link_has_its_sentence(penny_server: Server) -> None:
    watch, first, _ = await http.new_game(penny_server.url, "pennies", {})
    async with page_player() as one, page_player() as late:
        assert "keys" in await one.join(first, "Anna")
        again = await one.join(first, "Anna")
        assert again["keys"]["token"] == one.keys["token"], "asking again gives the same"
        used = await late.join(first, "Eve")
        assert (used["code"], used["recorded"]) == ("invitation_not_valid", False)
        wrong = msgspec.structs.replace(first, code=secrets.token_bytes(32))
        assert (await late.join(wrong, "Eve"))["code"] == "invitation_not_valid"
        nowhere = msgspec.structs.replace(watch, game=secrets.token_bytes(16))
        await late.follow(nowhere)
        ended = (await late.until(status="ended"))["ended"]
        assert ended["text"] == "There is no such game here."


async def test_who_hands_the_seat_over_is_told_so(penny_server: Server) -> None:
    async with AsyncExitStack() as stack:
        watch, (one, _) = await table(stack, penny_server.url, "server")
        tab = await stack.enter_async_context(page_player())
        await tab.follow(watch, one.keys)
        await tab.until(status="live", proven="verified")
        await one.until(status="live", proven="verified")
        await one.declare("give_up_seat", {})
        for viewer in (one, tab):
            ended = (await viewer.until(status="ended"))["ended"]
            assert (ended["code"], ended["text"]) == (
                "seat_left",
                "This seat was given up or handed over.",
            )
        await tab.follow(watch, one.keys)
        ended = (await tab.until(status="ended"))["ended"]
        assert ended["text"].startswith("There is no such game here, or this seat is no longer")


async def test_odds_and_refusals_are_answers(penny_server: Server) -> None:
    async with AsyncExitStack() as stack:
        _, (one, _) = await table(stack, penny_server.url, "server")
        answer = await one.declare("stake", {"pennies": 99}, "pennies")
        assert (answer["code"], answer["rule"], answer["recorded"]) == ("not_so_many", "P-1", False)
        odds = await one.do("odds", command="stake", fields={"pennies": 3})
        assert odds["odds"] == []
        assert (await one.do("odds", command="stake", fields={"pennies": 99}))[
            "code"
        ] == "not_so_many"


async def test_a_renewed_chain_is_opened_from_the_next_roll_on(penny_server: Server) -> None:
    async with AsyncExitStack() as stack:
        watch, seats = await table(stack, penny_server.url)
        seed = chain_seed(bytes.fromhex(seats[0].keys["seed"][4:]), watch.game, 1)
        anchor = chain(watch.game, SeatId(1), seed, CHAIN_LINKS)[0]
        fields = {"anchor": f"hex:{anchor.hex()}", "links": CHAIN_LINKS}
        for _ in range(2):  # as two tabs may do at once
            assert "receipt" in await seats[0].declare("renew_chain", fields)
        await both(seats, "stake")
        await both(seats, "guess")
        await step(seats[0], "listen")
        report = verify(await http.record(penny_server.url, watch.game))
        (roll,) = (event for event in report.events if event.kind == "dice_rolled")
        assert [status for _, status, _ in roll.fields["contributors"]] == [PRESENT, PRESENT]
        await seats[1].until(roll.position, proven="verified")
