"""rec/1: the tamper-evident history of one game (docs/reference/record.md).

Hashes are taken over the stored bytes, never over a re-encoding. Nothing here knows what an
event means; `codec` does.
"""

from functools import lru_cache
from hashlib import sha256

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from domain.names import GameId

ZERO32 = bytes(32)
SALT_BYTES = 16


class Head(msgspec.Struct, frozen=True):
    """Where a history stands: its last position (0: no event yet) and that event's hash."""

    position: int
    hash: bytes


START = Head(0, ZERO32)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One event as it is stored, or as one viewer may read it.

    *open* is the open part; *sealed* is salt (16 bytes) and secret map, or None if the kind never
    seals or this viewer may not read it; *seal* is 32 bytes, zero if the kind never seals.
    *signature* is the declarer's, on declarations only.
    """

    position: int
    at_ms: int
    open: bytes
    sealed: bytes | None
    seal: bytes
    hash: bytes
    signature: bytes | None = None

    @property
    def head(self) -> Head:
        """The head of a history that ends with this entry."""
        return Head(self.position, self.hash)

    @property
    def salt(self) -> bytes:
        """The salt of the sealed part, which must be present."""
        assert self.sealed is not None
        return self.sealed[:SALT_BYTES]

    @property
    def secret(self) -> bytes | None:
        """The secret map's bytes, or None if there is none here to read."""
        return None if self.sealed is None else self.sealed[SALT_BYTES:]

    def redacted(self) -> "Entry":
        """Return the entry as those may read it who may not read its sealed part."""
        return msgspec.structs.replace(self, sealed=None)


class Broken(Exception):  # noqa: N818  names the state of the record
    """A history does not hold together; *position* is the first bad event, *why* the fault."""

    def __init__(self, position: int, why: str) -> None:
        super().__init__(f"event {position}: {why}")
        self.position, self.why = position, why


def seal_of(sealed: bytes) -> bytes:
    """Return the seal of a sealed part (salt and secret map)."""
    return sha256(b"seal/1\0" + sealed).digest()


def entry_hash(
    game: GameId, position: int, at_ms: int, prev: bytes, open_part: bytes, seal: bytes
) -> bytes:
    """Return the hash of an event, the `prev` of the next (record.md: header, 134 bytes)."""
    header = b"".join(
        (
            b"rec/1\0",
            game,
            position.to_bytes(8, "big"),
            at_ms.to_bytes(8, "big"),
            prev,
            sha256(open_part).digest(),
            seal,
        )
    )
    return sha256(b"\0" + header).digest()


def entry_after(
    head: Head,
    game: GameId,
    at_ms: int,
    open_part: bytes,
    sealed: bytes | None = None,
    signature: bytes | None = None,
) -> Entry:
    """Return the entry that follows *head* in the history of *game*."""
    position = head.position + 1
    seal = ZERO32 if sealed is None else seal_of(sealed)
    return Entry(
        position=position,
        at_ms=at_ms,
        open=open_part,
        sealed=sealed,
        seal=seal,
        hash=entry_hash(game, position, at_ms, head.hash, open_part, seal),
        signature=signature,
    )


def check_entry(game: GameId, head: Head, entry: Entry) -> None:
    """Raise Broken unless *entry* follows *head* with the hash and seal that its bytes give."""
    if entry.position != head.position + 1:
        raise Broken(head.position + 1, f"the next event is numbered {entry.position}")
    if entry.sealed is not None and seal_of(entry.sealed) != entry.seal:
        raise Broken(entry.position, "the sealed part does not match its seal")
    expected = entry_hash(game, entry.position, entry.at_ms, head.hash, entry.open, entry.seal)
    if expected != entry.hash:
        raise Broken(entry.position, "its hash does not follow from its bytes and the event before")


def declaration_message(open_part: bytes, seal: bytes) -> bytes:
    """Return what a seat signs when it declares."""
    return b"decl/1\0" + sha256(open_part).digest() + seal


def receipt_message(game: GameId, head: Head, declaration_id: bytes) -> bytes:
    """Return what the server signs when a declaration is on disk, *head* being its own."""
    return b"rcpt/1\0" + game + head.position.to_bytes(8, "big") + head.hash + declaration_id


def head_message(game: GameId, head: Head) -> bytes:
    """Return what the server signs to show where the history stands."""
    return b"head/1\0" + game + head.position.to_bytes(8, "big") + head.hash


def join_message(game: GameId, seat: int, invitation: bytes) -> bytes:
    """Return what a person signs who takes a seat; *invitation* is the hash of its code.

    It proves the key and is not kept: whoever reads the record cannot ask for the token again.
    """
    return b"join/1\0" + game + bytes([seat]) + invitation


# It is asked when a declaration is read and when it is decided, and again after each conflict.
@lru_cache(maxsize=1024)
def signature_holds(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether *signature* (64 bytes) over *message* was made with the Ed25519 *key*."""
    try:
        VerifyKey(key).verify(message, signature)
    except (BadSignatureError, ValueError):
        return False
    return True
