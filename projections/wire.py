"""The bytes of messages, strictly: one meaning each, bounded before anything is made of them."""

import json
import math
from typing import Any, TypeVar

import msgpack
import msgspec

from projections.messages import PROTOCOL, Declare, FromViewer, ToViewer

MOST_BYTES = 16 * 1024
MOST_DEPTH = 16
MOST_ITEMS = 4_096

M = TypeVar("M")


class BadBytes(ValueError):  # noqa: N818  it names the bytes
    """Bytes that are no message: the one typed error for all of them."""


class Format:
    """One of the two formats of the wire: MessagePack or JSON."""

    def __init__(self, name: str, *, binary: bool) -> None:
        self.subprotocol, self.binary = f"{PROTOCOL}.{name}", binary

    def encode(self, message: ToViewer | FromViewer) -> bytes:
        """Return the bytes of *message*."""
        encode = msgspec.msgpack.encode if self.binary else msgspec.json.encode
        return encode(message)

    def from_viewer(self, data: bytes) -> FromViewer:
        """Read what a viewer says; BadBytes if it is not exactly one well-formed message."""
        value = strict_msgpack(data) if self.binary else strict_json(data)
        message: FromViewer = _convert(value, FromViewer)
        if isinstance(message, Declare):
            strict_msgpack(message.open)
            strict_msgpack(message.sealed[16:])
        return message

    def to_viewer(self, data: bytes) -> ToViewer:
        """Read what the server says (a client's side: it trusts the form, not the content)."""
        decode = msgspec.msgpack.decode if self.binary else msgspec.json.decode
        try:
            message: ToViewer = decode(data, type=ToViewer)
        except msgspec.MsgspecError as fault:
            raise BadBytes(str(fault)) from None
        return message


MSGPACK = Format("msgpack", binary=True)
JSON = Format("json", binary=False)


def strict_msgpack(data: bytes) -> Any:
    """Decode one MessagePack value: bounded, no duplicate or non-text keys, no NaN, no extensions.

    Raises BadBytes for everything else, trailing bytes included.
    """
    _bounded(data)
    try:
        value = msgpack.unpackb(
            data,
            object_pairs_hook=_without_duplicates,
            max_array_len=MOST_ITEMS,
            max_map_len=MOST_ITEMS,
            max_ext_len=0,
        )
    except BadBytes:
        raise
    except (ValueError, msgpack.UnpackException):
        raise BadBytes("not one MessagePack value") from None
    _check(value)
    return value


def strict_json(data: bytes) -> Any:
    """Decode one JSON value under the same rules."""
    _bounded(data)
    try:
        text = data.decode()
        value = json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_refuse)
    except BadBytes:
        raise
    except (ValueError, RecursionError):
        raise BadBytes("not one JSON value") from None
    _check(value)
    return value


def _bounded(data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise BadBytes(f"{len(data)} bytes; a message has at most {MOST_BYTES}")


def _without_duplicates(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadBytes("a map has text keys, each once")
    for key in found:
        if type(key) is not str:
            raise BadBytes("a map has text keys, each once")
        if not key.isascii():
            _check_text(key)
    return found


def _refuse(constant: str) -> None:
    raise BadBytes(f"{constant} is no number here")


def _check(value: Any) -> None:
    """Walk *value* level by level, so that depth can be bounded without recursion."""
    level: list[Any] = [value]
    for _ in range(MOST_DEPTH):
        below: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is dict:
                below += item.values()
            elif kind is list:
                below += item
            else:
                _check_scalar(item)
        if not below:
            return
        level = below
    for item in level:
        if type(item) in _CONTAINERS:
            raise BadBytes(f"nested deeper than {MOST_DEPTH}")
        _check_scalar(item)


def _check_scalar(item: Any) -> None:
    if item is not None and type(item) not in _SCALARS:
        raise BadBytes("extensions and timestamps are not used here")
    if isinstance(item, str) and not item.isascii():
        _check_text(item)
    if isinstance(item, float) and not math.isfinite(item):
        raise BadBytes("NaN and infinities are no numbers here")
    if isinstance(item, int) and not -(2**63) <= item < 2**64:
        raise BadBytes("a whole number has at most 64 bits")


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadBytes("half of a surrogate pair is no text") from None


_CONTAINERS = frozenset({dict, list})
_SCALARS = frozenset({str, bytes, int, float, bool})


def _convert(value: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.MsgspecError as fault:
        raise BadBytes(str(fault)) from None
