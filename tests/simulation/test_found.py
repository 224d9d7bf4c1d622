"""Faults that the simulation found, each made again in its own few lines of virtual time."""

import asyncio
import random

from server.store.event_store import StoreDown
from tests.pennies import PENNIES
from tests.simulation.model_store import Model, State
from tests.simulation.node import Node
from tests.simulation.virtual_time import run


def test_a_game_whose_first_load_failed_is_loaded_once() -> None:
    """Two hosts of one game in one process told their viewers everything twice."""

    async def main() -> None:
        node = Node(Model(), {"pennies": PENNIES}, random.Random(1))
        await node.start()
        host, _ = await node.hosts.create("pennies", {})
        await node.crash()
        await node.start()
        node.store_line.state = State.SILENT
        first, second = (asyncio.create_task(node.hosts.get(host.id)) for _ in range(2))
        await asyncio.wait([first])
        assert isinstance(first.exception(), StoreDown)
        node.store_line.state = State.WELL
        third = await node.hosts.get(host.id)
        await asyncio.wait([second])
        assert second.exception() is not None or second.result() is third
        assert await node.hosts.get(host.id) is third
        await node.stop()

    run(main())
