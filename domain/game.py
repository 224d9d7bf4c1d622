"""A game as it stands, and what events change in it: seats, seals, requests for links, disputes.

The rest is its rule system's play, and it knows none of them. What may be declared: `declaring`.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from domain.decider import Command, Event, kind_of
from domain.dice import Chain, Rolled
from domain.game_events import (
    GAME_COMMANDS,
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
    NextOrder,
    Opened,
    Over,
    RecessBegan,
    RecessKind,
    RecessOffered,
    RenewChain,
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
from domain.names import SERVER, GameId, SeatId
from domain.rule_system import Result, RuleSystem

DISPUTABLE = 24
"""How many of the last declarations may be disputed: before each of them, play is remembered."""
ABOUT_THE_GAME = frozenset(kind_of(command) for command in GAME_COMMANDS)
System: TypeAlias = RuleSystem[Any]


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who holds it; *invitation* and *token* are hashes, None when there is none.

    *offered* is the last invitation, used or not. *link* is the last that is known of the holder's
    chain, and its number; 0 is the anchor; *links* is how many it has. *used_ms* is what its clock
    has counted.
    """

    id: SeatId
    role: str
    title: str
    invitation: bytes | None
    offered: bytes = b""
    name: str = ""
    key: bytes | None = None
    link: tuple[int, bytes] = (0, b"")
    links: int = 0
    token: bytes | None = None
    declared: int = 0
    offers_draw: bool = False
    used_ms: int = 0

    @property
    def taken(self) -> bool:
        """Whether somebody holds the seat."""
        return self.key is not None

    @property
    def given_up(self) -> bool:
        """Whether nobody holds the seat, and nobody may take it."""
        return not self.taken and self.invitation is None


class Sealing(msgspec.Struct, frozen=True):
    """What a seat has sealed in this step: where, and (if this fold may know it) the command.

    A seat that ran out of time has sealed the system's default, which is known when it is needed.
    """

    position: int
    command: Command | None
    timed_out: bool = False


class Past(msgspec.Struct, frozen=True):
    """How play stood before the declaration at *position*: where a ruling may lead back to.

    It is *of_play* unless it was declared about the game itself, or is void: that cannot be undone.
    """

    position: int
    of_play: bool
    play: Any
    rolls: int
    opened: int


class Case(msgspec.Struct, frozen=True):
    """An open dispute: the event, who disputes it and why, and the verdicts that are offered.

    It *began* at the position at which it was opened.
    """

    event: int
    seat: SeatId
    because: str
    began: int
    offers: dict[SeatId, str] = {}


class Recess(msgspec.Struct, frozen=True):
    """Play stands still: what was agreed on, who would go on, and where the first said so."""

    kind: RecessKind
    resuming: frozenset[SeatId] = frozenset()
    called: int = 0


class Request(msgspec.Struct, frozen=True):
    """What seats are asked to open a link for, and the links that they have opened so far."""

    asked: DiceAsked
    links: dict[SeatId, bytes] = {}


class Step(msgspec.Struct, frozen=True):
    """The step in which a seat would act, the position at which it began, and the time it took."""

    name: tuple[int | str, ...]
    began: int
    used_ms: int = 0


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it stands, as far as one viewer (or the referee, who knows all) may know.

    While a *request* for links is open the game waits for its roll and for nothing else. *known* is
    what was rolled so far for the decision that asked last, *deciding* the event that led to it.
    While a *case* is open it waits for a ruling alone; *rulings* counts those on each event.
    *opened* counts seals, for a ruling to say how many it discards. *past* is how play stood before
    each of the last declarations: as many as may still be disputed. *next_orders* are those that
    were sealed for an adjournment, until play goes on with them. *chain* is the server's, in use,
    renewed at *anchored*.
    """

    created: Created | None = None
    phase: Literal["offered", "running", "over"] = "offered"
    seats: dict[SeatId, Seat] = {}
    sealed: dict[SeatId, Sealing] = {}
    steps: dict[SeatId, Step] = {}
    play: Any = None
    chain: Chain = Chain()
    anchored: int = 0
    rolls: int = 0
    hidden_rolls: int = 0
    request: Request | None = None
    known: tuple[Rolled, ...] = ()
    deciding: int = 0
    opened: int = 0
    past: tuple[Past, ...] = ()
    case: Case | None = None
    rulings: dict[int, int] = {}
    recess: Recess | None = None
    recess_offers: dict[SeatId, RecessKind] = {}
    next_orders: dict[SeatId, Sealing] = {}
    result: Result | None = None

    @property
    def id(self) -> GameId:
        """The game's id."""
        assert self.created is not None
        return GameId(self.created.game)

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play; a referee's seat does not."""
        return tuple(seat for seat in self.seats.values() if seat.role == "player")


