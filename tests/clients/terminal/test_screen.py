"""The line that a person types on, and what is printed meanwhile."""

import asyncio
import os
import pty
import re
import select
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from rich.console import Console

from clients.terminal.screen import Interrupted, Left, Screen

PATIENCE_S = 10.0


class Desk:
    """A terminal of which this test holds the other end."""

    def __init__(self, master: int, slave: IO[str]) -> None:
        self.master, self.slave, self.shown = master, slave, b""

    def type(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def console(self, width: int = 40) -> Console:
        return Console(
            file=self.slave, force_terminal=True, width=width, _environ={"TERM": "xterm"}
        )

    async def line(self, wanted: str) -> str:
        """Wait until the last line, as it stands, is *wanted* (a pattern); return it.

        What is printed over is gone; a terminal hands on what is written when it likes.
        """
        self.slave.flush()
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not re.fullmatch(wanted, line := self.lines()[-1]):
                    await asyncio.sleep(0.001)
        except TimeoutError:
            raise AssertionError(f"the last line is {line!r}, not {wanted!r}") from None
        return line

    def lines(self) -> list[str]:
        """Return all lines as a person sees them now."""
        if select.select([self.master], [], [], 0)[0]:
            self.shown += os.read(self.master, 65536)
        lines = re.split(r"\r?\n", self.shown.decode(errors="ignore"))
        return [line.rsplit("\r\x1b[K", 1)[-1] for line in lines]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    master, slave = pty.openpty()
    with open(slave, "r+b", buffering=0) as raw, open(slave, "w", closefd=False) as out:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", raw)
        yield Desk(master, out)
    os.close(master)


async def asked(screen: Screen, prompt: str = "Which?") -> str:
    async with asyncio.timeout(PATIENCE_S):
        return await screen.ask(prompt)


async def typed(screen: Screen, desk: Desk, keys: bytes, shown: str) -> None:
    """Type, and wait until the line shows it."""
    desk.type(keys)
    async with asyncio.timeout(PATIENCE_S):
        while screen._line.text != shown:
            await asyncio.sleep(0)


async def test_what_is_half_typed_stays_below_what_is_printed(desk: Desk) -> None:
    with Screen(desk.console(), reads=True) as screen:
        asking = asyncio.create_task(asked(screen))
        await typed(screen, desk, b"12", "12")
        await desk.line(r"Which\? 12")
        screen.print("something happened")
        await desk.line(r"Which\? 12")
        assert desk.lines()[-2] == "something happened"
        desk.type(b"3\n")
        assert await asking == "123"


async def test_a_long_line_shows_its_end(desk: Desk) -> None:
    with Screen(desk.console(width=20), reads=True) as screen:
        asking = asyncio.create_task(asked(screen, "A question that is long?"))
        await typed(screen, desk, b"0123456789abcdefghij", "0123456789abcdefghij")
        assert len(await desk.line(r"….*….*hij")) < 20
        desk.type(b"\n")
        assert await asking == "0123456789abcdefghij"


async def test_a_question_that_is_none_any_more_ends(desk: Desk) -> None:
    with Screen(desk.console(), reads=True) as screen:
        asking = asyncio.create_task(asked(screen))
        await typed(screen, desk, b"1", "1")
        screen.interrupt()
        with pytest.raises(Interrupted):
            await asking
        screen.begin()
        screen.forget()
        desk.type(b"2\n")
        assert await asked(screen) == "2"


async def test_what_was_typed_before_a_question_does_not_answer_it(desk: Desk) -> None:
    with Screen(desk.console(), reads=True) as screen:
        desk.type(b"\n\n")
        async with asyncio.timeout(PATIENCE_S):
            while len(screen._lines) < 2:
                await asyncio.sleep(0)
        screen.begin()
        desk.type(b"5\n")
        assert await asked(screen) == "5"


async def test_control_d_and_a_closed_terminal_are_the_end(desk: Desk) -> None:
    with Screen(desk.console(), reads=True) as screen:
        desk.type(b"\x04")
        with pytest.raises(Left):
            await asked(screen)


async def test_without_a_keyboard_the_prompt_says_how_it_stands(desk: Desk) -> None:
    with Screen(desk.console(), reads=False) as screen:
        screen.prompt("waiting for Ada")
        await desk.line("waiting for Ada ?")
        screen.print("news")
        await desk.line("waiting for Ada ?")
        assert desk.lines()[-2] == "news"


@pytest.mark.parametrize("how", ["pipe", "file", "nothing"])
async def test_input_may_come_from_anywhere(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines in, lines out; the last may lack its end, and the end is the end."""
    with given(how, b"1\n2*8\nlast", tmp_path / "moves") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with Screen(Console(width=40), reads=True) as screen:
            found = await all_of(screen)
    assert found == ([] if how == "nothing" else ["1", "2*8", "last"])
    assert capsys.readouterr().out == "Which?\n" * (len(found) + 1)


def given(how: str, data: bytes, file: Path) -> IO[bytes]:
    """Return an input that holds *data*."""
    if how == "pipe":
        reader, writer = os.pipe()
        os.write(writer, data)
        os.close(writer)
        return os.fdopen(reader, "rb")
    file.write_bytes(data if how == "file" else b"")
    return file.open("rb")


async def all_of(screen: Screen) -> list[str]:
    """Return all that is answered, to the end of input."""
    found: list[str] = []
    try:
        while True:
            found.append(await asked(screen))
    except Left:
        return found


async def test_a_line_in_a_pipe_is_not_broken(capsys: pytest.CaptureFixture[str]) -> None:
    with Screen(Console(width=20), reads=False) as screen:
        screen.prompt("nobody sees this")
        screen.print("word " * 30)
        screen.print("[bold]no markup[/bold] \x1b[2J")
    assert capsys.readouterr().out == "word " * 30 + "\n[bold]no markup[/bold] \\x1b[2J\n"
