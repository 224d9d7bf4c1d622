"""Malfunctions: when a weapon fails, what is wrong, how it is mended (3.1)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.names import SERVER
from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import (
    CriticalRolled,
    Diagnosed,
    MalfunctionKind,
    WeaponMalfunctioned,
)
from domain.systems.ranged.commands import Decide
from domain.systems.ranged.decisions import AdjustMalf, HourOfRepair
from domain.systems.ranged.events import RulingMade, TaskDone
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
    nothing,
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
from domain.systems.ranged.state import State
from domain.systems.ranged.tasks import Defending
from domain.systems.ranged.thing_events import (
    AmmoSpent,
    Exploded,
    FuseStarted,
    Scattered,
    WeaponChanged,
    WeaponLanded,
)
from domain.systems.ranged.weapons import read


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of malfunctions."""
    yield from _numbers(initial)
    yield from _table(initial)
    yield from _jams(initial)
    yield from _launchers(initial)
    yield from _diagnosis(initial)
    yield from _clearing(initial)
    yield from _grenades(initial)
    yield from _explosions(initial)


def duel(
    initial: State,
    key: str,
    *,
    yards: int = 2,
    skill: int = 14,
    skills: dict[str, int] | None = None,
    **numbers: int,
) -> State:
    """Return a shooter with a weapon, and an immobile target that many yards off."""
    name = initial.book.weapons[key].line.skill
    one = sheet(skills={name: skill, **(skills or {})}, st=20, **numbers)
    return skirmish(
        initial,
        somebody(initial, "a", (0, 0), key, numbers=one),
        somebody(initial, "b", (yards, 0), seat=2, numbers=sheet(hp=100, ht=18), facing=3),
    )


def kind(key: str, what: str, lost: int = 0, late: int = 0) -> MalfunctionKind:
    """Return what the referee sees of a malfunction."""
    return MalfunctionKind(
        fighter="a", item=f"a {key}", seat=SERVER, kind=what, rounds_lost=lost, late=late
    )


def failed(key: str, roll: int, malf: int) -> WeaponMalfunctioned:
    """Return the event of a weapon that fails."""
    return WeaponMalfunctioned(fighter="a", item=f"a {key}", roll=roll, malf=malf)


def changed(key: str, change: str, number: int = 0) -> WeaponChanged:
    """Return a change of the shooter's weapon."""
    return WeaponChanged(fighter="a", item=f"a {key}", change=change, number=number)


