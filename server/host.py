"""One game in this process: its declarations queue here, are decided, stored, answered, shown.

The store decides who was first; this host decides again if it was not (bounded). Nothing is
answered "recorded" that is not on disk, and nothing unsettled is built upon.
"""

import asyncio
import hmac
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256

import msgspec
import structlog

from domain import clocks, referee
from domain.chains import ends, next_of_server
from domain.decider import Event
from domain.dice import Chain
from domain.disputes import time_to_rule_s
from domain.game import System, coming, waiting
from domain.game_events import FORM, SEATS, LinkOpened, Over, SeatTaken
from domain.names import SERVER, GameId, SeatId
from domain.recesses import RETURN_S
from domain.record import (
    START,
    Broken,
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
from projections.redaction import redact
from projections.viewer import SPECTATOR, Viewer
from server.answers import Frozen, problem
from server.clock import Clock, Onward
from server.entropy import Entropy, GameSources
from server.held_back import Folded, HeldBack
from server.limits import Limits
from server.look_alikes import check_unlike
from server.marks import Marks
from server.reader import Reader
from server.store.event_store import (
    EventStore,
    NotRecorded,
    StoreDown,
    Unsettled,
    VersionConflict,
)
from server.testimony import Testimony, testimony

log = structlog.get_logger()

TIME_OUT, NEXT_ORDER, RULING = "time_out", "next_order", "ruling"
FAILURES = (Refused, Frozen, NotRecorded, Unsettled, StoreDown)
Decide = Callable[[], tuple[Entry, ...]]
NOTABLE_MS = 1_000
"""So long must no server have been up for the clocks to be read at once, and not by and by."""
Listener = Callable[["GameHost", Sequence[tuple[Entry, Event]]], None]
Recorder = Callable[["GameHost", Sequence[Entry]], None]
"""Is told what this process has recorded, once; a Listener also what it has only read."""


class _Repeated(Exception):  # noqa: N818  names what was declared
    """A declaration is on the record already: at *made*, under its *id*."""

    def __init__(self, made: Head, declaration_id: bytes) -> None:
        super().__init__(f"recorded as event {made.position}")
        self.made, self.id = made, declaration_id


class Due(msgspec.Struct, frozen=True):
    """What is declared for a seat if it does nothing: in how long, and why (equal: the same)."""

    why: tuple[int | str, ...]
    in_s: float


class NotDue(Exception):  # noqa: N818  names what happened meanwhile
    """What was to be declared for a seat is declared already, or is not due any more."""


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
        self.id, self.system, self.entropy, self._marks = game, system, entropy, marks
        self.sources, self._store, self._limits = sources, store, limits
        self._wall, self._clock = clock, Onward(clock, lambda: self.table.at_ms)
        self._lock = asyncio.Lock()
        self._unsettled: tuple[Entry, ...] = ()
        self._views: dict[Viewer, LiveView] = {}
        self._signed: dict[Head, SignedHead] = {}
        self._hashes: list[bytes] = [START.hash]
        self._times_ms = array("q", [0])
        self.table = Table(game, system)
        self.reader = Reader(self.table, store, limits)
        self.frozen = ""
        self.stopping = False
        self.testimony: Testimony | None = None
        self.listeners: list[Listener] = []
        self.public_listeners: list[Listener] = []
        self._held_back = HeldBack(clock, self._tell_public)
        self.connected: Callable[[GameId], frozenset[SeatId]] = lambda _: frozenset()
        self.recorded: list[Recorder] = []
        self.sources.here = self._here
        self._elsewhere: frozenset[SeatId] = frozenset()
        self._sat_down: dict[SeatId, int] = {}
        self._sits_down: SeatId | None = None
        self._renewing: asyncio.Task[None] | None = None

    # --- what is asked of a game ---------------------------------------------------------------

    async def make(self, decide: Callable[[Table, GameSources, int], tuple[Entry, ...]]) -> None:
        """Record the first commit of a new game. Raises Refused, NotRecorded, Unsettled."""
        async with self._lock:
            await self._commit(lambda: decide(self.table, self.sources, self._clock.now_ms()))

    async def take_seat(self, taken: SeatTaken, code: bytes, signature: bytes) -> bytes:
        """Take a seat with an invitation *code*, and return its token (32 bytes).

        The same holder (by the key, proven by *signature*) may ask again and is told the same.
        Raises Refused, NotRecorded, Unsettled, Frozen.
        """
        invitation = sha256(code).digest()
        token = self.entropy.token(self.id, taken.seat, invitation, taken.key)
        if not signature_holds(taken.key, signature, join_message(self.id, taken.seat, invitation)):
            raise Refused("not_allowed", SEATS)
        async with self._lock:
            await self._ready()
            held = self.table.game.seats.get(taken.seat)
            if held is None or held.key != taken.key or held.token != sha256(token).digest():
                await self._seated(taken, invitation, sha256(token).digest())
            self._sat_down[taken.seat] = self._wall.now_ms()
        return token

    async def _seated(self, taken: SeatTaken, invitation: bytes, token: bytes) -> None:
        """Record that a seat is taken; its holder is here, for the roll that this may lead to."""
        self._sits_down = taken.seat
        try:
            await self._commit(lambda: self._seat(taken, invitation, token))
        finally:
            self._sits_down = None

    def _seat(self, taken: SeatTaken, invitation: bytes, token: bytes) -> tuple[Entry, ...]:
        now_ms = self._clock.now_ms()
        entries = referee.seat(self.table, taken, invitation, token, now_ms, self.sources)
        check_unlike(taken.name, [one.name for one in self.table.game.seats.values() if one.taken])
        return entries

    async def declare(
        self, viewer: Viewer, request: int, open_part: bytes, sealed: bytes, signature: bytes
    ) -> Recorded | Problem:
        """Decide and record what *viewer* declares; every way it can end is an answer."""
        async with self._lock:
            try:
                await self._ready()
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

                entries = await self._commit(decide)
            except _Repeated as repeated:
                return self._recorded(request, repeated.made, repeated.id, repeated=True)
            except referee.Stale as stale:
                return self._conflict(request, stale)
            except FAILURES as why:
                return problem(request, why)
            return self._recorded(request, entries[0].head, declared.id)

    def _check_new(self, declaration_id: bytes, message: bytes) -> None:
        """Raise _Repeated if these words are on the record, Refused if others are under their id.

        *message* is what their declarer signed.
        """
        if (made := self.table.declared.get(declaration_id)) is not None:
            if made.message != message:
                raise Refused("id_used", FORM, position=made.head.position)
            raise _Repeated(made.head, declaration_id)

    async def contribute(self, viewer: Viewer, sent: Contribute) -> Recorded | Problem:
        """Record a seat's link for the roll that is asked for; the last one makes the roll."""
        seat = viewer.seat or SERVER
        opened = LinkOpened(i=sent.i, seat=seat, link=sent.link, sig=sent.signature)
        async with self._lock:
            try:
                await self._ready()
                entries = await self._commit(
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
        created = self.table.game.created
        return created is not None and created.dice == "table"

    def asked(self) -> int | None:
        """Return the number of the roll for which seats are asked for links, or None."""
        request = self.table.game.request
        return None if request is None else request.asked.i

    async def roll_is_due(self, i: int) -> None:
        """Make roll i without the links that did not come; NotDue if it is made already."""
        async with self._lock:
            await self._ready()
            await self._commit(lambda: self._rolled_without(i))

    def _rolled_without(self, i: int) -> tuple[Entry, ...]:
        if self.asked() != i:
            raise NotDue
        return referee.roll_is_due(self.table, i, self._clock.now_ms(), self.sources)

    def due(self, seat: SeatId) -> Due | None:
        """Return what is to be declared for *seat*, and in how many seconds; None if nothing is.

        For seat 0: the end of a dispute on which no ruling is agreed.
        """
        game = self.table.game
        if seat == SERVER:
            case, to_rule_s = game.case, time_to_rule_s(game)
            if case is None or not to_rule_s:
                return None
            why = RULING, case.event, game.rulings.get(case.event, 0)
            return Due(why, self._left_s(case.began, to_rule_s))
        if seat not in self.waiting():
            return None
        limit = clocks.limit_ms(game)
        if game.recess is not None and seat in coming(game):
            in_s = self._left_s(game.recess.called, RETURN_S[game.recess.kind])
            return Due((TIME_OUT, "back", game.recess.called), in_s) if limit else None
        step = game.steps[seat]
        if game.recess is None and seat in game.next_orders:
            return Due((NEXT_ORDER, step.began), 0.0)
        if game.seats[seat].given_up:
            # Nobody will come: its default is declared at once.
            return Due((TIME_OUT, step.began, self.head.position), 0.0)
        if not clocks.kind(game):
            in_s = self._left_s(step.began, limit / 1000)
            return Due((TIME_OUT, step.began), in_s) if limit else None
        left_ms = clocks.left_ms(game, clocks.running(game, self.system), seat)
        if left_ms is None:
            return None
        in_s = self._left_s(self.head.position, left_ms / 1000)
        return Due((TIME_OUT, step.began, self.head.position), in_s)

    def _left_s(self, began: int, limit_s: float) -> float:
        """Return what is left of a time that began with the event at *began*, 0 if it is over."""
        passed_ms, _ = self.sources.time_used(self._times_ms[began], self._clock.now_ms())
        return max(0.0, limit_s - passed_ms / 1000)

    async def declare_for(self, seat: SeatId, why: tuple[int | str, ...]) -> None:
        """Declare for *seat* what is due; NotDue if it is not, perhaps as others were faster."""
        async with self._lock:
            await self._ready()
            await self._commit(lambda: self._declared_for(seat, why))

    def _declared_for(self, seat: SeatId, why: tuple[int | str, ...]) -> tuple[Entry, ...]:
        due = self.due(seat)
        if due is None or due.why != why:
            raise NotDue
        table, now_ms, sources = self.table, self._clock.now_ms(), self.sources
        match why[0]:
            case "ruling":
                return referee.ruling_is_due(table, now_ms, sources)
            case "next_order":
                return referee.next_order_is_due(table, seat, now_ms, sources)
            case _:
                return referee.time_is_up(table, seat, now_ms, sources)

    async def read_clocks(self) -> None:
        """Note it if no server was up while clocks ran. Raises Frozen, NotRecorded, Unsettled."""
        async with self._lock:
            await self._ready()
            now_ms, running = self._clock.now_ms(), clocks.running(self.table.game, self.system)
            _, stopped_ms = self.sources.time_used(self.table.at_ms, now_ms)
            if running and stopped_ms >= NOTABLE_MS:
                await self._commit(lambda: referee.read_clocks(self.table, now_ms, self.sources))

    async def stop(self) -> None:
        """Finish what is under way, read the clocks and say why, and take nothing more.

        Raises Frozen, NotRecorded, Unsettled, StoreDown.
        """
        async with self._lock:
            try:
                await self._ready()
                if clocks.running(self.table.game, self.system):
                    await self._commit(self._read_last)
            finally:
                self.stopping = True

    def _read_last(self) -> tuple[Entry, ...]:
        now_ms = self._clock.now_ms()
        return referee.read_clocks(self.table, now_ms, self.sources, restarts=True)

    async def catch_up(self, position: int) -> None:
        """Fold what others have recorded, to *position* at least. Raises StoreDown, Frozen.

        The hint at a commit of this process comes before its answer: by then it is folded here.
        """
        async with self._lock:
            if self.head.position < position:
                await self._ready()
                await self._read_tail()

    async def look(self) -> None:
        """Fold what there is by now: hints may be lost, and nobody looks where nobody watches.

        Raises StoreDown, Frozen.
        """
        await self.catch_up((await self._store.head(self.id)).position)

    def check_seen(self, seen: SignedHead) -> None:
        """Freeze the game if a viewer holds a head of ours that this history does not contain.

        Then the store has lost events, or was put back to an older state (record.md).
        """
        if not self._contains(seen.head):
            self.freeze(
                f"a viewer holds our signature on event {seen.position}, which this record "
                "does not contain: the store lost events, or an old copy was put back"
            )

    # --- what is asked about a game --------------------------------------------------------------

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
        return self._held_back.head if viewer == SPECTATOR else self.table.head

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
        renewing = self._renewing is not None and not self._renewing.done()
        return bool(
            self.frozen
            or self._lock.locked()
            or self._unsettled
            or renewing
            or self._held_back.waiting
        )

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

    async def live_view(self, viewer: Viewer) -> LiveView:
        """Return the game as *viewer* sees it, kept up to date from now on."""
        async with self._lock:
            if viewer not in self._views:
                # Spectators may be told of more meanwhile: then it is read again.
                while (live := await self._view(viewer)).head != self.head_for(viewer):
                    pass
                self._views[viewer] = live
            return self._views[viewer]

    async def _view(self, viewer: Viewer) -> LiveView:
        return await self.reader.view_at(viewer, self.head_for(viewer).position)

    # --- how it is done --------------------------------------------------------------------------

    async def load(self) -> None:
        """Fold the whole record; freeze the game if it does not hold together. Raises StoreDown."""
        async with self._lock:
            mark = self._marks.read(self.id)
            await self._read_tail()
            await self._check_end()
            if file := await self._store.file(self.id):
                self.testimony = testimony(file)
            else:
                await self._check_mine(mark)

    async def _check_end(self) -> None:
        """Freeze the game if its head and its last event disagree, while nobody records."""
        head = await self._store.head(self.id)
        for _ in range(self._limits.conflicts):
            last, seen = await self._store.last(self.id), head
            if seen == (last.head if last else START):
                return
            if (head := await self._store.head(self.id)) == seen:
                self.freeze(f"its head and its last event ({last and last.position}) disagree")
                return

    async def _check_mine(self, mark: Head) -> None:
        """Never roll with another server's links, nor open a link for the second time."""
        created = self.table.game.created
        if created is not None and created.anchor != await self._anchor(Chain(links=created.links)):
            self.freeze("it was made by a server with another master.secret")
        elif not self._contains(mark):
            self.freeze(f"event {mark.position} was recorded here and is not in the store")
        else:
            await self._anchor(self.table.game.chain)

    async def _anchor(self, chain: Chain) -> bytes:
        """Return the anchor of a chain of ours; to hash all of it must not stop the loop."""
        return await asyncio.to_thread(self.sources.anchor, chain)

    def _here(self) -> tuple[SeatId, ...]:
        """Return the seats to be asked for links: who is connected, or sat down just now.

        Nobody else is: of a seat without a holder no link can come.
        """
        since = self._wall.now_ms() - 1000 * self._limits.joining_s
        joining = {seat for seat, at_ms in self._sat_down.items() if at_ms >= since}
        held = {seat.id for seat in self.table.game.seats.values() if seat.taken}
        here = (joining | self.connected(self.id) | self._elsewhere) & held
        return tuple(sorted(here if self._sits_down is None else here | {self._sits_down}))

    async def _look_round(self) -> None:
        """Ask which seats are connected to other processes, if they have a part in the dice."""
        if self.asks_the_table:
            self._elsewhere = await self._store.here(self.id, self._wall.now_ms())

    async def _ready(self) -> None:
        """Settle what is unsettled; refuse to go on with a frozen game."""
        if self.frozen:
            raise Frozen(self.frozen)
        if self.stopping:
            raise NotRecorded("restarting", "the server restarts; try again in a moment")
        if self._unsettled:
            entries, expected = self._unsettled, self.table.head
            try:
                await self._store.append(self.id, expected, entries)
            except VersionConflict:
                self._unsettled = ()
                await self._read_tail()
            except NotRecorded:
                self._unsettled = ()
                raise
            else:
                self._unsettled = ()
                self._take(entries)
                self._say_recorded(entries)
        await self._renew_chain()

    def _chain_ends(self) -> bool:
        game = self.table.game
        between = game.phase == "running" and not game.request
        return between and ends(game.chain.links, game.rolls)

    async def _renew_at_once(self) -> None:
        """Renew it before the next declaration comes, which would be refused: it is of before."""
        async with self._lock:
            with suppress(*FAILURES):
                await self._ready()

    async def _renew_chain(self) -> None:
        """Renew our chain of links when it is nearly used up, between two rolls."""
        if not self._chain_ends():
            return
        await self._anchor(next_of_server(self.table.game))
        with suppress(Refused):  # another process was faster
            await self._commit(
                lambda: referee.renew_chain(self.table, self._clock.now_ms(), self.sources)
            )

    async def _commit(self, decide: Decide) -> tuple[Entry, ...]:
        """Decide and append, again after each conflict; fold and show what was recorded."""
        for _ in range(self._limits.conflicts):
            await self._look_round()
            entries = self._decided(decide)
            try:
                await self._store.append(self.id, self.table.head, entries)
            except VersionConflict as conflict:
                self._check_not_shorter(conflict.actual)
                await self._read_tail()
                continue
            except (Unsettled, asyncio.CancelledError):
                self._unsettled = entries
                raise
            self._take(entries)
            self._say_recorded(entries)
            return entries
        raise NotRecorded("contended", "others declared faster, again and again; try again")

    def _say_recorded(self, entries: Sequence[Entry]) -> None:
        for recorder in self.recorded:
            recorder(self, entries)

    def _check_not_shorter(self, actual: Head) -> None:
        """Never play on over a gap: what was on disk here is not there any more."""
        if actual.position < self.table.head.position:
            self.freeze(
                f"the store ends at event {actual.position}, and had recorded "
                f"{self.table.head.position}: it lost events, or an old copy was put back"
            )
            raise Frozen(self.frozen)

    def _decided(self, decide: Decide) -> tuple[Entry, ...]:
        try:
            return decide()
        except (Refused, referee.Stale, NotDue, _Repeated):
            raise
        except Exception:
            # A fault in the rules: nothing was stored, and the game stands where it stood.
            log.exception("rules_failed", game=self.id.hex(), position=self.table.head.position)
            raise Refused("rules_failed", FORM, position=self.table.head.position) from None

    async def _read_tail(self) -> None:
        while more := await self._store.read(
            self.id, self.table.head.position, self._limits.read_entries
        ):
            self._take(more)

    def _take(self, entries: Sequence[Entry]) -> None:
        """Fold recorded entries into the truth and into every view, and tell the listeners."""
        folded: list[tuple[Entry, Event]] = []
        try:
            for entry in entries:
                folded.append((entry, self.table.fold(entry)))
                self._hashes.append(entry.hash)
                self._times_ms.append(entry.at_ms)
        except Broken as broken:
            self.freeze(str(broken))
            raise Frozen(self.frozen) from None
        finally:
            for viewer, live in self._views.items():
                if viewer != SPECTATOR:
                    self._show(live, folded)
            for listener in self.listeners:
                listener(self, folded)
            if (created := self.table.game.created) is not None:
                self._held_back.delay_ms = 1000 * int(created.options.get("delay_s", 0))
            self._held_back.take(folded)
        self._marks.write(self.id, self.table.head)
        if self._chain_ends() and (self._renewing is None or self._renewing.done()):
            self._renewing = asyncio.create_task(self._renew_at_once())

    def _tell_public(self, folded: Folded) -> None:
        """Show spectators, and tell who speaks to everybody, what they may know by now."""
        if SPECTATOR in self._views:
            self._show(self._views[SPECTATOR], folded)
        for listener in self.public_listeners:
            listener(self, folded)

    def _show(self, live: LiveView, folded: Sequence[tuple[Entry, Event]]) -> None:
        try:
            for entry, event in folded:
                live.fold(redact(live.viewer, entry, event))
        except Broken as broken:
            # It is recorded, and everybody else is told: but nobody plays on what cannot be seen.
            self.freeze(f"it cannot be shown to {live.viewer}: {broken}")
            return
        if any(isinstance(event, Over) for _, event in folded):
            live.all_is_open(self.table)

    def freeze(self, why: str) -> None:
        """Let nothing more be declared here, and tell everybody why; the first reason stays."""
        if not self.frozen:
            self.frozen = why
            log.error("game_frozen", game=self.id.hex(), why=why)
            for listener in self.listeners:
                listener(self, ())

    def _contains(self, head: Head) -> bool:
        known = 0 <= head.position < len(self._hashes)
        return known and self._hashes[head.position] == head.hash

    async def _check_head(self, seen: Head) -> None:
        """Refuse a declarer who was shown another history (by another process, or by a liar)."""
        if seen.position > self.table.head.position:
            await self._read_tail()
        if not self._contains(seen):
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
