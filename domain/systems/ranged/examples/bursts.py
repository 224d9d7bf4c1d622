"""Rapid fire: automatic weapons, doors, shotguns, sprays, suppression (3.5 to 3.9)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import (
    DamageRolled,
    DefenceRolled,
    HitLocated,
    StrayChecked,
    WeaponMalfunctioned,
)
from domain.systems.ranged.commands import (
    Burst,
    ChangePosture,
    Defend,
    MoveAlong,
    Spray,
    Suppress,
    SuppressedZone,
)
from domain.systems.ranged.events import TaskDone
from domain.systems.ranged.examples.setups import (
    ONE,
    TWO,
    accepted,
    attack,
    faces,
    hex_at,
    judged,
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
from domain.systems.ranged.forms import Zone
from domain.systems.ranged.sheets import Body
from domain.systems.ranged.state import State
from domain.systems.ranged.tasks import Act, Defending
from domain.systems.ranged.thing_events import AmmoSpent, ZoneEnded, ZoneSet

RIFLE, LMG, SHOTGUN, PDW = "assault_rifle_556", "lmg_762", "auto_shotgun_12", "pdw_46"


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of rapid fire."""
    yield from _automatic(initial)
    yield from _stationary(initial)
    yield from _pellets(initial)
    yield from _kelly(initial)
    yield from _sprays(initial)
    yield from _zones(initial)
    yield from _swath(initial)
    yield from _swath_once(initial)


def gunner(initial: State, key: str, skill: int = 14, yards: int = 2, **how: Any) -> State:
    """Return a gunner and an unaware target."""
    name = initial.book.weapons[key].line.skill
    return skirmish(
        initial,
        somebody(initial, "a", (0, 0), key, numbers=sheet(skills={name: skill}, st=20)),
        somebody(initial, "b", (yards, 0), seat=2, unaware=True, numbers=sheet(hp=200)),
        **how,
    )


def _automatic(initial: State) -> Iterator[Example]:
    rifle = gunner(initial, RIFLE)
    for shots in (1, 12):
        yield accepted(
            rules.AU_01, f"a rifle of RoF 12 fires {shots}", rifle,
            attack("a", RIFLE, "b", shots=shots),
            AmmoSpent(seat=ONE, fighter="a", item=f"a {RIFLE}", rounds=shots),
            dice=(*three(16), *(faces(5, 5) if shots == 12 else ())),
        )  # fmt: skip
    lmg = gunner(initial, LMG)
    yield refused(
        rules.AU_02, "full auto only: no single shot", lmg, attack("a", LMG, "b"),
        "below_full_auto_minimum",
    )  # fmt: skip
    for loaded, shots, code in (
        (100, 3, "below_full_auto_minimum"), (100, 4, ""), (2, 2, ""), (2, 3, "not_enough_ammo"),
    ):  # fmt: skip
        given = with_item(lmg, "a", LMG, loaded=loaded)
        yield judged(
            rules.AU_03, f"T14: 15!, {loaded} loaded: {shots} shots", given,
            attack("a", LMG, "b", shots=shots), code, dice=() if code else three(16),
        )  # fmt: skip
    hmg = gunner(initial, "hmg_50")
    for shots, code in ((1, "below_full_auto_minimum"), (2, "")):
        yield judged(
            rules.AU_03, f"8!: {shots} shots", hmg, attack("a", "hmg_50", "b", shots=shots), code,
            dice=() if code else three(16),
        )  # fmt: skip
    yield refused(
        rules.AU_04, "no more than RoF", rifle, attack("a", RIFLE, "b", shots=13), "exceeds_rof"
    )
    few = with_item(rifle, "a", RIFLE, loaded=5)
    yield refused(
        rules.AU_04, "no more than loaded", few, attack("a", RIFLE, "b", shots=6),
        "not_enough_ammo",
    )  # fmt: skip
    musket = gunner(initial, "handgonne_90")
    yield refused(
        rules.AU_05, "RoF 1 fires one shot", musket, attack("a", "handgonne_90", "b", shots=2),
        "exceeds_rof",
    )  # fmt: skip
    for rof, bonus in ((1, 0), (5, 1), (9, 2), (12, 2)):
        listed = (("rapid fire, " + str(rof), bonus, "S-4.3"),) if bonus else ()
        yield accepted(
            rules.S_4_3, f"{rof} shots: +{bonus}", rifle, attack("a", RIFLE, "b", shots=rof),
            rolled(rifle, shot("a", RIFLE, "b", rof), 16, 14, mods(*listed),
                   "miss" if 14 + bonus < 16 else "hit", 0 if 14 + bonus < 16 else 1),
            dice=(*three(16), *(faces(5, 10) if 14 + bonus >= 16 else ())),
        )  # fmt: skip


