"""Seekers: dropped, activated, flying, exploding (R-30 to R-45, H-04, H-09 to H-12)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.hexes import Hex
from domain.names import ShipId
from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.commands import DropSeeker, Launch, Respond
from domain.systems.knight_hawks.damage_events import DamageTableRolled, HullDamaged, ShipDestroyed
from domain.systems.knight_hawks.events import PhaseBegan
from domain.systems.knight_hawks.examples.mining import flown
from domain.systems.knight_hawks.examples.setups import (
    A,
    B,
    Yard,
    example,
    fire,
    fly,
    line,
    plan,
    played,
    prepare,
    rolled,
    with_laid,
)
from domain.systems.knight_hawks.move_events import ShipMoved
from domain.systems.knight_hawks.secret_events import (
    SecretsKept,
    SeekerActivated,
    SeekerDetonated,
    SeekerExpired,
    SeekerLaid,
    SeekerMoved,
    SeekerTargetChosen,
)
from domain.systems.knight_hawks.state import Phase, Seeker, State, Vessel

NAME = "seeker_1"


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of seekers."""
    yard = Yard(initial)
    yield from _dropped(yard)
    yield from _activated(yard)
    yield from _flying(yard)
    yield from _choosing(yard)
    yield from _exploding(yard)
    yield from _struck(yard)
    yield from _hard(yard)
    yield from _crowded(yard)


def flying(at: tuple[int, int], facing: int = 0, moves: int = 0, side: str = "a") -> Seeker:
    """Return an active seeker."""
    seat = A if side == "a" else B
    return Seeker(id=NAME, side=side, seat=seat, at=Hex(*at), facing=facing, moves=moves)


def in_flight(yard: Yard, seeker: Seeker, *ships: Vessel, **changes: Any) -> State:
    """Return a battle before the movement of side a, with an active seeker."""
    return yard.battle(*ships, phase=Phase.PREPARE, seekers={seeker.id: seeker}, **changes)


def chosen(target: Vessel, far: int) -> SeekerTargetChosen:
    """Return the choice of a target without a die."""
    return SeekerTargetChosen(seeker=NAME, target=target.id, range_hexes=far)


def moved(number: int, *path: tuple[int, int], facing: int = 0) -> SeekerMoved:
    """Return one of a seeker's moves."""
    hexes = tuple(Hex(*at) for at in path)
    return SeekerMoved(
        seeker=NAME, move_number=number, allowance=2 * number, path=hexes, facing=facing
    )


def exploded(at: tuple[int, int], target: Vessel) -> SeekerDetonated:
    """Return an explosion at the only ship, or at the largest."""
    return SeekerDetonated(seeker=NAME, at=Hex(*at), target=target.id)


# --- R-30 to R-32 ---------------------------------------------------------------------------


def _dropped(yard: Yard) -> Iterator[Example]:
    cruiser = yard.ship("heavy_cruiser", "a", (0, 0), speed=2)
    given = yard.battle(cruiser)
    two = [DropSeeker(ship=cruiser.id, index=1)] * 2
    laid = tuple(SeekerLaid(id=f"{cruiser.id}_{left}", at=Hex(1, 0), facing=0) for left in (2, 1))
    yield example(
        rules.R_30_PLACEMENT,
        "two are dropped in one hex: none is left",
        given,
        fly(plan(cruiser, "FF"), drops=two),
        then=(
            SecretsKept(
                seat=A, ship=cruiser.id, mines=(), seekers=laid, mines_left=0, seekers_left=0
            ),
        ),
    )
    yield example(
        rules.R_30_PLACEMENT,
        "a third of two",
        given,
        fly(plan(cruiser, "FF"), drops=[*two, two[0]]),
        refused="out_of_ammo",
    )
    yield example(
        rules.R_30_PLACEMENT,
        "dropped with the declaration of fire, where the ship is (G-07)",
        yard.battle(cruiser, phase=Phase.OFFENSIVE),
        fire(drops=[DropSeeker(ship=cruiser.id, facing=4)]),
        then=(
            SecretsKept(
                seat=A,
                ship=cruiser.id,
                mines=(),
                seekers=(SeekerLaid(id=f"{cruiser.id}_2", at=Hex(0, 0), facing=4),),
                mines_left=0,
                seekers_left=1,
            ),
        ),
    )


