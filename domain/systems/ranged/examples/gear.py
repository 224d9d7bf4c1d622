"""Accessories, and guided, semi-active and homing weapons (3.18 to 3.21, 3.27 to 3.30)."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from domain.decider import Event
from domain.refusals import Rule
from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import DefenceRolled
from domain.systems.ranged.commands import (
    AimAt,
    Concentrate,
    Decide,
    Defend,
    DoNothing,
    FreeAction,
    MoveAlong,
    Ready,
    SwitchDot,
)
from domain.systems.ranged.decisions import (
    HearingModifier,
    JamPenalty,
    LockWithoutSight,
    MountTime,
    Note,
)
from domain.systems.ranged.events import Aimed, JamSet, RulingMade
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
)
from domain.systems.ranged.forms import Projectile
from domain.systems.ranged.state import Aim, Fighter, State
from domain.systems.ranged.tasks import Defending
from domain.systems.ranged.thing_events import (
    DotSwitched,
    LockRolled,
    ProjectileEnded,
    ProjectileFlew,
    ShotHeard,
    WeaponChanged,
)
from domain.systems.ranged.weapons import faults, read

SNIPER, PISTOL, ATGM, SAM, SEEKER = (
    "sniper_338", "autopistol_9_fine", "atgm_115", "sam_70", "laser_homing_missile"
)  # fmt: skip


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of accessories and of missiles."""
    yield from _bipods(initial)
    yield from _mounts(initial)
    yield from _lasers(initial)
    yield from _scopes(initial)
    yield from _noise(initial)
    yield from _guided(initial)
    yield from _arrivals(initial)
    yield from _flight(initial)
    yield from _semi_active(initial)
    yield from _homing(initial)
    yield from _homing_arrives(initial)


def aimed(seconds: int, *, braced: bool = True, key: str = SNIPER) -> Aim:
    """Return an Aim at the target."""
    return Aim(item=f"a {key}", target="b", seconds=seconds, braced=braced)


def sniper(initial: State, seconds: int, *, open_: bool = True, **item: Any) -> State:
    """Return Lindqvist, prone at 300 yards, who has aimed some seconds."""
    gun = armed(initial, "a", SNIPER, bipod_open=open_, **item)
    aim = aimed(seconds, braced=open_) if seconds else None
    return skirmish(
        initial,
        somebody(
            initial, "a", (0, 0), gun, numbers=initial.book.people["lindqvist"].sheet,
            posture="prone", aim=aim,
        ),
        somebody(initial, "b", (300, 0), seat=2, unaware=True, numbers=sheet(hp=60)),
    )  # fmt: skip


def parts(seconds: int, braced: int, scope: int) -> tuple[Any, ...]:
    """Return the modifiers of that shot."""
    return mods(*(one for one in (
        ("range 300 yd", -13, "S-4.1"), ("Acc", 6, "S-4.4"),
        (f"aimed {seconds} s", seconds - 1, "S-4.4"), ("braced", braced, "S-4.4"),
        ("scope", scope, "SC-01"),
    ) if one[1]))  # fmt: skip


def _bipods(initial: State) -> Iterator[Example]:
    fire, made = attack("a", SNIPER, "b"), shot("a", SNIPER, "b")
    for seconds, open_, effective, listed, text in (
        (3, True, 14, parts(3, 1, 3), "aim 3 s: 15+6+2+1+3-13 = 14"),
        (2, True, 12, parts(2, 1, 2), "aim 2 s: 12"),
        (3, False, 13, parts(3, 0, 3), "bipod folded, ST 11 is enough: 13"),
    ):
        given = sniper(initial, seconds, open_=open_)
        event = rolled(given, made, 16, 15, listed, "miss", 0)
        assert event.effective == effective
        yield accepted(rules.BP_01, f"T32: {text}", given, fire, event, dice=three(16))
        if open_:
            rule = rules.SC_04 if seconds == 3 else rules.SC_03
            yield accepted(
                rule,
                f"the scope is part of the rifle: +{seconds}",
                given,
                fire,
                event,
                dice=three(16),
            )
    weak = with_fighter(
        sniper(initial, 0, open_=False), "a", sheet=sheet(st=8, skills={"Guns (Rifle)": 25})
    )
    listed = mods(("range 300 yd", -13, "S-4.1"), ("ST 11 needed", -3, "S-4.5"))
    yield accepted(
        rules.S_4_5, "folded, ST 8 lacks three points", weak, fire,
        rolled(weak, made, 16, 25, listed, "miss", 0), dice=three(16),
    )  # fmt: skip
    prone = with_item(weak, "a", SNIPER, bipod_open=True)
    yield accepted(
        rules.BP_01, "open, two thirds of 11 is 8", prone, fire,
        rolled(prone, made, 16, 25, mods(("range 300 yd", -13, "S-4.1")), "miss", 0),
        dice=three(16),
    )  # fmt: skip
    yield accepted(
        rules.BP_02, "a Ready closes it", prone, does("a", "bipod", SNIPER),
        WeaponChanged(fighter="a", item=f"a {SNIPER}", change="bipod", number=0),
    )  # fmt: skip


