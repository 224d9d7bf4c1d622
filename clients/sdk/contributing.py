"""A seat's part in the dice of its table (dice/1, level `table`): which link it opens, and when.

No I/O: events go in, and what is to be answered comes out. A link is opened once, for the roll of
its number, and only if the request is what the event that led to it makes it.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from clients.sdk.following import Forked
from clients.sdk.keyring import SeatKeys
from domain.chains import ends
from domain.dice import CHAIN_LINKS, Ask, Chain, chain, chain_seed, roll_context
from domain.names import GameId, SeatId
from domain.record import ZERO32, seal_of
from projections.messages import Seen

ROLLED = frozenset({"dice_rolled", "dice_rolled_hidden"})
CAUSES = frozenset({"seat_taken", "declared", "server_declared"})


class Wanted(NamedTuple):
    """A link that is asked of this seat: the number of the roll, and what its context is."""

    i: int
    ctx: bytes


class Contributing:
    """What one seat needs to know of its game's history to take part in its dice."""

    def __init__(self, keys: SeatKeys) -> None:
        self._game, self._seat, self._seed = GameId(keys.game), SeatId(keys.seat), keys.seed
        self._cause: Seen | None = None
        self._wanted: Wanted | None = None
        self._chain, self._links = Chain(), list[bytes]()
        self._asks_the_table = False
        self._rolls = self._taken = 0

    def take(self, events: Iterable[Seen]) -> None:
        """Take events as they follow; Forked if one asks for a roll that nothing led to.

        Those that were taken before are passed over: a record may go further than the view did
        for which it was fetched, and the updates that follow tell of the same events again.
        """
        for event in events:
            if event.p <= self._taken:
                continue
            self._taken = event.p
            opened = msgspec.msgpack.decode(event.o)
            self._take(event, opened["k"], opened["d"])

    def _take(self, event: Seen, kind: str, fields: dict[str, Any]) -> None:
        mine = fields.get("seat") == self._seat
        if kind in CAUSES and fields.get("do") != "roll":
            self._cause = event
        if kind == "created":
            self._asks_the_table = fields["dice"] == "table"
        elif kind == "seat_taken" and mine:
            self._chain, self._links = Chain(0, fields["links"]), []
        elif kind == "anchor_renewed" and mine:
            self._chain, self._links = Chain(self._chain.rotation + 1, fields["links"]), []
        elif kind == "dice_asked":
            self._wanted = self._asked(event, fields)
        elif kind == "link_opened" and mine:
            self._wanted = None
        elif kind in ROLLED:
            self._wanted, self._rolls = None, fields["i"]

    def wanted(self) -> Wanted | None:
        """Return the link that this seat is asked for now, or None."""
        return self._wanted

    def link(self, i: int) -> bytes:
        """Return link[i] of this seat's chain in use; the first time takes some 50 ms."""
        if not self._links:
            self._links = self._all(self._chain)
        return self._links[i]

    def renewal(self) -> dict[str, Any] | None:
        """Return what to declare to renew this seat's chain, if it is nearly used up, else None."""
        chained, rolls = self._chain, self._rolls
        if not self._asks_the_table or self._wanted or not ends(chained.links, rolls):
            return None
        longer = Chain(chained.rotation + 1, rolls + CHAIN_LINKS)
        return {"anchor": self._all(longer)[0], "links": longer.links}

    def _all(self, chained: Chain) -> list[bytes]:
        seed, rotation = self._seed, chained.rotation
        seed = chain_seed(seed, self._game, rotation) if rotation else seed
        return chain(self._game, self._seat, seed, chained.links)

    def _asked(self, event: Seen, fields: dict[str, Any]) -> Wanted | None:
        cause = self._cause
        if cause is None or cause.p != fields["by"]:
            raise Forked(f"event {event.p} asks for a roll that event {fields['by']} cannot need")
        if fields["i"] != self._rolls + 1:
            # A link tells all links before it: one too far ahead gives away those between.
            raise Forked(f"event {event.p} asks for roll {fields['i']}, not for {self._rolls + 1}")
        seal = seal_of(cause.s) if cause.s is not None else cause.seal or ZERO32
        asks = [Ask(*ask) for ask in fields["dice"]]
        if fields["ctx"] != roll_context(self._game, fields["i"], cause.o, seal, asks):
            raise Forked(f"event {event.p} binds roll {fields['i']} to something else than it says")
        return Wanted(fields["i"], fields["ctx"]) if self._seat in fields["contributors"] else None
