"""How one game's record grows here: decide, append, fold; again after a conflict, once at a time.

The store decides who was first; whoever was not decides again (bounded). Nothing counts as
recorded that is not on disk, and nothing unsettled is built upon.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

import structlog

from domain import referee
from domain.chains import ends, next_of_server
from domain.decider import Event
from domain.dice import Chain
from domain.game_events import FORM
from domain.record import START, Broken, Entry, Head
from domain.refusals import Refused
from domain.table import Table
from server.answers import Frozen
from server.clock import Clock
from server.due import NotDue
from server.entropy import GameSources
from server.held_back import Folded
from server.history import History
from server.limits import Limits
from server.marks import Marks
from server.presence import Presence
from server.store.event_store import (
    EventStore,
    NotRecorded,
    StoreDown,
    Unsettled,
    VersionConflict,
)

log = structlog.get_logger()

FAILURES = (Refused, Frozen, NotRecorded, Unsettled, StoreDown)
Decide = Callable[[], tuple[Entry, ...]]


class Repeated(Exception):  # noqa: N818  names what was declared
    """A declaration is on the record already: at *made*, under its *id*."""

    def __init__(self, made: Head, declaration_id: bytes) -> None:
        super().__init__(f"recorded as event {made.position}")
        self.made, self.id = made, declaration_id


class Recording:
    """The record of the game at *table*; whoever changes it holds the *lock*.

    *folded* is told what was folded, and () when the game freezes; *recorded* what was recorded
    here, and not only read.
    """

    def __init__(
        self,
        table: Table,
        store: EventStore,
        sources: GameSources,
        marks: Marks,
        clock: Clock,
        presence: Presence,
        limits: Limits,
        folded: Callable[[Folded], None],
        recorded: Callable[[Sequence[Entry]], None],
    ) -> None:
        self._table, self._store, self._sources, self._marks = table, store, sources, marks
        self._clock, self._presence, self._limits = clock, presence, limits
        self._folded, self._recorded = folded, recorded
        self._unsettled: tuple[Entry, ...] = ()
        self._renewing: asyncio.Task[None] | None = None
        self.lock = asyncio.Lock()
        self.history = History()
        self.frozen = ""
        self.stopping = False

    @property
    def busy(self) -> bool:
        """Whether something is under way that nobody else would bring to its end."""
        renewing = self._renewing is not None and not self._renewing.done()
        return bool(self.lock.locked() or self._unsettled or renewing)

    def freeze(self, why: str) -> None:
        """Let nothing more be recorded, and tell everybody why; the first reason stays."""
        if not self.frozen:
            self.frozen = why
            log.error("game_frozen", game=self._table.id.hex(), why=why)
            self._folded(())

    async def ready(self) -> None:
        """Settle what is unsettled; refuse to go on with a frozen game.

        Raises Frozen, NotRecorded, Unsettled, StoreDown.
        """
        if self.frozen:
            raise Frozen(self.frozen)
        if self.stopping:
            raise NotRecorded("restarting", "the server restarts; try again in a moment")
        if self._unsettled:
            await self._settle()
        await self._renew_chain()

    async def _settle(self) -> None:
        entries = self._unsettled
        try:
            await self._store.append(self._table.id, self._table.head, entries)
        except VersionConflict:
            self._unsettled = ()
            await self.read_tail()
        except NotRecorded:
            self._unsettled = ()
            raise
        else:
            self._unsettled = ()
            self._take(entries)
            self._recorded(entries)

    async def commit(self, decide: Decide) -> tuple[Entry, ...]:
        """Decide and append, again after each conflict; fold and show what was recorded.

        Raises what *decide* raises, Frozen, NotRecorded, Unsettled, StoreDown.
        """
        for _ in range(self._limits.conflicts):
            await self._presence.look_round()
            entries = self._decided(decide)
            try:
                await self._store.append(self._table.id, self._table.head, entries)
            except VersionConflict as conflict:
                self._check_not_shorter(conflict.actual)
                await self.read_tail()
                continue
            except (Unsettled, asyncio.CancelledError):
                self._unsettled = entries
                raise
            self._take(entries)
            self._recorded(entries)
            return entries
        raise NotRecorded("contended", "others declared faster, again and again; try again")

    def _decided(self, decide: Decide) -> tuple[Entry, ...]:
        try:
            return decide()
        except (Refused, referee.Stale, NotDue, Repeated):
            raise
        except Exception:
            # A fault in the rules: nothing was stored, and the game stands where it stood.
            position = self._table.head.position
            log.exception("rules_failed", game=self._table.id.hex(), position=position)
            raise Refused("rules_failed", FORM, position=position) from None

    def _check_not_shorter(self, actual: Head) -> None:
        """Never play on over a gap: what was on disk here is not there any more."""
        if actual.position < self._table.head.position:
            self.freeze(
                f"the store ends at event {actual.position}, and had recorded "
                f"{self._table.head.position}: it lost events, or an old copy was put back"
            )
            raise Frozen(self.frozen)

    async def read_tail(self) -> None:
        """Fold what others have recorded since. Raises Frozen, StoreDown."""
        while more := await self._store.read(
            self._table.id, self._table.head.position, self._limits.read_entries
        ):
            self._take(more)

    def _take(self, entries: Sequence[Entry]) -> None:
        """Fold recorded entries, and tell of them; if one does not hold, freeze the game there."""
        try:
            self._fold(entries)
        except Broken as broken:
            self.freeze(str(broken))
            raise Frozen(self.frozen) from None
        self._marks.write(self._table.id, self._table.head)
        if self._chain_ends() and (self._renewing is None or self._renewing.done()):
            self._renewing = asyncio.create_task(self._renew_at_once())

    def _fold(self, entries: Sequence[Entry]) -> None:
        folded: list[tuple[Entry, Event]] = []
        try:
            for entry in entries:
                event = self._table.fold(entry)
                folded.append((entry, event))
                self.history.take(entry, event)
        finally:
            if folded:
                self._folded(folded)

    # --- our chain of links ----------------------------------------------------------------------

    def _chain_ends(self) -> bool:
        game = self._table.game
        between = game.phase == "running" and not game.request
        return between and ends(game.chain.links, game.rolls)

    async def _renew_at_once(self) -> None:
        """Renew it before the next declaration comes, which would be refused: it is of before."""
        async with self.lock:
            with suppress(*FAILURES):
                await self.ready()

    async def _renew_chain(self) -> None:
        """Renew our chain of links when it is nearly used up, between two rolls."""
        if not self._chain_ends():
            return
        await self._sources.hashed(next_of_server(self._table.game))
        with suppress(Refused):  # another process was faster
            await self.commit(
                lambda: referee.renew_chain(self._table, self._clock.now_ms(), self._sources)
            )

    # --- a record that is there already ----------------------------------------------------------

    async def load(self) -> None:
        """Fold the whole record; freeze the game if its head and its end disagree.

        Raises Frozen, StoreDown.
        """
        await self.read_tail()
        head = await self._store.head(self._table.id)
        for _ in range(self._limits.conflicts):
            last, seen = await self._store.last(self._table.id), head
            if seen == (last.head if last else START):
                return
            # Unless somebody records right now.
            if (head := await self._store.head(self._table.id)) == seen:
                position = last and last.position
                self.freeze(f"its head and its last event ({position}) disagree")
                return

    async def check_mine(self, mark: Head) -> None:
        """Never roll with another server's links, nor open a link for the second time."""
        game = self._table.game
        created = game.created
        if created is not None and created.anchor != await self._sources.hashed(
            Chain(links=created.links)
        ):
            self.freeze("it was made by a server with another master.secret")
        elif mark not in self.history:
            self.freeze(f"event {mark.position} was recorded here and is not in the store")
        else:
            await self._sources.hashed(game.chain)