def _numbers(initial: State) -> Iterator[Example]:
    """Malf. by TL, quality, type; the referee's hand; the unmodified roll."""
    pistol = duel(initial, "revolver_38")
    off = skirmish(initial, *pistol.fighters.values(), choices={"malfunctions": "off"})
    yield accepted(
        rules.MF_01, "option off: Malf. 17, roll 17 at skill 14 is a critical miss", off,
        attack("a", "revolver_38", "b"),
        rolled(off, shot("a", "revolver_38", "b"), 17, 14, (), "critical_miss", 0),
        CriticalRolled(fighter="a", table="critical_miss", roll=9, effect="drop"),
        dice=(*three(17), *three(9)),
    )  # fmt: skip
    bow = duel(initial, "regular_bow", skill=16)
    yield accepted(
        rules.MF_02, "a bow has no Malf.: roll 17 at skill 16 is an ordinary miss", bow,
        attack("a", "regular_bow", "b"),
        rolled(bow, shot("a", "regular_bow", "b"), 17, 16, (), "miss", 0),
        dice=three(17),
    )  # fmt: skip
    for key, malf in (
        ("handgonne_90", 12), ("flintlock_pistol_51", 14), ("assault_rifle_556", 17),
    ):  # fmt: skip
        line = initial.book.weapons[key].line
        yield accepted(
            rules.MF_03, f"TL{line.tl}: a {line.title} fails on {malf}", duel(initial, key),
            attack("a", key, "b"), failed(key, malf, malf), dice=(*three(malf), *three(6)),
        )  # fmt: skip
    for key, malf in (("autopistol_9_cheap", 16), ("autopistol_9_fine", 18)):
        line = initial.book.weapons[key].line
        yield accepted(
            rules.MF_04, f"a {line.title} of TL7 fails on {malf}", duel(initial, key),
            attack("a", key, "b"), failed(key, malf, malf), dice=(*three(malf), *three(6)),
        )  # fmt: skip
    bottle = with_item(duel(initial, "molotov", skill=15), "a", "molotov", lit=True)
    yield accepted(
        rules.MF_05, "a Molotov cocktail has 12 at TL6", bottle, attack("a", "molotov", "b"),
        failed("molotov", 12, 12), changed("molotov", "gone"), dice=three(12),
    )  # fmt: skip
    mud = AdjustMalf(fighter="a", item="a revolver_38", by=-2)
    yield accepted(
        rules.MF_06, "the referee lowers 17 by 2 for mud", pistol,
        Decide(reason="mud in the action", decision=mud),
        RulingMade(decision=mud, reason="mud in the action"), seat=REFEREE,
    )  # fmt: skip
    muddy = with_item(pistol, "a", "revolver_38", malf_adjust=-2)
    yield accepted(
        rules.MF_06, "so a roll of 15 malfunctions", muddy, attack("a", "revolver_38", "b"),
        failed("revolver_38", 15, 15), dice=(*three(15), *three(6)),
    )  # fmt: skip
    up = Decide(reason="oil", decision=AdjustMalf(fighter="a", item="a revolver_38", by=1))
    yield refused(rules.MF_06, "never raises it", pistol, up, "gm_malf_only_down", seat=REFEREE)
    good = with_item(duel(initial, "pdw_46", skill=20), "a", "pdw_46", malf_adjust=-1)
    yield accepted(
        rules.MF_07, "effective skill 20, Malf. 16, roll 16: a malfunction though it succeeded",
        good, attack("a", "pdw_46", "b"), failed("pdw_46", 16, 16), dice=(*three(16), *three(6)),
    )  # fmt: skip
    cheap = duel(initial, "autopistol_9_cheap", skill=20)
    yield accepted(
        rules.MF_07, "T03: skill 20, Malf. 16, roll 16, table 5: a misfire, a round lost", cheap,
        attack("a", "autopistol_9_cheap", "b"),
        rolled(cheap, shot("a", "autopistol_9_cheap", "b"), 16, 20, (), "malfunction", 0),
        failed("autopistol_9_cheap", 16, 16), kind("autopistol_9_cheap", "misfire", 1),
        changed("autopistol_9_cheap", "undiagnosed"), dice=(*three(16), 2, 2, 1),
    )  # fmt: skip


def _table(initial: State) -> Iterator[Example]:
    """What the table says, weapon by weapon."""
    given = duel(initial, "assault_rifle_556")
    for roll, what, lost in (
        (3, "mechanical", 0), (6, "misfire", 1), (10, "stoppage", 1), (13, "misfire", 1),
        (16, "mechanical", 0),
    ):  # fmt: skip
        yield accepted(
            rules.MF_08, f"the table says {roll}: {what}", given,
            attack("a", "assault_rifle_556", "b"), kind("assault_rifle_556", what, lost),
            dice=(*three(17), *three(roll)),
        )  # fmt: skip
    six = duel(initial, "revolver_38")
    yield accepted(
        rules.MF_13, "T04: three shots declared, roll 17, table 13: the dud is lost", six,
        attack("a", "revolver_38", "b", shots=3), kind("revolver_38", "misfire", 1),
        changed("revolver_38", "undiagnosed"), dice=(*three(17), *three(13)),
    )  # fmt: skip
    dud = with_item(six, "a", "revolver_38", condition="undiagnosed", fault="misfire")
    spent = AmmoSpent(seat=ONE, fighter="a", item="a revolver_38", rounds=1)
    yield accepted(
        rules.MF_13, "T04: it fires next turn with no Ready, from five", dud,
        attack("a", "revolver_38", "b"), spent, changed("revolver_38", "fires_again"),
        rolled(dud, shot("a", "revolver_38", "b"), 10, 14, ()), spent, dice=three(10),
    )  # fmt: skip
    for fault in ("misfire", "mechanical"):
        jam = with_item(given, "a", "assault_rifle_556", condition="undiagnosed", fault=fault)
        yield refused(
            rules.MF_22, f"a rifle with an undiagnosed {fault} is refused like any other", jam,
            attack("a", "assault_rifle_556", "b"), "weapon_not_functional",
        )  # fmt: skip


