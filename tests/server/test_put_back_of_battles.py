"""F09 with the rule systems themselves, and with dice in which every seat has a part."""

import asyncio
import random
import shutil
from pathlib import Path

import msgspec
import pytest

from clients.bots.player import RandomPlayer
from clients.sdk import http
from clients.sdk.client import GameClient
from clients.sdk.keyring import SeatKeys, new_keys
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.exported import entries_of
from domain.names import GameId
from domain.registry import rule_systems
from server.archive.commands import hosts_beside
from server.bootstrap import running
from server.put_back import put_back
from server.settings import Settings

BEFORE, LOST, AFTER = 40, 60, 20
"""Events until the backup, that the store loses after it, and that follow when all is put back."""


async def bots_play(url: str, seats: list[SeatKeys], events: int, seed: int) -> None:
    """Let bots play until so many events more are recorded, or the game is over."""
    game = GameId(seats[0].game)
    clients = [GameClient(url, game, keys) for keys in seats]

    async def play(client: GameClient) -> None:
        async with client:
            await RandomPlayer(client, random.Random(seed)).play()

    playing = [asyncio.create_task(play(client)) for client in clients]
    until = await position(url, game) + events
    while await position(url, game) < until and not all(one.done() for one in playing):
        await asyncio.sleep(0.05)
    for one in playing:
        one.cancel()
    for done in await asyncio.gather(*playing, return_exceptions=True):
        assert done is None or isinstance(done, asyncio.CancelledError), done
    seats[:] = [client._keys for client in clients]  # which know what links they have opened


async def position(url: str, game: GameId) -> int:
    return int((await http.get(url, f"games/{game.hex()}"))["position"])


@pytest.mark.parametrize("system", sorted(rule_systems()))
async def test_a_battle_with_dice_of_the_table_is_put_back_and_goes_on(
    system: str, tmp_path: Path
) -> None:
    settings = Settings(port=0, data=tmp_path / "data")
    log, backup = settings.data / "valkey" / "appendonlydir", tmp_path / "backup"
    async with running(settings) as server:
        _, *links = await http.new_game(server.url, system, {}, dice="table")
        seats = list[SeatKeys]()
        for link in links:
            keys = new_keys(server.url, link.game, link.seat or 0, f"Bot {link.seat}")
            seats.append(msgspec.structs.replace(keys, token=await http.join(link, keys)))
        await bots_play(server.url, seats, BEFORE, 1)
    game = GameId(seats[0].game)
    await asyncio.to_thread(shutil.copytree, log, backup)
    async with running(settings) as server:
        await bots_play(server.url, seats, LOST, 2)
        records = [await http.record(server.url, game, keys.token) for keys in seats]
    await asyncio.to_thread(shutil.rmtree, log)
    await asyncio.to_thread(shutil.copytree, backup, log)
    async with hosts_beside(settings) as (hosts, store):
        done = await put_back(hosts, store.index, records)
    assert not done.stopped
    assert done.has - done.had > LOST // 2
    async with running(settings) as server:
        host = await server.hosts.get(game)
        assert not host.frozen
        _, told = entries_of(records[0])
        held = await host.reader.entries(len(told))
        assert [entry.hash for entry in held] == [entry.hash for entry in told]
        await bots_play(server.url, seats, AFTER, 3)
        whole = await http.record(server.url, game, seats[0].token)
    assert verify(whole)
    assert decide_all_again(whole, rule_systems())
