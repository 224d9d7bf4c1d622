"""A crowd at a real server: what it meets, and that a loss would be noticed."""

import asyncio

from clients.bots.player import BotFailed
from clients.load.crowd import Met, faults, flooder, noted, player, spectator
from domain.names import GameId
from server.bootstrap import Server
from tests.server.sitting import seated


async def test_what_was_recorded_is_found_and_what_was_not_is_missed(server: Server) -> None:
    _, keys = await seated(server.url)
    met = Met()
    async with asyncio.TaskGroup() as crowd:
        for n, one in enumerate(keys):
            crowd.create_task(player(server.url, one, met, drops=False, seed=n))
    assert met.answers["recorded"] == len(met.recorded) == len(met.waits_s)
    assert not met.drops
    assert await faults(server.url, keys[0], met) == []

    game, last = max(met.recorded)
    met.recorded[game, last] = bytes(32)
    met.recorded[game, last + 1_000] = bytes(32)
    wrong = await faults(server.url, keys[0], met)
    assert [fault.split(":")[1].split()[1] for fault in wrong] == [str(last), str(last + 1_000)]


async def test_a_spectator_notes_how_late_it_was_told(server: Server) -> None:
    watch, keys = await seated(server.url)
    met = Met()
    watching = asyncio.create_task(spectator(server.url, GameId(watch.game), met))
    async with asyncio.TaskGroup() as crowd:
        for n, one in enumerate(keys):
            crowd.create_task(player(server.url, one, met, drops=False, seed=n))
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    assert met.lags_s
    assert all(0 <= lag < 60 for lag in met.lags_s)


async def test_a_flood_is_answered_request_by_request(server: Server) -> None:
    watch, _ = await seated(server.url)
    met = Met()
    await flooder(server.url, GameId(watch.game), met, 50)
    assert met.answers.total() >= 50


async def test_whatever_ends_one_of_the_crowd_is_noted() -> None:
    async def refused() -> None:
        raise BotFailed("it is refused")

    met = Met()
    await noted(refused(), met)
    assert met.failures == ["BotFailed: it is refused"]
