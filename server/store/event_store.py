"""What the rest of the server may ask of the record, and the ways in which it may fail to answer.

An append has three ends and no fourth: recorded, certainly not recorded, not known yet.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Protocol

import msgspec

from domain.names import GameId, SeatId
from domain.record import Entry, Head


class Hint(msgspec.Struct, frozen=True):
    """Somebody recorded something: *game* now reaches at least *position*."""

    game: GameId
    position: int


class VersionConflict(Exception):  # noqa: N818  names what happened
    """Another commit came first, and this one never will be recorded; *actual* is the head now."""

    def __init__(self, actual: Head) -> None:
        super().__init__(f"the game stands at event {actual.position}")
        self.actual = actual


class NotRecorded(Exception):  # noqa: N818  names what happened
    """The store refused: the commit is not recorded and never will be, so a retry is safe.

    *code* is the store's own word in lower case (`oom`, `readonly` …), `unreachable` or
    `overloaded`; *sentence* is for a person.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code, self.sentence = code, sentence


class Unsettled(Exception):  # noqa: N818  names what happened
    """Whether the commit is recorded could not be learnt in time: append the same entries again."""


class StoreDown(Exception):  # noqa: N818  names what happened
    """The store does not answer, or would refuse to record; *sentence* is for a person."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class EventStore(Protocol):
    """The record of all games. Every question raises StoreDown if the store does not answer."""

    async def append(self, game: GameId, expected: Head, entries: Sequence[Entry]) -> None:
        """Record one commit, whole, if the game stands exactly at *expected*; START for a new game.

        Returning means: on disk. The same entries again are the same commit, and return as well.
        Raises VersionConflict, NotRecorded, or Unsettled; after Unsettled or a cancellation the
        same entries must be appended again before anything else is said of this game.
        """
        ...

    async def read(self, game: GameId, after: int, limit: int) -> list[Entry]:
        """Return up to *limit* entries after position *after*, ascending; Broken if unreadable."""
        ...

    async def head(self, game: GameId) -> Head:
        """Return where the game stands; START if there is no such game."""
        ...

    async def heads(self, games: Sequence[GameId]) -> list[Head]:
        """Return where each of *games* stands, in one round trip."""
        ...

    async def last(self, game: GameId) -> Entry | None:
        """Return the last entry there really is, to be compared with the head at load."""
        ...

    async def keep_file(self, game: GameId, file: bytes) -> None:
        """Keep the file of a game that was played elsewhere; written before its events are."""
        ...

    async def file(self, game: GameId) -> bytes | None:
        """Return the file that is kept of *game*, or None."""
        ...

    async def say_here(self, game: GameId, seats: Iterable[SeatId], until_ms: int) -> None:
        """Note for other processes that *seats* are connected, until a moment of the wall clock."""
        ...

    async def here(self, game: GameId, now_ms: int) -> frozenset[SeatId]:
        """Return the seats that are said to be connected to any process."""
        ...

    async def say_up(self, now_ms: int, missing_ms: int) -> list[tuple[int, int]]:
        """Leave a sign of life, and return the last times (from, to) without any, of any process.

        It is one of them if the sign before this is older than *missing_ms*.
        """
        ...

    def hints(self) -> AsyncIterator[Hint]:
        """Yield hints for ever, across broken connections; some are lost, so look yourself too."""
        ...

    async def check(self) -> None:
        """Raise StoreDown unless a small write and a small read both succeed at once."""
        ...

    async def close(self) -> None:
        """Let go of the store; what is still under way ends as NotRecorded or Unsettled."""
        ...