# --- doors and captives ---------------------------------------------------------------------


def door(initial: State, yards: int, sm: int = 2, skill: int = 12, key: str = RIFLE) -> State:
    """Return a gunner before a door."""
    body = Body(nature="homogenous", sm=sm)
    name = initial.book.weapons[key].line.skill
    return skirmish(
        initial,
        somebody(initial, "a", (0, 0), key, numbers=sheet(skills={name: skill}, st=20)),
        somebody(
            initial, "door", (yards, 0), seat=0, body=body, numbers=sheet(hp=400, dr={"all": 100})
        ),
    )


def _stationary(initial: State) -> Iterator[Example]:
    five = door(initial, 5)
    made = shot("a", RIFLE, "door", 7)
    listed = mods(("range 5 yd", -2, "S-4.1"), ("rapid fire, 7", 1, "S-4.3"), ("size", 2, "S-4.1"))
    for roll, hits, text in ((13, 4, "margin 0: half, rounded up"), (11, 7, "margin 2: all")):
        for rule in (rules.CS_01, rules.CS_02):
            yield accepted(
                rule, f"T15: seven shots at the door at 5 yards, {text}", five,
                attack("a", RIFLE, "door", shots=7),
                rolled(five, made, roll, 12, listed, "hit", hits, "CS-01"),
                dice=(*three(roll), *(faces(5, 5) * hits)),
            )  # fmt: skip
    six = door(initial, 6)
    far = mods(("range 6 yd", -3, "S-4.1"), ("rapid fire, 7", 1, "S-4.3"), ("size", 2, "S-4.1"))
    yield accepted(
        rules.CS_02, "T15: at 6 yards the normal rule: margin 1, one hit", six,
        attack("a", RIFLE, "door", shots=7), rolled(six, made, 11, 12, far, "hit", 1),
        dice=(*three(11), *faces(5, 5)),
    )  # fmt: skip
    men: tuple[tuple[int, dict[str, Any], str, str], ...] = (
        (2, {"bound": True}, "CS-01", "2 yards, bound"), (3, {"bound": True}, "", "3 yards, bound"),
        (2, {"unaware": True}, "", "2 yards, free"),
    )  # fmt: skip
    for yards, how, by, text in men:
        given = with_fighter(gunner(initial, RIFLE, 14, yards), "b", **{"unaware": False, **how})
        reach = initial.book.tables.range_modifier(yards)
        listed = mods(
            *((f"range {yards} yd", reach, "S-4.1"),) * bool(reach), ("rapid fire, 7", 1, "S-4.3")
        )
        hits = 4 if by else 1
        roll = 15 + reach
        yield accepted(
            rules.CS_03, f"a man at {text}", given, attack("a", RIFLE, "b", shots=7),
            rolled(given, shot("a", RIFLE, "b", 7), roll, 14, listed, "hit", hits, by),
            dice=(*three(roll), *(faces(5, 5) * hits)),
        )  # fmt: skip
    base = gunner(initial, RIFLE)
    states: tuple[tuple[dict[str, Any], str, str], ...] = (
        ({"unconscious": True}, "CS-01", "unconscious"), ({"posture": "kneeling"}, "", "kneeling"),
        ({"restrained": True}, "CS-01", "completely restrained"),
    )  # fmt: skip
    for how, by, text in states:
        given = with_fighter(base, "b", **how)
        low = (("target kneeling", -2, "S-4.6"),) if "posture" in how else ()
        listed = mods(("rapid fire, 7", 1, "S-4.3"), *low)
        hits = 4 if by else 1
        roll = 15 - 2 * bool(low)
        yield accepted(
            rules.CS_04, f"who is {text}", given, attack("a", RIFLE, "b", shots=7),
            rolled(given, shot("a", RIFLE, "b", 7), roll, 14, listed, "hit", hits, by),
            dice=(*three(roll), *(faces(5, 5) * hits)),
        )  # fmt: skip
    wide = door(initial, 7, 3, 12, SHOTGUN)
    barely = door(initial, 7, 3, 11, SHOTGUN)
    listed = mods(("range 7 yd", -3, "S-4.1"), ("rapid fire, 27", 5, "S-4.3"), ("size", 3, "S-4.1"))
    yield accepted(
        rules.CS_05,
        "three shells at a door of SM +3 at 7 yards: 27 pellets, a margin of 1: all",
        wide,
        attack("a", SHOTGUN, "door", shots=3),
        rolled(wide, shot("a", SHOTGUN, "door", 3, rof=27), 16, 12, listed, "hit", 27, "CS-01"),
        dice=(*three(16), *((1,) * 27)),
    )
    yield accepted(
        rules.CS_05, "27 pellets by no margin: half of them, rounded up: 14", barely,
        attack("a", SHOTGUN, "door", shots=3),
        rolled(barely, shot("a", SHOTGUN, "door", 3, rof=27), 16, 11, listed, "hit", 14, "CS-01"),
        dice=(*three(16), *((1,) * 14)),
    )  # fmt: skip


