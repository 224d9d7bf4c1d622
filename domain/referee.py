"""A declaration and all that follows from it, as one commit: the entries that go on the record.

Everything here is a function of the table, the declaration, and the sources of chance; so the
server that referees, the replay and the verifier decide alike (`again`).
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from domain.decider import Command, Event
from domain.declaring import create, decide, take_seat, time_out
from domain.dice import (
    CHAIN_LINKS,
    Ask,
    Rolled,
    faces,
    roll_context,
    roll_key,
)
from domain.game_events import (
    FORM,
    Created,
    Declared,
    DiceRolled,
    DiceRolledHidden,
    Opened,
    Over,
    SeatTaken,
    ServerDeclared,
)
from domain.names import SeatId
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


class Sources(Protocol):
    """Where chance comes from: the server's chains, or a record."""

    def link(self, i: int) -> bytes:
        """Return link[i] of the server's chain."""
        ...

    def hidden_seed(self, j: int) -> bytes:
        """Return the seed of hidden roll j."""
        ...

    def commitment(self, j: int) -> bytes:
        """Return the commitment to the seed of hidden roll j."""
        ...

    def salt(self, position: int) -> bytes:
        """Return the salt (16 bytes) for the sealed part of the server's event at *position*."""
        ...


class Stale(Exception):  # noqa: N818  not an error: the table moved on
    """The declarer had not seen something that matters, at or before *since*."""

    def __init__(self, since: int) -> None:
        super().__init__(f"the table moved on at event {since}")
        self.since = since


class Chance:
    """The dice of one commit, bound to the event that leads to them."""

    def __init__(self, table: Table, cause: Entry, sources: Sources) -> None:
        self._table, self._cause, self._sources = table, cause, sources
        self._i, self._j = table.game.rolls, table.game.hidden_rolls
        self._proofs: deque[tuple[Rolled, DiceRolled | DiceRolledHidden]] = deque()

    def roll(self, *asks: Ask) -> Rolled:
        """Roll with the server's next link."""
        ctx = self._next(asks)
        link = self._sources.link(self._i)
        rolled = Rolled(asks, faces(roll_key(link, ctx), asks))
        proof = DiceRolled(
            i=self._i,
            by=self._cause.position,
            ctx=ctx,
            dice=asks,
            contributors=(),
            link=link,
            faces=rolled.faces,
        )
        self._proofs.append((rolled, proof))
        return rolled

    def roll_hidden(self, *asks: Ask) -> Rolled:
        """Roll with the next hidden seed, and commit to the one after it."""
        ctx = self._next(asks)
        self._j += 1
        seed = self._sources.hidden_seed(self._j)
        rolled = Rolled(asks, faces(roll_key(seed, ctx), asks), hidden=True)
        proof = DiceRolledHidden(
            i=self._i,
            by=self._cause.position,
            ctx=ctx,
            dice=asks,
            contributors=(),
            j=self._j,
            next=self._sources.commitment(self._j + 1),
            seed=seed,
            faces=rolled.faces,
        )
        self._proofs.append((rolled, proof))
        return rolled

    def proof(self, rolled: Rolled) -> DiceRolled | DiceRolledHidden:
        """Return the event that proves *rolled*: what was rolled is yielded once, in order."""
        made, proof = self._proofs.popleft()
        assert made is rolled, "a rule system yields its rolls once, in the order it made them"
        return proof

    def _next(self, asks: Sequence[Ask]) -> bytes:
        self._i += 1
        if self._i > CHAIN_LINKS:
            raise Refused("dice_used_up", FORM, rolls=CHAIN_LINKS)
        cause = self._cause
        return roll_context(self._table.id, self._i, cause.open, cause.seal, asks)


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

    def follow(self, outcomes: Iterable[Outcome], chance: Chance) -> tuple[Entry, ...]:
        for outcome in outcomes:
            event = chance.proof(outcome) if isinstance(outcome, Rolled) else outcome
            self.record(event)
            if isinstance(event, Over):
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

    def _sealed_here(self) -> Iterator[int]:
        return (entry.position for entry in self.entries if entry.sealed is not None)


def make(
    table: Table,
    created: Created,
    invitations: Mapping[SeatId, bytes],
    at_ms: int,
    sources: Sources,
) -> tuple[Entry, ...]:
    """Make a game on an empty *table*. Raises Refused."""
    assert table.head == START
    commit = _Commit(table, at_ms, sources)
    for event in create(created, table.system, invitations):
        commit.record(event)
    return tuple(commit.entries)


def seat(
    table: Table, taken: SeatTaken, invitation: bytes, token: bytes, at_ms: int, sources: Sources
) -> tuple[Entry, ...]:
    """Take a seat; *invitation* and *token* are hashes: `declaring.take_seat`. Raises Refused."""
    commit = _Commit(table, at_ms, sources)
    cause = entry_after(table.head, table.id, at_ms, table.codec.encode(taken)[0])
    chance = Chance(table, cause, sources)
    outcomes = take_seat(table.game, table.system, taken, invitation, token, chance)
    return commit.follow(outcomes, chance)


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
    (this table knows too little to decide). Repeats must be known before: `Table.declared`.
    """
    declared = read_declaration(table, open_part, sealed, signature)
    _check_fresh(table, declared)
    command = _command(table, declared)
    commit = _Commit(table, at_ms, sources)
    cause = commit.add(open_part, sealed, signature)
    chance = Chance(table, cause, sources)
    outcomes = decide(table.game, table.system, declared.seat, command, chance)
    if not command.simultaneous:
        return commit.follow(outcomes, chance)
    return _resolve(commit, outcomes, chance, opens=command.opens)


def time_is_up(table: Table, late: SeatId, at_ms: int, sources: Sources) -> tuple[Entry, ...]:
    """Declare for a seat that did not do so in time. Raises Refused if it owes nothing."""
    commit = _Commit(table, at_ms, sources)
    cause = commit.record(ServerDeclared(do="time_out", with_={"seat": late}))
    chance = Chance(table, cause, sources)
    outcomes = time_out(table.game, table.system, late, chance)
    game, system = table.game, table.system
    if late not in system.owed(game.play):
        return commit.follow(outcomes, chance)
    opens = system.default(game.play, late).opens
    return _resolve(commit, outcomes, chance, opens=opens)


def _resolve(
    commit: _Commit, outcomes: Iterator[Outcome], chance: Chance, *, opens: bool
) -> tuple[Entry, ...]:
    """Follow a sealed declaration: if it completes its step, open the step's seals first."""
    first = next(outcomes, None)
    if first is None:
        return tuple(commit.entries)
    if opens:
        held = [s.position for s in commit.table.game.sealed.values() if not s.timed_out]
        here = [entry.position for entry in commit.entries if entry.sealed is not None]
        commit.open([*held, *here])
    return commit.follow(_chained(first, outcomes), chance)


def _chained(first: Outcome, rest: Iterator[Outcome]) -> Iterator[Outcome]:
    yield first
    yield from rest


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
    """A declaration is stale if its seat declared something since, or its step is over."""
    seat, step = table.game.seats[declared.seat], table.game.steps.get(declared.seat)
    since = max(seat.declared, step.began if step else 0)
    if declared.after < since:
        raise Stale(since)


def _command(table: Table, declared: Declared) -> Command:
    try:
        command = table.command(declared)
    except ValueError as fault:
        raise Refused("malformed", FORM, why=str(fault)) from None
    assert command is not None
    return command
