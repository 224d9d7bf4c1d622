"""Deciding again: what was recorded must be what the rules say, given the recorded dice.

The verifier's ground, and the proof that a game is its declarations and its dice.
"""

from collections.abc import Iterator, Sequence

from domain.codec import envelope
from domain.decider import Event
from domain.dice import Chain
from domain.game_events import (
    GAME_EVENTS,
    OPENS_A_COMMIT,
    AccessGranted,
    AnchorRenewed,
    Created,
    Declared,
    DiceAsked,
    DiceRolled,
    DiceRolledHidden,
    LinkOpened,
    SeatOffered,
    SeatTaken,
    ServerDeclared,
    TimeUsed,
)
from domain.names import SeatId
from domain.record import SALT_BYTES, ZERO32, Broken, Entry
from domain.referee import (
    RESTARTS,
    Stale,
    contribute,
    declare,
    make,
    next_order_is_due,
    read_clocks,
    renew_chain,
    roll_is_due,
    ruling_is_due,
    seat,
    time_is_up,
)
from domain.refusals import Refused, Unknown
from domain.table import Table


def commits(entries: Sequence[Entry]) -> Iterator[tuple[Entry, ...]]:
    """Cut a history, from its first event on, into its commits."""
    start = 0
    for n, entry in enumerate(entries):
        if n > start and envelope(entry.open).k in OPENS_A_COMMIT:
            yield tuple(entries[start:n])
            start = n
    if entries:
        yield tuple(entries[start:])


def decide_again(table: Table, commit: Sequence[Entry]) -> None:
    """Check that *commit*, which follows on *table*, is exactly what the rules decide.

    Raises Broken at the first event that differs, or Unknown if it needs a seal that is closed.
    The table is left as it is.
    """
    events = [table.codec.decode(entry.open, entry.secret) for entry in commit]
    sources = Recorded(commit, events)
    _check_time(table, commit, events)
    try:
        decided = decide(table, commit, events, sources)
    except (Refused, Stale) as refusal:
        raise Broken(commit[0].position, f"the rules refuse it: {refusal}") from None
    for entry, ours in zip(commit, decided, strict=False):
        if entry.open != ours.open or (entry.sealed is not None and entry.sealed != ours.sealed):
            raise Broken(entry.position, f"the rules say otherwise: {ours.open!r}")
        if (entry.seal == ZERO32) != (ours.sealed is None):
            raise Broken(entry.position, "its kind seals always or never")
    if len(commit) != len(decided):
        at = commit[0].position + min(len(commit), len(decided))
        raise Broken(at, f"the rules say {len(decided)} events follow here, not {len(commit)}")


def _check_time(table: Table, commit: Sequence[Entry], events: Sequence[Event]) -> None:
    """Every moment between two events is on the clocks, or said to be on none."""
    for entry, event in zip(commit, events, strict=True):
        if isinstance(event, TimeUsed):
            went_by = max(0, commit[0].at_ms - table.at_ms)
            if min(event.ms, event.stopped_ms) < 0 or event.ms + event.stopped_ms != went_by:
                raise Broken(entry.position, f"{went_by} ms went by, and the clocks say otherwise")