def _mounts(initial: State) -> Iterator[Example]:
    key = "hmg_50"

    def given(**item: Any) -> State:
        gunner = sheet(skills={"Gunner (MG)": 16}, st=11)
        return skirmish(
            initial,
            somebody(initial, "a", (0, 0), armed(initial, "a", key, **item), numbers=gunner),
            somebody(initial, "b", (2, 0), seat=2, unaware=True),
        )  # fmt: skip

    fire = attack("a", key, "b", shots=2)
    mounted, loose = given(mounted=True), given()
    yield accepted(
        rules.BP_04, "on its mount ST 11 handles a gun of ST 20", mounted, fire,
        rolled(mounted, shot("a", key, "b", 2), 17, 16, (), "malfunction", 0),
        dice=(*three(17), *three(6)),
    )  # fmt: skip
    yield accepted(
        rules.BP_04,
        "off it: -9",
        loose,
        fire,
        rolled(
            loose, shot("a", key, "b", 2), 10, 16, mods(("ST 20 needed", -9, "S-4.5")), "miss", 0
        ),
        dice=three(10),
    )
    yield refused(
        rules.BP_03, "no step with a mounted gun", mounted,
        attack("a", key, "b", shots=2, path=(hex_at(0, 1),)), "mounted_no_move",
    )  # fmt: skip
    yield refused(
        rules.BP_03, "nor any other way", mounted, MoveAlong(fighter="a", path=(hex_at(0, 1),)),
        "mounted_no_move",
    )  # fmt: skip
    off = does("a", "mount", key)
    third = given(mounted=True, work="mount", progress=2)
    done = WeaponChanged(fighter="a", item=f"a {key}", change="mount", number=0)
    yield accepted(rules.BP_05, "the third Ready takes it off", third, off, done)
    heavy = MountTime(readies=5)
    yield accepted(
        rules.BP_05, "the referee: this one takes five", third,
        Decide(reason="two hundredweight", decision=heavy),
        RulingMade(decision=heavy, reason="two hundredweight"), seat=REFEREE,
    )  # fmt: skip


def _lasers(initial: State) -> Iterator[Example]:
    def given(
        yards: int, kind: str = "laser_sight", *, on: bool = True, senses: tuple[str, ...] = ()
    ) -> State:
        gun = armed(initial, "a", PISTOL, laser=on, accessories=(kind,))
        numbers = sheet(skills={"Guns (Pistol)": 20}, senses=senses)
        return skirmish(
            initial, somebody(initial, "a", (0, 0), gun, numbers=numbers),
            somebody(initial, "b", (yards, 0), seat=2, facing=3, numbers=sheet(hp=60)),
        )  # fmt: skip

    fire, made = attack("a", PISTOL, "b"), shot("a", PISTOL, "b")
    dot = ("laser dot", 1, "LS-03")
    for yards, kind, senses, seen in (
        (120, "laser_sight", (), True), (151, "laser_sight", (), False),
        (120, "ir_laser_sight", ("infravision",), True), (120, "ir_laser_sight", (), False),
    ):  # fmt: skip
        state = given(yards, kind, senses=senses)
        reach = initial.book.tables.range_modifier(yards)
        listed = mods((f"range {yards} yd", reach, "S-4.1"), *((dot,) * seen))
        rule = rules.LS_02 if yards == 151 else rules.LS_01 if "ir" in kind else rules.LS_03
        yield accepted(
            rule, f"T33: {kind.replace('_', ' ')} at {yards} yards, {'+1' if seen else 'no dot'}",
            state, fire, rolled(state, made, 16, 20, listed, "miss", 0), dice=three(16),
        )  # fmt: skip
    for kind, seen in (("laser_sight", True), ("ir_laser_sight", False)):
        state = given(20, kind)
        waits = replace(
            state, agenda=(Defending(attack=made, target="b", hits=1), *state.agenda[1:])
        )
        listed = mods(*((("sees the dot", 1, "LS-04"),) * seen))
        yield accepted(
            rules.LS_04,
            f"T33: who sees the dot of a {kind.replace('_', ' ')} dodges better",
            waits,
            Defend(defence="dodge"),
            DefenceRolled(
                seat=TWO,
                fighter="b",
                kind="dodge",
                drop=False,
                roll=7,
                success=True,
                avoided=1,
                modifiers=listed,
                target=8 + seen,
            ),
            seat=TWO,
            dice=three(7),
        )
    switch = FreeAction(fighter="a", deed="laser", item=f"a {PISTOL}")
    off = given(20, on=False)
    yield accepted(
        rules.LS_05, "switching it is free, before the attack", off, switch,
        WeaponChanged(fighter="a", item=f"a {PISTOL}", change="laser", number=1),
    )  # fmt: skip
    yield from _secret_dots(given)
    switched = with_fighter(off, "a", frees=(f"laser a {PISTOL}",))
    yield refused(rules.LS_05, "once a turn", switched, switch, "declare_laser_first")
    shot_fired = replace(off, agenda=off.agenda[1:])
    yield refused(
        rules.LS_05, "T33: not after the attack is declared", shot_fired, switch, "not_your_turn"
    )