# --- shotguns -------------------------------------------------------------------------------


def oleary(initial: State, yards: int) -> State:
    """Return Father O'Leary and the demon."""
    book = initial.book.people
    return skirmish(
        initial,
        somebody(initial, "a", (0, 0), SHOTGUN, numbers=book["oleary"].sheet),
        somebody(initial, "demon", (yards, 0), seat=2, facing=3, numbers=book["demon"].sheet,
                 body=Body(flies=True)),
    )  # fmt: skip


def _pellets(initial: State) -> Iterator[Example]:
    far, near = oleary(initial, 6), oleary(initial, 5)
    fire = attack("a", SHOTGUN, "demon", shots=3)
    spent = AmmoSpent(seat=ONE, fighter="a", item=f"a {SHOTGUN}", rounds=3)
    at_six = shot("a", SHOTGUN, "demon", 3, rof=27)
    listed = mods(("range 6 yd", -3, "S-4.1"), ("rapid fire, 27", 5, "S-4.3"))
    yield accepted(
        rules.MP_01, "three shells: three spent, 27 pellets, +5", far, fire,
        rolled(far, at_six, 10, 14, listed, "hit", 7), spent, dice=three(10),
    )  # fmt: skip
    yield accepted(
        rules.MP_03, "T16: at 6 yards, skill 16, roll 10: seven of 27", far, fire,
        rolled(far, at_six, 10, 14, listed, "hit", 7), dice=three(10),
    )  # fmt: skip
    dodging = replace(
        far, agenda=(Defending(attack=at_six, target="demon", hits=7), *far.agenda[1:])
    )
    yield accepted(
        rules.MP_03, "T16: the demon dodges at 10 with an 8: three avoided, four against DR 3",
        dodging, Defend(defence="dodge"),
        DefenceRolled(seat=TWO, fighter="demon", kind="dodge", drop=False, roll=8, success=True,
                      avoided=3, modifiers=(), target=10),
        *(DamageRolled(target="demon", basic=5, type="pi"),) * 4,
        dice=(*three(8), 4, 4, 4, 4), seat=TWO,
    )  # fmt: skip
    at_five = shot("a", SHOTGUN, "demon", 3, rof=3, point_blank=4)
    close = mods(
        ("range 5 yd", -2, "S-4.1"),
    )
    yield accepted(
        rules.MP_05, "T16: exactly 5 yards of 50 is close: RoF 3, three hits", near, fire,
        rolled(near, at_five, 10, 14, close, "hit", 3), spent, dice=three(10),
    )  # fmt: skip
    outside = skirmish(initial, *near.fighters.values(), choices={"shotgun_close_inclusive": "off"})
    yield accepted(
        rules.MP_05, "with the option off it is not", outside, fire,
        rolled(outside, shot("a", SHOTGUN, "demon", 3, rof=27), 10, 14,
               mods(("range 5 yd", -2, "S-4.1"), ("rapid fire, 27", 5, "S-4.3")), "hit", 8),
        dice=three(10),
    )  # fmt: skip
    struck = replace(
        near, agenda=(Defending(attack=at_five, target="demon", hits=1), *near.agenda[1:])
    )
    for rule in (rules.MP_02, rules.MP_04):
        yield accepted(
            rule, "T16: near, 4d+4 = 18 against DR 12: 6", struck, Defend(defence="none"),
            DamageRolled(target="demon", basic=18, type="pi"),
            wound(near, "demon", "torso", 12, 6, 6, 4), dice=faces(4, 14), seat=TWO,
        )  # fmt: skip


