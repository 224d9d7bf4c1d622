"""What happens round the play of any game: the kinds that every record knows (record.md).

Stored for ever: names and fields are the format.
"""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from domain.audience import Audience, Sealed
from domain.decider import Command, Event
from domain.dice import Ask, Contributor
from domain.names import SeatId
from domain.refusals import Rule
from domain.rule_system import Result

SEATS = Rule("game 1", "a seat is held by one person, who may give it up or hand it over")
PLAY = Rule("game 2", "play begins when every seat is taken and ends with its result")
CONSENT = Rule("game 3", "a game may be conceded, or drawn by consent of all players")
SEALS = Rule("game 4", "what is declared together is sealed, once, and opened together")
FORM = Rule("game 5", "a declaration is well formed, its own, and not stale")
LINKS = Rule("game 6", "at level table each seat that is here opens its link for each roll")
DISPUTES = Rule("game 7", "an event of play may be disputed, and a ruling closes the dispute")
ODDS = Rule("game 9", "before it declares, a seat may ask what may come of it")
CLOCKS = Rule("game 10", "each seat has its time, and every change of a clock is on the record")
DELAY = Rule("game 12", "spectators may be kept some seconds behind, and see that they are")
RECESS = Rule("game 11", "play may pause or adjourn when all players agree, and goes on likewise")
MAKING = Rule("game 8", "a game is made of a system, a scenario, and values of its options")

Verdict = Literal["upheld", "void"]
RecessKind = Literal["pause", "adjournment"]


class Created(Event):
    """A game was made: everything that its rules and its dice depend on is fixed here."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    game: bytes
    server_key: bytes
    anchor: bytes
    links: int
    hidden: bytes
    dice: str
    system: str
    rules: str
    data: dict[str, bytes]
    options: dict[str, int | str]
    parent: bytes | None


class SeatOffered(Event):
    """A seat may be taken by who knows the invitation that hashes to this (SHA-256)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId
    role: str
    title: str
    invitation: bytes


class SeatTaken(Event):
    """Somebody took a seat, with a key of their own and a chain of dice links."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId
    name: str
    key: bytes
    anchor: bytes
    links: int


class AccessGranted(Event):
    """The seat's token is the one that hashes to this (SHA-256); older ones are dead."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId
    token: bytes


class SeatLeft(Event):
    """The holder gave the seat up, or handed it over; their token is dead."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId
    reason: str


class Begun(Event):
    """All seats are taken: play begins."""

    audience: ClassVar[Audience] = Audience.EVERYONE


class Declared(Event):
    """A seat declared something: these are the declarer's own bytes."""

    audience: ClassVar[Audience] = Audience.REFEREE
    sealed_whole: ClassVar[str] = "secret"

    id: bytes
    seat: SeatId
    do: str
    with_: dict[str, Any] = msgspec.field(name="with")
    after: int
    head: bytes
    secret: Sealed[dict[str, Any]] = msgspec.UNSET


class ServerDeclared(Event):
    """The server declared: for a seat that did not in time or was given up, or that a roll is due.

    A roll is made without the links that did not come in time. After an adjournment the server
    declares the order (`next_order`) that a seat sealed before; after it was away it notes what the
    clocks show (`clocks`); it renews its own chain of links (`renew_chain`) before it is used up;
    and it closes a dispute on which the players did not agree in time (`ruling`).
    """

    audience: ClassVar[Audience] = Audience.EVERYONE

    do: str
    with_: dict[str, Any] = msgspec.field(name="with")


class DiceAsked(Event):
    """Seats are asked to open a link for a roll, before anybody can know its faces."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    i: int
    ctx: bytes
    by: int
    dice: tuple[Ask, ...]
    contributors: tuple[SeatId, ...]
    deadline_ms: int


class LinkOpened(Event):
    """A seat opened its link for the roll that is asked for."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    i: int
    seat: SeatId
    link: bytes
    sig: bytes


class AnchorRenewed(Event):
    """Who contributes to the dice goes on with another chain; *seat* 0 is the server.

    Roll i opens link[i] of it as well: so *links* is what it has and what was rolled before.
    """

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId
    anchor: bytes
    links: int


class DiceRolled(Event):
    """Dice came up, with all that anyone needs to check them (dice/1)."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    i: int
    by: int
    ctx: bytes
    dice: tuple[Ask, ...]
    contributors: tuple[Contributor, ...]
    link: bytes
    faces: tuple[tuple[int, ...], ...]


class DiceRolledHidden(Event):
    """Dice came up that nobody may see yet."""

    audience: ClassVar[Audience] = Audience.NOBODY

    i: int
    by: int
    ctx: bytes
    dice: tuple[Ask, ...]
    contributors: tuple[Contributor, ...]
    j: int
    next: bytes
    seed: Sealed[bytes] = msgspec.UNSET
    faces: Sealed[tuple[tuple[int, ...], ...]] = msgspec.UNSET


class Opened(Event):
    """The sealed part of an earlier event is public now."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    position: int
    salt: bytes
    secret: bytes


class DrawOffered(Event):
    """A player would agree to a draw."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId


class DrawDeclined(Event):
    """A player would not: all offers lapse."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId


