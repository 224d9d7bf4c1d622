"""An archive in a folder: whole files only, and on disk before it is said so."""

import asyncio
import os
from pathlib import Path

from server.shelves.trouble import ShelfTrouble, check_size


class Folder:
    """Files in a folder, in subfolders by the first two letters of their names."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()

    def where(self, name: str) -> str:
        """Return the path of a file (Shelf.where)."""
        return str(self._folder / name[:2] / name)

    async def put(self, name: str, data: bytes) -> None:
        """Keep a file (Shelf.put)."""
        try:
            await asyncio.to_thread(self._put, Path(self.where(name)), data)
        except OSError as fault:
            raise ShelfTrouble(f"The archive {self._folder} cannot be written: {fault}.") from fault

    async def get(self, name: str, most: int) -> bytes | None:
        """Return a file, or None (Shelf.get)."""
        try:
            return await asyncio.to_thread(self._read, Path(self.where(name)), most)
        except FileNotFoundError:
            return None
        except OSError as fault:
            raise ShelfTrouble(f"The archive {self._folder} cannot be read: {fault}.") from fault

    @staticmethod
    def _read(file: Path, most: int) -> bytes:
        with file.open("rb") as opened:
            data = opened.read(most + 1)  # what a link leads to may say that it is empty, and go on
        check_size(str(file), len(data), most)
        return data

    @staticmethod
    def _put(file: Path, data: bytes) -> None:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        unready = file.with_suffix(f".{os.getpid()}.unready")
        with unready.open("wb") as made:
            made.write(data)
            made.flush()
            os.fsync(made.fileno())
        unready.replace(file)
        for folder in (file.parent, file.parent.parent):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