# --- spraying -------------------------------------------------------------------------------


def three_terrorists(initial: State, skill: int = 16) -> State:
    """Return Sgt. Kelly and the three that the door showed, all unaware of him."""
    places = ((8, -1), (9, 0), (5, 3))
    return skirmish(
        initial,
        somebody(initial, "a", (0, 0), PDW, numbers=sheet(skills={"Guns (SMG)": skill})),
        *(
            somebody(initial, f"t{n}", at, seat=2, unaware=True, numbers=sheet(hp=60))
            for n, at in enumerate(places, 1)
        ),
    )


def spray(*shots: tuple[str, int]) -> Spray:
    """Return a spray of the shooter's PDW."""
    return Spray(
        fighter="a", weapon=f"a {PDW}",
        bursts=tuple(Burst(target=name, shots=count) for name, count in shots),
    )  # fmt: skip


def _kelly(initial: State) -> Iterator[Example]:
    given = three_terrorists(initial)
    plan = spray(("t1", 5), ("t2", 4), ("t3", 2))
    item = f"a {PDW}"
    burst = [AmmoSpent(seat=ONE, fighter="a", item=item, rounds=n) for n in (5, 1, 4, 3, 2)]
    numbers = ((5, 0, 9, 3, 1), (4, 1, 9, 2, 0), (2, 2, 8, 2, 0))
    rolls = [
        rolled(
            given, shot("a", PDW, f"t{n}", shots, cover="random", recoil_plus=more), roll, 16,
            mods((f"range {yards} yd", -4, "S-4.1"), *((("rapid fire, 5", 1, "S-4.3"),) * bonus)),
            "hit", hits,
        )
        for n, ((shots, more, roll, hits, bonus), yards) in enumerate(
            zip(numbers, (8, 9, 8), strict=True), 1
        )
    ]  # fmt: skip
    dice = (
        *three(9),
        *((1, 1, 1, 1) * 3),
        *three(9),
        *((1, 1, 1, 1) * 2),
        *three(8),
        *((1, 1, 1, 1) * 2),
    )
    for rule, title, then in (
        (rules.SP_09, "T17: 5 shots, 1 wasted, 4, 3 wasted, 2: 15 in all", burst),
        (rules.SP_09, "T17: skill 13, 12, 12, recoil 2, 3, 4: 3, 2 and 2 hit", rolls),
        (rules.SP_07, "a roll for each, at the rate of its own shots", rolls),
        (rules.SP_08, "the second at recoil 3, the third at 4", rolls[1:]),
        (rules.SP_05, "two yards waste 1, four waste 3", [burst[1], burst[3]]),
    ):
        yield accepted(rule, title, given, plan, *then, dice=dice)
    yield refused(
        rules.SP_05, "T17: 6, 4 and 2 make 16", given, spray(("t1", 6), ("t2", 4), ("t3", 2)),
        "exceeds_rof",
    )  # fmt: skip
    yield refused(
        rules.SP_04, "none for one of them", given, spray(("t1", 5), ("t2", 0)),
        "no_shots_at_target",
    )  # fmt: skip
    yield refused(
        rules.SP_03, "the middle one last", given, spray(("t1", 3), ("t3", 2), ("t2", 2)),
        "spray_order",
    )  # fmt: skip
    yield accepted(
        rules.SP_10, "Kelly rolls 17 at the second: the third is never attacked", given, plan,
        *burst[:2], WeaponMalfunctioned(fighter="a", item=item, roll=17, malf=17),
        dice=(*three(9), *((1, 1, 1, 1) * 3), *three(17), *three(6)),
    )  # fmt: skip


