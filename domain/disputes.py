"""Disputes: an event of play is held to be wrong, the game stands still, and a ruling closes it.

A ruling deletes nothing. Void means that play goes on as it stood before the declaration that led
to the event; what came of it stays on the record, and the ruling names how much is discarded.
"""

from collections.abc import Iterator

from domain.clocks import limit_ms
from domain.decider import Event
from domain.game import Game, Past
from domain.game_events import DISPUTES, Decree, Dispute, Disputed, Ruled, RulingOffered
from domain.names import SeatId
from domain.options import Option, Text
from domain.refusals import Refused

RULING_S = 600
"""How long at least players may take to agree on a ruling, in a game that has a time limit."""
BECAUSE = Text(path=("because",), title="because", at_most=500)
"""Why an event is held to be wrong, and why it is ruled so: one line of words."""
HEARINGS = 2
"""How often one event is ruled on: once, and once more on appeal."""


def disputed(game: Game, seat: SeatId, command: Dispute) -> Iterator[Event]:
    """Open a dispute, Refused if one is open, or if the event is none of play or ruled on twice."""
    if game.case is not None:
        raise Refused("disputed", DISPUTES, event=game.case.event)
    if led_to(game, command.event) is None:
        raise Refused("no_such_event", DISPUTES, event=command.event)
    if game.rulings.get(command.event, 0) >= HEARINGS:
        raise Refused("ruled_finally", DISPUTES, event=command.event)
    _check_words(command.because)
    yield Disputed(seat=seat, event=command.event, because=command.because)


def decreed(game: Game, seat: SeatId, command: Decree) -> Iterator[Event]:
    """Rule on the open dispute, or offer to: the referee's word, or all players', is the ruling."""
    if game.case is None:
        raise Refused("nothing_disputed", DISPUTES)
    rolls, opened = discarded(game) if command.verdict == "void" else (0, 0)
    if (command.rolls, command.opened) != (rolls, opened):
        raise Refused("not_what_is_discarded", DISPUTES, rolls=rolls, opened=opened)
    _check_words(command.because)
    agreed = {one for one, verdict in game.case.offers.items() if verdict == command.verdict}
    # A seat that is handed over has no holder for a while, and a say all the same.
    players = {player.id for player in game.players if not player.given_up}
    if seat in players and not players <= agreed | {seat}:
        yield RulingOffered(seat=seat, verdict=command.verdict, because=command.because)
        return
    past = led_to(game, game.case.event)
    assert past is not None, "what is disputed was found when it was"
    yield Ruled(
        event=game.case.event,
        verdict=command.verdict,
        because=command.because,
        seats=tuple(sorted(players)) if seat in players else (seat,),
        back_to=past.position if command.verdict == "void" else 0,
        rolls=rolls,
        opened=opened,
    )


def _check_words(because: str) -> None:
    if not BECAUSE.allows(because):
        raise Refused("text_not_allowed", DISPUTES, longest=BECAUSE.at_most)


def time_to_rule_s(game: Game) -> int:
    """Return how long an open dispute waits for a ruling; 0 for ever.

    A referee is waited for, and so are players who gave each other all the time in the world.
    """
    if game.case is None or not (limit_s := limit_ms(game) // 1000):
        return 0
    referee = any(seat.role == "referee" and seat.taken for seat in game.seats.values())
    return 0 if referee else max(RULING_S, limit_s)


def not_ruled(game: Game) -> Iterator[Event]:
    """Let what is disputed stand: the players did not agree on a ruling in time."""
    if game.case is None or not time_to_rule_s(game):
        raise Refused("nothing_disputed", DISPUTES)
    yield Ruled(
        event=game.case.event, verdict="upheld", because="", seats=(), back_to=0, rolls=0, opened=0
    )


def led_to(game: Game, event: int) -> Past | None:
    """Return how play stood before the declaration that led to *event*.

    None if it was none of play, or too long ago.
    """
    past = next((one for one in reversed(game.past) if one.position <= event), None)
    return past if past is not None and past.of_play else None


def discarded(game: Game) -> tuple[int, int]:
    """Return how many rolls were made, and seals opened, since what is disputed was declared."""
    assert game.case is not None
    past = led_to(game, game.case.event)
    assert past is not None
    return game.rolls - past.rolls, game.opened - past.opened


def options(game: Game) -> tuple[Option, ...]:
    """Return the rulings that a seat may make, or offer, on the open dispute."""
    if game.case is None:
        return ()
    rolls, opened = discarded(game)
    stands = Option(
        command="decree",
        title=f"Rule that event {game.case.event} stands",
        rule=DISPUTES.number,
        fixed={"verdict": "upheld"},
        fields=(BECAUSE,),
    )
    void = Option(
        command="decree",
        title=f"Rule that event {game.case.event} is void, with all that came after it",
        rule=DISPUTES.number,
        fixed={"verdict": "void", "rolls": rolls, "opened": opened},
        fields=(BECAUSE,),
    )
    return stands, void
