"""What viewers say and are told, as typed structs. `t` names the kind, `id` ties answer to request.

Bytes travel as such in MessagePack and as base64 in JSON.
"""

from typing import Annotated, Any, TypeAlias

import msgspec

from domain.record import Entry, Head
from domain.scene import Sentence

PROTOCOL = "broadside.v1"


class Message(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="t",
    tag=str.lower,
    forbid_unknown_fields=True,
):
    """Anything that is sent over a websocket, either way."""


class SignedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the history stands, signed by the server (rec/1: signed heads)."""

    position: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
    hash: bytes
    signature: bytes

    @property
    def head(self) -> Head:
        """The head without its signature."""
        return Head(self.position, self.hash)


class Told(msgspec.Struct, frozen=True):
    """One line of the chronicle: what an event says to this viewer."""

    position: int
    at_ms: int
    kind: str
    sentence: Sentence
    text: str


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event of the record as this viewer may read it; names as in an exported record."""

    p: int
    t: int
    o: bytes
    s: bytes | None = None
    seal: bytes | None = None
    g: bytes | None = None


def seen(entry: Entry) -> Seen:
    """Return a (redacted) *entry* as it is sent: with its secret, or its seal, or neither."""
    seal = entry.seal if entry.sealed is None and any(entry.seal) else None
    return Seen(
        p=entry.position, t=entry.at_ms, o=entry.open, s=entry.sealed, seal=seal, g=entry.signature
    )


# --- from viewers -----------------------------------------------------------------------------


class Hello(Message, frozen=True, kw_only=True):
    """The first frame: which game, and with which right. Without a token: a spectator.

    *after* is the last position this viewer has; *seen* the newest signed head it holds.
    """

    id: int
    game: str
    token: str | None = None
    after: int | None = None
    seen: SignedHead | None = None


class Declare(Message, frozen=True, kw_only=True):
    """A declaration: the declarer's own bytes, the sealed part, the signature (rec/1)."""

    id: int
    open: bytes
    sealed: bytes
    signature: bytes


class Contribute(Message, frozen=True, kw_only=True):
    """A seat's link for the roll that `dice_asked` asked for (dice/1, level `table`)."""

    id: int
    i: int
    link: bytes
    signature: bytes


class Beat(Message, frozen=True, kw_only=True):
    """A heartbeat, either way; from the server with the head, from a viewer with what it has."""

    id: int | None = None
    position: int
    head: SignedHead | None = None


FromViewer: TypeAlias = Hello | Declare | Contribute | Beat


# --- to viewers -------------------------------------------------------------------------------


class Welcome(Message, frozen=True, kw_only=True):
    """The answer to Hello: who this viewer is to the game, the limits, where the history stands.

    *now_ms* is the server's clock, by which the clocks of the seats run on.
    """

    id: int
    game: str
    viewer: str
    seat: int | None
    server_key: bytes
    head: SignedHead
    durability: str
    limits: dict[str, int]
    now_ms: int = 0


class Snapshot(Message, frozen=True, kw_only=True):
    """The whole view; *why* says why it is sent, if not for a new viewer."""

    position: int
    hash: bytes
    view: Any
    chronicle: tuple[Told, ...]
    why: str = ""


class Update(Message, frozen=True, kw_only=True):
    """What happened since *after*: events as this viewer may read them, and changes of the view.

    A change is [path, value] (set) or [path] (unset); the empty path is the whole view.
    """

    after: int
    position: int
    hash: bytes
    events: tuple[Seen, ...]
    chronicle: tuple[Told, ...]
    changes: list[Any]


class Recorded(Message, frozen=True, kw_only=True):
    """A declaration is on disk, with the server's receipt; *repeated* if it was so before."""

    id: int
    position: int
    hash: bytes
    receipt: bytes
    repeated: bool = False
    text: str


class Problem(Message, frozen=True, kw_only=True):
    """A request that was not carried out. *recorded*: true, false, or null: not known yet.

    *missed* is told with `conflict`: what happened that the declarer had not seen.
    """

    id: int | None
    code: str
    text: str
    recorded: bool | None = False
    rule: str = ""
    facts: dict[str, int | str] = {}
    missed: tuple[Told, ...] = ()


ToViewer: TypeAlias = Welcome | Snapshot | Update | Recorded | Problem | Beat
