"""An event is disputed and ruled on from the command line, at a real server."""

from pathlib import Path

import pytest
import pytest_asyncio

from clients.cli import disputes
from clients.cli.disputes import exhibit_of
from clients.sdk.keyring import Keyring
from clients.sdk.links import Link
from domain.names import SeatId
from server.bootstrap import Server
from tests.clients.cli.conftest import Command
from tests.pennies import Guess, Stake
from tests.playing import Playing
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated


@pytest_asyncio.fixture
async def game(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Link:
    """Give a game in which a die was cast; this computer holds both its seats."""
    monkeypatch.setattr(disputes, "rule_systems", lambda: SYSTEMS)
    watch, (first, second) = await seated(server.url)
    ring = Keyring(tmp_path / "home")
    async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as other:
        for command, secret in (("stake", {"pennies": 3}), ("guess", {"face": 2})):
            for seat in (one, other):
                await seat.declare(command, secret)
            for seat in (one, other):
                await seat.caught_up()
    for keys in (first, second):
        ring.save(keys)
    return watch


async def test_a_disputed_roll_is_shown_with_its_proof_and_ruled_void(
    game: Link, broadside: Command
) -> None:
    words = ("dispute", str(game), "16", "--because", "rigged", "--seat", "2")
    ran = await broadside(*words)
    assert (ran.code, ran.err) == (0, "")
    assert "declared guess" in ran.out
    assert "the faces follow: checked here" in ran.out
    assert "The game stands still. Recorded as event" in ran.out
    again = await broadside(*words)
    assert (again.code, "disputed" in again.err) == (1, True)
    for seat in ("1", "2"):
        ran = await broadside("rule", str(game), "void", "--because", "agreed", "--seat", seat)
        assert (ran.code, "Recorded as event" in ran.out) == (0, True)
    late = await broadside("rule", str(game), "upheld", "--seat", "1")
    assert (late.code, "nothing is disputed" in late.err) == (1, True)


async def test_a_dispute_of_nothing_or_by_a_stranger_is_refused(
    game: Link, broadside: Command, tmp_path: Path
) -> None:
    ran = await broadside("dispute", str(game), "9999", "--because", "?", "--seat", "1")
    assert (ran.code, "the game has events 1 to" in ran.err) == (2, True)
    ran = await broadside("dispute", str(game), "1", "--because", "?", "--seat", "1")
    assert (ran.code, "no such event" in ran.err) == (1, True)
    ran = await broadside("dispute", str(game), "16", "--because", "?", "--seat", "3")
    assert (ran.code, "holds no seat" in ran.err) == (3, True)


def test_what_led_to_a_roll_of_the_table_is_what_was_declared() -> None:
    """The roll comes commits later, with the last link; yet the link is not what led to it."""
    playing = Playing(dice="table")
    playing.sources.here = lambda: (SeatId(1), SeatId(2))
    try:
        playing.begun()
        for command in (Stake(pennies=3), Guess(face=2)):
            for seat in (1, 2):
                playing.declare(seat, command)
        declared = playing.table.cause
        for seat in (1, 2):
            playing.contribute(seat)
    finally:
        playing.sources.here = tuple
    assert declared is not None
    at = playing.table.head.position
    exhibit = exhibit_of(playing.exported(), at, SeatId(2), SYSTEMS)
    assert exhibit["led_to_by"].startswith(f"event {declared[0].position}: ")
    assert exhibit["led_to_by"].endswith("declared guess")
    assert [roll["roll"] for roll in exhibit["dice"]] == [1]
    assert exhibit["hash"] == playing.table.head.hash.hex()
