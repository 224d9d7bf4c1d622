"""The proof of a live game: no server can show the page a false history unseen."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from clients.sdk.links import Link
from tests.clients.verifier import test_protocol as made
from tests.clients.web.liar import Liar, lying
from tests.clients.web.page_player import PagePlayer, page_player

HONEST = 8  # events of the small game


@asynccontextmanager
async def watched(referee: made.Referee) -> AsyncIterator[tuple[Liar, PagePlayer]]:
    """Have a spectator's page follow the referee's game."""
    async with lying(referee) as liar, page_player() as viewer:
        await viewer.follow(Link(server=liar.url, game=liar.game))
        yield liar, viewer


async def test_what_follows_is_verified_as_it_comes() -> None:
    """Rolls, hidden rolls and opened seals of updates, too."""
    async with watched(made.small_game()) as (liar, viewer):
        before = await viewer.until(HONEST, proven="verified")
        assert before["proof"]["rolls"] == 2
        referee = liar.referee
        by = referee.declare(1)
        referee.roll(3, by)
        referee.roll_hidden(4, by, 2)
        await liar.tell(since=HONEST)
        after = await viewer.until(HONEST + 3, proven="verified")
        assert after["proof"]["rolls"] == 4
        assert (await viewer.do("rolls"))[-1]["faces"]
        referee.finish()
        await liar.tell(since=HONEST + 3)
        await viewer.until(len(referee.events), proven="verified")


Alter = Callable[[made.Referee], Any]

CHEATS: list[tuple[str, Alter, str]] = [
    ("faces", made.edited(10, faces=[[6, 6], [6, 6], [6]]), "event 10: the faces are not those"),
    (
        "a link",
        made.edited(10, link=made.links(0)[2]),
        "event 10: the link of seat 0 is not of its",
    ),
    ("ctx", made.edited(10, ctx=bytes(32)), "event 10: ctx is not that of its cause and dice"),
    ("a word", made.edited(9, do="surrender"), "event 9: the declaration is not signed by the"),
    ("hidden faces", made.resealed(11, faces=[[1, 1], [1, 1], [1]]), "event 11: the faces are not"),
    (
        "what is opened",
        made.edited(12, salt=bytes(16)),
        "event 12: what it opens is not what event",
    ),
]


@pytest.mark.parametrize(
    ("alter", "why"), [cheat[1:] for cheat in CHEATS], ids=[c[0] for c in CHEATS]
)
async def test_a_lie_in_what_follows_is_named(alter: Alter, why: str) -> None:
    """Each with hashes and head made anew; the game is shown on, marked as not verified."""
    async with watched(made.small_game()) as (liar, viewer):
        await viewer.until(HONEST, proven="verified")
        referee = liar.referee
        by = referee.declare(1)
        referee.roll(3, by)
        referee.roll_hidden(4, by, 2)
        referee.open(6)
        alter(referee)
        await liar.tell(since=HONEST)
        state = await viewer.until(HONEST + 4, proven="failed")
        assert state["proof"]["why"].startswith(why)
        assert state["status"] == "live"
        referee.put("moved", {"ship": "a"}, {"drops": []})
        await liar.tell(since=HONEST + 4)
        state = await viewer.until(HONEST + 5)
        assert state["proof"]["state"] == "failed", "once false is never true again"


async def test_a_history_edited_before_the_page_came_is_named() -> None:
    referee = made.small_game()
    made.edited(4, faces=[[6, 6], [6, 6], [6]])(referee)
    async with watched(referee) as (_, viewer):
        state = await viewer.until(HONEST, proven="failed")
        assert state["proof"]["position"] == 4


async def test_another_record_than_is_shown_is_a_fork() -> None:
    """The view may say anything; the record must contain the head that the page was shown."""
    referee, other = made.small_game(), made.small_game()
    other.events[7:] = []
    other.put("moved", {"ship": "b"}, {"drops": []})
    async with lying(referee) as liar, page_player() as viewer:
        liar.record = other
        await viewer.follow(Link(server=liar.url, game=liar.game))
        state = await viewer.until(status="ended", proven="failed")
        assert state["ended"]["code"] == "forked"
        assert "event 8" in state["proof"]["why"]


async def test_a_history_replaced_while_away_is_a_fork() -> None:
    """Who comes back with a head that the server signed is shown no other past."""
    async with watched(made.small_game()) as (liar, viewer):
        await viewer.until(HONEST, proven="verified")
        past = made.small_game()
        past.events[7:] = []
        past.put("moved", {"ship": "b"}, {"drops": []})
        past.declare(1)
        liar.referee = liar.record = past
        liar.cut()
        state = await viewer.until(status="ended", proven="failed")
        assert state["ended"]["code"] == "forked"


async def test_a_history_cut_short_while_away_is_a_fork() -> None:
    async with watched(made.small_game()) as (liar, viewer):
        await viewer.until(HONEST, proven="verified")
        liar.referee.events.pop()
        liar.cut()
        state = await viewer.until(status="ended", proven="failed")
        assert "signed event 8 before, and now ends at 7" in state["ended"]["text"]


async def test_events_that_do_not_follow_are_a_fork() -> None:
    async with watched(made.small_game()) as (liar, viewer):
        await viewer.until(HONEST, proven="verified")
        made.edited(3, do="surrender")(liar.referee)
        liar.referee.put("moved", {"ship": "b"}, {"drops": []})
        await liar.tell(since=HONEST)
        state = await viewer.until(status="ended", proven="failed")
        assert "do not give its hash" in state["ended"]["text"]
