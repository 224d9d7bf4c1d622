"""What one kind of viewer sees of a game: folded from the record as that viewer may read it.

Whatever a viewer's own fold does not know cannot be in the view: secrecy is not a filter here.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from domain import clocks
from domain.codec import Codec
from domain.decider import Event
from domain.declaring import table_options
from domain.game import Game, Seat, System, owing, waiting
from domain.names import GameId, SeatId
from domain.options import Option
from domain.record import Broken, Entry, Head
from domain.scene import Sentence
from domain.table import Table
from projections.changes import Change, changes
from projections.chronicle import told
from projections.messages import Seen, Snapshot, Told, Update, seen
from projections.viewer import Viewer

KEPT = 1_000
"""How many events and lines are kept for who comes back or comes late."""
SNAPSHOT_LINES = 200
"""How many lines of the chronicle a snapshot brings."""

L = TypeVar("L")


class SeatClock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a seat when the last event was recorded.

    *left_ms* None: there is no end to it while an opponent takes as long.
    """

    used_ms: int
    left_ms: int | None
    running: bool


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """What the seats have time for, how much, and what happens when it is used up.

    Since *since_ms*, a moment of the server's own clock, the clocks that run have run on.
    """

    kind: str
    limit_s: int
    time_out: str
    since_ms: int


