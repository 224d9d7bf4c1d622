"""Bolas, crossbows, flaming arrows, grenades, bottles, harpoons, lariats, nets (3.10 to 3.17)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import (
    Contested,
    DamageRolled,
    FatigueApplied,
    MalfunctionKind,
)
from domain.systems.ranged.commands import AimAt, Decide, Defend, DoNothing, FreeAction, MoveAlong
from domain.systems.ranged.decisions import AnchorSt
from domain.systems.ranged.events import FighterChanged, PostureChanged, RulingMade
from domain.systems.ranged.examples.setups import (
    ONE,
    REFEREE,
    TWO,
    accepted,
    armed,
    attack,
    check,
    does,
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
from domain.systems.ranged.forms import AttackOutcome, Bond, Defence, Flames
from domain.systems.ranged.sheets import Armour, Body
from domain.systems.ranged.state import Fighter, State, Stuck
from domain.systems.ranged.tasks import Defending
from domain.systems.ranged.thing_events import (
    AmmoSpent,
    Entangled,
    Exploded,
    FlamesStarted,
    FuseStarted,
    WeaponChanged,
    WeaponFreed,
    WeaponLanded,
    WeaponStuck,
    WeaponTaken,
)
from domain.systems.ranged.weapons import faults, read


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of odd weapons."""
    yield from _bolas(initial)
    yield from _escapes(initial)
    yield from _crossbows(initial)
    yield from _flames(initial)
    yield from _grenades(initial)
    yield from _bottles(initial)
    yield from _landing(initial)
    yield from _fire(initial)
    yield from _harpoons(initial)
    yield from _lariats(initial)
    yield from _pulling(initial)
    yield from _slipping(initial)
    yield from _nets(initial)
    yield from _strikes(initial)


def thrower(initial: State, key: str, yards: int = 4, **target: Any) -> State:
    """Return somebody with skill 13 and a weapon to throw, and somebody to throw it at."""
    name = initial.book.weapons[key].line.skill
    numbers = target.pop("numbers", sheet(st=11, dx=11, hp=30))
    weapons = target.pop("weapons", ())
    return skirmish(
        initial,
        somebody(initial, "a", (0, 0), key, numbers=sheet(skills={name: 13}, st=12)),
        somebody(initial, "b", (yards, 0), *weapons, seat=2, facing=3, numbers=numbers, **target),
    )  # fmt: skip


def thrown_at(initial: State, key: str, location: str = "torso", **target: Any) -> State:
    """Return a state in which a throw that hits is being defended."""
    given = thrower(initial, key, **target)
    made = shot("a", key, "b", location=location)
    return replace(given, agenda=(Defending(attack=made, target="b", hits=1), *given.agenda[1:]))


def bond(key: str, location: str, **how: Any) -> Bond:
    """Return what a weapon of the thrower holds."""
    kind = key if key in {"net_large", "net_small", "lariat"} else "bolas"
    plain: dict[str, Any] = {
        "kind": kind,
        "item": f"a {key}",
        "holder": "a",
        "location": location,
        "hp": 2,
    }
    return Bond(**(plain | how))


def bound(given: State, *bonds: Bond, why: str = "wrapped") -> Entangled:  # noqa: ARG001  read beside its state
    """Return the event that holds somebody."""
    return Entangled(fighter="b", bonds=bonds, why=why)


NONE = Defend(defence="none")
PARRY = Defend(defence="parry")


def _bolas(initial: State) -> Iterator[Example]:
    key = "bolas"
    given = thrown_at(initial, key, numbers=sheet(st=12, hp=30, parry=9))
    cases: tuple[tuple[Defence, str], ...] = (("dodge", ""), ("block", "no_shield"))
    for kind, code in cases:
        yield Example(
            rule=rules.BO_01, title=f"{kind}: {'it needs a shield' if code else 'allowed'}",
            given=given, when={TWO: Defend(defence=kind)}, dice=() if code else three(8),
            refused=code,
        )  # fmt: skip
    fist = bound(given, bond(key, "right_arm"))
    yield accepted(
        rules.BO_02, "T23: a fist that parries is caught", given, PARRY, fist, seat=TWO,
        dice=three(7),
    )  # fmt: skip
    sword = thrown_at(
        initial,
        key,
        numbers=sheet(st=12, hp=30, parry=12, cutting_parry=True),
        weapons=("regular_bow",),
    )
    ruined = WeaponChanged(fighter="a", item="a bolas", change="destroyed")
    yield accepted(
        rules.BO_03, "T23: a sword parries at 11 with an 11: cords cut", sword, PARRY, ruined,
        seat=TWO, dice=three(11),
    )  # fmt: skip
    contest = Contested(what="what the hand holds", rolls=(9, 10), fighters=("a", "b"), winner="a")
    dropped = WeaponLanded(fighter="b", item="b regular_bow", at=hex_at(4))
    yield accepted(
        rules.BO_03, "T23: with a 12 the sword arm is caught, and drops what it holds", sword,
        PARRY, bound(sword, bond(key, "right_arm")), contest, dropped, seat=TWO,
        dice=(*three(12), *three(9), *three(10)),
    )  # fmt: skip
    hit = DamageRolled(target="b", basic=3, type="cr")
    yield accepted(
        rules.BO_04, "ST 12: thrust-1 is 1d-2; then it wraps", given, NONE, hit,
        bound(given, bond(key, "torso")), seat=TWO, dice=(5,),
    )  # fmt: skip
    at_arm = thrown_at(
        initial, key, "right_arm", numbers=sheet(st=12, hp=30), weapons=("regular_bow",)
    )
    yield accepted(
        rules.BO_07, "13 by 4 against ST 12 by 2: it drops", at_arm, NONE, contest, dropped,
        seat=TWO, dice=(3, *three(9), *three(10)),
    )  # fmt: skip
    yield accepted(
        rules.BO_07, "the left arm holds nothing: no contest for a pistol in the right hand",
        thrown_at(
            initial, key, "left_arm", numbers=sheet(st=12, hp=30), weapons=("revolver_38",)
        ),
        NONE, bound(given, bond(key, "left_arm")), seat=TWO, dice=(3,),
    )  # fmt: skip
    tie = replace(contest, rolls=(9, 8), winner="")
    yield accepted(
        rules.BO_07, "a tie keeps it", at_arm, NONE, tie, seat=TWO,
        dice=(3, *three(9), *three(8)),
    )  # fmt: skip
    yield from _legs_and_neck(initial)


