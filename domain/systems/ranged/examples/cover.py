"""Heights, cover, and what goes through: 3.2, 3.3 and 3.4, with Agent Gray."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import (
    CoverPassed,
    DamageRolled,
    HitLocated,
    OccupantStruck,
    Overpenetrated,
    ShieldDamaged,
    StrayChecked,
)
from domain.systems.ranged.commands import AimAt, ChangePosture, Decide, Defend
from domain.systems.ranged.decisions import BlindPenalty, Candidates, NarrowSlit
from domain.systems.ranged.events import RulingMade
from domain.systems.ranged.examples.setups import (
    ONE,
    REFEREE,
    TWO,
    accepted,
    attack,
    check,
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
    wound,
)
from domain.systems.ranged.sheets import Body
from domain.systems.ranged.state import State
from domain.systems.ranged.tasks import Defending

AP, RIFLE = "ap_rifle", "assault_rifle_556"


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of heights, of cover, and of overpenetration."""
    yield from _heights(initial)
    yield from _hiding(initial)
    yield from _options(initial)
    yield from _through_cover(initial)
    yield from _gray(initial)
    yield from _chains(initial)
    yield from _others(initial)


def at_height(initial: State, key: str, yards: int, above: int, skill: int = 18) -> State:
    """Return a shooter *above* yards over an unaware target."""
    name = initial.book.weapons[key].line.skill
    return skirmish(
        initial,
        somebody(
            initial, "a", (0, 0), key, elevation=max(0, above),
            numbers=sheet(skills={name: skill}, st=10),
        ),
        somebody(
            initial, "b", (yards, 0), seat=2, elevation=max(0, -above), unaware=True,
            numbers=sheet(hp=60),
        ),
    )  # fmt: skip


def _heights(initial: State) -> Iterator[Example]:
    for yards, above, text, modifier in (
        (40, 10, "40 yards, 10 higher: 35", "range 35 yd"),
        (41, 7, "41 yards, 7 higher: 38", "range 38 yd"),
        (10, 30, "10 yards, 30 higher: 5, half of the ground", "range 5 yd"),
        (5, 20, "5 yards, 20 higher: 2.5", "range 2.5 yd"),
    ):
        given = at_height(initial, RIFLE, yards, above)
        reach = initial.book.tables.range_modifier(float(modifier.split()[1]))
        yield accepted(
            rules.EL_02,
            text,
            given,
            attack("a", RIFLE, "b"),
            rolled(
                given,
                shot("a", RIFLE, "b"),
                18,
                18,
                mods((modifier, reach, "S-4.1")),
                "malfunction",
                0,
            ),
            dice=(*three(18), *three(6)),
        )
    for yards, above, number in ((40, 10, 35), (40, 0, 40), (40, -10, 50)):
        given = at_height(initial, RIFLE, yards, above)
        yield accepted(
            rules.EL_05 if number != 50 else rules.EL_03,
            f"40 yards, counted as {number}: -8 all the same", given, attack("a", RIFLE, "b"),
            rolled(given, shot("a", RIFLE, "b"), 10, 18, mods((f"range {number} yd", -8, "S-4.1"))),
            dice=(*three(10), 1, 1, 1, 1, 1),
        )  # fmt: skip
    laser = at_height(initial, "laser_rifle", 40, -10)
    yield accepted(
        rules.EL_01, "a laser at 40 yards, at any height: 40", laser,
        attack("a", "laser_rifle", "b"),
        rolled(laser, shot("a", "laser_rifle", "b"), 10, 18, mods(("range 40 yd", -8, "S-4.1"))),
        dice=(*three(10), 1, 1, 1, 1, 1),
    )  # fmt: skip
    for above in (12, 0, -12):
        laser = at_height(initial, "laser_rifle", 140, above)
        made = shot("a", "laser_rifle", "b")
        yield accepted(
            rules.EL_01, f"T10: a laser at 140 yards, {above:+d}: 140", laser,
            attack("a", "laser_rifle", "b"),
            rolled(laser, made, 10, 18, mods(("range 140 yd", -11, "S-4.1")), "miss", 0),
            dice=three(10),
        )  # fmt: skip
    bow = "regular_bow"
    for yards, above, code, halved in (
        (195, -10, "out_of_range", False), (140, -12, "", True), (140, 12, "", False),
    ):  # fmt: skip
        given = at_height(initial, bow, yards, above, 25)
        title = f"T10: a bow at {yards} yards, {above:+d}"
        basic = DamageRolled(target="b", basic=2 if halved else 5, type="imp", halved=halved)
        yield judged(
            rules.EL_04, title, given, attack("a", bow, "b"), code, *(() if code else (basic,)),
            dice=() if code else (*three(10), *((6,) if yards else ()))
        )  # fmt: skip