def _secret_dots(given: Callable[..., State]) -> Iterator[Example]:
    """A dot that not everybody sees is its owner's secret, and theirs who see it (2.4)."""
    name = f"a {PISTOL}"
    switch = SwitchDot(fighter="a", item=name, on=True)
    for kind, senses, told in (
        ("ir_laser_sight", (), None), ("ir_laser_sight", ("infravision",), True),
        ("uv_laser_sight", ("infravision",), None), ("uv_laser_sight", ("ultravision",), True),
    ):  # fmt: skip
        state = with_fighter(given(20, kind, on=False), "b", sheet=sheet(senses=senses))
        who = "who sees it is told" if told else "who does not see it is told nothing"
        yield accepted(
            rules.LS_01, f"{kind.replace('_', ' ')}, {senses[0] if senses else 'no sense'}: {who}",
            state, switch, DotSwitched(seat=ONE, fighter="a", item=name, on=True),
            DotSwitched(seat=TWO, fighter="a", item=name, on=told),
        )  # fmt: skip
    fire, made = attack("a", PISTOL, "b"), shot("a", PISTOL, "b")
    short = given(51)
    line = replace(short.book.weapons[PISTOL].line, laser_yards=50)
    weapons = {**short.book.weapons, PISTOL: read(line, short.book.tables.malfunction)}
    short = replace(short, book=replace(short.book, weapons=weapons))
    far = mods(("range 51 yd", -9, "S-4.1"))
    yield accepted(
        rules.LS_02, "a sight of 50 yards shows no dot at 51", short, fire,
        rolled(short, made, 16, 20, far, "miss", 0), dice=three(16),
    )  # fmt: skip
    openly = FreeAction(fighter="a", deed="laser", item=name)
    hidden, plain = given(20, "ir_laser_sight", on=False), given(20, on=False)
    yield refused(rules.LS_05, "nobody switches it openly", hidden, openly, "no_laser")
    yield refused(rules.LS_05, "nor a visible one in secret", plain, switch, "no_laser")
    done = with_fighter(hidden, "a", frees=(f"laser {name}",))
    yield refused(rules.LS_05, "a secret one once a turn", done, switch, "declare_laser_first")
    lies = replace(hidden.fighters["a"].items[name], at="ground", lies_at=hex_at(0), laser=True)
    found = with_fighter(hidden.with_item("a", lies), "a", posture="kneeling")
    yield accepted(
        rules.LS_01, "whoever picks the weapon up sees whether it is on", found,
        Ready(fighter="a", deed="pick_up", item=name),
        DotSwitched(seat=ONE, fighter="a", item=name, on=True),
    )  # fmt: skip