def _legs_and_neck(initial: State) -> Iterator[Example]:
    """A runner may fall; round the neck there is no breath."""
    key = "bolas"
    runner = thrown_at(initial, key, "right_leg", numbers=sheet(st=12, dx=11, hp=30), running=True)
    yield accepted(
        rules.BO_08, "T22: a runner of DX 11 rolls 12 and falls: 1d = 5, 3 points", runner, NONE,
        bound(runner, bond(key, "right_leg")), check(runner, "b", "DX, to stay up", 12, 11),
        PostureChanged(fighter="b", posture="prone", fell=True),
        wound(runner, "b", "torso", 0, 3, 3, 1), seat=TWO, dice=(3, *three(12), 5),
    )  # fmt: skip
    neck = thrown_at(initial, key, "neck")
    chokes = FighterChanged(fighter="b", change="choking", number=10)
    yield accepted(
        rules.BO_09, "round the neck: no breath", neck, NONE, chokes, seat=TWO, dice=(3,)
    )
    choking = with_fighter(neck, "b", choking=9, bonds=(bond(key, "neck"),))
    waits = replace(choking, agenda=choking.agenda[1:])
    begins = skirmish(initial, waits.fighters["a"], waits.fighters["b"])
    for rule in (rules.BO_09, rules.S_4_13):
        yield accepted(
            rule, "a point of fatigue each second", begins, DoNothing(fighter="a"),
            FatigueApplied(seat=TWO, fighter="b", points=1),
        )  # fmt: skip


def held(initial: State, *bonds: Bond, **numbers: Any) -> State:
    """Return somebody who is entangled and acts."""
    body = Body(limbs=str(numbers.pop("limbs", "hands")))
    weapons = numbers.pop("weapons", ())
    return skirmish(
        initial,
        somebody(
            initial, "b", (4, 0), *weapons, seat=2, numbers=sheet(**numbers), bonds=bonds, body=body
        ),
        somebody(initial, "a", (0, 0)),
    )


def _escapes(initial: State) -> Iterator[Example]:
    def given(n: int, dx: int = 12, **how: Any) -> State:
        return held(initial, bond("bolas", "right_leg", successes=n, **how), dx=dx)

    tries = does("b", "escape")
    for before, roll, after in ((0, 10, 1), (1, 13, 1), (1, 9, 2)):
        good = roll <= 12
        one = bond("bolas", "right_leg", successes=after, failures=0 if good else 1)
        yield accepted(
            rules.BO_05, f"DX 12, roll {roll}: {after} of three", given(before), tries,
            bound(given(0), one, why="escape"), seat=TWO, dice=three(roll),
        )  # fmt: skip
    yield accepted(
        rules.BO_05, "T22: the third success on the fourth Ready", given(2), tries,
        bound(given(0), why="freed"), seat=TWO, dice=three(11),
    )  # fmt: skip
    full = held(initial, bond("bolas", "left_arm"), weapons=("revolver_38",), dx=12)
    yield refused(
        rules.BO_05, "T22: a weapon in the only free hand", full, tries, "no_free_hand", seat=TWO
    )
    horse = held(initial, bond("bolas", "right_leg"), dx=9, limbs="hooves")
    yield accepted(
        rules.BO_06, "a horse of DX 9 rolls against 3", horse, tries,
        check(horse, "b", "DX, to escape", 5, 3), seat=TWO, dice=three(5),
    )  # fmt: skip


# --- missiles of muscle ---------------------------------------------------------------------


def bowman(initial: State, st: int, rated: int, **item: Any) -> State:
    """Return somebody with a crossbow of a ST."""
    line = initial.book.weapons["crossbow"]
    bow = replace(line, line=replace(line.line, rated_st=rated))
    book = replace(initial.book, weapons={**initial.book.weapons, "crossbow": bow})
    state = replace(initial, book=book)
    skills = (
        {"Crossbow": 13, "Fast-Draw (Arrow)": 12} if item.pop("fast", False) else {"Crossbow": 13}
    )
    weapon = armed(state, "a", "crossbow", **({"loaded": 0} | item))
    return skirmish(
        state,
        somebody(state, "a", (0, 0), weapon, numbers=sheet(st=st, skills=skills)),
        somebody(state, "b", (4, 0), seat=2, unaware=True, numbers=sheet(hp=80)),
    )  # fmt: skip


