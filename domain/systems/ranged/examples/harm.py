"""What harm does besides its points: bruises, numbness, weakness; beasts; who lies low (4.6 on)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import (
    CoverPassed,
    CriticalRolled,
    DefenceRolled,
    HitLocated,
)
from domain.systems.ranged.commands import (
    Decide,
    Defend,
    DiveForCover,
    DoNothing,
    MoveAlong,
    Ready,
)
from domain.systems.ranged.decisions import Wind
from domain.systems.ranged.events import BattleEnded, FighterChanged, Moved, RulingMade
from domain.systems.ranged.examples.areas import burst, victim
from domain.systems.ranged.examples.base import NONE, PISTOL, pair, struck
from domain.systems.ranged.examples.bursts import spray, three_terrorists
from domain.systems.ranged.examples.cover import walled
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
    wound,
)
from domain.systems.ranged.forms import Bond, Flames
from domain.systems.ranged.sheets import Armour
from domain.systems.ranged.state import Damaged, State
from domain.systems.ranged.tasks import Diving, TurnStart
from domain.systems.ranged.thing_events import FlamesDrifted

RIFLE, PDW = "assault_rifle_556", "pdw_46"


def examples(initial: State) -> Iterator[Example]:
    """Yield what harm does besides its points, and what is seldom hit."""
    yield from _bruises(initial)
    yield from _weak(initial)
    yield from _low(initial)
    yield from _on_a_grenade(initial)
    yield from _structures(initial)
    yield from _leaps(initial)
    yield from _places(initial)


def _bruises(initial: State) -> Iterator[Example]:
    """A vest of DR 11 stops the 11 of a revolver: a point of blunt trauma."""
    vest = replace(sheet(hp=30), dr={"torso": Armour(11, flexible=True)})
    for dr, points in ((vest, 1), (sheet(hp=30, dr={"torso": 11}), 0)):
        given = struck(initial, numbers=dr)
        what = "flexible armour stops 11: a bruise" if points else "rigid armour stops all of it"
        yield accepted(
            rules.S_4_9, what, given, NONE,
            wound(given, "b", "torso", 11, 0, points, 0, "hurt" if points else "unhurt"), seat=TWO,
            dice=(6, 6),
        )  # fmt: skip
    given = pair(initial, numbers=sheet(hp=90))
    yield accepted(
        rules.S_4_14, "critical hit, 8, on an arm: it is numb for six seconds", given,
        attack("a", PISTOL, "b", location="right_arm"),
        CriticalRolled(fighter="b", table="critical_hit", roll=8, effect="double_shock"),
        FighterChanged(fighter="b", change="numbed", word="right_arm", number=16),
        dice=(*three(4), *three(8), 4, 4),
    )  # fmt: skip
    numb = with_fighter(given, "b", numbed={"right_arm": 9})
    yield accepted(
        rules.S_4_14, "then it can be felt again", numb, DoNothing(fighter="a"),
        FighterChanged(fighter="b", change="feels_again", word="right_arm"),
    )  # fmt: skip
    weak = with_fighter(given, "a", numbed={"right_arm": 12, "left_arm": 12})
    yield refused(
        rules.S_4_14, "numb arms hold no weapon", weak, attack("a", PISTOL, "b"), "no_free_hand"
    )


def _weak(initial: State) -> Iterator[Example]:
    """Shock and afflictions weaken what is neither attack nor defence."""
    bond = Bond(kind="bolas", item="b bolas", holder="b", location="left_leg")
    given = with_fighter(pair(initial), "a", bonds=(bond,), items={})
    slips = Ready(fighter="a", deed="escape")
    for how, number in (({"shock": 3}, 7), ({"affliction": "coughing"}, 7), ({}, 10)):
        state = with_fighter(given, "a", affliction_until=99, **how)
        why = "shock of 3" if "shock" in how else "coughing" if how else "nothing"
        yield accepted(
            rules.S_4_11, f"{why}: DX 10 escapes on {number}", state, slips,
            check(state, "a", "DX, to escape", 9, number), dice=three(9),
        )  # fmt: skip
    sits = with_fighter(pair(initial), "a", posture="sitting", crippled=("left_leg",))
    yield refused(
        rules.S_4_6, "who sits does not move, lame or not", sits,
        MoveAlong(fighter="a", path=(hex_at(1),)), "too_far",
    )  # fmt: skip
    jam = pair(initial).with_item(
        "a", replace(pair(initial).fighters["a"].items[f"a {PISTOL}"], condition="stoppage",
                     work="clear", progress=2)
    )  # fmt: skip
    for sick, number in (("retching", 5), ("coughing", 9), ("", 10)):
        state = with_fighter(jam, "a", affliction=sick, affliction_until=99)
        state = with_fighter(state, "a", sheet=sheet(skills={"Armoury": 10}))
        clears = Ready(fighter="a", deed="clear", item=f"a {PISTOL}")
        yield accepted(
            rules.S_4_22, f"Armoury 10, {sick or 'well'}: a stoppage is cleared on {number}", state,
            clears, check(state, "a", "clearing", 10, number), dice=three(10),
        )  # fmt: skip


def _low(initial: State) -> Iterator[Example]:
    """Of who lies down nothing below the waist can be hit; a beast has a table of its own."""
    low = struck(initial, "random", posture="prone", numbers=sheet(hp=30))
    yield accepted(
        rules.S_4_6, "a random shot at the leg of who lies down passes over him", low, NONE,
        HitLocated(target="b", location="left_leg", passes=True), seat=TWO, dice=three(13),
    )  # fmt: skip
    juno = initial.book.people["juno"]
    for roll, place in ((4, "skull"), (6, "neck"), (8, "left_foreleg"), (14, "left_hind_leg"),
                        (16, "left_foot"), (18, "tail")):  # fmt: skip
        given = struck(initial, "random", body=juno.body, numbers=sheet(hp=90, ht=18))
        sided = "_f" in place or "_h" in place
        yield accepted(
            rules.S_4_8, f"a horse, location {roll}: {place.replace('_', ' ')}", given, NONE,
            HitLocated(target="b", location=place), seat=TWO,
            dice=(*three(roll), *((5,) if sided else ()), 1, 1),
        )  # fmt: skip
    yield refused(
        rules.S_4_8, "a horse has no arms", pair(initial, body=juno.body),
        attack("a", PISTOL, "b", location="right_arm"), "location_not_targetable",
    )  # fmt: skip


def _on_a_grenade(initial: State) -> Iterator[Example]:
    """Whoever lies on it takes it all; the others have his torso's DR and his HP before them."""
    hero = victim(initial, "A", 1, unaware=False, numbers=sheet(hp=100, dr={"torso": 5}))
    given = burst(initial, hero, victim(initial, "B", 3))
    wait = Diving(fighter="A", apex=hex_at(0), point=hex_at(0), explosive=True)
    given = replace(given, agenda=(wait, *given.agenda[1:]))
    throws = DiveForCover(to=hex_at(0), on_it=True)
    yield accepted(
        rules.S_4_15, "he throws himself on the grenade", given, throws,
        check(given, "A", "dive for cover", 11, 11),
        Moved(fighter="A", at=hex_at(0), facing=0, elevation=0, yards=0),
        FighterChanged(fighter="A", change="covers_blast"),
        wound(given, "B", "torso", 105, 0, 0, 0, "unhurt", large=True),
        seat=TWO, dice=(*three(11), *faces(8, 48), *three(10), 1, 1, 1, *three(18)),
    )  # fmt: skip
    plain = replace(given, agenda=(replace(wait, explosive=False), *given.agenda[1:]))
    yield refused(rules.S_4_15, "not on gas", plain, throws, "nothing_to_lie_on", seat=TWO)


