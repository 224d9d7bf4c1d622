"""A game in a terminal: what happens is told, what may be declared is chosen by number."""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.console import Console

from clients.sdk.client import GameClient, Happening, Lines
from clients.sdk.http import NotDone
from clients.terminal.dialogue import HELP, Dialogue, Menu, Repeat, menu_of
from clients.terminal.form import summary
from clients.terminal.histogram import histogram
from clients.terminal.language import SpeakingClient
from clients.terminal.news import DICE, News
from clients.terminal.render import line_of
from clients.terminal.screen import Interrupted, Left, Screen
from clients.terminal.shown import Table, kept
from clients.terminal.timing import clock_of
from domain.options import Filled, Option
from projections.messages import Recorded

FIRST_LINES, CHRONICLE_LINES = 12, 60
LINES_BETWEEN_MAPS = 24
"""How many lines a spectator is told before the map is shown again."""
LONGEST_SUMMARY = 240
LEFT = "You left the table; the same command brings you back."


class Terminal:
    """One person's terminal: a seat's, or a spectator's."""

    def __init__(self, client: GameClient, screen: Screen, *, reads: bool) -> None:
        self._client, self._screen, self._reads = client, screen, reads
        self._dialogue, self._table = Dialogue(screen, self._odds), Table(client, screen)
        self._news = News()
        self._shown, self._scene = False, b""
        self._since_map = 0
        self._asked: tuple[Menu, str] = Menu(), ""
        self._repeat = Repeat(0)
        self._told, self._position = asyncio.Event(), -1

    async def run(self) -> None:
        """Show and play until the game is over or the person leaves. Raises NotDone, Forked."""
        tasks = {asyncio.create_task(self._show())}
        if self._reads:
            tasks.add(asyncio.create_task(self._play()))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except Left:
            self._screen.print(LEFT)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # --- what happens ---

    async def _show(self) -> None:
        async for happening in self._client.happenings():
            first = not self._shown
            self._tell(happening)
            if (head := self._client.following.head) is not None:
                self._position = head.position
            self._told.set()
            if self._client.view.get("phase") == "over":
                self._screen.prompt("")
                if not first:
                    self._table.whole()
                return
            self._ask_again_if_changed()
            if not self._reads:
                self._screen.prompt(self._waiting() + self._clocks())

    def _ask_again_if_changed(self) -> None:
        """Let a question go that is no longer the question; a form lasts while others seal."""
        menu, waiting = self._asked
        if menu != self._menu() or (not menu.possible and waiting != self._waiting()):
            self._screen.interrupt()

    def _tell(self, happening: Happening) -> None:
        if not isinstance(happening, Lines):
            self._screen.print(happening.text, style="bold")
            return
        scene = self._client.view.get("scene")
        now = kept([scene["pieces"], scene["sheets"]]) if scene else b""
        news = self._news.of(happening.lines, moved=now != self._scene)
        self._scene = now
        if not self._shown:
            self._shown = True
            self._table.whole(news[-FIRST_LINES:])
            return
        for line in news:
            self._screen.print(line_of(line))
        if any(line.kind in DICE for line in news):
            self._repeat = Repeat(0)
        self._since_map += len(news)
        if self._client.following.seat is None and (
            self._table.turned or self._since_map >= LINES_BETWEEN_MAPS
        ):
            self._table.changes()
            self._since_map = 0

    def _menu(self) -> Menu:
        view = self._client.view
        return menu_of(view.get("options", ()), view.get("table_options", ()))

    def _waiting(self) -> str:
        """Return how the game stands and who is waited for."""
        view = self._client.view
        scene = view.get("scene")
        free = [seat["title"] for seat in view.get("seats", ()) if not seat["taken"]]
        if (disputed := view.get("disputed")) is not None:
            return f"Event {disputed} is disputed: the game stands still until a ruling."
        waited = [_held(seat) for seat in view.get("seats", ()) if seat["waiting"]]
        if (recess := view.get("recess")) is not None:
            return _recess(recess, waited)
        if scene is None:
            return f"Not begun: {' and '.join(free)} free" if free else ""
        return f"{scene['headline']} · waiting for {' and '.join(waited)}" if waited else ""

    def _clocks(self) -> str:
        """Return what is left to each seat that has a clock, as it is now; "" if none has."""
        view, now_ms = self._client.view, self._client.server_now_ms
        seats = [(seat["title"], clock_of(view, seat, now_ms)) for seat in view.get("seats", ())]
        shown = ", ".join(f"{title} {left}" for title, left in seats if left)
        return f" · time left: {shown}" if shown else ""

    # --- what is declared ---

    async def _play(self) -> None:
        while True:
            await self._all_is_told()
            self._screen.begin()
            menu = self._menu()
            self._asked = menu, self._waiting()
            try:
                if (filled := self._repeated(menu)) is not None:
                    await self._declare(filled)
                elif menu.possible:
                    await self._choose(menu)
                else:
                    await self._wait(menu)
            except Interrupted:
                if menu != self._menu():
                    self._screen.forget()

    async def _all_is_told(self) -> None:
        """Wait until what led to the view is told, so that it stands above the question."""
        while (head := self._client.following.head) is None or self._position < head.position:
            self._told.clear()
            await self._told.wait()

    async def _choose(self, menu: Menu) -> None:
        self._table.changes()
        headline = f"{self._client.view['scene']['headline']}{self._clocks()}"
        if self._client.view.get("recess") is not None:
            headline += " · seal your next order for the adjournment"
        self._screen.print(f"\n{headline}. You may:", style="bold")
        self._screen.print("\n".join(menu.lines()))
        while True:
            text = await self._screen.ask("Number, Enter for 1, ? for help:")
            if not self._looked(text) and await self._answered(menu, text):
                return

    async def _wait(self, menu: Menu) -> None:
        """While others are waited for, look round, or declare about the game itself."""
        waiting = self._asked[1] + self._clocks()
        text = await self._screen.ask(f"{waiting} (? for help)")
        if not text and menu.table:
            self._screen.print("\n".join(menu.lines()))
            text = await self._screen.ask("Number, Enter to go on waiting:")
        if text and not self._looked(text):
            await self._answered(menu, text)

    def _looked(self, text: str) -> bool:
        """Show what a person wants to see; tell whether *text* was such a wish."""
        match text:
            case "t":
                self._table.whole()
            case "c":
                for line in list(self._client.following.chronicle)[-CHRONICLE_LINES:]:
                    self._screen.print(line_of(line))
            case "?" | "h" | "help":
                self._screen.print(HELP, style="dim")
            case "q":
                raise Left
            case _:
                return False
        return True

    async def _answered(self, menu: Menu, text: str) -> bool:
        """Do what was chosen by *text*; tell whether the menu is done with."""
        chosen = menu.chosen(text)
        if chosen is None:
            self._screen.print(f"There is no option {text}; ? for help.", style="red")
            return False
        if isinstance(chosen, Repeat):
            self._repeat = chosen
            return True
        filled = await self._filled(menu, chosen)
        if filled is not None:
            await self._declare(filled)
        return True

    async def _filled(self, menu: Menu, option: Option) -> Filled | None:
        if option in menu.table and not option.fields:
            return await self._dialogue.sure(option)
        return await self._dialogue.fill(option)

    def _repeated(self, menu: Menu) -> Filled | None:
        """Return what is declared without asking, if something is; a repetition may end here."""
        if not self._repeat.times or not menu.possible:
            return None
        filled = menu.repeated(self._repeat)
        times = self._repeat.times - 1 if filled is not None else 0
        self._repeat = msgspec.structs.replace(self._repeat, times=times)
        return filled

    async def _odds(self, filled: Filled) -> Sequence[str]:
        """Ask what may come of a declaration as it is filled in; a refusal is an answer as well."""
        try:
            found = await self._client.odds(filled.option.command, filled.fields())
        except NotDone as refused:
            return (str(refused),)
        return histogram(found)

    async def _declare(self, filled: Filled) -> None:
        option, said = filled.option, summary(filled)
        said = said if len(said) <= LONGEST_SUMMARY else option.title
        self._screen.print(f"Declaring: {said}", style="dim")
        answer = await self._client.declare(option.command, filled.fields(), option.sealed)
        if not isinstance(answer, Recorded):
            self._screen.print(answer.text, style="red")
            self._repeat = Repeat(0)


def _recess(recess: Mapping[str, Any], waited: Sequence[str]) -> str:
    """Return what a recess waits for."""
    who = " and ".join(waited)
    if not waited:
        adjourned = "Adjourned: every order that was owed is sealed"
        return "A pause" if recess["kind"] == "pause" else adjourned
    if recess["resuming"]:
        return f"Play goes on as soon as {who} would"
    return f"Adjourned: waiting for the next order of {who}"


def _held(seat: dict[str, str]) -> str:
    return f"{seat['title']} ({seat['name']})" if seat["name"] else seat["title"]


async def play(client: SpeakingClient, console: Console) -> None:
    """Play a seat in this terminal. Raises NotDone, Forked."""
    with Screen(console, reads=True, speak=client.speak) as screen:
        async with client:
            await Terminal(client, screen, reads=True).run()


async def watch(client: SpeakingClient, console: Console) -> None:
    """Watch a game in this terminal until it is over. Raises NotDone, Forked."""
    reads = sys.stdin.isatty() and console.is_terminal
    with Screen(console, reads=reads, speak=client.speak) as screen:
        async with client:
            await Terminal(client, screen, reads=reads).run()
