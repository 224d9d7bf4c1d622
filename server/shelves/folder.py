"""An archive in a folder: whole files only, and on disk before it is said so."""

import asyncio
import os
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from server.shelves.trouble import ShelfTrouble, check_size

T = TypeVar("T")
ANSWERS_S = 10.0
"""How long a folder has to answer: on a disk of another machine it may never."""
AT_ONCE = 2
"""Files that are read or written at a time. The threads are this shelf's alone: whatever becomes
of them, nobody else waits for one."""


class Folder:
    """Files in a folder, in subfolders by the first two letters of their names."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        self._threads = ThreadPoolExecutor(AT_ONCE, "archive")

    def where(self, name: str) -> str:
        """Return the path of a file (Shelf.where)."""
        return str(self._folder / name[:2] / name)

    async def put(self, name: str, data: bytes) -> None:
        """Keep a file (Shelf.put)."""
        try:
            await self._done(self._put, Path(self.where(name)), data)
        except OSError as fault:
            raise ShelfTrouble(f"The archive {self._folder} cannot be written: {fault}.") from fault

    async def get(self, name: str, most: int) -> bytes | None:
        """Return a file, or None (Shelf.get)."""
        try:
            return await self._done(self._read, Path(self.where(name)), most)
        except FileNotFoundError:
            return None
        except OSError as fault:
            raise ShelfTrouble(f"The archive {self._folder} cannot be read: {fault}.") from fault

    async def _done(self, what: Callable[..., T], *given: object) -> T:
        doing = asyncio.get_running_loop().run_in_executor(self._threads, what, *given)
        try:
            async with asyncio.timeout(ANSWERS_S):
                return await doing
        except TimeoutError:
            raise OSError(f"no answer in {ANSWERS_S:.0f} seconds") from None

    @staticmethod
    def _read(file: Path, most: int) -> bytes:
        # A pipe is not waited for until somebody writes to it.
        with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK), "rb") as opened:
            if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                raise OSError(f"{file} is no file")
            data = opened.read(most + 1)  # what a link leads to may say that it is empty, and go on
        check_size(str(file), len(data), most)
        return data

    @staticmethod
    def _put(file: Path, data: bytes) -> None:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        unready = file.with_suffix(f".{os.getpid()}.unready")
        try:
            with unready.open("wb") as made:
                made.write(data)
                made.flush()
                os.fsync(made.fileno())
            unready.replace(file)
        finally:
            unready.unlink(missing_ok=True)
        for folder in (file.parent, file.parent.parent):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
