"""Whether a Redis or Valkey that somebody else runs keeps what "recorded" promises."""

from typing import Literal

from redis.asyncio import ConnectionPool, Redis
from redis.exceptions import RedisClusterException, RedisError

from server.store.event_store import StoreDown
from server.store.limits import StoreLimits
from server.store.nodes import ClusterAddress, is_cluster
from server.store.replies import code_of, sentence_of

Durability = Literal["always", "everysec"]
"""What "recorded" means: on disk, or on disk within about a second."""

_OLDEST = (7, 0)


class StoreUnfit(Exception):  # noqa: N818  names the state of the store
    """The store would lose events; *sentence* names the setting, its value, and what to set."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def check_address(url: str) -> None:
    """Raise ValueError unless *url* is the address of a store.

    Nothing of it is repeated, nor what the library says: a password with a slash is a port to it.
    """
    try:
        if is_cluster(url):
            ClusterAddress(url)
        else:
            ConnectionPool.from_url(url).make_connection()  # type: ignore[no-untyped-call]
    except (TypeError, ValueError, RedisError):
        raise ValueError(
            "BROADSIDE_REDIS_URL cannot be used: it is redis://HOST:PORT, rediss://HOST:PORT, "
            "unix://PATH or redis-cluster://HOST:PORT,HOST:PORT; /, @, : and % of a password are "
            "written %2F, %40, %3A and %25; behind a question mark stand only words that redis-py "
            "knows"
        ) from None


async def check_store(url: str, durability: Durability = "always") -> None:
    """Check the server at *url*, or each node of the cluster that it names: check_server."""
    if not is_cluster(url):
        async with Redis.from_url(url, protocol=2) as client:
            await check_server(client, durability)
        return
    try:
        address = ClusterAddress(url)
        async with address.client(StoreLimits()) as cluster:
            nodes = [(address.url_of(node.name), node.server_type) for node in cluster.get_nodes()]
    except (RedisError, RedisClusterException, OSError) as error:
        raise StoreDown(sentence_of(error)) from error
    for node, kind in nodes:
        async with Redis.from_url(node, protocol=2) as client:
            await check_server(client, durability)
            if kind == "replica" and durability == "always":
                await _check_replica(client)


async def _check_replica(client: Redis) -> None:
    """What a primary had recorded and not passed on is lost when its replica takes its place."""
    name = "cluster-replica-no-failover"
    found = await client.config_get(name)
    if str(found.get(name)) != "yes":
        raise StoreUnfit(
            f"A replica of the cluster may take its primary's place and has not all that was "
            f"recorded: its setting {name} is {found.get(name)}. Set it to yes, or choose "
            f"BROADSIDE_DURABILITY=everysec."
        )


async def check_server(client: Redis, durability: Durability = "always") -> None:
    """Raise StoreUnfit if the server is too old, or set to lose events; StoreDown if it is silent.

    `everysec` accepts a server that may lose the last second in a power cut: say so to players.
    """
    try:
        server = await client.info("server")
        _check_version(str(server["redis_version"]))
        settings = await _settings(client)
    except (RedisError, OSError) as error:
        raise StoreDown(sentence_of(error)) from error
    _demand(settings, "appendonly", "yes")
    _demand(settings, "maxmemory-policy", "noeviction")
    if durability == "always":
        _demand(settings, "appendfsync", "always")
        _demand(settings, "no-appendfsync-on-rewrite", "no")
    else:
        _demand(settings, "appendfsync", "everysec", "always")


async def _settings(client: Redis) -> dict[str, str]:
    names = ("appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory-policy")
    try:
        found = await client.config_get(*names)
    except RedisError as error:
        if code_of(error) not in ("noperm", "err"):
            raise
        raise StoreUnfit(
            "The store does not say how it keeps its data: CONFIG GET is refused. "
            "Allow the user +config|get."
        ) from error
    return {str(name): str(value) for name, value in found.items()}


def _check_version(version: str) -> None:
    major, minor = (int(part) for part in version.split(".")[:2])
    if (major, minor) < _OLDEST:
        raise StoreUnfit(
            f"The store is redis_version {version}, which has no functions. "
            "Use Redis 7.0 or newer, or Valkey."
        )


def _demand(settings: dict[str, str], name: str, *allowed: str) -> None:
    value = settings.get(name, "unknown")
    if value not in allowed:
        raise StoreUnfit(
            f"The store would lose events: its setting {name} is {value}. "
            f"Set {name} {allowed[0]} and start again."
        )
