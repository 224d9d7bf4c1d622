"""Luck from the command line: of records, and of a game at a real server."""

import asyncio
import json
from pathlib import Path

import pytest

from clients.cli import records
from clients.cli.plot import plot
from clients.sdk import http
from clients.sdk.keyring import SeatKeys
from clients.sdk.links import Link
from projections.luck import luck as luck_of
from projections.throws import Throw
from server.bootstrap import Server
from tests.clients.cli.conftest import Command
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated


@pytest.fixture(autouse=True)
def systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command know the rule system of these tests."""
    monkeypatch.setattr(records, "rule_systems", lambda: SYSTEMS)


async def rolled(server: Server) -> Link:
    """Make a game in which a die was rolled."""
    watch, keys = await seated(server.url)
    for do, fields in (("stake", {"pennies": 3}), ("guess", {"face": 2})):
        for one in keys:
            await said(server, watch, one, do, fields)
    return watch


async def said(
    server: Server, watch: Link, keys: SeatKeys, do: str, fields: dict[str, int]
) -> None:
    async with raw(server.url, watch, keys) as seat:
        await seat.answer(seat.declaration(do, fields))


async def test_the_dice_of_files_are_counted_together_and_drawn(
    server: Server, broadside: Command, tmp_path: Path
) -> None:
    files: list[str] = []
    for name in ("one.bsr", "two.bsr"):
        watch = await rolled(server)
        (tmp_path / name).write_bytes(await http.record(server.url, watch.game))
        files.append(str(tmp_path / name))
    for picture in ("luck.svg", "luck.png"):
        ran = await broadside("luck", *files, "--plot", str(tmp_path / picture))
        assert ran.code == 0
    assert (tmp_path / "luck.svg").read_text().count("<svg") == 1
    assert (tmp_path / "luck.png").read_bytes().startswith(b"\x89PNG")
    sentence, *_, last = ran.out.splitlines()
    assert sentence.startswith("These 2 dice are ordinary: none of ")
    assert last.split()[:5] == ["Player", "2", "the", "die", "2d6"]


async def test_a_game_is_counted_once_however_many_of_its_records_are_named(
    server: Server, broadside: Command, tmp_path: Path
) -> None:
    watch = await rolled(server)
    files = [str(tmp_path / name) for name in ("mine.bsr", "yours.bsr")]
    for file in files:
        await asyncio.to_thread(Path(file).write_bytes, await http.record(server.url, watch.game))
    ran = await broadside("luck", *files, str(watch), "--json")
    assert json.loads(ran.out)["dice"] == 1


def test_a_name_that_looks_like_a_formula_is_drawn_as_it_is(tmp_path: Path) -> None:
    thrown = Throw(who=r"$\frac$", purpose="die", sides=6, faces=(1, 6))
    plot(luck_of([thrown]), tmp_path / "luck.svg")
    assert "<svg" in (tmp_path / "luck.svg").read_text()


async def test_a_running_game_is_named_by_its_link(server: Server, broadside: Command) -> None:
    ran = await broadside("luck", str(await rolled(server)), "--json")
    told = json.loads(ran.out)
    assert (told["dice"], told["by_purpose"][0]["purpose"]) == (1, "the die")


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("none.bsr",), 2, "none.bsr: No such file"),
        (("empty.bsr",), 2, "empty.bsr: "),
        (("empty.bsr", "--plot", "luck.pdf"), 2, "a picture is .svg or .png"),
    ],
)
async def test_what_is_no_record_or_no_picture_is_said(
    broadside: Command, tmp_path: Path, words: tuple[str, ...], code: int, told: str
) -> None:
    (tmp_path / "empty.bsr").write_bytes(b"")
    named = [str(tmp_path / word) if word.endswith(".bsr") else word for word in words]
    ran = await broadside("luck", *named)
    assert (ran.code, told in ran.err, ran.out) == (code, True, "")
