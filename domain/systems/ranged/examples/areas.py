"""Areas, cones, dissipation, ground targets, scatter, explosions (3.22 to 3.26)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import WeaponMalfunctioned
from domain.systems.ranged.commands import Decide, Defend, DiveForCover
from domain.systems.ranged.decisions import LargeTarget
from domain.systems.ranged.events import FighterChanged, Moved, RulingMade
from domain.systems.ranged.examples.setups import (
    REFEREE,
    TWO,
    accepted,
    attack,
    check,
    faces,
    hex_at,
    mods,
    refused,
    rolled,
    sheet,
    shot,
    skirmish,
    somebody,
    three,
    with_fighter,
    with_item,
    wound,
)
from domain.systems.ranged.sheets import Body
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import Burst, Cone, Defending, Diving, Engulfed
from domain.systems.ranged.thing_events import AreaStruck, Exploded, Scattered, WeaponLanded
from domain.systems.ranged.weapons import read

GRENADE, LAUNCHER, SONIC, BREATH = (
    "frag_grenade",
    "grenade_launcher_40",
    "sonic_projector",
    "dragon_breath",
)


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of what spreads."""
    yield from _bursts(initial)
    yield from _blast(initial)
    yield from _cones(initial)
    yield from _dissipation(initial)
    yield from _ground(initial)
    yield from _scatter(initial)


def victim(initial: State, name: str, q: int, r: int = 0, **how: Any) -> Fighter:
    """Return somebody who suffers, and cannot dive unless it is said."""
    plain: dict[str, Any] = {"unaware": True, "numbers": sheet(hp=100, flammable_clothes=False)}
    return somebody(initial, name, (q, r), seat=2, **(plain | how))


def burst(initial: State, *fighters: Fighter, key: str = GRENADE, at: int = 0, **how: Any) -> State:
    """Return a state in which something bursts once the last chance to dive is over."""
    task = Burst(weapon=key, by="a", at=hex_at(at), warned=(), **how)
    wait = Diving(fighter=fighters[0].id, apex=hex_at(at), point=hex_at(at))
    thrower = somebody(initial, "a", (90, 0), key)
    given = skirmish(initial, *fighters, thrower)
    return replace(given, agenda=(wait, task, *given.agenda[1:]))


STAY = DiveForCover()


def _bursts(initial: State) -> Iterator[Example]:
    armoured = sheet(hp=100, dr={"torso": 8})
    near, far = victim(initial, "near", 0, numbers=armoured), victim(initial, "far", 2)
    gas = Engulfed(weapon=LAUNCHER, by="a", fighter="near", basic=21, kind="blast")
    given = skirmish(initial, near, far, somebody(initial, "a", (90, 0), LAUNCHER))
    strikes = replace(
        given, agenda=(_waits("far"), gas, replace(gas, fighter="far"), *given.agenda[1:])
    )
    yield accepted(
        rules.AR_01, "torso DR 8, least exposed 0: DR 4", strikes, STAY,
        wound(strikes, "near", "torso", 4, 17, 17, 1, large=True), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.AR_03, "the same dice at 0 and at 2 yards", strikes, STAY,
        AreaStruck(fighter="near", kind="blast", basic=21, divisor=1),
        AreaStruck(fighter="far", kind="blast", basic=21, divisor=1), seat=TWO,
    )  # fmt: skip
    part = LargeTarget(victim="near", location="right_leg")
    yield accepted(
        rules.AR_01, "the referee: only a leg of the giant is within", strikes,
        Decide(reason="a giant", decision=part), RulingMade(decision=part, reason="a giant"),
        seat=REFEREE,
    )  # fmt: skip
    giant = replace(strikes, rulings=replace(strikes.rulings, large={"near": "right_leg"}))
    yield accepted(
        rules.AR_01, "and the DR of the leg counts", giant, STAY,
        wound(strikes, "near", "right_leg", 0, 21, 21, 2, large=True), seat=TWO, dice=(),
    )  # fmt: skip
    cloud = burst(
        initial, victim(initial, "b", 0), victim(initial, "c", 1), victim(initial, "d", 2),
        key="gas_grenade",
    )  # fmt: skip
    yield accepted(
        rules.AR_02, "a cloud of radius 2 hangs over seven hexes", cloud, STAY,
        Exploded(weapon="gas_grenade", at=hex_at(0)),
        AreaStruck(fighter="b", kind="cloud", basic=0, divisor=1),
        AreaStruck(fighter="c", kind="cloud", basic=0, divisor=1), seat=TWO,
        dice=(*three(3), *three(3)),
    )  # fmt: skip
    yield accepted(
        rules.S_4_22,
        "who fails HT coughs while in it and 5 seconds after",
        _agenda(
            given, Engulfed(weapon="gas_grenade", by="a", fighter="far", basic=0, kind="cloud")
        ),
        STAY,
        check(given, "far", "HT, to resist", 9, 8),
        FighterChanged(fighter="far", change="afflicted", word="coughing", number=15),
        seat=TWO,
        dice=three(9),
    )
    dives = skirmish(
        initial, victim(initial, "b", 3, unaware=False), somebody(initial, "a", (90, 0), GRENADE)
    )
    going = replace(
        dives, agenda=(Diving(fighter="b", apex=hex_at(0), point=hex_at(0)), *dives.agenda[1:])
    )
    yield refused(
        rules.AR_05, "no dodge against an area", going, Defend(defence="dodge"), "not_your_turn",
        seat=TWO,
    )  # fmt: skip
    for roll, good in ((11, True), (12, False)):
        yield accepted(
            rules.AR_05, f"a dive at Dodge 8 + 3, roll {roll}", going,
            DiveForCover(to=hex_at(4)), check(going, "b", "dive for cover", roll, 11),
            *((Moved(fighter="b", at=hex_at(4), facing=0, elevation=0, yards=0),) if good else ()),
            seat=TWO, dice=three(roll),
        )  # fmt: skip
    yield refused(
        rules.AR_05, "a step, no farther", going, DiveForCover(to=hex_at(5)), "too_far", seat=TWO
    )


