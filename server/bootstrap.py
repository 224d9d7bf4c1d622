"""The composition root: the only place that builds and connects the real parts."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
import structlog
from aiohttp import web

from domain.game import System
from domain.registry import rule_systems
from server.answers import RESTARTING
from server.api.addresses import Addresses
from server.api.app import application
from server.api.door import Door, GuardedRunner
from server.api.games import Games
from server.api.operator import Operator
from server.api.streams import Streams
from server.clock import Clock, WallClock
from server.deadlines import Deadlines
from server.entropy import Entropy, master_secret
from server.fanout import Fanout
from server.health import Health
from server.hosts import Hosts
from server.idle import Idle
from server.limits import LIMITS, Limits, for_any_address
from server.lobby import Lobby
from server.marks import Marks
from server.metrics import Metrics
from server.origins import Origins
from server.overdue import Overdue
from server.pace import seat_paces
from server.settings import Settings
from server.shelves.shelf import shelf_at
from server.store.checks import check_address, check_store
from server.store.embedded import EmbeddedValkey
from server.store.shelved import ShelvedStreams
from server.uptime import Uptime
from server.ws.handler import WebSockets

log = structlog.get_logger()


class Server:
    """A running server: where it is, and its parts for who runs it."""

    def __init__(
        self,
        url: str,
        app: web.Application,
        hosts: Hosts,
        fanout: Fanout,
        valkey: EmbeddedValkey | None,
    ) -> None:
        self.url, self.app = url, app
        self.hosts, self.fanout, self.valkey = hosts, fanout, valkey


@asynccontextmanager
async def running(
    settings: Settings,
    limits: Limits = LIMITS,
    systems: Mapping[str, System] | None = None,
    clock: Clock | None = None,
) -> AsyncIterator[Server]:
    """Run a server with *settings*; leaving stops it cleanly, the store last.

    It plays all rule systems there are, or those given, by the machine's clock or the one given.

    Raises ValueError (a rules file that cannot be used), PermissionError, OSError (a port in
    use), StoreUnfit, ShelfTrouble, FolderInUse, ValkeyFailed: each with a sentence for who runs it.
    """
    systems = systems_with(settings.rules_data) if systems is None else systems
    limits = limits if settings.address_limits else for_any_address(limits)
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        valkey = await _valkey(settings, stack)
        store = await opened_store(settings, valkey.url if valkey else None, stack)
        entropy = Entropy(master_secret(settings.data / "master.secret"))
        marks = Marks(settings.data / "marks")
        clock = clock or WallClock()
        hosts = Hosts(systems, store, entropy, marks, clock, limits)
        lobby, fanout = Lobby(hosts, store.index), Fanout(hosts)
        health = Health(store, hosts, clock, settings.data / "marks", settings.durability)
        deadlines, overdue = Deadlines(), Overdue(hosts, store.index, clock)
        idle = Idle(hosts, fanout, deadlines, overdue)
        hosts.listeners.append(deadlines.watch)
        uptime = Uptime(store, clock, limits)
        await uptime.begin()
        hosts.stopped_ms = uptime.stopped_ms
        stack.push_async_callback(uptime.end)
        stack.push_async_callback(deadlines.stop)
        await health.look()
        watches = (
            health.watch(),
            fanout.follow_hints(),
            fanout.poll(),
            fanout.sweep(),
            fanout.beat(),
            fanout.say_who_is_here(clock),
            lobby.keep(),
            lobby.take_over(),
            overdue.note(),
            overdue.pick_up(),
            idle.sweep(),
            uptime.keep(hosts.read_clocks),
        )
        # They end before the store is closed: it would be asked for a connection once more.
        stack.push_async_callback(_cancel, [asyncio.create_task(watch) for watch in watches])
        metrics = Metrics()
        addresses = Addresses(limits, settings.proxies, metrics.limited.inc)
        door, paces = Door(limits, addresses), seat_paces(limits)
        _gauges(metrics, hosts, fanout, door)
        origins = Origins(settings.origins)
        sockets = WebSockets(hosts, fanout, limits, paces, metrics, origins, settings.durability)
        app = application(
            Games(hosts, lobby, Streams(fanout, limits), paces, metrics, addresses),
            sockets,
            health,
            Operator(hosts, fanout, health, door, addresses, metrics, settings.operator_token),
            limits,
            origins,
            addresses,
        )
        url = await _listening(app, door, settings, limits, stack)
        stack.push_async_callback(sockets.close_all)
        stack.push_async_callback(_announced, door, fanout, hosts)
        log.info("serving", url=url, durability=settings.durability)
        yield Server(url, app, hosts, fanout, valkey)


async def _listening(
    app: web.Application, door: Door, settings: Settings, limits: Limits, stack: AsyncExitStack
) -> str:
    """Serve *app* until the *stack* is left; return the address."""
    runner = GuardedRunner(app, door, limits)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    await web.TCPSite(runner, settings.host, settings.port).start()
    return msgspec.structs.replace(settings, port=runner.addresses[0][1]).url


def systems_with(rules_data: Path | None) -> Mapping[str, System]:
    """Return all rule systems, with the data files of *rules_data*/<system>/ in place of theirs."""
    systems = dict(rule_systems())
    if rules_data is None:
        return systems
    for name, system in systems.items():
        folder = rules_data / name
        files = {file.name: file.read_bytes() for file in sorted(folder.glob("*.json"))}
        if files:
            systems[name] = system.with_files(files)
    return systems


async def _valkey(settings: Settings, stack: AsyncExitStack) -> EmbeddedValkey | None:
    """Start a Valkey of our own, if no Redis is named, and start it again if it dies."""
    if settings.redis_url:
        return None
    valkey = await stack.enter_async_context(EmbeddedValkey(settings.data / "valkey"))
    supervision = asyncio.create_task(valkey.supervise())
    stack.push_async_callback(_cancel, [supervision])
    return valkey


async def opened_store(
    settings: Settings, own: str | None, stack: AsyncExitStack
) -> ShelvedStreams:
    """Open the store: that of *settings*, or our *own* at an address.

    One that would lose what it is given is refused before anything is given. Raises StoreUnfit,
    StoreDown, ShelfTrouble.
    """
    if own is None:
        check_address(settings.redis_url)
        await check_store(settings.redis_url, settings.durability)
    store = await ShelvedStreams.open(own or settings.redis_url)
    stack.push_async_callback(store.close)
    store.on(shelf_at(settings.archive, settings.data / "archive"))
    return store


def _gauges(metrics: Metrics, hosts: Hosts, fanout: Fanout, door: Door) -> None:
    metrics.gauge("broadside_games_held", "Games folded here", lambda: len(hosts.held()))
    metrics.gauge(
        "broadside_games_frozen",
        "Games frozen here",
        lambda: sum(1 for host in hosts.held() if host.frozen),
    )
    metrics.gauge("broadside_viewers", "Open subscriptions", fanout.count)
    metrics.gauge("broadside_connections", "Open connections", lambda: door.inside)
    metrics.gauge(
        "broadside_connections_max", "Connections for which there is room", lambda: door.most
    )


async def _announced(door: Door, fanout: Fanout, hosts: Hosts) -> None:
    """Let nobody in, tell everybody, and bring what is under way to its end."""
    log.info("stopping", games=len(hosts.held()))
    door.closed = True
    fanout.tell_all(RESTARTING)
    await hosts.stop()


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
