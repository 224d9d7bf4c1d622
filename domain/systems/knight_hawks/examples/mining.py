"""Mines: laid, crossed, gone off (R-20 to R-29a, H-01 to H-03)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.attack_events import IcmLaunched
from domain.systems.knight_hawks.commands import (
    DropMine,
    Launch,
    LayMine,
    LaySeeker,
    PlaceFleet,
    Respond,
)
from domain.systems.knight_hawks.damage_events import DamageTableRolled, HullDamaged, ShipDestroyed
from domain.systems.knight_hawks.events import PhaseBegan
from domain.systems.knight_hawks.examples.setups import (
    SEATS,
    A,
    B,
    Yard,
    example,
    fly,
    line,
    plan,
    played,
    rolled,
    with_mines,
)
from domain.systems.knight_hawks.move_events import ShipMoved
from domain.systems.knight_hawks.secret_events import (
    HexCleared,
    MinesDetonated,
    SecretsKept,
    SeekerDetonated,
)
from domain.systems.knight_hawks.space import hex_at
from domain.systems.knight_hawks.state import Phase, Seeker, State, Vessel


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of mines."""
    yard = Yard(initial)
    yield from _before(yard)
    yield from _dropped(yard)
    yield from _triggered(yard)
    yield from _attacks(yard)
    yield from _hard(yard)


def flown(ship: Vessel, count: int, turns: int = 0) -> ShipMoved:
    """Return the event of a straight move to the east."""
    path = tuple((Hex(*at), 0) for at in line(ship.at, count))
    return ShipMoved(ship=ship.id, path=path, hexes=count, turns=turns, done=True)


# --- laying ---------------------------------------------------------------------------------


def _before(yard: Yard) -> Iterator[Example]:
    layer = yard.ship("minelayer", "a", (19, 10), name="zrakt_zoz")
    other = yard.ship("minelayer", "b", (0, 19))
    upf = yard.battle(layer, phase=Phase.SETUP, turn=0, moving="", setup_done=1)
    named = {"upf": upf.sides["a"], "sathar": upf.sides["b"]}
    named = {name: replace(side, id=name) for name, side in named.items()}
    five = tuple(LayMine(ship=layer.id, at=(20 + n, 10)) for n in range(5))
    vessels = {
        one.id: replace(one, side={"a": "upf", "b": "sathar"}[one.side])
        for one in (*upf.vessels.values(), other)
    }
    given = replace(upf, sides=named, vessels=vessels, acting="upf", order=("sathar", "upf"))
    yield example(
        rules.R_20_BEFORE_THE_GAME,
        "a minelayer with 20 patterns lays 5: 15 are left for play",
        given,
        {A: PlaceFleet(vessels={}, laid=five)},
        then=(
            SecretsKept(
                seat=A,
                ship=layer.id,
                mines=tuple(Hex(15 + n, 10) for n in range(5)),
                seekers=(),
                mines_left=15,
                seekers_left=4,
            ),
        ),
    )
    for what, order in (
        ("mines", LayMine(ship=layer.id, at=(27, 19))),
        ("seeker", LaySeeker(ship=layer.id, at=(27, 19))),
    ):
        yield example(
            rules.R_20_BEFORE_THE_GAME,
            f"the planet's hex takes no {what}",
            replace(given, bodies={"planet": hex_at(27, 19)}),
            {A: PlaceFleet(vessels={}, laid=(order,))},
            refused="planet_hex",
        )
    yield example(
        rules.R_20_BEFORE_THE_GAME,
        "the attacker lays none",
        replace(given, acting="sathar", setup_done=2),
        {B: PlaceFleet(vessels={}, laid=(LayMine(ship=other.id, at=(20, 10)),))},
        refused="not_defender",
    )


