"""Bytes have one meaning or none: everything else is the same typed error, quickly."""

import json
import struct

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.record import Head
from projections.messages import Beat, Declare, Hello, Problem, SignedHead, Update
from projections.wire import JSON, MOST_BYTES, MSGPACK, BadBytes, strict_json, strict_msgpack

HELLO = Hello(id=1, game="00" * 16)
DECLARE = Declare(id=2, open=b"\x80", sealed=bytes(16) + b"\x80", signature=bytes(64))
TOO_DEEP = b"\x91" * 17 + b"\xc0"

BOMBS = {
    "nothing": b"",
    "deep": b"\x91" * 1_024 + b"\xc0",
    "very deep": b"\x91" * 16_000 + b"\xc0",
    "a little too deep": TOO_DEEP,
    "an array of two billion": b"\xdd\x7f\xff\xff\xff",
    "a map of two billion": b"\xdf\x7f\xff\xff\xff",
    "text of four billion": b"\xdb\xff\xff\xff\xff",
    "nested big arrays": b"\xdd\x00\x00\xfd\xe8" * 1_000,
    "an extension": b"\xc7\x00\x2a",
    "a timestamp": b"\xd7\xff" + struct.pack(">Q", 2**63),
    "trailing bytes": b"\xc0\xc0",
    "the byte that means nothing": b"\xc1",
    "bad text": b"\xa1\xff",
    "an integer key": b"\x81\x01\x02",
    "keys of text and bytes": b"\x82\xa1a\x01\xc4\x01a\x02",
    "a key twice": b"\x82\xa1a\x01\xa1a\x02",
    "not a number": b"\xcb" + struct.pack(">d", float("nan")),
    "infinity": b"\xcb" + struct.pack(">d", float("inf")),
    "too many bytes": b"\xc4" + bytes(MOST_BYTES),
    "cut": b"\x92\xc0",
    "keys that collide": b"\xde\x27\x10"
    + b"".join(b"\xcf" + struct.pack(">Q", n * (2**61 - 1) % 2**64) + b"\xc0" for n in range(1500)),
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_what_is_no_value_is_refused(bomb: bytes) -> None:
    """How quickly is a figure of `make bench`: a test with a clock fails on a busy machine."""
    with pytest.raises(BadBytes):
        MSGPACK.from_viewer(bomb)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[" * 10_000,
        "[" * 17 + "]" * 17,
        '{"a": 1, "a": 2}',
        "NaN",
        "[1e999]",
        "[-Infinity]",
        "{",
        '"\udc80"',
        " " * (MOST_BYTES + 1),
        "[1] 2",
    ],
)
def test_json_is_as_strict(text: str) -> None:
    with pytest.raises(BadBytes):
        strict_json(text.encode(errors="surrogatepass"))


def test_a_value_at_the_bounds_passes() -> None:
    assert strict_msgpack(b"\x91" * 16 + b"\xc0") is not None
    assert strict_json(b"[" * 16 + b"]" * 16) is not None


@pytest.mark.parametrize("wire", [MSGPACK, JSON], ids=["msgpack", "json"])
@pytest.mark.parametrize("message", [HELLO, DECLARE, Beat(id=1, position=3)])
def test_messages_come_through_whole(wire: object, message: object) -> None:
    assert wire.from_viewer(wire.encode(message)) == message  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "change",
    [
        {"id": True},
        {"id": 1.0},
        {"id": "1"},
        {"id": 2**64},
        {"extra": 1},
        {"t": "welcome"},
        {"t": "nothing"},
        {"t": None},
        {"game": 7},
    ],
)
def test_a_field_of_another_type_is_refused(change: dict[str, object]) -> None:
    fields = {"t": "hello", "id": 1, "game": "00" * 16} | change
    with pytest.raises(BadBytes):
        MSGPACK.from_viewer(_pack(fields))
    with pytest.raises(BadBytes):
        JSON.from_viewer(json.dumps(fields).encode())


def _pack(fields: dict[str, object]) -> bytes:
    try:
        return msgspec.msgpack.encode(fields)
    except OverflowError:
        return b"\x81\xa2id\xcf" + b"\xff" * 8


@pytest.mark.parametrize("part", ["open", "sealed"])
@pytest.mark.parametrize("bomb", [TOO_DEEP, b"\x82\xa1a\x01\xa1a\x02", b"\xc1", b""])
def test_the_bytes_within_a_declaration_are_as_strict(part: str, bomb: bytes) -> None:
    inner = bytes(16) + bomb if part == "sealed" else bomb
    declare = msgspec.structs.replace(DECLARE, **{part: inner})
    with pytest.raises(BadBytes):
        MSGPACK.from_viewer(MSGPACK.encode(declare))


@given(st.binary(max_size=300))
def test_no_bytes_do_anything_else(data: bytes) -> None:
    for wire in (MSGPACK, JSON):
        try:
            wire.from_viewer(data)
        except BadBytes:
            continue


@pytest.mark.parametrize("wire", [MSGPACK, JSON], ids=["msgpack", "json"])
def test_what_the_server_says_comes_through(wire: object) -> None:
    head = SignedHead(3, bytes(32), bytes(64))
    assert head.head == Head(3, bytes(32))
    for message in (
        Beat(position=3, head=head),
        Problem(id=None, code="x", text="y", recorded=None),
        Update(after=1, position=2, hash=b"h", events=(), chronicle=(), changes=[[["a"], 1]]),
    ):
        assert wire.to_viewer(wire.encode(message)) == message  # type: ignore[attr-defined]
    with pytest.raises(BadBytes):
        wire.to_viewer(b"\xc1")  # type: ignore[attr-defined]
