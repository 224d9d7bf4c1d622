"""The questions between a person and a declaration: which option, and how it is filled in."""

import re
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from clients.terminal.form import Form, choices
from clients.terminal.screen import Screen
from domain.options import Filled, Option, Orders, Pick, defaults

HELP = """Type a number to choose, Enter to take what is proposed, b to go back.
  5=3  in a form: set line 5 to 3      t  the table       c  the whole chronicle
  1*8  option 1 as proposed, 8 times   *8 whatever comes first, 8 times
  o    in a form: what may come of it  ?  this help
  q    leave; your seat is kept"""

Odds = Callable[[Filled], Awaitable[Sequence[str]]]
"""What may come of a declaration as it is filled in, as lines."""


FORM_PROMPT = "Number to change, o for the odds, Enter to take, b to go back:"


class Repeat(msgspec.Struct, frozen=True):
    """Go on as proposed, *times* times: with *command* alone, or with whatever comes first."""

    times: int
    command: str = ""


class Menu(msgspec.Struct, frozen=True):
    """What a seat may declare: in play, and (at any time) about the game itself."""

    play: tuple[Option, ...] = ()
    table: tuple[Option, ...] = ()

    @property
    def possible(self) -> list[Option]:
        """The options of play that can be declared now."""
        return [option for option in self.play if not option.why_not]

    def lines(self) -> list[str]:
        """Return the options by number; those that cannot be had now follow with their reason."""
        numbered = [*self.possible, *self.table]
        lines = [f"{n:>3}. {_titled(option)}" for n, option in enumerate(numbered, 1)]
        others = [option for option in self.play if option.why_not]
        return [*lines, *(f"  -  {_titled(option)}: {option.why_not}" for option in others)]

    def chosen(self, text: str) -> Option | Repeat | None:
        """Return what a person chose by *text*: an option, a repetition, or None."""
        numbered = [*self.possible, *self.table]
        if not text and self.possible:
            return self.possible[0]
        match = re.fullmatch(r"([0-9]{0,3})(?:\s*\*\s*([0-9]{1,3}))?", text)
        if match is None or not text:
            return None
        number, times = match.groups()
        if number and not 1 <= int(number) <= len(numbered):
            return None
        if not times:
            return numbered[int(number) - 1] if number else None
        if not self.possible or (number and int(number) > len(self.possible)):
            return None
        return Repeat(int(times), numbered[int(number) - 1].command if number else "")

    def repeated(self, repeat: Repeat) -> Filled | None:
        """Return what *repeat* declares now, or None if that cannot be declared."""
        for option in self.possible:
            if repeat.command in {"", option.command}:
                filled = defaults(option)
                return None if filled.exceeded() else filled
        return None


class Dialogue:
    """Asks on a screen."""

    def __init__(self, screen: Screen, odds: Odds) -> None:
        self._screen, self._odds = screen, odds

    async def fill(self, option: Option) -> Filled | None:
        """Let a person fill in a declaration; None if they go back. Raises Left, Interrupted."""
        return await self._fill(option, self._odds)

    async def _fill(self, option: Option, odds: Odds | None) -> Filled | None:
        """Let a person fill in *option*; of an order within a declaration there are no *odds*."""
        form = Form(option)
        if form.settled:
            return form.filled
        self._screen.print(f"\n{option.title}", style="bold")
        if (only := form.only_pick) is not None:
            return await self._pick(form, only, odds)
        while True:
            self._screen.print("\n".join(form.lines()))
            text = await self._screen.ask(
                "Number to change, Enter to take, b to go back:" if odds is None else FORM_PROMPT
            )
            if text == "b":
                return None
            if text == "o" and odds is not None and not form.complete():
                self._screen.print("\n".join(await odds(form.filled)))
            elif text:
                await self._change(form, text)
            elif reason := form.complete():
                self._refuse(reason)
            else:
                return form.filled

    async def sure(self, option: Option) -> Filled | None:
        """Ask whether *option*, which has nothing to fill in, is meant; None if not."""
        text = await self._screen.ask(f"{option.title}: Enter declares it, b goes back:")
        return None if text else defaults(option)

    async def _pick(self, form: Form, only: Pick, odds: Odds | None) -> Filled | None:
        self._screen.print("\n".join(choices(only)))
        proposed = only.choices[only.default].title
        while True:
            if odds is None:
                text = await self._screen.ask(f"Number, Enter for {proposed}, b to go back:")
            else:
                text = await self._screen.ask(
                    f"Number, o or o2 for the odds, Enter for {proposed}, b to go back:"
                )
            if text == "b":
                return None
            if odds is not None and text.startswith("o"):
                await self._foretell(form.option, text[1:].strip(), odds)
                continue
            reason = form.set(0, text) if text else ""
            if not (reason := reason or form.complete()):
                return form.filled
            self._refuse(reason)

    async def _foretell(self, option: Option, number: str, odds: Odds) -> None:
        """Show the odds of the choice of that *number*, else of the proposed one; take nothing."""
        form = Form(option)
        if number and (reason := form.set(0, number)):
            self._refuse(reason)
        else:
            self._screen.print("\n".join(await odds(form.filled)))

    async def _change(self, form: Form, text: str) -> None:
        number, equals, value = (part.strip() for part in text.partition("="))
        if (index := form.field(number)) is None:
            self._refuse(f"There is no line {number}.")
            return
        if not equals and isinstance(form.option.fields[index], Orders):
            await self._orders(form, index)
            return
        if not equals:
            self._screen.print("\n".join(form.ask(index)))
            value = await self._screen.ask("Your choice:")
        if value not in {"", "b"} and (reason := form.set(index, value)):
            self._refuse(reason)

    async def _orders(self, form: Form, index: int) -> None:
        """Let a person add orders until they have enough."""
        self._screen.print("\n".join(form.ask(index)))
        while True:
            text = await self._screen.ask("Orders to add (several: 1 2 3), Enter when done:")
            if text in {"", "b"}:
                return
            for number in text.replace(",", " ").split():
                if reason := await self._order(form, index, number):
                    self._refuse(reason)
            self._screen.print("\n".join(form.orders(index)) or "       no orders")

    async def _order(self, form: Form, index: int, number: str) -> str:
        """Add an order of the kind of that *number*; return why not, or nothing."""
        if number == "0":
            return form.set(index, number)
        kind = form.kind(index, number)
        if kind is None:
            return f"There is no order {number}."
        order = await self._fill(kind, None)
        return form.add(index, order) if order is not None else ""

    def _refuse(self, reason: str) -> None:
        self._screen.print(reason, style="red")


def menu_of(play: Sequence[object], table: Sequence[object]) -> Menu:
    """Return the menu of a view's options."""
    return Menu(
        tuple(msgspec.convert(option, Option) for option in play),
        tuple(msgspec.convert(option, Option) for option in table),
    )


def _titled(option: Option) -> str:
    return f"{option.title}  ({option.rule})" if option.rule else option.title
