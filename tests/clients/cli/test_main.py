"""Every command says how it is used, and ends with the exit code that the reference promises."""

import re
from pathlib import Path

import msgspec
import pytest

from clients.cli.main import application
from clients.cli.output import exit_code
from clients.sdk import http
from clients.sdk.keyring import Keyring
from projections.messages import Problem
from server.bootstrap import Server
from tests.clients.cli.conftest import Command
from tests.server.sitting import seated

COMMANDS = sorted(
    command.name or getattr(command.callback, "__name__", "")
    for command in application().registered_commands
)
NO_GAME = "00" * 16


def test_the_reference_names_every_command() -> None:
    page = (Path(__file__).parents[3] / "docs/reference/command.md").read_text("utf-8")
    for command in COMMANDS:
        assert f"`{command}`" in page


@pytest.mark.parametrize("command", ["", *COMMANDS])
async def test_help_has_an_example(command: str, broadside: Command) -> None:
    ran = await broadside(*filter(None, [command]), "--help")
    assert ran.code == 0
    assert re.search(rf"Example: broadside {command}", ran.out)
    assert ran.err == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "nonsense"], "is neither a link to a game nor a game's id"),
        (["play", "http://h/nonsense"], "is no link to a game"),
        (["watch", "http://h:x/g/" + NO_GAME], "is no link to a game"),
        (["join", "http://h/g/" + NO_GAME[1:]], "is no link to a game"),
        (["new", "--option", "turns"], "write NAME=VALUE"),
        (["verify", "/nowhere.bsr"], "No such file"),
        (["replay", "/nowhere.bsr"], "No such file"),
        (["demo", "--pace", "-1"], "pace"),
        (["fly"], "No such command"),
        (["verify"], "Missing argument"),
    ],
)
async def test_a_usage_error_is_two(words: list[str], said: str, broadside: Command) -> None:
    ran = await broadside(*words)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""


async def test_a_refusal_is_one(server: Server, broadside: Command) -> None:
    ran = await broadside(
        "new", "--system", "pennies", "--option", "purse=7", "--server", server.url
    )
    assert ran.code == 1
    assert "no such value (option purse, value 7, known 5, 9)" in ran.err


async def test_what_is_not_found_is_three(server: Server, broadside: Command) -> None:
    link = f"{server.url}/g/{NO_GAME}"
    for words, said in (
        (["export", link, "-o", "x.bsr"], "There is no such game"),
        (["play", link], "this computer holds no seat of that game"),
        (["export", link, "-o", "x.bsr", "--seat", "2"], "holds no seat 2"),
        (["new", "--system", "chess", "--server", server.url], "no such system"),
        (["scenarios", "--system", "chess", "--server", server.url], "no such system"),
        (["demo", "--system", "chess"], "there is no chess"),
    ):
        ran = await broadside(*words)
        assert (ran.code, said in ran.err) == (3, True), (words, ran)


async def test_a_used_or_wrong_invitation_is_four(server: Server, broadside: Command) -> None:
    watch, *links = await http.new_game(server.url, "pennies", {})
    assert (await broadside("join", str(links[0]), "--name", "Ada")).code == 0
    game = watch.game
    keyring = Keyring()
    ada = keyring.load(server.url, game, 1)
    assert ada is not None
    keyring.drop(ada)
    code = links[1].code
    assert code is not None
    wrong = msgspec.structs.replace(links[1], code=bytes([code[0] ^ 1, *code[1:]]))
    for link in (links[0], wrong):
        ran = await broadside("join", str(link), "--name", "Eve")
        assert (ran.code, "Not recorded" in ran.err) == (4, True), ran
        assert keyring.load(server.url, game) is None, "nothing is kept of a seat that was refused"


async def test_a_name_that_may_not_be_had_is_refused_and_another_may(
    server: Server, broadside: Command
) -> None:
    _, first, _ = await http.new_game(server.url, "pennies", {})
    evil = await broadside("join", str(first), "--name", "E\x1b[2Jve")
    assert (evil.code, "\x1b" in evil.err) == (1, False)
    again = await broadside("join", str(first), "--name", "Eve")
    assert (again.code, again.out) == (0, f"You hold seat 1 of game {first.game.hex()} as Eve.\n")


async def test_no_server_is_five(broadside: Command, tmp_path: Path) -> None:
    nowhere = "http://127.0.0.1:1"
    for words in (
        ["new"],
        ["games"],
        ["systems"],
        ["scenarios", "--system", "pennies"],
        ["export", NO_GAME, "-o", str(tmp_path / "x.bsr")],
    ):
        ran = await broadside(*words, "--server", nowhere)
        assert (ran.code, "does not answer at" in ran.err) == (5, True), ran
        assert ran.out == ""


async def test_the_server_may_be_named_once_for_all(
    server: Server, broadside: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROADSIDE_SERVER", server.url)
    await seated(server.url)
    ran = await broadside("games")
    assert ran.code == 0
    assert "running  pennies/table  Heads: Player 1, Tails: Player 2" in ran.out


async def test_a_damaged_key_file_is_named(server: Server, broadside: Command) -> None:
    watch, (ada, _) = await seated(server.url)
    Keyring().save(ada)
    file = next(Keyring()._folder.iterdir())
    file.write_text("{")
    ran = await broadside("export", str(watch), "--seat", "1", "-o", "x.bsr")
    assert (ran.code, file.name in ran.err) == (2, True)


def test_what_is_no_trouble_of_the_server_is_a_refusal() -> None:
    """What cites a rule is a refusal; what cites none, and is not known otherwise, is trouble."""
    codes = {"storage": 5, "misconf": 5, "not_allowed": 4, "not_found": 3}
    told = {code: Problem(id=None, code=code, text="") for code in codes}
    assert {code: exit_code(problem) for code, problem in told.items()} == codes
    assert exit_code(Problem(id=None, code="out_of_arc", text="", rule="D2")) == 1
