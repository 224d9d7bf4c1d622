"""Reading an exported record (`.bsr`): the entries of a game as its viewer may read them."""

from collections.abc import Iterator
from io import BytesIO
from typing import Annotated

import msgpack
import msgspec

from domain.codec import envelope
from domain.names import GameId
from domain.record import ZERO32, Entry, Head, entry_hash, seal_of


class _First(msgspec.Struct):
    """The first map of a record, as far as it is needed here."""

    game: Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]


class _Stored(msgspec.Struct):
    """The map of one event: open part, sealed part or its seal, signature."""

    p: Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]
    t: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
    o: bytes
    s: bytes | None = None
    seal: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)] = ZERO32
    g: bytes | None = None


class _Last(msgspec.Struct):
    """The last map: where the history stands, the hash, the server's signature."""

    head: tuple[int, bytes, bytes]


def entries_of(data: bytes) -> tuple[GameId, list[Entry]]:
    """Return the game and its entries, their hashes computed anew; ValueError if it is no record.

    A sealed part that a later event opens is put where it belongs. Signatures are not checked, and
    nothing is folded: that is for who reads.
    """
    try:
        maps, stored = maps_of(data), list[_Stored]()
        game = GameId(msgspec.msgpack.decode(next(maps, b""), type=_First).game)
        last = next(maps, b"")
        for following in maps:
            stored.append(msgspec.msgpack.decode(last, type=_Stored))
            last = following
        length, _, _ = msgspec.msgpack.decode(last, type=_Last).head
        entries = _with_secrets(_entries(game, stored))
    except (ValueError, TypeError, IndexError, msgspec.MsgspecError):
        raise ValueError("it is no record of a game, or a damaged one") from None
    if length != len(entries):
        raise ValueError("it is no record of a whole game: something is cut off")
    return game, entries


def maps_of(data: bytes) -> Iterator[bytes]:
    """Yield the bytes of one map of a record after the other; ValueError where there is none.

    Nothing is made of them yet: one byte may stand for an empty list, which takes sixty, and while
    millions of them are made no other thread runs.
    """
    unpacker, start = msgpack.Unpacker(BytesIO(data), max_buffer_size=len(data)), 0
    while start < len(data):
        try:
            unpacker.skip()
        except (ValueError, msgpack.UnpackException):
            raise ValueError("it is no record of a game, or a damaged one") from None
        yield data[start : unpacker.tell()]
        start = unpacker.tell()


def _entries(game: GameId, events: list[_Stored]) -> list[Entry]:
    entries, head = list[Entry](), Head(0, ZERO32)
    for event in events:
        seal = event.seal if event.s is None else seal_of(event.s)
        entry = Entry(
            position=event.p,
            at_ms=event.t,
            open=event.o,
            sealed=event.s,
            seal=seal,
            hash=entry_hash(game, event.p, event.t, head.hash, event.o, seal),
            signature=event.g,
        )
        entries.append(entry)
        head = entry.head
    return entries


class _Opening(msgspec.Struct):
    """The fields of an event that opens what an earlier one sealed."""

    position: Annotated[int, msgspec.Meta(ge=1)]
    salt: bytes
    secret: bytes


def _with_secrets(entries: list[Entry]) -> list[Entry]:
    for entry in list(entries):
        event = envelope(entry.open)
        if event.k == "opened":
            opening = msgspec.msgpack.decode(event.d, type=_Opening)
            at = opening.position - 1
            sealed = opening.salt + opening.secret
            entries[at] = msgspec.structs.replace(entries[at], sealed=sealed)
    return entries
