"""What is said of movement, orbits and docks."""

from collections.abc import Iterator

from domain.scene import Sentence
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.move_events import (
    AmmoReloaded,
    BreakUpRolled,
    GravityTurned,
    MovesOrdered,
    NavErrorRolled,
    OrbitEntered,
    OrbitLeft,
    OrbitStepped,
    ShipCrashed,
    ShipDocked,
    ShipLeftMap,
    ShipMoved,
    ShipUndocked,
)
from domain.systems.knight_hawks.state import State
from domain.systems.knight_hawks.words import FACINGS, counted, hex_title, say, ship_title

Docking = OrbitEntered | OrbitStepped | OrbitLeft | ShipDocked | ShipUndocked | AmmoReloaded
Flying = ShipMoved | NavErrorRolled | BreakUpRolled | GravityTurned | ShipCrashed | ShipLeftMap


def moved(state: State, event: MovesOrdered | Flying | Docking) -> Iterator[Sentence]:
    """Say a move, or what came of it."""
    if isinstance(event, MovesOrdered):
        return
    title = ship_title(state, event.ship)
    match event:
        case ShipMoved():
            yield _flew(title, event)
        case NavErrorRolled(die=die, turn=turn):
            yield say(
                "{ship}, navigation damaged, rolls {die}: it must turn {way}.",
                rules.P_13_NAVIGATION,
                ship=title,
                die=die,
                way="left" if turn < 0 else "right",
            )
        case BreakUpRolled(chance=chance, roll=roll, broke=broke):
            template = "{ship} strains its hull: {chance}%, roll {roll}: it holds."
            if broke:
                template = "{ship} strains its hull: {chance}%, roll {roll}: it breaks up."
            yield say(template, rules.P_14_BREAK_UP, ship=title, chance=chance, roll=roll)
        case GravityTurned(at=at, turn=turn):
            yield say(
                "Gravity turns {ship} to the {way} in hex {at}.",
                rules.P_08_GRAVITY,
                ship=title,
                way="left" if turn < 0 else "right",
                at=hex_title(at),
            )
        case ShipCrashed(at=at):
            yield say(
                "{ship} is caught by the planet in hex {at}.",
                rules.P_07_HEAD_ON_GRAVITY,
                ship=title,
                at=hex_title(at),
            )
        case ShipLeftMap(fate=fate):
            template = "{ship} leaves the map: it is safe."
            if fate == "lost":
                template = "{ship} leaves the map and is out of the battle."
            yield say(template, rules.P_18_MAP_EDGE, ship=title)
        case _:
            yield _docking(state, title, event)


def _flew(title: str, event: ShipMoved) -> Sentence:
    at, facing = event.path[-1]
    count = len(event.path) - 1
    if count == 0:
        return say(
            "{ship} does not move; it faces {facing}.",
            rules.P_01_SPEED,
            ship=title,
            facing=FACINGS[facing],
        )
    return say(
        "{ship} flies {hexes} to hex {at}, facing {facing}.",
        rules.P_01_SPEED,
        ship=title,
        hexes=counted(count, "hex", "hexes"),
        at=hex_title(at),
        facing=FACINGS[facing],
    )


def _docking(state: State, title: str, event: Docking) -> Sentence:
    match event:
        case OrbitEntered(at=at):
            return say(
                "{ship} goes into orbit, to hex {at}.", rules.P_09_ORBIT, ship=title,
                at=hex_title(at),
            )  # fmt: skip
        case OrbitStepped(at=at):
            return say("{ship} orbits to hex {at}.", rules.P_09_ORBIT, ship=title, at=hex_title(at))
        case OrbitLeft():
            return say("{ship} leaves orbit.", rules.P_10_LEAVING_ORBIT, ship=title)
        case ShipDocked(host=host):
            return say(
                "{ship} docks at {host}.", rules.P_15_DOCKING, ship=title,
                host=ship_title(state, host),
            )  # fmt: skip
        case ShipUndocked(host=host):
            return say(
                "{ship} leaves {host}.", rules.P_19_LAUNCH, ship=title, host=ship_title(state, host)
            )
        case AmmoReloaded():
            return say("{ship} has its rockets filled up.", rules.P_20_REARM, ship=title)
