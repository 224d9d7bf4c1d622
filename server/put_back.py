"""Putting back what the store lost, from the records that players hold.

A player's record lacks what others sealed; several together have it. What the server itself
sealed nobody need bring: each commit is decided again, with the server's own seeds and salts, and
must come out as the record's hashes say. It is recorded as a server records it, so servers may run
meanwhile.
"""

import asyncio
from collections.abc import Iterable, Sequence
from itertools import zip_longest

import msgspec

from domain.again import Recorded, commits, decide
from domain.codec import Codec
from domain.decider import Event
from domain.exported import entries_of
from domain.game_events import Created, Declared
from domain.names import GameId
from domain.record import Broken, Entry
from domain.referee import Stale
from domain.refusals import Refused, Unknown
from domain.rule_system import rules_version
from domain.table import Table
from server.archive.moving import verifiers
from server.entropy import Entropy, GameSources
from server.hosts import Hosts
from server.store.event_store import EventStore, VersionConflict
from server.store.index import GameIndex


class NotPutBack(Exception):  # noqa: N818  names what happened
    """Nothing more is put back; *why* says what is the matter with what was brought."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class PutBack(msgspec.Struct, frozen=True):
    """What became of it: the game stood at event *had*, and now at *has*.

    *recorded* is the last event that this server is known to have recorded; *stopped* says why not
    all that was brought is put back, if so.
    """

    game: GameId
    had: int
    has: int
    recorded: int
    stopped: str = ""


async def put_back(hosts: Hosts, index: GameIndex, files: Sequence[bytes]) -> PutBack:
    """Record again what *files*, records of one game, have and the store lacks.

    Servers that run, or the next to start, look at the game at once: its clocks go on. Raises
    NotPutBack (one does not verify, or is no part of this server's history), NotRecorded,
    Unsettled, StoreDown. Cut short at any moment, it goes on when it is done again.
    """
    game, brought = await asyncio.to_thread(_brought, hosts, files)
    created = Codec([Created]).decode(brought[0].open, None)
    assert isinstance(created, Created)
    table = Table(game, hosts.systems[created.system])
    if created.server_key != hosts.entropy.public_key:
        raise NotPutBack("the game was not made by this server, or with another master.secret")
    if created.rules != rules_version(table.system):
        raise NotPutBack(f"it was played by version {created.rules} of its rules")
    await _folded(hosts, table, brought)
    had, stopped = table.head.position, ""
    await index.say_due({game: hosts.clock.now_ms()})
    for commit in commits(brought[had:]):
        try:
            await _record(hosts.store, table, commit, hosts.entropy)
        except NotPutBack as why:
            stopped = why.why
            break
    recorded = hosts.marks.read(game).position
    return PutBack(game, had, table.head.position, recorded, stopped)


def _brought(hosts: Hosts, files: Iterable[bytes]) -> tuple[GameId, list[Entry]]:
    """Return the game of verified records and its events, with every sealed part that any has."""
    verify, game, merged = verifiers(hosts.systems), None, list[Entry]()
    for n, file in enumerate(files, start=1):
        try:
            verify(file)
        except Exception as fault:
            # Whatever a verifier finds.
            raise NotPutBack(f"record {n} does not verify: {fault}") from fault
        of, entries = entries_of(file)
        if of != (game := game or of):
            raise NotPutBack(f"record {n} is of another game")
        merged = [_merged(*pair, n) for pair in zip_longest(merged, entries)]
    assert game is not None
    return game, merged


def _merged(one: Entry | None, other: Entry | None, n: int) -> Entry:
    if one is None or other is None:
        found = one or other
        assert found is not None
        return found
    if one.hash != other.hash:
        raise NotPutBack(f"record {n} tells another event {one.position} than those before it")
    return one if one.sealed is not None else other


async def _folded(hosts: Hosts, table: Table, brought: Sequence[Entry]) -> None:
    """Fold what the store has; NotPutBack unless it and what is brought are one history."""
    try:
        while more := await hosts.store.read(
            table.id, table.head.position, hosts.limits.read_entries
        ):
            for entry in more:
                table.fold(entry)
                if (
                    entry.position <= len(brought)
                    and entry.hash != brought[entry.position - 1].hash
                ):
                    raise NotPutBack(f"the store has another event {entry.position}: it is a fork")
    except Broken as broken:
        raise NotPutBack(f"what the store has does not hold together: {broken}") from broken
    if await hosts.store.head(table.id) != table.head:
        raise NotPutBack("the store's head and its last event disagree")


async def _record(
    store: EventStore, table: Table, commit: Sequence[Entry], entropy: Entropy
) -> None:
    """Decide one commit again, whole, and record it. Raises NotPutBack, NotRecorded, Unsettled."""
    entries = await asyncio.to_thread(_decided, table, commit, entropy)
    try:
        await store.append(table.id, table.head, entries)
    except VersionConflict as conflict:
        raise NotPutBack(f"a server has recorded something meanwhile: {conflict}") from None
    for entry in entries:
        table.fold(entry)


def _decided(table: Table, commit: Sequence[Entry], entropy: Entropy) -> tuple[Entry, ...]:
    first = commit[0]
    events = [table.codec.decode(entry.open, entry.secret) for entry in commit]
    if isinstance(events[0], Declared) and first.sealed is None:
        raise NotPutBack(
            f"event {first.position} is a declaration of seat {events[0].seat}, whose sealed part "
            "nobody has brought: bring that seat's record"
        )
    try:
        entries = decide(table, commit, events, _Ours(commit, events, entropy.sources(table.id)))
    except (Refused, Stale, Unknown, Broken) as fault:
        raise NotPutBack(f"event {first.position} cannot be decided again: {fault}") from fault
    if [entry.hash for entry in entries] != [entry.hash for entry in commit]:
        raise NotPutBack(f"what follows from event {first.position} here is not what was recorded")
    return entries


class _Ours(Recorded):
    """The sources of a commit that this server made: what it sealed it still knows."""

    def __init__(
        self, commit: Sequence[Entry], events: Sequence[Event], sources: GameSources
    ) -> None:
        super().__init__(commit, events)
        self._sources = sources

    def hidden_seed(self, j: int) -> bytes:
        """Return the seed of hidden roll j."""
        return self._sources.hidden_seed(j)

    def commitment(self, j: int) -> bytes:
        """Return the commitment to the seed of hidden roll j."""
        return self._sources.commitment(j)

    def salt(self, position: int) -> bytes:
        """Return the salt of the server's sealed part at *position*."""
        return self._sources.salt(position)
