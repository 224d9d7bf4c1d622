"""What may be declared of a game as such, and what follows: seats, consent, time, and the play.

The play itself is its rule system's; this only asks it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.chains import renewed
from domain.clocks import CLOCK_OPTIONS, check_is_up, forfeits
from domain.decider import Command, Event
from domain.dice import CHAIN_LINKS, LEVELS, Dice
from domain.disputes import decreed, disputed
from domain.disputes import options as ruling_options
from domain.game import Game, Sealing, Seat, System, coming, owing
from domain.game_events import (
    CONSENT,
    DELAY,
    DISPUTES,
    MAKING,
    PLAY,
    RECESS,
    SEALS,
    SEATS,
    AccessGranted,
    Concede,
    Created,
    DeclineDraw,
    Decree,
    Dispute,
    DrawDeclined,
    DrawOffered,
    GiveUpSeat,
    HandOverSeat,
    NextOrder,
    OfferDraw,
    OfferRecess,
    Over,
    RenewChain,
    Resume,
    SeatLeft,
    SeatOffered,
    SeatTaken,
)
from domain.names import SeatId
from domain.options import Option
from domain.recesses import check_order, left, not_back, offered, order_sealed, resumed
from domain.recesses import options as recess_options
from domain.refusals import Refused, Unknown
from domain.rule_system import Outcome, Result
from domain.scene import Sentence
from domain.seat_names import check_name


def table_options(game: Game, seat: SeatId) -> tuple[Option, ...]:
    """Return what a seat may declare about the game itself: consent, the end, an open dispute."""
    if game.phase == "running" and game.case is not None:
        return ruling_options(game)
    if game.phase != "running":
        return ()
    if seat not in (player.id for player in game.players):
        return recess_options(game, seat)
    titles = {"concede": "Concede the game", "offer_draw": "Offer a draw"}
    if any(player.offers_draw for player in game.players if player.id != seat):
        titles |= {"offer_draw": "Agree to a draw", "decline_draw": "Decline the draw"}
    if game.seats[seat].offers_draw:
        del titles["offer_draw"]
    consent = (
        Option(command=command, title=title, rule=CONSENT.number)
        for command, title in titles.items()
    )
    return (*consent, *recess_options(game, seat))


def create(
    created: Created, system: System, invitations: Mapping[SeatId, bytes]
) -> Iterator[Event]:
    """Make a game: its first event, and a seat offered for each invitation hash.

    Refused with the option named if *created* names a scenario or a value that the system has not.
    """
    scenario = next((s for s in system.scenarios() if s.name == created.options["scenario"]), None)
    if created.dice not in LEVELS:
        raise _no_such_value("dice", created.dice, LEVELS)
    if scenario is None:
        raise Refused("no_such_scenario", MAKING, scenario=str(created.options["scenario"]))
    allowed = {option.name: option.values for option in scenario.options}
    for name, value in created.options.items():
        if name in GAME_OPTIONS:
            continue
        if name not in allowed:
            raise Refused("no_such_option", MAKING, option=name, known=", ".join(allowed))
        if value not in allowed[name]:
            raise _no_such_value(name, value, allowed[name])
    _check_delay(created.options.get("delay_s", 0))
    yield created
    titles = dict(enumerate(scenario.seats, start=1))
    for seat, invitation in sorted(invitations.items()):
        role = "player" if seat in titles else "referee"
        title = titles.get(seat, "Referee")
        yield SeatOffered(seat=seat, role=role, title=title, invitation=invitation)


def _no_such_value(option: str, value: int | str, known: Iterable[int | str]) -> Refused:
    return Refused(
        "no_such_value", MAKING, option=option, value=value, known=", ".join(map(str, known))
    )


GAME_OPTIONS = ("scenario", *CLOCK_OPTIONS, "delay_s")
"""The options of every game, beside those of its scenario."""
LONGEST_DELAY_S = 3_600


def _check_delay(delay_s: int | str) -> None:
    if not isinstance(delay_s, int) or not 0 <= delay_s <= LONGEST_DELAY_S:
        known = f"0 to {LONGEST_DELAY_S}"
        raise Refused("no_such_value", DELAY, option="delay_s", value=delay_s, known=known)


ALWAYS = Concede | OfferDraw | DeclineDraw | GiveUpSeat | HandOverSeat | RenewChain
"""What may be declared about the game itself, even while an event is disputed."""


def take_seat(game: Game, taken: SeatTaken, invitation: bytes, token: bytes) -> Iterator[Event]:
    """Take a seat; *invitation* and *token* are the hashes of the code and of the token it yields.

    When it was the last one, play `begins`.
    """
    seat = game.seats.get(taken.seat)
    if seat is None or seat.invitation != invitation or game.phase == "over":
        raise Refused("invitation_not_valid", SEATS)
    check_name(taken.name, [held.name for held in game.seats.values() if held.taken])
    if len(taken.key) != 32 or len(taken.anchor) != 32 or taken.links != CHAIN_LINKS:
        raise Refused("malformed", SEATS, field="key, anchor or links")
    yield taken
    yield AccessGranted(seat=taken.seat, token=token)


def begins(game: Game, taken: SeatId) -> bool:
    """Tell whether play begins when seat *taken* is taken: it was the last."""
    others = (other for other in game.seats.values() if other.id != taken)
    return game.phase == "offered" and all(other.taken for other in others)


def begin(game: Game, system: System, dice: Dice) -> Iterator[Outcome]:
    """Set up the table: the first that happens in play. A fork's table stands already."""
    assert game.created is not None
    if game.created.parent is not None:
        return iter(())
    # What the clocks are, and who is kept behind, is no affair of the play.
    new = {"clock", "time_out", "delay_s"}
    options = {name: value for name, value in game.created.options.items() if name not in new}
    play = system.initial()
    return _to_the_end(system, play, system.begin(str(options["scenario"]), options, dice))