class Disputed(Event):
    """Somebody holds an event to be wrong: the game and its clocks stand still until a ruling."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId
    event: int
    because: str


class RulingOffered(Event):
    """A player would rule so; with everybody's agreement it is the ruling."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId
    verdict: Verdict
    because: str


class Ruled(Event):
    """The dispute is closed. Void: play goes on from before event *back_to*; nothing is deleted.

    *seats* ruled so; nobody did if the players did not agree in time, and the event stands.
    *rolls* and *opened* count what is discarded: rolls made since, and seals opened since.
    """

    audience: ClassVar[Audience] = Audience.EVERYONE

    event: int
    verdict: Verdict
    because: str
    seats: tuple[SeatId, ...]
    back_to: int
    rolls: int
    opened: int


class TimeUsed(Event):
    """The seats that were waited for used *ms* each until now, which ends with this commit.

    *stopped_ms* went by as well and is on no clock: no server was up.
    """

    audience: ClassVar[Audience] = Audience.EVERYONE

    seats: tuple[SeatId, ...]
    ms: int
    stopped_ms: int


class RecessOffered(Event):
    """A player would agree to a recess of this kind; the offer lapses when that player plays on."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId
    kind: RecessKind


class RecessBegan(Event):
    """Play and clocks stand still; for an adjournment once every order that is owed is sealed."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    kind: RecessKind
    seats: tuple[SeatId, ...]


class ResumeOffered(Event):
    """A player would go on: from now on the others are waited for."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatId


class Resumed(Event):
    """The recess is over: *seats* agreed, or nobody, if a player's time ran out."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    seats: tuple[SeatId, ...]


class Over(Event):
    """The game ended; everything still sealed is opened after this."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    result: Result


GAME_EVENTS: tuple[type[Event], ...] = (
    Created,
    SeatOffered,
    SeatTaken,
    AccessGranted,
    SeatLeft,
    Begun,
    Declared,
    ServerDeclared,
    DiceAsked,
    LinkOpened,
    AnchorRenewed,
    DiceRolled,
    DiceRolledHidden,
    Opened,
    DrawOffered,
    DrawDeclined,
    Disputed,
    RulingOffered,
    Ruled,
    TimeUsed,
    RecessOffered,
    RecessBegan,
    ResumeOffered,
    Resumed,
    Over,
)

OPENS_A_COMMIT = frozenset({"created", "seat_taken", "declared", "server_declared", "link_opened"})
"""The kinds that come first in a commit, and nowhere else: so a commit's extent can be read."""


class Concede(Command):
    """Give the game up; the other players win."""

    rule: ClassVar[Rule] = CONSENT


class OfferDraw(Command):
    """Offer a draw, or agree to one: when all players have, the game is drawn."""

    rule: ClassVar[Rule] = CONSENT


class DeclineDraw(Command):
    """Decline: all offers of a draw lapse."""

    rule: ClassVar[Rule] = CONSENT


class Dispute(Command):
    """Hold an event of play to be wrong, and say why; once more after a ruling, as an appeal."""

    rule: ClassVar[Rule] = DISPUTES

    event: int
    because: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Decree(Command):
    """Rule on the open dispute: the referee alone, or all players when they agree.

    A void event takes along everything after it: *rolls* and *opened* must name how much that is.
    """

    rule: ClassVar[Rule] = DISPUTES

    verdict: Verdict
    because: Annotated[str, msgspec.Meta(max_length=500)] = ""
    rolls: int = 0
    opened: int = 0


class OfferRecess(Command):
    """Offer a pause or an adjournment, or agree to one: when all players have, it begins."""

    rule: ClassVar[Rule] = RECESS

    kind: RecessKind


class Resume(Command):
    """Offer to end the recess, or agree to: when all players have, play goes on."""

    rule: ClassVar[Rule] = RECESS


class SealOrder(Command):
    """Seal the order with which play goes on after an adjournment: its name and its fields."""

    rule: ClassVar[Rule] = RECESS

    order: Sealed[str] = msgspec.UNSET
    fields: Sealed[dict[str, Any]] = msgspec.UNSET


class NextOrder(Command):
    """What a `SealOrder` says, read as the command that it is; it is never stored as such."""

    rule: ClassVar[Rule] = RECESS

    command: Command


class RenewChain(Command):
    """Go on with another chain of dice links, from the next roll on."""

    rule: ClassVar[Rule] = LINKS

    anchor: bytes
    links: int


class GiveUpSeat(Command):
    """Leave the table. Before play the seat's link works again; of two players the other wins."""

    rule: ClassVar[Rule] = SEATS


class HandOverSeat(Command):
    """Leave the seat to whoever knows the invitation that hashes to this (SHA-256, 32 bytes)."""

    rule: ClassVar[Rule] = SEATS

    invitation: bytes


GAME_COMMANDS: tuple[type[Command], ...] = (
    Concede,
    OfferDraw,
    DeclineDraw,
    Dispute,
    Decree,
    OfferRecess,
    Resume,
    SealOrder,
    RenewChain,
    GiveUpSeat,
    HandOverSeat,
)