def _waits(name: str) -> Diving:
    return Diving(fighter=name, apex=hex_at(0), point=hex_at(0))


def _agenda(given: State, *tasks: Any) -> State:
    first = next(iter(given.fighters))
    second = tasks[0].fighter if hasattr(tasks[0], "fighter") else first
    return replace(given, agenda=(_waits(second), *tasks, *given.agenda[1:]))


def _blast(initial: State) -> Iterator[Example]:
    people = (
        victim(initial, "A", 0), victim(initial, "B", 4, posture="prone"), victim(initial, "C", 12),
        victim(initial, "D", 0, 3, posture="prone"),
    )  # fmt: skip
    given = burst(initial, *people)
    misses = three(18)
    rolls = {"A": misses, "D": three(9), "B": misses, "C": misses}
    dice = (
        *faces(8, 28), *rolls["A"], *rolls["D"], *three(10), *faces(3, 9), *rolls["B"], *rolls["C"]
    )  # fmt: skip
    yield accepted(
        rules.S_4_15,
        "T41: 28 in the hex, 3 at 3 yards, 2 at 4; fragments at 10 and 9",
        given,
        STAY,
        wound(given, "A", "torso", 0, 28, 28, 2, large=True),
        wound(given, "D", "torso", 0, 3, 3, 0, large=True),
        check(given, "D", "fragments", 9, 10),
        wound(given, "B", "torso", 0, 2, 2, 0, large=True),
        check(given, "B", "fragments", 18, 9),
        check(given, "C", "fragments", 18, 10),
        seat=TWO,
        dice=dice,
    )


# --- cones ----------------------------------------------------------------------------------


def coned(
    initial: State, key: str, *fighters: Fighter, at: int = 60, scenario: str = "range"
) -> State:
    """Return a cone about to spread along the first axis."""
    wielder = somebody(initial, "a", (0, 0), key)
    given = skirmish(initial, wielder, *fighters, scenario=scenario)
    cone = Cone(weapon=key, by="a", at=hex_at(at), warned=())
    return replace(given, agenda=(_waits(fighters[0].id), cone, *given.agenda[1:]))


