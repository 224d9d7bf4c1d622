"""A recess: by agreement of all players play stands still, and by agreement it goes on.

A pause stops play and clocks where they are. For an adjournment whoever owes something seals it
first, as the order with which play will go on: so nobody can think about it overnight.
"""

from collections.abc import Iterator

from domain.clocks import limit_ms
from domain.decider import Command, Event, kind_of
from domain.dice import Ask, Rolled
from domain.game import ABOUT_THE_GAME, Game, Seat, System, owing
from domain.game_events import (
    RECESS,
    NextOrder,
    OfferRecess,
    RecessBegan,
    RecessOffered,
    Resume,
    Resumed,
    ResumeOffered,
)
from domain.names import SeatId
from domain.options import Option
from domain.refusals import Refused

RETURN_S = {"pause": 3_600, "adjournment": 7 * 24 * 3_600}
"""How long who would go on waits for the others, on nobody's clock: then play goes on."""
TITLES = {"pause": "a pause", "adjournment": "an adjournment"}
OFFERS = {"pause": "Offer a pause", "adjournment": "Offer an adjournment"}
CONSENTS = {"pause": "Agree to a pause", "adjournment": "Agree to an adjournment"}


def offered(game: Game, seat: SeatId, command: OfferRecess) -> Iterator[Event]:
    """Offer a recess, or agree to one; the referee's word, or all players', begins it."""
    if game.recess is not None:
        raise Refused("in_recess", RECESS, kind=game.recess.kind)
    if game.recess_offers.get(seat) == command.kind:
        raise Refused("already_offered", RECESS)
    agreed = {one for one, wanted in game.recess_offers.items() if wanted == command.kind}
    yield RecessOffered(seat=seat, kind=command.kind)
    if seats := _agreed(game, seat, agreed):
        yield RecessBegan(kind=command.kind, seats=seats)


def resumed(game: Game, seat: SeatId, _command: Resume) -> Iterator[Event]:
    """Offer to go on, or agree to: as with a recess. Who has not agreed has some time to come."""
    if game.recess is None:
        raise Refused("no_recess", RECESS)
    if seat in game.recess.resuming:
        raise Refused("already_offered", RECESS)
    yield ResumeOffered(seat=seat)
    if seats := _agreed(game, seat, set(game.recess.resuming)):
        yield Resumed(seats=seats)


def left(game: Game, seat: SeatId) -> Iterator[Event]:
    """Go on if *seat*, which is given up, was the last that had not agreed to."""
    if game.recess is None or game.seats[seat].role != "player":
        return
    staying = {player.id for player in _players(game)} - {seat}
    if game.recess.resuming and staying <= game.recess.resuming:
        yield Resumed(seats=tuple(sorted(staying)))


def not_back(game: Game) -> Iterator[Event]:
    """Go on without those who did not come back in time, in a game that has a time limit."""
    if not limit_ms(game):
        raise Refused("no_time_limit", RECESS)
    yield Resumed(seats=())


def order_sealed(game: Game, system: System, seat: SeatId, sealed: NextOrder) -> Iterator[Event]:
    """Seal the order with which a seat's play will go on; Refused unless it could be declared."""
    if game.recess is None or seat not in owing(game, system):
        raise Refused("no_order_owed", RECESS, seat=seat)
    command = sealed.command
    if kind_of(type(command)) in ABOUT_THE_GAME:
        raise Refused("no_order", RECESS, order=kind_of(type(command)))
    check_order(game, system, seat, command)
    return iter(())


def check_order(game: Game, system: System, seat: SeatId, command: Command) -> None:
    """Refuse an order that *seat* could not declare now."""
    if command.simultaneous != (seat in system.owed(game.play)):
        raise Refused("nothing_owed", RECESS, seat=seat)
    if command.simultaneous:
        system.check(game.play, seat, command)
        return
    try:
        for _ in system.decide(game.play, seat, command, _NoDice()):
            pass
    except _Accepted:
        return


class _NoDice:
    """Ends a trial where the first die would be rolled: all that refuses comes before."""

    def roll(self, *_asks: Ask) -> Rolled:
        raise _Accepted

    roll_hidden = roll


class _Accepted(Exception):  # noqa: N818  not an error: the rules have accepted
    """The rules would roll for it: so they do not refuse it."""


def _agreed(game: Game, seat: SeatId, before: set[SeatId]) -> tuple[SeatId, ...]:
    """Return whose word it is, if it is enough: the referee's, or that of all who still play."""
    players = {player.id for player in _players(game)}
    if seat not in players:
        return (seat,)
    return tuple(sorted(players)) if players <= before | {seat} else ()


def _players(game: Game) -> tuple[Seat, ...]:
    return tuple(player for player in game.players if not player.given_up)


def options(game: Game, seat: SeatId) -> tuple[Option, ...]:
    """Return what *seat* may declare of a recess: offer one, or agree, or go on."""
    if game.recess is not None:
        if seat in game.recess.resuming:
            return ()
        title = "Agree to go on" if game.recess.resuming else "Offer to go on"
        return (Option(command="resume", title=title, rule=RECESS.number),)
    others = {kind for one, kind in game.recess_offers.items() if one != seat}
    return tuple(
        Option(
            command="offer_recess",
            title=CONSENTS[kind] if kind in others else title,
            rule=RECESS.number,
            fixed={"kind": kind},
        )
        for kind, title in OFFERS.items()
        if game.recess_offers.get(seat) != kind
    )