def decide(
    game: Game, system: System, seat: SeatId, command: Command, dice: Dice
) -> Iterator[Outcome]:
    """Decide what *seat* declares, Refused or with all that follows from it.

    A simultaneous step that this completes resolves here; its seals are opened by who stores it.
    """
    if game.phase == "over":
        raise Refused("game_over", PLAY)
    if game.case is not None and not isinstance(command, ALWAYS | Decree):
        raise Refused("disputed", DISPUTES, event=game.case.event)
    match command:
        case Dispute():
            _running(game)
            yield from disputed(game, seat, command)
        case Decree():
            _running(game)
            yield from decreed(game, seat, command)
        case Concede():
            _running(game)
            _playing(game, seat)
            yield Over(result=_won_without(game, seat, "{title} conceded."))
        case OfferDraw() | DeclineDraw():
            yield from _consent(game, seat, command)
        case GiveUpSeat():
            yield from _given_up(game, seat)
        case OfferRecess():
            _running(game)
            yield from offered(game, seat, command)
        case Resume():
            _running(game)
            yield from resumed(game, seat, command)
        case NextOrder():
            _running(game)
            yield from order_sealed(game, system, seat, command)
        case RenewChain():
            yield from renewed(game, seat, command)
        case HandOverSeat():
            yield SeatLeft(seat=seat, reason="handed_over")
            yield _offered(game.seats[seat], command.invitation)
        case _:
            yield from _play(game, system, seat, command, dice)


def time_out(game: Game, system: System, seat: SeatId, ms: int, dice: Dice) -> Iterator[Outcome]:
    """Decide for a seat that did not declare in time: by default, or that it has lost.

    *ms* is what the running clocks have counted since the last event.
    """
    _running(game)
    if seat not in owing(game, system):
        if seat not in coming(game):
            raise Refused("nothing_owed", SEALS, seat=seat)
        yield from not_back(game)
        return
    if not game.seats[seat].given_up:
        check_is_up(game, system, seat, ms)
    if forfeits(game) and not game.seats[seat].given_up:
        yield Over(result=_won_without(game, seat, "{title} ran out of time."))
    elif game.recess is not None:
        return  # its next order is left to the rules
    elif seat in system.owed(game.play):
        yield from _sealed(game, system, seat, Sealing(0, None, timed_out=True), dice)
    else:
        yield from go_on(game, system, seat, system.default(game.play, seat), dice)


def next_order(game: Game, system: System, seat: SeatId, dice: Dice) -> Iterator[Outcome]:
    """Decide the order that a seat sealed for the adjournment, as if it were declared now.

    If what went before has made it impossible, it lapses, and the seat is waited for.
    """
    _running(game)
    if game.recess is not None or seat not in game.next_orders:
        raise Refused("no_order_sealed", RECESS, seat=seat)
    order = game.next_orders[seat]
    command = _known(order)
    try:
        check_order(game, system, seat, command)
    except Refused:
        return
    if command.simultaneous:
        yield from _sealed(game, system, seat, order, dice)
    else:
        yield from go_on(game, system, seat, command, dice)


