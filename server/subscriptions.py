"""One viewer's line: ready-made bytes go straight to its transport, and nobody waits for anybody.

What a viewer does not take yet stays in its transport, up to a bound: who falls behind gets one
fresh snapshot instead, and who takes nothing at all for a while is cut off.
"""

import asyncio
from collections.abc import Callable

from domain.names import GameId
from projections.game_view import LiveView
from projections.messages import Problem, Snapshot, ToViewer
from server.lane import Lane
from server.limits import Limits


class Subscription:
    """What one viewer is told of one game. Telling never waits, so nobody slows another.

    Updates come to all alike by the *lane*; answers, snapshots and the last word to this one.
    """

    def __init__(
        self,
        game: GameId,
        live: LiveView,
        lane: Lane,
        transport: asyncio.WriteTransport,
        token: bytes | None,
        limits: Limits,
        snapshot: Callable[[str], Snapshot],
        *,
        only_reads: bool = False,
    ) -> None:
        self.game, self.live, self.token = game, live, token
        self.only_reads = only_reads
        self.ended = asyncio.Event()
        self._lane, self._transport, self._limits = lane, transport, limits
        self._snapshot, self._room = snapshot, asyncio.Event()
        self._behind, self._written, self._taken = True, 0, 0
        self._taken_at = asyncio.get_running_loop().time()
        self._keep_up()

    def _keep_up(self) -> None:
        """Take updates from now on."""
        self._behind = False
        self._written -= self._lane.sent_bytes
        self._lane.take_in(self._transport, self.leave)

    def leave(self) -> None:
        """Take no more updates: it has fallen behind, or is gone."""
        if not self._behind:
            self._behind = True
            self._written += self._lane.sent_bytes
            self._lane.leave_out(self._transport)

    def remark(self, frame: bytes) -> None:
        """Write *frame*, which says nothing of the game, unless updates already wait too long."""
        if not self._behind:
            self._write(frame)

    def answer(self, message: ToViewer) -> None:
        """Send an answer to a request, however much waits."""
        if not self.ended.is_set():
            self._write(self._lane.framing.ready(message))

    def send_snapshot(self) -> None:
        """Send how the game stands now: the viewer has lost track."""
        if not self.ended.is_set():
            self.leave()
            self.look()

    def end(self, code: str, text: str) -> None:
        """Send a last word, and nothing more."""
        if not self.ended.is_set():
            self.answer(Problem(id=None, code=code, text=text))
            self.leave()
            self.ended.set()

    def abort(self) -> None:
        """Cut it off: whoever comes back is shown how the game stands."""
        self._transport.abort()

    @property
    def waiting_bytes(self) -> int:
        """How much is sent and not taken yet."""
        return self._transport.get_write_buffer_size()

    async def room(self) -> None:
        """Wait until the viewer has taken enough for another answer."""
        if self.waiting_bytes > self._limits.queue_bytes:
            self._room.clear()
            await self._room.wait()

    def look(self) -> None:
        """Catch up who was behind and has taken all; cut off who takes nothing for too long."""
        waiting, now = self.waiting_bytes, asyncio.get_running_loop().time()
        sent = self._written + (0 if self._behind else self._lane.sent_bytes)
        taken = sent - waiting
        if taken != self._taken or not waiting:
            self._taken, self._taken_at = taken, now
        elif now - self._taken_at > self._limits.write_s:
            self.abort()
        if waiting <= self._limits.queue_bytes:
            self._room.set()
        if self._behind and not waiting and not self.ended.is_set():
            # Before it is made, all are told what is not told yet: nothing of that is for this
            # viewer, who has not what it follows on; or it says that the seat is its no more.
            snapshot = self._snapshot("You fell behind; this is how the game stands now.")
            if not self.ended.is_set():
                self.answer(snapshot)
                self._keep_up()

    def _write(self, frame: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(frame)
            self._written += len(frame)
