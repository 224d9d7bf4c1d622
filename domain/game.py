"""A game as it stands, and what events change in it: seats, seals, requests for links, disputes.

The rest is its rule system's play, and it knows none of them. What may be declared: `declaring`.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from domain.decider import Command, Event, kind_of
from domain.dice import Rolled
from domain.game_events import (
    GAME_COMMANDS,
    AccessGranted,
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
    Ruled,
    RulingOffered,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    ServerDeclared,
)
from domain.names import GameId, SeatId
from domain.rule_system import Result, RuleSystem

DISPUTABLE = 24
"""How many of the last declarations may be disputed: before each of them, play is remembered."""
ABOUT_THE_GAME = frozenset(kind_of(command) for command in GAME_COMMANDS)
System: TypeAlias = RuleSystem[Any]


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who holds it; *invitation* and *token* are hashes, None when there is none.

    *offered* is the last invitation, used or not. *link* is the last that is known of the holder's
    chain, and its number; 0 is the anchor.
    """

    id: SeatId
    role: str
    title: str
    invitation: bytes | None
    offered: bytes = b""
    name: str = ""
    key: bytes | None = None
    link: tuple[int, bytes] = (0, b"")
    token: bytes | None = None
    declared: int = 0
    offers_draw: bool = False

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
    """An open dispute: the event, who disputes it and why, and the verdicts that are offered."""

    event: int
    seat: SeatId
    because: str
    offers: dict[SeatId, str] = {}


class Request(msgspec.Struct, frozen=True):
    """What seats are asked to open a link for, and the links that they have opened so far."""

    asked: DiceAsked
    links: dict[SeatId, bytes] = {}


class Step(msgspec.Struct, frozen=True):
    """The step in which a seat would act, and the position at which it began."""

    name: tuple[int | str, ...]
    began: int


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it stands, as far as one viewer (or the referee, who knows all) may know.

    While a *request* for links is open the game waits for its roll and for nothing else. *known* is
    what was rolled so far for the decision that asked last, *deciding* the event that led to it.
    While a *case* is open it waits for a ruling alone; *rulings* counts those on each event.
    *opened* counts seals, for a ruling to say how many it discards. *past* is how play stood before
    each of the last declarations: as many as may still be disputed.
    """

    created: Created | None = None
    phase: Literal["offered", "running", "over"] = "offered"
    seats: dict[SeatId, Seat] = {}
    sealed: dict[SeatId, Sealing] = {}
    steps: dict[SeatId, Step] = {}
    play: Any = None
    rolls: int = 0
    hidden_rolls: int = 0
    request: Request | None = None
    known: tuple[Rolled, ...] = ()
    deciding: int = 0
    opened: int = 0
    past: tuple[Past, ...] = ()
    case: Case | None = None
    rulings: dict[int, int] = {}
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
    """Return the seats that the game waits for: those that owe or may act, and have not sealed."""
    if game.phase != "running" or game.request is not None or game.case is not None:
        return frozenset()
    return system.waiting(game.play) - game.sealed.keys()


def evolve(
    game: Game, system: System, event: Event, position: int, command: Command | None
) -> Game:
    """Return the game after *event*; *command* is what a declaration says, if it may be known."""
    change = msgspec.structs.replace
    match event:
        case Created():
            play = None if event.parent is None else system.initial()
            return change(game, created=event, play=play)
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
            holder = {"name": event.name, "key": event.key, "link": (0, event.anchor)}
            return _with_seat(game, change(seat, invitation=None, declared=position, **holder))
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
            game = _with_seat(game, change(game.seats[event.seat], declared=position))
            sealing = Sealing(position, command)
            return _with_sealing(game, event.seat, sealing) if seals(system, event.do) else game
        case ServerDeclared(do="roll"):
            return game
        case ServerDeclared():
            game = _remembered(game, position, of_play=True)
            seat_id = SeatId(event.with_["seat"])
            sealing = Sealing(position, None, timed_out=True)
            owes = seat_id in system.owed(game.play)
            return _with_sealing(game, seat_id, sealing) if owes else game
        case DiceAsked() | LinkOpened():
            return _asking(game, event)
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
            return change(game, phase="over", result=event.result, sealed={})
        case Opened():
            return change(game, opened=game.opened + 1)
        case Disputed() | RulingOffered() | Ruled():
            return _disputed(game, system, event, position)
        case _:
            return _in_play(game, system, system.evolve(game.play, event), position)


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
            return change(game, case=Case(event.event, event.seat, event.because))
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
    sealed = {s: held for s, held in game.sealed.items() if steps[s] is game.steps.get(s)}
    return msgspec.structs.replace(game, play=play, steps=steps, sealed=sealed)


def _with_seat(game: Game, seat: Seat) -> Game:
    return msgspec.structs.replace(game, seats={**game.seats, seat.id: seat})


def _with_sealing(game: Game, seat: SeatId, sealing: Sealing) -> Game:
    return msgspec.structs.replace(game, sealed={**game.sealed, seat: sealing})


def seals(system: System, do: str) -> bool:
    """Tell whether the command called *do* is sealed by all who owe it, to resolve together."""
    return any(kind_of(command) == do and command.simultaneous for command in system.commands)