def _crossbows(initial: State) -> Iterator[Example]:
    cock = does("a", "cock", "crossbow")
    done = WeaponChanged(fighter="a", item="a crossbow", change="cocked", number=1)
    for rated, seconds in ((12, 2), (14, 6), (13, 6)):
        given = bowman(initial, 12, rated, work="cock", progress=seconds - 1)
        rule = rules.XB_01 if rated == 13 else rules.XB_02
        yield accepted(rule, f"ST 12 cocks ST {rated} in {seconds} seconds", given, cock, done)
        early = bowman(initial, 12, rated, work="cock", progress=seconds - 2)
        one = WeaponChanged(fighter="a", item="a crossbow", change="work:cock", number=seconds - 1)
        yield accepted(rule, f"ST {rated}: not after {seconds - 1}", early, cock, one)
    for rated, code in ((15, "needs_goats_foot"), (17, "too_strong_to_cock")):
        yield refused(
            rules.XB_02, f"T24: ST 12 against {rated}", bowman(initial, 12, rated), cock, code
        )
    foot = bowman(initial, 12, 15, accessories=("goats_foot",), work="cock", progress=19)
    yield accepted(rules.XB_02, "T24: with a goat's foot 20 seconds", foot, cock, done)
    strong = bowman(initial, 12, 17, cocked=True, loaded=1)
    yield accepted(
        rules.XB_03, "T24: ST 17, handed over cocked, fires like any other, at ST 17", strong,
        attack("a", "crossbow", "b"),
        rolled(strong, shot("a", "crossbow", "b"), 10, 13, mods(("range 4 yd", -2, "S-4.1"))),
        DamageRolled(target="b", basic=9, type="imp"), dice=(*three(10), 3),
    )  # fmt: skip
    for name, item, code in (
        ("a crossbow that is not cocked", {"bolt": True}, "not_cocked"),
        ("without a bolt in hand", {"cocked": True}, "no_bolt_ready"),
    ):  # fmt: skip
        yield refused(
            rules.XB_04, name, bowman(initial, 12, 14, **item), does("a", "load_bolt", "crossbow"),
            code,
        )  # fmt: skip
    loads = AmmoSpent(seat=ONE, fighter="a", item="a crossbow", rounds=-1)
    ready = bowman(initial, 12, 14, cocked=True, bolt=True)
    yield accepted(
        rules.XB_04, "a turn to ready the bolt, one to load it", ready,
        does("a", "load_bolt", "crossbow"), loads,
    )  # fmt: skip
    fast = bowman(initial, 12, 14, cocked=True, fast=True)
    yield accepted(
        rules.XB_04, "T24: Fast-Draw 11 against 12 saves a turn", fast,
        does("a", "load_bolt", "crossbow"), check(fast, "a", "Fast-Draw (Arrow)", 11, 12), loads,
        dice=three(11),
    )  # fmt: skip


def _flames(initial: State) -> Iterator[Example]:
    key = "longbow"
    skill = sheet(skills={"Bow": 14}, st=11)

    def given(second: int, **how: Any) -> State:
        target = how.pop("target", {})
        return skirmish(
            initial,
            somebody(initial, "a", (0, 0), armed(initial, "a", key, **how), numbers=skill),
            somebody(
                initial, "b", (20, 0), seat=2, unaware=True,
                numbers=sheet(hp=40, dr={"all": 2}), **target,
            ),
            second=second,
        )  # fmt: skip

    lights = does("a", "flame", key)
    flaming = WeaponChanged(fighter="a", item=f"a {key}", change="flaming", number=13)
    tenth = given(10, work="flame", progress=9)
    yield accepted(
        rules.FA_01, "ten seconds: ready at the end of the tenth", tenth, lights, flaming
    )
    for second, code in ((13, ""), (14, "flame_expired")):
        yield judged(
            rules.FA_02, f"T25: ready in second 10, shot in second {second}",
            given(second, flame_until=13), attack("a", key, "b"), code,
            dice=() if code else three(16),
        )  # fmt: skip
    burning = given(13, flame_until=13)
    listed = mods(("range 20 yd", -6, "S-4.1"), ("flaming arrow", -2, "FA-03"))
    made = shot("a", key, "b", flaming=True)
    yield accepted(
        rules.FA_03, "Bow 14 at 20 yards: 14-6-2 = 6", burning, attack("a", key, "b"),
        rolled(burning, made, 7, 14, listed, "miss", 0), dice=three(7),
    )  # fmt: skip
    fire = DamageRolled(target="b", basic=1, type="burn")
    yield accepted(
        rules.FA_04, "T25: arrow 6-2 = 4, doubled; beside it one point of fire, which DR 2 stops",
        burning, attack("a", key, "b"), wound(burning, "b", "torso", 2, 4, 8, 2), fire,
        wound(burning, "b", "torso", 2, 0, 0, 0), dice=(*three(6), 5),
    )  # fmt: skip
    soaked = given(13, flame_until=13, target={"soaked": True})
    lit = FighterChanged(fighter="b", change="on_fire", word="fuel", number=49)
    for rule in (rules.MO_17, rules.FA_05):
        yield accepted(
            rule, "T25: who is soaked catches fire all the same", soaked, attack("a", key, "b"),
            fire, lit, dice=(*three(6), 5, *faces(10, 36), 6),
        )  # fmt: skip
    beamed = skirmish(
        initial, somebody(initial, "a", (0, 0), "laser_rifle", numbers=sheet(st=12)),
        somebody(initial, "b", (4, 0), seat=2, soaked=True, unaware=True,
                 numbers=sheet(hp=90, dr={"all": 60})), second=13,
    )  # fmt: skip
    yield accepted(
        rules.MO_17, "a laser that DR stops lights who is soaked: 10d = 36 seconds", beamed,
        attack("a", "laser_rifle", "b"), lit,
        dice=(*three(4), *three(10), *faces(5, 10), *faces(10, 36), 6),
    )  # fmt: skip


def on_impact(initial: State, key: str) -> State:
    """Return the state with a grenade that has no fuse, but bursts on impact."""
    book = initial.book
    line = replace(book.weapons[key].line, fuse=None, impact=True)
    made = {**book.weapons, key: read(line, book.tables.malfunction)}
    return replace(initial, book=replace(book, weapons=made))


def _on_impact(initial: State) -> Iterator[Example]:
    """Some grenades burst on impact; one that fails mechanically does so 1d seconds later."""
    key = "frag_grenade"
    initial = on_impact(initial, key)
    thrower = somebody(
        initial,
        "a",
        (0, 0),
        armed(initial, "a", key),
        numbers=sheet(skills={"Throwing": 13}, st=12),
    )
    given = skirmish(initial, thrower, somebody(initial, "b", (40, 0), seat=2), second=3)
    yield accepted(
        rules.HG_02, "on impact: armed, it bursts in no second", given, does("a", "arm_grenade", key),
        FuseStarted(seat=ONE, fighter="a", item=f"a {key}", due=1_000_000),
    )  # fmt: skip
    live = with_item(given, "a", key, armed=True, due=1_000_000, armer="a")
    throw = attack("a", key, at=hex_at(20))
    yield accepted(
        rules.HG_02, "on impact: it bursts where it lands", live, throw,
        Exploded(weapon=key, at=hex_at(20)), dice=(*three(8), *faces(8, 20)),
    )  # fmt: skip
    yield accepted(
        rules.MF_11, "on impact, roll 17, table 3, 1d = 5: five seconds after it landed", live,
        throw,
        MalfunctionKind(
            fighter="a", item=f"a {key}", kind="mechanical", rounds_lost=0, late=8 - 1_000_000
        ),
        WeaponLanded(fighter="a", item=f"a {key}", at=hex_at(26)),
        dice=(*three(17), *three(3), 5, 1),
    )  # fmt: skip


