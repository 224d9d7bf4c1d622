"""Movement: speed, turns, gravity, drift, damage, edge (P-01 to P-14, P-18; H-15, H-16, H-21)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.hexes import Hex
from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.damage_events import AdfLost, ShipDestroyed
from domain.systems.knight_hawks.events import PhaseBegan
from domain.systems.knight_hawks.examples.seeking import NAME, exploded, flying
from domain.systems.knight_hawks.examples.setups import (
    Yard,
    example,
    fly,
    line,
    plan,
    prepare,
    with_mines,
    with_options,
)
from domain.systems.knight_hawks.move_events import (
    BreakUpRolled,
    GravityTurned,
    NavErrorRolled,
    ShipCrashed,
    ShipLeftMap,
    ShipMoved,
)
from domain.systems.knight_hawks.space import hex_at
from domain.systems.knight_hawks.state import Phase, State, Vessel

PLANET = {"planet": Hex(0, 0)}


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of movement."""
    yard = Yard(initial)
    yield from _speed(yard)
    yield from _turning(yard)
    yield from _gravity(yard)
    yield from _drifting(yard)
    yield from _navigation(yard)
    yield from _strain(yard)
    yield from _edge(yard)


def ended(ship: Vessel, *path: tuple[int, int, int], hexes: int, turns: int = 0) -> ShipMoved:
    """Return a whole move: hexes with the facing on leaving each."""
    ways = tuple((Hex(q, r), facing) for q, r, facing in path)
    return ShipMoved(ship=ship.id, path=ways, hexes=hexes, turns=turns, done=True)


def straight(ship: Vessel, count: int) -> ShipMoved:
    """Return a whole move due east."""
    return ended(ship, *((q, r, 0) for q, r in line(ship.at, count)), hexes=count)


# --- P-01 to P-05 ---------------------------------------------------------------------------


