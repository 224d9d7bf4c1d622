"""A declaration and all that follows from it, as one commit: the entries that go on the record.

Everything here is a function of the table, the declaration, and the sources of chance; so the
server that referees, the replay and the verifier decide alike (`again`).
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from domain.chains import next_of_server
from domain.chance import Chance, LinksNeeded, Sources
from domain.clocks import running
from domain.decider import Command, Event
from domain.declaring import begin, begins, create, decide, go_on, next_order, take_seat, time_out
from domain.dice import Rolled, link_holds, link_message
from domain.disputes import not_ruled
from domain.game import ABOUT_THE_GAME
from domain.game_events import (
    CLOCKS,
    DISPUTES,
    FORM,
    LINKS,
    AnchorRenewed,
    Begun,
    Created,
    Declared,
    DiceAsked,
    Dispute,
    LinkOpened,
    Opened,
    Over,
    SeatTaken,
    ServerDeclared,
    TimeUsed,
)
from domain.names import SERVER, SeatId
from domain.record import (
    SALT_BYTES,
    START,
    Entry,
    declaration_message,
    entry_after,
    signature_holds,
)
from domain.refusals import Refused, Unknown
from domain.rule_system import Outcome
from domain.table import Table


class Stale(Exception):  # noqa: N818  not an error: the table moved on
    """The declarer had not seen something that matters, at or before *since*."""

    def __init__(self, since: int) -> None:
        super().__init__(f"the table moved on at event {since}")
        self.since = since


RESTARTS = {"why": "restart"}
"""What the server says when it reads the clocks before it stops."""


class _Decided(msgspec.Struct, frozen=True):
    """What came of a decision; or the request it *needs* an answer to before it can go on."""

    outcomes: tuple[Outcome, ...]
    needs: DiceAsked | None = None


def _decided(outcomes: Iterable[Outcome]) -> _Decided:
    try:
        return _Decided(tuple(outcomes))
    except LinksNeeded as needed:
        return _Decided((), needed.asked)


class _Commit:
    """Entries that follow the table's head, one after another."""

    def __init__(self, table: Table, at_ms: int, sources: Sources) -> None:
        self.table, self.at_ms, self.sources = table, at_ms, sources
        self.entries: list[Entry] = []
        self.opened: set[int] = set()

    def add(self, open_part: bytes, sealed: bytes | None, signature: bytes | None = None) -> Entry:
        head = self.entries[-1].head if self.entries else self.table.head
        entry = entry_after(head, self.table.id, self.at_ms, open_part, sealed, signature)
        self.entries.append(entry)
        return entry

    def record(self, event: Event) -> Entry:
        open_part, secret = self.table.codec.encode(event)
        if secret is None:
            return self.add(open_part, None)
        position = self.table.head.position + len(self.entries) + 1
        return self.add(open_part, self.sources.salt(position) + secret)

    def charge(self) -> int:
        """Note the time that the seats which were waited for have used; return it (ms).

        It comes second in a commit: what led to it, a declaration or a word of the server, is why.
        """
        seats = running(self.table.game, self.table.system)
        if not seats:
            return 0
        ms, stopped_ms = self.sources.time_used(self.table.at_ms, self.at_ms)
        self.record(TimeUsed(seats=tuple(sorted(seats)), ms=ms, stopped_ms=stopped_ms))
        return ms

    def follow(self, decided: "_Decided", chance: Chance) -> tuple[Entry, ...]:
        """Record what was decided; or, if links are needed first, only what was rolled so far."""
        if decided.needs is not None:
            for event in (*chance.unyielded(), decided.needs):
                self.record(event)
            return tuple(self.entries)
        for outcome in decided.outcomes:
            proven = chance.proofs(outcome) if isinstance(outcome, Rolled) else (outcome,)
            for event in proven:
                self.record(event)
            if isinstance(outcome, Over):
                self.open(sorted({*self.table.closed, *self._sealed_here()} - self.opened))
        return tuple(self.entries)

    def open(self, positions: Iterable[int]) -> None:
        """Open the sealed parts at *positions*, of the record or of this commit."""
        here = {entry.position: entry for entry in self.entries}
        for position in positions:
            entry = here.get(position) or self.table.closed[position]
            if entry.secret is None:
                raise Unknown(f"event {position}")
            self.opened.add(position)
            self.record(Opened(position=position, salt=entry.salt, secret=entry.secret))

    def open_step(self, *orders: int) -> None:
        """Open what was sealed in the step that is complete now, this declaration included."""
        held = [s.position for s in self.table.game.sealed.values() if not s.timed_out]
        self.open([*held, *orders, *self._sealed_here()])

    def _sealed_here(self) -> Iterator[int]:
        return (entry.position for entry in self.entries if entry.sealed is not None)


NOTHING_YET = _Decided(())
"""A sealed declaration that does not complete its step: others owe theirs."""


def make(
    table: Table,
    created: Created,
    invitations: Mapping[SeatId, bytes],
    at_ms: int,
    sources: Sources,
    play: Iterable[Event] = (),
) -> tuple[Entry, ...]:
    """Make a game on an empty *table*; a fork of another with the *play* that led there.

    Raises Refused.
    """
    assert table.head == START
    commit = _Commit(table, at_ms, sources)
    for event in create(created, table.system, invitations):
        commit.record(event)
    for event in play if created.parent is not None else ():
        commit.record(event)
    return tuple(commit.entries)


