"""A declaration as its declarer makes it: the open part, the sealed part, the signature (rec/1)."""

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from clients.sdk.keyring import SeatKeys
from domain.record import SALT_BYTES, Head, seal_of
from projections.messages import Declare

ID_BYTES = 16


class Declaration(msgspec.Struct, frozen=True):
    """The bytes that are sent, and sent again if need be; *id* names them for ever."""

    id: bytes
    message: Declare


def declaration(
    keys: SeatKeys,
    head: Head,
    command: str,
    fields: Mapping[str, Any],
    sealed: tuple[str, ...],
    request: int,
) -> Declaration:
    """Make a declaration of *command* by who has seen the history up to *head*.

    *sealed* names the fields that go into the sealed part, salted so that nobody can guess them.
    """
    one = secrets.token_bytes(ID_BYTES)
    declared = {
        "id": one,
        "seat": keys.seat,
        "do": command,
        "with": {name: value for name, value in fields.items() if name not in sealed},
        "after": head.position,
        "head": head.hash,
    }
    open_part = msgspec.msgpack.encode({"k": "declared", "v": 1, "d": declared})
    secret = {name: value for name, value in fields.items() if name in sealed}
    sealed_part = secrets.token_bytes(SALT_BYTES) + msgspec.msgpack.encode(secret)
    signature = keys.sign_declaration(open_part, seal_of(sealed_part))
    return Declaration(
        one, Declare(id=request, open=open_part, sealed=sealed_part, signature=signature)
    )


def next_order(
    view: Mapping[str, Any], command: str, fields: Mapping[str, Any], sealed: tuple[str, ...]
) -> tuple[str, Mapping[str, Any], tuple[str, ...]]:
    """Return what to declare for a *command*: in a recess, what play would ask for is sealed whole.

    It is the order with which play goes on then.
    """
    of_play = any(option["command"] == command for option in view.get("options", ()))
    if not view.get("recess") or not of_play:
        return command, fields, sealed
    order = {"order": command, "fields": dict(fields)}
    return "seal_order", order, tuple(order)
