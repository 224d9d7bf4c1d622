"""`broadside loadtest`: many at once, and whether all that was recorded is there."""

import asyncio
import ipaddress
import random
from collections.abc import Sequence
from statistics import quantiles
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
import typer

from clients.cli.demo import seated, server_or_own
from clients.cli.games import JsonOption, ServerOption
from clients.cli.output import NOT_VERIFIED, SERVER, USAGE, fail, say, show_json
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

    At the end every game's record is verified, and holds all that was answered as recorded. It ends
    earlier when all games are over; Ctrl-C ends the load, and what came of it is still told.
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
    if found["failures"]:
        fail(SERVER, f"{len(found['failures'])} of the crowd failed; the records hold all the same")


async def _loaded(load: Load, server: str) -> dict[str, Any]:
    met = Met()
    async with server_or_own(server) as url:
        say(f"Making {load.games} games …")
        tables = [await seated(url, load.system, {}, random.Random(n)) for n in range(load.games)]
        loop = asyncio.get_running_loop()
        begun = loop.time()
        players, others = _crowd(url, load, tables, met)
        await _for(load.seconds, players, met)
        elapsed_s = loop.time() - begun
        for one in (*players, *others):
            one.cancel()
        await asyncio.gather(*players, *others, return_exceptions=True)
        say("Verifying the records …")
        wrong = [fault for _, seats in tables for fault in await faults(url, seats[0], met)]
    return {
        "seconds": round(elapsed_s, 1),
        "declarations_per_s": round(met.answers["recorded"] / elapsed_s, 1),
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
) -> tuple[list[asyncio.Task[None]], list[asyncio.Task[None]]]:
    """Send them all in; return those who play, and the others."""
    watched = [GameId(watch.game) for watch, _ in tables]
    seats = [keys for _, seated_here in tables for keys in seated_here]
    players = [player(url, keys, met, drops=load.drops, seed=n) for n, keys in enumerate(seats)]
    others = [spectator(url, watched[n % load.games], met) for n in range(load.spectators)]
    others += [slow_reader(url, watched[n % load.games], met) for n in range(load.slow)]
    if load.floods:
        others.append(flooder(url, watched[0], met, load.floods))
    sent_in = [[asyncio.create_task(noted(one, met)) for one in some] for some in (players, others)]
    return sent_in[0], sent_in[1]


async def _for(seconds: float, players: Sequence[asyncio.Task[None]], met: Met) -> None:
    """Wait until the time or all games are over, or somebody has seen enough; tell how it goes."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    try:
        while (left := end - loop.time()) > 0 and not all(one.done() for one in players):
            await asyncio.wait(players, timeout=min(PROGRESS_S, left))
            left = max(0.0, end - loop.time())
            say(f"{met.answers['recorded']} declarations recorded, {left:.0f} s left")
    except asyncio.CancelledError:
        task = asyncio.current_task()
        assert task is not None
        task.uncancel()
        say("Stopped; Ctrl-C again to leave the records unverified.")


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