def seat(
    table: Table, taken: SeatTaken, invitation: bytes, token: bytes, at_ms: int, sources: Sources
) -> tuple[Entry, ...]:
    """Take a seat; *invitation* and *token* are hashes: `declaring.take_seat`. Raises Refused."""
    _check_no_request(table)
    commit = _Commit(table, at_ms, sources)
    cause, _ = [commit.record(one) for one in take_seat(table.game, taken, invitation, token)]
    commit.charge()
    if not begins(table.game, taken.seat):
        return tuple(commit.entries)
    commit.record(Begun())
    chance = Chance(table, cause, sources)
    return commit.follow(_decided(begin(table.game, table.system, chance)), chance)


def declare(
    table: Table,
    open_part: bytes,
    sealed: bytes,
    signature: bytes,
    at_ms: int,
    sources: Sources,
) -> tuple[Entry, ...]:
    """Decide a declaration, given as its declarer's own bytes: open part, sealed part, signature.

    Raises Refused (nothing happened), Stale (the declarer had not seen what matters), or Unknown
    (this table knows too little to decide). Repeats must be known before.
    """
    declared = read_declaration(table, open_part, sealed, signature)
    _check_no_request(table)
    _check_fresh(table, declared)
    command = _command(table, declared)
    if isinstance(command, Dispute) and not 1 <= command.event <= declared.after:
        raise Refused("no_such_event", DISPUTES, event=command.event)
    commit = _Commit(table, at_ms, sources)
    cause = commit.add(open_part, sealed, signature)
    commit.charge()
    chance = Chance(table, cause, sources)
    decided = _decided(decide(table.game, table.system, declared.seat, command, chance))
    if command.simultaneous and command.opens and decided != NOTHING_YET:
        commit.open_step()
    return commit.follow(decided, chance)


def time_is_up(table: Table, late: SeatId, at_ms: int, sources: Sources) -> tuple[Entry, ...]:
    """Declare for a seat that did not do so in time. Raises Refused if it owes nothing."""
    _check_no_request(table)
    commit = _Commit(table, at_ms, sources)
    cause = commit.record(ServerDeclared(do="time_out", with_={"seat": late}))
    ms, chance = commit.charge(), Chance(table, cause, sources)
    decided = _decided(time_out(table.game, table.system, late, ms, chance))
    game, system = table.game, table.system
    owed = game.recess is None and late in system.owed(game.play)
    if owed and _resolves(decided) and system.default(game.play, late).opens:
        commit.open_step()
    return commit.follow(decided, chance)


def next_order_is_due(
    table: Table, seat: SeatId, at_ms: int, sources: Sources
) -> tuple[Entry, ...]:
    """Declare what *seat* sealed for the adjournment, now that play goes on. Raises Refused."""
    _check_no_request(table)
    order = table.game.next_orders.get(seat)
    commit, position = _Commit(table, at_ms, sources), order.position if order else 0
    fields = {"seat": seat, "order": position}
    cause = commit.record(ServerDeclared(do="next_order", with_=fields))
    commit.charge()
    chance = Chance(table, cause, sources)
    decided = _decided(next_order(table.game, table.system, seat, chance))
    command = order.command if order else None
    if command is not None and command.simultaneous and command.opens and _resolves(decided):
        commit.open_step(position)
    return commit.follow(decided, chance)


def read_clocks(
    table: Table, at_ms: int, sources: Sources, *, restarts: bool = False
) -> tuple[Entry, ...]:
    """Note what the running clocks show: no server was up for a while, or it *restarts* now.

    Raises Refused.
    """
    if not running(table.game, table.system):
        raise Refused("no_clock_runs", CLOCKS)
    commit = _Commit(table, at_ms, sources)
    commit.record(ServerDeclared(do="clocks", with_=RESTARTS if restarts else {}))
    commit.charge()
    return tuple(commit.entries)


def ruling_is_due(table: Table, at_ms: int, sources: Sources) -> tuple[Entry, ...]:
    """Close the open dispute, on which the players did not agree in time. Raises Refused."""
    commit = _Commit(table, at_ms, sources)
    commit.record(ServerDeclared(do="ruling", with_={}))
    for event in not_ruled(table.game):
        commit.record(event)
    return tuple(commit.entries)


def renew_chain(table: Table, at_ms: int, sources: Sources) -> tuple[Entry, ...]:
    """Renew the server's chain of links, nearly used up. Raises Refused while it is not."""
    _check_no_request(table)
    chain, commit = next_of_server(table.game), _Commit(table, at_ms, sources)
    commit.record(ServerDeclared(do="renew_chain", with_={}))
    commit.charge()
    commit.record(AnchorRenewed(seat=SERVER, anchor=sources.anchor(chain), links=chain.links))
    return tuple(commit.entries)