def _dropped(yard: Yard) -> Iterator[Example]:
    layer = yard.ship("minelayer", "a", (0, 0), speed=2)
    frigate = yard.ship("frigate", "a", (0, 0), speed=2)
    given = yard.battle(layer, frigate)
    along = plan(layer, "FF")
    yield example(
        rules.R_21_IN_PLAY,
        "from (0, 0) to (2, 0) it may mine all three hexes, for three patterns",
        given,
        fly(along, drops=[DropMine(ship=layer.id, index=n) for n in range(3)]),
        then=(
            SecretsKept(
                seat=A,
                ship=layer.id,
                mines=(Hex(0, 0), Hex(1, 0), Hex(2, 0)),
                seekers=(),
                mines_left=17,
                seekers_left=4,
            ),
        ),
    )
    yield example(
        rules.R_21_IN_PLAY,
        "(3, 0) is not on its path",
        given,
        fly(along, drops=[DropMine(ship=layer.id, index=3)]),
        refused="hex_not_on_path",
    )
    yield example(
        rules.R_21_IN_PLAY,
        "a frigate carries no mines",
        given,
        fly(along, drops=[DropMine(ship=frigate.id, index=0)]),
        refused="not_a_minelayer",
    )
    yield example(
        rules.R_22_SECRECY,
        "the event is there whether or not anything is dropped",
        given,
        fly(along),
        then=(
            SecretsKept(seat=A, ship=layer.id, mines=(), seekers=(), mines_left=20, seekers_left=4),
        ),
    )
    twice = [DropMine(ship=layer.id, index=1)] * 2
    yield example(
        rules.R_23_ONE_PATTERN,
        "one side mines (1, 0) twice",
        given,
        fly(along, drops=twice),
        refused="hex_already_mined",
    )
    yield example(
        rules.R_23_ONE_PATTERN,
        "the other side's mines do not hinder: both lie there (G-09)",
        with_mines(given, "b", (0, 0)),
        fly(along, drops=[DropMine(ship=layer.id, index=0)]),
        then=(
            SecretsKept(
                seat=A,
                ship=layer.id,
                mines=(Hex(0, 0),),
                seekers=(),
                mines_left=19,
                seekers_left=4,
            ),
        ),
    )


# --- going off ------------------------------------------------------------------------------


def _triggered(yard: Yard) -> Iterator[Example]:
    own = yard.ship("destroyer", "a", (0, 0), speed=2)
    yield example(
        rules.R_24_TRIGGER,
        "its owner's destroyer crosses a pattern: nothing",
        with_mines(yard.battle(own), "a", (1, 0)),
        fly(plan(own, "FF")),
        then=(
            flown(own, 2),
            PhaseBegan(phase="mines", side="a"),
            PhaseBegan(phase="fires", side="a"),
        ),
    )
    there = yard.ship("assault_scout", "a", (4, 0), speed=2)
    yield example(
        rules.R_24_TRIGGER,
        "who stands in the hex and leaves it: nothing",
        with_mines(yard.battle(there), "b", (4, 0)),
        fly(plan(there, "FF")),
        then=(
            flown(there, 2),
            PhaseBegan(phase="mines", side="a"),
            PhaseBegan(phase="fires", side="a"),
        ),
    )
    first = yard.ship("frigate", "a", (0, 0), speed=2)
    second = yard.ship("destroyer", "a", (0, 3), speed=2)
    yield example(
        rules.R_25_TIME,
        "the first ship crosses, the second moves, then they go off",
        with_mines(yard.battle(first, second), "b", (1, 0)),
        fly(plan(first, "FF"), plan(second, "FF")),
        dice=(61,),
        then=(
            flown(first, 2),
            flown(second, 2),
            MinesDetonated(side="b", at=Hex(1, 0), targets=(first.id,)),
        ),
    )
    one = yard.ship("frigate", "a", (0, 0), speed=7, name="one")
    cruiser = yard.ship("light_cruiser", "a", (2, 0), speed=2)
    two = yard.ship("frigate", "a", (1, 0), speed=7, name="two")
    yield example(
        rules.R_26_ALL_ATTACKED,
        "who crosses, who ends there, who crosses two: 1, 1 and 2 attacks",
        with_mines(yard.battle(one, cruiser, two), "b", (4, 0), (8, 0)),
        fly(plan(one, "FFFFFFF"), plan(cruiser, "FF"), plan(two, "FFFFFFF")),
        dice=(96, 96, 96, 96),
        then=(
            MinesDetonated(side="b", at=Hex(4, 0), targets=(one.id, cruiser.id, two.id)),
            MinesDetonated(side="b", at=Hex(8, 0), targets=(two.id,)),
        ),
    )
    carrier = yard.ship("assault_carrier", "a", (3, 0), name="carrier")
    home = yard.ship("fighter", "a", (0, 0), speed=3)
    yield example(
        rules.R_26_ALL_ATTACKED,
        "a fighter that crosses and then docks is attacked all the same",
        with_mines(yard.battle(carrier, home), "b", (1, 0)),
        fly(plan(home, "FFF", dock=carrier.id)),
        dice=(96,),
        then=(MinesDetonated(side="b", at=Hex(1, 0), targets=(home.id,)),),
    )
    beside = yard.ship("frigate", "a", (0, 0), speed=2)
    yield example(
        rules.R_29A_OWN_HEX,
        "a ship that passes the next hex is not attacked",
        with_mines(yard.battle(beside), "b", (1, 1)),
        fly(plan(beside, "FF")),
        then=(PhaseBegan(phase="mines", side="a"), PhaseBegan(phase="fires", side="a")),
    )


