"""All games in a line each: offered, running, over. Made from public events only."""

import msgspec

from domain.decider import Event
from domain.game_events import Begun, Created, Over, SeatLeft, SeatOffered, SeatTaken
from domain.names import SeatId


class LobbyLine(msgspec.Struct, frozen=True, kw_only=True):
    """One game as the lobby shows it; *seats* are titles and the names of who holds them.

    One that is *archived* takes longer to open: its record is fetched from elsewhere.
    """

    game: str
    system: str = ""
    scenario: str = ""
    dice: str = ""
    phase: str = "offered"
    created_ms: int = 0
    over_ms: int = 0
    position: int = 0
    seats: dict[SeatId, tuple[str, str]] = {}
    winners: tuple[SeatId, ...] = ()
    archived: bool = False


LOBBY_KINDS = frozenset({"created", "seat_offered", "seat_taken", "seat_left", "begun", "over"})
"""The kinds of events that the lobby reads; all others may be skipped unread."""


def line_after(line: LobbyLine, event: Event, at_ms: int) -> LobbyLine:
    """Return the lobby's line of a game after *event*."""
    change = msgspec.structs.replace
    match event:
        case Created():
            scenario = str(event.options["scenario"])
            return change(
                line, system=event.system, scenario=scenario, dice=event.dice, created_ms=at_ms
            )
        case SeatOffered():
            return change(line, seats={**line.seats, event.seat: (event.title, "")})
        case SeatTaken():
            title = line.seats[event.seat][0]
            return change(line, seats={**line.seats, event.seat: (title, event.name)})
        case SeatLeft():
            title = line.seats[event.seat][0]
            return change(line, seats={**line.seats, event.seat: (title, "")})
        case Begun():
            return change(line, phase="running")
        case Over():
            return change(line, phase="over", over_ms=at_ms, winners=event.result.winners)
        case _:
            return line
