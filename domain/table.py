"""One game folded from its record, as far as the reader of that record may know it."""

from functools import cache
from typing import Any

import msgspec

from domain.codec import Codec
from domain.decider import Command, Event
from domain.game import Game, System, evolve
from domain.game_events import (
    GAME_COMMANDS,
    GAME_EVENTS,
    Declared,
    NextOrder,
    Opened,
    SealOrder,
    SeatTaken,
    ServerDeclared,
)
from domain.names import GameId
from domain.record import (
    SALT_BYTES,
    START,
    ZERO32,
    Broken,
    Entry,
    Head,
    check_entry,
    seal_of,
)


def codec_of(system: System) -> Codec:
    """Return the codec of a game that is played by *system*; to make one takes some 10 ms."""
    hashable: Any = system
    return _codec_of(hashable)


@cache
def _codec_of(system: Any) -> Codec:
    return Codec((*GAME_EVENTS, *system.events), (*GAME_COMMANDS, *system.commands))


class Table:
    """A game and what its record so far commits it to. It changes by folding entries only.

    *closed* keeps the sealed parts that are not yet opened, by position; *cause* is what was
    declared last, by a seat or for it: what a roll that is asked for goes back to; *at_ms* when the
    last event was recorded, from which the clocks run.
    """

    def __init__(self, game: GameId, system: System, codec: Codec | None = None) -> None:
        self.id, self.system = game, system
        self.codec = codec or codec_of(system)
        self.game = Game()
        self.head: Head = START
        self.at_ms = 0
        self.closed: dict[int, Entry] = {}
        self.cause: tuple[Entry, Event] | None = None

    def fold(self, entry: Entry) -> Event:
        """Check that *entry* follows, fold it, and return its event.

        Broken names the position if it does not follow, cannot be read, or cannot be folded; the
        table is then as it was before.
        """
        check_entry(self.id, self.head, entry)
        return self.follow(entry)

    def follow(self, entry: Entry) -> Event:
        """Fold *entry*, of which another table has checked that it follows; Broken as by `fold`."""
        try:
            assert entry.position == self.head.position + 1
            event = self.codec.decode(entry.open, entry.secret)
            command = self.command(event) if isinstance(event, Declared) else None
            game = evolve(self.game, self.system, event, entry.position, command)
            if isinstance(event, Opened):
                self._check_opening(entry.position, event)
        except Broken:
            raise
        except Exception as fault:
            # Whatever goes wrong in folding one game must freeze that game alone.
            raise Broken(entry.position, f"it cannot be folded: {fault!r}") from fault
        self.game, self.head, self.at_ms = game, entry.head, entry.at_ms
        self._note(entry, event)
        return event

    def command(self, declared: Declared) -> Command | None:
        """Return the command of a declaration, or None if this reader may not know it all."""
        secret = declared.secret
        if isinstance(secret, msgspec.UnsetType):
            return None
        command = self.codec.command(declared.do, declared.with_, secret)
        if not isinstance(command, SealOrder):
            return command
        assert isinstance(command.order, str)
        assert isinstance(command.fields, dict)
        return NextOrder(command=self.codec.whole_command(command.order, command.fields))

    def next_order(self, position: int) -> Command | None:
        """Return the order that was sealed at *position*, None if this reader may not know it."""
        entry = self.closed[position]
        declared = self.codec.decode(entry.open, entry.secret)
        assert isinstance(declared, Declared)
        command = self.command(declared)
        return command.command if isinstance(command, NextOrder) else None

    def _note(self, entry: Entry, event: Event) -> None:
        roll = isinstance(event, ServerDeclared) and event.do == "roll"
        if isinstance(event, SeatTaken | Declared | ServerDeclared) and not roll:
            self.cause = entry, event
        if isinstance(event, Opened):
            del self.closed[event.position]
        if entry.seal != ZERO32:
            self.closed[entry.position] = entry

    def _check_opening(self, position: int, event: Opened) -> None:
        entry = self.closed.get(event.position)
        if entry is None:
            raise Broken(position, f"event {event.position} has nothing sealed to open")
        if seal_of(event.salt + event.secret) != entry.seal:
            raise Broken(position, f"what it opens is not what event {event.position} sealed")
        if len(event.salt) != SALT_BYTES:
            raise Broken(position, f"a salt has {SALT_BYTES} bytes")
