"""Questions to Redis: each bounded in time, and whatever goes wrong is StoreDown."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import cast

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.exceptions import RedisClusterException, RedisError

from server.store.event_store import StoreDown
from server.store.limits import StoreLimits
from server.store.replies import sentence_of


class Questions:
    """What is asked of a server, or of a cluster: for what we ask, their clients are the same."""

    def __init__(self, client: Redis | RedisCluster, limits: StoreLimits) -> None:
        self._closed, self.limits, self._client = False, limits, cast("Redis", client)

    @property
    def closed(self) -> bool:
        """Whether nothing more is asked."""
        return self._closed

    @asynccontextmanager
    async def asking(self, seconds: float | None = None) -> AsyncGenerator[Redis]:
        """Give the client; whatever goes wrong in asking, or takes too long, is StoreDown."""
        if self._closed:
            raise StoreDown("The store was closed.")
        try:
            async with asyncio.timeout(self.limits.read_s if seconds is None else seconds):
                yield self._client
        except (RedisError, RedisClusterException, OSError) as error:
            raise StoreDown(sentence_of(error)) from error

    def stop(self) -> None:
        """Ask nothing more."""
        self._closed = True

    async def close(self) -> None:
        """Let go of the store."""
        self.stop()
        await self._client.aclose()
