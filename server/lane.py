"""The same ready-made bytes to many transports, in one loop that does next to nothing else."""

import asyncio
from collections.abc import Callable

from projections.messages import ToViewer
from projections.wire import Format

Frame = Callable[[bytes], bytes]


class Framing:
    """How a message becomes the bytes of one kind of line: its format, and the frame round it."""

    def __init__(self, wire: Format, frame: Frame) -> None:
        self._wire, self._frame = wire, frame

    def ready(self, message: ToViewer) -> bytes:
        """Return *message* as it is written: the same bytes for all whose framing this is."""
        return self._frame(self._wire.encode(message))


class Lane:
    """The transports of those who are sent the same bytes, as long as they keep up.

    Nothing is noted for any of them: what is sent to all is counted once. Whatever they have to be
    asked or told one by one would cost as much as half of the kernel's own work.
    """

    def __init__(self, framing: Framing, queue_bytes: int) -> None:
        """Prepare a lane on which no more than *queue_bytes* wait for anybody."""
        self.framing, self.sent_bytes = framing, 0
        self._queue_bytes = queue_bytes
        self._keep_up: dict[asyncio.WriteTransport, Callable[[], None]] = {}

    def take_in(self, transport: asyncio.WriteTransport, falls_behind: Callable[[], None]) -> None:
        """Send to *transport* from now on, until too much waits for it: *falls_behind* is told."""
        self._keep_up[transport] = falls_behind

    def leave_out(self, transport: asyncio.WriteTransport) -> None:
        """Send nothing more to *transport*."""
        self._keep_up.pop(transport, None)

    def send(self, message: ToViewer) -> None:
        """Send *message* to all who keep up."""
        if not self._keep_up:
            return
        frame = self.framing.ready(message)
        most, behind = self._queue_bytes - len(frame), list[Callable[[], None]]()
        for transport, falls_behind in self._keep_up.items():
            if transport.get_write_buffer_size() > most:
                behind.append(falls_behind)
            elif not transport.is_closing():
                transport.write(frame)
        for falls_behind in behind:
            falls_behind()  # which leaves it out, before it is counted
        self.sent_bytes += len(frame)