def _scopes(initial: State) -> Iterator[Example]:
    def given(seconds: int, *, kind: str, scope: int = 0, **numbers: Any) -> State:
        gun = armed(initial, "a", "assault_rifle_556", accessories=(kind,) if kind else ())
        aim = aimed(seconds, braced=False, key="assault_rifle_556") if seconds else None
        return skirmish(
            initial,
            somebody(initial, "a", (0, 0), gun, aim=aim,
                     numbers=sheet(skills={"Guns (Rifle)": 12}, telescopic=scope, **numbers)),
            somebody(initial, "b", (100, 0), seat=2, unaware=True, numbers=sheet(hp=60)),
        )  # fmt: skip

    fire, made = attack("a", "assault_rifle_556", "b"), shot("a", "assault_rifle_556", "b")

    def seen(state: State, seconds: int, bonus: int) -> Any:
        listed = [("range 100 yd", -10, "S-4.1")]
        if seconds:
            listed += [("Acc", 5, "S-4.4"), (f"aimed {seconds} s", min(2, seconds - 1), "S-4.4"),
                       ("scope", bonus, "SC-01")]  # fmt: skip
        return rolled(state, made, 16, 12, mods(*(one for one in listed if one[1])), "miss", 0)

    plain = with_fighter(given(0, kind="scope"), "a", sheet=sheet(skills={"Guns (Rifle)": 14}))
    event = rolled(plain, made, 16, 14, mods(("range 100 yd", -10, "S-4.1")), "miss", 0)
    yield accepted(rules.SC_01, "without Aim no scope", plain, fire, event, dice=three(16))
    for seconds, bonus in ((2, 0), (3, 3)):
        state = given(seconds, kind="fixed_scope")
        yield accepted(
            rules.SC_02, f"+3 of fixed power, aimed {seconds} s: +{bonus}", state, fire,
            seen(state, seconds, bonus), dice=three(16),
        )  # fmt: skip
    for seconds in (1, 2):
        state = given(seconds, kind="scope")
        yield accepted(
            rules.SC_03, f"variable power, aimed {seconds} s: +{seconds}", state, fire,
            seen(state, seconds, seconds), dice=three(16),
        )  # fmt: skip
    eye = given(2, kind="scope", scope=1)
    yield accepted(
        rules.SC_05, "Telescopic Vision 1 and a scope of 2: the better one counts", eye, fire,
        seen(eye, 2, 2), dice=three(16),
    )  # fmt: skip
    both = AimAt(fighter="a", weapon="a assault_rifle_556", target="b", scopes=2)
    yield refused(rules.SC_05, "never two at a time", eye, both, "one_scope_only")
    book, stairs = initial.book, initial.book.scenarios["stairwell"]
    night = {**book.scenarios, "stairwell": replace(stairs, darkness=-9)}
    for level, kind, dark in ((0, "thermal_scope", 0), (4, "", -5)):
        state = replace(given(0, kind=kind, night=level), scenario="stairwell")
        state = replace(state, book=replace(book, scenarios=night))
        state = with_fighter(state, "b", at=hex_at(4))
        listed = mods(("range 4 yd", -2, "S-4.1"), *((("darkness", dark, "S-4.18"),) * bool(dark)))
        yield accepted(
            rules.SC_06,
            f"a dark of -9: {dark} with {kind.replace('_', ' ') or f'night vision {level}'}",
            state, fire, rolled(state, made, 16, 12, listed, "miss", 0), dice=three(16),
        )  # fmt: skip
    for level, kind, dark in ((0, "", -2), (0, "thermal_scope", 0), (1, "", -1)):
        state = replace(given(0, kind=kind, night=level), scenario="stairwell")
        state = with_fighter(state, "b", at=hex_at(4))
        listed = mods(("range 4 yd", -2, "S-4.1"), *((("darkness", dark, "S-4.18"),) * bool(dark)))
        rule = rules.SC_06 if kind or level else rules.S_4_18
        yield accepted(
            rule,
            f"dusk: {dark} with {kind.replace('_', ' ') or f'night vision {level}'}",
            state,
            fire,
            rolled(state, made, 16, 12, listed, "miss", 0),
            dice=three(16),
        )


# --- noise ----------------------------------------------------------------------------------


def _noise(initial: State) -> Iterator[Example]:
    def given(silencer: str, *, far: bool, noise: int = 0) -> State:
        gun = armed(initial, "a", "smg_9", accessories=(silencer,) if silencer else ())
        numbers = sheet(skills={"Guns (SMG)": 14})
        ears = sheet(per=12, iq=11)
        at = (-9, 0) if far else (20, 0)
        state = skirmish(
            initial, somebody(initial, "a", (0, 0), gun, numbers=numbers),
            somebody(initial, "b", (3, 0), seat=2, numbers=sheet(hp=60), facing=3),
            somebody(initial, "c", at, seat=2, numbers=ears, unaware=True),
        )  # fmt: skip
        return replace(state, rulings=replace(state.rulings, hearing=noise))

    fire = attack("a", "smg_9", "b")

    def hears(how: Any) -> ShotHeard:
        return ShotHeard(fighter="c", shooter="a", how=how)

    for silencer, noise, number, rule in (
        ("", 0, 17, rules.SI_01), ("", 4, 21, rules.SI_02), ("silencer", 0, 13, rules.SI_03),
        ("best_silencer", 0, 11, rules.SI_03), ("best_silencer", -4, 7, rules.SI_03),
        ("silencer", 0, 13, rules.SI_06),
    ):  # fmt: skip
        state = given(silencer, far=True, noise=noise)
        for roll, how in ((min(number, 16), "located"), (number + 1, "unheard")):
            if roll > 18:
                continue
            yield accepted(
                rule,
                f"T34: Hearing 12, {silencer.replace('_', ' ') or 'no silencer'}, {noise:+d}: "
                f"{number}; roll {roll}: {how}",
                state,
                fire,
                hears(how),
                dice=(*three(10), *three(roll)),
            )
    loud = HearingModifier(modifier=4)
    yield accepted(
        rules.SI_02, "the referee: a quiet night, +4", given("", far=True),
        Decide(reason="a quiet night", decision=loud),
        RulingMade(decision=loud, reason="a quiet night"), seat=REFEREE,
    )  # fmt: skip
    yield accepted(
        rules.SI_04, "T34: in front it is heard without a roll", given("", far=False), fire,
        hears("located"), dice=three(10),
    )  # fmt: skip
    for roll, how in ((11, "located"), (12, "heard")):
        yield accepted(
            rules.SI_05, f"T34: silenced, IQ 11 to locate, roll {roll}: {how}",
            with_fighter(given("silencer", far=False), "c", facing=0), fire, hears(how),
            dice=(*three(10), *three(roll)),
        )  # fmt: skip


