"""Odds from the command line, at a real server."""

import json
from pathlib import Path

import pytest

from clients.sdk.keyring import Keyring
from clients.sdk.links import Link
from server.bootstrap import Server
from tests.clients.cli.conftest import Command
from tests.server.sitting import raw, seated


@pytest.fixture
async def game(server: Server, tmp_path: Path) -> Link:
    """Make a game in which both guess; this computer holds its first seat."""
    watch, (first, second) = await seated(server.url)
    Keyring(tmp_path / "home").save(first)
    for keys in (first, second):
        async with raw(server.url, watch, keys) as seat:
            await seat.answer(seat.declaration("stake", {"pennies": 3}))
    return watch


async def test_what_is_on_offer_is_foretold_as_proposed(game: Link, broadside: Command) -> None:
    ran = await broadside("odds", str(game))
    assert ran.code == 0
    head, first, *_ = ran.out.splitlines()
    assert head == "What may be told:"
    assert first.split("█")[0].split() == ["The", "die", "shows", "1.", "16.67%"]


async def test_fields_are_given_as_json_and_answered_as_json(
    game: Link, broadside: Command
) -> None:
    ran = await broadside("odds", str(game), "guess", "--with", '{"face": 3}', "--json")
    (spread,) = json.loads(ran.out)["odds"]
    assert spread["likely"][5] == {
        "value": "The die shows 6.",
        "chance": pytest.approx(1 / 6),
        "exact": "1/6",
    }


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("listen",), 2, "your seat may declare guess now"),
        (("guess", "--with", "{"), 2, "--with: "),
        (("listen", "--with", '{"times": 1}'), 1, "not now"),
    ],
)
async def test_what_cannot_be_declared_is_said(
    game: Link, broadside: Command, words: tuple[str, ...], code: int, told: str
) -> None:
    ran = await broadside("odds", str(game), *words)
    assert (ran.code, ran.out) == (code, "")
    assert told in ran.err
