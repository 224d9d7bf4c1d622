"""A history that a server shows, held against what this client knows of it.

A snapshot says how things stand and proves nothing; so whoever has a seat, or saw the game before,
asks for the record and checks that it contains what was seen, and no word that was never said.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import msgpack
import msgspec

from clients.sdk.following import Forked, after
from domain.names import GameId
from domain.record import START, ZERO32, Head, declaration_message, seal_of, signature_holds
from projections.messages import Seen


class Holder(msgspec.Struct, frozen=True):
    """Whose words are checked: a seat, and the key that never left its holder."""

    seat: int
    key: bytes

    def check(self, event: Seen) -> None:
        """Forked if *event* puts another key into this seat, or words into its mouth."""
        opened = msgspec.msgpack.decode(event.o)
        kind, fields = opened["k"], opened["d"]
        if fields.get("seat") != self.seat:
            return
        if kind == "seat_taken" and fields["key"] != self.key:
            raise Forked(f"at event {event.p} another key takes this seat")
        if kind == "declared" and not self._said(event):
            raise Forked(f"event {event.p} is a declaration that this seat never made")

    def holds(self, events: Sequence[Seen]) -> bool:
        """Tell whether the last one who took this seat, as the record has it, has this key."""
        keys = [
            opened["d"]["key"]
            for event in events
            if (opened := msgspec.msgpack.decode(event.o))["k"] == "seat_taken"
            and opened["d"]["seat"] == self.seat
        ]
        return bool(keys) and keys[-1] == self.key

    def _said(self, event: Seen) -> bool:
        seal = event.seal or (ZERO32 if event.s is None else seal_of(event.s))
        return signature_holds(self.key, event.g or b"", declaration_message(event.o, seal))


def check_history(
    game: GameId, record: bytes, known: Sequence[Head], holder: Holder | None = None
) -> list[Seen]:
    """Return the events of *record*.

    Forked unless it contains every head that is *known*, and is true to its *holder*. What a seat's
    earlier holders declared is theirs; only what came after the last one sat counts.
    """
    events = _events(record)
    hashes = {START.position: START.hash}
    head = START
    for event in events:
        head = after(game, head, event)
        hashes[head.position] = head.hash
    for one in known:
        if hashes.get(one.position) != one.hash:
            raise Forked(f"its record does not contain event {one.position} as it was shown before")
    if holder is None:
        return events
    if not holder.holds(events):
        raise Forked("in its record somebody else's key holds this seat")
    for event in _since_taken(events, holder.seat):
        holder.check(event)
    return events


def _events(record: bytes) -> list[Seen]:
    try:
        _, *events, _ = msgpack.Unpacker(BytesIO(record), max_buffer_size=len(record))
        return [msgspec.convert(_plain(event), Seen) for event in events]
    except (ValueError, TypeError, msgspec.MsgspecError, msgpack.UnpackException):
        raise Forked("what it sends as the record is none") from None


def _plain(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name != "h"}


def _since_taken(events: Sequence[Seen], seat: int) -> Sequence[Seen]:
    for n in range(len(events) - 1, -1, -1):
        opened = msgspec.msgpack.decode(events[n].o)
        if opened["k"] == "seat_taken" and opened["d"]["seat"] == seat:
            return events[n:]
    return events