def _resolves(decided: _Decided) -> bool:
    """Tell whether a seal completed its step; what is lost by time opens its seals at the end."""
    return decided != NOTHING_YET and not isinstance(next(iter(decided.outcomes), None), Over)


# --- links of the seats -----------------------------------------------------------------------


def contribute(table: Table, opened: LinkOpened, at_ms: int, sources: Sources) -> tuple[Entry, ...]:
    """Take a seat's link for the roll that is asked for; the last one makes the roll.

    Raises Refused if nobody asked, the seat has answered, or link or signature are not its own.
    """
    request, seat = table.game.request, opened.seat
    if request is None or request.asked.i != opened.i:
        raise Refused("not_asked", LINKS, i=opened.i)
    if seat not in request.asked.contributors or seat in request.links:
        raise Refused("not_asked", LINKS, i=opened.i)
    holder = table.game.seats[seat]
    message = link_message(request.asked.ctx, opened.i, opened.link)
    if holder.key is None or not signature_holds(holder.key, opened.sig, message):
        raise Refused("not_allowed", LINKS)
    known_i, known = holder.link
    held = opened.i <= holder.links
    if not held or not link_holds(table.id, seat, opened.i, opened.link, known_i, known):
        raise Refused("not_its_link", LINKS, seat=seat, i=opened.i)
    commit = _Commit(table, at_ms, sources)
    commit.record(opened)
    links = {**request.links, seat: opened.link}
    if links.keys() < set(request.asked.contributors):
        return tuple(commit.entries)
    return _go_on(commit, links)


def roll_is_due(table: Table, i: int, at_ms: int, sources: Sources) -> tuple[Entry, ...]:
    """Make roll i with the links that are here: the time to answer is over. Raises Refused."""
    request = table.game.request
    if request is None or request.asked.i != i:
        raise Refused("not_asked", LINKS, i=i)
    commit = _Commit(table, at_ms, sources)
    commit.record(ServerDeclared(do="roll", with_={"i": i}))
    return _go_on(commit, request.links)


def _check_no_request(table: Table) -> None:
    """Nothing comes between a request for links and its roll: who declares waits for it."""
    if (request := table.game.request) is not None:
        raise Refused("dice_pending", LINKS, i=request.asked.i)


def _go_on(commit: _Commit, links: Mapping[SeatId, bytes]) -> tuple[Entry, ...]:
    """Decide again what waits for the roll, now that it can be made."""
    table = commit.table
    assert table.cause is not None, "a request goes back to something"
    cause, event = table.cause
    chance = Chance(table, cause, commit.sources, links)
    return commit.follow(_decided(_waiting_for_dice(table, event, chance)), chance)


def _waiting_for_dice(table: Table, cause: Event, chance: Chance) -> Iterator[Outcome]:
    game, system = table.game, table.system
    match cause:
        case SeatTaken():
            return begin(game, system, chance)
        case Declared(seat=seat):
            command = table.command(cause)
            if command is None:
                raise Unknown("the declaration that waits for dice")
            return go_on(game, system, seat, command, chance)
        case ServerDeclared(do="next_order", with_=fields):
            order = table.next_order(int(fields["order"]))
            if order is None:
                raise Unknown("the order that waits for dice")
            return go_on(game, system, SeatId(fields["seat"]), order, chance)
        case ServerDeclared(with_=fields):
            late = SeatId(fields["seat"])
            return go_on(game, system, late, system.default(game.play, late), chance)
        case _:
            raise AssertionError(f"{cause} leads to no dice")


# --- declarations -----------------------------------------------------------------------------


def read_declaration(table: Table, open_part: bytes, sealed: bytes, signature: bytes) -> Declared:
    """Read a declaration that claims a seat; Refused unless it is well formed and its holder's."""
    try:
        declared = table.codec.decode(open_part, sealed[SALT_BYTES:])
    except ValueError as fault:
        raise Refused("malformed", FORM, why=str(fault)) from None
    if not isinstance(declared, Declared) or len(sealed) < SALT_BYTES:
        raise Refused("malformed", FORM, why="it is no declaration")
    if len(declared.id) != 16 or len(declared.head) != 32:
        raise Refused("malformed", FORM, why="an id has 16 bytes, a head's hash 32")
    holder = table.game.seats.get(declared.seat)
    seal = entry_after(table.head, table.id, 0, open_part, sealed).seal
    message = declaration_message(open_part, seal)
    if holder is None or holder.key is None or not signature_holds(holder.key, signature, message):
        raise Refused("not_allowed", FORM)
    return declared


def _check_fresh(table: Table, declared: Declared) -> None:
    """A declaration is stale if its seat declared something since, or its step is over.

    Or if it may roll, and the server renewed its links since: that knew what it chose them for.
    """
    seat, step = table.game.seats[declared.seat], table.game.steps.get(declared.seat)
    anchored = 0 if declared.do in ABOUT_THE_GAME else table.game.anchored
    since = max(seat.declared, step.began if step else 0, anchored)
    if declared.after < since:
        raise Stale(since)


def _command(table: Table, declared: Declared) -> Command:
    try:
        command = table.command(declared)
    except ValueError as fault:
        raise Refused("malformed", FORM, why=str(fault)) from None
    assert command is not None
    return command
