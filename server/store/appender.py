"""Appending, until it is certain what became of it.

A lost reply does not say whether the commit was recorded, and an attempt that was given up may
still be on its way. So it is looked for, and sent again as it was: append.lua records it once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from redis.exceptions import RedisError

from domain.names import GameId
from domain.record import START, Entry, Head
from server.store import layout
from server.store.event_store import NotRecorded, Unsettled, VersionConflict
from server.store.group_commit import Full, Lost, NotSent
from server.store.index import LISTS, Place
from server.store.limits import StoreLimits
from server.store.nodes import Commits
from server.store.replies import code_of, sentence_of

ReadBack = Callable[[GameId, Head], Awaitable[bool]]
"""Tells whether a game's stream holds an event; False also if the store does not say."""


class _Commit(msgspec.Struct, frozen=True):
    game: GameId
    expected: Head
    last: Head
    made: Place
    command: tuple[bytes, ...]


class Appender:
    """Brings each append to one of its three ends (EventStore.append) within a limit of time."""

    def __init__(self, commits: Commits, holds: ReadBack, limits: StoreLimits) -> None:
        self._commits = commits
        self._holds = holds
        self._limits = limits
        # Hashes of commits that went out and got no answer yet: no refusal of a later attempt
        # says anything about them. A caller who never asks again leaves 32 bytes behind.
        self._adrift: set[bytes] = set()

    async def append(self, game: GameId, expected: Head, entries: Sequence[Entry]) -> None:
        """Record one commit, or raise VersionConflict, NotRecorded or Unsettled."""
        positions = [entry.position for entry in entries]
        first = expected.position + 1
        assert positions, "a commit has at least one event"
        assert positions == list(range(first, first + len(positions))), "and no gaps"
        command = layout.append_command(game, expected, entries)
        made = Place(entries[0].at_ms, game)
        commit = _Commit(game, expected, entries[-1].head, made, command)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._limits.settle_s) as limit:
                # Asked as well, lest a library that swallows a cancellation keeps us for ever.
                while not limit.expired():
                    if await self._settled(commit):
                        return
                    await asyncio.sleep(self._limits.pause_s)
        raise Unsettled

    async def _settled(self, commit: _Commit) -> bool:
        """Try once: tell whether the commit is now known to be recorded; else see append."""
        try:
            await self._attempt(commit)
        except Lost:
            pass
        except NotRecorded:
            if commit.last.hash not in self._adrift:
                raise
        else:
            return True
        if await self._holds(commit.game, commit.last):
            self._adrift.discard(commit.last.hash)
            return True
        return False

    async def _attempt(self, commit: _Commit) -> None:
        """Ask once: return if recorded; else VersionConflict, NotRecorded (this time), or Lost."""
        was_adrift = commit.last.hash in self._adrift
        try:
            if commit.expected == START:
                await self._commits.send(b"ZADD", LISTS["playing"], b"0", commit.made.member)
            # Until there is an answer nobody knows, whatever ends this task in between.
            self._adrift.add(commit.last.hash)
            outcome, *actual = await self._call(commit.command)
        except (RedisError, NotSent, Full) as error:
            if not was_adrift:
                self._adrift.discard(commit.last.hash)
            raise _refusal(error) from error
        # The head is not, or no longer, what was expected: no earlier attempt can land any more.
        self._adrift.discard(commit.last.hash)
        if outcome == b"conflict":
            raise VersionConflict(layout.head_of(*actual))

    async def _call(self, command: tuple[bytes, ...]) -> Any:
        try:
            return await self._commits.send(*command)
        except RedisError as error:
            if "Function not found" not in str(error):
                raise
        # Nothing was carried out: the server is new, or somebody flushed its functions.
        await self._commits.send(b"FUNCTION", b"LOAD", b"REPLACE", layout.LIBRARY)
        return await self._commits.send(*command)


def _refusal(error: RedisError | NotSent | Full) -> NotRecorded:
    if isinstance(error, Full):
        return NotRecorded("overloaded", "Too many commits wait for the store already.")
    reason = error.__cause__ or error
    return NotRecorded(code_of(reason) or "unreachable", sentence_of(reason))
