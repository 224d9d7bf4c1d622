"""A game of pennies that is played without end, and what its clients were told of it.

The oracle: what was acknowledged to a declarer, and every event that anybody was shown, is on the
record in the end: there, once, byte for byte.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec

from clients.sdk import http
from clients.sdk.keyring import SeatKeys
from clients.sdk.links import Link
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.exported import entries_of
from projections.messages import Declare, Problem, Recorded, Seen, Snapshot, Update
from tests.chaos.zygote import ROUNDS
from tests.pennies import Pennies
from tests.server.sitting import Raw, raw, seated


class Turn(NamedTuple):
    """What is declared next: by which seat, with which secret and which open fields."""

    seat: int
    do: str
    secret: dict[str, Any]
    fields: dict[str, Any]


ROUND = (
    Turn(1, "stake", {"pennies": 3}, {}),
    Turn(2, "stake", {"pennies": 4}, {}),
    Turn(1, "guess", {"face": 2}, {}),
    Turn(2, "guess", {"face": 5}, {}),
    Turn(1, "listen", {}, {"times": 1}),
)


class Noting(Raw):
    """A socket whose events are noted for the oracle, and whose updates must follow each other."""

    table: "Table"

    async def next(self) -> Any:
        before = self.head
        message = await super().next()
        if isinstance(message, Update):
            assert message.after == before.position, "an update leaves something out"
            for event in message.events:
                self.table.showed(event)
        return message


class Table:
    """One game, its seats, its turns, and the oracle."""

    def __init__(self, watch: Link, seats: list[SeatKeys]) -> None:
        self.watch, self.seats = watch, seats
        self.acknowledged: dict[bytes, tuple[int, bytes]] = {}
        self.shown: dict[int, bytes] = {}
        self.turns = 0
        self.lost = self.doubled = self.gaps = 0

    @classmethod
    async def made(cls, url: str, **options: Any) -> "Table":
        watch, seats = await seated(url, **options)
        return cls(watch, seats)

    @property
    def turn(self) -> Turn:
        return ROUND[self.turns % len(ROUND)]

    def showed(self, event: Seen) -> None:
        """Note what a viewer was shown: nobody may be shown anything else at that place."""
        assert self.shown.setdefault(event.p, event.o) == event.o, f"two events {event.p}"

    def answered(self, declared: Declare, answer: Recorded) -> None:
        """Note what a declarer was told: the same whenever it is told."""
        told = answer.position, answer.hash
        one = msgspec.msgpack.decode(declared.open)["d"]["id"]
        assert self.acknowledged.setdefault(one, told) == told, "two answers to one declaration"

    @asynccontextmanager
    async def at(self, url: str, seat: int | None, **hello: Any) -> AsyncIterator[Noting]:
        """Connect a seat, or a spectator, at *url*."""
        keys = self.seats[seat - 1] if seat else None
        async with raw(url, self.watch, keys, **hello) as plain:
            plain.__class__ = Noting
            assert isinstance(plain, Noting)
            plain.table = self
            yield plain

    async def check(self, url: str) -> int:
        """Hold the record against the oracle, and count; return how many events it has."""
        data = await http.record(url, self.watch.game, self.seats[0].token)
        verify(data)
        decide_all_again(data, {"pennies": Pennies({"rounds.json": ROUNDS})})
        _, entries = entries_of(data)
        self.gaps = sum(entry.position != n for n, entry in enumerate(entries, start=1))
        assert not self.gaps, f"{self.gaps} events are not where they are numbered"
        opened = [msgspec.msgpack.decode(entry.open) for entry in entries]
        places: dict[bytes, list[int]] = {}
        for entry, event in zip(entries, opened, strict=True):
            if event["k"] == "declared":
                places.setdefault(event["d"]["id"], []).append(entry.position)
        self.doubled = sum(len(found) - 1 for found in places.values())
        assert not self.doubled, f"{self.doubled} declarations are there twice"
        there = {one: (found[0], entries[found[0] - 1].hash) for one, found in places.items()}
        gone = [told for one, told in self.acknowledged.items() if there.get(one) != told]
        self.lost = len(gone)
        assert not gone, f"{len(gone)} were acknowledged and are gone, the first: {min(gone)}"
        for position, shown in self.shown.items():
            assert entries[position - 1].open == shown, f"event {position} was shown otherwise"
        return len(entries)


async def declared(one: Noting, turn: Turn) -> Declare:
    """Send what the turn asks for; return it, so that the same bytes can be sent again."""
    made = one.declaration(turn.do, turn.secret, turn.fields)
    await one.send(made)
    return made


async def answer_to(one: Noting, made: Declare) -> Recorded | Problem:
    """Wait for the answer; ConnectionClosed if none comes."""
    while getattr(message := await one.next(), "id", None) != made.id:
        assert not isinstance(message, Snapshot) or message.why
    assert isinstance(message, Recorded | Problem)
    if isinstance(message, Recorded):
        one.table.answered(made, message)
    return message
