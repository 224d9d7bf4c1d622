"""A player that is a program: it sees what its seat sees, and declares what is on offer."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from clients.sdk.client import GameClient, Lines
from domain.options import Filled, Option, defaults, fill
from projections.messages import Problem, Recorded

FOLLOWS_DEFAULTS = 0.6
"""How often a bot takes an option as it is offered, instead of changing it at random."""
TROUBLE_S = 1.0


class BotFailed(Exception):  # noqa: N818  names what happened
    """The game refused what it offered (a fault of the rules' options), or cannot go on."""


class RandomPlayer:
    """Plays legally and at random, leaning to what the rule system offers first."""

    def __init__(self, client: GameClient, chance: random.Random, pace_s: float = 0.0) -> None:
        self._client, self._chance, self._pace_s = client, chance, pace_s
        self.declared = 0

    async def play(self, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Play until the game is over. Raises BotFailed, NotDone, Forked."""
        async for happening in self._client.happenings():
            if not isinstance(happening, Lines):
                continue
            while option := self._choice():
                await pause(self._pace_s)
                if not await self._declare(option):
                    await pause(max(self._pace_s, TROUBLE_S))
            if self._client.view["phase"] == "over":
                return

    def _choice(self) -> Option | None:
        """Return one of the options that this seat has now, or None if it has none."""
        view = self._client.view
        offered = [msgspec.convert(option, Option) for option in view.get("options", ())]
        possible = [option for option in offered if not option.why_not]
        return self._chance.choice(possible) if possible else None

    async def _declare(self, option: Option) -> bool:
        """Declare; tell whether to go on at once, or after a while: the server is in trouble."""
        filled = self._filled(option)
        answer = await self._client.declare(option.command, filled.fields(), option.sealed)
        if isinstance(answer, Recorded):
            self.declared += 1
            return True
        if answer.code == "conflict":
            return True
        if answer.rule or answer.code == "frozen":
            raise BotFailed(f"{answer.text} It declared {_shown(option, filled, answer)}.")
        return False

    def _filled(self, option: Option) -> Filled:
        if self._chance.random() < FOLLOWS_DEFAULTS and not _has_orders(option):
            return defaults(option)
        return fill(option, self._chance.randrange)


def _has_orders(option: Option) -> bool:
    return any(hasattr(field, "kinds") for field in option.fields)


def _shown(option: Option, filled: Filled, answer: Problem) -> dict[str, Any]:
    return {"command": option.command, "fields": filled.fields(), "facts": answer.facts}
