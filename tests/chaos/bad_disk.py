"""A Valkey on a disk that loses what was not synced, fails to sync, or is full (disk.c)."""

import asyncio
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from server.store.embedded import EmbeddedValkey

SOURCE = Path(__file__).with_name("disk.c")
COMPILER = shutil.which("cc") or shutil.which("gcc")


class BadDisk:
    """A Valkey in *folder*, and the disk it lies on."""

    def __init__(self, folder: Path) -> None:
        self._faults, self._library = folder / "disk", folder / "disk.so"
        self.valkey = EmbeddedValkey(folder / "valkey")
        self._aof = folder / "valkey" / "appendonlydir"

    async def __aenter__(self) -> Self:
        assert COMPILER is not None, "there is no C compiler"
        self._faults.mkdir(parents=True, exist_ok=True)
        words = (COMPILER, "-shared", "-fPIC", "-O1", "-o", str(self._library), str(SOURCE), "-ldl")
        made = await asyncio.create_subprocess_exec(*words)
        assert await made.wait() == 0, "disk.c does not compile"
        with self._preloaded():
            await self.valkey.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.works()
        await self.valkey.stop()

    @contextmanager
    def _preloaded(self) -> Iterator[None]:
        """What is started meanwhile has the bad disk."""
        added = {"LD_PRELOAD": str(self._library), "DISK_FAULTS": str(self._faults)}
        os.environ |= added
        try:
            yield
        finally:
            for name in added:
                del os.environ[name]

    async def start_again(self) -> None:
        """Start the Valkey that has ended."""
        with self._preloaded():
            await self.valkey.restart()

    def fails(self, how: str) -> None:
        """From now on every sync fails (`fail`), or every write (`full`)."""
        (self._faults / how).touch()

    def works(self) -> None:
        """From now on the disk does what it is told."""
        for how in ("fail", "full"):
            (self._faults / how).unlink(missing_ok=True)

    async def power_cut(self) -> int:
        """Kill Valkey, throw away what was not synced, start again; return how many bytes went."""
        ended = asyncio.create_task(self.valkey.exited())
        await asyncio.sleep(0)
        os.kill(self.valkey.pid, signal.SIGKILL)
        await ended
        kept = dict.fromkeys((file.name for file in self._aof.glob("*.incr.aof")), 0)
        for line in (self._faults / "synced").read_text(encoding="utf-8").splitlines():
            size, name = line.split(" ", 1)
            kept[name] = max(kept.get(name, 0), int(size))
        lost = 0
        for file in self._aof.glob("*.incr.aof"):
            lost += file.stat().st_size - kept[file.name]
            os.truncate(file, kept[file.name])
        await self.start_again()
        return lost
