"""The log in sentences: what each event says to one viewer, with rule and dice."""

from collections.abc import Iterable, Iterator

from domain import clocks, recesses
from domain.decider import Event, kind_of
from domain.game import Game, System, seals
from domain.game_events import (
    CLOCKS,
    CONSENT,
    DELAY,
    DISPUTES,
    LINKS,
    PLAY,
    RECESS,
    SEALS,
    SEATS,
    AccessGranted,
    AnchorRenewed,
    Begun,
    Created,
    Declared,
    DiceAsked,
    DiceRolled,
    DiceRolledHidden,
    Disputed,
    DrawDeclined,
    DrawOffered,
    LinkOpened,
    Opened,
    Over,
    RecessBegan,
    RecessOffered,
    Resumed,
    ResumeOffered,
    Ruled,
    RulingOffered,
    SealOrder,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    ServerDeclared,
    TimeUsed,
)
from domain.names import SERVER, SeatId
from domain.scene import Sentence
from projections.messages import Told


def told(game: Game, system: System, event: Event, position: int, at_ms: int) -> tuple[Told, ...]:
    """Return the lines of *event*, which is about to be folded into *game*, for its viewer."""
    kind = kind_of(type(event))
    return tuple(
        Told(position, at_ms, kind, sentence, sentence.render())
        for sentence in _sentences(game, system, event)
    )


def _sentences(game: Game, system: System, event: Event) -> Iterable[Sentence]:
    match event:
        case Created():
            return _created(event, system)
        case SeatTaken():
            return (_say("{name} takes {seat}.", SEATS.number, game, event.seat, name=event.name),)
        case SeatLeft():
            return (_left(game, event),)
        case SeatOffered():
            return (Sentence("{seat} is offered.", {"seat": event.title}, SEATS.number),)
        case Begun():
            return (Sentence("Every seat is taken: play begins.", {}, PLAY.number),)
        case Declared():
            return _declared(game, system, event)
        case ServerDeclared():
            return _server_declared(game, event)
        case TimeUsed():
            return _time_used(game, event)
        case RecessOffered() | RecessBegan() | ResumeOffered() | Resumed():
            return (_recess(game, event),)
        case DiceAsked():
            return (_asked(game, event),)
        case AnchorRenewed():
            return (_renewed(game, event),)
        case DiceRolled() | DiceRolledHidden():
            return (_rolled(event),)
        case DrawOffered():
            return (_say("{seat} offers a draw.", CONSENT.number, game, event.seat),)
        case DrawDeclined():
            return (_say("{seat} declines a draw.", CONSENT.number, game, event.seat),)
        case Disputed():
            template = "{seat} disputes event {event}: “{because}”. The game stands still."
            facts: dict[str, int | str] = {"event": event.event, "because": event.because}
            return (_say(template, DISPUTES.number, game, event.seat, **facts),)
        case RulingOffered():
            return (_say(OFFERS[event.verdict], DISPUTES.number, game, event.seat),)
        case Ruled():
            return (_ruled(game, event),)
        case Over():
            return _over(event)
        case AccessGranted() | Opened() | LinkOpened():
            return ()
        case _:
            return system.sentences(game.play, event)


def _created(event: Created, system: System) -> Iterator[Sentence]:
    scenario = str(event.options["scenario"])
    titles = {one.name: one.title for one in system.scenarios()}
    yield Sentence(
        "{system}: {scenario}. Dice of level {dice}, fixed by their anchor.",
        {"system": system.title, "scenario": titles.get(scenario, scenario), "dice": event.dice},
        PLAY.number,
    )
    if delay_s := event.options.get("delay_s"):
        template = "Spectators see what happens {delay} late."
        yield Sentence(template, {"delay": _time(int(delay_s) * 1000)}, DELAY.number)
    if limit_s := event.options.get("time_limit_s"):
        yield Sentence(
            "Each seat has {limit} {for_what}, then {then}.",
            {
                "limit": _time(int(limit_s) * 1000),
                "for_what": clocks.KINDS[str(event.options.get("clock", "step"))],
                "then": clocks.TIME_OUTS[str(event.options.get("time_out", "default"))],
            },
            CLOCKS.number,
        )


def _declared(game: Game, system: System, event: Declared) -> Iterator[Sentence]:
    """A declaration that seals says that it did; what others do says itself in what follows."""
    if seals(system, event.do):
        doing = event.do.replace("_", " ")
        yield _say("{seat} has sealed: {doing}.", SEALS.number, game, event.seat, doing=doing)
    elif event.do == kind_of(SealOrder):
        yield _say("{seat} has sealed its next order.", RECESS.number, game, event.seat)


def _server_declared(game: Game, event: ServerDeclared) -> Iterable[Sentence]:
    match event.do:
        case "roll":
            return _absent(game)
        case "renew_chain" | "ruling":
            return ()
        case "clocks":
            template = "The server is back and reads the clocks."
            if event.with_:
                template = "The server restarts; while none is up, the clocks stand still."
            return (Sentence(template, {}, CLOCKS.number),)
        case "next_order":
            template = "Play goes on with the order that {seat} sealed."
            return (_say(template, RECESS.number, game, SeatId(event.with_["seat"])),)
        case _:
            return (_left_to_the_rules(game, SeatId(event.with_["seat"])),)


