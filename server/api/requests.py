"""What HTTP requests carry, as typed structs; bytes are base64."""

from typing import Annotated, Any

import msgspec

from domain.names import SeatId


class NewGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make a game. *options* are those of the scenario, `scenario`, and the clock's (game 10)."""

    system: str
    dice: str = "server"
    options: dict[str, int | str] = {}
    referee: bool = False


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a seat with an invitation code; *signature* is over `join_message`."""

    seat: Annotated[SeatId, msgspec.Meta(ge=1, le=255)]
    code: bytes
    name: str
    key: bytes
    anchor: bytes
    links: int
    signature: bytes


class OddsOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask what may come of a command: its name and all its fields, those to be sealed as well."""

    do: str
    with_: dict[str, Any] = msgspec.field(name="with")


class Declaration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A declaration: the declarer's own bytes (rec/1)."""

    open: bytes
    sealed: bytes
    signature: bytes