# --- missiles -------------------------------------------------------------------------------


def range_card(
    initial: State, key: str, yards: int, *others: Fighter, elevation: int = 0, **how: Any
) -> State:
    """Return Okafor with a launcher, and a carrier (or a helicopter) so many yards off."""
    book = initial.book.people
    who = "helicopter" if elevation else "apc"
    shooter = how.pop("shooter", {})
    return skirmish(
        initial,
        somebody(initial, "a", (0, 0), key, numbers=book["okafor"].sheet, **shooter),
        somebody(initial, "b", (yards, 0), seat=2, numbers=book[who].sheet,
                 body=replace(book[who].body, occupants=0),
                 elevation=elevation),
        *others, **how,
    )  # fmt: skip


def missile(key: str, travelled: int, *, arrived: bool = False, **how: Any) -> Projectile:
    """Return a missile on its way."""
    plain: dict[str, Any] = {
        "id": f"a {key}", "weapon": key, "item": f"a {key}", "by": "a", "target": "b",
        "origin": hex_at(0), "elevation": 0, "travelled": travelled, "launched": 8,
        "arrived": arrived,
    }  # fmt: skip
    return Projectile(**(plain | how))


def in_flight(initial: State, key: str, yards: int, flown: int, **how: Any) -> State:
    """Return a state in which the launcher's next slot comes after *b* has done nothing."""
    arrived = bool(how.pop("arrived", False))
    given = range_card(initial, key, yards, **how)
    one = missile(key, flown, arrived=arrived)
    state = replace(given, projectiles={one.id: one})
    if arrived:
        return state
    first = skirmish(initial, state.fighters["b"], state.fighters["a"])
    return replace(first, projectiles={one.id: one}, rulings=state.rulings, locked=state.locked)


def _distracted(initial: State) -> Iterator[Example]:
    """Who is hurt while a missile flies steers on by Will-3, or it is lost (R-56)."""
    flying = in_flight(initial, ATGM, 900, 400)
    flying = flying.with_fighter(somebody(initial, "c", (2, 0), "revolver_38", seat=2))
    flying = with_fighter(flying, "a", sheet=sheet(iq=12, hp=30))
    made = shot("c", "revolver_38", "a")
    given = replace(flying, agenda=(Defending(attack=made, target="a", hits=1), *flying.agenda[1:]))
    lost = ProjectileEnded(id=f"a {ATGM}", reason="lost")
    for roll in (9, 10):
        yield accepted(
            rules.GU_07, f"the operator is hurt: Will 12-3, roll {roll}", given,
            Defend(defence="none"), check(given, "a", "Will-3, to steer on", roll, 9),
            *((lost,) if roll > 9 else ()), dice=(3, 3, *three(roll)),
        )  # fmt: skip


def _guided(initial: State) -> Iterator[Example]:
    near, far = range_card(initial, ATGM, 150), range_card(initial, ATGM, 900)
    fire = attack("a", ATGM, "b")
    launch = Concentrate(fighter="a", weapon=f"a {ATGM}", target="b")
    size = mods(("size", 4, "S-4.1"))
    at_once = rolled(near, shot("a", ATGM, "b"), 16, 13, size)
    for rule, title in (
        (rules.GU_06, "150 yards at 200 a second: it hits at once"),
        (rules.GU_04, "unaimed: no Acc"), (rules.GU_02, "the operator's skill, 13"),
        (rules.GU_03, "else an attack like any other"),
    ):  # fmt: skip
        yield accepted(
            rule, title, near, fire, at_once, dice=(*three(16), *faces(6, 6), *faces(6, 6))
        )
    sighted = with_fighter(near, "a", aim=aimed(1, braced=False, key=ATGM))
    yield accepted(
        rules.GU_04, "aimed: +3", sighted, fire,
        rolled(sighted, shot("a", ATGM, "b"), 16, 13, (*size, *mods(("Acc", 3, "S-4.4")))),
        dice=(*three(16), *faces(6, 6), *faces(6, 6)),
    )  # fmt: skip
    yield refused(rules.GU_06, "T35: near, with Concentrate", near, launch, "use_attack")
    yield refused(rules.GU_07, "T35: far, with Attack", far, fire, "use_concentrate")
    flown = ProjectileFlew(projectile=missile(ATGM, 200, launched=10))
    for rule in (rules.GU_07, rules.TT_01, rules.TT_02):
        yield accepted(rule, "T35: second 1: 200 of 900 yards", far, launch, flown)
    aside = in_flight(initial, ATGM, 900, 200, arrived=True)
    drifting = replace(aside, projectiles={f"a {ATGM}": missile(ATGM, 200)})
    yield accepted(
        rules.GU_07, "any other manoeuvre loses it", drifting, DoNothing(fighter="a"),
        ProjectileEnded(id=f"a {ATGM}", reason="lost"),
    )  # fmt: skip
    line = replace(initial.book.weapons[ATGM].line, tl=5)
    assert any("TL6" in fault for fault in faults(line, initial.book.tables.malfunction))
    yield accepted(
        rules.GU_01, "at TL7 it is there; a line of TL5 is refused at load", far, launch, flown
    )


