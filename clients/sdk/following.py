"""A game as a client follows it: the view, the chronicle, and the proof that history only grows.

No I/O: messages go in, and what they mean comes out. A history that does not extend what the
server itself has signed before is refused (rec/1: signed heads).
"""

from collections import deque
from typing import Any

from domain.names import GameId
from domain.record import ZERO32, Head, entry_hash, head_message, seal_of, signature_holds
from projections.changes import apply
from projections.messages import Seen, SignedHead, Snapshot, Told, Update, Welcome

KEPT_LINES = 2_000


class Forked(Exception):  # noqa: N818  names what the server did
    """The server shows another history than the one it signed before; *why* says where."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Following:
    """What a client knows of a game."""

    def __init__(
        self, game: GameId, server_key: bytes = b"", seen: SignedHead | None = None
    ) -> None:
        self.game, self.server_key, self.seen = game, server_key, seen
        self.head: Head | None = None
        self.view: dict[str, Any] = {}
        self.chronicle: deque[Told] = deque(maxlen=KEPT_LINES)
        self.seat: int | None = None

    def welcome(self, message: Welcome) -> None:
        """Take the server's word for who it is the first time, and insist on it afterwards."""
        if self.server_key and message.server_key != self.server_key:
            raise Forked("the server has another key than before")
        self.server_key, self.seat = message.server_key, message.seat
        if self.seen is not None and message.head.position < self.seen.position:
            raise Forked(
                f"the server signed event {self.seen.position} before, and now ends at "
                f"{message.head.position}"
            )
        self.signed(message.head)

    def signed(self, head: SignedHead) -> None:
        """Keep a signed head, if it is the server's and agrees with what is known."""
        if not signature_holds(self.server_key, head.signature, head_message(self.game, head.head)):
            raise Forked(f"the signature on event {head.position} is not the server's")
        for known in (self.head, self.seen.head if self.seen else None):
            if known is not None and known.position == head.position and known.hash != head.hash:
                raise Forked(f"two histories have an event {head.position}")
        if self.seen is None or head.position > self.seen.position:
            self.seen = head

    def snapshot(self, message: Snapshot) -> list[Told]:
        """Take the whole view; return the lines that are new here."""
        if self.head is not None and message.position < self.head.position:
            raise Forked(f"the history ends at {message.position}, and ended later before")
        signed = self.seen
        if signed and signed.position == message.position and signed.hash != message.hash:
            raise Forked(f"it shows another event {message.position} than it signed")
        known = self.chronicle[-1].position if self.chronicle else 0
        fresh = [line for line in message.chronicle if line.position > known]
        self.view, self.head = message.view, Head(message.position, message.hash)
        self.chronicle.extend(fresh)
        return fresh

    def update(self, message: Update) -> list[Told]:
        """Take what happened, check that it extends what is known; return the new lines."""
        if self.head is None or message.after != self.head.position:
            where = self.head.position if self.head else 0
            raise Forked(f"an update continues from event {message.after}, not from {where}")
        head = self.head
        for event in message.events:
            head = after(self.game, head, event)
        if head != Head(message.position, message.hash):
            raise Forked(f"the events up to {message.position} do not give its hash")
        self.view, self.head = apply(self.view, message.changes), head
        self.chronicle.extend(message.chronicle)
        return list(message.chronicle)


def after(game: GameId, head: Head, event: Seen) -> Head:
    """Return the head of a history that goes on with *event*; Forked if it does not follow."""
    seal = ZERO32 if event.seal is None else event.seal
    if event.s is not None:
        seal = seal_of(event.s)
    if event.p != head.position + 1:
        raise Forked(f"event {event.p} follows on {head.position}")
    return Head(event.p, entry_hash(game, event.p, event.t, head.hash, event.o, seal))
