"""The step that most manoeuvres allow, and what braces an Aim (2.2, 4.4)."""

from collections.abc import Iterator
from typing import Any

from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.commands import (
    AimAt,
    AllOutDefence,
    AttackWith,
    Concentrate,
    MoveAlong,
    Ready,
)
from domain.systems.ranged.events import Aimed, FighterChanged, Moved, PostureChanged
from domain.systems.ranged.examples.setups import (
    accepted,
    armed,
    attack,
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
)
from domain.systems.ranged.forms import Projectile
from domain.systems.ranged.state import Aim, State
from domain.systems.ranged.thing_events import WeaponChanged

PISTOL, RIFLE = "revolver_38", "assault_rifle_556"
ASIDE = (hex_at(0, 1),)


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of steps and of bracing."""
    yield from _stepping(initial)
    yield from _running(initial)
    yield from _bracing(initial)


def facing(initial: State, weapon: str, at: tuple[int, int] = (0, 0), **how: Any) -> State:
    """Return somebody with a weapon, eight yards from another who faces him."""
    skills = {"Guns (Pistol)": 14, "Guns (Rifle)": 14}
    return skirmish(
        initial,
        somebody(initial, "a", at, weapon, numbers=sheet(st=12, skills=skills), **how),
        somebody(initial, "b", (8, 0), RIFLE, seat=2, facing=3),
        scenario="stairwell" if at != (0, 0) else "range",
    )


def _stepping(initial: State) -> Iterator[Example]:
    given = facing(initial, PISTOL)
    item = f"a {PISTOL}"
    moved = Moved(fighter="a", at=hex_at(0, 1), facing=1, elevation=0)
    yield accepted(
        rules.S_2_2, "a step, and then the Aim", given,
        AimAt(fighter="a", weapon=item, target="b", path=ASIDE), moved,
        Aimed(fighter="a", item=item, target="b", at=None, seconds=1, braced=False),
    )  # fmt: skip
    yield refused(
        rules.S_2_2, "no more than a yard with Move 5", given,
        AimAt(fighter="a", weapon=item, target="b", path=(*ASIDE, hex_at(0, 2))), "too_far",
    )  # fmt: skip
    empty = given.with_item("a", armed(initial, "a", PISTOL, loaded=3))
    loading = Ready(fighter="a", deed="reload", item=item, path=ASIDE)
    yield accepted(
        rules.S_2_2, "a step, and then the Ready", empty, loading, moved,
        WeaponChanged(fighter="a", item=item, change="work:reload", number=1),
    )  # fmt: skip
    yield accepted(
        rules.S_4_6, "to kneel takes the place of a step", given,
        AimAt(fighter="a", weapon=item, target="b", stance="kneeling"),
        PostureChanged(fighter="a", posture="kneeling"),
        Aimed(fighter="a", item=item, target="b", at=None, seconds=1, braced=False),
    )  # fmt: skip
    yield refused(
        rules.S_2_2, "not a step and kneeling too", given,
        AimAt(fighter="a", weapon=item, target="b", stance="kneeling", path=ASIDE), "one_step",
    )  # fmt: skip
    flying = Projectile(
        id="a atgm_115", weapon="atgm_115", item="a atgm_115", by="a", target="b",
        origin=hex_at(0), elevation=0, travelled=200, launched=9,
    )  # fmt: skip
    steers = skirmish(
        initial,
        somebody(initial, "a", (0, 0), armed(initial, "a", "atgm_115", loaded=0)),
        somebody(initial, "b", (900, 0), seat=2), projectiles={flying.id: flying},
    )  # fmt: skip
    yield accepted(
        rules.S_2_2, "a step while steering a missile", steers,
        Concentrate(fighter="a", weapon="a atgm_115", path=ASIDE), moved,
    )  # fmt: skip
    grenade = facing(initial, PISTOL).with_item(
        "b", armed(initial, "b", "frag_grenade", at="ground", lies_at=hex_at(1))
    )
    yield refused(
        rules.HG_04, "kneeling to a grenade is no part of a step", grenade,
        Ready(fighter="a", deed="pick_up", item="b frag_grenade", stance="kneeling"), "must_kneel",
    )  # fmt: skip
    tied = with_fighter(given, "a", bound=False)
    yield refused(
        rules.S_2_2, "nobody stands up twice", tied,
        AimAt(fighter="a", weapon=item, target="b", stance="standing"), "same_posture",
    )  # fmt: skip


def _running(initial: State) -> Iterator[Example]:
    given = facing(initial, PISTOL)
    way = tuple(hex_at(0, n) for n in range(1, 4))
    yield accepted(
        rules.BO_08, "three of five yards: a runner", given, MoveAlong(fighter="a", path=way),
        FighterChanged(fighter="a", change="runs"),
    )  # fmt: skip
    half = AllOutDefence(fighter="a", defence="dodge", path=way[:2])
    yield accepted(
        rules.S_2_2, "half a Move with an All-Out dodge", given, half,
        FighterChanged(fighter="a", change="careful", word="dodge"),
        Moved(fighter="a", at=hex_at(0, 2), facing=1, elevation=0),
    )  # fmt: skip
    yield refused(
        rules.S_2_2, "but a step with a parry", given,
        AllOutDefence(fighter="a", defence="parry", path=way[:2]), "too_far",
    )  # fmt: skip
    aiming = with_fighter(given, "a", aim=Aim(item=f"a {PISTOL}", target="b"))
    ahead = AttackWith(
        fighter="a", weapon=f"a {PISTOL}", target="b", manoeuvre="determined",
        path=(hex_at(1), hex_at(2)),
    )  # fmt: skip
    made = shot("a", PISTOL, "b", manoeuvre="determined")
    listed = mods(("range 6 yd", -3, "S-4.1"), ("All-Out Attack (Determined)", 1, "S-2.2"))
    yield accepted(
        rules.S_4_4, "half a Move forward spoils the Aim", aiming, ahead,
        FighterChanged(fighter="a", change="aim_lost"), rolled(given, made, 12, 14, listed),
        dice=three(12),
    )  # fmt: skip
    yield refused(
        rules.S_2_2, "an All-Out Attack leads forward", facing(initial, PISTOL, (2, 0)),
        AttackWith(
            fighter="a", weapon=f"a {PISTOL}", target="b", manoeuvre="determined",
            path=(hex_at(1),),
        ), "forward_only",
    )  # fmt: skip


def _bracing(initial: State) -> Iterator[Example]:
    given = facing(initial, PISTOL)
    item = f"a {PISTOL}"
    both = AimAt(fighter="a", weapon=item, target="b", both_hands=True)
    yield accepted(
        rules.S_4_4, "a pistol in both hands is braced, and shows both arms", given, both,
        FighterChanged(fighter="a", change="peeks", word="two_handed"),
        Aimed(
            fighter="a", item=item, target="b", at=None, seconds=1, braced=True, both_hands=True
        ),
    )  # fmt: skip
    full = given.with_item("a", armed(initial, "a", "frag_grenade"))
    yield refused(rules.S_4_4, "not with a grenade in the other", full, both, "no_free_hand")
    steady = with_fighter(given, "a", aim=Aim(item=item, target="b", braced=True, both_hands=True))
    listed = mods(("range 8 yd", -4, "S-4.1"), ("Acc", 2, "S-4.4"), ("braced", 1, "S-4.4"))
    yield accepted(
        rules.S_4_4, "and hits by one more: 14-4+2+1 = 13", steady, attack("a", PISTOL, "b"),
        rolled(steady, shot("a", PISTOL, "b"), 13, 14, listed), dice=three(13),
    )  # fmt: skip
    behind = facing(initial, RIFLE, (6, 3), posture="kneeling")
    sandbags = AimAt(fighter="a", weapon=f"a {RIFLE}", at=None, target="b")
    south = with_fighter(behind, "b", at=hex_at(6, 7))
    yield accepted(
        rules.S_4_4, "a rifle rests on the sandbags", south, sandbags,
        Aimed(fighter="a", item=f"a {RIFLE}", target="b", at=None, seconds=1, braced=True),
    )  # fmt: skip
    yield accepted(
        rules.S_2_2, "but not in the second in which one kneels to them",
        with_fighter(south, "a", posture="standing"),
        AimAt(fighter="a", weapon=f"a {RIFLE}", target="b", stance="kneeling"),
        Aimed(fighter="a", item=f"a {RIFLE}", target="b", at=None, seconds=1, braced=False),
    )  # fmt: skip
