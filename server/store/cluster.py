"""Commits to a cluster: one line to each node, and whoever has moved is followed.

A node that no longer serves a slot says so before it does anything (MOVED, ASK, TRYAGAIN): such a
reply carried nothing out, so the command goes where it says. A reply that was lost is the
Appender's, as with one server: the record is read back, wherever it is by then.
"""

import asyncio
from typing import Any

from redis.asyncio.cluster import RedisCluster
from redis.cluster import get_node_name
from redis.crc import key_slot
from redis.exceptions import AskError, MovedError, RedisClusterException, ResponseError

from server.store.group_commit import GroupCommit, NotSent
from server.store.limits import StoreLimits
from server.store.line import Line
from server.store.nodes import ClusterAddress


class ClusterCommits:
    """What a GroupCommit is for one server, for a cluster: a GroupCommit for each node."""

    def __init__(self, address: ClusterAddress, client: RedisCluster, limits: StoreLimits) -> None:
        self._address, self._client, self._limits = address, client, limits
        self._nodes: dict[str, GroupCommit] = {}
        self._looking: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def pipelines(self) -> int:
        """How many pipelines of commits have gone out so far, to all nodes."""
        return sum(node.pipelines for node in self._nodes.values())

    async def send(self, *command: bytes) -> Any:
        """Return the reply to *command* from the node that serves its key (GroupCommit.send).

        A command without a key goes to every node.
        """
        if command[0] == b"FUNCTION":
            for node in self._client.get_primaries():
                await self._node(str(node.name)).send(*command)
            return None
        try:
            return await self._follow(key_slot(_key_of(command)), command)
        except NotSent:
            self._look_again()
            raise

    async def _follow(self, slot: int, command: tuple[bytes, ...]) -> Any:
        name, asking = self._owner(slot), False
        for _ in range(self._limits.redirects):
            try:
                return await (self._ask if asking else self._tell)(name, command)
            except ResponseError as error:
                word, _, told = str(error).partition(" ")
                if word == "MOVED":
                    moved = MovedError(told)
                    await self._client.nodes_manager.move_slot(moved)
                    name, asking = get_node_name(*moved.node_addr), False
                elif word == "ASK":
                    name, asking = get_node_name(*AskError(told).node_addr), True
                elif word == "TRYAGAIN":
                    # Some of its keys are here and some there, until all have moved.
                    await asyncio.sleep(self._limits.pause_s)
                else:
                    raise
        raise NotSent("the cluster sends us from one node to the next")

    async def _tell(self, name: str, command: tuple[bytes, ...]) -> Any:
        return await self._node(name).send(*command)

    async def _ask(self, name: str, command: tuple[bytes, ...]) -> Any:
        """Ask a node that is only about to serve the slot."""
        # Both go out together. If anything comes between them, the answer is MOVED.
        asking, told = self._tell(name, (b"ASKING",)), self._tell(name, command)
        reply: Any = (await asyncio.gather(asking, told, return_exceptions=True))[1]
        if isinstance(reply, BaseException):
            raise reply
        return reply

    def _owner(self, slot: int) -> str:
        try:
            return str(self._client.nodes_manager.get_node_from_slot(slot).name)
        except RedisClusterException as error:
            raise NotSent from error

    def _node(self, name: str) -> GroupCommit:
        if self._closed:
            raise NotSent("this store was closed")
        if name not in self._nodes:
            self._nodes[name] = GroupCommit(Line(self._address.url_of(name)), self._limits)
        return self._nodes[name]

    def _look_again(self) -> None:
        """Ask the cluster anew who serves what, by and by: a node may be another's heir."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        try:
            async with asyncio.timeout(self._limits.read_s):
                await self._client.nodes_manager.initialize()
        except (RedisClusterException, OSError):
            await asyncio.sleep(self._limits.pause_s)

    async def close(self) -> None:
        """Stop all lines (GroupCommit.close)."""
        self._closed = True
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        await asyncio.gather(*(node.close() for node in self._nodes.values()))


def _key_of(command: tuple[bytes, ...]) -> bytes:
    return command[3] if command[0] == b"FCALL" else command[1]