def _time_used(game: Game, event: TimeUsed) -> Iterator[Sentence]:
    """Say what goes on the clocks, and what does not, since no server was up."""
    yield Sentence(
        "On the clock of {seats}: {used}.",
        {"seats": _titles(game, event.seats), "used": _time(event.ms)},
        CLOCKS.number,
    )
    if event.stopped_ms:
        template = "No server was up for {stopped}: that is on no clock."
        yield Sentence(template, {"stopped": _time(event.stopped_ms)}, CLOCKS.number)


def _time(ms: int) -> str:
    """Return a time as people read it: hours, minutes and seconds, tenths below a minute."""
    if ms < 60_000:
        return f"{ms / 1000:.1f} s"
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min {seconds} s" if hours else f"{minutes} min {seconds} s"


def _titles(game: Game, seats: Iterable[SeatId]) -> str:
    return ", ".join(game.seats[seat].title for seat in seats)


def _recess(game: Game, event: RecessOffered | RecessBegan | ResumeOffered | Resumed) -> Sentence:
    match event:
        case RecessOffered():
            template, what = "{seat} offers {recess}.", recesses.TITLES[event.kind]
            return _say(template, RECESS.number, game, event.seat, recess=what)
        case ResumeOffered():
            return _say("{seat} would go on.", RECESS.number, game, event.seat)
        case RecessBegan():
            seats = _titles(game, event.seats)
            return Sentence(BEGUN[event.kind], {"seats": seats}, RECESS.number)
        case Resumed(seats=()):
            template = "Not everybody came back in time: play and clocks go on."
            return Sentence(template, {}, RECESS.number)
        case Resumed():
            template = "Play and clocks go on, as agreed by {seats}."
            return Sentence(template, {"seats": _titles(game, event.seats)}, RECESS.number)


BEGUN = {
    "pause": "A pause, as agreed by {seats}: play and clocks stand still.",
    "adjournment": "Adjourned, as agreed by {seats}: whoever owes an order seals it, then play and "
    "clocks stand still.",
}


def _rolled(event: DiceRolled | DiceRolledHidden) -> Sentence:
    asked = "; ".join(f"{ask.label} {ask.count}d{ask.sides}" for ask in event.dice)
    if isinstance(event, DiceRolledHidden):
        return Sentence("Roll {i}, hidden: {asked}.", {"i": event.i, "asked": asked}, "dice/1")
    shown = "; ".join(
        f"{ask.label}: {' '.join(map(str, faces))}"
        for ask, faces in zip(event.dice, event.faces, strict=True)
    )
    return Sentence("Roll {i}, {shown}.", {"i": event.i, "shown": shown}, "dice/1")


def _asked(game: Game, event: DiceAsked) -> Sentence:
    seats = _titles(game, event.contributors) or "nobody"
    values: dict[str, int | str] = {"i": event.i, "seats": seats}
    return Sentence("Roll {i} is asked of the table: {seats}.", values, LINKS.number)


def _renewed(game: Game, event: AnchorRenewed) -> Sentence:
    if event.seat == SERVER:
        template = "The server's chain of links is renewed, for the rolls to come."
        return Sentence(template, {}, LINKS.number)
    template = "{seat} renews its chain of links, for the rolls to come."
    return _say(template, LINKS.number, game, event.seat)


def _absent(game: Game) -> Iterator[Sentence]:
    """Say who did not open a link in time; the roll is made without it."""
    assert game.request is not None
    for seat in game.request.asked.contributors:
        if seat not in game.request.links:
            template = "{seat} opens no link for roll {i}: it is rolled without."
            values: dict[str, int | str] = {
                "seat": game.seats[seat].title,
                "i": game.request.asked.i,
            }
            yield Sentence(template, values, LINKS.number)


OFFERS = {
    "upheld": "{seat} would let the event stand.",
    "void": "{seat} would declare the event void.",
}
RULINGS = {
    "upheld": "Ruled by {seats}: event {event} stands. {because}",
    "void": "Ruled by {seats}: event {event} is void. {because} Play goes on from before event "
    "{back_to}; discarded with it: rolls {rolls}, opened seals {opened}.",
}


def _ruled(game: Game, event: Ruled) -> Sentence:
    if not event.seats:
        template = "No ruling was agreed on in time: event {event} stands."
        return Sentence(template, {"event": event.event}, DISPUTES.number)
    values: dict[str, int | str] = {
        "seats": _titles(game, event.seats),
        "event": event.event,
        "because": f"“{event.because}”." if event.because else "",
        "back_to": event.back_to,
        "rolls": event.rolls,
        "opened": event.opened,
    }
    return Sentence(RULINGS[event.verdict], values, DISPUTES.number)


def _left_to_the_rules(game: Game, seat: SeatId) -> Sentence:
    if game.seats[seat].given_up:
        template = "{seat} was given up: the rule system's default is declared for it."
        return _say(template, SEALS.number, game, seat)
    return _say("{seat} ran out of time.", SEALS.number, game, seat)


def _left(game: Game, event: SeatLeft) -> Sentence:
    if event.reason == "handed_over":
        return _say("{seat} is handed over.", SEATS.number, game, event.seat)
    return _say("{seat} is given up.", SEATS.number, game, event.seat)


def _over(event: Over) -> Iterator[Sentence]:
    yield event.result.why
    yield Sentence("The game is over; everything that was sealed is opened.", {}, PLAY.number)


def _say(template: str, rule: str, game: Game, seat: SeatId, **values: int | str) -> Sentence:
    held = game.seats.get(seat)
    title = f"{held.title} ({held.name})" if held and held.name else held.title if held else "?"
    return Sentence(template, {"seat": title, **values}, rule)
