"""What happened in a game goes to everybody who watches it: one encoded frame for all alike.

Hints of other processes, and a look at the heads every second, keep games current that are
recorded elsewhere; a lost hint costs at most that second.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress

import structlog

from domain.decider import Event
from domain.names import GameId, SeatId
from domain.record import Entry
from projections.game_view import LiveView
from projections.messages import Snapshot
from projections.viewer import Viewer
from projections.wire import Format
from server.answers import Frozen, frozen
from server.clock import Clock
from server.host import GameHost
from server.hosts import Hosts
from server.store.event_store import NotRecorded, StoreDown, Unsettled
from server.subscriptions import Subscription

log = structlog.get_logger()


class Fanout:
    """The subscriptions of this process, by game and kind of viewer."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts
        self._watched: dict[GameId, dict[Viewer, set[Subscription]]] = {}
        self._untold: dict[GameId, tuple[GameHost, int]] = {}
        hosts.listeners.append(self._happened)
        hosts.connected = self.seats

    def subscribe(
        self,
        host: GameHost,
        live: LiveView,
        wire: Format,
        token: bytes | None,
        *,
        only_reads: bool = False,
    ) -> Subscription:
        """Return a subscription to everything that happens from now on.

        What is told first (a snapshot, or what was missed) must be queued before the loop comes
        round: then nothing is lost between the view and its first update, and nothing is doubled.
        Who *only_reads* is asked for nothing: no link for a roll.
        """
        self.flush(host.id)

        def snapshot(why: str) -> Snapshot:
            self.flush(host.id)
            return live.snapshot(why)

        most = self._hosts.limits.queue_bytes
        subscription = Subscription(
            host.id, live, wire, token, most, snapshot, only_reads=only_reads
        )
        viewers = self._watched.setdefault(host.id, {})
        viewers.setdefault(live.viewer, set()).add(subscription)
        return subscription

    def remove(self, subscription: Subscription) -> None:
        """Show it nothing more."""
        viewers = self._watched.get(subscription.game, {})
        same = viewers.get(subscription.live.viewer, set())
        same.discard(subscription)
        if not same:
            viewers.pop(subscription.live.viewer, None)
        if not viewers:
            self._watched.pop(subscription.game, None)

    def seats(self, game: GameId) -> frozenset[SeatId]:
        """Return the seats that are connected to *game* here, and can answer."""
        viewers = self._watched.get(game, {})
        return frozenset(
            viewer.seat
            for viewer, same in viewers.items()
            if viewer.seat is not None and not all(one.only_reads for one in same)
        )

    def count(self) -> int:
        """Return how many subscriptions there are."""
        return sum(len(same) for viewers in self._watched.values() for same in viewers.values())

    def _happened(self, host: GameHost, folded: Sequence[tuple[Entry, Event]]) -> None:
        """Note it; it is told when the loop comes round, so that the receipt goes first."""
        if host.frozen:
            self._tell_frozen(host)
        if folded and host.id in self._watched and host.id not in self._untold:
            self._untold[host.id] = host, folded[0][0].position - 1
            asyncio.get_running_loop().call_soon(self.flush, host.id)

    def flush(self, game: GameId) -> None:
        """Tell what is not told yet of *game*, all of it in one update."""
        if game not in self._untold:
            return
        host, after = self._untold.pop(game)
        for same in list(self._watched.get(game, {}).values()):
            self._tell(host, after, same)

    def _tell(self, host: GameHost, after: int, same: Iterable[Subscription]) -> None:
        here: list[Subscription] = []
        for subscription in list(same):
            if host.still_holds(subscription.token, subscription.live.viewer):
                here.append(subscription)
            else:
                subscription.end("seat_left", "This seat was given up or handed over.")
        update = here[0].live.update(after) if here else None
        frames: dict[Format, bytes] = {}
        for subscription in here:
            if update is None:
                subscription.send_snapshot()
                continue
            wire = subscription.format
            if wire not in frames:
                frames[wire] = wire.encode(update)
            subscription.offer(frames[wire])

    def _tell_frozen(self, host: GameHost) -> None:
        for same in self._watched.get(host.id, {}).values():
            for subscription in same:
                subscription.answer(subscription.format.encode(frozen(host.frozen)))

    async def follow_hints(self) -> None:
        """Catch up with what other processes recorded, whenever one of them hints at it."""
        async for hint in self._hosts.store.hints():
            for host in self._hosts.held():
                if host.id == hint.game and host.head.position < hint.position:
                    await self._catch_up(host)

    async def poll(self) -> None:
        """Look at the heads of the games watched here every second, since hints may be lost."""
        while True:
            await asyncio.sleep(self._hosts.limits.poll_s)
            watched = [host for host in self._hosts.held() if host.id in self._watched]
            try:
                heads = await self._hosts.store.heads([host.id for host in watched])
            except StoreDown:
                continue
            for host, head in zip(watched, heads, strict=True):
                if head.position > host.head.position:
                    await self._catch_up(host)

    async def say_who_is_here(self, clock: Clock) -> None:
        """Tell other processes every second which seats are connected here (dice of the table)."""
        while True:
            await asyncio.sleep(self._hosts.limits.poll_s)
            # Three rounds: one that is late, or fails, leaves nobody out.
            until_ms = clock.now_ms() + int(3 * 1000 * self._hosts.limits.poll_s)
            for host in self._hosts.held():
                seats = self.seats(host.id) if host.asks_the_table else ()
                if seats:
                    with suppress(StoreDown):
                        await self._hosts.store.say_here(host.id, seats, until_ms)

    async def _catch_up(self, host: GameHost) -> None:
        try:
            await host.catch_up()
        except (StoreDown, Frozen, NotRecorded, Unsettled) as why:
            log.warning("cannot_catch_up", game=host.id.hex(), why=str(why))