def _sprays(initial: State) -> Iterator[Example]:
    given = three_terrorists(initial)
    pistol = gunner(initial, "revolver_38")
    for rule, key, code in ((rules.SP_01, "revolver_38", "spray_needs_rof5"),):
        command = Spray(
            fighter="a", weapon=f"a {key}",
            bursts=(Burst(target="b", shots=1), Burst(target="c", shots=1)),
        )  # fmt: skip
        yield refused(rule, "a revolver of RoF 3", pistol, command, code)
    yield refused(
        rules.SP_01, "T18: RoF 15, but four shots fired", given, spray(("t1", 2), ("t2", 1)),
        "spray_needs_rof5",
    )  # fmt: skip
    running = replace(spray(("t1", 5), ("t2", 4)), manoeuvre="move_and_attack")
    yield refused(rules.SP_01, "not on the run", given, running, "wrong_maneuver")
    wide = with_fighter(given, "t3", at=hex_at(4, 4))
    yield refused(
        rules.SP_02, "T18: 36 degrees", wide, spray(("t1", 5), ("t2", 2), ("t3", 2)),
        "outside_spray_arc",
    )  # fmt: skip
    for rof, key, lost in (
        (20, "machine_pistol_9", 4), (16, "rof16", 2), (17, "rof17", 4),
    ):  # fmt: skip
        skill = "Guns (SMG)"
        state = initial
        if key not in initial.book.weapons:
            pdw = initial.book.weapons[PDW]
            gun = replace(pdw, rof=replace(pdw.rof, shots=rof))
            book = replace(initial.book, weapons={**initial.book.weapons, key: gun})
            state = replace(initial, book=book)
        pair = skirmish(
            state,
            somebody(state, "a", (0, 0), key, numbers=sheet(skills={skill: 16}, st=12)),
            *(somebody(state, f"t{n}", at, seat=2, unaware=True, numbers=sheet(hp=60))
              for n, at in enumerate(((8, -1), (9, 1)), 1)),
        )  # fmt: skip
        command = Spray(
            fighter="a", weapon=f"a {key}",
            bursts=(Burst(target="t1", shots=5), Burst(target="t2", shots=2)),
        )  # fmt: skip
        yield accepted(
            rules.SP_05, f"T18: three yards apart at RoF {rof}: {lost} wasted", pair, command,
            AmmoSpent(seat=ONE, fighter="a", item=f"a {key}", rounds=lost),
            dice=(*three(16), *three(16)),
        )  # fmt: skip
    gap = given.with_fighter(
        somebody(initial, "passer-by", (7, 1), seat=2, unaware=True, numbers=sheet(hp=60))
    )
    for roll, hit in ((9, True), (10, False)):
        yield accepted(
            rules.SP_06, f"a passer-by in the gap: roll {roll} against 9", gap,
            spray(("t2", 5), ("t3", 3)),
            StrayChecked(seat=ONE, fighter="passer-by", roll=roll, number=9, hit=hit),
            dice=(*three(16), *three(roll), *((*three(10), 1, 1, 1, 1) if hit else ()), *three(16)),
        )  # fmt: skip
    aware = with_fighter(gap, "passer-by", unaware=False, facing=3)
    stray = shot("a", PDW, "passer-by", location="random", cover="random")
    yield accepted(
        rules.SP_06, "who is hit by a wasted shot may defend as usual", aware,
        spray(("t2", 5), ("t3", 3)),
        TaskDone(then=(Defending(attack=stray, target="passer-by", hits=1),)),
        dice=(*three(16), *three(9)),
    )  # fmt: skip


# --- suppression ----------------------------------------------------------------------------


def hose(*zones: tuple[tuple[int, int], tuple[int, int], int], key: str = LMG) -> Suppress:
    """Return suppression fire into zones, each between two hexes."""
    return Suppress(
        fighter="a", weapon=f"a {key}",
        zones=tuple(
            SuppressedZone(centre=(hex_at(*one), hex_at(*other)), shots=shots)
            for one, other, shots in zones
        ),
    )  # fmt: skip


