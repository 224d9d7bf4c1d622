"""The base procedure that the rest leans on: turns, aim, defence, wounds, criticals (2, 4)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import (
    CriticalRolled,
    DamageRolled,
    DefenceRolled,
    HitLocated,
    StrayChecked,
    WeaponMalfunctioned,
)
from domain.systems.ranged.commands import (
    AimAt,
    AllOutDefence,
    AttackWith,
    Decide,
    Defend,
    DoNothing,
    MoveAlong,
    Ready,
    WaitFor,
)
from domain.systems.ranged.decisions import Note
from domain.systems.ranged.events import (
    Aimed,
    FighterChanged,
    ManoeuvreChosen,
    PostureChanged,
    RulingMade,
    TurnBegan,
)
from domain.systems.ranged.examples.setups import (
    ONE,
    REFEREE,
    TWO,
    accepted,
    attack,
    check,
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
from domain.systems.ranged.forms import Defence
from domain.systems.ranged.state import Aim, State
from domain.systems.ranged.tasks import Defending, Triggered
from domain.systems.ranged.thing_events import WeaponChanged, WeaponLanded, WeaponStruck
from domain.systems.ranged.weapons import Quality, read

RIFLE, PISTOL = "assault_rifle_556", "revolver_38"


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of the base procedure."""
    yield from _turns(initial)
    yield from _numbers(initial)
    yield from _lines(initial)
    yield from _defences(initial)
    yield from _wounds(initial)


def pair(initial: State, *, yards: int = 4, skill: int = 14, **target: Any) -> State:
    """Return a man with a revolver, and another who faces him."""
    plain: dict[str, Any] = {"facing": 3, "numbers": sheet(hp=12, ht=12)}
    return skirmish(
        initial,
        somebody(initial, "a", (0, 0), PISTOL, numbers=sheet(skills={"Guns (Pistol)": skill})),
        somebody(initial, "b", (yards, 0), RIFLE, seat=2, **(plain | target)),
    )  # fmt: skip


def of_tl(initial: State, tl: int, quality: Quality) -> State:
    """Return the state with the revolver made at another tech level, in another quality."""
    book = initial.book
    line = replace(book.weapons[PISTOL].line, tl=tl, quality=quality)
    made = {**book.weapons, PISTOL: read(line, book.tables.malfunction)}
    return replace(initial, book=replace(book, weapons=made))


def struck(initial: State, location: str = "torso", **target: Any) -> State:
    """Return a state in which a hit with the revolver is being defended."""
    given = pair(initial, **target)
    made = shot("a", PISTOL, "b", location=location)
    return replace(given, agenda=(Defending(attack=made, target="b", hits=1), *given.agenda[1:]))


NONE = Defend(defence="none")


