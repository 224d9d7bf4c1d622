"""A game in a terminal: the table is shown, what may be declared is chosen by number."""

import asyncio
import contextlib
import sys
from typing import Any

import msgspec
from rich.console import Console

from clients.sdk.client import GameClient, Happening, Lines
from clients.terminal.form import Form, summary
from clients.terminal.render import line_of, table_of
from domain.options import Filled, Option
from projections.messages import Recorded

HELP = (
    "Type a number to choose, Enter to take what is proposed, t for the table, c for the "
    "chronicle, b to go back, q to leave (your seat is kept). N*K declares option N, as proposed, "
    "K times."
)
LAST_LINES = 12


class Left(Exception):  # noqa: N818  names what the person did
    """The person at the terminal wants to leave."""


class Keyboard:
    """Lines that a person types, without blocking what else happens."""

    def __init__(self, console: Console) -> None:
        self._console, self._reader = console, asyncio.StreamReader()

    async def open(self) -> None:
        """Begin to listen."""
        loop = asyncio.get_running_loop()
        protocol = asyncio.StreamReaderProtocol(self._reader)
        await loop.connect_read_pipe(lambda: protocol, sys.stdin)

    async def ask(self, prompt: str) -> str:
        """Return the next line typed. Raises Left at the end of input, or at `q`."""
        self._console.print(prompt, end=" ")
        line = await self._reader.readline()
        text = line.decode(errors="replace").strip()
        if not line or text == "q":
            raise Left
        return text


class Terminal:
    """One person's terminal: a seat's, or a spectator's if there is no *keyboard*."""

    def __init__(self, client: GameClient, console: Console, keyboard: Keyboard | None) -> None:
        self._client, self._console, self._keyboard = client, console, keyboard
        self._changed = asyncio.Event()
        self._repeat: tuple[str, int] = ("", 0)

    async def run(self) -> None:
        """Show and play until the game is over or the person leaves."""
        tasks = {asyncio.create_task(self._show())}
        if self._keyboard is not None:
            tasks.add(asyncio.create_task(self._play()))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except Left:
            self._console.print("You left the table; the same command brings you back.")
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _show(self) -> None:
        first = True
        async for happening in self._client.happenings():
            self._tell(happening, first=first)
            first = first and not isinstance(happening, Lines)
            self._changed.set()
            if self._client.view.get("phase") == "over":
                self._console.print(table_of(self._client.view))
                return

    def _tell(self, happening: Happening, *, first: bool) -> None:
        if not isinstance(happening, Lines):
            self._console.print(f"[bold]{happening.text}[/bold]")
        elif first:
            self._console.print(table_of(self._client.view, happening.lines[-LAST_LINES:]))
        else:
            for line in happening.lines:
                self._console.print(line_of(line))

    async def _play(self) -> None:
        self._console.print(HELP, style="dim")
        shown: Any = None
        while True:
            self._changed.clear()
            options = self._options("options")
            if not any(not option.why_not for option in options):
                await self._changed.wait()
                continue
            headline = self._client.view["scene"]["headline"]
            if shown != headline:
                shown = headline
                self._console.print(table_of(self._client.view))
            if self._repeated(options):
                again = self._again(options)
                await self._declare(again.option, again)
            else:
                await self._choose(options)

    def _options(self, name: str) -> list[Option]:
        return [msgspec.convert(option, Option) for option in self._client.view.get(name, ())]

    async def _choose(self, options: list[Option]) -> None:
        everything = [*options, *self._options("table_options")]
        self._console.print("\nYou may declare:", style="bold")
        for n, option in enumerate(everything, 1):
            reason = f"  not now: {option.why_not}" if option.why_not else ""
            rule = f"  ({option.rule})" if option.rule else ""
            self._console.print(f"{n:>3}. {option.title}{rule}{reason}", markup=False)
        text = await self._ask("Which?")
        number, star, times = text.partition("*")
        if text == "t":
            self._console.print(table_of(self._client.view))
        elif text == "c":
            for line in list(self._client.following.chronicle)[-40:]:
                self._console.print(line_of(line))
        elif not number.isdecimal() or not 1 <= int(number) <= len(everything):
            self._console.print(HELP, style="dim")
        elif (option := everything[int(number) - 1]).why_not:
            self._console.print(f"Not now: {option.why_not}", markup=False)
        elif star and times.isdecimal():
            self._repeat = option.command, int(times)
        else:
            await self._fill_and_declare(option)

    def _repeated(self, options: list[Option]) -> bool:
        command, times = self._repeat
        if times and not any(o.command == command and not o.why_not for o in options):
            self._repeat = "", 0
        return self._repeat[1] > 0

    def _again(self, options: list[Option]) -> Filled:
        command, times = self._repeat
        self._repeat = command, times - 1
        return Form(next(o for o in options if o.command == command and not o.why_not)).filled

    async def _fill_and_declare(self, option: Option) -> None:
        filled = await self._fill(option)
        if filled is not None:
            await self._declare(option, filled)

    async def _declare(self, option: Option, filled: Filled) -> None:
        self._console.print(f"Declaring: {summary(filled)}", markup=False, style="dim")
        answer = await self._client.declare(option.command, filled.fields(), option.sealed)
        style = "green" if isinstance(answer, Recorded) else "red"
        self._console.print(answer.text, markup=False, style=style)
        if not isinstance(answer, Recorded):
            self._repeat = "", 0

    async def _fill(self, option: Option) -> Filled | None:
        """Let a person fill in *option*; None if they go back."""
        form = Form(option)
        while option.fields:
            self._console.print(f"\n{option.title}", style="bold", markup=False)
            for line in form.lines():
                self._console.print(line, markup=False)
            text = await self._ask("Number to change, Enter to take, b to go back:")
            if text == "b":
                return None
            if not text:
                if not (reason := form.complete()):
                    break
                self._console.print(reason, style="red", markup=False)
            elif (index := form.field(text)) is not None:
                await self._change(form, index)
        return form.filled

    async def _change(self, form: Form, index: int) -> None:
        for line in form.ask(index):
            self._console.print(line, markup=False)
        text = await self._ask("Your choice:")
        reason = ""
        if hasattr(form.option.fields[index], "kinds") and text != "0":
            kind = form.kind(index, text)
            order = await self._fill(kind) if kind is not None else None
            if order is not None:
                reason = form.add(index, order)
        else:
            reason = form.set(index, text)
        if reason:
            self._console.print(reason, style="red", markup=False)

    async def _ask(self, prompt: str) -> str:
        assert self._keyboard is not None
        return await self._keyboard.ask(prompt)


async def play(client: GameClient, console: Console) -> None:
    """Play a seat in this terminal. Raises NotDone, Forked."""
    keyboard = Keyboard(console)
    await keyboard.open()
    async with client:
        await Terminal(client, console, keyboard).run()


async def watch(client: GameClient, console: Console) -> None:
    """Watch a game in this terminal until it is over. Raises NotDone, Forked."""
    async with client:
        with contextlib.suppress(asyncio.CancelledError):
            await Terminal(client, console, None).run()