def _attacks(yard: Yard) -> Iterator[Example]:
    cruiser = yard.ship("light_cruiser", "a", (2, 0), speed=2, active="SS", icm=8)
    crossed = with_mines(yard.battle(cruiser), "b", (4, 0))
    given = played(crossed, fly(plan(cruiser, "FF")))
    answer = {A: Respond(answers=(Launch(attack=1, ship=cruiser.id, number=2),))}
    yield example(
        rules.R_27_MINE_ATTACK,
        "stasis screen and two interceptors: 80 - 10 = 70; damage 31 - 20 = 11 is hull, 19",
        given,
        answer,
        dice=(70, 31, 4, 8, 2),
        then=(
            rolled("M", None, cruiser, "SS", 80, 70, 70, hit=True, icm=-10),
            DamageTableRolled(target=cruiser.id, raw=31, dtm=-20, modified=11, row="hull"),
            HullDamaged(target=cruiser.id, points=19),
        ),
    )
    frigate = yard.ship("frigate", "a", (0, 0), speed=2)
    mined = with_mines(yard.battle(frigate), "b", (1, 0))
    yield example(
        rules.R_28_DOUBLE,
        "damage 20 - 20 = 0: (3 + 5) x 2 = 16",
        mined,
        fly(plan(frigate, "FF")),
        dice=(60, 20, 1, 1, 1),
        then=(
            rolled("M", None, frigate, "RH", 60, 60, 60, hit=True),
            HullDamaged(target=frigate.id, points=16),
        ),
    )
    yield example(
        rules.R_29_CLEARED,
        "a miss clears the hex all the same",
        mined,
        fly(plan(frigate, "FF")),
        dice=(61,),
        then=(HexCleared(side="b", at=Hex(1, 0)),),
    )


# --- hard cases -----------------------------------------------------------------------------


def _hard(yard: Yard) -> Iterator[Example]:
    frigate = yard.ship("frigate", "a", (0, 0), speed=7)
    cruiser = yard.ship("light_cruiser", "a", (2, 0), speed=2, active="SS", icm=8)
    mined = with_mines(yard.battle(frigate, cruiser), "b", (4, 0))
    order = fly(plan(frigate, "FFFFFFF"), plan(cruiser, "FF"))
    yield example(
        rules.R_26_ALL_ATTACKED,
        "H-01: both have moved before the mines go off",
        mined,
        order,
        then=(
            flown(frigate, 7),
            flown(cruiser, 2),
            MinesDetonated(side="b", at=Hex(4, 0), targets=(frigate.id, cruiser.id)),
        ),
    )
    yield example(
        rules.R_26_ALL_ATTACKED,
        "H-01: 61 misses at 60; 80 - 10 = 70 hits for 19; the hex is clear",
        played(mined, order),
        {A: Respond(answers=(Launch(attack=2, ship=cruiser.id, number=2),))},
        dice=(61, 70, 31, 4, 8, 2),
        then=(
            IcmLaunched(attack=2, ship=cruiser.id, number=2),
            rolled("M", None, frigate, "RH", 60, 60, 61, hit=False),
            rolled("M", None, cruiser, "SS", 80, 70, 70, hit=True, number=2, icm=-10),
            HullDamaged(target=cruiser.id, points=19),
            HexCleared(side="b", at=Hex(4, 0)),
        ),
    )
    scout = yard.ship("assault_scout", "a", (0, 0), speed=5)
    seeker = Seeker(id="seeker_1", side="b", seat=B, at=Hex(3, 0), facing=3, moves=1)
    yield example(
        rules.R_29_CLEARED,
        "H-02: lost to a seeker on the way; the mines behind it go off against nobody (G-17)",
        with_mines(yard.battle(scout, seekers={seeker.id: seeker}), "b", (2, 0)),
        fly(plan(scout, "FFFFF")),
        dice=(10, 20, 9, 9, 9, 9, 9),
        then=(
            SeekerDetonated(seeker="seeker_1", at=Hex(3, 0), target=scout.id),
            HullDamaged(target=scout.id, points=90),
            ShipDestroyed(ship=scout.id),
            MinesDetonated(side="b", at=Hex(2, 0), targets=()),
            HexCleared(side="b", at=Hex(2, 0)),
        ),
    )
    own = yard.ship("destroyer", "a", (0, 0), speed=2)
    ally = replace(yard.ship("frigate", "a", (0, 0), speed=2, name="ally"), seat=SEATS["c"])
    state = with_mines(yard.battle(own, ally), "a", (1, 0))
    allied = state.with_side(replace(state.sides["a"], seats=(A, SEATS["c"])))
    crossed = played(allied, fly(plan(own, "FF")))
    yield example(
        rules.R_24_TRIGGER,
        "H-03: neither its owner's ships nor an ally's set a pattern off",
        crossed,
        fly(plan(ally, "FF"), seat=SEATS["c"]),
        then=(
            flown(ally, 2),
            PhaseBegan(phase="mines", side="a"),
            PhaseBegan(phase="fires", side="a"),
        ),
    )
