"""A new game that goes on from where another stood: its beginning is the other's play.

The new game has seats, chains and seals of its own. What led to the play is repeated as events of
its own record; that they are the parent's is shown by the parent's record (`beginning`).
"""

from collections.abc import Sequence

import msgspec

from domain.again import commits
from domain.decider import Event
from domain.game import System
from domain.game_events import GAME_EVENTS, MAKING, Created, Ruled
from domain.names import GameId
from domain.record import Entry
from domain.refusals import Refused
from domain.table import Table


class Beginning(msgspec.Struct, frozen=True, kw_only=True):
    """How a game begins: with which options; a fork with its *parent*'s hash and the *play* there.

    *parent* is the hash of the parent's event at which it was forked, None if there is none.
    """

    options: dict[str, int | str]
    parent: bytes | None = None
    play: tuple[Event, ...] = ()


def beginning(game: GameId, system: System, entries: Sequence[Entry], at: int) -> Beginning:
    """Return how a game begins that goes on from event *at* of *game*.

    A game may be forked only between two declarations, while it is played, and only when it is over
    at last: then all that was secret is open, and whoever reads the record knows as much.

    Raises Refused, or Broken if the entries do not hold together.
    """
    ends = [commit[-1].position for commit in commits(entries)]
    table, made = Table(game, system), None
    led: list[tuple[int, Event]] = []
    then = None
    for entry in entries:
        event = table.fold(entry)
        if isinstance(event, Created):
            made = event
        elif isinstance(event, Ruled) and event.back_to:
            led = [(position, one) for position, one in led if position < event.back_to]
        elif not isinstance(event, GAME_EVENTS):
            led.append((entry.position, event))
        if entry.position == at:
            then = table.game, tuple(one for _, one in led)
    if table.game.phase != "over":
        raise Refused("not_over_yet", MAKING, phase=table.game.phase)
    if then is None or made is None or at not in ends:
        raise Refused("not_between_declarations", MAKING, at=at, before=_before(ends, at))
    standing, play = then
    if standing.phase != "running" or standing.request is not None or standing.case is not None:
        raise Refused("not_in_play", MAKING, at=at)
    return Beginning(options=made.options, parent=entries[at - 1].hash, play=play)


def _before(ends: Sequence[int], at: int) -> int:
    """Return the last event before *at* where a game may be forked; 0 if there is none."""
    return max((end for end in ends if end < at), default=0)
