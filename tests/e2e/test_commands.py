"""The commands as people run them, in processes of their own, on the real rules."""

import asyncio
import re
import signal
from pathlib import Path

import msgspec
import pytest

from clients.sdk import http
from clients.verifier.protocol import verify
from domain.dice import LEVELS
from tests.clients.terminal.terminals import Tty, tty
from tests.e2e.processes import ServerProcess

SYSTEM = "scorpead"
MENU, FORM = r"Enter for 1, \? for help:", r"Enter to take, b to go back:"


async def test_two_people_play_and_one_concedes_while_another_watches(tmp_path: Path) -> None:
    async with ServerProcess(tmp_path / "data") as server:
        watch, *links = await http.new_game(server.url, SYSTEM, {})
        async with (
            tty("play", str(links[0]), "--name", "Ada", home=tmp_path / "1") as ada,
            tty("play", str(links[1]), "--name", "Ben", home=tmp_path / "2", columns=80) as ben,
            tty("watch", str(watch), home=tmp_path / "3", columns=150) as eve,
        ):
            for one in (ada, ben):  # energy, as it is proposed
                await one.answer(MENU, "")
                await one.answer(FORM, "")
            for one in (ada, ben):
                await one.until("Turn 1 of [0-9]+, impulse 1: .*You may:")
                await one.answer(MENU, "1*2")
            for one in (ada, ben):  # a move: the one that is proposed
                await one.until(r"movement\. You may:")
                await one.answer(MENU, "")
                await one.answer(r"Number, .*Enter for .*, b to go back:", "")
            for one in (ada, ben):
                await one.until(r"goes straight ahead to \(")
                await one.answer(MENU, "*3")
            await concede(ada)
            for one in (ada, ben, eve):
                assert await one.ended() == 0
                assert "Side 2 (Ben) won." in one.text
                assert "Nobody fires." in one.text
            assert eve.text.count("Nobody fires.") == 1, "what only repeats is not told again"
            assert max(map(len, re.split(r"[\r\n]+", ben.text))) <= 80


async def concede(one: Tty) -> None:
    await one.until("You may:")
    number = re.search(r"(\d+)\. Concede", await one.until(MENU))
    assert number is not None
    one.type(f"{number[1]}\n")
    await one.answer("Concede the game: Enter declares it", "")


@pytest.mark.parametrize("dice", LEVELS)
async def test_a_demo_ends_verified(tmp_path: Path, dice: str) -> None:
    words = ("demo", "--until-over", "--json", "--pace", "0", "--seed-bots", "7", "--dice", dice)
    shorter = ("--option", "turn_limit=2", "--records", str(tmp_path / "records"))
    async with tty(*words, *shorter, home=tmp_path) as demo:
        await demo.until("Watch it: broadside watch http")
        assert await demo.ended() == 0
        line = next(line for line in demo.text.splitlines() if line.startswith("{"))
    told = msgspec.json.decode(line)
    assert list(told) == [
        "game",
        "system",
        "declarations",
        "events",
        "dice",
        "positions",
        "winner",
        "seconds",
        "records",
        "verified",
    ]
    assert told["verified"] is True
    assert told["positions"] == told["events"] > 500
    assert len(told["records"]) == 3
    for file in told["records"]:
        assert verify(await asyncio.to_thread(Path(file).read_bytes)).game.hex() == told["game"]


async def test_up_finds_its_games_again(tmp_path: Path) -> None:
    """`make play`, stopped by Ctrl-C and by a closed window; seats stay taken, links the same."""
    words = ("up", "--port", "0", "--data", str(tmp_path / "data"), "--pace", "0.05")
    printed: list[list[str]] = []
    for told in (signal.SIGINT, signal.SIGHUP):
        async with tty(*words, home=tmp_path, columns=200) as up:
            await up.until("Ctrl-C stops everything")
            links = re.findall(r"http\S+/g/(\S+)", up.text)
            printed.append(links)
            server = re.findall(r"The page +(http\S+)/", up.text)[0]
            games = await http.get(server, "games")
            assert sorted(game["phase"] for game in games) == ["offered", "running"]
            up.process.send_signal(told)
            assert await up.ended() == 0
            assert "All games are kept" in up.text
    assert len(printed[0]) == 4
    assert printed[0] == printed[1]


async def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    """The data folder is in use: exit code 5, the reason, and no half-started server."""
    async with ServerProcess(tmp_path / "data"):
        async with tty("up", "--port", "0", "--data", str(tmp_path / "data"), home=tmp_path) as up:
            assert await up.ended() == 5
        assert "broadside: the server did not start: " in up.text
        assert "Traceback" not in up.text


async def test_a_load_is_measured_and_its_records_verified(tmp_path: Path) -> None:
    words = ("loadtest", "--system", "knight_hawks", "--games", "2", "--spectators", "4")
    harm = ("--slow", "1", "--floods", "20", "--drops", "--seconds", "2", "--json")
    async with tty(*words, *harm, home=tmp_path) as load:
        await load.until("Making 2 games")
        await load.until("Verifying the records")
        assert await load.ended() == 0
        line = next(line for line in load.text.splitlines() if line.startswith("{"))
    found = msgspec.json.decode(line)
    assert found["verified"] is True
    assert found["faults"] == found["failures"] == []
    assert found["answers"]["recorded"] > 0
    assert found["answers"]["beat"] > 0
    assert 0 < found["receipt_p50_ms"] <= found["receipt_p99_ms"]


async def test_who_has_seen_enough_of_a_load_is_told_what_came_of_it(tmp_path: Path) -> None:
    async with tty("loadtest", "--games", "2", "--seconds", "600", "--json", home=tmp_path) as load:
        await load.until("declarations recorded")
        load.process.send_signal(signal.SIGINT)
        assert await load.ended() == 0
        line = next(line for line in load.text.splitlines() if line.startswith("{"))
    found = msgspec.json.decode(line)
    assert found["verified"] is True
    assert 0 < found["seconds"] < 600
    assert found["declarations_per_s"] == pytest.approx(
        found["answers"]["recorded"] / found["seconds"], rel=0.02
    )
