"""What is said to one viewer and when: a state machine without I/O.

Bytes come in through `receive`, which returns what is asked for, or the answer that refuses it.
The first message says which game and with which right; after it, one request at a time.
"""

from typing import TypeAlias

from projections.messages import Beat, Contribute, Declare, Hello, Problem
from projections.wire import BadBytes, Format

Request: TypeAlias = Hello | Declare | Contribute | Beat


class Session:
    """The protocol of one socket."""

    def __init__(self, wire: Format) -> None:
        self.format = wire
        self.welcomed = False

    def receive(self, data: bytes | str) -> Request | Problem:
        """Return the request in *data*, or the problem with it; nothing of it was recorded."""
        if isinstance(data, str) is self.format.binary:
            return _problem(None, "malformed", "the subprotocol says which kind of frame is sent")
        raw = data.encode() if isinstance(data, str) else data
        try:
            message = self.format.from_viewer(raw)
        except BadBytes as bad:
            return _problem(None, "malformed", str(bad))
        if isinstance(message, Hello) is self.welcomed:
            said = "say hello once, first" if self.welcomed else "the first message is hello"
            return _problem(message.id, "out_of_turn", said)
        return message


def _problem(request: int | None, code: str, why: str) -> Problem:
    return Problem(id=request, code=code, text=f"Not recorded: {why}.")
