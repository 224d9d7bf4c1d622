"""Which seats of a game are here: those are asked for their links when dice are of the table."""

from collections.abc import Callable

from domain.names import GameId, SeatId
from domain.table import Table
from server.clock import Clock
from server.store.event_store import EventStore


class Presence:
    """Who is connected to this process or another, or sat down within the last *joining_s*."""

    def __init__(self, table: Table, store: EventStore, clock: Clock, joining_s: float) -> None:
        self._table, self._store, self._clock = table, store, clock
        self._joining_s = joining_s
        self._sat_down: dict[SeatId, int] = {}
        self._elsewhere: frozenset[SeatId] = frozenset()
        self.connected: Callable[[GameId], frozenset[SeatId]] = lambda _: frozenset()
        self.sits_down: SeatId | None = None
        """Whose seat is being taken right now: a roll that this leads to asks it too."""

    @property
    def asked_for_links(self) -> bool:
        """Whether the seats have a part in this game's dice."""
        created = self._table.game.created
        return created is not None and created.dice == "table"

    def sat_down(self, seat: SeatId) -> None:
        """Note that somebody took *seat*, whose connection may come in a moment."""
        self._sat_down[seat] = self._clock.now_ms()

    async def look_round(self) -> None:
        """Ask which seats are connected to other processes, if seats have a part in the dice.

        Raises StoreDown.
        """
        if self.asked_for_links:
            self._elsewhere = await self._store.here(self._table.id, self._clock.now_ms())

    def seats(self) -> tuple[SeatId, ...]:
        """Return the seats to be asked for links; of a seat without a holder no link can come."""
        since = self._clock.now_ms() - 1000 * self._joining_s
        joining = {seat for seat, at_ms in self._sat_down.items() if at_ms >= since}
        held = {seat.id for seat in self._table.game.seats.values() if seat.taken}
        here = (joining | self.connected(self._table.id) | self._elsewhere) & held
        return tuple(sorted(here if self.sits_down is None else here | {self.sits_down}))