def _jams(initial: State) -> Iterator[Example]:
    """A stoppage: one shot, then a jam."""
    fast = duel(initial, "autopistol_9_cheap", skill=18)
    awake = with_fighter(fast, "b", unaware=True)
    yield accepted(
        rules.MF_16, "T05: skill 18, three shots, roll 16, table 10: one shot hits, then it jams",
        awake, attack("a", "autopistol_9_cheap", "b", shots=3),
        kind("autopistol_9_cheap", "stoppage", 1),
        AmmoSpent(seat=ONE, fighter="a", item="a autopistol_9_cheap", rounds=1),
        changed("autopistol_9_cheap", "stoppage"),
        wound(awake, "b", "torso", 0, 9, 9, 0),
        dice=(*three(16), *three(10), 3, 4),
    )  # fmt: skip
    alone = shot("a", "autopistol_9_cheap", "b")
    yield accepted(
        rules.MF_16, "the one shot is a normal attack: who sees it coming may dodge", fast,
        attack("a", "autopistol_9_cheap", "b", shots=3),
        TaskDone(then=(Defending(attack=alone, target="b", hits=1),)),
        dice=(*three(16), *three(10)),
    )  # fmt: skip
    jammed = with_item(fast, "a", "autopistol_9_cheap", condition="stoppage")
    yield refused(
        rules.MF_22, "T05: jammed, it cannot attack", jammed,
        attack("a", "autopistol_9_cheap", "b"), "weapon_not_functional",
    )  # fmt: skip
    laser = duel(initial, "laser_rifle")
    yield accepted(
        rules.MF_18, "a laser, table 10: mechanical, and no shot", laser,
        attack("a", "laser_rifle", "b"), kind("laser_rifle", "mechanical"),
        changed("laser_rifle", "undiagnosed"), dice=(*three(17), *three(10)),
    )  # fmt: skip


def _launchers(initial: State) -> Iterator[Example]:
    """A single-use launcher, and a gun too late to blow up."""
    law = duel(initial, "law_84")
    yield accepted(
        rules.MF_19, "an antitank rocket, table 9: a dud", law, attack("a", "law_84", "b"),
        kind("law_84", "dud"), changed("law_84", "undiagnosed"), dice=(*three(17), *three(9)),
    )  # fmt: skip
    known = with_item(law, "a", "law_84", condition="undiagnosed", fault="dud")
    yield accepted(
        rules.MF_19, "a dud is known when it is diagnosed", known, does("a", "diagnose", "law_84"),
        Diagnosed(fighter="a", item="a law_84", kind="dud"), dice=three(4),
    )  # fmt: skip
    yield refused(
        rules.MF_19, "and it never fires", with_item(law, "a", "law_84", condition="dud"),
        attack("a", "law_84", "b"), "weapon_not_functional",
    )  # fmt: skip
    yield accepted(
        rules.MF_12, "a rocket's misfire is diagnosed like any other", law,
        attack("a", "law_84", "b"), kind("law_84", "misfire", 1), changed("law_84", "undiagnosed"),
        dice=(*three(17), *three(6)),
    )  # fmt: skip
    lmg = duel(initial, "lmg_762")
    yield accepted(
        rules.MF_10, "T08: a machine gun of TL6, table 16: no explosion", lmg,
        attack("a", "lmg_762", "b", shots=4), kind("lmg_762", "mechanical"),
        changed("lmg_762", "undiagnosed"), dice=(*three(17), *three(16)),
    )  # fmt: skip


def _diagnosis(initial: State) -> Iterator[Example]:
    """To know what is wrong; to mend what is broken inside."""
    gun = "assault_rifle_556"
    smith = duel(initial, gun, skill=8, skills={"Armoury": 12})
    broken = with_item(smith, "a", gun, condition="undiagnosed", fault="mechanical")
    yield accepted(
        rules.MF_09, "Armoury 12, roll 12: it is known", broken, does("a", "diagnose", gun),
        Diagnosed(fighter="a", item=f"a {gun}", kind="mechanical"), dice=three(12),
    )  # fmt: skip
    yield accepted(
        rules.MF_09, "roll 13: not yet, and anew as often as one likes", broken,
        does("a", "diagnose", gun), Diagnosed(fighter="a", item=f"a {gun}", kind=""),
        dice=three(13),
    )  # fmt: skip
    dud = with_item(smith, "a", gun, condition="undiagnosed", fault="misfire")
    yield accepted(
        rules.MF_12, "Armoury 12 rolls against 14 for a misfire", dud, does("a", "diagnose", gun),
        Diagnosed(fighter="a", item=f"a {gun}", kind="misfire"),
        AmmoSpent(seat=ONE, fighter="a", item=f"a {gun}", rounds=1), dice=three(14),
    )  # fmt: skip
    yield refused(
        rules.MF_10, "no repair before the diagnosis", broken, does("a", "repair", gun),
        "not_diagnosed",
    )  # fmt: skip
    known = with_item(smith, "a", gun, condition="mechanical", fault="mechanical")
    yield refused(
        rules.MF_10, "T08: a repair in combat takes an hour", known, does("a", "repair", gun),
        "takes_an_hour",
    )  # fmt: skip
    hour = Decide(reason="an hour passes", decision=HourOfRepair(fighter="a", item=f"a {gun}"))
    for roll, title, change in (
        (12, "Armoury 12, roll 12: repaired", "cleared"), (18, "roll 18: destroyed", "destroyed"),
    ):  # fmt: skip
        yield accepted(
            rules.MF_10, title, known, hour, changed(gun, change), dice=three(roll), seat=REFEREE
        )
    yield accepted(
        rules.MF_10, "roll 13: an hour for nothing", known, hour,
        check(known, "a", "repair", 13, 12), dice=three(13), seat=REFEREE,
    )  # fmt: skip


