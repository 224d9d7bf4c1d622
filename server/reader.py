"""The record of one game, read from the store as one viewer may read it."""

import asyncio
from collections.abc import AsyncIterator

import msgspec

from domain.game_events import Opened
from domain.record import ZERO32, Broken, Entry
from domain.table import Table
from projections.game_view import LiveView
from projections.messages import Snapshot, Update
from projections.redaction import redact
from projections.viewer import Viewer
from server.answers import Frozen
from server.limits import Limits
from server.store.event_store import EventStore


def cannot_be_shown(viewer: Viewer, why: Exception) -> str:
    """Return why a game is frozen that one of its viewers cannot be shown."""
    said = str(why) if isinstance(why, Broken) else repr(why)
    return f"it cannot be shown to {viewer}: {said}"


class Steps(msgspec.Struct, frozen=True, kw_only=True):
    """A view, and what each event that followed changed in it."""

    snapshot: Snapshot
    updates: tuple[Update, ...]


class Reader:
    """Reads the game whose truth is folded in *table*; asks the store, changes nothing."""

    def __init__(self, table: Table, store: EventStore, limits: Limits) -> None:
        self._table, self._store, self._limits = table, store, limits

    async def entries(self, until: int) -> list[Entry]:
        """Return the entries of the record from the first to *until*, whole. Raises StoreDown."""
        return [entry async for some in self._read(0, until) for entry in some]

    async def _read(self, after: int, until: int) -> AsyncIterator[list[Entry]]:
        """Yield the entries after a position to *until*, some at a time; others run in between."""
        while after < until:
            limit = min(self._limits.read_entries, until - after)
            more = await self._store.read(self._table.id, after, limit)
            if not more:
                break
            yield more
            after += len(more)

    async def readable(self, viewer: Viewer, until: int) -> list[Entry]:
        """Return the record to *until* as *viewer* may read it; what is opened by then is open."""
        entries = await self.entries(until)
        return await asyncio.to_thread(self._readable, viewer, entries)

    def _readable(self, viewer: Viewer, entries: list[Entry]) -> list[Entry]:
        opened = {
            event.position
            for entry in entries
            if entry.seal == ZERO32
            and isinstance(event := self._table.codec.decode(entry.open, None), Opened)
        }
        return [self._redacted(viewer, entry, opened=entry.position in opened) for entry in entries]

    async def view_at(self, viewer: Viewer, position: int, *, keep_all: bool = False) -> LiveView:
        """Return the game as *viewer* saw it at *position*. Raises StoreDown, Frozen."""
        table = self._table
        if table.game.created is None:
            raise Frozen("its first event cannot be read")
        live = LiveView(viewer, table.id, table.system, table.codec, keep_all=keep_all)
        async for some in self._read(0, position):
            for entry in some:
                self._fold(live, entry)
        if position == table.head.position and table.game.phase == "over":
            live.all_is_open(table)
        return live

    async def steps(self, viewer: Viewer, first: int, last: int) -> Steps:
        """Return the game as *viewer* saw it from *first* to *last*. Raises StoreDown, Frozen."""
        live = await self.view_at(viewer, first)
        rest = [entry async for some in self._read(first, last) for entry in some]
        return await asyncio.to_thread(self._steps, live, rest)

    def _steps(self, live: LiveView, rest: list[Entry]) -> Steps:
        snapshot, made = live.snapshot(), list[Update]()
        for entry in rest:
            after = live.head.position
            self._fold(live, entry)
            if live.head == self._table.head and self._table.game.phase == "over":
                live.all_is_open(self._table)
            step = live.update(after)
            assert step is not None, "one event is always held"
            made.append(step)
        return Steps(snapshot=snapshot, updates=tuple(made))

    def _fold(self, live: LiveView, entry: Entry) -> None:
        try:
            live.fold(self._redacted(live.viewer, entry))
        except Broken as broken:
            raise Frozen(cannot_be_shown(live.viewer, broken)) from broken

    def _redacted(self, viewer: Viewer, entry: Entry, *, opened: bool = False) -> Entry:
        event = self._table.codec.decode(entry.open, entry.secret)
        return redact(viewer, entry, event, opened=opened)