def _activated(yard: Yard) -> Iterator[Example]:
    enemy = yard.ship("frigate", "a", (0, 0), speed=2)
    yield example(
        rules.R_31_INERT,
        "an enemy crosses the hex of an inactive seeker: no event at all",
        with_laid(yard.battle(enemy), "b", ("b_1", (1, 0), 0)),
        fly(plan(enemy, "FF")),
        then=(flown(enemy, 2), PhaseBegan(phase="mines", side="a")),
    )
    far = yard.ship("frigate", "b", (40, 0))
    laid = with_laid(yard.battle(far, phase=Phase.PREPARE), "a", ("a_1", (0, 0), 0))
    yield example(
        rules.R_32_ACTIVATION,
        "activated as its owner's movement begins",
        laid,
        prepare("a_1"),
        then=(
            SeekerActivated(seat=A, seeker=NAME, side="a", at=Hex(0, 0), facing=0, laid="a_1"),
            moved(1, (1, 0), (2, 0)),
        ),
    )
    yield example(
        rules.R_32_ACTIVATION,
        "not in a combat phase",
        replace(laid, phase=Phase.OFFENSIVE),
        prepare("a_1"),
        refused="wrong_phase",
    )
    yield example(
        rules.R_32_ACTIVATION,
        "the opponent names it: there is no such thing",
        replace(laid, moving="b", acting="b"),
        prepare("a_1", seat=B),
        refused="unknown_unit",
    )
    yield example(
        rules.R_32_ACTIVATION,
        "what is active already",
        in_flight(yard, flying((0, 0)), far),
        prepare(NAME),
        refused="already_active",
    )
    yield example(
        rules.R_32_ACTIVATION,
        "what is active already, by the name under which it was recorded",
        in_flight(yard, replace(flying((0, 0)), laid="a_1"), far),
        prepare("a_1"),
        refused="already_active",
    )


# --- R-33 to R-39 ---------------------------------------------------------------------------


def _flying(yard: Yard) -> Iterator[Example]:
    six = yard.ship("frigate", "b", (6, 0))
    yield example(
        rules.R_33_FIRST_MOVE,
        "the closest ship is 6 hexes away: it ends at (2, 0)",
        in_flight(yard, flying((0, 0)), six),
        prepare(),
        then=(chosen(six, 6), moved(1, (1, 0), (2, 0))),
    )
    sixty = yard.ship("frigate", "b", (60, 0))
    ends = (0, 2, 6, 12, 20, 30, 42)
    for number in range(1, 7):
        start, end = ends[number - 1], ends[number]
        yield example(
            rules.R_34_ACCELERATION,
            f"move {number}, {2 * number} hexes: from ({start}, 0) to ({end}, 0)",
            in_flight(yard, flying((start, 0), moves=number - 1), sixty),
            prepare(),
            then=(moved(number, *((n, 0) for n in range(start + 1, end + 1))),),
        )
    last = flying((30, 0), moves=5)
    path = tuple((n, 0) for n in range(31, 43))
    yield example(
        rules.R_35_LAST_MOVE,
        "it explodes at (42, 0); the ship at (60, 0) is unharmed",
        in_flight(yard, last, sixty),
        prepare(),
        then=(moved(6, *path), SeekerExpired(seeker=NAME, at=Hex(42, 0))),
    )
    beside = yard.ship("frigate", "b", (43, 0))
    yield example(
        rules.R_35_LAST_MOVE,
        "nor is one in the next hex at the end",
        in_flight(yard, last, beside),
        prepare(),
        then=(moved(6, *path), SeekerExpired(seeker=NAME, at=Hex(42, 0))),
    )
    there = yard.ship("frigate", "b", (42, 0))
    yield example(
        rules.R_35_LAST_MOVE,
        "one that the twelfth hex reaches is attacked",
        in_flight(yard, last, there),
        prepare(),
        dice=(76,),
        then=(moved(6, *path), exploded((42, 0), there)),
    )
    yield example(
        rules.R_39_FACING,
        "from facing west, three turns, then straight on",
        in_flight(yard, flying((0, 0), facing=3), six),
        prepare(),
        then=(moved(1, (1, 0), (2, 0), facing=0),),
    )
    yield example(
        rules.R_39_FACING,
        "a planet in the way is flown round, a turn a hex",
        in_flight(yard, flying((0, 0), moves=1), six, bodies={"planet": Hex(2, 0)}),
        prepare(),
        then=(moved(2, (1, 0), (1, 1), (2, 1), (3, 1), facing=0),),
    )


