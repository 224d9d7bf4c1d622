"""Whether a game that was forked from another begins as that one stood."""

from collections.abc import Mapping

import msgspec

from clients.verifier.protocol import Fault
from clients.verifier.rules import system_of
from domain.decider import Event
from domain.exported import entries_of
from domain.forking import beginning
from domain.game import System
from domain.game_events import GAME_EVENTS, Begun, Created
from domain.record import Broken
from domain.refusals import Refused
from domain.table import codec_of


class Forked(msgspec.Struct, frozen=True):
    """A fork: the hash of the event of its parent that it goes on from, and the play it claims."""

    parent: bytes
    play: tuple[Event, ...]


def fork_of(data: bytes, systems: Mapping[str, System]) -> Forked | None:
    """Return what a verified record says of its parent; None if its game has none."""
    _, entries = entries_of(data)
    codec = codec_of(system_of(entries[0], systems))
    events: list[Event] = []
    for entry in entries:
        events.append(event := codec.decode(entry.open, entry.secret))
        if isinstance(event, Begun):
            break
    made = events[0]
    assert isinstance(made, Created)
    if made.parent is None:
        return None
    return Forked(made.parent, tuple(one for one in events if not isinstance(one, GAME_EVENTS)))


def begins_as(forked: Forked, parent: bytes, systems: Mapping[str, System]) -> int:
    """Return the event of the *parent*'s record (verified) that *forked* goes on from.

    Raises Fault if there is none, or if the play that led there is another; OtherRules.
    """
    game, entries = entries_of(parent)
    at = next((entry.position for entry in entries if entry.hash == forked.parent), None)
    if at is None:
        raise Fault(1, "parent", "the other record has no event of the hash that it names")
    try:
        begun = beginning(game, system_of(entries[0], systems), entries, at)
    except (Refused, Broken) as why:
        raise Fault(1, "parent", f"it cannot go on from event {at} there: {why}") from None
    for ours, theirs in zip(forked.play, begun.play, strict=False):
        if ours != theirs:
            raise Fault(None, "parent", f"its beginning differs from the other's: {ours!r}")
    if len(forked.play) != len(begun.play):
        raise Fault(None, "parent", "its beginning is not as long as what the other record tells")
    return at