def _arrivals(initial: State) -> Iterator[Example]:
    fire = attack("a", ATGM, "b")
    there = in_flight(initial, ATGM, 900, 900, arrived=True)
    made = shot("a", ATGM, "b", projectile=f"a {ATGM}")
    listed = mods(("size", 4, "S-4.1"), ("Acc, guided all the way", 3, "GU-05"))
    hit = rolled(there, made, 15, 13, listed)
    for rule, title in (
        (rules.GU_05, "a long flight is aimed: Acc 3"),
        (rules.GU_08, "T35: 13+3+4, no range: 20"), (rules.GU_11, "T35: an Attack on arrival"),
    ):  # fmt: skip
        yield accepted(rule, title, there, fire, hit, dice=(*three(15), *faces(6, 6), *faces(6, 6)))
    dusk = replace(there, scenario="stairwell")
    dark = (listed[0], *mods(("darkness", -2, "S-4.18")), listed[1])
    yield accepted(
        rules.GU_03, "at dusk its operator sees no better than anybody: -2", dusk, fire,
        rolled(dusk, made, 15, 13, dark), dice=(*three(15), *faces(6, 6), *faces(6, 6)),
    )  # fmt: skip
    sure = replace(made, manoeuvre="determined")
    more = (*listed[:1], *mods(("All-Out Attack (Determined)", 1, "S-2.2")), listed[1])
    yield accepted(
        rules.GU_11, "or an All-Out Attack (Determined): 21", there,
        attack("a", ATGM, "b", manoeuvre="determined"), rolled(there, sure, 15, 13, more),
        dice=(*three(15), *faces(6, 6), *faces(6, 6)),
    )  # fmt: skip
    yield refused(
        rules.GU_11,
        "T35: nothing else",
        there,
        attack("a", ATGM, "b", manoeuvre="move_and_attack", path=(hex_at(0, 1),)),
        "determined_only",
    )
    yield accepted(
        rules.GU_11, "T35: roll 17: a dud (R-61)", there, fire,
        ProjectileEnded(id=f"a {ATGM}", reason="dud"), dice=three(17),
    )  # fmt: skip
    yield accepted(
        rules.GU_12, "without an attack it flies past", there, DoNothing(fighter="a"),
        ProjectileEnded(id=f"a {ATGM}", reason="crashed"),
    )  # fmt: skip
    smoke = with_fighter(in_flight(initial, ATGM, 900, 400), "b", hidden=True)
    yield accepted(
        rules.GU_10, "T35: smoke in second 3: lost", smoke, DoNothing(fighter="b"),
        ProjectileEnded(id=f"a {ATGM}", reason="lost"), seat=TWO,
    )  # fmt: skip
    yield from _distracted(initial)
    jam = Decide(reason="a jammer", decision=JamPenalty(target="b", penalty=-4))
    yield accepted(
        rules.GU_09, "the referee sets a jammer, in secret", there, jam,
        RulingMade(decision=Note(), reason="a jammer"),
        JamSet(seat=REFEREE, fighter="b", penalty=-4), seat=REFEREE,
    )  # fmt: skip
    jammed = replace(there, rulings=replace(there.rulings, jam={"b": -4}))
    listed = mods(
        ("jamming", -4, "GU-09"), ("size", 4, "S-4.1"), ("Acc, guided all the way", 3, "GU-05")
    )
    yield accepted(
        rules.GU_09,
        "and it takes 4",
        jammed,
        fire,
        rolled(jammed, made, 16, 13, listed),
        dice=(*three(16), *faces(6, 6), *faces(6, 6)),
    )


