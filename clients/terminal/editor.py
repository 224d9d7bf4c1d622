"""A line being typed, key by key. No I/O: bytes go in, finished lines come out."""

import codecs
import re

_SEQUENCE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.|[^\[O])")
_BEGUN = re.compile(r"\x1b(\[[0-?]*[ -/]*|O)?$")
END = "\x04"
MOST = 4_096


class Line:
    """What stands on the line so far."""

    def __init__(self) -> None:
        self.text = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._held = ""

    def type(self, data: bytes) -> list[str | None]:
        """Take what was typed; return the lines it finished, None for the end of input."""
        finished: list[str | None] = []
        signs = _SEQUENCE.sub("", self._held + self._decoder.decode(data))
        begun = _BEGUN.search(signs)
        # An arrow key may come in two parts; what is no beginning of a key any more is dropped.
        self._held = signs[begun.start() :][:16] if begun else ""
        for sign in signs[: begun.start()] if begun else signs:
            if sign in "\r\n":
                finished.append(self.text)
                self.text = ""
            elif sign == END and not self.text:
                finished.append(None)
            else:
                self._edit(sign)
        return finished

    def _edit(self, sign: str) -> None:
        match sign:
            case "\x7f" | "\b":
                self.text = self.text[:-1]
            case "\x15":
                self.text = ""
            case "\x17":
                self.text = re.sub(r"\S*\s*$", "", self.text)
            case _ if sign.isprintable() and len(self.text) < MOST:
                self.text += sign
            case _:
                pass
