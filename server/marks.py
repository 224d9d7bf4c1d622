"""How far each game has come, kept beside the master secret: an old copy of the store shows.

A link that was opened once must never be opened for another declaration (record.md). The mark is
written after each commit and not synced: it guards against a store put back, not a power cut.
"""

import os
from pathlib import Path

from domain.names import GameId
from domain.record import START, Head


class Marks:
    """A file of 40 bytes for each game: position and hash of the last event recorded here."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder

    def read(self, game: GameId) -> Head:
        """Return the mark of *game*; START if there is none."""
        try:
            raw = self._file(game).read_bytes()
        except FileNotFoundError:
            return START
        return Head(int.from_bytes(raw[:8], "big"), raw[8:]) if len(raw) == 40 else START

    def write(self, game: GameId, head: Head) -> None:
        """Set the mark of *game*, if *head* is further: what was seen once is never forgotten.

        A game that is loaded from an old copy of the store comes up to its mark from below.
        """
        descriptor = os.open(self._file(game), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if head.position > int.from_bytes(os.pread(descriptor, 8, 0), "big"):
                os.pwrite(descriptor, head.position.to_bytes(8, "big") + head.hash, 0)
        finally:
            os.close(descriptor)

    def _file(self, game: GameId) -> Path:
        return self._folder / game.hex()