def _turns(initial: State) -> Iterator[Example]:
    given = pair(initial)
    nothing = DoNothing(fighter="a")
    yield accepted(
        rules.S_2_1, "the next in order has the next turn", given, nothing, TurnBegan(fighter="b")
    )
    yield refused(
        rules.S_2_1, "nobody acts before", given, DoNothing(fighter="b"), "not_your_turn", seat=TWO
    )
    yield accepted(
        rules.S_2_2, "an All-Out Defence", given, AllOutDefence(fighter="a", defence="dodge"),
        FighterChanged(fighter="a", change="careful", word="dodge"),
    )  # fmt: skip
    yield refused(
        rules.S_2_2, "no more than Move", given,
        MoveAlong(fighter="a", path=tuple(hex_at(0, n) for n in range(1, 7))), "too_far",
    )  # fmt: skip
    fire = attack("a", PISTOL, "b")
    listed = mods(("range 4 yd", -2, "S-4.1"))
    yield accepted(
        rules.S_2_3, "skill, modifiers, one roll", given, fire,
        rolled(given, shot("a", PISTOL, "b"), 12, 14, listed), dice=three(12),
    )  # fmt: skip
    waits = WaitFor(fighter="a", trigger="moves")
    yield accepted(
        rules.S_2_5, "what is waited for is the owner's secret", given, waits,
        ManoeuvreChosen(seat=ONE, fighter="a", manoeuvre="wait", trigger="moves"),
    )  # fmt: skip
    ready = skirmish(initial, *(given.fighters[name] for name in ("b", "a")))
    ready = with_fighter(ready, "a", wait="moves")
    yield accepted(
        rules.S_2_5,
        "and comes before the turn goes on",
        ready,
        MoveAlong(fighter="b", path=(hex_at(4, 1),)),
        FighterChanged(fighter="a", change="wait_over"),
        seat=TWO,
    )
    triggered = replace(ready, agenda=(Triggered(fighter="a"), *ready.agenda))
    fires = AttackWith(fighter="a", weapon=f"a {PISTOL}", target="b", manoeuvre="determined")
    yield accepted(
        rules.S_2_2, "a Wait may become an All-Out Attack (Determined)", triggered, fires,
        ManoeuvreChosen(seat=ONE, fighter="a", manoeuvre="determined", trigger=""), dice=three(16),
    )  # fmt: skip
    yield accepted(
        rules.S_2_2, "or a Ready", with_item(triggered, "a", PISTOL, loaded=3),
        Ready(fighter="a", deed="reload", item=f"a {PISTOL}"),
        WeaponChanged(fighter="a", item=f"a {PISTOL}", change="work:reload", number=1),
    )  # fmt: skip
    yield refused(
        rules.S_2_2, "but no Move", triggered, MoveAlong(fighter="a", path=(hex_at(0, 1),)),
        "wrong_maneuver",
    )  # fmt: skip
    note = Decide(reason="the crate was empty", decision=Note())
    yield accepted(
        rules.S_2_6, "a decision with its reason", given, note,
        RulingMade(decision=Note(), reason="the crate was empty"), seat=REFEREE,
    )  # fmt: skip
    yield refused(rules.S_2_6, "by the referee alone", given, note, "gm_only")


def _numbers(initial: State) -> Iterator[Example]:
    for yards, modifier in (
        (2, 0),
        (3, -1),
        (5, -2),
        (7, -3),
        (10, -4),
        (15, -5),
        (20, -6),
        (31, -8),
    ):
        given = pair(initial, yards=yards, skill=20)
        listed = mods(*(((f"range {yards} yd", modifier, "S-4.1"),) * bool(modifier)))
        yield accepted(
            rules.S_4_1, f"{yards} yards: {modifier}", given, attack("a", PISTOL, "b"),
            rolled(given, shot("a", PISTOL, "b"), 11, 20, listed), dice=three(11),
        )  # fmt: skip
    for tl, malf in (("3", 12), ("4", 14), ("5", 16), ("6", 17)):
        grades: tuple[tuple[Quality, int], ...] = (
            ("cheap", malf - 1), ("good", malf), ("fine", malf + 1), ("very_fine", malf + 1)
        )  # fmt: skip
        for quality, fails in grades:
            given = pair(of_tl(initial, int(tl), quality))
            yield accepted(
                rules.S_4_2, f"TL{tl}, {quality}: {fails} fails", given, attack("a", PISTOL, "b"),
                WeaponMalfunctioned(fighter="a", item=f"a {PISTOL}", roll=fails, malf=fails),
                dice=(*three(fails), *three(6)),
            )  # fmt: skip
    given = pair(initial)
    aim = AimAt(fighter="a", weapon=f"a {PISTOL}", target="b")
    for seconds in (1, 2, 3):
        state = given
        if seconds > 1:
            state = with_fighter(
                given, "a", aim=Aim(item=f"a {PISTOL}", target="b", seconds=seconds - 1)
            )
        yield accepted(
            rules.S_4_4,
            f"aiming for {seconds} s",
            state,
            aim,
            Aimed(
                fighter="a", item=f"a {PISTOL}", target="b", at=None, seconds=seconds, braced=False
            ),
        )