def _grenades(initial: State) -> Iterator[Example]:
    yield from _on_impact(initial)
    key = "powder_grenade"
    skill = sheet(skills={"Throwing": 13}, st=12)

    def given(second: int, *others: Fighter, **item: Any) -> State:
        return skirmish(
            initial,
            somebody(initial, "a", (0, 0), armed(initial, "a", key, **item), numbers=skill),
            *(others or (somebody(initial, "b", (40, 0), seat=2),)),
            second=second,
        )

    belt = given(1, at="belt")
    yield accepted(
        rules.HG_01, "second 1: a Ready to grab it", belt, does("a", "draw", key),
        WeaponChanged(fighter="a", item=f"a {key}", change="drawn"),
    )  # fmt: skip
    yield refused(
        rules.HG_01, "it cannot be armed on the belt", belt, does("a", "arm_grenade", key),
        "not_in_hand",
    )  # fmt: skip
    yield refused(
        rules.HG_01, "nor thrown unarmed", given(3), attack("a", key, at=hex_at(5)),
        "grenade_not_armed",
    )  # fmt: skip
    due = FuseStarted(seat=ONE, fighter="a", item=f"a {key}", due=6)
    for rule in (rules.HG_02, rules.HG_01):
        yield accepted(
            rule, "second 2: armed with fuse 4, due in second 6", given(2),
            does("a", "arm_grenade", key), due,
        )  # fmt: skip
    live = given(3, armed=True, due=6, armer="a")
    yield accepted(
        rules.HG_03, "aim in seconds 3 and 4 while the fuse burns", live,
        AimAt(fighter="a", weapon=f"a {key}", target="b"),
    )  # fmt: skip
    bursts = Exploded(weapon=key, at=hex_at(0))
    late = given(5, armed=True, due=6, armer="a")
    for rule, title in (
        (rules.HG_06, "held past its time it bursts in the hand"),
        (rules.HG_03, "T26: in second 6 it bursts, wherever it is"),
    ):
        yield accepted(
            rule,
            title,
            skirmish(
                initial, somebody(initial, "b", (40, 0), seat=2), late.fighters["a"], second=6
            ),
            DoNothing(fighter="b"),
            bursts,
            dice=(*faces(3, 9), *three(10), 1, *three(3)),
            seat=TWO,
        )
    lies = armed(initial, "b", key, at="ground", lies_at=hex_at(1), armed=True, due=6, armer="b")
    owner = somebody(initial, "b", (9, 0), lies, seat=2)
    foe = skirmish(initial, somebody(initial, "a", (0, 0), posture="kneeling"), owner, second=4)
    taken = WeaponTaken(
        seat=ONE, fighter="b", item=f"b {key}", by="a", loaded=owner.items[f"b {key}"].loaded or 0
    )
    grab = replace(does("a", "pick_up"), item=f"b {key}")
    yield accepted(rules.HG_04, "T26: kneels in second 3, readies it in second 4", foe, grab, taken)
    standing = with_fighter(foe, "a", posture="standing")
    yield refused(rules.HG_04, "T26: not while standing", standing, grab, "must_kneel")
    free = skirmish(
        initial,
        *standing.fighters.values(),
        second=4,
        choices={"grenade_kneel_costs_turn": "off"},
    )
    yield accepted(rules.HG_04, "unless the table says so", free, grab, taken)


TORCH = sheet(skills={"Throwing": 15}, st=12, traits=("lighter",))


def bottle(initial: State, **item: Any) -> State:
    """Return somebody with a bottle, and a lighter."""
    numbers = TORCH if item.pop("torch", True) else replace(TORCH, traits=())
    name = str(item.pop("key", "molotov"))
    return skirmish(
        initial,
        somebody(initial, "a", (0, 0), armed(initial, "a", name, **item), numbers=numbers),
        somebody(initial, "b", (4, 0), seat=2, facing=3, numbers=sheet(hp=30)),
    )  # fmt: skip


def _bottles(initial: State) -> Iterator[Example]:
    key = "molotov"
    yield accepted(
        rules.MO_01, "a Ready to light it", bottle(initial), does("a", "light_bottle", key),
        WeaponChanged(fighter="a", item=f"a {key}", change="lit", number=1),
    )  # fmt: skip
    yield refused(
        rules.MO_01, "with a torch or a lighter", bottle(initial, torch=False),
        does("a", "light_bottle", key), "no_flame_source",
    )  # fmt: skip
    yield refused(
        rules.MO_01, "unlit it is not thrown", bottle(initial), attack("a", key, "b"), "not_lit"
    )
    for name in (key, "greek_fire_flask"):
        given = bottle(initial, key=name, lit=True)
        gone = WeaponChanged(fighter="a", item=f"a {name}", change="gone")
        rule = rules.MO_03 if name == key else rules.MO_13
        outcomes: tuple[tuple[int, AttackOutcome], ...] = ((12, "malfunction"), (11, "hit"))
        for roll, outcome in outcomes:
            then = (gone,) if roll == 12 else ()
            yield accepted(
                rule, f"T31: {initial.book.weapons[name].title}, skill 15, roll {roll}: {outcome}",
                given, attack("a", name, "b"),
                rolled(given, shot("a", name, "b"), roll, 15, mods(("range 4 yd", -2, "S-4.1")),
                       outcome, 0 if then else 1), *then, dice=three(roll),
            )  # fmt: skip