def waiting(game: Game, system: System) -> frozenset[SeatId]:
    """Return the seats that the game waits for: those that owe or may act, and have not sealed.

    In a recess, as soon as one player would go on: those that have not agreed yet.
    """
    return owing(game, system) or coming(game)


def coming(game: Game) -> frozenset[SeatId]:
    """Return the players who are not back from a recess, while another would go on."""
    if game.recess is None or game.case is not None or not game.recess.resuming:
        return frozenset()
    players = frozenset(player.id for player in game.players if not player.given_up)
    return players - game.recess.resuming


def owing(game: Game, system: System) -> frozenset[SeatId]:
    """Return the seats that may declare in play: or seal their next order, for an adjournment."""
    if game.phase != "running" or game.request is not None or game.case is not None:
        return frozenset()
    if game.recess is not None and game.recess.kind == "pause":
        return frozenset()
    sealed = game.sealed.keys() | (game.next_orders.keys() if game.recess is not None else set())
    return system.waiting(game.play) - sealed


def evolve(
    game: Game, system: System, event: Event, position: int, command: Command | None
) -> Game:
    """Return the game after *event*; *command* is what a declaration says, if it may be known."""
    change = msgspec.structs.replace
    match event:
        case Created():
            play = None if event.parent is None else system.initial()
            return change(game, created=event, play=play, chain=Chain(links=event.links))
        case SeatOffered():
            seat = Seat(
                id=event.seat,
                role=event.role,
                title=event.title,
                invitation=event.invitation,
                offered=event.invitation,
            )
            return _with_seat(game, seat)
        case SeatTaken():
            seat = game.seats[event.seat]
            holder = {"name": event.name, "key": event.key}
            seat = change(seat, invitation=None, declared=position, **holder)
            return _with_seat(game, change(seat, link=(0, event.anchor), links=event.links))
        case AccessGranted():
            return _with_seat(game, change(game.seats[event.seat], token=event.token))
        case SeatLeft():
            seat = game.seats[event.seat]
            return _with_seat(game, change(seat, key=None, token=None, link=(0, b""), name=""))
        case Begun():
            play = system.initial() if game.play is None else game.play
            return _in_play(change(game, phase="running"), system, play, position)
        case Declared():
            game = _remembered(game, position, of_play=event.do not in ABOUT_THE_GAME)
            if event.do != kind_of(RenewChain):  # a client does that by itself: it outdates nothing
                game = _with_seat(game, change(game.seats[event.seat], declared=position))
            return _noted(game, system, event, Sealing(position, command))
        case ServerDeclared():
            return _declared_for(game, system, event, position)
        case TimeUsed():
            return _time_used(game, event)
        case RecessOffered() | RecessBegan() | ResumeOffered() | Resumed():
            return _recess(game, event, position)
        case DiceAsked() | LinkOpened():
            return _asking(game, event)
        case AnchorRenewed():
            return _renewed(game, event, position)
        case DiceRolled():
            return _rolled(game, event, Rolled(event.dice, event.faces))
        case DiceRolledHidden():
            shown = () if isinstance(event.faces, msgspec.UnsetType) else event.faces
            rolled = Rolled(event.dice, shown, hidden=True)
            return change(_rolled(game, event, rolled), hidden_rolls=event.j)
        case DrawOffered():
            return _with_seat(game, change(game.seats[event.seat], offers_draw=True))
        case DrawDeclined():
            seats = {n: change(seat, offers_draw=False) for n, seat in game.seats.items()}
            return change(game, seats=seats)
        case Over():
            return change(game, phase="over", result=event.result, sealed={}, recess=None)
        case Opened():
            return change(game, opened=game.opened + 1)
        case Disputed() | RulingOffered() | Ruled():
            return _disputed(game, system, event, position)
        case _:
            return _in_play(game, system, system.evolve(game.play, event), position)