# --- cover ----------------------------------------------------------------------------------


def walled(initial: State, *, peeks: str = "", posture: str = "standing", skill: int = 15) -> State:
    """Return a man behind the brick wall of the stairwell, a rifleman before it."""
    numbers = sheet(hp=40, dr={"torso": 12})
    return skirmish(
        initial,
        somebody(initial, "a", (4, 0), RIFLE, numbers=sheet(skills={"Guns (Rifle)": skill})),
        somebody(
            initial, "b", (11, 0), "smg_9", seat=2, facing=3, peeks=peeks, posture=posture,
            numbers=numbers, unaware=True,
        ),
        scenario="stairwell",
    )  # fmt: skip


def low_wall(initial: State, posture: str) -> State:
    """Return a man behind a wall a yard high."""
    numbers = sheet(hp=40, skills={"Guns (Pistol)": 12})
    return skirmish(
        initial,
        somebody(initial, "a", (-2, 4), RIFLE, numbers=sheet(skills={"Guns (Rifle)": 16})),
        somebody(initial, "b", (8, 4), seat=2, posture=posture, numbers=numbers, unaware=True),
        scenario="stairwell",
    )  # fmt: skip


def _hiding(initial: State) -> Iterator[Example]:
    hidden = {
        "standing": {"groin": "location_covered", "right_leg": "location_covered", "torso": ""},
        "kneeling": {"groin": "location_covered", "skull": ""},
        "prone": {"torso": "cannot_see_target"},
    }
    for posture, places in hidden.items():
        for place, code in places.items():
            given = low_wall(initial, posture)
            yield judged(
                rules.CV_01, f"a wall of a yard, {posture}: {place.replace('_', ' ')}", given,
                attack("a", RIFLE, "b", location=place), code,
                dice=() if code else (*three(18), *three(18)),
            )  # fmt: skip
    kneeling = low_wall(initial, "kneeling")
    yield accepted(
        rules.CV_06, "kneeling behind it the torso is half exposed: -2 more", kneeling,
        attack("a", RIFLE, "b"),
        rolled(
            kneeling, shot("a", RIFLE, "b"), 18, 16,
            mods(("range 10 yd", -4, "S-4.1"), ("half exposed", -2, "CV-06"),
                 ("target kneeling", -2, "S-4.6"), ("darkness", -2, "S-4.18")),
            "malfunction", 0,
        ),
        dice=(*three(18), *three(3)),
    )  # fmt: skip
    for how, place, code in (
        ("", "skull", "cannot_see_target"), ("two_handed", "skull", ""),
        ("two_handed", "groin", "location_covered"), ("two_handed", "left_leg", "location_covered"),
        ("one_handed", "right_arm", ""), ("one_handed", "torso", "location_covered"),
        ("one_handed", "left_arm", "location_covered"),
    ):  # fmt: skip
        rule = {"": rules.CV_02, "one_handed": rules.CV_03}.get(how, rules.CV_04)
        if place in {"groin", "left_leg"}:
            rule = rules.CV_05
        yield judged(
            rule, f"behind a wall, {how.replace('_', '-') or 'hidden'}: {place.replace('_', ' ')}",
            walled(initial, peeks=how, skill=20), attack("a", RIFLE, "b", location=place), code,
            dice=() if code else (*three(18), *three(3)),
        )  # fmt: skip
    slit = Decide(reason="a loophole", decision=NarrowSlit(cover="wall", slit=True))
    yield accepted(
        rules.CV_04, "the referee opens a slit in the wall", walled(initial), slit,
        RulingMade(decision=NarrowSlit(cover="wall", slit=True), reason="a loophole"),
        seat=REFEREE,
    )  # fmt: skip
    looped = walled(initial, peeks="two_handed", skill=25)
    looped = replace(looped, rulings=replace(looped.rulings, slits={"wall": True}))
    for place, code in (("face", ""), ("skull", "location_covered")):
        yield judged(
            rules.CV_04, f"through a slit: {place}", looped,
            attack("a", RIFLE, "b", location=place), code,
            dice=() if code else (*three(18), *three(3)),
        )  # fmt: skip
    yield refused(
        rules.CV_02, "nobody aims at what is hidden", walled(initial),
        AimAt(fighter="a", weapon=f"a {RIFLE}", target="b"), "cannot_see_target",
    )  # fmt: skip