def _lines(initial: State) -> Iterator[Example]:
    given = pair(initial)
    crowd = given.with_fighter(somebody(initial, "c", (2, 0), seat=2))
    listed = mods(("range 4 yd", -2, "S-4.1"), ("figures in the line of fire", -4, "S-4.5"))
    yield accepted(
        rules.S_4_5,
        "somebody in the line of fire: -4, named once",
        crowd,
        attack("a", PISTOL, "b"),
        rolled(crowd, shot("a", PISTOL, "b"), 8, 14, listed),
        dice=three(8),
    )
    yield from _low(initial)
    yield from _hampered(initial)
    yield from _in_hand(given)
    yield refused(
        rules.S_4_20, "below 3 nothing may be tried", pair(initial, yards=300, skill=10),
        attack("a", PISTOL, "b"), "skill_too_low",
    )  # fmt: skip
    behind = given.with_fighter(somebody(initial, "c", (6, 0), seat=2, numbers=sheet(hp=60)))
    for roll, hit in ((7, True), (8, False)):
        yield accepted(
            rules.S_4_19, f"a miss may hit who stands behind, at 14-3-4 = 7: roll {roll}", behind,
            attack("a", PISTOL, "b"), StrayChecked(seat=ONE, fighter="c", roll=roll, number=7, hit=hit),
            dice=(*three(15), *three(roll), *((*three(10), 1, 1) if hit else ())),
        )  # fmt: skip
    yield accepted(
        rules.S_4_19, "each of three stray shots is checked, and one hits at most", behind,
        attack("a", PISTOL, "b", shots=3), StrayChecked(seat=ONE, fighter="c", roll=6, number=7, hit=True),
        dice=(*three(15), *three(12), *three(6), *three(7), *three(10), 1, 1),
    )  # fmt: skip
    for roll, place in (
        (3, "skull"),
        (5, "face"),
        (6, "right_leg"),
        (8, "right_arm"),
        (11, "groin"),
        (12, "left_arm"),
        (18, "neck"),
    ):
        yield accepted(
            rules.S_4_8, f"location {roll}: {place.replace('_', ' ')}",
            struck(initial, "random", numbers=sheet(hp=90, ht=18, dr={"all": 12})), NONE,
            HitLocated(target="b", location=place), seat=TWO, dice=(*three(roll), 3, 3),
        )  # fmt: skip
    bow = skirmish(
        initial,
        *(somebody(initial, "a", (0, 0), "bolas", numbers=sheet(st=13, skills={"Bolas": 16})),
          somebody(initial, "b", (4, 0), seat=2, unaware=True, numbers=sheet(hp=60))),
    )  # fmt: skip
    yield accepted(
        rules.S_4_21, "ST 13: thrust 1d, so thrust-1 is 1d-1", bow, attack("a", "bolas", "b"),
        DamageRolled(target="b", basic=3, type="cr"), dice=(*three(10), 4),
    )  # fmt: skip


def _low(initial: State) -> Iterator[Example]:
    """Who kneels in the line counts if the target is as low; a door is no figure at all."""
    plain = ("range 4 yd", -2, "S-4.1")
    crowd = ("figures in the line of fire", -4, "S-4.5")
    for posture, listed in (
        ("standing", mods(plain)),
        ("kneeling", mods(plain, ("target kneeling", -2, "S-4.6"), crowd)),
    ):
        given = pair(initial, posture=posture).with_fighter(
            somebody(initial, "c", (2, 0), seat=2, posture="kneeling")
        )
        yield accepted(
            rules.S_4_5, f"somebody kneels in the line, the target is {posture}", given,
            attack("a", PISTOL, "b"), rolled(given, shot("a", PISTOL, "b"), 6, 14, listed),
            dice=three(6),
        )  # fmt: skip
    door = initial.book.people["door"]
    given = pair(initial).with_fighter(
        somebody(initial, "door", (1, 0), seat=0, body=door.body, numbers=door.sheet)
    )
    yield accepted(
        rules.S_4_5, "an open door in the line is nobody", given, attack("a", PISTOL, "b"),
        rolled(given, shot("a", PISTOL, "b"), 12, 14, mods(plain)), dice=three(12),
    )  # fmt: skip


