"""The games that this process holds, loaded when they are asked for."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from hashlib import sha256

import structlog

from domain import referee
from domain.again import commits
from domain.clocks import clock_options
from domain.codec import Codec
from domain.dice import Chain
from domain.exported import entries_of
from domain.forking import Beginning, beginning
from domain.game import System
from domain.game_events import MAKING, Created
from domain.names import GameId, SeatId
from domain.record import START, Broken, Entry
from domain.refusals import Refused
from domain.rule_system import data_hashes, rules_version
from server.answers import Frozen
from server.clock import Clock
from server.entropy import Entropy
from server.host import GameHost, Listener, Recorder
from server.limits import Limits
from server.marks import Marks
from server.store.event_store import EventStore, NotRecorded, StoreDown, Unsettled
from server.testimony import check_signed, check_whole, testimony

log = structlog.get_logger()


class NoSuchGame(Exception):  # noqa: N818  names what is asked for
    """There is no such game (or it may not be told)."""


class Hosts:
    """All games of the store, hosted on demand."""

    def __init__(
        self,
        systems: Mapping[str, System],
        store: EventStore,
        entropy: Entropy,
        marks: Marks,
        clock: Clock,
        limits: Limits,
    ) -> None:
        self.systems, self.store, self.entropy = systems, store, entropy
        self.marks, self.clock, self.limits = marks, clock, limits
        self.listeners: list[Listener] = []
        self.public_listeners: list[Listener] = []
        self.connected: Callable[[GameId], frozenset[SeatId]] = lambda _: frozenset()
        self.stopped_ms: Callable[[int, int], int] = lambda _since_ms, _at_ms: 0
        self.begins: Callable[[GameId], Awaitable[None]] = _nothing
        self.recorders: list[Recorder] = []
        self._hosts: dict[GameId, GameHost] = {}
        self.stopping = False
        self._used: dict[GameId, float] = {}
        self._loading: dict[GameId, asyncio.Event] = {}

    def held(self) -> list[GameHost]:
        """Return the games that are folded in this process."""
        return list(self._hosts.values())

    def held_one(self, game: GameId) -> GameHost | None:
        """Return the host of *game* if it is folded in this process."""
        return self._hosts.get(game)

    def idle_s(self, game: GameId) -> float:
        """Return for how long nobody has asked for *game*, which is held here."""
        return asyncio.get_running_loop().time() - self._used[game]

    def drop(self, game: GameId) -> None:
        """Let a game out of memory: whoever asks for it next has it folded again."""
        del self._hosts[game], self._used[game]

    async def get(self, game: GameId) -> GameHost:
        """Return the host of *game*. Raises NoSuchGame, StoreDown."""
        while game not in self._hosts:
            if (loading := self._loading.get(game)) is not None:
                await loading.wait()
                continue
            loading = self._loading[game] = asyncio.Event()
            try:
                self._hold(await self._load(game))
            finally:
                # If it failed, one of those who wait tries next: never two at once, for a game
                # that was loaded twice would be told twice.
                del self._loading[game]
                loading.set()
        self._used[game] = asyncio.get_running_loop().time()
        return self._hosts[game]

    def _hold(self, host: GameHost) -> None:
        self._hosts[host.id] = host
        self._used[host.id] = asyncio.get_running_loop().time()

    async def create(
        self,
        system_name: str,
        options: Mapping[str, int | str],
        *,
        dice: str = "server",
        referee_seat: bool = False,
    ) -> tuple[GameHost, dict[SeatId, bytes]]:
        """Make a game; return it and the invitation code (32 bytes) of each seat.

        Raises Refused (no such system, scenario, option), StoreDown, NotRecorded, Unsettled.
        """
        system = self.systems.get(system_name)
        if system is None:
            raise Refused("no_such_system", MAKING, system=system_name)
        complete = _complete(system, options)
        return await self._made(
            system, Beginning(options=complete), dice, referee_seat=referee_seat
        )

    async def fork(
        self, parent: GameId, entries: Sequence[Entry], at: int, *, dice: str, referee_seat: bool
    ) -> tuple[GameHost, dict[SeatId, bytes]]:
        """Make a game that goes on from event *at* of *parent*, whose whole record is *entries*.

        Raises Refused (`forking.beginning`), Broken, NotRecorded, Unsettled.
        """
        system, why = self._system_for(entries[:1])
        if system is None:
            raise Refused("no_such_system", MAKING, why=why)
        start = await asyncio.to_thread(beginning, parent, system, entries, at)
        _check_possible(system, start.options)
        return await self._made(system, start, dice, referee_seat=referee_seat)

    async def bring(self, file: bytes) -> GameHost:
        """Bring a game that was played to its end on another server, by its record's *file*.

        Raises Refused (it goes on, or is here already), Broken, ValueError if it is no record,
        NotRecorded, Unsettled, StoreDown. What was brought in part is brought to its end.
        """
        game, entries = await asyncio.to_thread(entries_of, file)
        system, why = self._system_for(entries[:1])
        if system is None:
            raise Refused("no_such_system", MAKING, why=why)
        said = testimony(file)
        if said.server_key == self.entropy.public_key:
            raise Refused("already_here", MAKING, game=game.hex())
        check_signed(entries, said)
        await asyncio.to_thread(check_whole, game, system, entries)
        head = await self.store.head(game)
        held = head == START or head in (entry.head for entry in entries)
        if not held or (head != START and await self.store.file(game) is None):
            raise Refused("already_here", MAKING, game=game.hex())
        await self.store.keep_file(game, file)
        at = START
        for commit in commits(entries):
            await self.store.append(game, at, commit)
            at = commit[-1].head
        if game in self._hosts and self._hosts[game].frozen:
            self.drop(game)  # it was looked at while only a part of it was here
        return await self.get(game)

    async def _made(
        self, system: System, start: Beginning, dice: str, *, referee_seat: bool
    ) -> tuple[GameHost, dict[SeatId, bytes]]:
        scenario = start.options["scenario"]
        seats = next(len(one.seats) for one in system.scenarios() if one.name == scenario)
        codes = {
            SeatId(n): secrets.token_bytes(32) for n in range(1, seats + 1 + int(referee_seat))
        }
        game = GameId(secrets.token_bytes(16))
        host, chain = self._host(game, system), Chain()
        created = Created(
            game=game,
            server_key=self.entropy.public_key,
            anchor=await host.sources.hashed(chain),
            links=chain.links,
            hidden=host.sources.commitment(1),
            dice=dice,
            system=system.name,
            rules=rules_version(system),
            data=data_hashes(system),
            options=start.options,
            parent=start.parent,
        )
        invitations = {seat: sha256(code).digest() for seat, code in codes.items()}
        if start.options["time_limit_s"]:
            await self.begins(game)
        await host.make(
            lambda table, sources, at_ms: referee.make(
                table, created, invitations, at_ms, sources, start.play
            )
        )
        self._hold(host)
        return host, codes

    async def _load(self, game: GameId) -> GameHost:
        system, why = await self._system_of(game)
        host = self._host(game, system or next(iter(self.systems.values())))
        if system is None:
            host.freeze(why)
            return host
        try:
            await host.load()
        except (Frozen, Broken) as fault:
            host.freeze(str(fault))
        created = host.table.game.created
        if created is None or host.table.game.phase == "over":
            return host
        if host.testimony is not None:
            host.freeze("it was brought here in part only: bring its record again")
        if created.rules != (ours := rules_version(system)):
            host.freeze(f"it is played by version {created.rules} of its rules; here is {ours}")
        await self._read_clocks(host)
        return host

    async def read_clocks(self) -> None:
        """Note in every game that is held here that no server was up while its clocks ran."""
        for host in self.held():
            await self._read_clocks(host)

    async def stop(self) -> None:
        """Let every game finish what is under way, and take nothing more; in bounded time."""
        self.stopping = True
        stopped = [asyncio.create_task(self._stop(host)) for host in self.held()]
        if stopped:
            _, late = await asyncio.wait(stopped, timeout=self.limits.stop_s)
            for task in late:
                task.cancel()

    async def _stop(self, host: GameHost) -> None:
        try:
            await host.stop()
        except (Refused, Frozen, StoreDown, NotRecorded, Unsettled) as why:
            log.warning("stopped_without_clocks", game=host.id.hex(), why=str(why))

    async def _read_clocks(self, host: GameHost) -> None:
        try:
            await host.read_clocks()
        except (Refused, Frozen, StoreDown, NotRecorded, Unsettled) as why:
            # Nobody loses by it: what comes next is charged without that time all the same.
            log.warning("clocks_not_read", game=host.id.hex(), why=str(why))

    def _host(self, game: GameId, system: System) -> GameHost:
        sources = self.entropy.sources(game)
        sources.stopped_ms = self.stopped_ms
        host = GameHost(
            game,
            system,
            self.store,
            self.entropy,
            sources,
            self.marks,
            self.clock,
            self.limits,
        )
        host.listeners, host.public_listeners = self.listeners, self.public_listeners
        host.recorders, host.presence.connected = self.recorders, self.connected
        host.recording.stopping = self.stopping
        return host

    async def _system_of(self, game: GameId) -> tuple[System | None, str]:
        """Return the system that a game was made with, or None and why it cannot be played here.

        Raises NoSuchGame if there is nothing of it, StoreDown.
        """
        try:
            first = await self.store.read(game, 0, 1)
            if not first and (await self.store.head(game)).position == 0:
                raise NoSuchGame(game.hex())
        except Broken:
            first = []
        return self._system_for(first)

    def _system_for(self, first: Sequence[Entry]) -> tuple[System | None, str]:
        """Return the system of the game that begins with the *first* entry, or None and why not."""
        try:
            created = Codec([Created]).decode(first[0].open, None)
        except (ValueError, IndexError):
            return None, "its first event cannot be read"
        assert isinstance(created, Created)
        system = self.systems.get(created.system)
        if system is None or data_hashes(system) != created.data:
            return None, "it was made with rules or tables that this server does not have"
        return system, ""


async def _nothing(_: GameId) -> None:
    """Do nothing."""


def _check_possible(system: System, options: Mapping[str, int | str]) -> None:
    """Refuse options with which no game was ever made: nobody signs for a record that is forked."""
    complete = _complete(system, options)
    for name in ("scenario", "time_limit_s"):
        if name not in options:
            raise Refused("no_such_value", MAKING, option=name, known=complete[name])


def _complete(system: System, options: Mapping[str, int | str]) -> dict[str, int | str]:
    """Return *options* with the scenario's defaults for what was not chosen."""
    scenarios = {scenario.name: scenario for scenario in system.scenarios()}
    name = str(options.get("scenario", next(iter(scenarios))))
    if name not in scenarios:
        raise Refused("no_such_scenario", MAKING, scenario=name)
    complete: dict[str, int | str] = {"scenario": name}
    complete |= {option.name: option.default for option in scenarios[name].options}
    return clock_options({**complete, **options})