def _cones(initial: State) -> Iterator[Example]:
    skill = sheet(skills={"Liquid Projector": 14}, st=12)
    given = skirmish(
        initial, somebody(initial, "a", (0, 0), "flamethrower", numbers=skill),
        victim(initial, "b", 20), victim(initial, "c", 40),
    )  # fmt: skip
    fire = attack("a", "flamethrower", "b")
    listed = mods(("range 20 yd", -6, "S-4.1"))
    hit = rolled(given, shot("a", "flamethrower", "b"), 8, 14, listed)
    for rule, title, then in (
        (rules.CO_01, "a cone needs a roll to hit", (hit,)),
        (
            rules.CO_02,
            "a hit: the axis runs through the target",
            (hit, AreaStruck(fighter="b", kind="cone", basic=9, divisor=1)),
        ),
        (
            rules.CO_03,
            "who stands behind is burnt as well, behind his own screen",
            (AreaStruck(fighter="c", kind="cone", basic=9, divisor=1),),
        ),
    ):
        yield accepted(rule, title, given, fire, *then, dice=(*three(8), 3, 3, 3))
    yield accepted(
        rules.CO_01, "and may catch the target on a miss", given, fire,
        Scattered(aimed_at=hex_at(20), yards=1, direction=0, at=hex_at(21)),
        AreaStruck(fighter="b", kind="cone", basic=9, divisor=1), dice=(*three(9), 1, 3, 3, 3),
    )  # fmt: skip
    people = (
        victim(initial, "A", 60, 1), victim(initial, "B", 59, 2), victim(initial, "C", 10, 1),
    )  # fmt: skip
    sonic = coned(initial, SONIC, *people)
    inside = AreaStruck(fighter="A", kind="cone", basic=0, divisor=3)
    for rule, title in (
        (rules.CO_04, "T38: 100 yards, 5 wide: 3 yards wide at 60, so A is in it"),
        (rules.DI_04, "T38: HT-3, and +3 for the width: HT+0"),
    ):
        yield accepted(
            rule, title, sonic, STAY, inside, check(sonic, "A", "HT, to resist", 10, 10), seat=TWO,
            dice=three(10),
        )  # fmt: skip
    stunned = FighterChanged(fighter="A", change="stunned")
    yield accepted(
        rules.S_4_11, "who fails is stunned", sonic, STAY, stunned, seat=TWO,
        dice=(*three(11), *three(10)),
    )  # fmt: skip
    breath = coned(initial, BREATH, victim(initial, "A", 7, -3), victim(initial, "B", 7, 4), at=7)
    yield accepted(
        rules.CO_05, "no width given: seven yards wide at seven", breath, STAY,
        AreaStruck(fighter="A", kind="cone", basic=21, divisor=5.5), seat=TWO, dice=faces(6, 21),
    )  # fmt: skip
    yield accepted(
        rules.DI_02, "21 divided by a width of 5.5 yards: 3", breath, STAY,
        wound(breath, "A", "torso", 0, 3, 3, 0, large=True), seat=TWO, dice=faces(6, 21),
    )  # fmt: skip
    friend = victim(initial, "friend", 3)
    screened = coned(initial, "flamethrower", friend, victim(initial, "b", 6), at=6)
    screened = with_fighter(screened, "friend", sheet=sheet(hp=10, flammable_clothes=False))
    yield accepted(
        rules.CO_06, "a friend of DR 0 and 10 HP in front: 12 against 10: 2", screened, STAY,
        wound(screened, "b", "torso", 10, 2, 2, 0, large=True), seat=TWO,
        dice=(4, 4, 4, *three(3), *three(3)),
    )  # fmt: skip
    dives = coned(initial, BREATH, victim(initial, "b", 1, unaware=False), at=7)
    yield accepted(
        rules.CO_07, "T39: a dive leaves the cone first", dives, DiveForCover(to=hex_at(0, 1)),
        Moved(fighter="b", at=hex_at(0, 1), facing=0, elevation=0, yards=0), seat=TWO,
        dice=(*three(9), *faces(6, 21)),
    )  # fmt: skip