def _hampered(initial: State) -> Iterator[Example]:
    """The off hand, a close combat about the target, afflictions."""
    given = pair(initial)
    left = with_item(given, "a", PISTOL, off_hand=True)
    listed = mods(("range 4 yd", -2, "S-4.1"), ("off hand", -4, "S-4.5"))
    yield accepted(
        rules.S_4_5, "a revolver in the off hand: -4", left, attack("a", PISTOL, "b"),
        rolled(left, shot("a", PISTOL, "b"), 8, 14, listed), dice=three(8),
    )  # fmt: skip
    melee = given.with_fighter(somebody(initial, "c", (4, 0)))
    listed = mods(("range 4 yd", -2, "S-4.1"), ("into a close combat", -2, "S-4.5"))
    yield accepted(
        rules.S_4_5, "firing into a close combat: -2", melee, attack("a", PISTOL, "b"),
        rolled(melee, shot("a", PISTOL, "b"), 10, 14, listed), dice=three(10),
    )  # fmt: skip
    for kind, costs in (("nauseated", -2), ("retching", -5), ("severe_pain", -4)):
        sick = with_fighter(given, "a", affliction=kind, affliction_until=12)
        listed = mods(("range 4 yd", -2, "S-4.1"), (kind.replace("_", " "), costs, "S-4.22"))
        yield accepted(
            rules.S_4_22, f"{kind.replace('_', ' ')}: {costs}", sick, attack("a", PISTOL, "b"),
            rolled(sick, shot("a", PISTOL, "b"), 14 - 2 + costs, 14, listed),
            dice=three(14 - 2 + costs),
        )  # fmt: skip


def _in_hand(given: State) -> Iterator[Example]:
    """A rifle of 8 pounds is a machine: 4 times 2 HP, DR 4, and pi does a third to it."""
    given = with_fighter(given, "b", unaware=True)
    rifle = f"b {RIFLE}"
    aimed = shot("a", PISTOL, "b", belt=rifle)
    listed = mods(("range 4 yd", -2, "S-4.1"), ("weapon in hand", -3, "S-4.5"))
    yield accepted(
        rules.S_4_5, "at a rifle in hand, Bulk -4: -3; 11 less DR 4, a third: 2",
        given, attack("a", PISTOL, "b", belt=rifle), rolled(given, aimed, 9, 14, listed),
        WeaponStruck(fighter="b", item=rifle, points=2), dice=(*three(9), 6, 6),
    )  # fmt: skip
    worn = with_item(given, "b", RIFLE, lost=6)
    yield accepted(
        rules.S_4_16, "at 0 HP it holds on HT 10: a roll of 11, and it is useless",
        worn, attack("a", PISTOL, "b", belt=rifle),
        WeaponStruck(fighter="b", item=rifle, points=2),
        WeaponChanged(fighter="b", item=rifle, change="destroyed"),
        dice=(*three(9), 6, 6, *three(11)),
    )  # fmt: skip