def _structures(initial: State) -> Iterator[Example]:
    """Six inches of brick have 67 HP: what comes past DR 16 wears them down, in that hex."""
    given = with_fighter(walled(initial, peeks="two_handed"), "b", sheet=sheet(hp=40))
    command = attack("a", RIFLE, "b", location="random", cover="random")
    worn = replace(given, damaged={("wall", hex_at(10)): Damaged(lost=66)})
    for roll, hole in ((12, False), (13, True)):
        what = "it makes a hole" if hole else "it holds"
        yield accepted(
            rules.S_4_16, f"the wall's last HP: HT 12, roll {roll}: {what}", worn, command,
            CoverPassed(
                cover="wall", cover_dr=16, through=True, at=hex_at(10), lost=1, breached=hole
            ),
            dice=(*three(8), *three(13), *faces(5, 19), *three(roll)),
        )  # fmt: skip
    shot_away = replace(given, damaged={("wall", hex_at(10)): Damaged(lost=67, breached=True)})
    plain = attack("a", RIFLE, "b", location="left_leg")
    listed = mods(
        ("range 7 yd", -3, "S-4.1"), ("left leg", -2, "S-4.8"), ("darkness", -2, "S-4.18")
    )
    yield accepted(
        rules.S_4_16, "a hole covers nobody", shot_away, plain,
        rolled(shot_away, shot("a", RIFLE, "b", location="left_leg"), 8, 15, listed),
        dice=(*three(8), *faces(5, 5)),
    )  # fmt: skip


