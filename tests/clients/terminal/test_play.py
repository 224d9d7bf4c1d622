"""Terminals at a real table: what a person sees, types, and gets."""

import re
import signal
from pathlib import Path

import pytest

from clients.sdk import http
from clients.terminal.play import LEFT
from server.bootstrap import Server
from tests.clients.sdk.at_table import at_table, declared
from tests.clients.terminal.terminals import Tty, tty
from tests.server.sitting import seated, sit

MENU, FORM, WAITING = r"Enter for 1, \? for help:", r"Enter to take, b to go back:", "waiting for"

COLOUR = re.compile(rb"\x1b\[[0-9;]*3[0-7]m")


async def take(terminal: Tty, name: str) -> None:
    """Take what is proposed: once in the menu, once in the form."""
    await terminal.answer(MENU, "")
    await terminal.answer(FORM, "")
    await terminal.until(f"Declaring: {name}")


async def test_two_terminals_play_a_whole_game_and_a_third_watches(
    server: Server, tmp_path: Path
) -> None:
    watch, *links = await http.new_game(server.url, "pennies", {})
    async with (
        tty("play", str(links[0]), "--name", "Ada", home=tmp_path / "1") as ada,
        tty("play", str(links[1]), "--name", "Ben", home=tmp_path / "2", columns=80) as ben,
        tty("watch", str(watch), home=tmp_path / "3", columns=150) as eve,
    ):
        await ada.until("You hold seat 1 as Ada")
        await eve.until("Tails free|waiting for")
        for round_ in (1, 2, 3):
            for one in (ada, ben):
                await one.until(f"Round {round_}: stake. You may:")
                await one.answer(MENU, "1")
                await one.answer(FORM, "1=4")
                await one.until("pennies: 4")
                await one.answer(FORM, "")
            for one in (ada, ben):
                await one.until("guess. You may:")
                await take(one, "guess")
            await ben.until(r"listen · waiting for Heads \(Ada\)")
            await take(ada, "listen")
        for one in (ada, ben, eve):
            seen = await one.until("everything that was sealed is opened")
            assert "The die shows" in one.text
            assert await one.ended() == 0
            assert "3 rounds were played." in seen
        assert len(await declared(server, watch)) == 15
        assert COLOUR.search(eve.raw)


async def test_what_is_typed_stands_below_what_happens(server: Server, tmp_path: Path) -> None:
    """Lines that arrive do not tear apart what a person types, and nothing typed is lost."""
    watch, *links = await http.new_game(server.url, "pennies", {})
    async with tty("play", str(links[0]), "--name", "Ada", home=tmp_path) as ada:
        await ada.until("Tails free")
        ada.type("hello")
        await ada.until("hello")
        other = await sit(links[1], "Ben")
        await ada.until("Ben takes Tails")
        await ada.until(MENU)
        async with at_table(server.url, watch, other) as ben:
            await ben.known()
            ada.type("1*")
            await ada.until(r"1\*")
            await ben.client.declare("offer_draw", {})
            await ada.until("Agree to a draw")
            ada.type("3\n")
            await ada.until("Agree to a draw: Enter declares it")
            ada.type("\n")
            assert await ada.ended() == 0
            assert "Drawn by consent" in ada.text
            assert "Nobody won." in ada.text


async def test_a_person_looks_round_and_leaves_and_comes_back(
    server: Server, tmp_path: Path
) -> None:
    _, *links = await http.new_game(server.url, "pennies", {})
    link = str(links[0])
    async with tty("play", link, home=tmp_path) as ada:
        await ada.answer("Your name at the table", "Ada")
        await ada.answer("Not begun: Tails free", "?")
        await ada.answer(r"5=3  in a form", "c")
        await ada.answer("Ada takes Heads", "nonsense")
        await ada.answer("There is no option nonsense", "q")
        await ada.until(re.escape(LEFT))
        assert await ada.ended() == 0
    async with tty("play", link, home=tmp_path) as ada:
        await ada.until("Heads: Ada")
        ada.type("\x04")
        await ada.until(re.escape(LEFT))
        assert await ada.ended() == 0


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGHUP])
async def test_a_terminal_is_left_as_it_was_found(
    server: Server, tmp_path: Path, told: signal.Signals
) -> None:
    """Ctrl-C or a closed window; and with NO_COLOR no colours."""
    watch, _ = await seated(server.url)
    async with tty("watch", str(watch), home=tmp_path, env={"NO_COLOR": "1"}) as eve:
        await eve.until(WAITING)
        assert not eve.echoes, "while it runs, keys are its own"
        eve.process.send_signal(told)
        assert await eve.ended() == 0
        assert eve.echoes
        assert "Traceback" not in eve.text
        assert not COLOUR.search(eve.raw)


async def test_concession_is_asked_for_twice(server: Server, tmp_path: Path) -> None:
    _, *links = await http.new_game(server.url, "pennies", {})
    await sit(links[1], "Ben")
    async with tty("play", str(links[0]), "--name", "Ada", home=tmp_path) as ada:
        await ada.answer(MENU, "2")
        await ada.answer("Concede the game: Enter declares it, b goes back:", "b")
        await ada.answer(MENU, "2")
        await ada.answer("Concede the game: Enter declares it, b goes back:", "")
        await ada.until("Heads conceded")
        await ada.until("Tails .Ben. won")
        assert await ada.ended() == 0


async def test_repeating_stops_where_there_is_something_else_to_decide(
    server: Server, tmp_path: Path
) -> None:
    watch, *links = await http.new_game(server.url, "pennies", {})
    other = await sit(links[1], "Ben")
    async with (
        tty("play", str(links[0]), "--name", "Ada", home=tmp_path) as ada,
        at_table(server.url, watch, other) as ben,
    ):
        await ben.known()
        await ada.answer(MENU, "1*9")
        await ada.until("Declaring: stake")
        await ben.client.declare("stake", {"pennies": 1}, ("pennies",))
        await ada.until("guess. You may:")
        assert len(await declared(server, watch)) == 2
        await ada.answer(MENU, "*9")
        await ada.until("Declaring: guess")
        await ben.client.declare("guess", {"face": 1}, ("face",))
        await ada.until("The die shows")
        await ada.until("listen. You may:")
        assert len(await declared(server, watch)) == 4, "dice fell: a person looks first"
