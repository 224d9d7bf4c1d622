"""An archive in an S3-compatible store, by obstore (the extra `s3`).

Where it is and who asks is told by the environment variables that all S3 clients know:
AWS_ENDPOINT, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY.
"""

from server.shelves.trouble import ShelfTrouble, check_size


class Bucket:
    """Files in a bucket, under a prefix."""

    def __init__(self, place: str) -> None:
        try:
            from obstore import store  # noqa: PLC0415  an extra: only who archives there has it
        except ImportError:
            raise ShelfTrouble(
                f"To archive to {place}, install what speaks S3: pip install 'broadside[s3]'."
            ) from None
        self._place, self._store = place.rstrip("/"), store.from_url(place)

    def where(self, name: str) -> str:
        """Return the address of a file (Shelf.where)."""
        return f"{self._place}/{name}"

    async def put(self, name: str, data: bytes) -> None:
        """Keep a file (Shelf.put)."""
        try:
            await self._store.put_async(name, data)
        except Exception as fault:  # obstore raises what its store says, of many kinds
            raise ShelfTrouble(f"{self.where(name)} cannot be written: {_first(fault)}") from fault

    async def get(self, name: str, most: int) -> bytes | None:
        """Return a file, or None (Shelf.get)."""
        try:
            found = await self._store.get_async(name)
            # The store's word first, lest we read what need not be read; then what there is.
            check_size(self.where(name), found.meta["size"], most)
            data = bytes(await found.bytes_async())
            check_size(self.where(name), len(data), most)
        except FileNotFoundError:
            return None
        except ShelfTrouble:
            raise
        except Exception as fault:
            raise ShelfTrouble(f"{self.where(name)} cannot be read: {_first(fault)}") from fault
        return data


def _first(fault: Exception) -> str:
    """Return the first line of what went wrong; the rest is for who debugs the library."""
    return str(fault).partition("\n")[0]