def _zones(initial: State) -> Iterator[Example]:
    lmg = gunner(initial, LMG, 13, 500)
    rifle = gunner(initial, RIFLE, 13, 500)
    one = ((9, 0), (10, 0), 15)
    yield refused(
        rules.SU_01, "a revolver of RoF 3", gunner(initial, "revolver_38", 13, 500),
        hose((*one[:2], 3), key="revolver_38"), "suppression_needs_rof5",
    )  # fmt: skip
    zone = Zone(
        id="zone 100 0", by="a", item=f"a {LMG}", centre=(hex_at(9), hex_at(10)), shots=15, left=15
    )
    for rule, title, then in (
        (rules.SU_03, "a zone between (9, 0) and (10, 0)", ZoneSet(zone=zone)),
        (rules.SU_04, "all its shots are spent at once",
         AmmoSpent(seat=ONE, fighter="a", item=f"a {LMG}", rounds=15)),
    ):  # fmt: skip
        yield accepted(rule, title, lmg, hose(one), then)
    yield refused(rules.SU_03, "beyond Max", lmg, hose(((4201, 0), (4202, 0), 15)), "out_of_range")
    for shots, code in ((16, "exceeds_rof"), (4, "zone_needs_5_shots")):
        yield refused(rules.SU_04, f"{shots} shots", lmg, hose((*one[:2], shots)), code)
    pair = (((9, 0), (10, 0), 6), ((9, 1), (10, 1), 6))
    yield accepted(
        rules.SU_05, "T20: 12 shots, 6 and 6 side by side", rifle, hose(*pair, key=RIFLE),
        ZoneSet(zone=replace(zone, item=f"a {RIFLE}", shots=6, left=6)),
    )  # fmt: skip
    uneven = (((9, 0), (10, 0), 8), ((9, 1), (10, 1), 4))
    apart = (((9, 0), (10, 0), 6), ((9, 5), (10, 5), 6))
    three_of = (*pair, ((9, 2), (10, 2), 5))
    for zones, code in (
        (uneven, "zone_needs_5_shots"), (apart, "zones_not_adjacent"), (three_of, "exceeds_rof"),
    ):  # fmt: skip
        title = f"T20: {' + '.join(str(z[2]) for z in zones)}: {code.replace('_', ' ')}"
        yield refused(rules.SU_05, title, rifle, hose(*zones, key=RIFLE), code)
    eight = gunner(initial, "hmg_50", 13, 500)
    slow = (((9, 0), (10, 0), 5), ((9, 1), (10, 1), 5))
    yield refused(
        rules.SU_05, "T20: two zones at RoF 8", eight, hose(*slow, key="hmg_50"), "zones_need_rof10"
    )
    hosing = replace(lmg, agenda=(), turn=1, zones={zone.id: zone})
    spent = with_fighter(hosing, "a", manoeuvre="suppression", defenceless=True)
    shooting = skirmish(
        initial,
        somebody(initial, "b", (5, 0), RIFLE, seat=2, numbers=sheet(skills={"Guns (Rifle)": 20})),
        replace(spent.fighters["a"], facing=0),
    )
    yield accepted(
        rules.SU_02, "who suppresses has no defence until the next turn", shooting,
        attack("b", RIFLE, "a"), DamageRolled(target="a", basic=10, type="pi"), seat=TWO,
        dice=(*three(10), 2, 2, 2, 2, 2, *three(3)),
    )  # fmt: skip
    yield refused(
        rules.SU_02, "nor anything else to do in that second", hosing,
        ChangePosture(fighter="a", posture="prone"), "not_your_turn",
    )  # fmt: skip


def crossing(
    initial: State, left: int = 15, shots: int = 15, *, mounted: bool = False, **how: Any
) -> State:
    """Return a runner about to cross the swath of a machine gun's zone at 30 yards."""
    gun = "lmg_762"
    zone = Zone(
        id="zone 1", by="a", item=f"a {gun}", centre=(hex_at(30), hex_at(31)), shots=shots,
        left=left, aimed=1,
    )  # fmt: skip
    voss = replace(initial.book.people["voss"].sheet)
    state = skirmish(
        initial,
        somebody(initial, "b", (12, -3), seat=2, numbers=sheet(hp=60), facing=3),
        somebody(initial, "a", (0, 0), gun, numbers=voss, posture="prone", manoeuvre="suppression"),
        zones={zone.id: zone}, **how,
    )  # fmt: skip
    return with_item(state, "a", gun, bipod_open=True, mounted=mounted)