def _flight(initial: State) -> Iterator[Example]:
    nothing = DoNothing(fighter="b")
    for flown, yards, then in (
        (200, 900, ProjectileFlew(projectile=missile(ATGM, 400))),
        (600, 900, ProjectileFlew(projectile=missile(ATGM, 800))),
        (800, 900, ProjectileFlew(projectile=missile(ATGM, 900, arrived=True))),
    ):
        yield accepted(
            rules.TT_02, f"T35: from {flown} of 900 yards", in_flight(initial, ATGM, yards, flown),
            nothing, then, seat=TWO,
        )  # fmt: skip
    ends: tuple[tuple[int, Rule, Event, str], ...] = (
        (1980, rules.TT_04, ProjectileFlew(projectile=missile(ATGM, 1980, arrived=True)),
         "T42: 120 yards a second: caught in second 10 at 1,980"),
        (2025, rules.TT_04, ProjectileEnded(id=f"a {ATGM}", reason="expired"),
         "T42: 125 yards a second: outrun"),
        (2025, rules.TT_03, ProjectileEnded(id=f"a {ATGM}", reason="expired"),
         "ten seconds of 200 yards, no farther"),
        (2000, rules.TT_05, ProjectileFlew(projectile=missile(ATGM, 2000, arrived=True)),
         "exactly Max still hits"),
    )  # fmt: skip
    for yards, rule, end, text in ends:
        yield accepted(rule, text, in_flight(initial, ATGM, yards, 1800), nothing, end, seat=TWO)


def _semi_active(initial: State) -> Iterator[Example]:
    reyes = somebody(initial, "c", (2600, 0), "assault_rifle_556",
                     numbers=initial.book.people["reyes"].sheet)  # fmt: skip
    lit = Aim(item="c assault_rifle_556", target="b", seconds=3, code=1511)
    dark, seen = range_card(initial, SEEKER, 3000, reyes), replace(reyes, aim=lit)
    given = range_card(initial, SEEKER, 3000, seen)
    fire = does("a", "fire_homing", SEEKER, target="b", code=1511)
    yield refused(rules.SA_01, "no beam on the target", dark, fire, "no_designation")
    yield refused(
        rules.SA_03, "T37: code 1512 is never seen", given, replace(fire, code=1512),
        "no_designation",
    )  # fmt: skip
    own: dict[str, Any] = {"designator": "c", "code": 1511}
    flown = ProjectileFlew(projectile=missile(SEEKER, 300, launched=10, **own))
    yield accepted(rules.SA_01, "T37: code 1511: it flies 300 yards", given, fire, flown)
    designate = AimAt(fighter="c", weapon="c assault_rifle_556", target="b", code=1511)
    lights = skirmish(initial, seen, *(given.fighters[name] for name in ("a", "b")))
    yield accepted(
        rules.SA_04, "designating is Aim after Aim", lights, designate,
        Aimed(fighter="c", item="c assault_rifle_556", target="b", at=None, seconds=4, braced=False,
              code=1511),
    )  # fmt: skip

    def last(observer: Fighter, flown: int = 2700) -> State:
        state = skirmish(initial, given.fighters["b"], observer, given.fighters["a"])
        one = missile(SEEKER, flown, **own)
        return replace(
            state, projectiles={one.id: one}, agenda=(*state.agenda,), order=("b", "a", "c")
        )

    nothing = DoNothing(fighter="b")
    state = last(seen)
    good = check(state, "c", "Forward Observer", 13, 13)
    made = shot("a", SEEKER, "b", projectile=f"a {SEEKER}")
    roll = rolled(state, made, 12, 10, mods(("Acc, locked on", 5, "HO-07"), ("size", 4, "S-4.1")))
    blast = (*faces(6, 6), *faces(6, 6))
    for rule in (rules.SA_04, rules.SA_05):
        yield accepted(
            rule, "T37: DX-based 13, roll 13: then the missile rolls 10+5+4", state, nothing, good,
            roll, seat=TWO, dice=(*three(13), *three(12), *blast),
        )  # fmt: skip
    yield accepted(
        rules.SA_04, "T37: roll 15: it misses, without an attack roll", state, nothing,
        check(state, "c", "Forward Observer", 15, 13),
        ProjectileEnded(id=f"a {SEEKER}", reason="missed"), seat=TWO, dice=three(15),
    )  # fmt: skip
    off = last(replace(seen, aim=None), 900)
    yield accepted(
        rules.SA_03, "T37: the beam goes off in second 4: lost", off, nothing,
        ProjectileEnded(id=f"a {SEEKER}", reason="lost"), seat=TWO,
    )  # fmt: skip
    free = replace(given, projectiles={f"a {SEEKER}": missile(SEEKER, 300, **own)})
    yield accepted(
        rules.SA_02, "the firer may do as he likes", free, MoveAlong(fighter="a", path=(hex_at(1),))
    )


