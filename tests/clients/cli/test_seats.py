"""A seat is handed over or given up from the command line, at a real server."""

from pathlib import Path

import pytest

from clients.sdk import http
from clients.sdk.keyring import Keyring
from clients.sdk.links import Link, read_link
from server.bootstrap import Server
from tests.clients.cli.conftest import Command
from tests.server.sitting import seated, sit


@pytest.fixture
def ring(tmp_path: Path) -> Keyring:
    """Give the keyring of the command of this test."""
    return Keyring(tmp_path / "home")


async def held(server: Server, ring: Keyring) -> Link:
    """Make a game; this computer holds its first seat."""
    watch, (first, _) = await seated(server.url)
    ring.save(first)
    return watch


async def test_a_seat_is_handed_over_by_a_link(
    server: Server, ring: Keyring, broadside: Command
) -> None:
    watch = await held(server, ring)
    ran = await broadside("handover", str(watch))
    assert (ran.code, ran.err) == (0, "")
    link = read_link(ran.out.strip())
    assert (link.game, link.seat) == (watch.game, 1)
    keys = await sit(link, "Another")
    assert keys.token
    assert ring.of_game(watch.game) == []
    again = await broadside("handover", str(watch))
    assert (again.code, "holds no seat" in again.err) == (3, True)


async def test_who_gives_up_their_seat_leaves_the_game_to_the_other(
    server: Server, ring: Keyring, broadside: Command
) -> None:
    watch = await held(server, ring)
    ran = await broadside("leave", str(watch), "--yes")
    assert (ran.code, ran.out) == (0, "Seat 1 is given up.\n")
    (line,) = await http.get(server.url, "games")
    assert (line["phase"], line["winners"]) == ("over", [2])