def _landing(initial: State) -> Iterator[Example]:
    key = "molotov"
    defended = thrown_at(initial, key, numbers=sheet(hp=30, parry=9, block=9))
    yield refused(
        rules.MO_04, "no parry against a bottle", defended, PARRY, "cannot_parry", seat=TWO
    )
    fire = FlamesStarted(
        flames=Flames(id="fire 105", kind="fire", weapon=key, by="a", at=hex_at(4), until=10 + 36)
    )
    dodged = Defend(defence="dodge")
    lasts = faces(10, 36)
    for rule, command, title, dice, moment in (
        (rules.MO_05, dodged, "dodged, it breaks at his feet", (*three(8), *lasts), 104),
        (rules.MO_06, NONE, "T30: a shirt is soft: it bounces and burns the ground", lasts, 103),
        (rules.MO_12, NONE, "10d = 36 seconds", lasts, 103),
    ):  # fmt: skip
        burns = FlamesStarted(flames=replace(fire.flames, id=f"fire {moment}"))
        yield accepted(rule, title, defended, command, burns, seat=TWO, dice=dice)
    soft = replace(defended, rulings=replace(defended.rulings, hard_ground=False))
    yield accepted(
        rules.MO_06, "on soft ground it does not break at all", soft, NONE,
        WeaponChanged(fighter="a", item=f"a {key}", change="gone"), seat=TWO,
    )  # fmt: skip
    ground = bottle(initial, lit=True)
    listed = mods(("range 5 yd", -2, "S-4.1"), ("attack on an area", 4, "AA-02"))
    hexed = replace(shot("a", key, at=hex_at(5)))
    for rule in (rules.MO_08, rules.AA_02):
        yield accepted(
            rule, "at the ground: +4, no defence, and that hex burns", ground,
            attack("a", key, at=hex_at(5)), rolled(ground, hexed, 10, 15, listed),
            dice=(*three(10), *lasts),
        )  # fmt: skip
    line = replace(initial.book.weapons["greek_fire_flask"].line, tl=2)
    said = next(iter(faults(line, initial.book.tables.malfunction)))
    assert "TL" in said
    yield accepted(
        rules.MO_14, "a line of TL2 is refused at load; one of TL3 is thrown",
        bottle(initial, key="greek_fire_flask", lit=True), attack("a", "greek_fire_flask", "b"),
        dice=three(16),
    )  # fmt: skip