def _dissipation(initial: State) -> Iterator[Example]:
    people = tuple(victim(initial, f"at {q}", q) for q in (1, 3, 7))
    alone = [coned(initial, BREATH, one, at=7) for one in people]
    for given, basic, name in zip(alone, (21, 7, 3), ("at 1", "at 3", "at 7"), strict=True):
        yard = given.fighters[name].at.q
        yield accepted(
            rules.DI_02, f"T39: 6d = 21 at {yard} yards: divided by {yard}: {basic}", given, STAY,
            wound(given, name, "torso", 0, basic, basic, basic // 10, large=True), seat=TWO,
            dice=faces(6, 21),
        )  # fmt: skip
    yield from _thin_areas(initial)
    plain = coned(initial, "flamethrower", victim(initial, "b", 30), at=30)
    yield accepted(
        rules.DI_01, "a flamethrower does not dissipate", plain, STAY,
        AreaStruck(fighter="b", kind="cone", basic=9, divisor=1), seat=TWO, dice=(3, 3, 3),
    )  # fmt: skip
    for yards, basic in ((2, 10), (1, 21), (0, 21)):
        one = victim(initial, "b", yards)
        given = skirmish(initial, one, somebody(initial, "a", (90, 0), LAUNCHER))
        task = Engulfed(
            weapon=LAUNCHER, by="a", fighter="b", basic=21, divisor=max(1, yards), kind="blast"
        )
        yield accepted(
            rules.DI_03, f"an area, {yards} yards from its centre: {basic}", _agenda(given, task),
            STAY, wound(given, "b", "torso", 0, basic, basic, basic // 10, large=True), seat=TWO,
        )  # fmt: skip
    sonic = coned(initial, SONIC, victim(initial, "b", 20))
    yield accepted(
        rules.DI_04, "a yard wide: HT-3+1", sonic, STAY, check(sonic, "b", "HT, to resist", 8, 8),
        seat=TWO, dice=three(8),
    )  # fmt: skip
    burnt = coned(initial, BREATH, victim(initial, "b", 1, numbers=sheet(hp=100)), at=7)
    for q, word in ((1, "all"), (7, "part")):
        cloth = with_fighter(burnt, "b", at=hex_at(q))
        alight = FighterChanged(fighter="b", change="on_fire", word=word, number=1_000_000)
        yield accepted(
            rules.S_4_12,
            f"T39: clothes at {q} yards: {word} alight",
            cloth,
            STAY,
            alight,
            seat=TWO,
            dice=(*faces(6, 21), 4),
        )


# --- ground and scatter ---------------------------------------------------------------------


def live(initial: State, *others: Fighter, skill: int = 13, st: int = 12) -> State:
    """Return a man with a live grenade."""
    numbers = sheet(skills={"Throwing": skill}, st=st)
    foes = others or (victim(initial, "b", 60),)
    given = skirmish(initial, somebody(initial, "a", (0, 0), GRENADE, numbers=numbers), *foes)
    return with_item(given, "a", GRENADE, armed=True, due=13, armer="a")


def _ground(initial: State) -> Iterator[Example]:
    rifle = skirmish(
        initial, somebody(initial, "a", (0, 0), "assault_rifle_556"), victim(initial, "b", 4)
    )
    yield refused(
        rules.AA_01, "a rifle at a hex", rifle, attack("a", "assault_rifle_556", at=hex_at(4)),
        "not_an_area_attack",
    )  # fmt: skip
    given = live(initial)
    listed = mods(("range 10 yd", -4, "S-4.1"), ("attack on an area", 4, "AA-02"))
    made = shot("a", GRENADE, at=hex_at(10))
    lands = WeaponLanded(fighter="a", item=f"a {GRENADE}", at=hex_at(10))
    for rule in (rules.AA_01, rules.AA_02):
        yield accepted(
            rule, "Throwing 13 at 10 yards: 13-4+4 = 13, and no defence", given,
            attack("a", GRENADE, at=hex_at(10)), rolled(given, made, 13, 13, listed), lands,
            dice=three(13),
        )  # fmt: skip


def _scatter(initial: State) -> Iterator[Example]:
    given = live(initial, skill=14)
    throw = attack("a", GRENADE, at=hex_at(11))
    for roll, die, yards, direction, q in ((16, 4, 3, 3, 8), (15, 4, 2, 3, 9), (16, 1, 3, 0, 14)):
        spot = hex_at(q)
        for rule in (
            (rules.ST_01, rules.ST_02, rules.AR_04) if die == 4 and roll == 16 else (rules.ST_05,)
        ):
            yield accepted(
                rule,
                f"T40: eff 13, roll {roll}, die {die}: {yards} yards to ({q}, 0)",
                given,
                throw,
                Scattered(aimed_at=hex_at(11), yards=yards, direction=direction, at=spot),
                dice=(*three(roll), die),
            )
    yield accepted(
        rules.HG_05, "T40: eff 13, roll 18: by 5, straight back to (6, 0), and no critical miss",
        given, throw, WeaponMalfunctioned(fighter="a", item=f"a {GRENADE}", roll=18, malf=17),
        Scattered(aimed_at=hex_at(11), yards=5, direction=3, at=hex_at(6)),
        dice=(*three(18), *three(6), 3, 4),
    )  # fmt: skip
    bad = live(initial, skill=7)
    for rule in (rules.ST_02, rules.ST_06):
        yield accepted(
            rule, "T40: a miss by 9 at 11 yards is capped at 6: (5, 0)", bad, throw,
            Scattered(aimed_at=hex_at(11), yards=6, direction=3, at=hex_at(5)),
            dice=(*three(15), 4),
        )  # fmt: skip
    rifle = skirmish(
        initial,
        somebody(
            initial, "a", (0, 0), "assault_rifle_556", numbers=sheet(skills={"Guns (Rifle)": 12})
        ),
        victim(initial, "b", 4),
    )
    yield accepted(
        rules.ST_01, "a bullet does not scatter", rifle, attack("a", "assault_rifle_556", "b"),
        rolled(rifle, shot("a", "assault_rifle_556", "b"), 16, 12,
               mods(("range 4 yd", -2, "S-4.1")), "miss", 0), dice=three(16),
    )  # fmt: skip
    dodger = live(initial, victim(initial, "b", 8, unaware=False, facing=3))
    made = shot("a", GRENADE, "b")
    dodging = replace(
        dodger, agenda=(Defending(attack=made, target="b", hits=1), *dodger.agenda[1:])
    )
    for roll, yards in ((6, 2), (8, 0)):
        yield accepted(
            rules.ST_03, f"a dodge by {yards}: {yards} yards", dodging, Defend(defence="dodge"),
            Scattered(aimed_at=hex_at(8), yards=yards, direction=0, at=hex_at(8 + yards)), seat=TWO,
            dice=(*three(roll), 1),
        )  # fmt: skip
    for yards, off, squared in ((100, 4, 16), (20, 5, 10)):
        flyer = replace(
            victim(initial, "b", yards), body=Body(flies=True), elevation=1
        )  # fmt: skip
        skill = sheet(skills={"Guns (Grenade Launcher)": 18}, st=12)
        up = skirmish(initial, somebody(initial, "a", (0, 0), LAUNCHER, numbers=skill), flyer)
        reach = initial.book.tables.range_modifier(yards + 1)
        roll = 18 + reach + off
        yield accepted(
            rules.ST_04,
            f"a flyer missed by {off} at {yards} yards: {squared}",
            up,
            attack("a", LAUNCHER, "b"),
            Scattered(
                aimed_at=hex_at(yards), yards=squared, direction=0, at=hex_at(yards + squared)
            ),
            dice=(*three(roll), 1, *((1, 1, 1, 1) if squared > 10 else ())),
        )


def _thin_areas(initial: State) -> Iterator[Example]:
    """A burning area of 6d, and gas: they dissipate only if their line says so."""
    book, key = initial.book, "gas_grenade"
    for thins, far in ((True, 10), (False, 21)):
        line = replace(
            book.weapons[key].line, damage="6d burn", radius=3, dissipates=thins, lasts=None
        )
        made = {**book.weapons, key: read(line, book.tables.malfunction)}
        bomb = replace(initial, book=replace(book, weapons=made))
        given = burst(bomb, victim(bomb, "b", 0), victim(bomb, "c", 2), key=key)
        yield accepted(
            rules.DI_03 if thins else rules.AR_03,
            f"6d = 21 of fire in the middle, {far} at 2 yards", given, STAY,
            wound(given, "b", "torso", 0, 21, 21, 2, large=True),
            wound(given, "c", "torso", 0, far, far, far // 10, large=True),
            seat=TWO, dice=faces(6, 21),
        )  # fmt: skip
    line = replace(book.weapons[key].line, radius=3, dissipates=True)
    made = {**book.weapons, key: read(line, book.tables.malfunction)}
    gas = replace(initial, book=replace(book, weapons=made))
    given = burst(gas, victim(gas, "b", 2), key=key)
    yield accepted(
        rules.DI_04, "gas that thins, 2 yards from its centre: HT-2+2", given, STAY,
        check(given, "b", "HT, to resist", 10, 10), seat=TWO, dice=three(10),
    )  # fmt: skip
