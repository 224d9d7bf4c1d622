"""Where archived records lie, a file each: a folder, or a bucket of an S3-compatible store."""

from pathlib import Path
from typing import Protocol

from server.shelves.bucket import Bucket
from server.shelves.folder import Folder
from server.shelves.trouble import ShelfTrouble


class Shelf(Protocol):
    """Files under names. Every question raises ShelfTrouble if there is no answer."""

    def where(self, name: str) -> str:
        """Return where a person finds the file *name*."""
        ...

    async def put(self, name: str, data: bytes) -> None:
        """Keep *data*; returning means that it outlives a power cut."""
        ...

    async def get(self, name: str, most: int) -> bytes | None:
        """Return what is kept under *name*, or None; ShelfTrouble if it has more bytes than *most*.

        No more than those is read: who can write there could else fill a server's memory.
        """
        ...


def shelf_at(place: str, default: Path) -> Shelf:
    """Return the shelf at *place*: a folder's path, or s3://BUCKET/PREFIX; "" is *default*.

    Raises ShelfTrouble if there is no such kind of place, or nothing to reach it with.
    """
    scheme, divider, _ = place.partition("://")
    if not divider:
        return Folder(Path(place) if place else default)
    if scheme != "s3":
        # Not what stands behind it, which may be a password.
        kind = f"{scheme}://…"
        raise ShelfTrouble(f"{kind} is no archive: name a folder, or s3://BUCKET/PREFIX.")
    return Bucket(place)
