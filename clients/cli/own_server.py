"""A server in a process of its own, for the commands that bring theirs along."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from clients.cli.output import SERVER, USAGE, fail

START_S = 60.0
STOP_S = 20.0
SAYS = "broadside: "


class OwnServer:
    """A server that runs: where it is, and when it ends by itself."""

    def __init__(self, url: str, process: asyncio.subprocess.Process, log: Path) -> None:
        self.url, self._process, self._log = url, process, log

    async def ended(self) -> None:
        """Wait until it ends by itself, and fail with its last words."""
        status = await self._process.wait()
        fail(SERVER, f"the server ended ({status}): {_last_words(self._log)}")


@contextlib.asynccontextmanager
async def own_server(data: Path, port: int) -> AsyncIterator[OwnServer]:
    """Run a server with its data in *data*, and stop it cleanly at the end."""
    log = _log_in(data)
    with log.open("ab") as errors:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "server", "--port", str(port), "--data", str(data)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
            # Ctrl-C in a terminal is for the command, which stops its server last.
            start_new_session=True,
        )
    try:
        yield OwnServer(await _address(process, log), process, log)
    finally:
        await _stop(process)


async def _address(process: asyncio.subprocess.Process, log: Path) -> str:
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_S):
            url = (await process.stdout.readline()).decode().strip()
    except TimeoutError:
        url = ""
    if not url:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_S):
                await process.wait()
        fail(SERVER, f"the server did not start: {_last_words(log)}")
    return url


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
    try:
        async with asyncio.timeout(STOP_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def _log_in(data: Path) -> Path:
    log = data / "server.log"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        log.touch(mode=0o600)
    except OSError as fault:
        fail(USAGE, f"{fault.filename}: {fault.strerror}")
    return log


def _last_words(log: Path) -> str:
    """Return what the server said to people at its end, if it did, and where all of it stands."""
    *_, last = ["", *log.read_text(errors="replace").strip().splitlines()]
    said = last.removeprefix(SAYS) if last.startswith(SAYS) else ""
    return f"{said} (see {log})".strip()
