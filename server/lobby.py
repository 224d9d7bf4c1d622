"""The lobby: every game of the store in a line, a page at a time, the same from every process.

A line is kept in the store whenever something happens that the lobby tells; what came after that is
read from the record when the line is asked for. So nothing is read at start, however many games
there are, and a process that dies before it has kept a line costs nothing but that reading.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import takewhile

import msgspec
import structlog

from domain.codec import Codec, envelope
from domain.game_events import GAME_EVENTS, Created
from domain.names import GameId
from domain.record import Broken, Entry
from projections.lobby import LOBBY_KINDS, LobbyLine, line_after
from server.held_back import is_public
from server.host import GameHost
from server.hosts import Hosts
from server.store.event_store import StoreDown
from server.store.index import GameIndex, Place, State

log = structlog.get_logger()
AFTER: dict[State, State | None] = {"playing": "over", "over": None}
"""Which list follows which: who can still be joined or watched comes first."""


class Cursor(msgspec.Struct, frozen=True):
    """After which line a page begins: a list, and a place in it; None is its beginning."""

    state: State
    place: Place | None = None

    def __str__(self) -> str:
        return f"{self.state}-{self.place.member.hex() if self.place else ''}"

    @classmethod
    def read(cls, text: str) -> "Cursor":
        """Read a cursor as it was told; ValueError if it is none."""
        state, _, place = text.partition("-")
        if state not in AFTER:
            raise ValueError(f"{text!r} is no place in the lobby")
        return cls(
            msgspec.convert(state, State), Place.read(bytes.fromhex(place)) if place else None
        )


class Lobby:
    """All games as lines: those that are played, the newest first; then those that ended last."""

    def __init__(self, hosts: Hosts, index: GameIndex) -> None:
        self._hosts, self._index = hosts, index
        self._codec = Codec(GAME_EVENTS)
        self._known: dict[GameId, LobbyLine] = {}
        self._changed: set[GameId] = set()
        self._news = asyncio.Event()
        hosts.recorders.append(self._recorded)

    async def page(self, cursor: Cursor, limit: int) -> tuple[list[LobbyLine], Cursor | None]:
        """Return up to *limit* lines from *cursor* on, and where the next begin. Raises StoreDown.

        Fewer than *limit* may come before the last page.
        """
        lines, at = list[LobbyLine](), cursor
        while True:
            wanted = limit - len(lines)
            places = await self._index.newest(at.state, at.place, wanted)
            lines += await self._lines(at.state, places)
            if len(places) == wanted:
                return lines, Cursor(at.state, places[-1])
            if (following := AFTER[at.state]) is None:
                return lines, None
            at = Cursor(following)

    async def _lines(self, state: State, places: Sequence[Place]) -> list[LobbyLine]:
        """Return the lines of games; of those that are played, without those that are over."""
        if state == "over":
            return await self._kept([place.game for place in places])
        lines = await self._current(places)
        for place, line in zip(places, lines, strict=True):
            if line.phase == "over":
                # Whoever recorded its end has not come to move it.
                await self._keep(place.game)
        return [line for line in lines if line.phase != "over" and line != _nothing_of(line.game)]

    async def keep(self) -> None:
        """Keep the lines of games in which something happened here, for ever."""
        while True:
            await self._news.wait()
            self._news.clear()
            changed, self._changed = self._changed, set()
            try:
                for game in changed:
                    await self._kept_or_told(game)
            except StoreDown:
                self._changed |= changed
                self._news.set()
                await asyncio.sleep(self._hosts.limits.poll_s)

    async def take_over(self) -> None:
        """List the games of a store that is older than the lists, by and by."""
        while True:
            try:
                while games := await self._index.older(self._hosts.limits.lobby_page):
                    await self._list_again(games)
            except StoreDown:
                await asyncio.sleep(self._hosts.limits.poll_s)
            else:
                return

    async def _list_again(self, games: Sequence[GameId]) -> None:
        await asyncio.gather(*map(self._list_one_again, games))
        await self._index.forget_older(games)

    async def _list_one_again(self, game: GameId) -> None:
        # Listed as played first: whatever interrupts this, a list has it.
        if first := await self._hosts.store.read(game, 0, 1):
            await self._index.list_again(Place(first[0].at_ms, game))
            await self._kept_or_told(game)

    def _recorded(self, host: GameHost, entries: Sequence[Entry]) -> None:
        if any(envelope(entry.open).k in LOBBY_KINDS for entry in entries):
            self._changed.add(host.id)
            self._news.set()

    async def _kept_or_told(self, game: GameId) -> None:
        try:
            await self._keep(game)
        except StoreDown:
            raise
        except Exception:
            # A fault in one line is no matter of the others.
            log.exception("lobby_line_failed", game=game.hex())

    async def _keep(self, game: GameId) -> None:
        """Keep the line of a game as it stands, and move it when it is over."""
        (line,) = await self._current([Place(0, game)])
        if line.phase == "frozen":
            return
        await self._index.keep_lines({game: msgspec.json.encode(line)})
        if line.phase == "over":
            await self._index.end(Place(line.created_ms, game), Place(line.over_ms, game))
            self._known.pop(game, None)

    async def _kept(self, games: Sequence[GameId]) -> list[LobbyLine]:
        kept = await self._index.lines(games)
        return [_line(game, line) for game, line in zip(games, kept, strict=True)]

    async def _current(self, places: Sequence[Place]) -> list[LobbyLine]:
        """Return the lines of games as they stand: what is known of them, and what came after."""
        games = [place.game for place in places]
        unknown = [game for game in games if game not in self._known]
        lines = {game: self._known[game] for game in games if game in self._known}
        lines |= zip(unknown, await self._kept(unknown), strict=True)
        heads = await self._hosts.store.heads(games)
        for game, head in zip(games, heads, strict=True):
            if head.position != lines[game].position:
                lines[game] = await self._read_on(game, lines[game])
        self._known |= lines
        while len(self._known) > self._hosts.limits.lobby_lines:
            del self._known[next(iter(self._known))]
        return [lines[game] for game in games]

    async def _read_on(self, game: GameId, line: LobbyLine) -> LobbyLine:
        limit, now_ms = self._hosts.limits.read_entries, self._hosts.clock.now_ms()
        try:
            delay_ms = await self._delay_ms(game)
            public = partial(is_public, delay_ms=delay_ms, now_ms=now_ms)
            after = line.position
            while entries := await self._hosts.store.read(game, after, limit):
                line = self._folded(line, list(takewhile(public, entries)))
                after = entries[-1].position
        except (Broken, ValueError, KeyError) as fault:
            # One game that cannot be read stands in the lobby as such; the others are not touched.
            log.warning("game_unreadable", game=game.hex(), why=str(fault))
            line = msgspec.structs.replace(line, phase="frozen")
        return line

    async def _delay_ms(self, game: GameId) -> int:
        """Return how long what is recorded is kept from spectators; the first entry tells."""
        for entry in await self._hosts.store.read(game, 0, 1):
            created = self._codec.decode(entry.open, None)
            if not isinstance(created, Created):
                raise Broken(entry.position, "a game begins with another event")
            return 1000 * int(created.options.get("delay_s", 0))
        return 0

    def _folded(self, line: LobbyLine, entries: Sequence[Entry]) -> LobbyLine:
        for entry in entries:
            if envelope(entry.open).k in LOBBY_KINDS:
                line = line_after(line, self._codec.decode(entry.open, None), entry.at_ms)
            line = msgspec.structs.replace(line, position=entry.position)
        return line


def _line(game: GameId, kept: bytes | None) -> LobbyLine:
    """Read a line that was kept; one that is damaged is as none, and is made again."""
    with suppress(msgspec.MsgspecError):
        if kept is not None:
            return msgspec.json.decode(kept, type=LobbyLine)
    return _nothing_of(game.hex())


def _nothing_of(game: str) -> LobbyLine:
    """Return the line of a game of which nothing is recorded: it was about to be made."""
    return LobbyLine(game=game)