def decide(
    table: Table, commit: Sequence[Entry], events: Sequence[Event], sources: "Recorded"
) -> tuple[Entry, ...]:
    """Return the commit that the rules decide for the cause of *commit*, whose *events* these are.

    Raises Refused, Stale, Unknown, or Broken if no commit begins so.
    """
    cause = commit[0]
    match events[0]:
        case Created() as created:
            if any(entry.sealed is None and entry.seal != ZERO32 for entry in commit):
                raise Unknown("what was secret in the play that it began with")
            offers = {e.seat: e.invitation for e in events if isinstance(e, SeatOffered)}
            # What a fork began with is its parent's play, as the parent's record shows.
            play = [event for event in events if not isinstance(event, GAME_EVENTS)]
            return make(table, created, offers, cause.at_ms, sources, play)
        case SeatTaken() as taken:
            holder = table.game.seats.get(taken.seat)
            invitation = holder.invitation if holder and holder.invitation else b""
            token = next((e.token for e in events if isinstance(e, AccessGranted)), b"")
            return seat(table, taken, invitation, token, cause.at_ms, sources)
        case Declared():
            if cause.sealed is None:
                raise Unknown(f"the declaration at event {cause.position}")
            signature = cause.signature or b""
            return declare(table, cause.open, cause.sealed, signature, cause.at_ms, sources)
        case LinkOpened() as opened:
            return contribute(table, opened, cause.at_ms, sources)
        case ServerDeclared(do="roll", with_=fields):
            return roll_is_due(table, fields["i"], cause.at_ms, sources)
        case ServerDeclared(do="time_out", with_=fields):
            return time_is_up(table, SeatId(fields["seat"]), cause.at_ms, sources)
        case ServerDeclared(do="next_order", with_=fields):
            return next_order_is_due(table, SeatId(fields["seat"]), cause.at_ms, sources)
        case ServerDeclared(do="clocks", with_=fields):
            return read_clocks(table, cause.at_ms, sources, restarts=fields == RESTARTS)
        case ServerDeclared(do="ruling"):
            return ruling_is_due(table, cause.at_ms, sources)
        case ServerDeclared(do="renew_chain"):
            return renew_chain(table, cause.at_ms, sources)
        case _:
            raise Broken(cause.position, "no commit begins with this kind of event")


class Recorded:
    """The sources of chance of a commit that was recorded: its own links, seeds and salts."""

    def __init__(self, commit: Sequence[Entry], events: Sequence[Event]) -> None:
        self._salts = {entry.position: entry.salt for entry in commit if entry.sealed is not None}
        rolled = [event for event in events if isinstance(event, DiceRolled)]
        hidden = [event for event in events if isinstance(event, DiceRolledHidden)]
        self._links = {event.i: event.link for event in rolled}
        self._anchors = [event.anchor for event in events if isinstance(event, AnchorRenewed)]
        asked = (event for event in events if isinstance(event, DiceAsked))
        self._contributors = {event.i: event.contributors for event in asked}
        self._seeds = {event.j: event.seed for event in hidden}
        self._commitments = {event.j + 1: event.next for event in hidden}
        used = (event for event in events if isinstance(event, TimeUsed))
        self._time_used = next(((event.ms, event.stopped_ms) for event in used), (0, 0))

    def anchor(self, chain: Chain) -> bytes:  # noqa: ARG002  the record knows one
        """Return the anchor that the record shows; zero bytes, a mismatch, if it shows none."""
        return self._anchors[0] if self._anchors else ZERO32

    def link(self, chain: Chain, i: int) -> bytes:  # noqa: ARG002  the record knows one
        """Return the link that the record opened; zero bytes, a mismatch, if it opened none."""
        return self._links.get(i, ZERO32)

    def contributors(self, i: int) -> tuple[SeatId, ...]:
        """Return the seats that the record says were asked; none if it asks nobody."""
        return self._contributors.get(i, ())

    def hidden_seed(self, j: int) -> bytes:
        """Return a seed that the record holds; Unknown if it holds it closed.

        Zero bytes, a mismatch, if the record has no such roll here: one that is left out is found.
        """
        seed = self._seeds.get(j, ZERO32)
        if not isinstance(seed, bytes):
            raise Unknown(f"the seed of hidden roll {j}")
        return seed

    def commitment(self, j: int) -> bytes:
        """Return the commitment that the record holds; zero bytes, a mismatch, if there is none."""
        return self._commitments.get(j, ZERO32)

    def salt(self, position: int) -> bytes:
        """Return the salt of a recorded sealed part; zero bytes if it is closed."""
        return self._salts.get(position, bytes(SALT_BYTES))

    def time_used(self, since_ms: int, at_ms: int) -> tuple[int, int]:  # noqa: ARG002
        """Return what the record says of the clocks; `_check_time` has held it to the moments."""
        return self._time_used
