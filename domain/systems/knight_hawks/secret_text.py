"""What is said of mines and seekers: of the hidden ones to their owner alone."""

from collections.abc import Iterator

from msgspec import UnsetType

from domain.scene import Sentence
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.secret_events import (
    HexCleared,
    MinesDetonated,
    SecretsKept,
    SeekerActivated,
    SeekerDetonated,
    SeekerExpired,
    SeekerFound,
    SeekerMoved,
    SeekerTargetChosen,
)
from domain.systems.knight_hawks.state import State
from domain.systems.knight_hawks.words import (
    counted,
    hex_title,
    listed,
    say,
    seeker_title,
    ship_title,
    side_title,
)

Flights = SeekerTargetChosen | SeekerMoved | SeekerDetonated | SeekerExpired


def hidden(
    state: State,
    event: SecretsKept | SeekerActivated | SeekerFound | MinesDetonated | HexCleared | Flights,
) -> Iterator[Sentence]:
    """Say what happens with mines and seekers, as far as it may be known."""
    match event:
        case SecretsKept():
            yield from _kept(state, event)
        case SeekerActivated(seeker=seeker, at=at, side=side):
            yield say(
                "{side} activates {seeker} in hex {at}.",
                rules.R_32_ACTIVATION,
                side=side_title(state, side),
                seeker=seeker_title(seeker),
                at=hex_title(at),
            )
        case SeekerFound(at=at, number=number):
            yield say(
                "Found in hex {at}: {seekers}.",
                rules.R_31_INERT,
                at=hex_title(at),
                seekers=counted(number, "inactive seeker"),
            )
        case MinesDetonated(side=side, at=at, targets=targets):
            yield say(
                "The mines of {side} in hex {at} go off, against {targets}.",
                rules.R_25_TIME,
                side=side_title(state, side),
                at=hex_title(at),
                targets=listed([ship_title(state, ship) for ship in targets], "nobody left"),
            )
        case HexCleared(at=at):
            yield say("Hex {at} is clear of these mines.", rules.R_29_CLEARED, at=hex_title(at))
        case _:
            yield _flight(state, event)


def _kept(state: State, event: SecretsKept) -> Iterator[Sentence]:
    """Say to its owner what a ship laid; to all others there is nothing to say."""
    mines, seekers = event.mines, event.seekers
    if isinstance(mines, UnsetType) or isinstance(seekers, UnsetType):
        return
    title = ship_title(state, event.ship)
    for at in mines:
        yield say("{ship} mines hex {at}.", rules.R_22_SECRECY, ship=title, at=hex_title(at))
    for laid in seekers:
        yield say(
            "{ship} lays a seeker in hex {at}.",
            rules.R_30_PLACEMENT,
            ship=title,
            at=hex_title(laid.at),
        )


def _flight(state: State, event: Flights) -> Sentence:
    seeker = seeker_title(event.seeker)
    match event:
        case SeekerTargetChosen(target=target, range_hexes=far, die=die):
            template = "{seeker} aims at {target}, {hexes} away."
            if die is not None:
                template = "{seeker} aims at {target}, {hexes} away: the die shows {die}."
            return say(
                template,
                rules.R_36_CLOSEST if die is None else rules.R_37_TIE,
                seeker=seeker,
                target=ship_title(state, target),
                hexes=counted(far, "hex", "hexes"),
                die=die or 0,
            )
        case SeekerMoved(path=path, allowance=most):
            return say(
                "{seeker} flies {hexes} of {most}.",
                rules.R_34_ACCELERATION,
                seeker=seeker,
                hexes=counted(len(path), "hex", "hexes"),
                most=most,
            )
        case SeekerDetonated(at=at, target=target):
            return say(
                "{seeker} explodes in hex {at} at {target}.",
                rules.R_40_CONTACT,
                seeker=seeker,
                at=hex_title(at),
                target=ship_title(state, target),
            )
        case SeekerExpired(at=at):
            return say(
                "{seeker} explodes in hex {at}, where no ship is.",
                rules.R_35_LAST_MOVE,
                seeker=seeker,
                at=hex_title(at),
            )