def _choosing(yard: Yard) -> Iterator[Example]:
    far, own = yard.ship("frigate", "b", (20, 0)), yard.ship("frigate", "a", (2, 4))
    seeker = flying((2, 0), moves=0)
    yield example(
        rules.R_36_CLOSEST,
        "the enemy is 18 hexes away, its own frigate nearer: that is its target",
        in_flight(yard, seeker, far, own),
        prepare(),
        then=(chosen(own, 4),),
    )
    a1 = yard.ship("frigate", "a", (0, 4), name="a1")
    b1 = yard.ship("frigate", "b", (4, 0), name="b1")
    for die, target in ((5, a1), (6, b1)):
        yield example(
            rules.R_37_TIE,
            f"both are 4 hexes away, the die shows {die}: {target.id}",
            in_flight(yard, flying((0, 0)), a1, b1),
            prepare(),
            dice=(die,),
            then=(
                SeekerTargetChosen(
                    seeker=NAME,
                    target=target.id,
                    range_hexes=4,
                    tied=(ShipId("a1"), ShipId("b1")),
                    die=die,
                ),
            ),
        )
    yield example(
        rules.R_38_RETARGET,
        "on its second move it turns to whom is closer now",
        in_flight(yard, flying((2, 0), moves=1), far, yard.ship("frigate", "a", (2, 7))),
        prepare(),
        then=(
            SeekerTargetChosen(seeker=NAME, target=ShipId("a_frigate"), range_hexes=7),
            moved(2, (2, 1), (2, 2), (2, 3), (2, 4), facing=1),
        ),
    )
    station = yard.ship("armed_station", "b", (1, 0), name="station")
    four = yard.ship("frigate", "b", (4, 0))
    yield example(
        rules.R_44_NO_ATTRACTION,
        "it passes through the station's hex and explodes at the ship behind",
        in_flight(yard, flying((0, 0), moves=1), station, four),
        prepare(),
        dice=(76,),
        then=(moved(2, (1, 0), (2, 0), (3, 0), (4, 0)), exploded((4, 0), four)),
    )
    yield example(
        rules.R_45_NO_SHIP,
        "only stations are left: it does not move, and its time runs out",
        in_flight(yard, flying((0, 0), moves=4), station),
        prepare(),
        then=(moved(5),),
    )


# --- R-40 to R-43 ---------------------------------------------------------------------------


def _exploding(yard: Yard) -> Iterator[Example]:
    frigate = yard.ship("frigate", "a", (0, 0), speed=5)
    hostile = flying((3, 0), moves=1, side="b")
    yield example(
        rules.R_40_CONTACT,
        "a ship flies into an active seeker in the third hex of five, and on",
        yard.battle(frigate, seekers={NAME: hostile}),
        fly(plan(frigate, "FFFFF")),
        dice=(76,),
        then=(
            ShipMoved(
                ship=frigate.id,
                path=tuple((Hex(*at), 0) for at in line((0, 0), 3)),
                hexes=5,
                turns=0,
                done=False,
            ),
            exploded((3, 0), frigate),
            ShipMoved(
                ship=frigate.id,
                path=tuple((Hex(*at), 0) for at in line((3, 0), 2)),
                hexes=5,
                turns=0,
                done=True,
            ),
        ),
    )
    station = yard.ship("fortified_station", "b", (2, 0), name="station")
    one = yard.ship("frigate", "b", (2, 0), name="one")
    two = yard.ship("frigate", "b", (2, 0), name="two")
    yield example(
        rules.R_41_LARGEST,
        "a station of 140 and two frigates of 40: the die decides between the frigates",
        in_flight(yard, flying((0, 0)), station, one, two),
        prepare(),
        dice=(1, 6, 76),
        then=(
            SeekerDetonated(
                seeker=NAME,
                at=Hex(2, 0),
                target=two.id,
                tied=(one.id, two.id),
                die=6,
            ),
        ),
    )


def _struck(yard: Yard) -> Iterator[Example]:
    target = yard.ship("destroyer", "b", (2, 0), hp_max=80, hp=80)
    given = in_flight(yard, flying((0, 0)), target)
    yield example(
        rules.R_42_SEEKER_ATTACK,
        "75 hits; damage 30 - 20 = 10 is double: 28 x 2 = 56",
        given,
        prepare(),
        dice=(75, 30, 6, 7, 1, 10, 4),
        then=(
            rolled("S", None, target, "RH", 75, 75, 75, hit=True),
            DamageTableRolled(target=target.id, raw=30, dtm=-20, modified=10, row="hull_double"),
            HullDamaged(target=target.id, points=56),
        ),
    )
    yield example(
        rules.R_42_SEEKER_ATTACK,
        "76 misses",
        given,
        prepare(),
        dice=(76,),
        then=(rolled("S", None, target, "RH", 75, 75, 76, hit=False),),
    )
    hostile = flying((1, 0), moves=1, side="b")
    scout = yard.ship("assault_scout", "b", (1, 1))
    pair = {
        NAME: hostile,
        "seeker_2": replace(hostile, id="seeker_2"),
    }
    crossing = yard.ship("frigate", "a", (0, 0), speed=2)
    yield example(
        rules.R_43_SPENT,
        "the first of two destroys the ship: the second stays, nothing is left for it",
        yard.battle(crossing, scout, seekers=pair),
        fly(plan(crossing, "FF")),
        dice=(75, 30, 6, 7, 1, 10, 4),
        then=(
            SeekerDetonated(seeker=NAME, at=Hex(1, 0), target=crossing.id),
            ShipDestroyed(ship=crossing.id),
            PhaseBegan(phase="mines", side="a"),
        ),
    )


