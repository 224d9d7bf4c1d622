"""The seats that a person holds are kept whole, and for that person alone."""

from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from clients.sdk.keyring import Keyring, KeysUnreadable, home, new_keys
from domain.names import GameId, SeatId
from domain.record import declaration_message
from projections.messages import SignedHead

GAME, OTHER = GameId(bytes(range(16))), GameId(bytes(16))
KEYS = new_keys("http://h", GAME, 1, "Ada")


def test_keys_are_found_again_as_they_were_kept(tmp_path: Path) -> None:
    ring = Keyring(tmp_path / "seats")
    seen = SignedHead(7, b"\x01" * 32, b"\x02" * 64)
    kept = msgspec.structs.replace(KEYS, token="aa", server_key=b"\x03" * 32, seen=seen)
    ring.save(KEYS)
    ring.save(kept)
    assert ring.load("http://h", GAME, 1) == kept
    assert ring.load("http://h", GAME) == kept
    assert ring.load("http://h", GAME, 2) is None
    assert ring.load("http://h", OTHER) is None


def test_nobody_else_may_read_them(tmp_path: Path) -> None:
    ring = Keyring(tmp_path / "seats")
    ring.save(KEYS)
    (file,) = (tmp_path / "seats").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_a_crash_in_the_middle_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring = Keyring(tmp_path)
    ring.save(KEYS)

    def full(_: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(msgspec.json, "encode", full)
    with pytest.raises(OSError, match="No space"):
        ring.save(msgspec.structs.replace(KEYS, token="bb"))
    assert ring.load("http://h", GAME) == KEYS


def test_a_damaged_file_is_named_and_not_taken_for_nothing(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    ring.save(KEYS)
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"{")
    with pytest.raises(KeysUnreadable, match=file.name):
        ring.load("http://h", GAME)


def test_keys_that_hold_no_seat_are_forgotten(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    ring.save(KEYS)
    ring.drop(KEYS)
    ring.drop(KEYS)
    assert ring.load("http://h", GAME) is None


def test_a_declaration_is_signed_by_the_key_that_the_record_shows() -> None:
    signature = KEYS.sign_declaration(b"open", b"\x00" * 32)
    public = Ed25519PublicKey.from_public_bytes(KEYS.public_key)
    public.verify(signature, declaration_message(b"open", b"\x00" * 32))
    assert new_keys("http://h", GAME, SeatId(1), "Ada").key != KEYS.key


def test_they_lie_where_the_person_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROADSIDE_HOME", "/somewhere")
    assert home() == Path("/somewhere")
    monkeypatch.delenv("BROADSIDE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert home() == Path("/data/broadside")


def test_a_token_is_for_the_server_that_gave_it(tmp_path: Path) -> None:
    """A link to another server with the same game's id gets nothing of what is kept."""
    ring = Keyring(tmp_path)
    ring.save(KEYS)
    assert ring.load("http://evil", GAME, 1) is None