def _noted(game: Game, system: System, event: Declared, sealing: Sealing) -> Game:
    """Note what a seat sealed: for its step, or for when play goes on. Who plays on is in play."""
    seat, change = event.seat, msgspec.structs.replace
    if isinstance(sealing.command, NextOrder):
        sealing = change(sealing, command=sealing.command.command)
    if event.do == kind_of(SealOrder):
        return change(game, next_orders={**game.next_orders, seat: sealing})
    if event.do not in ABOUT_THE_GAME and seat in game.recess_offers:
        offers = {one: kind for one, kind in game.recess_offers.items() if one != seat}
        game = change(game, recess_offers=offers)
    return _with_sealing(game, seat, sealing) if seals(system, event.do) else game


def _declared_for(game: Game, system: System, event: ServerDeclared, position: int) -> Game:
    """Note what the server declared for a seat; of what it declares for none there is nothing."""
    if event.do in {"roll", "clocks", "renew_chain", "ruling"}:
        return game
    change, seat = msgspec.structs.replace, SeatId(event.with_["seat"])
    late = Sealing(position, None, timed_out=True)
    if game.recess is not None:
        orders = {**game.next_orders, seat: late} if seat in owing(game, system) else None
        return game if orders is None else change(game, next_orders=orders)
    game = _remembered(game, position, of_play=True)
    sealing = game.next_orders[seat] if event.do == "next_order" else late
    orders = {one: order for one, order in game.next_orders.items() if one != seat}
    game = change(game, next_orders=orders)
    return _with_sealing(game, seat, sealing) if seat in system.owed(game.play) else game


def _time_used(game: Game, event: TimeUsed) -> Game:
    change, seats, steps = msgspec.structs.replace, dict(game.seats), dict(game.steps)
    for seat in event.seats:
        seats[seat] = change(seats[seat], used_ms=seats[seat].used_ms + event.ms)
        steps[seat] = change(steps[seat], used_ms=steps[seat].used_ms + event.ms)
    return change(game, seats=seats, steps=steps)


def _recess(
    game: Game, event: RecessOffered | RecessBegan | ResumeOffered | Resumed, position: int
) -> Game:
    change = msgspec.structs.replace
    match event:
        case RecessOffered():
            return change(game, recess_offers={**game.recess_offers, event.seat: event.kind})
        case RecessBegan():
            return change(game, recess=Recess(event.kind), recess_offers={})
        case ResumeOffered():
            assert game.recess is not None
            resuming, called = game.recess.resuming | {event.seat}, game.recess.called or position
            return change(game, recess=change(game.recess, resuming=resuming, called=called))
        case Resumed():
            # Who let the time for the order run out will have run out of it again at once.
            orders = {s: order for s, order in game.next_orders.items() if not order.timed_out}
            return change(game, recess=None, next_orders=orders)


def _renewed(game: Game, event: AnchorRenewed, position: int) -> Game:
    change = msgspec.structs.replace
    if event.seat == SERVER:
        chain = Chain(game.chain.rotation + 1, event.links)
        return change(game, chain=chain, anchored=position)
    seat = game.seats[event.seat]
    return _with_seat(game, change(seat, link=(0, event.anchor), links=event.links))


