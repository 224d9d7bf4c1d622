"""Questions to Redis: each bounded in time, and whatever goes wrong is StoreDown."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from server.store.event_store import StoreDown
from server.store.limits import StoreLimits
from server.store.replies import sentence_of


class Questions:
    """The line for everything but appends: a question may be asked twice, so redis-py repeats it.

    It repeats it once.
    """

    def __init__(self, url: str, limits: StoreLimits) -> None:
        self._closed, self.limits = False, limits
        # No time-outs of redis-py, which in Python 3.11 may swallow a cancellation
        # (asyncio.wait_for): every use is bounded as a whole instead, and a line that outlived its
        # bound is closed.
        pool = BlockingConnectionPool.from_url(
            url,
            protocol=2,
            retry=Retry(NoBackoff(), 1),
            socket_timeout=None,
            socket_connect_timeout=None,
            max_connections=limits.connections,
            timeout=None,
        )
        self.redis = Redis.from_pool(pool)

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
                yield self.redis
        except (RedisError, OSError) as error:
            raise StoreDown(sentence_of(error)) from error

    async def close(self) -> None:
        """Let go of the store."""
        self._closed = True
        await self.redis.aclose()
