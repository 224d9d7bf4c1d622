"""Worked examples of what catches fire, and of how it burns (3.12, 3.14, 4.12)."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from domain.names import SeatId
from domain.rule_system import Example, Outcome
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import DamageRolled, Rolled3d, ShieldDamaged
from domain.systems.ranged.commands import Decide, Defend
from domain.systems.ranged.decisions import Ignition
from domain.systems.ranged.events import FighterChanged, RulingMade
from domain.systems.ranged.examples.setups import (
    REFEREE,
    TWO,
    accepted,
    armed,
    attack,
    faces,
    hex_at,
    nothing,
    sheet,
    shot,
    skirmish,
    somebody,
    three,
    with_fighter,
    wound,
)
from domain.systems.ranged.forms import Flames
from domain.systems.ranged.sheets import Body
from domain.systems.ranged.state import State
from domain.systems.ranged.tasks import Defending
from domain.systems.ranged.thing_events import FlamesEnded, FlamesStarted

BOW = "longbow"
FOR_EVER = 1_000_000
Spreads = Literal["yes", "no", "roll"]
SPARK = DamageRolled(target="hut", basic=1, type="burn")


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of fire."""
    yield from _arrows(initial)
    yield from _rulings(initial)
    yield from _burning(initial)


def thatched(initial: State, *, first: str = "a", second: int = 13, **how: Any) -> State:
    """Return an archer with a flaming arrow before a thatched hut, and somebody else."""
    bow = armed(initial, "a", BOW, flame_until=13)
    people = {
        "a": somebody(initial, "a", (0, 0), bow, numbers=sheet(skills={"Bow": 14}, st=11)),
        "b": somebody(initial, "b", (0, 8), seat=2, facing=3),
    }
    hut = somebody(
        initial, "hut", (15, 0), seat=0, body=Body(nature="homogenous", sm=3),
        numbers=sheet(hp=23, ht=12, dr={"all": 1}),
    )  # fmt: skip
    turns = sorted(people, key=lambda name: name != first)
    fighters = (*(people[name] for name in turns), hut)
    return skirmish(initial, *fighters, scenario="ford", second=second, **how)


def flames(kind: Literal["fire", "smoulder"], until: int = FOR_EVER, number: int = 0) -> Flames:
    """Return what burns in the hut, lit by the archer."""
    return Flames(
        id=f"{kind} hut", kind=kind, weapon=BOW, by="a", at=hex_at(15), until=until, thing="hut",
        number=number,
    )  # fmt: skip


def caught(roll: int, number: int) -> Rolled3d:
    """Return the event of a roll to catch fire."""
    return Rolled3d(
        seat=SeatId(0), fighter="hut", what="catching fire", roll=roll, success=roll <= number,
        target=number,
    )  # fmt: skip


def _arrows(initial: State) -> Iterator[Example]:
    shoots, hits = attack("a", BOW, "hut"), (*three(7), 5)
    yield accepted(
        rules.FA_05, "thatch is flammable: one point smoulders ten seconds, then 16 or less",
        thatched(initial), shoots, SPARK, FlamesStarted(flames=flames("smoulder", 23, 16)),
        dice=hits,
    )  # fmt: skip
    over = thatched(
        initial, first="b", second=22, flames={"smoulder hut": flames("smoulder", 23, 16)}
    )
    for roll, then in ((16, (FlamesStarted(flames=flames("fire")),)), (17, ())):
        yield accepted(
            rules.FA_05, f"ten seconds later: roll {roll} against 16", replace(over, second=23),
            nothing("b"), caught(roll, 16), FlamesEnded(id="smoulder hut"), *then,
            seat=TWO, dice=three(roll),
        )  # fmt: skip


def _rulings(initial: State) -> Iterator[Example]:
    smouldering = thatched(initial, flames={"smoulder hut": flames("smoulder", 23, 16)})
    burns = FlamesStarted(flames=flames("fire"))
    over = FlamesEnded(id="smoulder hut")
    settled: tuple[tuple[Spreads, tuple[int, ...], tuple[Outcome, ...]], ...] = (
        ("yes", (), (over, burns)),
        ("no", (), (over,)),
        ("roll", three(9), (caught(9, 9), over, burns)),
    )
    for spreads, dice, then in settled:
        rules_so = Ignition(spreads=spreads, surface="hut")
        yield accepted(
            rules.S_2_6, f"the referee of what smoulders: {spreads}", smouldering,
            Decide(reason="dry straw", decision=rules_so),
            RulingMade(decision=rules_so, reason="dry straw"), *then, seat=REFEREE, dice=dice,
        )  # fmt: skip
    struck: tuple[tuple[Spreads, tuple[int, ...], tuple[Outcome, ...]], ...] = (
        ("yes", (), (burns,)),
        ("roll", three(9), (caught(9, 9), burns)),
    )
    for spreads, dice, then in struck:
        rulings = replace(initial.rulings, ignition={"hut": Ignition(spreads=spreads)})
        yield accepted(
            rules.FA_05, f"the referee has decided of thatch: {spreads}",
            thatched(initial, rulings=rulings), attack("a", BOW, "hut"), SPARK, *then,
            dice=(*three(7), 5, *dice),
        )  # fmt: skip
    clothes = thatched(
        initial, rulings=replace(initial.rulings, ignition={"": Ignition(spreads="yes")})
    )
    clothes = with_fighter(clothes, "b", unaware=True, sheet=sheet(hp=40))
    lit = FighterChanged(fighter="b", change="on_fire", word="part", number=FOR_EVER)
    yield accepted(
        rules.S_4_12, "the referee may let clothes catch from one point", clothes,
        attack("a", BOW, "b"), lit, dice=(*three(7), 5, 5),
    )  # fmt: skip


def _burning(initial: State) -> Iterator[Example]:
    given = thatched(initial, first="b", flames={"fire hut": flames("fire")})
    yield accepted(
        rules.S_4_12, "a hut on fire: 1d-1 = 3 each second, less DR 1", given, nothing("b"),
        wound(given, "hut", "torso", 1, 2, 2, 0, large=True), seat=TWO, dice=(4,),
    )  # fmt: skip
    key = "molotov"
    shielded = skirmish(
        initial, somebody(initial, "a", (0, 0), armed(initial, "a", key, lit=True)),
        somebody(initial, "b", (4, 0), seat=2, facing=3, shield="medium",
                 numbers=sheet(hp=30, block=9)),
        task=Defending(attack=shot("a", key, "b"), target="b", hits=1),
    )  # fmt: skip
    yield accepted(
        rules.MO_07, "T30: blocked: 11 on the shield, less 7/5: 10 of 40; then 1d = 4: 3", shielded,
        Defend(defence="block"), ShieldDamaged(seat=TWO, fighter="b", ruined=False, points=10),
        FighterChanged(fighter="b", change="shield_on_fire", number=46),
        ShieldDamaged(seat=TWO, fighter="b", ruined=False, points=3),
        seat=TWO, dice=(*three(9), *three(11), *faces(10, 36), 4),
    )  # fmt: skip
