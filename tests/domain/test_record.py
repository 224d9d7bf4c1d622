"""rec/1 against the vectors of record.md; what does not follow is found."""

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.names import GameId
from domain.record import (
    START,
    ZERO32,
    Broken,
    Entry,
    Head,
    check_entry,
    declaration_message,
    entry_after,
    head_message,
    receipt_message,
    signature_holds,
)

GAME = GameId(bytes(range(16)))
FIRST = entry_after(
    START, GAME, 1_700_000_000_001, bytes.fromhex("83a16ba76578616d706c65a17601a16481a16e01")
)
SECOND = entry_after(
    FIRST.head,
    GAME,
    1_700_000_000_002,
    bytes.fromhex("83a16ba76578616d706c65a17601a16481a16e02"),
    b"\x02" * 16 + msgspec.msgpack.encode({"secret": "two"}),
)


def test_the_record_is_that_of_the_vectors() -> None:
    assert FIRST.seal == ZERO32
    assert FIRST.hash.hex() == "f42c367865711c8b38521c5768842bc2385435fe2b56f96af33a661dfb3cc07f"
    assert SECOND.seal.hex() == "d87791ef171cf9a9e20a911730b46ccf8bcd4ab5f21d1fd004485f515cdaeb96"
    assert SECOND.hash.hex() == "e0954a68693717c69282a57e2f02ff73798cbc99d77cd6e3aaaad4ba4c9b3df4"


def test_who_may_not_read_a_secret_computes_the_same_hashes() -> None:
    check_entry(GAME, FIRST.head, SECOND.redacted())
    assert SECOND.redacted().sealed is None
    assert SECOND.secret == msgspec.msgpack.encode({"secret": "two"})
    assert SECOND.salt == b"\x02" * 16


@pytest.mark.parametrize(
    "change",
    [
        {"position": 3},
        {"at_ms": 1_700_000_000_003},
        {"open": SECOND.open + b"\x00"},
        {"sealed": b"\x03" * 16 + SECOND.sealed[16:]} if SECOND.sealed else {},
        {"seal": ZERO32},
        {"hash": FIRST.hash},
    ],
)
def test_any_change_of_an_entry_is_found_and_its_position_named(change: dict[str, object]) -> None:
    changed: Entry = msgspec.structs.replace(SECOND, **change)
    with pytest.raises(Broken) as broken:
        check_entry(GAME, FIRST.head, changed)
    assert broken.value.position == 2


def test_an_event_of_another_game_does_not_follow() -> None:
    with pytest.raises(Broken):
        check_entry(GameId(bytes(16)), FIRST.head, SECOND)


def test_signatures_hold_for_their_own_message_only() -> None:
    key = Ed25519PrivateKey.from_private_bytes(b"\x05" * 32)
    public = key.public_key().public_bytes_raw()
    head = Head(7, b"\x09" * 32)
    messages = [
        head_message(GAME, head),
        receipt_message(GAME, head, b"\x01" * 16),
        declaration_message(b"open", ZERO32),
    ]
    for signed in messages:
        assert [signature_holds(public, key.sign(signed), other) for other in messages] == [
            other == signed for other in messages
        ]
    assert not signature_holds(b"no key", key.sign(b"x"), b"x")
    assert not signature_holds(public, b"no signature", b"x")
