"""A command in a terminal of its own, typed into and read as a person would."""

import asyncio
import contextlib
import fcntl
import os
import pty
import re
import struct
import sys
import termios
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

PATIENCE_S = 30.0
ROOT = Path(__file__).parents[3]
COMMAND = (sys.executable, "-c", "from clients.cli.main import main; main()")
_STEERING = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b(\[[0-?]*)?$")


class Tty:
    """What a command prints, and the keys that are typed.

    *raw* is all that was printed, *text* the same without what steers the terminal.
    """

    def __init__(self, master: int, slave: int, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.raw, self.text = b"", ""
        self._master, self._slave, self._read = master, slave, 0
        self._more, self._over = asyncio.Event(), asyncio.create_task(self._watch())
        os.set_blocking(master, False)
        asyncio.get_running_loop().add_reader(master, self._take)

    @property
    def echoes(self) -> bool:
        """Whether the terminal shows by itself what is typed, as a shell expects it to."""
        return bool(termios.tcgetattr(self._slave)[3] & termios.ECHO)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    async def until(self, wanted: str) -> str:
        """Wait until *wanted* (a regular expression) is printed; return what came up to it.

        What was waited for before is not looked at again.
        """
        try:
            async with asyncio.timeout(PATIENCE_S):
                while (found := re.search(wanted, self.text[self._read :])) is None:
                    self._more.clear()
                    assert not self._over.done(), "it has ended"
                    await self._more.wait()
        except (TimeoutError, AssertionError):
            raise AssertionError(f"{wanted!r} was not printed; but: {self.text[-3000:]}") from None
        begun, self._read = self._read, self._read + found.end()
        return self.text[begun : self._read]

    async def answer(self, wanted: str, keys: str) -> str:
        """Wait for *wanted*, then type *keys* and Enter."""
        seen = await self.until(wanted)
        self.type(f"{keys}\n")
        return seen

    async def ended(self) -> int:
        async with asyncio.timeout(PATIENCE_S):
            return await asyncio.shield(self._over)

    async def _watch(self) -> int:
        code = await self.process.wait()
        self._take()
        return code

    async def close(self) -> None:
        await self._over
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)

    def _take(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._master, 65536):
                self.raw += data
        self.text = _plain(self.raw)
        self._more.set()


def _plain(raw: bytes) -> str:
    return _STEERING.sub("", raw.decode(errors="ignore"))


@asynccontextmanager
async def tty(
    *words: str, home: Path, columns: int = 100, env: Mapping[str, str] | None = None
) -> AsyncIterator[Tty]:
    """Run `broadside` with *words* in a terminal of *columns*."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        *words,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", "BROADSIDE_HOME": str(home), **(env or {})},
        start_new_session=True,
    )
    terminal = Tty(master, slave, process)
    try:
        yield terminal
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await terminal.close()
