"""What is printed, and the line on which a person types: neither disturbs the other."""

import asyncio
import contextlib
import os
import sys
import termios
import threading
from collections import deque
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Self

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text

from clients.terminal.editor import Line
from clients.terminal.safe import safe

CLEAR_LINE = "\r\x1b[K"


class Left(Exception):  # noqa: N818  names what the person did
    """The person at the terminal wants to leave, or there is no more input."""


class Interrupted(Exception):  # noqa: N818  names what happened
    """What was asked is no longer the question: the table has changed."""


class Screen:
    """A terminal with a prompt that stays below everything printed; or plain lines, if piped.

    Without *reads* nothing is read, and a prompt is only shown in a terminal. What is no rich
    object goes through *speak* before it is shown.
    """

    def __init__(self, console: Console, *, reads: bool, speak: Callable[[str], str] = str) -> None:
        self.console, self.speak = console, speak
        shown = console.is_terminal and not console.is_dumb_terminal
        self.live = shown and (sys.stdin.isatty() or not reads)
        self._reads, self._line, self._prompt = reads, Line(), ""
        self._lines: deque[str | None] = deque()
        self._arrived, self._interrupted = asyncio.Event(), False
        self._before: list[Any] | None = None

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.console.width

    def __enter__(self) -> Self:
        if self._reads:
            self._keys_as_they_come()
            loop = asyncio.get_running_loop()
            # A thread, because a file or a closed input cannot be polled; it ends with the process.
            threading.Thread(target=self._read, args=(loop,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.prompt("")
        if self._before is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def print(self, what: RenderableType, style: str = "") -> None:
        """Print above the prompt; what is no rich object is made safe, and not marked up."""
        shown = Text(safe_lines(self.speak(what))) if isinstance(what, str) else what
        with self._without_prompt():
            # In a pipe a line stays a line; in a terminal it breaks between words.
            whole = isinstance(shown, Text) and not self.console.is_terminal
            self.console.print(shown, style=style or None, soft_wrap=whole)

    def prompt(self, text: str) -> None:
        """Show another prompt, or none."""
        with self._without_prompt():
            self._prompt = safe(self.speak(text))

    async def ask(self, prompt: str) -> str:
        """Return the next line typed. Raises Left at the end of input, Interrupted."""
        if self.live:
            self.prompt(prompt)
        else:
            self.print(prompt)
        while not self._lines and not self._interrupted:
            self._arrived.clear()
            await self._arrived.wait()
        if self._interrupted:
            self._interrupted = False
            raise Interrupted
        line = self._lines.popleft()
        if line is None:
            raise Left
        if self.live:
            self.prompt("")
            self.print(f"{self.speak(prompt)} {line}", style="dim")
        return line.strip()

    def interrupt(self) -> None:
        """End the question that is asked, or the next one."""
        self._interrupted = True
        self._arrived.set()

    def begin(self) -> None:
        """A new question follows: what a person typed before seeing it does not answer it."""
        self._interrupted = False
        if self.live:
            self._lines = deque(line for line in self._lines if line is None)

    def forget(self) -> None:
        """Drop what is half typed: it was meant for another question."""
        if self.live:
            self._line.text = ""

    def _keys_as_they_come(self) -> None:
        """Let the terminal hand over every key unechoed; Ctrl-C stays what it is."""
        if not self.live:
            return
        self._before = termios.tcgetattr(sys.stdin)
        keys = termios.tcgetattr(sys.stdin)
        keys[3] &= ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, keys)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        data = b"begin"
        while data:
            try:
                data = os.read(sys.stdin.fileno(), 4096)
            except (OSError, ValueError):  # it was closed
                data = b""
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody asks any more
                loop.call_soon_threadsafe(self._typed, data)

    def _typed(self, data: bytes) -> None:
        finished = self._line.type(data)
        self._lines += finished if data else [self._line.text or None, None]
        self._show_prompt()
        self._arrived.set()

    @contextlib.contextmanager
    def _without_prompt(self) -> Iterator[None]:
        if self.live and self._prompt:
            self._write(CLEAR_LINE)
        yield
        self._show_prompt()

    def _show_prompt(self) -> None:
        if not self.live or not self._prompt:
            return
        typed = safe(self._line.text) if self._reads else ""
        room = self.width - 1
        prompt = _end_of(self._prompt, max(room // 3, room - 1 - cell_len(typed)))
        typed = _end_of(typed, room - 1 - cell_len(prompt))
        self._write(f"{CLEAR_LINE}{prompt} {typed}")

    def _write(self, text: str) -> None:
        self.console.file.write(text)
        self.console.file.flush()


def _end_of(text: str, columns: int) -> str:
    """Return *text*, or as much of its end as fits into *columns*."""
    if cell_len(text) <= columns:
        return text
    while cell_len(text) >= max(2, columns):
        text = text[1:]
    return f"…{text}"


def safe_lines(text: str) -> str:
    """Return *text* made safe, its line breaks kept."""
    return "\n".join(map(safe, text.split("\n")))
