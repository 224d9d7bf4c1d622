"""One game in this process: what is asked of it queues here, and every way to end is an answer.

How its record grows is in recording.py, who is shown it in showing.py, what becomes due in due.py.
"""

import hmac
from collections.abc import Callable, Sequence
from hashlib import sha256

import structlog

from domain import clocks, referee
from domain.decider import Event
from domain.game import System, waiting
from domain.game_events import FORM, SEATS, LinkOpened, SeatTaken
from domain.names import SERVER, GameId, SeatId
from domain.record import (
    Entry,
    Head,
    declaration_message,
    join_message,
    seal_of,
    signature_holds,
)
from domain.refusals import Refused
from domain.table import Table
from projections.game_view import LiveView
from projections.messages import Contribute, Problem, Recorded, SignedHead
from projections.viewer import SPECTATOR, Viewer
from server.answers import problem
from server.clock import Clock, Onward
from server.due import Due, Dues, NotDue
from server.entropy import Entropy, GameSources
from server.held_back import Folded
from server.limits import Limits
from server.look_alikes import check_unlike
from server.marks import Marks
from server.presence import Presence
from server.reader import Reader
from server.recording import FAILURES, Recording, Repeated
from server.showing import Showing
from server.store.event_store import EventStore
from server.testimony import Testimony, testimony

log = structlog.get_logger()

NOTABLE_MS = 1_000
"""So long must no server have been up for the clocks to be read at once, and not by and by."""
Listener = Callable[["GameHost", Sequence[tuple[Entry, Event]]], None]
Recorder = Callable[["GameHost", Sequence[Entry]], None]
"""Is told what this process has recorded, once; a Listener also what it has only read."""


