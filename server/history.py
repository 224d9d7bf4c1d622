"""What this process has folded of a game's record: the hash and the time of each event."""

from array import array

from domain.record import START, Entry, Head


class History:
    """The hashes and times of a game's events, by position; the game's start is at 0."""

    def __init__(self) -> None:
        self._hashes: list[bytes] = [START.hash]
        self._times_ms = array("q", [0])

    def take(self, entry: Entry) -> None:
        """Take the next entry."""
        self._hashes.append(entry.hash)
        self._times_ms.append(entry.at_ms)

    def __contains__(self, head: Head) -> bool:
        """Tell whether *head* is a moment of this history, and not of another."""
        known = 0 <= head.position < len(self._hashes)
        return known and self._hashes[head.position] == head.hash

    def at_ms(self, position: int) -> int:
        """Return the time of the event at *position*, in milliseconds since 1970."""
        return self._times_ms[position]
