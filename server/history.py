"""What this process has folded of a game's record: hash and time of each event, and each id."""

from array import array

import msgspec

from domain.decider import Event
from domain.game_events import Declared
from domain.record import START, Entry, Head, declaration_message


class Made(msgspec.Struct, frozen=True):
    """What a declaration made: the position of its event, and what its declarer signed."""

    position: int
    message: bytes


class History:
    """The hashes and times of a game's events, by position; the game's start is at 0.

    *declared* keeps what every declaration made, by its id, so that a repeat is known for the life
    of the game.
    """

    def __init__(self) -> None:
        self.declared: dict[bytes, Made] = {}
        self._hashes: list[bytes] = [START.hash]
        self._times_ms = array("q", [0])

    def take(self, entry: Entry, event: Event) -> None:
        """Take the next entry, whose event is *event*."""
        self._hashes.append(entry.hash)
        self._times_ms.append(entry.at_ms)
        if isinstance(event, Declared):
            message = declaration_message(entry.open, entry.seal)
            self.declared[event.id] = Made(entry.position, message)

    def head(self, position: int) -> Head:
        """Return where the history stood at *position*."""
        return Head(position, self._hashes[position])

    def __contains__(self, head: Head) -> bool:
        """Tell whether *head* is a moment of this history, and not of another."""
        known = 0 <= head.position < len(self._hashes)
        return known and self._hashes[head.position] == head.hash

    def at_ms(self, position: int) -> int:
        """Return the time of the event at *position*, in milliseconds since 1970."""
        return self._times_ms[position]