def _options(initial: State) -> Iterator[Example]:
    given = walled(initial, peeks="two_handed")
    skull = mods(("range 7 yd", -3, "S-4.1"), ("skull", -7, "S-4.8"), ("darkness", -2, "S-4.18"))
    yield accepted(
        rules.CV_06, "the skull is exposed: -7", given, attack("a", RIFLE, "b", location="skull"),
        rolled(given, shot("a", RIFLE, "b", location="skull"), 16, 15, skull, "miss", 0),
        dice=three(16),
    )  # fmt: skip
    command = attack("a", RIFLE, "b", location="random", cover="random")
    for roll, die, cover in ((13, (), "wall"), (10, (4,), "wall"), (10, (3,), "")):
        place = "left_leg" if roll == 13 else "torso"
        more = (
            (CoverPassed(cover="wall", cover_dr=16, through=False, at=hex_at(10)),)
            if cover
            else (DamageRolled(target="b", basic=10, type="pi"),)
        )
        yield accepted(
            rules.CV_07, f"location {roll}{', 1d = ' + str(die[0]) if die else ''}", given, command,
            HitLocated(target="b", location=place, cover=cover), *more,
            dice=(*three(8), *three(roll), *die, 2, 2, 2, 2, 2),
        )  # fmt: skip
    through = attack("a", RIFLE, "b", location="groin", cover="through")
    listed = mods(
        ("range 7 yd", -3, "S-4.1"), ("groin", -3, "S-4.8"), ("through cover", -2, "CV-08"),
        ("darkness", -2, "S-4.18"),
    )  # fmt: skip
    yield accepted(
        rules.CV_08, "through the wall at the groin: -2 more, and DR 16", given, through,
        rolled(given, shot("a", RIFLE, "b", location="groin", cover="through"), 4, 15, listed,
               "critical_hit", 1),
        CoverPassed(cover="wall", cover_dr=16, through=True, at=hex_at(10), lost=1),
        dice=(*three(4), *three(9), 4, 4, 4, 4, 4),
    )  # fmt: skip
    blind = walled(initial, skill=14)
    shoot = attack("a", RIFLE, "b", cover="through")
    yield refused(
        rules.CV_09, "T13: wholly concealed: 11 with range, -10: below 3", blind, shoot,
        "skill_too_low",
    )  # fmt: skip
    six = Decide(reason="he heard him", decision=BlindPenalty(penalty=-6))
    yield accepted(
        rules.CV_09, "T13: the referee says -6", blind, six,
        RulingMade(decision=BlindPenalty(penalty=-6), reason="he heard him"), seat=REFEREE,
    )  # fmt: skip
    heard = replace(blind, rulings=replace(blind.rulings, blind=-6))
    listed = mods(
        ("range 7 yd", -3, "S-4.1"), ("darkness", -2, "S-4.18"),
        ("concealed: firing blind", -6, "CV-09"),
    )  # fmt: skip
    yield accepted(
        rules.CV_09, "T13: and with -6 it is legal", heard, shoot,
        rolled(heard, shot("a", RIFLE, "b", cover="through"), 15, 14, listed, "miss", 0),
        dice=(*three(15), *three(18)),
    )  # fmt: skip