def _speed(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("frigate", "a", (0, 0), speed=5, adf=2)
    given = yard.battle(ship)
    for count in (3, 7):
        yield example(
            rules.P_01_SPEED,
            f"speed 5, ADF 2: {count} hexes",
            given,
            fly(plan(ship, "F" * count)),
            then=(straight(ship, count),),
        )
    for count in (2, 8):
        yield example(
            rules.P_01_SPEED,
            f"speed 5, ADF 2: not {count} hexes",
            given,
            fly(plan(ship, "F" * count)),
            refused="speed_limit",
        )
    slow = yard.ship("frigate", "a", (0, 0), speed=3, adf=2)
    yield example(
        rules.P_02_STOPPING,
        "speed 3, ADF 2: it cannot stop",
        yard.battle(slow),
        fly(plan(slow, "")),
        refused="speed_limit",
    )
    one, two = (yard.ship("frigate", "a", (0, 0), speed=2, name=name) for name in ("one", "two"))
    yield example(
        rules.P_05_STACKING,
        "two ships end in one hex",
        yard.battle(one, two),
        fly(plan(one, "FF"), plan(two, "FF")),
        then=(straight(one, 2), straight(two, 2)),
    )


def _turning(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("frigate", "a", (0, 0), speed=7)
    given = yard.battle(ship)
    yield example(
        rules.P_03_TURNING,
        "speed 7, MR 3: F F F L F F L F L F",
        given,
        fly(plan(ship, "FFFLFFLFLF")),
        then=(
            ended(
                ship,
                *((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 5), (4, -1, 5), (5, -2, 4)),
                *((5, -3, 3), (4, -3, 3)),
                hexes=7,
                turns=3,
            ),
        ),
    )
    for letters, why in (
        ("LFFFFFFF", "before the first hex"),
        ("FLLFFFFFF", "two in one hex"),
        ("FLFLFLFLFFF", "four with MR 3"),
    ):
        yield example(
            rules.P_03_TURNING,
            f"{letters}: {why}",
            given,
            fly(plan(ship, letters)),
            refused="turn_limit",
        )
    stopped = yard.ship("heavy_cruiser", "a", (0, 0))
    yield example(
        rules.P_04_ROTATION,
        "a heavy cruiser at rest turns about",
        yard.battle(stopped),
        fly(plan(stopped, "", rotate_to=3)),
        then=(ended(stopped, (0, 0, 3), hexes=0),),
    )
    lame = replace(stopped, mr=0)
    yield example(
        rules.P_04_ROTATION,
        "not without MR",
        yard.battle(lame),
        fly(plan(lame, "", rotate_to=3)),
        refused="no_rotation",
    )


# --- P-06 to P-08 ---------------------------------------------------------------------------


def _gravity(yard: Yard) -> Iterator[Example]:
    head_on = yard.ship("frigate", "a", (-4, 0), speed=4)
    around: dict[str, Any] = {"bodies": PLANET}
    mapped = yard.ship("frigate", "a", (6, 10), speed=4)
    basic = with_options(yard.battle(mapped, bodies={"planet": Hex(10, 10)}), rules_level="basic")
    yield example(
        rules.P_06_PLANET,
        "basic: a plan into the planet",
        basic,
        fly(plan(mapped, "FFFF")),
        refused="planet_ahead",
    )
    beside = yard.ship("frigate", "a", (-1, 0), speed=1)
    yield example(
        rules.P_06_PLANET,
        "advanced: from the next hex into it, the ship crashes",
        yard.battle(beside, **around),
        fly(plan(beside, "F")),
        then=(ShipCrashed(ship=beside.id, at=Hex(0, 0)),),
    )
    for title, start, count in (
        ("four hexes", head_on, 4),
        ("H-21: three hexes", replace(head_on, speed=3), 3),
    ):
        yield example(
            rules.P_07_HEAD_ON_GRAVITY,
            f"{title} towards the planet: it crashes on entering (-1, 0)",
            yard.battle(start, **around),
            fly(plan(start, "F" * count)),
            then=(ShipCrashed(ship=start.id, at=Hex(-1, 0)),),
        )
    two = replace(head_on, speed=2)
    yield example(
        rules.P_07_HEAD_ON_GRAVITY,
        "H-21: two hexes end at (-2, 0), alive",
        yard.battle(two, **around),
        fly(plan(two, "FF")),
        then=(straight(two, 2),),
    )
    passing = yard.ship("frigate", "a", (-2, -1), speed=5)
    yield example(
        rules.P_08_GRAVITY,
        "H-21: FFFFF past the planet is turned right once: (1, 1), facing southeast",
        yard.battle(passing, **around),
        fly(plan(passing, "FFFFF")),
        then=(
            ended(
                passing,
                *((-2, -1, 0), (-1, -1, 0), (0, -1, 0), (1, -1, 1), (1, 0, 1), (1, 1, 1)),
                hexes=5,
            ),
            GravityTurned(ship=passing.id, at=Hex(1, -1), turn=1),
        ),
    )
    yield example(
        rules.P_08_GRAVITY,
        "H-21: FFFLFF cancels it with one MR: (3, -1), facing east",
        yard.battle(passing, **around),
        fly(plan(passing, "FFFLFF")),
        then=(
            ended(
                passing,
                *((-2, -1, 0), (-1, -1, 0), (0, -1, 0), (1, -1, 0), (2, -1, 0), (3, -1, 0)),
                hexes=5,
                turns=1,
            ),
        ),
    )


# --- P-11 to P-14 ---------------------------------------------------------------------------


def _drifting(yard: Yard) -> Iterator[Example]:
    wreck = yard.ship("frigate", "a", (0, 0), speed=3, adf=0, mr=0)
    yield example(
        rules.P_11_DRIFT,
        "without any order it drifts on",
        yard.battle(wreck),
        fly(),
        then=(straight(wreck, 3),),
    )
    for letters, code in (("FF", "speed_limit"), ("FFFF", "speed_limit"), ("FFLF", "turn_limit")):
        yield example(
            rules.P_11_DRIFT,
            f"{letters} at speed 3",
            yard.battle(wreck),
            fly(plan(wreck, letters)),
            refused=code,
        )
    steers = replace(wreck, mr=2)
    yield example(
        rules.P_12_HALF_DRIFT,
        "ADF 0: the same speed, but it turns",
        yard.battle(steers),
        fly(plan(steers, "FRFF")),
        then=(ended(steers, (0, 0, 0), (1, 0, 1), (1, 1, 1), (1, 2, 1), hexes=3, turns=1),),
    )
    brakes = replace(wreck, adf=2)
    yield example(
        rules.P_12_HALF_DRIFT,
        "MR 0: slower, but straight on",
        yard.battle(brakes),
        fly(plan(brakes, "FR")),
        refused="turn_limit",
    )


def _navigation(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("light_cruiser", "a", (0, 0), speed=5, damaged=frozenset({"NAV"}))
    given = yard.battle(ship, phase=Phase.PREPARE)
    yield example(
        rules.P_13_NAVIGATION,
        "the die shows 4: it must turn left",
        given,
        prepare(),
        dice=(4,),
        then=(NavErrorRolled(ship=ship.id, die=4, turn=-1),),
    )
    left = replace(ship, nav_turn=-1)
    yield example(
        rules.P_13_NAVIGATION,
        "MR 2: FLFLFFF is accepted",
        yard.battle(left),
        fly(plan(left, "FLFLFFF")),
        then=(
            ended(
                left,
                *((0, 0, 0), (1, 0, 5), (2, -1, 4), (2, -2, 4), (2, -3, 4), (2, -4, 4)),
                hexes=5,
                turns=2,
            ),
        ),
    )
    for letters in ("FFFFF", "FRFRFFF", "FLFFFF"):
        yield example(
            rules.P_13_NAVIGATION,
            f"{letters} is not",
            yard.battle(left),
            fly(plan(left, letters)),
            refused="must_turn",
        )


def _strain(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("destroyer", "a", (0, 0), speed=4, hp=18)
    given = with_mines(yard.battle(ship), "b", (1, 0))
    order = fly(plan(ship, "FFFFFFLF"))
    yield example(
        rules.P_14_BREAK_UP,
        "H-15: damage 32 of 50, ADF 3 and a turn: 7 x 4 = 28; 28 breaks it up where it is",
        given,
        order,
        dice=(28,),
        then=(
            BreakUpRolled(ship=ship.id, chance=28, roll=28, broke=True),
            ShipDestroyed(ship=ship.id),
            PhaseBegan(phase="mines", side="a"),
            PhaseBegan(phase="fires", side="a"),
        ),
    )
    yield example(
        rules.P_14_BREAK_UP,
        "H-15: 29 does not, and it moves",
        yard.battle(ship),
        order,
        dice=(29,),
        then=(
            BreakUpRolled(ship=ship.id, chance=28, roll=29, broke=False),
            ended(
                ship,
                *((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0)),
                *((6, 0, 5), (7, -1, 5)),
                hexes=7,
                turns=1,
            ),
        ),
    )
    yield example(
        rules.P_14_BREAK_UP,
        "H-15: straight on at the same speed there is no roll",
        yard.battle(ship),
        fly(plan(ship, "FFFF")),
        then=(straight(ship, 4),),
    )
    frigate = yard.ship("frigate", "a", (0, 0), speed=5)
    hostile = flying((3, 0), moves=1, side="b")
    yield example(
        rules.S_2_3_TIMING,
        "H-16: hit on the way, ADF 4 - 2; the plan is flown to its end with its turn",
        yard.battle(frigate, seekers={NAME: hostile}),
        fly(plan(frigate, "FFFRFF")),
        dice=(75, 72),
        then=(
            exploded((3, 0), frigate),
            AdfLost(target=frigate.id, points=2),
            ShipMoved(
                ship=frigate.id,
                path=((Hex(3, 0), 1), (Hex(3, 1), 1), (Hex(3, 2), 1)),
                hexes=5,
                turns=1,
                done=True,
            ),
        ),
    )


# --- P-18 -----------------------------------------------------------------------------------


def _edge(yard: Yard) -> Iterator[Example]:
    at = hex_at(53, 10)
    ship = yard.ship("frigate", "a", at, speed=3)
    given = yard.battle(ship)
    yield example(
        rules.P_18_MAP_EDGE,
        "advanced: space goes on behind the edge",
        given,
        fly(plan(ship, "FFF")),
        then=(straight(ship, 3),),
    )
    lost = with_options(given, map_exit="lost")
    yield example(
        rules.P_18_MAP_EDGE,
        "if the table chose so, who leaves the map is out of the battle",
        lost,
        fly(plan(ship, "FFF")),
        then=(ShipLeftMap(ship=ship.id, fate="lost"),),
    )
    yield example(
        rules.P_18_MAP_EDGE,
        "and cannot turn behind the edge",
        lost,
        fly(plan(ship, "FFRF")),
        refused="left_map",
    )
