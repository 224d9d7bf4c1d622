"""Long work, a piece at a time: so that games go on beside it, and nobody waits for one asker.

Whoever asks for much waits for himself first, and then in one line with everybody else: however
much one asks for, one piece of it is before what another asks for.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Turns:
    """Who may do something long now."""

    def __init__(self) -> None:
        self._all = asyncio.Lock()
        self._each: dict[Hashable, asyncio.Lock] = {}
        self._asking = Counter[Hashable]()

    @asynccontextmanager
    async def of(self, asker: Hashable) -> AsyncIterator[None]:
        """Wait until it is the turn of *asker*, and keep it while the context is open."""
        self._asking[asker] += 1
        mine = self._each.setdefault(asker, asyncio.Lock())
        try:
            async with mine, self._all:
                yield
        finally:
            self._asking[asker] -= 1
            if not self._asking[asker]:
                del self._asking[asker], self._each[asker]