def _leaps(initial: State) -> Iterator[Example]:
    """Acrobatics before a dodge: +2, or else -2."""
    given = struck(initial, numbers=sheet(hp=90, skills={"Acrobatics": 12}))
    for roll, leap in ((12, 2), (13, -2)):
        yield accepted(
            rules.S_4_7, f"Acrobatics 12, roll {roll}: a dodge at {8 + leap}", given,
            Defend(defence="dodge", acrobatics=True), check(given, "b", "Acrobatics", roll, 12),
            DefenceRolled(
                seat=TWO, fighter="b", kind="dodge", drop=False, roll=8, success=leap > 0,
                avoided=int(leap > 0), modifiers=mods(("Acrobatics", leap, "S-4.7")),
                target=8 + leap,
            ),
            seat=TWO, dice=(*three(roll), *three(8), *((1, 1) if leap < 0 else ())),
        )  # fmt: skip
    plain = struck(initial)
    yield refused(
        rules.S_4_7, "not without the skill", plain, Defend(defence="dodge", acrobatics=True),
        "no_acrobatics", seat=TWO,
    )  # fmt: skip


def _places(initial: State) -> Iterator[Example]:
    """The wind, the near bank of the ford, and Sgt. Kelly at dusk."""
    cloud = Flames(
        id="cloud", kind="cloud", weapon="gas_grenade", by="a", at=hex_at(20), radius=2, until=30
    )
    given = skirmish(
        initial, *pair(initial).fighters.values(), task=TurnStart(fighter="a"),
        flames={"cloud": cloud},
    )  # fmt: skip
    wind = Wind(toward=1, yards=2)
    yield accepted(
        rules.S_2_6, "the referee lets clouds drift", given,
        Decide(reason="a breeze", decision=wind), RulingMade(decision=wind, reason="a breeze"),
        FlamesDrifted(id="cloud", at=hex_at(20, 2)), seat=REFEREE,
    )  # fmt: skip
    at_dusk = skirmish(
        initial, *three_terrorists(initial).fighters.values(), scenario="stairwell",
        choices={"ambush": "off"},
    )  # fmt: skip
    plan = spray(("t1", 5), ("t2", 4), ("t3", 2))
    dusk = ("darkness", -2, "S-4.18")
    made = [
        rolled(
            at_dusk, shot("a", PDW, f"t{n}", shots, cover="random", recoil_plus=n - 1), 17, 16,
            mods(("range 8 yd" if n != 2 else "range 9 yd", -4, "S-4.1"), *more, dusk), "miss", 0,
        )
        for n, shots, more in ((1, 5, (("rapid fire, 5", 1, "S-4.3"),)), (2, 4, ()), (3, 2, ()))
    ]  # fmt: skip
    yield accepted(
        rules.SP_09, "in the stairwell at dusk, two less: 11", at_dusk, plan,
        replace(made[0], roll=12, off=1), dice=(*three(12), *three(18), *three(6)),
    )  # fmt: skip
    ford = skirmish(
        initial,
        somebody(initial, "a", (19, 0), "longbow"),
        somebody(initial, "b", (17, 0), RIFLE, seat=2),
        scenario="ford",
    )  # fmt: skip
    yield accepted(
        rules.S_2_1, "who stands in the river is driven off the near bank", ford,
        DoNothing(fighter="a"), BattleEnded(winners=(TWO,), reason="bank"),
    )  # fmt: skip