def _defences(initial: State) -> Iterator[Example]:
    def dodge(drop: int, roll: int, target: int, listed: Any, avoided: int) -> DefenceRolled:
        return DefenceRolled(
            seat=TWO, fighter="b", kind="dodge", drop=bool(drop), roll=roll, success=avoided > 0,
            avoided=avoided, modifiers=listed, target=target,
        )  # fmt: skip

    given = struck(initial)
    yield accepted(
        rules.S_4_7, "a dodge at 8", given, Defend(defence="dodge"), dodge(0, 8, 8, (), 1),
        seat=TWO, dice=three(8),
    )  # fmt: skip
    drop = mods(("dropping prone", 3, "S-4.7"))
    yield accepted(
        rules.S_4_7, "dropping prone: +3", given, Defend(defence="dodge", drop=True),
        dodge(1, 11, 11, drop, 1), seat=TWO, dice=three(11),
    )  # fmt: skip
    cases: tuple[tuple[Defence, str], ...] = (("parry", "cannot_parry"), ("block", "cannot_block"))
    for kind, code in cases:
        yield refused(
            rules.S_4_7, f"no {kind} against a bullet", given, Defend(defence=kind), code, seat=TWO
        )
    burst = struck(initial)
    waits = replace(burst.agenda[0], hits=3) if isinstance(burst.agenda[0], Defending) else None
    assert waits is not None
    burst = replace(burst, agenda=(waits, *burst.agenda[1:]))
    yield accepted(
        rules.S_4_7, "a dodge by one avoids two of a burst", burst, Defend(defence="dodge"),
        dodge(0, 7, 8, (), 2), seat=TWO, dice=(*three(7), 1, 1),
    )  # fmt: skip
    side = struck(initial, facing=1)
    yield accepted(
        rules.S_4_7, "from the side: -2", side, Defend(defence="dodge"),
        dodge(0, 6, 6, mods(("from the side", -2, "S-4.7")), 1), seat=TWO, dice=three(6),
    )  # fmt: skip