class GameHost:
    """A game, kept folded: the truth, and what each kind of viewer that is here may know of it."""

    def __init__(
        self,
        game: GameId,
        system: System,
        store: EventStore,
        entropy: Entropy,
        sources: GameSources,
        marks: Marks,
        clock: Clock,
        limits: Limits,
    ) -> None:
        self.id, self.system, self.entropy = game, system, entropy
        self.sources, self._store, self._marks = sources, store, marks
        self.table = table = Table(game, system)
        self._clock = Onward(clock, lambda: table.at_ms)
        self.presence = Presence(table, store, clock, limits.joining_s)
        self.recording = Recording(
            *(table, store, sources, marks, self._clock, self.presence, limits),
            folded=self._folded,
            recorded=self._recorded_here,
        )
        self.reader = Reader(table, store, limits)
        self._showing = Showing(
            *(table, self.reader, clock), self._tell, self._tell_public, self.freeze
        )
        self._dues = Dues(table, self.recording.history, sources, self._clock)
        self._signed: dict[Head, SignedHead] = {}
        self.testimony: Testimony | None = None
        self.listeners: list[Listener] = []
        self.public_listeners: list[Listener] = []
        self.recorders: list[Recorder] = []
        sources.here = self.presence.seats

    # --- what is asked of a game ---------------------------------------------------------------

    async def make(self, decide: Callable[[Table, GameSources, int], tuple[Entry, ...]]) -> None:
        """Record the first commit of a new game. Raises Refused, NotRecorded, Unsettled."""
        async with self.recording.lock:
            await self.recording.commit(
                lambda: decide(self.table, self.sources, self._clock.now_ms())
            )

    async def take_seat(self, taken: SeatTaken, code: bytes, signature: bytes) -> bytes:
        """Take a seat with an invitation *code*, and return its token (32 bytes).

        The same holder (by the key, proven by *signature*) may ask again and is told the same.
        Raises Refused, NotRecorded, Unsettled, Frozen.
        """
        invitation = sha256(code).digest()
        token = self.entropy.token(self.id, taken.seat, invitation, taken.key)
        if not signature_holds(taken.key, signature, join_message(self.id, taken.seat, invitation)):
            raise Refused("not_allowed", SEATS)
        async with self.recording.lock:
            await self.recording.ready()
            held = self.table.game.seats.get(taken.seat)
            if held is None or held.key != taken.key or held.token != sha256(token).digest():
                await self._seated(taken, invitation, sha256(token).digest())
            self.presence.sat_down(taken.seat)
        return token

    async def _seated(self, taken: SeatTaken, invitation: bytes, token: bytes) -> None:
        """Record that a seat is taken; its holder is here, for the roll that this may lead to."""
        self.presence.sits_down = taken.seat
        try:
            await self.recording.commit(lambda: self._seat(taken, invitation, token))
        finally:
            self.presence.sits_down = None

    def _seat(self, taken: SeatTaken, invitation: bytes, token: bytes) -> tuple[Entry, ...]:
        now_ms = self._clock.now_ms()
        entries = referee.seat(self.table, taken, invitation, token, now_ms, self.sources)
        check_unlike(taken.name, [one.name for one in self.table.game.seats.values() if one.taken])
        return entries

    async def declare(
        self, viewer: Viewer, request: int, open_part: bytes, sealed: bytes, signature: bytes
    ) -> Recorded | Problem:
        """Decide and record what *viewer* declares; every way it can end is an answer."""
        async with self.recording.lock:
            try:
                await self.recording.ready()
                declared = referee.read_declaration(self.table, open_part, sealed, signature)
                if declared.seat != viewer.seat:
                    raise Refused("not_allowed", FORM)
                message = declaration_message(open_part, seal_of(sealed))
                self._check_new(declared.id, message)
                await self._check_head(Head(declared.after, declared.head))

                def decide() -> tuple[Entry, ...]:
                    # Looked at again: another process may have recorded it meanwhile.
                    self._check_new(declared.id, message)
                    at_ms = self._clock.now_ms()
                    parts = open_part, sealed, signature
                    return referee.declare(self.table, *parts, at_ms, self.sources)

                entries = await self.recording.commit(decide)
            except Repeated as repeated:
                return self._recorded(request, repeated.made, repeated.id, repeated=True)
            except referee.Stale as stale:
                return self._conflict(request, stale)
            except FAILURES as why:
                return problem(request, why)
            return self._recorded(request, entries[0].head, declared.id)

    def _check_new(self, declaration_id: bytes, message: bytes) -> None:
        """Raise Repeated if these words are on the record, Refused if others are under their id.

        *message* is what their declarer signed.
        """
        history = self.recording.history
        if (made := history.declared.get(declaration_id)) is not None:
            if made.message != message:
                raise Refused("id_used", FORM, position=made.position)
            raise Repeated(history.head(made.position), declaration_id)

    async def contribute(self, viewer: Viewer, sent: Contribute) -> Recorded | Problem:
        """Record a seat's link for the roll that is asked for; the last one makes the roll."""
        seat = viewer.seat or SERVER
        opened = LinkOpened(i=sent.i, seat=seat, link=sent.link, sig=sent.signature)
        async with self.recording.lock:
            try:
                await self.recording.ready()
                entries = await self.recording.commit(
                    lambda: referee.contribute(
                        self.table, opened, self._clock.now_ms(), self.sources
                    )
                )
            except FAILURES as why:
                return problem(sent.id, why)
            return self._recorded(sent.id, entries[0].head, sent.link[:16])

    @property
    def asks_the_table(self) -> bool:
        """Whether the seats have a part in this game's dice."""
        return self.presence.asked_for_links

    def asked(self) -> int | None:
        """Return the number of the roll for which seats are asked for links, or None."""
        request = self.table.game.request
        return None if request is None else request.asked.i

    async def roll_is_due(self, i: int) -> None:
        """Make roll i without the links that did not come; NotDue if it is made already."""
        async with self.recording.lock:
            await self.recording.ready()
            await self.recording.commit(lambda: self._rolled_without(i))

    def _rolled_without(self, i: int) -> tuple[Entry, ...]:
        if self.asked() != i:
            raise NotDue
        return referee.roll_is_due(self.table, i, self._clock.now_ms(), self.sources)

    def due(self, seat: SeatId) -> Due | None:
        """Return what is to be declared for *seat* if it does nothing (Dues.of)."""
        return self._dues.of(seat)

    async def declare_for(self, seat: SeatId, why: tuple[int | str, ...]) -> None:
        """Declare for *seat* what is due; NotDue if it is not, perhaps as others were faster."""
        async with self.recording.lock:
            await self.recording.ready()
            await self.recording.commit(lambda: self._dues.declared(seat, why))

    async def read_clocks(self) -> None:
        """Note it if no server was up while clocks ran. Raises Frozen, NotRecorded, Unsettled."""
        async with self.recording.lock:
            await self.recording.ready()
            now_ms, running = self._clock.now_ms(), clocks.running(self.table.game, self.system)
            _, stopped_ms = self.sources.time_used(self.table.at_ms, now_ms)
            if running and stopped_ms >= NOTABLE_MS:
                await self.recording.commit(
                    lambda: referee.read_clocks(self.table, now_ms, self.sources)
                )

    async def stop(self) -> None:
        """Finish what is under way, read the clocks and say why, and take nothing more.

        Raises Frozen, NotRecorded, Unsettled, StoreDown.
        """
        async with self.recording.lock:
            try:
                await self.recording.ready()
                if clocks.running(self.table.game, self.system):
                    await self.recording.commit(self._read_last)
            finally:
                self.recording.stopping = True

    def _read_last(self) -> tuple[Entry, ...]:
        now_ms = self._clock.now_ms()
        return referee.read_clocks(self.table, now_ms, self.sources, restarts=True)

    async def catch_up(self, position: int) -> None:
        """Fold what others have recorded, to *position* at least. Raises StoreDown, Frozen.

        The hint at a commit of this process comes before its answer: by then it is folded here.
        """
        async with self.recording.lock:
            if self.head.position < position:
                await self.recording.ready()
                await self.recording.read_tail()

    async def look(self) -> None:
        """Fold what there is by now: hints may be lost, and nobody looks where nobody watches.

        Raises StoreDown, Frozen.
        """
        await self.catch_up((await self._store.head(self.id)).position)

    def check_seen(self, seen: SignedHead) -> None:
        """Freeze the game if a viewer holds a head of ours that this history does not contain.

        Then the store has lost events, or was put back to an older state (record.md).
        """
        if seen.head not in self.recording.history:
            self.freeze(
                f"a viewer holds our signature on event {seen.position}, which this record "
                "does not contain: the store lost events, or an old copy was put back"
            )

    # --- what is asked about a game --------------------------------------------------------------

    @property
    def frozen(self) -> str:
        """Why nothing more can be declared here, or an empty string."""
        return self.recording.frozen

    @property
    def head(self) -> Head:
        """Where the game stands."""
        return self.table.head

    @property
    def server_key(self) -> bytes:
        """The key of the server that played the game: ours, unless it was brought here."""
        return self.testimony.server_key if self.testimony else self.entropy.public_key

    def now_ms(self) -> int:
        """Return the server's time."""
        return self._clock.now_ms()

    def head_for(self, viewer: Viewer) -> Head:
        """Return where the game stands as far as *viewer* may know: spectators may be behind."""
        return self._showing.head_for(viewer)

    def signed_head(self, viewer: Viewer) -> SignedHead:
        """Return where the game stands for *viewer*, signed; signed once, however many ask."""
        if self.testimony is not None:
            return self.testimony.head
        head = self.head_for(viewer)
        if head not in self._signed:
            known = {one: signed for one, signed in self._signed.items() if one == self.table.head}
            self._signed = {**known, head: self.entropy.signed_head(self.id, head)}
        return self._signed[head]

    @property
    def busy(self) -> bool:
        """Whether something is under way here that nobody else would bring to its end."""
        return bool(self.frozen or self.recording.busy or self._showing.waiting)

    def waiting(self) -> frozenset[SeatId]:
        """Return the seats that the game waits for."""
        return waiting(self.table.game, self.system)

    def viewer_of(self, token: bytes | None) -> Viewer | None:
        """Return who the holder of *token* is: a spectator without one; None if it fits no seat."""
        if token is None:
            return SPECTATOR
        digest = sha256(token).digest()
        for seat in self.table.game.seats.values():
            if seat.token is not None and hmac.compare_digest(seat.token, digest):
                return Viewer("referee" if seat.role == "referee" else "player", seat.id)
        return None

    async def holder(self, token: bytes | None) -> Viewer | None:
        """Return who the holder of *token* is; a token that is new may be known to the store alone.

        Another process gave it, and its hint was lost. Raises StoreDown, Frozen.
        """
        viewer = self.viewer_of(token)
        if viewer is None and not self.frozen:
            await self.look()
            viewer = self.viewer_of(token)
        return viewer

    def still_holds(self, token: bytes | None, viewer: Viewer) -> bool:
        """Tell whether the holder of *token* is still *viewer*."""
        return self.viewer_of(token) == viewer

    def show(self) -> None:
        """Show at once what was folded, which else is shown when the loop comes round."""
        self._showing.show()

    def shows(self, live: LiveView) -> bool:
        """Tell whether *live*, which was given by `live_view`, is still kept up to date."""
        return self._showing.shows(live)

    async def live_view(self, viewer: Viewer) -> LiveView:
        """Return the game as *viewer* sees it, kept up to date from now on.

        Raises Frozen, StoreDown.
        """
        async with self.recording.lock:
            return await self._showing.view(viewer)

    # --- how it is done --------------------------------------------------------------------------

    async def load(self) -> None:
        """Fold the whole record; freeze the game if it does not hold together.

        Raises Frozen, StoreDown.
        """
        async with self.recording.lock:
            mark = self._marks.read(self.id)
            await self.recording.load()
            if file := await self._store.file(self.id):
                self.testimony = testimony(file)
            else:
                await self.recording.check_mine(mark)

    def freeze(self, why: str) -> None:
        """Let nothing more be declared here, and tell everybody why; the first reason stays."""
        self.recording.freeze(why)

    def _folded(self, folded: Folded) -> None:
        self._showing.take(folded)

    def _recorded_here(self, entries: Sequence[Entry]) -> None:
        for recorder in self.recorders:
            recorder(self, entries)

    def _tell(self, folded: Folded) -> None:
        for listener in self.listeners:
            listener(self, folded)

    def _tell_public(self, folded: Folded) -> None:
        for listener in self.public_listeners:
            listener(self, folded)

    async def _check_head(self, seen: Head) -> None:
        """Refuse a declarer who was shown another history (by another process, or by a liar)."""
        if seen.position > self.table.head.position:
            await self.recording.read_tail()
        if seen not in self.recording.history:
            log.warning("forked", game=self.id.hex(), position=seen.position)
            raise Refused("forked", FORM, position=seen.position)

    def _recorded(
        self, request: int, made: Head, declaration_id: bytes, *, repeated: bool = False
    ) -> Recorded:
        return Recorded(
            id=request,
            position=made.position,
            hash=made.hash,
            receipt=self.entropy.receipt(self.id, made, declaration_id),
            repeated=repeated,
            text=f"Recorded as event {made.position}" + (" (before)." if repeated else "."),
        )

    def _conflict(self, request: int, stale: referee.Stale) -> Problem:
        return Problem(
            id=request,
            code="conflict",
            text=f"Not recorded: the table moved on at event {stale.since}; declare anew.",
            rule=FORM.number,
            facts={"since": stale.since},
        )
