"""The lobby of this process: every game of the store in a line, read once and kept current."""

from collections.abc import Sequence
from functools import partial
from itertools import takewhile

import msgspec
import structlog

from domain.codec import Codec, envelope
from domain.decider import Event
from domain.game_events import GAME_EVENTS, Created
from domain.names import GameId
from domain.record import Broken, Entry
from projections.lobby import LOBBY_KINDS, LobbyLine, line_after
from server.held_back import is_public
from server.host import GameHost
from server.hosts import Hosts

log = structlog.get_logger()


class Lobby:
    """All games as lines; the newest first."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts, self._lines = hosts, dict[GameId, LobbyLine]()
        self._codec = Codec(GAME_EVENTS)
        hosts.public_listeners.append(self._happened)

    def lines(self) -> list[LobbyLine]:
        """Return a line for each game."""
        return sorted(self._lines.values(), key=lambda line: line.created_ms, reverse=True)

    async def read(self) -> None:
        """Read the games that are in the store. Raises StoreDown."""
        for game in await self._hosts.store.games():
            if game not in self._lines:
                await self._read(game)

    async def _read(self, game: GameId) -> None:
        after, limit = 0, self._hosts.limits.read_entries
        delay_ms, now_ms = 0, self._hosts.clock.now_ms()
        try:
            while entries := await self._hosts.store.read(game, after, limit):
                delay_ms = self._delay_ms(entries[0]) if not after else delay_ms
                public = takewhile(partial(is_public, delay_ms=delay_ms, now_ms=now_ms), entries)
                self._fold(game, list(public))
                after = entries[-1].position
        except (Broken, ValueError, KeyError) as fault:
            # One game that cannot be read stands in the lobby as such; the others are not touched.
            line = self._lines.get(game, LobbyLine(game=game.hex()))
            self._lines[game] = msgspec.structs.replace(line, phase="frozen")
            log.warning("game_unreadable", game=game.hex(), why=str(fault))

    def _delay_ms(self, entry: Entry) -> int:
        """Return how long what is recorded is kept from spectators; the first *entry* tells."""
        created = self._codec.decode(entry.open, None)
        if not isinstance(created, Created):
            raise Broken(entry.position, "a game begins with another event")
        return 1000 * int(created.options.get("delay_s", 0))

    def _happened(self, host: GameHost, folded: Sequence[tuple[Entry, Event]]) -> None:
        self._fold(host.id, [entry for entry, _ in folded])

    def _fold(self, game: GameId, entries: Sequence[Entry]) -> None:
        line = self._lines.get(game, LobbyLine(game=game.hex()))
        for entry in entries:
            if entry.position <= line.position:
                continue
            if envelope(entry.open).k in LOBBY_KINDS:
                line = line_after(line, self._codec.decode(entry.open, None), entry.at_ms)
            line = msgspec.structs.replace(line, position=entry.position)
        if entries:
            self._lines[game] = line