def _fire(initial: State) -> Iterator[Example]:
    key = "molotov"
    aldous = initial.book.people["aldous"].sheet
    given = thrown_at(initial, key, numbers=aldous)
    lit = FighterChanged(fighter="b", change="on_fire", word="fuel", number=10 + 31)
    burn = wound(given, "b", "torso", 0, 11, 11, 4, "reeling", large=True)
    lasts = faces(10, 31)
    dice = (*three(11), *lasts, *three(10), 6)
    for rule, title in (
        (rules.MO_02, "T30: DR 6 is hard: it bursts and ignites"),
        (rules.MO_09, "T30: 3d = 11 at once, then 1d a second"),
        (rules.MO_10, "T30: large-area DR 4 counts a fifth: 0, so 11 burn, a major wound"),
    ):
        yield accepted(rule, title, given, NONE, lit, burn, seat=TWO, dice=dice)
    closed = replace(
        aldous, dr={name: Armour(one.dr, sealed=True) for name, one in aldous.dr.items()}
    )
    sealed = thrown_at(initial, key, numbers=closed)
    yield accepted(
        rules.MO_10, "T30: sealed armour protects completely", sealed, NONE,
        wound(sealed, "b", "torso", 0, 0, 0, 0, "unhurt", large=True), seat=TWO,
        dice=(*three(11), *lasts, 6),
    )  # fmt: skip
    ground = Flames(id="fire 1", kind="fire", weapon=key, by="a", at=hex_at(4), until=30)
    for face, points in ((4, 3), (1, 1)):
        stands = skirmish(
            initial,
            somebody(initial, "b", (4, 0), seat=2, numbers=sheet(hp=30, flammable_clothes=False)),
            somebody(initial, "a", (0, 0)), flames={ground.id: ground},
        )  # fmt: skip
        yield accepted(
            rules.MO_11, f"1d-1 a second on the ground: 1d = {face}: {points}", stands,
            DoNothing(fighter="b"),
            wound(stands, "b", "torso", 0, points, points, points // 3, large=True),
            seat=TWO, dice=(face,),
        )  # fmt: skip
    yield from _belts(initial)


def _belts(initial: State) -> Iterator[Example]:
    """Bottles on a belt break in a fall, and when they are struck."""
    key = "molotov"
    bottles = [armed(initial, "b", key, at="belt", id=f"b {key} {n}") for n in (1, 2)]
    carrier = somebody(
        initial, "b", (4, 0), *bottles, seat=2, facing=3, running=True,
        numbers=sheet(dx=11, hp=30),
    )  # fmt: skip
    trip = skirmish(
        initial,
        somebody(initial, "a", (0, 0), "bolas", numbers=sheet(st=12, skills={"Bolas": 13})),
        carrier,
    )
    made = shot("a", "bolas", "b", location="right_leg")
    falls = replace(trip, agenda=(Defending(attack=made, target="b", hits=1), *trip.agenda[1:]))
    broken = WeaponChanged(fighter="b", item=f"b {key} 1", change="gone")
    soaks = FighterChanged(fighter="b", change="soaked")
    yield accepted(
        rules.MO_15, "two bottles in a fall, 4 and 5: one breaks", falls, NONE, broken, soaks,
        seat=TWO, dice=(3, *three(12), 5, 4, 5),
    )  # fmt: skip
    shoots = skirmish(
        initial,
        somebody(initial, "a", (0, 0), "revolver_38", numbers=sheet(skills={"Guns (Pistol)": 14})),
        replace(carrier, running=False, unaware=True),
    )  # fmt: skip
    fires = attack("a", "revolver_38", "b")
    yield accepted(
        rules.MO_15, "who falls unconscious falls on his bottles as well",
        with_fighter(shoots, "b", sheet=sheet(hp=12)), fires,
        FighterChanged(fighter="b", change="unconscious"), broken, soaks,
        dice=(*three(10), 6, 6, *three(18), 4, 5),
    )  # fmt: skip
    listed = mods(("range 4 yd", -2, "S-4.1"), ("bottle on the belt", -5, "MO-16"))
    belt = attack("a", "revolver_38", "b", belt=f"b {key} 1")
    yield accepted(
        rules.MO_16, "at a bottle on the belt: -5, and a hit breaks it", shoots, belt,
        rolled(shoots, shot("a", "revolver_38", "b", belt=f"b {key} 1"), 7, 14, listed),
        broken, soaks, dice=three(7),
    )  # fmt: skip
    near = skirmish(
        initial,
        somebody(initial, "a", (3, 0), "broadsword", numbers=sheet(skills={"Broadsword": 13})),
        replace(carrier, running=False, unaware=True),
    )  # fmt: skip
    strikes = attack("a", "broadsword", "b", belt=f"b {key} 1")
    made = shot("a", "broadsword", "b", belt=f"b {key} 1", melee=True)
    yield accepted(
        rules.MO_16, "a foe may strike at it with a sword too", near, strikes,
        rolled(near, made, 8, 13, mods(("bottle on the belt", -5, "MO-16"))), broken, soaks,
        dice=three(8),
    )  # fmt: skip


def _harpoons(initial: State) -> Iterator[Example]:
    key = "harpoon"
    given = thrown_at(initial, key, numbers=sheet(st=12, hp=40, dr={"all": 2}))
    strong = with_fighter(given, "a", sheet=sheet(st=13, skills={"Thrown Weapon (Harpoon)": 13}))
    sticks = WeaponStuck(seat=TWO, fighter="b", item=f"a {key}", holder="a", injury=12)
    yield accepted(
        rules.HP_01, "T27: 1d = 3: 8, less DR 2, doubled: 12, and it sticks", strong, NONE,
        wound(strong, "b", "torso", 2, 6, 12, 3), sticks, seat=TWO, dice=(3,),
    )  # fmt: skip

    def stuck(st: int = 12, **how: Any) -> State:
        wounded = Stuck(item=f"a {key}", holder="a", injury=12)
        weapon = armed(initial, "a", key, at="gone")
        return skirmish(
            initial,
            somebody(initial, "b", (9, 0), seat=2, numbers=sheet(st=st, hp=40), stuck=(wounded,)),
            somebody(initial, "a", (0, 0), weapon, numbers=sheet(st=13)), **how,
        )  # fmt: skip

    pulls = skirmish(initial, *(stuck().fighters[name] for name in ("a", "b")))
    free = does("a", "free_weapon", target="b")
    yield accepted(
        rules.HP_02, "ST 13, roll 12: it comes free, through the tether", pulls, free,
        check(pulls, "a", "ST, to free the weapon", 12, 13),
        WeaponFreed(fighter="b", item=f"a {key}", how="freed"), dice=three(12),
    )  # fmt: skip
    yield accepted(
        rules.HP_02, "a critical failure: it sticks for good", pulls, free,
        WeaponFreed(fighter="b", item=f"a {key}", how="stuck_for_good"), dice=three(18),
    )  # fmt: skip
    yield accepted(
        rules.HP_03, "T27: barbs: half of 12 again", pulls, free,
        wound(pulls, "b", "torso", 0, 6, 6, 1), dice=three(12),
    )  # fmt: skip
    run = MoveAlong(fighter="b", path=tuple(hex_at(q) for q in (10, 11, 12)))
    yield refused(
        rules.HP_04, "T27: no farther than 10 yards", stuck(), run, "tether_limit", seat=TWO
    )
    steps = MoveAlong(fighter="b", path=(hex_at(10), hex_at(11)))
    won = Contested(what="the tether", rolls=(9, 12), fighters=("b", "a"), winner="b")
    yield accepted(
        rules.HP_05, "T27: ST 12 by 3 against ST 13 by 1: the tether is torn away", stuck(), steps,
        won, WeaponFreed(fighter="b", item=f"a {key}", how="tether_lost"), seat=TWO,
        dice=(*three(9), *three(12)),
    )  # fmt: skip
    post = AnchorSt(fighter="a", st=50)
    yield accepted(
        rules.HP_06, "the referee: tied to a post of ST 50", stuck(),
        Decide(reason="tied to the boat", decision=post),
        RulingMade(decision=post, reason="tied to the boat"), seat=REFEREE,
    )  # fmt: skip
    yield from _boat(initial)
    anchored = stuck(rulings=replace(initial.rulings, anchors={"a": 50}))
    lost = replace(won, winner="a")
    yield accepted(
        rules.HP_06, "T27: 12 against 50 fails", anchored, steps, lost, seat=TWO,
        dice=(*three(9), *three(12)),
    )  # fmt: skip


def _boat(initial: State) -> Iterator[Example]:
    """In the ford the harpoon's rope is tied to a boat: ten yards from it, and ST 50."""
    people, key = initial.book.people, "harpoon"
    wounded = Stuck(item=f"tamsin {key}", holder="tamsin", injury=4)
    given = skirmish(
        initial,
        somebody(
            initial, "b", (30, 5), seat=2, numbers=sheet(st=12, hp=40), stuck=(wounded,),
            elevation=10,
        ),
        somebody(initial, "tamsin", (18, 5), armed(initial, "tamsin", key, at="gone")),
        somebody(
            initial, "boat", (20, 5), seat=0, body=people["boat"].body,
            numbers=people["boat"].sheet,
        ),
        scenario="ford",
    )  # fmt: skip
    lost = Contested(what="the tether", rolls=(9, 12), fighters=("b", "boat"), winner="boat")
    yield accepted(
        rules.HP_06, "the rope is tied to the boat: eleven yards from it, 12 against ST 50", given,
        MoveAlong(fighter="b", path=(hex_at(31, 5),)), lost, seat=TWO,
        dice=(*three(9), *three(12)),
    )  # fmt: skip


ROPED = sheet(st=11, dx=12, hp=30)


def roped(initial: State, place: str = "torso", st: int = 13, **how: Any) -> State:
    """Return somebody on a lariat, and who holds it."""
    key = "lariat"
    weapon = armed(initial, "a", key, at="gone")
    rope = bond(key, place, taut=True, **how)
    return skirmish(
        initial,
        somebody(initial, "a", (0, 0), weapon, numbers=sheet(st=st, traits=("trained_mount",))),
        somebody(initial, "b", (4, 0), seat=2, numbers=ROPED, bonds=(rope,)),
    )  # fmt: skip


def _lariats(initial: State) -> Iterator[Example]:
    key = "lariat"
    plain = ROPED
    far = thrower(initial, key, 11, numbers=plain)
    yield refused(
        rules.LA_01, "no farther than its ten yards", far, attack("a", key, "b"), "out_of_range"
    )
    given = thrown_at(initial, key, numbers=replace(plain, parry=10))
    yield refused(rules.LA_02, "no block", given, Defend(defence="block"), "cannot_block", seat=TWO)
    yield refused(
        rules.S_2_2, "who moved and attacked may dodge or block, but not parry",
        with_fighter(given, "b", manoeuvre="move_and_attack"), PARRY, "cannot_parry", seat=TWO,
    )  # fmt: skip
    shielded = with_fighter(given, "b", shield="medium")
    yield accepted(
        rules.S_4_7, "a shield does not help to parry a rope: 10-1, roll 10, caught", shielded,
        PARRY, bound(shielded, Bond(
            kind="lariat", item=f"a {key}", holder="a", location="right_arm", taut=True
        ), why="wrapped"), seat=TWO, dice=three(10),
    )  # fmt: skip
    sword = thrown_at(initial, key, numbers=replace(plain, parry=12, cutting_parry=True))
    yield accepted(
        rules.LA_03, "a broadsword's 1d+1 = 4, less DR 1, by 1.5: 4 cut the rope", sword, PARRY,
        WeaponChanged(fighter="a", item=f"a {key}", change="destroyed"), seat=TWO,
        dice=(*three(9), 3),
    )  # fmt: skip
    caught = bound(given, bond(key, "right_arm", taut=True))
    yield accepted(
        rules.LA_04, "a failed parry is caught", given, PARRY, caught, seat=TWO, dice=three(11)
    )
    for place in ("right_arm", "torso"):
        aimed = thrown_at(initial, key, place, numbers=plain)
        yield accepted(
            rules.LA_05, f"{place.replace('_', ' ')}: ensnared", aimed, NONE,
            bound(aimed, bond(key, place, taut=True)), seat=TWO,
        )  # fmt: skip


def _pulling(initial: State) -> Iterator[Example]:
    key, plain = "lariat", ROPED
    pull = does("a", "keep_taut", target="b")
    tight = bond(key, "torso", taut=True, immobilised=True)
    won = Contested(what="the rope", rolls=(10, 10), fighters=("a", "b"), winner="a")
    for rule in (rules.LA_06, rules.LA_07):
        yield accepted(
            rule, "13 by 3 against 11 by 1: held fast", roped(initial), pull, won,
            bound(roped(initial), tight, why="immobilised"), dice=(*three(10), *three(10)),
        )  # fmt: skip
    torn = bound(roped(initial), bond(key, "torso"), why="rope_lost")
    yield accepted(
        rules.LA_07, "losing it tears the rope away", roped(initial), pull, torn,
        dice=(*three(13), *three(8)),
    )  # fmt: skip
    neck = roped(initial, "neck")
    yield accepted(
        rules.LA_08, "T28: the neck: 11-5 = 6 fails by 4; 13 by 1: no breath", neck, pull,
        FighterChanged(fighter="b", change="choking", number=10),
        dice=(*three(12), *three(10)),
    )  # fmt: skip
    for running, roll, damage, points in ((True, 9, 6, 4), (False, 13, 4, 0)):
        foot = thrown_at(initial, key, "right_foot", numbers=plain, running=running)
        yield accepted(
            rules.LA_09,
            f"DX 12{', running: 8' if running else ''}; roll {roll}: a fall, {points}",
            foot,
            NONE,
            check(foot, "b", "DX, to stay up", roll, 8 if running else 12),
            wound(
                foot, "b", "torso", 0, points, points, points // 3, "hurt" if points else "unhurt"
            ),
            seat=TWO,
            dice=(*three(roll), damage),
        )
    ankle = roped(initial, "right_foot")
    yield accepted(
        rules.LA_10, "in later turns the foot is held like an arm", ankle, pull,
        bound(ankle, bond(key, "right_foot", taut=True, immobilised=True), why="immobilised"),
        dice=(*three(10), *three(10)),
    )  # fmt: skip
    choked = with_fighter(
        roped(initial, "neck", immobilised=True), "b", choking=9,
        bonds=(bond(key, "neck", taut=True, immobilised=True),),
    )  # fmt: skip
    yield accepted(
        rules.LA_11, "T28: anything else than a Ready: limp, and he breathes", choked,
        DoNothing(fighter="a"), bound(choked, bond(key, "neck"), why="limp"),
        FighterChanged(fighter="b", change="breathes"),
    )  # fmt: skip
    yield accepted(
        rules.LA_11, "letting go is a free action", choked,
        FreeAction(fighter="a", deed="let_go", item=f"a {key}"),
        bound(choked, bond(key, "neck"), why="limp"),
    )  # fmt: skip


def _slipping(initial: State) -> Iterator[Example]:
    key, plain = "lariat", ROPED
    pull = does("a", "keep_taut", target="b")
    horse = roped(initial).with_fighter(
        somebody(initial, "juno", (1, 0), numbers=initial.book.people["juno"].sheet)
    )
    mounted = with_fighter(horse, "a", mount="juno")
    yield accepted(
        rules.LA_12, "a horse of ST 22 against 11: 22 by 7, 11 by 2", mounted, pull,
        Contested(what="the rope", rolls=(15, 9), fighters=("a", "b"), winner="a"),
        dice=(*three(15), *three(9)),
    )  # fmt: skip
    knife = held(initial, bond(key, "torso", taut=True), skills={"Knife": 12})
    yield refused(
        rules.LA_13, "T28: while taut there is no slipping out", knife, does("b", "escape"),
        "taut_must_cut", seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.LA_13, "a knife's 1d-2 = 3, less 1, by 1.5: 3, and the rope is cut", knife,
        does("b", "cut_free", target="b"), bound(knife, why="freed"), seat=TWO, dice=(5,),
    )  # fmt: skip
    limp = held(initial, bond(key, "torso"))
    yield accepted(
        rules.LA_14, "limp: three DX rolls as with bolas", limp, does("b", "escape"),
        bound(limp, bond(key, "torso", successes=1), why="escape"), seat=TWO, dice=three(10),
    )  # fmt: skip
    short = thrower(initial, key, 4, numbers=plain)
    yield accepted(
        rules.LA_15, "a miss: ten yards take two turns to gather", short, attack("a", key, "b"),
        WeaponChanged(fighter="a", item=f"a {key}", change="unready", number=2), dice=three(16),
    )  # fmt: skip
    out = with_item(short, "a", key, unready=2)
    yield refused(
        rules.LA_15, "and until then it is not thrown", out, attack("a", key, "b"), "not_ready"
    )


def _nets(initial: State) -> Iterator[Example]:
    key = "net_large"
    given = thrown_at(initial, key, numbers=sheet(dx=12, hp=30, parry=12, cutting_parry=True))
    yield refused(rules.NE_01, "no block", given, Defend(defence="block"), "cannot_block", seat=TWO)
    net = bond(key, "torso", hp=22)
    for rule in (rules.NE_01, rules.NE_03):
        yield accepted(rule, "undefended: entangled", given, NONE, bound(given, net), seat=TWO)
    light = thrown_at(initial, "net_small", numbers=sheet(parry=12, cutting_parry=True))
    yield accepted(
        rules.NE_02, "a cutting parry does two points at most: the net of 14 holds, and misses",
        light, PARRY, WeaponLanded(fighter="a", item="a net_small", at=hex_at(4)), seat=TWO,
        dice=(*three(9), 6),
    )  # fmt: skip
    caught = held(initial, net, dx=12, weapons=("revolver_38",), skills={"Guns (Pistol)": 12})
    yield refused(
        rules.NE_03, "in a net nobody moves", caught, MoveAlong(fighter="b", path=(hex_at(5),)),
        "entangled", seat=TWO,
    )  # fmt: skip
    yield refused(
        rules.NE_03, "nor attacks", caught, attack("b", "revolver_38", "a"), "entangled", seat=TWO
    )
    tries = does("b", "escape")
    free = held(initial, net, dx=12)
    yield accepted(
        rules.NE_04, "T29: DX 12, both hands: 8", free, tries,
        check(free, "b", "DX, to escape", 8, 8),
        bound(free, replace(net, successes=1), why="escape"), seat=TWO, dice=three(8),
    )  # fmt: skip
    small = bond("net_small", "torso", hp=14)
    for bonds, weapons, number, title in (
        (net, ("revolver_38",), 6, "one hand"), (small, (), 11, "a small net"),
        (small, ("revolver_38",), 9, "a small net and one hand"),
    ):  # fmt: skip
        one = held(initial, bonds, dx=12, weapons=weapons)
        yield accepted(
            rules.NE_05, f"{title}: {number}", one, tries,
            check(one, "b", "DX, to escape", 10, number), seat=TWO, dice=three(10),
        )  # fmt: skip
    third = held(initial, replace(net, successes=2, failures=2), dx=12)
    yield accepted(
        rules.NE_06, "T29: the third failure in a row: only cutting helps", third, tries,
        bound(third, replace(net, successes=2, failures=3, must_cut=True), why="must_be_cut"),
        seat=TWO, dice=three(12),
    )  # fmt: skip
    yield refused(
        rules.NE_06, "T29: further rolls are refused", held(initial, replace(net, must_cut=True)),
        tries, "must_be_cut_free", seat=TWO,
    )  # fmt: skip
    knife = held(initial, net, skills={"Knife": 12})
    yield accepted(
        rules.NE_07, "T29: a dagger hits by itself: two of 22", knife,
        does("b", "cut_free", target="b"), bound(knife, replace(net, hp=20), why="cut"), seat=TWO,
        dice=(6,),
    )  # fmt: skip
    yield refused(
        rules.NE_07, "without a blade of reach C there is no cutting", free,
        does("b", "cut_free", target="b"), "reach_c_only", seat=TWO,
    )  # fmt: skip


def _strikes(initial: State) -> Iterator[Example]:
    """A small net in the hand strikes at one or two yards."""
    tries = does("b", "escape")
    near = thrower(initial, "net_small", 2, numbers=sheet(hp=30))
    yield accepted(
rules.NE_08, "a small net strikes at two yards", near,
        attack("a", "net_small", "b", melee=True),
        rolled(near, shot("a", "net_small", "b", melee=True), 10, 13, ()), dice=three(10),
    )  # fmt: skip
    far = thrower(initial, "net_small", 3, numbers=sheet(hp=30))
    yield refused(
        rules.NE_08, "not at three", far, attack("a", "net_small", "b", melee=True), "out_of_reach"
    )
    large = thrower(initial, "net_large", 2, numbers=sheet(hp=30))
    yield refused(
        rules.NE_08, "a large net is too large", large, attack("a", "net_large", "b", melee=True),
        "too_large_for_melee",
    )  # fmt: skip
    struck = bond("net_small", "right_arm", hp=14, taut=True, melee=True)
    parried = replace(
        near, agenda=(Defending(
            attack=shot("a", "net_small", "b", melee=True), target="b", hits=1
        ), *near.agenda[1:]),
    )  # fmt: skip
    parried = with_fighter(parried, "b", sheet=sheet(hp=30, parry=9))
    yield accepted(
        rules.NE_08, "a failed parry catches the arm, as with a lariat", parried, PARRY,
        bound(parried, struck, why="wrapped"), seat=TWO, dice=three(12),
    )  # fmt: skip
    snared = held(initial, struck, dx=12)
    yield accepted(
        rules.NE_08, "one gets out as of bolas: DX 12", snared, tries,
        check(snared, "b", "DX, to escape", 10, 12), seat=TWO, dice=three(10),
    )  # fmt: skip
