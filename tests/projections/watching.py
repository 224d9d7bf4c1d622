"""Everything that one viewer is sent of a game, as bytes, without a server."""

from collections.abc import Sequence
from typing import Any

from domain.record import Entry
from projections.game_view import LiveView
from projections.redaction import redact
from projections.viewer import Viewer
from projections.wire import MSGPACK
from tests.playing import Playing


class Watching:
    """A viewer's live view beside a game that is played; *frames* are what was sent."""

    def __init__(self, playing: Playing, viewer: Viewer) -> None:
        self.playing, self.viewer = playing, viewer
        self.live = LiveView(viewer, playing.table.id, playing.system, playing.table.codec)
        self.frames: list[bytes] = []
        self.told = 0

    def look(self) -> bytes:
        """Take what happened since the last look, as one frame."""
        after = self.told
        for entry in self.playing.entries[after:]:
            self.live.fold(_as(self.viewer, self.playing, entry))
        self.told = len(self.playing.entries)
        update = self.live.update(after)
        assert update is not None
        frame = MSGPACK.encode(update)
        self.frames.append(frame)
        return frame


def _as(viewer: Viewer, playing: Playing, entry: Entry) -> Entry:
    return redact(viewer, entry, playing.table.codec.decode(entry.open, entry.secret))


def commitments(entries: Sequence[Entry]) -> list[bytes]:
    """Return everything in *entries* that is a commitment: seals, hashes, signatures.

    They differ with what they commit to, and tell nothing of it.
    """
    found: list[bytes] = []
    for entry in entries:
        found += [entry.seal, entry.hash, entry.signature or b""]
    return [one for one in found if one.strip(b"\0")]


def masked(frames: Sequence[bytes], *games: Playing) -> list[bytes]:
    """Return *frames* with all commitments of *games* blanked, in place and at their length."""
    secrets: set[Any] = {one for game in games for one in commitments(game.entries)}
    result: list[bytes] = []
    for frame in frames:
        blank = frame
        for secret in secrets:
            blank = blank.replace(secret, b"#" * len(secret))
        result.append(blank)
    return result