def _homing(initial: State) -> Iterator[Example]:
    locked = {"aim": aimed(1, braced=False, key=SAM)}
    far = range_card(initial, SAM, 2600, elevation=200)
    ready = range_card(initial, SAM, 2600, elevation=200, shooter=locked)
    fire = does("a", "fire_homing", SAM, target="b")
    aim = AimAt(fighter="a", weapon=f"a {SAM}", target="b")
    for roll, good in ((11, True), (14, False)):
        for rule in (rules.HO_03, rules.HO_04):
            yield accepted(
                rule, f"T36: lock-on against 13, roll {roll}, known to the owner alone", far, aim,
                LockRolled(seat=ONE, fighter="a", item=f"a {SAM}", locked=good), dice=three(roll),
            )  # fmt: skip
    yield refused(rules.HO_03, "T36: fired without Aim", far, fire, "no_lock_attempt")
    smoke = with_fighter(far, "b", hidden=True)
    yield refused(rules.HO_03, "what is not seen", smoke, aim, "cannot_see_target")
    blind = Decide(reason="radar", decision=LockWithoutSight(allowed=True))
    yield accepted(
        rules.HO_03, "unless the referee allows it", smoke, blind,
        RulingMade(decision=LockWithoutSight(allowed=True), reason="radar"), seat=REFEREE,
    )  # fmt: skip
    yield refused(rules.HO_05, "T36: fired by Attack", ready, attack("a", SAM, "b"), "use_ready")
    flown = ProjectileFlew(projectile=missile(SAM, 1000, launched=10))
    for rule in (rules.HO_05, rules.HO_02):
        yield accepted(rule, "T36: Ready fires it, with no other preparation", ready, fire, flown)
    near = range_card(initial, SAM, 900, elevation=1, shooter=locked)
    near = replace(near, locked={f"a {SAM}": True})
    made = shot("a", SAM, "b", projectile=f"a {SAM}")
    blast = (*faces(6, 6), *faces(6, 6))
    listed = mods(
        ("target's speed", -9, "R-62"), ("Acc, locked on", 7, "HO-07"), ("size", 4, "S-4.1")
    )
    yield accepted(
        rules.HO_06, "900 yards at 1,000 a second: at once", near, fire,
        rolled(near, made, 12, 10, listed), dice=(*three(12), *blast, *three(10), *faces(6, 6)),
    )  # fmt: skip


def _homing_arrives(initial: State) -> Iterator[Example]:
    """In the second of its arrival a homing missile rolls by itself."""
    made = shot("a", SAM, "b", projectile=f"a {SAM}")
    blast = (*faces(6, 6), *faces(6, 6))
    listed = mods(
        ("target's speed", -9, "R-62"), ("Acc, locked on", 7, "HO-07"), ("size", 4, "S-4.1")
    )

    def arrives(*, lock: bool, **how: Any) -> State:
        state = in_flight(initial, SAM, 2600, 2000, elevation=200, **how)
        return replace(state, locked={f"a {SAM}": lock})

    nothing = DoNothing(fighter="b")
    sure = arrives(lock=True)
    for rule, title in (
        (rules.HO_07, "T36: 10, +7 for the lock"),
        (rules.HO_08, "T36: +4 for size, -9 for speed: 12"),
        (rules.HO_09, "T36: it attacks by itself in second 3"),
    ):
        yield accepted(
            rule, title, sure, nothing, rolled(sure, made, 12, 10, listed), seat=TWO,
            dice=(*three(12), *blast, *three(10), *faces(6, 6)),
        )  # fmt: skip
    none = arrives(lock=False)
    yield accepted(
        rules.HO_07,
        "T36: no lock: 10+4-9 = 5",
        none,
        nothing,
        rolled(none, made, 12, 10, mods(listed_of(listed, 0), listed_of(listed, 2)), "miss", 0),
        seat=TWO,
        dice=(*three(12), 1, *faces(6, 6)),
    )
    hidden = with_fighter(sure, "b", hidden=True)
    yield accepted(
        rules.HO_09, "smoke hides its target from an infrared seeker: it crashes (R-64)", hidden,
        nothing, ProjectileEnded(id=f"a {SAM}", reason="crashed"), seat=TWO,
    )  # fmt: skip
    low = with_fighter(sure, "b", posture="prone")
    lies = (*listed, *mods(("target prone", -2, "S-4.6")))
    yield accepted(
        rules.HO_08, "a target that lies is harder to hit for a missile as well", low, nothing,
        rolled(low, made, 10, 10, lies), seat=TWO,
        dice=(*three(10), *blast, *three(10), *faces(6, 6)),
    )  # fmt: skip
    night = replace(sure, scenario="stairwell", choices=sure.choices)
    for rule in (rules.HO_01, rules.HO_08):
        yield accepted(
            rule, "an infrared seeker at dusk: no darkness, and no modifier of the firer", night,
            nothing, rolled(night, made, 12, 10, listed), seat=TWO,
            dice=(*three(12), *blast, *three(10), *faces(6, 6)),
        )  # fmt: skip


def listed_of(listed: Any, n: int) -> tuple[str, int, str]:
    """Return one modifier of a list as it is said."""
    one = listed[n]
    return one.name, one.value, one.rule