def go_on(
    game: Game, system: System, seat: SeatId, command: Command, dice: Dice
) -> Iterator[Outcome]:
    """Decide in play what is declared, and found good: alone, or with the seals of its step."""
    if command.simultaneous:
        return _resolved(game, system, game.sealed, dice)
    return _to_the_end(system, game.play, system.decide(game.play, seat, command, dice))


def _play(
    game: Game, system: System, seat: SeatId, command: Command, dice: Dice
) -> Iterator[Outcome]:
    _running(game)
    if game.recess is not None:
        raise Refused("in_recess", RECESS, kind=game.recess.kind)
    if seat in game.next_orders:
        raise Refused("order_sealed", RECESS, seat=seat)
    if not command.simultaneous:
        yield from go_on(game, system, seat, command, dice)
        return
    if seat not in system.owed(game.play):
        raise Refused("nothing_owed", SEALS, seat=seat)
    if seat in game.sealed:
        raise Refused("already_sealed", SEALS, seat=seat)
    system.check(game.play, seat, command)
    yield from _sealed(game, system, seat, Sealing(0, command), dice)


def _sealed(
    game: Game, system: System, seat: SeatId, sealing: Sealing, dice: Dice
) -> Iterator[Outcome]:
    sealed = {**game.sealed, seat: sealing}
    if sealed.keys() >= system.owed(game.play):
        yield from _resolved(game, system, sealed, dice)


def _resolved(
    game: Game, system: System, sealed: Mapping[SeatId, Sealing], dice: Dice
) -> Iterator[Outcome]:
    commands = {
        one: system.default(game.play, one) if held.timed_out else _known(held)
        for one, held in sorted(sealed.items())
    }
    return _to_the_end(system, game.play, system.resolve(game.play, commands, dice))


def _known(sealing: Sealing) -> Command:
    if sealing.command is None:
        raise Unknown(f"the declaration sealed at event {sealing.position}")
    return sealing.command


def _to_the_end(system: System, play: Any, outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
    """Pass on what happens in play; the moment it has a result, the game is over."""
    for outcome in outcomes:
        yield outcome
        if isinstance(outcome, Event):
            play = system.evolve(play, outcome)
    if (result := system.result(play)) is not None:
        yield Over(result=result)


def _consent(game: Game, seat: SeatId, command: OfferDraw | DeclineDraw) -> Iterator[Event]:
    _running(game)
    _playing(game, seat)
    offered = [player.id for player in game.players if player.offers_draw]
    if isinstance(command, DeclineDraw):
        if not offered or offered == [seat]:
            raise Refused("nothing_to_decline", CONSENT)
        yield DrawDeclined(seat=seat)
        return
    if seat in offered:
        raise Refused("already_offered", CONSENT)
    yield DrawOffered(seat=seat)
    if all(player.offers_draw for player in game.players if player.id != seat):
        yield Over(result=Result(winners=(), why=Sentence("Drawn by consent.", {}, CONSENT.number)))


def _given_up(game: Game, seat: SeatId) -> Iterator[Event]:
    """Nobody may sit down where orders are sealed: in play an empty seat stays empty."""
    held = game.seats[seat]
    yield SeatLeft(seat=seat, reason="given_up")
    if game.phase == "offered":
        yield _offered(held, held.offered)
    elif held.role == "player" and len(game.players) == 2:
        yield Over(result=_won_without(game, seat, "{title} gave up."))
    else:
        yield from left(game, seat)


def _won_without(game: Game, seat: SeatId, template: str) -> Result:
    why = Sentence(template, {"title": game.seats[seat].title}, CONSENT.number)
    return Result(winners=tuple(p.id for p in game.players if p.id != seat), why=why)


def _playing(game: Game, seat: SeatId) -> None:
    if game.seats[seat].role != "player":
        raise Refused("not_a_player", CONSENT, seat=seat)


def _offered(seat: Seat, invitation: bytes) -> SeatOffered:
    if len(invitation) != 32:
        raise Refused("malformed", SEATS, field="invitation")
    return SeatOffered(seat=seat.id, role=seat.role, title=seat.title, invitation=invitation)


def _running(game: Game) -> None:
    if game.phase != "running":
        raise Refused("not_running", PLAY, phase=game.phase)
