"""One Redis or Valkey server, or a cluster of them: where questions, commits and hints go."""

import random
from typing import Any, Protocol
from urllib.parse import urlsplit

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from server.store.group_commit import GroupCommit
from server.store.limits import StoreLimits
from server.store.line import Line

CLUSTER = {"redis-cluster": "redis", "rediss-cluster": "rediss"}
"""The schemes of addresses that name nodes of a cluster, and that of one of its nodes."""

# No time-outs of redis-py, which in Python 3.11 may swallow a cancellation (asyncio.wait_for): each
# use is bounded as a whole instead, and a line that outlived its bound is closed.
_UNTIMED: dict[str, Any] = {
    "protocol": 2,
    "socket_timeout": None,
    "socket_connect_timeout": None,
}


class Commits(Protocol):
    """What carries appends (GroupCommit says how); *pipelines* counts what has gone out."""

    @property
    def pipelines(self) -> int:
        """How many pipelines have gone out so far."""
        ...

    async def send(self, *command: bytes) -> Any:
        """Return the reply to *command*; RedisError, NotSent, Lost or Full."""
        ...

    async def close(self) -> None:
        """Stop."""
        ...


def is_cluster(url: str) -> bool:
    """Tell whether *url* names a cluster: redis-cluster://host:port,host:port, or rediss-."""
    return urlsplit(url).scheme in CLUSTER


def one_server(url: str, limits: StoreLimits) -> tuple[Redis, GroupCommit]:
    """Return what asks, and what commits to, the server at *url*."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=limits.connections,
        timeout=None,
        retry=Retry(NoBackoff(), 1),
        **_UNTIMED,
    )
    return Redis.from_pool(pool), GroupCommit(Line(url), limits)


class ClusterAddress:
    """The nodes that the address of a cluster names, and how any of its nodes is spoken to."""

    def __init__(self, url: str) -> None:
        """Read *url*; ValueError if it is none of a cluster."""
        scheme, _, rest = url.partition("://")
        who, _, hosts = rest.partition("/")[0].rpartition("@")
        self._node = f"{CLUSTER[scheme]}://{who}@" if who else f"{CLUSTER[scheme]}://"
        self.secured = CLUSTER[scheme] == "rediss"
        named = [urlsplit(f"redis://{host}") for host in hosts.split(",")]
        self.nodes = [(one.hostname or "", one.port or 6379) for one in named]
        if not all(host for host, _ in self.nodes):
            raise ValueError("a cluster's address is redis-cluster://HOST:PORT,HOST:PORT")
        told = urlsplit(f"redis://{who}@x") if who else None
        self.username, self.password = (told.username, told.password) if told else (None, None)

    def url_of(self, name: str) -> str:
        """Return the address of the node *name* (host:port) alone."""
        return self._node + name

    def client(self, limits: StoreLimits) -> RedisCluster:
        """Return what asks the cluster."""
        return RedisCluster(
            startup_nodes=[ClusterNode(host, port) for host, port in self.nodes],
            username=self.username,
            password=self.password,
            ssl=self.secured,
            max_connections=limits.connections,
            retry=Retry(NoBackoff(), limits.redirects),
            **_UNTIMED,
        )


def any_of(client: RedisCluster) -> str:
    """Return the name of some node that is known: each of them tells all hints."""
    return str(random.choice(client.get_nodes()).name)  # noqa: S311  any will do
