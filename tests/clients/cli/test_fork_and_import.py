"""A record makes a new game, or brings its own to another server, from the command line."""

import asyncio
import json
import random
from pathlib import Path

import pytest
import pytest_asyncio

from clients.cli.demo import play_all
from clients.sdk import http
from domain.exported import entries_of
from server.bootstrap import Server
from tests.clients.cli.conftest import Command
from tests.server.sitting import seated


@pytest_asyncio.fixture
async def record(server: Server, tmp_path: Path) -> Path:
    """Give the record of a whole game, in a file."""
    watch, seats = await seated(server.url)
    async with asyncio.timeout(30):
        await play_all(server.url, seats, random.Random(7), 0)
    file = tmp_path / "duel.bsr"
    file.write_bytes(await http.record(server.url, watch.game))
    return file


async def test_a_fork_prints_the_links_of_a_new_game(
    server: Server, record: Path, broadside: Command
) -> None:
    _, entries = entries_of(await asyncio.to_thread(record.read_bytes))
    at = next(entry.position for entry in entries if b"guessed" in entry.open)
    ran = await broadside(
        "fork", str(record), "--at", str(at), "--dice", "table", "--server", server.url, "--json"
    )
    made = json.loads(ran.out)
    assert [seat["seat"] for seat in made["seats"]] == [1, 2]
    shown = await http.get(server.url, f"games/{made['game']}")
    assert (shown["view"]["phase"], shown["view"]["dice"]) == ("offered", "table")


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("fork", "FILE", "--at", "2"), 1, "not between declarations"),
        (("fork", "none.bsr", "--at", "2"), 2, "none.bsr: No such file"),
        (("import", "none.bsr"), 2, "none.bsr: No such file"),
        (("import", "FILE"), 1, "already here"),
    ],
)
async def test_what_cannot_be_done_is_said(
    server: Server, record: Path, broadside: Command, words: tuple[str, ...], code: int, told: str
) -> None:
    named = [str(record) if word == "FILE" else word for word in words]
    ran = await broadside(*named, "--server", server.url)
    assert (ran.code, told in ran.err, ran.out) == (code, True, "")
