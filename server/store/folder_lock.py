"""One server to a data folder, and no Valkey left over in it from a server that was killed.

Two locks, both let go by the kernel when their holders die, so none is ever stale. The server
holds one. The other is handed on to its Valkey, and outlives a killed server exactly as long as
that Valkey does: then the process id written in it is surely the Valkey's own.
"""

import fcntl
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

_STOP_S = 5.0
_LOOK_AGAIN_S = 0.02


class FolderInUse(Exception):  # noqa: N818  names what is the matter
    """Another live server, or its Valkey, uses the folder."""


class FolderLock:
    """Both locks of one data folder. Everything here may block: call it from a thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server: int | None = None
        self._valkey: int | None = None

    @property
    def valkey_fd(self) -> int:
        """The descriptor that the Valkey must inherit."""
        assert self._valkey is not None, "the folder is not taken"
        return self._valkey

    def take(self) -> None:
        """Take the folder, and stop a Valkey that lost its server there; else FolderInUse."""
        self._server = _open(self._folder / "server.lock")
        self._valkey = _open(self._folder / "valkey.lock")
        try:
            self._take_both(self._server, self._valkey)
        except BaseException:
            self.release()
            raise

    def _take_both(self, server: int, valkey: int) -> None:
        if not _locked(server):
            raise FolderInUse(f"Another server already uses the data folder {self._folder}.")
        if not _locked(valkey):
            self._stop_orphan()

    def record(self, pid: int) -> None:
        """Write down the process id of the Valkey, the leader of a process group of its own."""
        os.ftruncate(self.valkey_fd, 0)
        os.pwrite(self.valkey_fd, b"%d" % pid, 0)

    def release(self) -> None:
        """Let the folder go."""
        for descriptor in (self._server, self._valkey):
            if descriptor is not None:
                os.close(descriptor)
        self._server = self._valkey = None

    def _stop_orphan(self) -> None:
        recorded = os.pread(self.valkey_fd, 32, 0)
        for sign in (signal.SIGTERM, signal.SIGKILL):
            # The whole group: a Valkey that rewrites its log does so in a child.
            with suppress(ProcessLookupError, ValueError):
                os.killpg(int(recorded), sign)
            if self._freed_within(_STOP_S):
                return
        raise FolderInUse(f"A Valkey that does not stop still uses the data folder {self._folder}.")

    def _freed_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not _locked(self.valkey_fd):
            if time.monotonic() > deadline:
                return False
            time.sleep(_LOOK_AGAIN_S)
        return True


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