class RecessView(msgspec.Struct, frozen=True, kw_only=True):
    """A recess, and who has agreed to go on."""

    kind: str
    resuming: tuple[SeatId, ...]


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everybody may see it."""

    seat: SeatId
    role: str
    title: str
    name: str
    taken: bool
    sealed: bool
    waiting: bool
    offers_draw: bool
    offers_recess: str
    order_sealed: bool
    clock: SeatClock | None


class ViewHead(msgspec.Struct, frozen=True, kw_only=True):
    """The game round its table, as one viewer may see it.

    *disputed* is the event for whose ruling the game stands still. *table_options* are what this
    viewer's seat may declare at any time about the game itself. Spectators see it *delay_s* late.
    A view is this with the `scene` and the `options`: what the seat may declare now.
    """

    game: str
    system: str
    title: str
    scenario: str
    dice: str
    phase: str
    seats: tuple[SeatView, ...]
    table_options: tuple[Option, ...]
    disputed: int | None
    recess: RecessView | None
    clock: Clocks | None
    result: Sentence | None
    winners: tuple[SeatId, ...]
    delay_s: int


def view_head(table: Table, viewer: Viewer) -> ViewHead:
    """Return what a view of *table*, folded from what *viewer* may read, says round the scene."""
    game, system = table.game, table.system
    assert game.created is not None
    waited, ticking = waiting(game, system), clocks.running(game, system)
    return ViewHead(
        game=game.id.hex(),
        system=system.name,
        title=system.title,
        scenario=str(game.created.options["scenario"]),
        dice=game.created.dice,
        phase=game.phase,
        seats=tuple(
            SeatView(
                seat=seat.id,
                role=seat.role,
                title=seat.title,
                name=seat.name,
                taken=seat.taken,
                sealed=seat.id in game.sealed,
                waiting=seat.id in waited,
                offers_draw=seat.offers_draw,
                offers_recess=game.recess_offers.get(seat.id, ""),
                order_sealed=seat.id in game.next_orders,
                clock=_seat_clock(game, ticking, seat),
            )
            for seat in game.seats.values()
        ),
        table_options=() if viewer.seat is None else table_options(game, viewer.seat),
        disputed=game.case.event if game.case else None,
        recess=_recess(game),
        clock=_clocks(table),
        result=game.result.why if game.result else None,
        winners=game.result.winners if game.result else (),
        delay_s=int(game.created.options.get("delay_s", 0)),
    )


def _seat_clock(game: Game, ticking: frozenset[SeatId], seat: Seat) -> SeatClock | None:
    if not clocks.kind(game) or seat.role != "player":
        return None
    return SeatClock(
        used_ms=clocks.used_ms(game, seat.id),
        left_ms=clocks.left_ms(game, ticking, seat.id),
        running=seat.id in ticking,
    )


def _clocks(table: Table) -> Clocks | None:
    game = table.game
    if not (kind := clocks.kind(game)):
        return None
    return Clocks(
        kind=kind,
        limit_s=clocks.limit_ms(game) // 1000,
        time_out="forfeit" if clocks.forfeits(game) else "default",
        since_ms=table.at_ms,
    )


def _recess(game: Game) -> RecessView | None:
    if game.recess is None:
        return None
    return RecessView(kind=game.recess.kind, resuming=tuple(sorted(game.recess.resuming)))


def options(table: Table, viewer: Viewer) -> tuple[Option, ...]:
    """Return what the seat of *viewer* may declare now, with the fields that are sealed."""
    assert viewer.seat is not None
    return tuple(
        msgspec.structs.replace(option, sealed=table.codec.sealed_names(option.command))
        for option in table.system.options(table.game.play, viewer.seat)
    )


def plain(value: Any) -> Any:
    """Return a value as plain maps, lists and scalars; bytes stay bytes."""
    return msgspec.to_builtins(value, builtin_types=(bytes,))


class LiveView:
    """A game kept folded for one kind of viewer, with what a returning viewer may have missed."""

    def __init__(
        self,
        viewer: Viewer,
        game: GameId,
        system: System,
        codec: Codec,
        *,
        keep_all: bool = False,
    ) -> None:
        kept = None if keep_all else KEPT
        self.viewer = viewer
        self.table = Table(game, system, codec)
        self.events: deque[Seen] = deque(maxlen=kept)
        self.chronicle: deque[Told] = deque(maxlen=kept)
        self._shown: Any = None
        self._scene_of: Any = None
        self._scene_made: Any = None
        self._options_of: Any = None
        self._options_made: Any = ()

    @property
    def head(self) -> Head:
        """Where this view stands."""
        return self.table.head

    def fold(self, entry: Entry) -> tuple[Told, ...]:
        """Fold *entry*, as this viewer may read it, and return its lines for the chronicle.

        Raises Broken if it does not follow, or cannot be told.
        """
        return self._told(entry, self.table.fold)

    def follow(self, entry: Entry) -> tuple[Told, ...]:
        """Fold *entry*, of which the truth's own table has just checked that it follows."""
        return self._told(entry, self.table.follow)

    def _told(self, entry: Entry, fold: Callable[[Entry], Event]) -> tuple[Told, ...]:
        before = self.table.game
        event = fold(entry)
        try:
            lines = told(before, self.table.system, event, entry.position, entry.at_ms)
        except Exception as fault:
            # As in folding: whatever goes wrong with one game must stop that game alone.
            raise Broken(entry.position, f"it cannot be told: {fault!r}") from fault
        self.events.append(seen(entry))
        self.chronicle.extend(lines)
        return lines

    def since(self, position: int) -> Update | None:
        """Return what this viewer missed since *position*, the view whole; None if it is too much.

        Nothing else is sent instead of a part of it: all that was missed, or a snapshot.
        """
        return self._update(position, [[[], self.shown()]]) if self._holds(position) else None

    def update(self, position: int) -> Update | None:
        """Return what happened since *position*, which is where the view was last shown.

        None if that is more than is kept, as when a long game ends and all its seals are opened.
        """
        return self._update(position, self.changes()) if self._holds(position) else None

    def _holds(self, position: int) -> bool:
        return 0 <= self.head.position - position <= len(self.events)

    def snapshot(self, why: str = "") -> Snapshot:
        """Return the whole view and the last lines of the chronicle; the next update follows it."""
        return Snapshot(
            position=self.head.position,
            hash=self.head.hash,
            view=self.shown(),
            chronicle=tuple(self.chronicle)[-SNAPSHOT_LINES:],
            why=why,
        )

    def look(self, why: str = "") -> Snapshot:
        """Return a snapshot for somebody who only looks: the next update is not built on it."""
        before = self._shown
        snapshot = self.snapshot(why)
        self._shown = before
        return snapshot

    def _update(self, after: int, made: list[Change]) -> Update:
        return Update(
            after=after,
            position=self.head.position,
            hash=self.head.hash,
            events=tuple(_last(self.events, lambda event: event.p > after)),
            chronicle=tuple(_last(self.chronicle, lambda line: line.position > after)),
            changes=made,
        )

    def all_is_open(self, truth: Table) -> None:
        """The game is over and everything is opened: from now on see the game as it was."""
        self.table = truth

    def shown(self) -> Any:
        """Return the view as it stands now; its values are structs, which are maps on the wire."""
        self._shown = {
            **msgspec.structs.asdict(view_head(self.table, self.viewer)),
            "scene": self._scene(),
            "options": self._options(),
        }
        return self._shown

    def _scene(self) -> Any:
        """Return the scene; play that is the same value looks the same (a seal changes none)."""
        play = self.table.game.play
        if self._scene_of is not play:
            self._scene_of, self._scene_made = play, self.table.system.scene(play)
        return self._scene_made

    def _options(self) -> Any:
        """Return what this seat may declare in play now: nothing while nothing of it is awaited."""
        game = self.table.game
        if self.viewer.seat not in owing(game, self.table.system):
            return ()
        if self._options_of is not game.play:
            self._options_of, self._options_made = game.play, options(self.table, self.viewer)
        return self._options_made

    def changes(self) -> list[Change]:
        """Return what changed in the view since it was last shown."""
        before = self._shown
        return changes(before, self.shown())


def _last(kept: deque[L], wanted: Callable[[L], bool]) -> list[L]:
    """Return the last items of *kept* that are *wanted*, without walking the others."""
    found: list[L] = []
    for item in reversed(kept):
        if not wanted(item):
            break
        found.append(item)
    found.reverse()
    return found
