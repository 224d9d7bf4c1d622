"""A game without a server: two seats with keys of their own, and entropy that can be repeated."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from clients.sdk.keyring import SeatKeys
from domain import referee
from domain.decider import Command, Event
from domain.dice import CHAIN_LINKS, Chain, chain
from domain.forking import Beginning
from domain.game_events import Created, LinkOpened, SeatTaken
from domain.names import GameId, SeatId
from domain.record import Entry, Head, head_message, seal_of
from domain.rule_system import data_hashes, rules_version
from domain.table import Table
from projections.messages import SignedHead
from projections.record_file import record_file
from projections.viewer import Viewer
from server.entropy import Entropy, GameSources
from tests.pennies import PENNIES

GAME = GameId(bytes(range(16)))
ENTROPY = Entropy(b"\x07" * 32)
_SOURCES: dict[bytes, GameSources] = {}


def sources_of(game: GameId) -> GameSources:
    """Chains take their time: one for each game, for all tests."""
    if game not in _SOURCES:
        _SOURCES[game] = ENTROPY.sources(game)
    return _SOURCES[game]


@cache
def links_of(keys: SeatKeys) -> list[bytes]:
    """A seat's chain, made once for all tests."""
    return chain(GameId(keys.game), SeatId(keys.seat), keys.seed)


class Playing:
    """A table that everything can be done at; *entries* is its record."""

    def __init__(
        self,
        system: Any = PENNIES,
        game: GameId = GAME,
        scenario: str = "table",
        dice: str = "server",
        start: Beginning | None = None,
        links: int = CHAIN_LINKS,
        **options: Any,
    ) -> None:
        self.system, self.sources = system, sources_of(game)
        self.table = Table(game, system)
        self.entries: list[Entry] = []
        self.ids = 0
        self.clock = 1_700_000_000_000
        self.codes = {SeatId(n): bytes([n]) * 32 for n in (1, 2)}
        self.keys = {
            seat: SeatKeys(
                server="http://test",
                game=game,
                seat=seat,
                name=f"Player {seat}",
                key=bytes([0x40 + seat]) * 32,
                seed=bytes([0x50 + seat]) * 32,
            )
            for seat in self.codes
        }
        found = next(one for one in system.scenarios() if one.name == scenario)
        defaults = {option.name: option.default for option in found.options}
        chosen = {"scenario": scenario, "time_limit_s": 60, **defaults, **options}
        start = start or Beginning(options=chosen)
        created = Created(
            game=game,
            server_key=ENTROPY.public_key,
            anchor=self.sources.anchor(Chain(links=links)),
            links=links,
            hidden=self.sources.commitment(1),
            dice=dice,
            system=system.name,
            rules=rules_version(system),
            data=data_hashes(system),
            options=start.options,
            parent=start.parent,
        )
        invitations = {seat: sha256(code).digest() for seat, code in self.codes.items()}
        made = referee.make(self.table, created, invitations, self.now(), self.sources, start.play)
        self.record(made)

    def now(self) -> int:
        self.clock += 1
        return self.clock

    def record(self, entries: Sequence[Entry]) -> list[Event]:
        """Put a commit on the record."""
        events = [self.table.fold(entry) for entry in entries]
        self.entries += entries
        return events

    def sit(self, seat: int, name: str = "") -> list[Event]:
        """Take a seat with its invitation."""
        keys = self.keys[SeatId(seat)]
        taken = SeatTaken(
            seat=SeatId(seat),
            name=name or keys.name,
            key=keys.public_key,
            anchor=links_of(keys)[0],
            links=CHAIN_LINKS,
        )
        invitation, token = sha256(self.codes[SeatId(seat)]).digest(), bytes([0x60 + seat]) * 32
        commit = referee.seat(self.table, taken, invitation, token, self.now(), self.sources)
        return self.record(commit)

    def begun(self) -> "Playing":
        """Seat both: play begins."""
        self.sit(1)
        self.sit(2)
        return self

    def sealed(
        self, seat: int, command: Command, *, head: Head | None = None, salt: bytes = b"\x01" * 16
    ) -> tuple[bytes, bytes, bytes]:
        """Return a declaration as its seat's client makes it: open part, sealed part, signature."""
        do, fields, secret = self.table.codec.encode_command(command)
        head = head or self.table.head
        self.ids += 1
        declaration = {
            "id": self.ids.to_bytes(16, "big"),
            "seat": seat,
            "do": do,
            "with": fields,
            "after": head.position,
            "head": head.hash,
        }
        open_part = msgspec.msgpack.encode({"k": "declared", "v": 1, "d": declaration})
        sealed = salt + secret
        signature = self.keys[SeatId(seat)].sign_declaration(open_part, seal_of(sealed))
        return open_part, sealed, signature

    def declare(self, seat: int, command: Command, **how: Any) -> list[Event]:
        """Declare, and put what follows on the record; return its events."""
        parts = self.sealed(seat, command, **how)
        return self.record(referee.declare(self.table, *parts, self.now(), self.sources))

    def link(self, seat: int, **changes: Any) -> LinkOpened:
        """Return the link of *seat* for the roll that is asked for, as its client opens it."""
        assert self.table.game.request is not None
        asked, keys = self.table.game.request.asked, self.keys[SeatId(seat)]
        link = links_of(keys)[asked.i]
        made = LinkOpened(
            i=asked.i, seat=SeatId(seat), link=link, sig=keys.sign_link(asked.ctx, asked.i, link)
        )
        return msgspec.structs.replace(made, **changes)

    def contribute(self, seat: int, **changes: Any) -> list[Event]:
        """Open a seat's link, and put what follows on the record."""
        opened = self.link(seat, **changes)
        return self.record(referee.contribute(self.table, opened, self.now(), self.sources))

    def roll_without(self) -> list[Event]:
        """Let the time for the links run out."""
        i = self.table.game.rolls + 1
        return self.record(referee.roll_is_due(self.table, i, self.now(), self.sources))

    def exported(self) -> bytes:
        """Return the whole record as a file."""
        head = self.table.head
        signature = ENTROPY.sign(head_message(self.table.id, head))
        signed = SignedHead(head.position, head.hash, signature)
        key, sign = ENTROPY.public_key, ENTROPY.sign
        return record_file(self.table.id, key, Viewer("auditor"), self.entries, signed, sign)

    def time_out(self, seat: int) -> list[Event]:
        """Let a seat run out of time."""
        return self.record(referee.time_is_up(self.table, SeatId(seat), self.now(), self.sources))