def _wounds(initial: State) -> Iterator[Example]:
    armoured = struck(initial, numbers=sheet(hp=30, dr={"torso": 2}))
    yield accepted(
        rules.S_4_9, "2d-1 = 7, less DR 2: 5", armoured, NONE,
        wound(armoured, "b", "torso", 2, 5, 5, 1), seat=TWO, dice=(4, 4),
    )  # fmt: skip
    for place, points in (("skull", 20), ("vitals", 21), ("right_arm", 7)):
        given = struck(initial, place, numbers=sheet(hp=60, ht=18))
        dr = 2 if place == "skull" else 0
        yield accepted(
            rules.S_4_10, f"piercing through the {place.replace('_', ' ')}: {points}", given, NONE,
            wound(given, "b", place, dr, 7 - dr, points, min(4, points // 6)), seat=TWO,
            dice=(4, 4, *((*three(8),) if place != "right_arm" else ())),
        )  # fmt: skip
    given = struck(initial, numbers=sheet(hp=12, ht=12))
    for roll, change in ((13, "stunned"), (17, "unconscious")):
        yield accepted(
            rules.S_4_11, f"7 of 12 is a major wound: HT 12, roll {roll}: {change}", given, NONE,
            check(given, "b", "HT, against knockdown", roll, 12, critical=roll == 17),
            FighterChanged(fighter="b", change=change),
            *((PostureChanged(fighter="b", posture="prone", fell=True),) if roll == 13 else ()),
            seat=TWO, dice=(4, 4, *three(roll), *(three(9) if roll == 13 else ())),
        )  # fmt: skip
    arm = struck(initial, "right_arm", numbers=sheet(hp=10, ht=12))
    yield accepted(
        rules.S_4_8,
        "more than half the HP cripples an arm, and no more counts",
        arm,
        NONE,
        wound(arm, "b", "right_arm", 0, 11, 6, 4),
        FighterChanged(fighter="b", change="crippled", word="right_arm"),
        seat=TWO,
        dice=(6, 6, *three(8)),
    )
    sure = pair(initial, numbers=sheet(hp=90))
    fire = attack("a", PISTOL, "b")
    for roll, effect, basic in (
        (3, "triple", 21),
        (5, "double", 14),
        (6, "maximum", 11),
        (9, "-", 7),
    ):
        yield accepted(
            rules.S_4_14,
            f"critical hit, {roll}: {effect if effect != '-' else 'nothing more'}",
            sure,
            fire,
            CriticalRolled(fighter="b", table="critical_hit", roll=roll, effect=effect),
            DamageRolled(target="b", basic=basic, type="pi"),
            dice=(*three(4), *three(roll), 4, 4),
        )
    yield from _criticals(sure)
    yield from _critical_misses(initial, sure)


def _critical_misses(initial: State, sure: State) -> Iterator[Example]:
    """Without malfunctions a roll of 18 is a critical miss."""
    fire = attack("a", PISTOL, "b")
    off = skirmish(initial, *sure.fighters.values(), choices={"malfunctions": "off"})
    for roll, effect in ((9, "drop"), (7, "off_balance"), (15, "strain")):
        yield accepted(
            rules.S_4_14, f"critical miss, {roll}: {effect.replace('_', ' ')}", off, fire,
            CriticalRolled(fighter="a", table="critical_miss", roll=roll, effect=effect),
            dice=(*three(18), *three(roll)),
        )  # fmt: skip
    for roll, again, effect in ((5, 9, "drop"), (5, 6, "hit_self_half"), (3, 18, "break")):
        yield accepted(
            rules.S_4_14, f"critical miss, {roll}, again {again}: {effect.replace('_', ' ')}", off,
            fire, CriticalRolled(fighter="a", table="critical_miss", roll=roll, effect=effect),
            dice=(*three(18), *three(roll), *three(again), *((1, 1) if again == 6 else ())),
        )  # fmt: skip
    cheap = of_tl(off, 7, "cheap")
    yield accepted(
        rules.S_4_14, "critical miss, 10: a cheap weapon breaks", cheap, fire,
        CriticalRolled(fighter="a", table="critical_miss", roll=10, effect="break"),
        WeaponChanged(fighter="a", item=f"a {PISTOL}", change="destroyed"),
        dice=(*three(18), *three(10)),
    )  # fmt: skip


def _criticals(given: State) -> Iterator[Example]:
    """What a critical hit does besides its damage; a shot that fails by one strikes the torso."""
    fire, rifle = attack("a", PISTOL, "b"), f"b {RIFLE}"
    yield accepted(
        rules.S_4_14, "critical hit, 8: double shock, 2 for 10 points of 90", given, fire,
        wound(given, "b", "torso", 0, 10, 10, 2), dice=(*three(4), *three(8), 5, 6),
    )  # fmt: skip
    yield accepted(
        rules.S_4_14, "critical hit, 12: what is in hand is dropped", given, fire,
        WeaponLanded(fighter="b", item=rifle, at=hex_at(4)),
        dice=(*three(4), *three(12), 4, 4),
    )  # fmt: skip
    head = attack("a", PISTOL, "b", location="skull")
    yield accepted(
        rules.S_4_14, "critical hit in the skull, 6: through the eye, where there is no DR", given,
        head, HitLocated(target="b", location="eye"), wound(given, "b", "eye", 0, 7, 28, 3),
        FighterChanged(fighter="b", change="crippled", word="eye"),
        dice=(*three(4), *three(6), 4, 4, *three(3)),
    )  # fmt: skip
    helmet = with_fighter(given, "b", sheet=sheet(hp=90, dr={"skull": 3}))
    yield accepted(
        rules.S_4_14, "critical hit in the skull, 17: DR 5 is halved to 3", helmet, head,
        wound(helmet, "b", "skull", 3, 4, 16, 1), dice=(*three(4), *three(17), 4, 4, *three(3)),
    )  # fmt: skip
    yield accepted(
        rules.S_4_14, "critical hit in the skull, 8: off balance", given, head,
        FighterChanged(fighter="b", change="off_balance"),
        dice=(*three(4), *three(8), 4, 4, *three(3)),
    )  # fmt: skip
    listed = mods(("range 4 yd", -2, "S-4.1"), ("skull", -7, "S-4.8"))
    made = shot("a", PISTOL, "b", location="skull")
    yield accepted(
        rules.S_4_8, "at the skull, failed by one: the torso", given, head,
        rolled(given, made, 6, 14, listed, rule="S-4.8"),
        dice=three(6),
    )  # fmt: skip
    yield accepted(
        rules.S_4_8, "failed by two: nothing", given, head,
        rolled(given, made, 7, 14, listed, "miss", 0), dice=three(7),
    )  # fmt: skip