def _through_cover(initial: State) -> Iterator[Example]:
    given = with_fighter(walled(initial, peeks="two_handed"), "b", sheet=sheet(hp=40))
    command = attack("a", RIFLE, "b", location="random", cover="random")
    for basic, text in ((19, "T11: 19 beats DR 16: 3 on the leg"), (16, "T11: 16 does not")):
        lost = int(basic > 16)
        passed = CoverPassed(
            cover="wall", cover_dr=16, through=basic > 16, at=hex_at(10), lost=lost
        )
        more = (wound(given, "b", "left_leg", 16, 3, 3, 0),) if basic > 16 else ()
        yield accepted(
            rules.CV_11, text, given, command,
            HitLocated(target="b", location="left_leg", cover="wall"), passed, *more,
            dice=(*three(8), *three(13), *faces(5, basic)),
        )  # fmt: skip
    yield accepted(
        rules.CV_07,
        "T12: the torso is half exposed, 1d = 2: DR 12",
        walled(initial, peeks="two_handed"),
        command,
        wound(walled(initial), "b", "torso", 12, 7, 7, 1),
        dice=(*three(8), *three(10), 2, *faces(5, 19)),
    )
    bank = low_wall(initial, "standing")
    yield accepted(
        rules.CV_10, "sandbags are no slab: DR 24 and a quarter of 30", bank,
        attack("a", RIFLE, "b", location="right_leg", cover="through"),
        CoverPassed(cover="sandbags", cover_dr=31, through=False, at=hex_at(7, 4), lost=1),
        dice=(*three(6), *faces(5, 25)),
    )  # fmt: skip
    yield from _across(initial)


def _across(initial: State) -> Iterator[Example]:
    """Two men at two yards, a wall of a yard between them: a net strikes over it."""
    given = skirmish(
        initial,
        somebody(initial, "a", (5, 4), "net_small", numbers=sheet(skills={"Net": 13})),
        somebody(initial, "b", (7, 3), seat=2, unaware=True, numbers=sheet(hp=40)),
        scenario="stairwell",
    )  # fmt: skip
    for location, code in (("right_leg", "location_covered"), ("right_arm", "")):
        strikes = attack("a", "net_small", "b", location=location, melee=True)
        yield judged(
            rules.CV_12, f"across a low wall, reach 2, at the {location.replace('_', ' ')}", given,
            strikes, code, dice=() if code else three(16),
        )  # fmt: skip
    fencers = skirmish(
        initial,
        somebody(initial, "a", (6, 3), "rapier", numbers=sheet(skills={"Rapier": 14})),
        somebody(
            initial, "b", (6, 5), "rapier", seat=2, facing=4,
            numbers=sheet(skills={"Rapier": 14}, parry=10),
        ),
        scenario="stairwell", choices={"ambush": "off"},
    )  # fmt: skip
    for location, code in (("right_leg", "location_covered"), ("right_foot", "location_covered"),
                           ("random", "location_covered"), ("right_arm", "")):  # fmt: skip
        strikes = attack("a", "rapier", "b", location=location)
        made = shot("a", "rapier", "b", location=location, melee=True)
        listed = mods(("right arm", -2, "S-4.8"), ("darkness", -2, "S-4.18"))
        yield judged(
            rules.CV_12, f"two fencers, a table between them: the {location.replace('_', ' ')}",
            fencers, strikes, code, rolled(fencers, made, 10, 14, listed),
            dice=() if code else three(10),
        )  # fmt: skip
    low = with_fighter(fencers, "b", at=hex_at(6, 4), posture="kneeling")
    made = shot("a", "rapier", "b", melee=True)
    yield accepted(
        rules.S_4_6, "a low posture helps against shots, not against blows", low,
        attack("a", "rapier", "b"), rolled(low, made, 10, 14, mods(("darkness", -2, "S-4.18"))),
        dice=three(10),
    )  # fmt: skip
    far = with_fighter(fencers, "b", at=hex_at(6, 6))
    yield refused(
        rules.CV_12, "not as far as three yards", far, attack("a", "rapier", "b"), "out_of_reach"
    )
    open_way = replace(given, rulings=replace(given.rulings, obstacles={"sandbags": ()}))
    strikes = attack("a", "net_small", "b", location="right_leg", melee=True)
    yield accepted(
        rules.CV_12, "the referee may say that it hides nothing from blows", open_way, strikes,
        dice=three(16),
    )  # fmt: skip