def _asking(game: Game, event: DiceAsked | LinkOpened) -> Game:
    """Note a request, or a link that answers it."""
    change = msgspec.structs.replace
    match event:
        case DiceAsked(by=by):
            known = game.known if game.deciding == by else ()
            return change(game, request=Request(event), deciding=by, known=known)
        case LinkOpened(i=i, seat=seat, link=link):
            assert game.request is not None
            links = {**game.request.links, seat: link}
            seat_after = change(game.seats[seat], link=(i, link))
            return _with_seat(change(game, request=Request(game.request.asked, links)), seat_after)


def _rolled(game: Game, event: DiceRolled | DiceRolledHidden, rolled: Rolled) -> Game:
    """Note a roll; one that was asked for is remembered for the decision that goes on."""
    known = (*game.known, rolled) if game.request is not None else ()
    return msgspec.structs.replace(game, rolls=event.i, request=None, known=known)


def _remembered(game: Game, position: int, *, of_play: bool) -> Game:
    """Keep how play stands before a declaration, for as long as it may be disputed.

    While an event is disputed nothing is added, so that what is disputed stays at hand. Of what is
    declared about the game itself the first in a row stands for all: talk pushes no play out.
    """
    talk = not of_play and bool(game.past) and not game.past[-1].of_play
    if game.case is not None or talk:
        return game
    before = Past(position, of_play, game.play, game.rolls, game.opened)
    return msgspec.structs.replace(game, past=(*game.past[1 - DISPUTABLE :], before))


def _disputed(
    game: Game, system: System, event: Disputed | RulingOffered | Ruled, position: int
) -> Game:
    change = msgspec.structs.replace
    match event:
        case Disputed():
            return change(game, case=Case(event.event, event.seat, event.because, position))
        case RulingOffered():
            assert game.case is not None
            offers = {**game.case.offers, event.seat: event.verdict}
            return change(game, case=change(game.case, offers=offers))
        case Ruled():
            rulings = {**game.rulings, event.event: game.rulings.get(event.event, 0) + 1}
            game = change(game, case=None, rulings=rulings)
            return _taken_back(game, system, event.back_to, position) if event.back_to else game


def _taken_back(game: Game, system: System, back_to: int, position: int) -> Game:
    """Let play stand as it did before the declaration at *back_to*; everybody seals anew.

    What happened from there to the ruling is void already: it cannot be disputed any more.
    """
    at = next(n for n, past in enumerate(game.past) if past.position == back_to)
    before, play = msgspec.structs.replace(game.past[at], of_play=False), game.past[at].play
    past = (*game.past[:at], before)
    game = msgspec.structs.replace(game, past=past, sealed={}, steps={})
    return _in_play(game, system, play, position)


def _in_play(game: Game, system: System, play: Any, position: int) -> Game:
    """Note the state of play, where each seat's step began, and drop the seals of old steps."""
    steps: dict[SeatId, Step] = {}
    for seat in game.seats:
        name, known = system.step(play, seat), game.steps.get(seat)
        steps[seat] = known if known is not None and known.name == name else Step(name, position)

    def current(held: dict[SeatId, Sealing]) -> dict[SeatId, Sealing]:
        return {seat: one for seat, one in held.items() if steps[seat] is game.steps.get(seat)}

    sealed, orders = current(game.sealed), current(game.next_orders)
    return msgspec.structs.replace(game, play=play, steps=steps, sealed=sealed, next_orders=orders)


def _with_seat(game: Game, seat: Seat) -> Game:
    return msgspec.structs.replace(game, seats={**game.seats, seat.id: seat})


def _with_sealing(game: Game, seat: SeatId, sealing: Sealing) -> Game:
    return msgspec.structs.replace(game, sealed={**game.sealed, seat: sealing})


def seals(system: System, do: str) -> bool:
    """Tell whether the command called *do* is sealed by all who owe it, to resolve together."""
    return any(kind_of(command) == do and command.simultaneous for command in system.commands)
