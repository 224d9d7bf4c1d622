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
    """A fork: the hash of the event of its parent that it goes on from, and the play it claims.

    *system* and *options* are those it was made with: the parent's.
    """

    parent: bytes
    system: str
    options: dict[str, int | str]
    play: tuple[Event, ...]

    @property
    def open(self) -> bool:
        """Whether all of it can be read: nothing of it is sealed still."""
        return not any(_closed(event) for event in self.play)


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
    play = tuple(one for one in events if not isinstance(one, GAME_EVENTS))
    return Forked(made.parent, made.system, made.options, play)


def begins_as(forked: Forked, parent: bytes, systems: Mapping[str, System]) -> int:
    """Return the event of the *parent*'s record (verified) that *forked* goes on from.

    What is sealed still in the fork's beginning is passed over.

    Raises Fault if there is none, or if the play that led there is another; OtherRules.
    """
    game, entries = entries_of(parent)
    at = next((entry.position for entry in entries if entry.hash == forked.parent), None)
    if at is None:
        raise Fault(1, "parent", "the other record has no event of the hash that it names")
    try:
        system = system_of(entries[0], systems)
        begun = beginning(game, system, entries, at)
    except (Refused, Broken) as why:
        raise Fault(1, "parent", f"it cannot go on from event {at} there: {why}") from None
    if (forked.system, forked.options) != (system.name, begun.options):
        raise Fault(1, "parent", "it was made with another system or other options")
    for ours, theirs in zip(forked.play, begun.play, strict=False):
        if type(ours) is not type(theirs) or ours != msgspec.structs.replace(
            theirs, **dict.fromkeys(_closed(ours), msgspec.UNSET)
        ):
            raise Fault(None, "parent", f"its beginning differs from the other's: {ours!r}")
    if len(forked.play) != len(begun.play):
        raise Fault(None, "parent", "its beginning is not as long as what the other record tells")
    return at


def _closed(event: Event) -> list[str]:
    """Return the fields of *event* that are sealed still."""
    return [name for name in event.__struct_fields__ if getattr(event, name) is msgspec.UNSET]
