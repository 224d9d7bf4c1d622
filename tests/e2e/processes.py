"""A server in a process group of its own, that a test may stop, kill and start again."""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30.0
CLEAN_S = 10.0


class ServerProcess:
    """`python -m server` on *data*; on the same port again after the first start.

    What it logs is thrown away, or written to *log*, from its beginning at each start.
    """

    def __init__(self, data: Path, *, log: Path = Path(os.devnull), **environment: str) -> None:
        self._data, self._log, self._port, self.url = data, log, 0, ""
        self._environment = environment
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self._log.open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "server"),
                *("--port", str(self._port), "--data", str(self._data)),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env={
                    **{
                        name: value for name, value in os.environ.items() if "BROADSIDE" not in name
                    },
                    **self._environment,
                },
                start_new_session=True,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            self.url = (await self._process.stdout.readline()).decode().strip()
        assert self.url, "it did not start"
        self._port = int(self.url.rpartition(":")[2])

    def resident_bytes(self) -> int:
        """Return how much memory the server holds now."""
        assert self._process is not None
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE")

    async def kill(self) -> None:
        """Kill the server where it stands, without a word; what it started is left to itself."""
        assert self._process is not None
        self._process.kill()
        await self._process.communicate()  # wait() would wait for a pipe that nobody reads

    async def stop(self, told: signal.Signals = signal.SIGTERM) -> int:
        """Tell the server to stop; return its exit code."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(told)
        async with asyncio.timeout(CLEAN_S):
            return await self._process.wait()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            try:
                await self.stop()
            except TimeoutError:
                await self.kill()
                raise