def _clearing(initial: State) -> Iterator[Example]:
    """Three Readies, two hands, a roll."""
    gun = "assault_rifle_556"
    given = duel(initial, gun, skill=16, dx=14, iq=12, skills={"Armoury": 12})
    jam = with_item(given, "a", gun, condition="stoppage", fault="stoppage")
    yield accepted(
        rules.MF_17, "T06: the first Ready of three", jam, does("a", "clear", gun),
        changed(gun, "work:clear", 1),
    )  # fmt: skip
    third = with_item(jam, "a", gun, work="clear", progress=2)
    for roll, change in ((11, "cleared"), (18, "mechanical")):
        yield accepted(
            rules.MF_17, f"T06: Armoury 12 is better than 14-4; roll {roll}: {change}", third,
            does("a", "clear", gun), check(third, "a", "clearing", roll, 12, critical=roll == 18),
            changed(gun, change), dice=three(roll),
        )  # fmt: skip
    shielded = with_fighter(jam, "a", shield="medium")
    yield refused(
        rules.MF_17, "T06: with a shield there are not two hands", shielded,
        does("a", "clear", gun), "two_hands_required",
    )  # fmt: skip
    novice = duel(initial, gun, skill=13, iq=10, dx=10)
    slow = with_item(novice, "a", gun, condition="stoppage", work="clear", progress=2)
    yield accepted(
        rules.MF_17, "an IQ-based skill of 13 rolls against 9", slow, does("a", "clear", gun),
        check(slow, "a", "clearing", 9, 9), changed(gun, "cleared"), dice=three(9),
    )  # fmt: skip
    misfire = with_item(given, "a", gun, condition="misfire", work="clear", progress=2)
    for roll, change in ((13, "cleared"), (18, "mechanical")):
        yield accepted(
            rules.MF_14, f"skill 14 on the third Ready, roll {roll}: {change}", misfire,
            does("a", "clear", gun), changed(gun, change), dice=three(roll),
        )  # fmt: skip
    unknown = with_item(given, "a", gun, condition="undiagnosed", fault="misfire")
    yield refused(
        rules.MF_14, "not before it is diagnosed", unknown, does("a", "clear", gun),
        "not_diagnosed",
    )  # fmt: skip
    other = given.with_fighter(
        somebody(
            initial, "a", (0, 0), armed(initial, "a", gun, condition="misfire"), "revolver_38",
            numbers=given.fighters["a"].sheet,
        )
    )  # fmt: skip
    yield refused(
        rules.MF_14, "not with another thing in hand", other, does("a", "clear", gun),
        "two_hands_required",
    )  # fmt: skip