# --- overpenetration ------------------------------------------------------------------------


def shielded_vip(initial: State, *, vip_at: int = 3, dr: int = 8) -> State:
    """Return an assassin, Agent Gray in the line, and the VIP behind him."""
    book = initial.book.people
    gray = replace(book["gray"].sheet, dr=sheet(dr={"torso": dr}).dr)
    return skirmish(
        initial,
        somebody(initial, "rook", (0, 0), AP, numbers=book["rook"].sheet),
        somebody(initial, "gray", (2, 0), seat=2, numbers=gray, unaware=True),
        somebody(initial, "vip", (vip_at, 0), seat=2, numbers=book["vip"].sheet, unaware=True),
    )  # fmt: skip


def _gray(initial: State) -> Iterator[Example]:
    given = shielded_vip(initial)
    fire = attack("rook", AP, "gray")
    through = Overpenetrated(seat=TWO, fighter="gray", behind="vip", cover_dr=14)
    yield accepted(
        rules.OP_06, "T01: 20 basic: Gray loses 8, the VIP 3", given, fire,
        wound(given, "gray", "torso", 4, 16, 8, 4), through,
        check(given, "gray", "HT, against knockdown", 10, 12),
        wound(given, "vip", "torso", 14, 6, 3, 3),
        dice=(*three(10), *faces(7, 20), *three(10), *three(10)),
    )  # fmt: skip
    yield accepted(
        rules.OP_07, "8 points of 12 are a major wound and -4 of shock", given, fire,
        wound(given, "gray", "torso", 4, 16, 8, 4),
        check(given, "gray", "HT, against knockdown", 12, 12),
        dice=(*three(10), *faces(7, 20), *three(12), *three(10)),
    )  # fmt: skip
    yield accepted(
        rules.OP_04, "T02: 14 is not greater than 14", given, fire,
        wound(given, "gray", "torso", 4, 10, 5, 4), dice=(*three(10), *faces(7, 14)),
    )  # fmt: skip
    yield accepted(
        rules.OP_04, "T02: 15 is: one point reaches the VIP", given, fire,
        wound(given, "gray", "torso", 4, 11, 5, 4), through,
        wound(given, "vip", "torso", 14, 1, 1, 1),
        dice=(*three(10), *faces(7, 15), *three(10)),
    )  # fmt: skip
    yield accepted(
        rules.OP_02, "DR 8 on both sides and 12 HP", given, fire, through,
        dice=(*three(10), *faces(7, 20), *three(10), *three(10)),
    )  # fmt: skip
    yield accepted(
        rules.OP_03, "28, divided by 2", given, fire, through,
        dice=(*three(10), *faces(7, 21), *three(10), *three(10)),
    )  # fmt: skip
    yield accepted(
        rules.OP_05, "the VIP has Gray's 14 and his own 0", given, fire,
        wound(given, "vip", "torso", 14, 6, 3, 3),
        dice=(*three(10), *faces(7, 20), *three(10), *three(10)),
    )  # fmt: skip
    apart = shielded_vip(initial, vip_at=6)
    for roll, hit in ((9, True), (10, False)):
        more = (wound(apart, "vip", "torso", 14, 6, 3, 3),) if hit else ()
        yield accepted(
            rules.OP_08, f"four yards behind: 9 at most, roll {roll}", apart, fire,
            StrayChecked(seat=ONE, fighter="vip", roll=roll, number=9, hit=hit), *more,
            dice=(*three(10), *faces(7, 20), *three(roll), *three(10), *(three(10) if hit else ())),
        )  # fmt: skip
    poor = with_fighter(apart, "rook", sheet=sheet(skills={"Guns (Rifle)": 10}, st=11))
    yield accepted(
        rules.OP_08, "four yards behind, for a poor shot: 10, less the range: 7", poor, fire,
        StrayChecked(seat=ONE, fighter="vip", roll=8, number=7, hit=False),
        dice=(*three(4), *three(10), *faces(7, 20), *three(8), *three(10)),
    )  # fmt: skip
    named = Candidates(behind=("vip",))
    yield accepted(
        rules.OP_08, "the referee names who stands behind", apart,
        Decide(reason="in his lee", decision=named),
        RulingMade(decision=named, reason="in his lee"), seat=REFEREE,
    )  # fmt: skip


