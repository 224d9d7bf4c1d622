"""The exported record (`.bsr`): a game's history as one viewer may read it, in one file.

A stream of MessagePack maps: who it is for, then one an event, then the signed head and the
server's signature over the file (docs/reference/record.md). Each event's map bears its hash `h`:
it proves nothing, but lets a verifier name the very event that was altered.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any

import msgspec

from domain.codec import envelope
from domain.exported import maps_of
from domain.names import GameId
from domain.record import Entry
from projections.messages import SignedHead, seen
from projections.viewer import Viewer

FORMAT = "bsr/1"


def record_file(
    game: GameId,
    server_key: bytes,
    viewer: Viewer,
    entries: Iterable[Entry],
    head: SignedHead,
    sign: Callable[[bytes], bytes],
) -> bytes:
    """Return the record of *game* as a file; *entries* are redacted for *viewer* already."""
    history = list(entries)
    first = {
        "format": FORMAT,
        "game": game,
        "server_key": server_key,
        "seats": sorted(key for entry in history if (key := _seat_key(entry)) is not None),
        "viewer": str(viewer),
    }
    encode = msgspec.msgpack.encode
    events = (
        encode({**msgspec.to_builtins(seen(e), builtin_types=(bytes,)), "h": e.hash})
        for e in history
    )
    body = encode(first) + b"".join(events)
    last = {
        "head": [head.position, head.hash, head.signature],
        "file": sign(b"bsr/1\0" + sha256(body).digest()),
    }
    return body + encode(last)


class _First(msgspec.Struct):
    """The first map of a record, as far as it is needed here."""

    server_key: bytes


class _Last(msgspec.Struct):
    """The last map: where the history stands, and the server's signature over all before it."""

    head: tuple[int, bytes, bytes]
    file: bytes


def head_of(file: bytes) -> tuple[bytes, SignedHead]:
    """Return the server's key that a record names, and the head that it signed; or ValueError."""
    try:
        first = msgspec.msgpack.decode(next(maps_of(file), b""), type=_First)
        return first.server_key, SignedHead(*_last(file)[1].head)
    except msgspec.MsgspecError:
        raise ValueError("it is no record of a game, or a damaged one") from None


def signed_part(file: bytes) -> tuple[bytes, bytes]:
    """Return what a record's signature is over, and it; ValueError if it is no record."""
    try:
        start, last = _last(file)
    except msgspec.MsgspecError:
        raise ValueError("it is no record of a game, or a damaged one") from None
    return b"bsr/1\0" + sha256(file[:start]).digest(), last.file


def _last(file: bytes) -> tuple[int, _Last]:
    """Return where a record's last map begins, and it; ValueError or MsgspecError."""
    last = b""
    for one in maps_of(file):
        last = one
    return len(file) - len(last), msgspec.msgpack.decode(last, type=_Last)


def _seat_key(entry: Entry) -> list[Any] | None:
    event = envelope(entry.open)
    if event.k != "seat_taken":
        return None
    taken = msgspec.msgpack.decode(event.d)
    return [taken["seat"], taken["key"]]
