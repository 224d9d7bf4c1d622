"""Deadlines of games that no process holds: noted in the store, and picked up by any process.

Who records something notes when the game is to be looked at next. Whoever finds that moment passed
claims the game, for some seconds alone, and loads it: its limits then run as if it had always been
held (deadlines). Who holds it anyway declares on time, and has noted the next moment before others
look.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress

import structlog

from domain.clocks import limit_ms
from domain.names import GameId
from domain.record import Entry
from server.clock import Clock
from server.deadlines import soonest_s
from server.host import GameHost
from server.hosts import Hosts, NoSuchGame
from server.store.event_store import StoreDown
from server.store.index import GameIndex

log = structlog.get_logger()


class Overdue:
    """What this process notes of its games, and picks up of all."""

    def __init__(self, hosts: Hosts, index: GameIndex, clock: Clock) -> None:
        self._hosts, self._index, self._clock = hosts, index, clock
        self._limits = hosts.limits
        self._changed: dict[GameId, GameHost] = {}
        self._noting: dict[GameId, GameHost] = {}
        self._noted: set[GameId] = set()
        self._news = asyncio.Event()
        hosts.begins = self.begins
        hosts.recorders.append(self._recorded)

    async def begins(self, game: GameId) -> None:
        """Note a game that is about to be made with a time limit. Raises StoreDown.

        From now until it is over there is a moment at which it is looked at, come what may.
        """
        await self._index.say_due({game: self._in_ms(self._limits.look_again_s)})

    def _recorded(self, host: GameHost, _entries: Sequence[Entry] = ()) -> None:
        """Note, by and by, when *host* is to be looked at."""
        self._changed[host.id] = host
        self._news.set()

    def is_noted(self, game: GameId) -> bool:
        """Tell whether the store knows when *game* is to be looked at."""
        return game not in self._changed and game not in self._noting

    async def note(self) -> None:
        """Note what has changed, for ever; all that came meanwhile goes out together."""
        while True:
            await self._news.wait()
            self._news.clear()
            self._noting, self._changed = self._changed, {}
            try:
                await self._note(self._noting.values())
            except StoreDown:
                self._changed = self._noting | self._changed
                self._news.set()
                await asyncio.sleep(self._limits.poll_s)
            self._noting = {}

    async def _note(self, hosts: Iterable[GameHost]) -> None:
        moments = {host.id: self._moment_ms(host) for host in hosts}
        done = {game for game, moment in moments.items() if moment is None}
        told = {game: moment for game, moment in moments.items() if game not in done - self._noted}
        if told:
            await self._index.say_due(told)
        self._noted = (self._noted | told.keys()) - done

    def _moment_ms(self, host: GameHost) -> int | None:
        game = host.table.game
        in_s = None if host.frozen else soonest_s(host)
        if in_s is not None:
            return self._in_ms(in_s)
        again = game.phase != "over" and game.created is not None and limit_ms(game)
        return self._in_ms(self._limits.look_again_s) if again else None

    def _in_ms(self, seconds: float) -> int:
        return self._clock.now_ms() + int(1000 * seconds)

    async def pick_up(self) -> None:
        """Look every second for games whose moment has passed, for ever."""
        while True:
            await asyncio.sleep(self._limits.poll_s)
            with suppress(StoreDown):
                while await self._pick_up() == self._limits.picked_up:
                    pass

    async def _pick_up(self) -> int:
        until_ms = self._in_ms(-self._limits.holder_s)
        again_ms = self._in_ms(self._limits.claim_s)
        claimed = await self._index.claim_due(until_ms, again_ms, self._limits.picked_up)
        for game in claimed:
            await self._look_at(game)
        return len(claimed)

    async def _look_at(self, game: GameId) -> None:
        try:
            host = await self._hosts.get(game)
            head = await self._hosts.store.head(game)
            await host.catch_up(head.position)
        except NoSuchGame:
            await self._index.say_due({game: None})
        except Exception:
            # A fault in one game is no matter of the others; it is looked at again.
            log.exception("overdue_failed", game=game.hex())
        else:
            self._noted.add(game)
            # What is due now notes the next moment when it is declared. If that fails, it stays
            # claimed for a while, lest it be tried all the time.
            if soonest_s(host) != 0.0:
                self._recorded(host)