def _chains(initial: State) -> Iterator[Example]:
    given = shielded_vip(initial)
    third = somebody(initial, "third", (4, 0), seat=2, numbers=sheet(), unaware=True)
    chain = given.with_fighter(third)
    chain = replace(chain, order=(*chain.order, "third"))
    yield accepted(
        rules.OP_10, "behind Gray and the VIP, divided by 2: 14 + 5 = 19, so 1 goes on", chain,
        attack("rook", AP, "gray"),
        Overpenetrated(seat=TWO, fighter="gray", behind="vip", cover_dr=14),
        Overpenetrated(seat=TWO, fighter="vip", behind="third", cover_dr=19),
        wound(chain, "third", "torso", 19, 1, 1, 1),
        dice=(*three(10), *faces(7, 20), *three(10), *three(10), *three(10)),
    )  # fmt: skip


def _others(initial: State) -> Iterator[Example]:
    given = skirmish(
        initial,
        somebody(
            initial, "a", (0, 0), "flamethrower", numbers=sheet(skills={"Liquid Projector": 14})
        ),
        somebody(
            initial,
            "b",
            (2, 0),
            seat=2,
            numbers=sheet(hp=30, flammable_clothes=False),
            unaware=True,
        ),
        somebody(
            initial,
            "c",
            (3, 1),
            seat=2,
            numbers=sheet(hp=30, flammable_clothes=False),
            unaware=True,
        ),
    )
    yield accepted(
        rules.OP_01, "plain burning damage goes through nobody", given,
        attack("a", "flamethrower", "b"), wound(given, "b", "torso", 0, 9, 9, 3, large=True),
        dice=(*three(10), 3, 3, 3),
    )  # fmt: skip
    made = shot("a", RIFLE, "b")
    shield = skirmish(
        initial,
        somebody(initial, "a", (0, 0), RIFLE, numbers=sheet(skills={"Guns (Rifle)": 14})),
        somebody(initial, "b", (2, 0), seat=2, shield="medium", numbers=sheet(hp=20), facing=3),
        task=Defending(attack=made, target="b", hits=1),
    )
    yield accepted(
        rules.OP_09, "25 into a shield of DR 7 and 40 HP: 17, so 8 go on into the arm", shield,
        Defend(defence="dodge"), ShieldDamaged(seat=TWO, fighter="b", ruined=False, points=18),
        wound(shield, "b", "left_arm", 17, 8, 8, 4),
        dice=(*three(9), *faces(5, 25), 2), seat=TWO,
    )  # fmt: skip
    apc = somebody(
        initial, "apc", (40, 0), seat=2, body=Body(nature="unliving", sm=4, occupants=8),
        numbers=initial.book.people["apc"].sheet, unaware=True,
    )  # fmt: skip
    gun = skirmish(
        initial,
        somebody(initial, "a", (0, 0), "hmg_50", numbers=sheet(skills={"Gunner (MG)": 16}, st=20)),
        apc,
    )
    yield accepted(
        rules.S_4_17, "ten points through the carrier: somebody in it is struck on 10 or less", gun,
        attack("a", "hmg_50", "apc", shots=2),
        OccupantStruck(fighter="apc", roll=9, number=10, basic=7),
        dice=(*three(12), *faces(13, 49), *three(9), 3, 4),
    )  # fmt: skip
    yield accepted(
        rules.S_4_16, "the carrier's armour stops 40 of a burst", gun,
        attack("a", "hmg_50", "apc", shots=2),
        wound(gun, "apc", "torso", 40, 1, 1, 0),
        dice=(*three(12), *faces(13, 40)),
    )  # fmt: skip
    yield accepted(
        rules.S_4_6, "down in one turn", skirmish(initial, somebody(initial, "a", (0, 0))),
        ChangePosture(fighter="a", posture="prone"),
    )  # fmt: skip
    down = skirmish(initial, somebody(initial, "a", (0, 0), posture="prone"))
    yield refused(
        rules.S_4_6, "up takes two", down, ChangePosture(fighter="a", posture="standing"), "lying"
    )