def _grenades(initial: State) -> Iterator[Example]:
    """A grenade flies all the same: late, or a dud; nobody sees which."""
    key = "frag_grenade"
    thrown = duel(initial, key, yards=6, skill=13)
    live = with_item(thrown, "a", key, armed=True, due=14, armer="a")
    event = FuseStarted(seat=ONE, fighter="a", item=f"a {key}", due=14)
    yield accepted(
        rules.MF_11, "fuse 4, armed in second 10: due in second 14", thrown,
        does("a", "arm_grenade", key), event,
    )  # fmt: skip
    yield accepted(
        rules.MF_11, "T09: roll 17, table 3, 1d = 5: five seconds late, and it scatters", live,
        attack("a", key, "b"), failed(key, 17, 17), kind(key, "mechanical", 0, 5),
        Scattered(aimed_at=hex_at(6), yards=3, direction=0, at=hex_at(9)),
        WeaponLanded(fighter="a", item=f"a {key}", at=hex_at(9)),
        dice=(*three(17), *three(3), 5, 1),
    )  # fmt: skip
    late = with_item(live, "a", key, at="gone", due=19, fault="mechanical", lies_at=hex_at(30))
    for second, bursts in ((18, ""), (19, "T09: it bursts in second 19")):
        if bursts:
            given = skirmish(initial, late.fighters["b"], late.fighters["a"], second=second)
            given = with_fighter(given, "b", at=hex_at(90))
            yield accepted(
                rules.MF_11, bursts, given, nothing("b"),
                Exploded(weapon=key, at=hex_at(30)), seat=TWO, dice=faces(8, 20),
            )  # fmt: skip
    yield accepted(
        rules.MF_15, "table 6: a dud, and nobody can tell", live, attack("a", key, "b"),
        kind(key, "misfire"), dice=(*three(17), *three(6), 3, 1),
    )  # fmt: skip
    yield accepted(
        rules.MF_19, "table 10: a grenade's stoppage is a dud as well", live,
        attack("a", key, "b"), kind(key, "misfire"), dice=(*three(17), *three(10), 3, 1),
    )  # fmt: skip
    yield accepted(
        rules.HG_05, "T40: 18 is a malfunction of the grenade, not a critical miss", live,
        attack("a", key, "b"), failed(key, 18, 17), dice=(*three(18), *three(6), 3, 1),
    )  # fmt: skip


def _explosions(initial: State) -> Iterator[Example]:
    """Early arms blow up in the gunner's face."""
    key = "handgonne_90"
    plain = sheet(skills={"Guns (Musket)": 12}, st=12, hp=20)
    many = skirmish(
        initial,
        somebody(initial, "a", (0, 0), key, numbers=plain),
        *(
            somebody(initial, name, (0, n), numbers=sheet(hp=20), unaware=True)
            for n, name in enumerate(("friend 1", "friend 2", "friend 3"), 1)
        ),
        somebody(initial, "b", (2, 0), seat=2, numbers=sheet(), unaware=True),
    )
    yield accepted(
        rules.MF_20, "T07: attack 12, table 16, 1d+2 = 6: gunner 6, friends 2, 1 and 0; fragments",
        many, attack("a", key, "b"), failed(key, 12, 12), kind(key, "explosion", 1),
        changed(key, "destroyed"), Exploded(weapon=key, at=hex_at(0)),
        wound(many, "a", "torso", 0, 6, 6, 3, large=True),
        wound(many, "friend 1", "torso", 0, 2, 2, 1, large=True),
        check(many, "friend 1", "fragments", 9, 15),
        wound(many, "friend 2", "torso", 0, 1, 1, 0, large=True),
        dice=(
            *three(12), *three(16), 4, *three(9), *(*three(9), 1, 1) * 3, *three(18),
            *three(18), *three(18),
        ),
    )  # fmt: skip
    yield from _warhead(initial)
    flint = duel(initial, "flintlock_pistol_51")
    yield accepted(
        rules.MF_21, "a flintlock pistol, table 17: no blast", flint,
        attack("a", "flintlock_pistol_51", "b"), kind("flintlock_pistol_51", "mechanical"),
        changed("flintlock_pistol_51", "undiagnosed"), dice=(*three(14), *three(17)),
    )  # fmt: skip


def _warhead(initial: State) -> Iterator[Example]:
    """An early weapon with an explosive warhead blows up with that."""
    key = "grenade_launcher_40"
    book = initial.book
    early = read(replace(book.weapons[key].line, tl=3), book.tables.malfunction)
    initial = replace(initial, book=replace(book, weapons={**book.weapons, key: early}))
    given = duel(initial, key, yards=30, skill=16, hp=60)
    yield accepted(
        rules.MF_20, "a TL3 launcher with a warhead of 4d, table 16: 14 to its gunner", given,
        attack("a", key, "b"), failed(key, 12, 12), kind(key, "explosion", 1),
        Exploded(weapon=key, at=hex_at(0)), wound(given, "a", "torso", 0, 14, 14, 2, large=True),
        dice=(*three(12), *three(16), *faces(4, 14)),
    )  # fmt: skip
