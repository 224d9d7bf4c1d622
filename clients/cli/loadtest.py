"""`broadside loadtest`: many at once, and whether all that was recorded is there."""

import asyncio
import ipaddress
import random
from collections.abc import Coroutine, Sequence
from statistics import quantiles
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
import typer

from clients.cli.demo import seated, server_or_own
from clients.cli.games import JsonOption, ServerOption
from clients.cli.output import NOT_VERIFIED, USAGE, fail, say, show_json
from clients.cli.running import Stopped, run
from clients.load.crowd import Met, faults, flooder, noted, player, slow_reader, spectator
from clients.sdk.keyring import SeatKeys
from clients.sdk.links import Link
from domain.names import GameId

PROGRESS_S = 5.0


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """How much is asked of the server."""

    system: str
    games: int
    spectators: int
    slow: int
    floods: int
    seconds: float
    drops: bool


def loadtest(
    system: Annotated[str, typer.Option(help="The rule system.")] = "scorpead",
    games: Annotated[int, typer.Option(help="Games of bots.", min=1, max=1_000)] = 10,
    spectators: Annotated[
        int, typer.Option(help="Spectators, spread over the games.", min=0, max=5_000)
    ] = 50,
    slow: Annotated[int, typer.Option(help="Spectators that never read.", min=0, max=500)] = 0,
    floods: Annotated[
        int, typer.Option(help="Requests that one more spectator sends at once.", min=0, max=10_000)
    ] = 0,
    seconds: Annotated[float, typer.Option(help="How long.", min=1, max=600)] = 20,
    *,
    drops: Annotated[bool, typer.Option(help="Players' lines break, again and again.")] = False,
    anywhere: Annotated[
        bool, typer.Option(help="Allow a server that is not on this machine: your own.")
    ] = False,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Load a server of its own, or --server URL on this machine, and check what it recorded.

    Example: broadside loadtest --games 20 --spectators 200 --drops --seconds 30

    At the end every game's record is verified, and holds all that was answered as recorded.
    """
    if server and not urlsplit(server).hostname:
        fail(USAGE, f"{server} is no address: name the server as in http://127.0.0.1:8750")
    if server and not anywhere and not _on_this_machine(server):
        fail(USAGE, f"{server} is not on this machine; load only your own server (--anywhere)")
    load = Load(
        system=system,
        games=games,
        spectators=spectators,
        slow=slow,
        floods=floods,
        seconds=seconds,
        drops=drops,
    )
    try:
        found = run(_loaded(load, server))
    except Stopped:
        say("Stopped.")
        return
    if as_json:
        show_json(found)
    else:
        for name, value in found.items():
            print(f"{name:<22} {value}")
    if not found["verified"]:
        raise typer.Exit(NOT_VERIFIED)


async def _loaded(load: Load, server: str) -> dict[str, Any]:
    met = Met()
    async with server_or_own(server) as url:
        say(f"Making {load.games} games …")
        tables = [await seated(url, load.system, {}, random.Random(n)) for n in range(load.games)]
        crowd = [asyncio.create_task(one) for one in _crowd(url, load, tables, met)]
        watching = [asyncio.create_task(noted(one, met)) for one in crowd]
        await _for(load.seconds, met)
        for one in (*crowd, *watching):
            one.cancel()
        await asyncio.gather(*crowd, *watching, return_exceptions=True)
        say("Verifying the records …")
        wrong = [fault for _, seats in tables for fault in await faults(url, seats[0], met)]
    return {
        "declarations_per_s": round(met.answers["recorded"] / load.seconds, 1),
        **_spread("receipt", met.waits_s),
        **_spread("spectator", met.lags_s),
        "answers": dict(met.answers),
        "drops": met.drops,
        "slow readers cut off": met.cut_off,
        "failures": met.failures,
        "faults": wrong,
        "verified": not wrong,
    }


def _crowd(
    url: str, load: Load, tables: Sequence[tuple[Link, list[SeatKeys]]], met: Met
) -> list[Coroutine[Any, Any, None]]:
    watched = [GameId(watch.game) for watch, _ in tables]
    seats = [keys for _, seated_here in tables for keys in seated_here]
    crowd: list[Coroutine[Any, Any, None]] = [
        player(url, keys, met, drops=load.drops, seed=n) for n, keys in enumerate(seats)
    ]
    crowd += [spectator(url, watched[n % load.games], met) for n in range(load.spectators)]
    crowd += [slow_reader(url, watched[n % load.games], met) for n in range(load.slow)]
    if load.floods:
        crowd.append(flooder(url, watched[0], met, load.floods))
    return crowd


async def _for(seconds: float, met: Met) -> None:
    """Wait, and tell every few seconds how it goes."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while (left := end - loop.time()) > 0:
        await asyncio.sleep(min(PROGRESS_S, left))
        say(f"{met.answers['recorded']} declarations recorded, {left:.0f} s left")


def _spread(name: str, seconds: Sequence[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {}
    cuts = quantiles(seconds, n=100)
    return {
        f"{name}_p50_ms": round(1000 * cuts[49], 1),
        f"{name}_p99_ms": round(1000 * cuts[98], 1),
    }


def _on_this_machine(server: str) -> bool:
    host = urlsplit(server).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