# --- hard cases -----------------------------------------------------------------------------


def _hard(yard: Yard) -> Iterator[Example]:
    sixty = yard.ship("frigate", "b", (60, 0))
    yield example(
        rules.R_34_ACCELERATION,
        "H-04: activated facing west, three turns and two hexes; no die is rolled",
        with_laid(yard.battle(sixty, phase=Phase.PREPARE), "a", ("a_1", (0, 0), 3)),
        prepare("a_1"),
        then=(
            SeekerActivated(seat=A, seeker=NAME, side="a", at=Hex(0, 0), facing=3, laid="a_1"),
            moved(1, (1, 0), (2, 0)),
        ),
    )
    fled = yard.ship("frigate", "b", (20, 0), name="b1")
    own = yard.ship("frigate", "a", (2, 3), name="a1", icm=4)
    turned = in_flight(yard, flying((2, 0), moves=1), fled, own)
    yield example(
        rules.R_38_RETARGET,
        "H-09: its own frigate is 3 hexes away, the enemy 18: one turn, and it explodes there",
        turned,
        prepare(),
        then=(
            chosen(own, 3),
            moved(2, (2, 1), (2, 2), (2, 3), facing=1),
            exploded((2, 3), own),
        ),
    )
    yield example(
        rules.R_38_RETARGET,
        "H-09: its owner may launch interceptors at it: 75 - 16 = 59",
        played(turned, prepare()),
        {A: Respond(answers=(Launch(attack=1, ship=own.id, number=2),))},
        dice=(60,),
        then=(rolled("S", None, own, "RH", 75, 59, 60, hit=False, icm=-16),),
    )
    guest = yard.ship("frigate", "b", (0, 0))
    yield example(
        rules.R_40_CONTACT,
        "H-12: activated in the hex of a ship it explodes at once",
        with_laid(yard.battle(guest, phase=Phase.PREPARE), "a", ("a_1", (0, 0), 0)),
        prepare("a_1"),
        dice=(76,),
        then=(
            SeekerActivated(seat=A, seeker=NAME, side="a", at=Hex(0, 0), facing=0, laid="a_1"),
            exploded((0, 0), guest),
        ),
    )


def _crowded(yard: Yard) -> Iterator[Example]:
    cruiser = yard.ship("light_cruiser", "b", (1, 0), name="b_cl")
    destroyer = yard.ship("destroyer", "b", (0, 1), name="b_dd")
    frigate = yard.ship("frigate", "b", (1, 0), name="b_ff")
    tied = (cruiser.id, destroyer.id, frigate.id)
    for dice in ((9, 76), (10, 9, 76)):
        yield example(
            rules.R_37_TIE,
            f"H-10: {'a 10 is rolled again, then ' * (len(dice) > 2)}9 of three is the frigate; "
            "in its hex the cruiser is the largest",
            in_flight(yard, flying((0, 0)), cruiser, destroyer, frigate),
            prepare(),
            dice=dice,
            then=(
                SeekerTargetChosen(seeker=NAME, target=frigate.id, range_hexes=1, tied=tied, die=9),
                moved(1, (1, 0)),
                exploded((1, 0), cruiser),
            ),
        )
    station = yard.ship("armed_station", "b", (1, 0), name="station")
    docked = yard.ship("frigate", "b", (1, 0), docked_at=station.id)
    fighter = yard.ship("fighter", "b", (1, 0), docked_at=station.id)
    heavy = yard.ship("heavy_cruiser", "b", (3, 0))
    yield example(
        rules.R_44_NO_ATTRACTION,
        "H-11: a docked frigate can be attacked: it explodes in the station's hex",
        in_flight(yard, flying((0, 0), moves=1), station, docked, fighter, heavy),
        prepare(),
        dice=(76,),
        then=(moved(2, (1, 0)), exploded((1, 0), docked)),
    )
    yield example(
        rules.R_44_NO_ATTRACTION,
        "H-11: with only a fighter docked it passes, and explodes at the cruiser",
        in_flight(yard, flying((0, 0), moves=1), station, fighter, heavy),
        prepare(),
        dice=(76,),
        then=(moved(2, (1, 0), (2, 0), (3, 0)), exploded((3, 0), heavy)),
    )
