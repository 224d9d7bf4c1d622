"""A game as a decider round its rule system's: seats, seals, consent, time-outs, the end.

It hands the rest to the rule system, and knows none of them.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from domain.decider import Command, Event, kind_of
from domain.dice import CHAIN_LINKS, Dice
from domain.game_events import (
    CONSENT,
    PLAY,
    SEALS,
    SEATS,
    AccessGranted,
    Begun,
    Concede,
    Created,
    Declared,
    DeclineDraw,
    DiceRolled,
    DiceRolledHidden,
    DrawDeclined,
    DrawOffered,
    GiveUpSeat,
    HandOverSeat,
    OfferDraw,
    Opened,
    Over,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    ServerDeclared,
)
from domain.names import GameId, SeatId
from domain.options import Option
from domain.refusals import Refused, Unknown
from domain.rule_system import Outcome, Result, RuleSystem
from domain.scene import Sentence

NAME_LENGTH = 40
System: TypeAlias = RuleSystem[Any]


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who holds it; *invitation* and *token* are hashes, None when there is none.

    *offered* is the last invitation, used or not.
    """

    id: SeatId
    role: str
    title: str
    invitation: bytes | None
    offered: bytes = b""
    name: str = ""
    key: bytes | None = None
    anchor: bytes | None = None
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


class Step(msgspec.Struct, frozen=True):
    """The step in which a seat would act, and the position at which it began."""

    name: tuple[int | str, ...]
    began: int


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it stands, as far as one viewer (or the referee, who knows all) may know."""

    created: Created | None = None
    phase: Literal["offered", "running", "over"] = "offered"
    seats: dict[SeatId, Seat] = {}
    sealed: dict[SeatId, Sealing] = {}
    steps: dict[SeatId, Step] = {}
    play: Any = None
    rolls: int = 0
    hidden_rolls: int = 0
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
    if game.phase != "running":
        return frozenset()
    return system.waiting(game.play) - game.sealed.keys()


def table_options(game: Game, seat: SeatId) -> tuple[Option, ...]:
    """Return what a seat may declare about the game itself, at any time: consent, and the end."""
    if game.phase != "running" or seat not in (player.id for player in game.players):
        return ()
    titles = {"concede": "Concede the game", "offer_draw": "Offer a draw"}
    if any(player.offers_draw for player in game.players if player.id != seat):
        titles |= {"offer_draw": "Agree to a draw", "decline_draw": "Decline the draw"}
    if game.seats[seat].offers_draw:
        del titles["offer_draw"]
    return tuple(
        Option(command=command, title=title, rule=CONSENT.number)
        for command, title in titles.items()
    )


# --- decide ---------------------------------------------------------------------------------


def create(
    created: Created, system: System, invitations: Mapping[SeatId, bytes]
) -> Iterator[Event]:
    """Make a game: its first event, and a seat offered for each invitation hash.

    Refused with the option named if *created* names a scenario or a value that the system has not.
    """
    scenario = next((s for s in system.scenarios() if s.name == created.options["scenario"]), None)
    if scenario is None:
        raise Refused("no_such_scenario", PLAY, scenario=str(created.options["scenario"]))
    allowed = {option.name: option.values for option in scenario.options}
    for name, value in created.options.items():
        if name in GAME_OPTIONS:
            continue
        if name not in allowed or value not in allowed[name]:
            raise Refused("no_such_option", PLAY, option=name, value=value)
    yield created
    titles = dict(enumerate(scenario.seats, start=1))
    for seat, invitation in sorted(invitations.items()):
        role = "player" if seat in titles else "referee"
        title = titles.get(seat, "Referee")
        yield SeatOffered(seat=seat, role=role, title=title, invitation=invitation)


GAME_OPTIONS = ("scenario", "time_limit_s")
"""The options of every game, beside those of its scenario."""


def take_seat(
    game: Game, system: System, taken: SeatTaken, invitation: bytes, token: bytes, dice: Dice
) -> Iterator[Outcome]:
    """Take a seat; *invitation* and *token* are the hashes of the code and of the token it yields.

    When it was the last one, play begins.
    """
    seat = game.seats.get(taken.seat)
    if seat is None or seat.invitation != invitation or game.phase == "over":
        raise Refused("invitation_not_valid", SEATS)
    _check_name(game, taken.name)
    if len(taken.key) != 32 or len(taken.anchor) != 32 or taken.links != CHAIN_LINKS:
        raise Refused("malformed", SEATS, field="key, anchor or links")
    yield taken
    yield AccessGranted(seat=taken.seat, token=token)
    empty = [other for other in game.seats.values() if not other.taken and other.id != taken.seat]
    if game.phase == "offered" and not empty:
        assert game.created is not None
        yield Begun()
        options = game.created.options
        play = system.initial()
        yield from _to_the_end(system, play, system.begin(str(options["scenario"]), options, dice))


def decide(
    game: Game, system: System, seat: SeatId, command: Command, dice: Dice
) -> Iterator[Outcome]:
    """Decide what *seat* declares, Refused or with all that follows from it.

    A simultaneous step that this completes resolves here; its seals are opened by who stores it.
    """
    if game.phase == "over":
        raise Refused("game_over", PLAY)
    match command:
        case Concede():
            _running(game)
            _playing(game, seat)
            yield Over(result=_won_without(game, seat, "{title} conceded."))
        case OfferDraw() | DeclineDraw():
            yield from _consent(game, seat, command)
        case GiveUpSeat():
            yield from _given_up(game, seat)
        case HandOverSeat():
            yield SeatLeft(seat=seat, reason="handed_over")
            yield _offered(game.seats[seat], command.invitation)
        case _:
            yield from _play(game, system, seat, command, dice)


def time_out(game: Game, system: System, seat: SeatId, dice: Dice) -> Iterator[Outcome]:
    """Decide for a seat that did not declare in time: what its rule system does by default."""
    _running(game)
    assert game.created is not None
    if not game.created.options["time_limit_s"] and not game.seats[seat].given_up:
        raise Refused("no_time_limit", SEALS, seat=seat)
    if seat not in waiting(game, system):
        raise Refused("nothing_owed", SEALS, seat=seat)
    if seat in system.owed(game.play):
        yield from _sealed(game, system, seat, Sealing(0, None, timed_out=True), dice)
    else:
        command = system.default(game.play, seat)
        play = system.decide(game.play, seat, command, dice)
        yield from _to_the_end(system, game.play, play)


def _play(
    game: Game, system: System, seat: SeatId, command: Command, dice: Dice
) -> Iterator[Outcome]:
    _running(game)
    if not command.simultaneous:
        play = system.decide(game.play, seat, command, dice)
        yield from _to_the_end(system, game.play, play)
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
        commands = {
            one: system.default(game.play, one) if held.timed_out else _known(held)
            for one, held in sorted(sealed.items())
        }
        yield from _to_the_end(system, game.play, system.resolve(game.play, commands, dice))


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


def _check_name(game: Game, name: str) -> None:
    """Refuse names that could be taken for another's, or that hide something (F30)."""
    if not 1 <= len(name) <= NAME_LENGTH or name != unicodedata.normalize("NFC", name).strip():
        raise Refused("name_not_allowed", SEATS, longest=NAME_LENGTH)
    if any(unicodedata.category(sign)[0] == "C" or sign in INVISIBLE for sign in name):
        raise Refused("name_not_allowed", SEATS, why="control or invisible characters")
    if any(unicodedata.category(sign) in {"Zl", "Zp"} for sign in name):
        raise Refused("name_not_allowed", SEATS, why="line breaks")
    scripts = {unicodedata.name(sign, "?").split()[0] for sign in name if sign.isalpha()}
    if len(scripts - TOGETHER) > 1:
        raise Refused("name_not_allowed", SEATS, why="letters of several scripts")
    same = unicodedata.normalize("NFKC", name).casefold()
    for other in game.seats.values():
        if other.taken and unicodedata.normalize("NFKC", other.name).casefold() == same:
            raise Refused("name_in_use", SEATS, name=name)


INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""Letters, marks and symbols that show nothing."""
TOGETHER = frozenset(
    {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "FULLWIDTH", "FEMININE", "MASCULINE"}
)
"""Scripts that are written together, or are forms of Latin; all others stand alone in a name."""


# --- evolve ---------------------------------------------------------------------------------


def evolve(
    game: Game, system: System, event: Event, position: int, command: Command | None
) -> Game:
    """Return the game after *event*; *command* is what a declaration says, if it may be known."""
    change = msgspec.structs.replace
    match event:
        case Created():
            return change(game, created=event)
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
            holder = {"name": event.name, "key": event.key, "anchor": event.anchor}
            return _with_seat(game, change(seat, invitation=None, declared=position, **holder))
        case AccessGranted():
            return _with_seat(game, change(game.seats[event.seat], token=event.token))
        case SeatLeft():
            seat = game.seats[event.seat]
            return _with_seat(game, change(seat, key=None, token=None, anchor=None, name=""))
        case Begun():
            return _in_play(change(game, phase="running"), system, system.initial(), position)
        case Declared():
            game = _with_seat(game, change(game.seats[event.seat], declared=position))
            sealing = Sealing(position, command)
            return _with_sealing(game, event.seat, sealing) if _seals(system, event.do) else game
        case ServerDeclared():
            seat_id = SeatId(event.with_["seat"])
            sealing = Sealing(position, None, timed_out=True)
            owes = seat_id in system.owed(game.play)
            return _with_sealing(game, seat_id, sealing) if owes else game
        case DiceRolled():
            return change(game, rolls=event.i)
        case DiceRolledHidden():
            return change(game, rolls=event.i, hidden_rolls=event.j)
        case DrawOffered():
            return _with_seat(game, change(game.seats[event.seat], offers_draw=True))
        case DrawDeclined():
            seats = {n: change(seat, offers_draw=False) for n, seat in game.seats.items()}
            return change(game, seats=seats)
        case Over():
            return change(game, phase="over", result=event.result, sealed={})
        case Opened():
            return game
        case _:
            return _in_play(game, system, system.evolve(game.play, event), position)


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


def _seals(system: System, do: str) -> bool:
    return any(kind_of(command) == do and command.simultaneous for command in system.commands)
