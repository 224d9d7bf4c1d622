"""Commits to append, with hashes that hold."""

import asyncio
import os
from collections.abc import Awaitable, Callable

from domain.names import GameId
from domain.record import START, Entry, Head, check_entry, entry_after
from server.store.event_store import EventStore

SALT = bytes(16)


async def until(question: Callable[[], Awaitable[object]], seconds: float = 5.0) -> None:
    """Ask the server again and again until it says yes; TimeoutError if it never does."""
    async with asyncio.timeout(seconds):
        while True:
            if await question():
                return
            # A refused connection fails without ever waiting: let others have their turn.
            await asyncio.sleep(0.001)


def new_game() -> GameId:
    return GameId(os.urandom(16))


def commit(
    game: GameId, after: Head = START, events: int = 1, word: bytes = b"move"
) -> list[Entry]:
    """Return the events of one commit: plain ones, and a sealed and signed one at the end."""
    entries: list[Entry] = []
    for number in range(events):
        head = entries[-1].head if entries else after
        last = number == events - 1
        entries.append(
            entry_after(
                head,
                game,
                at_ms=1_700_000_000_000 + head.position,
                open_part=b"%s %d" % (word, head.position + 1),
                sealed=SALT + b"secret" if last else None,
                signature=bytes(64) if last else None,
            )
        )
    return entries


async def whole_history(store: EventStore, game: GameId) -> list[Entry]:
    """Return all entries of a game, after checking that they are one unbroken chain to its head."""
    entries = await store.read(game, 0, 100_000)
    head = START
    for entry in entries:
        check_entry(game, head, entry)
        head = entry.head
    assert head == await store.head(game)
    return entries