def _swath(initial: State) -> Iterator[Example]:
    given = crossing(initial)
    run = MoveAlong(fighter="b", path=tuple(hex_at(12, r) for r in (-2, -1)))
    made = shot("a", LMG, "b", 15, location="random", cover="random", zone="zone 1", aimed=1,
                manoeuvre="suppression")  # fmt: skip
    listed = mods(
        ("range 12 yd", -5, "S-4.1"), ("rapid fire, 15", 3, "S-4.3"), ("Acc", 5, "S-4.4"),
        ("suppression: 9 at most", -7, "SU-08"),
    )  # fmt: skip
    attacked = rolled(given, made, 7, 13, listed, "hit", 2)
    left = ZoneSet(zone=replace(given.zones["zone 1"], left=13, attacked=("b",)))
    for rule, title, then in (
        (rules.SU_06, "who comes into the swath is attacked", (attacked,)),
        (rules.SU_08, "T19: 13+5-5+3, capped at 9", (attacked,)),
        (
            rules.SU_11,
            "T19: a runner at 12 yards, roll 7: two hits, 13 shots left",
            (attacked, left),
        ),
        (rules.SU_10, "hits are taken off the shots in the zone", (left,)),
    ):
        yield accepted(rule, title, given, run, *then, seat=TWO, dice=three(7))
    mounted = crossing(initial, mounted=True)
    capped = (*listed[:3], *mods(("suppression: 11 at most", -5, "SU-08")))
    yield accepted(
        rules.SU_08, "T19: on a tripod the cap is 11", mounted, run,
        rolled(mounted, made, 7, 13, capped, "hit", 3), seat=TWO, dice=three(7),
    )  # fmt: skip
    friend = with_fighter(given, "b", seat=ONE)
    yield accepted(
        rules.SU_06, "T19: a friend must be attacked as well", friend, run,
        rolled(friend, made, 10, 13, listed, "miss", 0), dice=three(10),
    )  # fmt: skip
    dusk = crossing(initial, scenario="stairwell")
    dusk = with_fighter(dusk, "b", at=hex_at(12, -5))
    runs = MoveAlong(fighter="b", path=tuple(hex_at(12, r) for r in (-4, -3, -2, -1)))
    yield accepted(
        rules.SU_07, "T19: darkness changes nothing", dusk, runs,
        rolled(dusk, made, 7, 13, listed, "hit", 2), seat=TWO, dice=three(7),
    )  # fmt: skip
    located = replace(given, agenda=(Defending(attack=made, target="b", hits=1), *given.agenda))
    yield accepted(
        rules.SU_09, "a hit strikes at random", located, Defend(defence="none"),
        HitLocated(target="b", location="left_leg"), seat=TWO, dice=(*three(13), *faces(7, 14)),
    )  # fmt: skip
    one = crossing(initial, left=1, shots=5)
    few = shot("a", LMG, "b", 5, location="random", cover="random", zone="zone 1", aimed=1,
               manoeuvre="suppression")  # fmt: skip
    capped = mods(
        ("range 12 yd", -5, "S-4.1"), ("rapid fire, 5", 1, "S-4.3"), ("Acc", 5, "S-4.4"),
        ("suppression: 7 at most", -7, "SU-08"),
    )  # fmt: skip
    yield accepted(
        rules.SU_10, "T21: with one shot left one hits, and the zone is exhausted", one, run,
        rolled(one, few, 4, 13, capped, "critical_hit", 1), ZoneEnded(id="zone 1"), seat=TWO,
        dice=(*three(4), *three(9), *three(10), *faces(7, 14)),
    )  # fmt: skip


def _swath_once(initial: State) -> Iterator[Example]:
    """Yield who is not attacked in a zone: a second time, from beside it, or after its second."""
    run = MoveAlong(fighter="b", path=tuple(hex_at(12, r) for r in (-2, -1)))
    again = crossing(initial)
    zone = replace(again.zones["zone 1"], attacked=("b",))
    yield accepted(
        rules.SU_12, "one attack a person a second, and none on who stays inside",
        replace(again, zones={"zone 1": zone}), run, seat=TWO,
    )  # fmt: skip
    beside = replace(zone, id="zone 2", attacked=())
    yield accepted(
        rules.SU_12, "nor from the zone beside it, by the same gun",
        replace(again, zones={"zone 1": zone, "zone 2": beside}), run, seat=TWO,
    )  # fmt: skip
    begins = replace(crossing(initial), agenda=(Act(fighter="b"),))
    yield accepted(
        rules.SU_12, "it ends when the firer's turn begins", begins,
        MoveAlong(fighter="b", path=(hex_at(12, -4),)), ZoneEnded(id="zone 1"), seat=TWO,
    )  # fmt: skip
