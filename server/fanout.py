"""What happened in a game goes to everybody who watches it: the same ready-made bytes to all alike.

Players are told when the loop comes round, spectators a few milliseconds later: what happened by
then is one update. Hints of other processes, and a look at the heads every second, keep games
current that are recorded elsewhere; a lost hint costs at most that second.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Literal

import structlog

from domain.decider import Event
from domain.names import GameId, SeatId
from domain.record import Entry
from projections.game_view import LiveView
from projections.messages import Beat, Snapshot, ToViewer
from projections.viewer import SPECTATOR, Viewer
from server.answers import Frozen, frozen
from server.clock import Clock
from server.host import GameHost
from server.hosts import Hosts
from server.lane import Framing, Lane
from server.store.event_store import NotRecorded, StoreDown, Unsettled
from server.subscriptions import Subscription

log = structlog.get_logger()
Crowd = Literal["seats", "spectators"]


class Watchers:
    """All who see a game alike, and the lanes on which they are told of it."""

    def __init__(self, queue_bytes: int) -> None:
        self.here: set[Subscription] = set()
        self._queue_bytes = queue_bytes
        self._lanes: dict[Framing, Lane] = {}

    def lane(self, framing: Framing) -> Lane:
        """Return the lane of those who are told with *framing*."""
        return self._lanes.setdefault(framing, Lane(framing, self._queue_bytes))

    def show(self, message: ToViewer) -> None:
        """Send *message* to all who keep up, made ready once for each framing."""
        for lane in self._lanes.values():
            lane.send(message)


class Fanout:
    """The subscriptions of this process, by game and kind of viewer."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts
        self._watched: dict[GameId, dict[Viewer, Watchers]] = {}
        self._beaten: dict[tuple[GameId, Viewer], int] = {}
        self._untold: dict[tuple[GameId, Crowd], tuple[GameHost, int]] = {}
        hosts.listeners.append(self._happened)
        hosts.public_listeners.append(self._happened_publicly)
        hosts.connected = self.seats

    def subscribe(
        self,
        host: GameHost,
        live: LiveView,
        framing: Framing,
        transport: asyncio.WriteTransport,
        token: bytes | None,
        *,
        only_reads: bool = False,
    ) -> Subscription:
        """Return a subscription to everything that happens from now on.

        What is told first (a snapshot, or what was missed) must be sent before the loop comes
        round: then nothing is lost between the view and its first update, and nothing is doubled.
        Who *only_reads* is asked for nothing: no link for a roll.
        """
        self._flush(host.id)

        def snapshot(why: str) -> Snapshot:
            self._flush(host.id)
            return live.snapshot(why)

        limits, viewers = self._hosts.limits, self._watched.setdefault(host.id, {})
        watchers = viewers.setdefault(live.viewer, Watchers(limits.queue_bytes))
        lane = watchers.lane(framing)
        subscription = Subscription(
            host.id, live, lane, transport, token, limits, snapshot, only_reads=only_reads
        )
        watchers.here.add(subscription)
        # The welcome tells where the game stands; a beat follows when that is not so any more.
        position = host.head_for(live.viewer).position
        self._beaten.setdefault((host.id, live.viewer), position)
        return subscription

    def remove(self, subscription: Subscription) -> None:
        """Show it nothing more."""
        subscription.leave()
        viewers = self._watched.get(subscription.game, {})
        watchers = viewers.get(subscription.live.viewer)
        if watchers is None:
            return
        watchers.here.discard(subscription)
        if not watchers.here:
            del viewers[subscription.live.viewer]
            self._beaten.pop((subscription.game, subscription.live.viewer), None)
        if not viewers:
            self._watched.pop(subscription.game, None)

    def seats(self, game: GameId) -> frozenset[SeatId]:
        """Return the seats that are connected to *game* here, and can answer."""
        viewers = self._watched.get(game, {})
        return frozenset(
            viewer.seat
            for viewer, same in viewers.items()
            if viewer.seat is not None and not all(one.only_reads for one in same.here)
        )

    def watching(self, game: GameId) -> list[Subscription]:
        """Return all who watch *game* here."""
        return [one for same in self._watched.get(game, {}).values() for one in same.here]

    def count(self) -> int:
        """Return how many subscriptions there are."""
        return sum(1 for _ in self._all())

    def _all(self) -> Iterator[Subscription]:
        for viewers in self._watched.values():
            for same in viewers.values():
                yield from same.here

    def _happened(self, host: GameHost, folded: Sequence[tuple[Entry, Event]]) -> None:
        """Note it; it is told when the loop comes round. That nothing happened: it is frozen."""
        if not folded:
            self._tell_frozen(host)
        elif self._is_news(host, folded, "seats"):
            asyncio.get_running_loop().call_soon(self._tell_crowd, host.id, "seats")

    def _happened_publicly(self, host: GameHost, folded: Sequence[tuple[Entry, Event]]) -> None:
        """Note what spectators may know by now; they are told of it a tick later."""
        if self._is_news(host, folded, "spectators"):
            loop, tick_s = asyncio.get_running_loop(), self._hosts.limits.tick_s
            loop.call_later(tick_s, self._tell_crowd, host.id, "spectators")

    def _is_news(self, host: GameHost, folded: Sequence[tuple[Entry, Event]], crowd: Crowd) -> bool:
        """Note from where on a *crowd* is to be told; False if it is to be told already."""
        if host.id not in self._watched or (host.id, crowd) in self._untold:
            return False
        self._untold[host.id, crowd] = host, folded[0][0].position - 1
        return True

    def tell_now(self, host: GameHost) -> None:
        """Show and tell everybody what happened, which else waits for the loop or for a tick."""
        host.show()
        self._flush(host.id)

    def _flush(self, game: GameId) -> None:
        """Tell everybody what they are shown of *game*, and not told yet."""
        self._tell_crowd(game, "seats")
        self._tell_crowd(game, "spectators")

    def _tell_crowd(self, game: GameId, crowd: Crowd) -> None:
        if (untold := self._untold.pop((game, crowd), None)) is not None:
            for viewer, same in list(self._watched.get(game, {}).items()):
                if (viewer == SPECTATOR) is (crowd == "spectators"):
                    try:
                        self._tell(*untold, viewer, same)
                    except Exception:
                        # A fault in one view: the others are told, and to these nothing more that
                        # follows on what they have not.
                        log.exception("telling_failed", game=game.hex(), viewer=str(viewer))
                        for subscription in same.here:
                            subscription.abort()

    def _tell(self, host: GameHost, after: int, viewer: Viewer, same: Watchers) -> None:
        if viewer != SPECTATOR:
            self._part(host, viewer, same)
        live = next(iter(same.here)).live
        if not host.shows(live):
            for subscription in same.here:
                subscription.abort()  # who comes back is told why
            return
        update = live.update(after)
        if update is not None:
            same.show(update)
            return
        for subscription in same.here:
            subscription.send_snapshot()

    def _part(self, host: GameHost, viewer: Viewer, same: Watchers) -> None:
        """Tell those who hold the seat no more that it is so, and nothing after it."""
        for subscription in same.here:
            if not host.still_holds(subscription.token, viewer):
                subscription.end("seat_left", "This seat was given up or handed over.")

    def tell_all(self, message: ToViewer) -> None:
        """Tell everybody who watches any game here."""
        for viewers in self._watched.values():
            for same in viewers.values():
                same.show(message)

    def _tell_frozen(self, host: GameHost) -> None:
        self._flush(host.id)  # what happened before it
        for same in self._watched.get(host.id, {}).values():
            for subscription in same.here:
                subscription.answer(frozen(host.frozen))

    async def sweep(self) -> None:
        """Look again and again who has fallen behind, and has room, or takes nothing."""
        while True:
            await asyncio.sleep(self._hosts.limits.sweep_s)
            for subscription in list(self._all()):
                try:
                    subscription.look()
                except Exception:
                    log.exception("telling_failed", game=subscription.game.hex())
                    subscription.abort()

    async def beat(self) -> None:
        """Tell every viewer the signed head every few seconds, if it moved."""
        while True:
            await asyncio.sleep(self._hosts.limits.beat_s)
            for host in self._hosts.held():
                self.tell_now(host)  # else a head could be told before what it is the head of
                for viewer, same in self._watched.get(host.id, {}).items():
                    head = host.signed_head(viewer)
                    if self._beaten.get((host.id, viewer)) != head.position:
                        self._beaten[host.id, viewer] = head.position
                        same.show(Beat(position=head.position, head=head))

    async def follow_hints(self) -> None:
        """Catch up with what other processes recorded, whenever one of them hints at it."""
        async for hint in self._hosts.store.hints():
            host = self._hosts.held_one(hint.game)
            if host is not None and host.head.position < hint.position:
                await self._catch_up(host, hint.position)

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
                    await self._catch_up(host, head.position)

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

    async def _catch_up(self, host: GameHost, position: int) -> None:
        try:
            await host.catch_up(position)
        except (StoreDown, Frozen, NotRecorded, Unsettled) as why:
            log.warning("cannot_catch_up", game=host.id.hex(), why=str(why))
