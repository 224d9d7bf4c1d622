"""The last lines of the log, for who runs the server: no line holds a token, a code or an order."""

import re
from collections import deque
from typing import Any

LINES = 500
_SECRET = re.compile(r"\b[0-9a-f]{64}\b|\b[A-Za-z0-9+/_-]{43,44}=?(?![A-Za-z0-9])")
"""What a token (64 hexadecimal digits) or an invitation (base64) would look like."""

LAST = deque[str](maxlen=LINES)


def keep(_logger: Any, _method: str, line: Any) -> Any:
    """Keep *line* as it is written; a processor of structlog, the last one."""
    LAST.append(line)
    return line


def redacted(text: str) -> str:
    """Return *text* without anything that has the form of a token or an invitation."""
    return _SECRET.sub("[redacted]", text)


def last(about: str = "") -> list[str]:
    """Return the last lines that name *about*, and those that name no game, redacted."""
    return [redacted(line) for line in LAST if not about or about in line or '"game"' not in line]
