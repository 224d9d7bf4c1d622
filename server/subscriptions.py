"""What waits to be sent to one viewer: bounded. Who falls behind gets one fresh snapshot."""

import asyncio
from collections import deque
from collections.abc import Callable

from domain.names import GameId
from projections.game_view import LiveView
from projections.messages import Problem, Snapshot
from projections.wire import Format


class Subscription:
    """One viewer's queue of ready-made frames. Offering never waits, so nobody slows another."""

    def __init__(
        self,
        game: GameId,
        live: LiveView,
        wire: Format,
        token: bytes | None,
        most_bytes: int,
        snapshot: Callable[[str], Snapshot],
        *,
        only_reads: bool = False,
    ) -> None:
        self.game, self.live, self.format, self.token = game, live, wire, token
        self.only_reads = only_reads
        self._snapshot = snapshot
        self._frames: deque[tuple[bytes, bool]] = deque()
        self._bytes, self._most = 0, most_bytes
        self._behind, self._ended = False, False
        self._some = asyncio.Event()

    def offer(self, frame: bytes) -> None:
        """Queue an update; if too much waits already, all of it gives way to one snapshot."""
        if self._ended or self._behind:
            return
        if self._bytes + len(frame) > self._most:
            self._frames.clear()
            self._bytes, self._behind = 0, True
        else:
            self._put(frame, answer=False)
        self._some.set()

    def answer(self, frame: bytes) -> None:
        """Queue an answer to a request; there is at most one request under way."""
        if not self._ended:
            self._put(frame)
            self._some.set()

    def send_snapshot(self) -> None:
        """Send how the game stands now: the viewer has lost track."""
        if not self._ended:
            self._behind = True
            self._some.set()

    def end(self, code: str, text: str) -> None:
        """Send a last word, and nothing more.

        Answers that wait still go out; what was told of the game is not this viewer's any longer.
        """
        if not self._ended:
            answers = [frame for frame, is_answer in self._frames if is_answer]
            self._frames.clear()
            self._bytes, self._behind = 0, False
            for frame in answers:
                self._put(frame)
            self._put(self.format.encode(Problem(id=None, code=code, text=text)))
            self._ended = True
            self._some.set()

    async def next(self) -> bytes | None:
        """Return the next frame, waiting for one; None when the subscription has ended."""
        while not self._frames and not self._behind and not self._ended:
            self._some.clear()
            await self._some.wait()
        if self._frames:
            frame, _ = self._frames.popleft()
            self._bytes -= len(frame)
            return frame
        if self._behind:
            self._behind = False
            why = "You fell behind; this is how the game stands now."
            return self.format.encode(self._snapshot(why))
        return None

    def _put(self, frame: bytes, *, answer: bool = True) -> None:
        self._frames.append((frame, answer))
        self._bytes += len(frame)
