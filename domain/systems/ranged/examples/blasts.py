"""What stops a blast, who dives out of it; lost breath, falls and barbs (4.7, 4.11 to 4.15)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import CoverPassed, HitLocated
from domain.systems.ranged.commands import Decide, DiveForCover, Ready
from domain.systems.ranged.decisions import LargeTarget
from domain.systems.ranged.examples.areas import STAY, burst, victim
from domain.systems.ranged.examples.base import NONE, pair
from domain.systems.ranged.examples.setups import (
    REFEREE,
    TWO,
    accepted,
    armed,
    attack,
    check,
    faces,
    hex_at,
    nothing,
    refused,
    sheet,
    shot,
    skirmish,
    somebody,
    three,
    with_fighter,
    wound,
)
from domain.systems.ranged.state import State, Stuck
from domain.systems.ranged.tasks import Defending
from domain.systems.ranged.thing_events import WeaponLanded


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of blasts that are stopped or escaped, and of lost breath."""
    yield from _fragments(initial)
    yield from _dives(initial)
    yield from _parts(initial)
    yield from _breath(initial)
    yield from _demanded(initial)


def _fragments(initial: State) -> Iterator[Example]:
    """The brick wall of the stairwell stands between the grenade and whoever it is."""
    behind = victim(initial, "b", 11)
    for who, titles in ((behind, "a wall between"), (replace(behind, at=hex_at(9)), "no wall")):
        state = replace(burst(initial, who, at=7), scenario="stairwell")
        wall = next(one for one in state.covers() if one.material.startswith("brick"))
        walled = who is behind
        stops = (
            HitLocated(target="b", location="left_foot", cover=wall.id),
            CoverPassed(cover=wall.id, cover_dr=16, through=False, at=hex_at(10)),
        )
        strikes = (wound(state, "b", "left_foot", 0, 3, 4, 0),)
        yield accepted(
            rules.S_4_15, f"a fragment at a foot, {titles}", state, STAY,
            *(stops if walled else strikes), seat=TWO,
            dice=(*faces(8, 8), *three(11 if walled else 13), *three(16), *three(3), 4),
        )  # fmt: skip


def _dives(initial: State) -> Iterator[Example]:
    """What changes a dodge changes a dive: Dodge 8, +3."""
    diver = victim(initial, "b", 0, unaware=False)
    to = DiveForCover(to=hex_at(1))
    sick = {"affliction": "nauseated", "affliction_until": 99}
    for why, how, number in (
        ("nauseated", sick, 10), ("off balance", {"off_balance": True}, 9),
        ("all out to dodge", {"careful": "dodge"}, 13), ("to block", {"careful": "block"}, 11),
    ):  # fmt: skip
        state = with_fighter(burst(initial, diver, key="gas_grenade"), "b", **how)
        yield accepted(
            rules.AR_05, f"a dive at {number}: {why}", state, to,
            check(state, "b", "dive for cover", 14, number), seat=TWO,
            dice=(*three(14), *three(3)),
        )  # fmt: skip


def _parts(initial: State) -> Iterator[Example]:
    part = LargeTarget(victim="b", location="tail")
    yield refused(
        rules.AR_01, "nobody has a tail but a beast", pair(initial),
        Decide(reason="a giant", decision=part), "location_not_targetable", seat=REFEREE,
    )  # fmt: skip


def _breath(initial: State) -> Iterator[Example]:
    """No breath left: Will, each second, not HT."""
    given = with_fighter(
        pair(initial, numbers=sheet(will=13, ht=11)), "b", choking=5, fatigue=10
    )  # fmt: skip
    yield accepted(
        rules.S_4_13, "out of breath: Will 13, roll 13", given, nothing("a"),
        check(given, "b", "Will, to stay conscious", 13, 13), dice=three(13),
    )  # fmt: skip


def _demanded(initial: State) -> Iterator[Example]:
    """A fall and barbs are wounds like others: they may kill, or stun."""
    thrower = somebody(initial, "a", (4, 0), "bolas", seat=1, facing=3)
    runner = somebody(initial, "b", (0, 0), seat=2, running=True)
    made = shot("a", "bolas", "b", location="left_leg")
    given = skirmish(
        initial, thrower, replace(runner, lost=17, band="down"),
        task=Defending(attack=made, target="b", hits=1),
    )  # fmt: skip
    yield accepted(
        rules.S_4_11, "2 of a bolas and 3 of the fall, from -7 to -12: HT or die", given, NONE,
        wound(given, "b", "left_leg", 0, 2, 2, 2, "down"),
        wound(given, "b", "torso", 0, 3, 3, 3, "down"), check(given, "b", "HT, to live", 10, 10),
        seat=TWO, dice=(5, *three(18), 5, *three(10)),
    )  # fmt: skip
    harpoon = armed(initial, "a", "harpoon", at="gone")
    stuck = Stuck(item=harpoon.id, holder="a", injury=12)
    given = skirmish(
        initial, somebody(initial, "a", (4, 0), harpoon),
        somebody(initial, "b", (0, 0), seat=2, stuck=(stuck,), numbers=sheet(hp=11)),
    )  # fmt: skip
    yield accepted(
        rules.HP_03, "6 of the barbs, of 11: a major wound", given,
        Ready(fighter="a", deed="free_weapon", target="b"),
        wound(given, "b", "torso", 0, 6, 6, 4), WeaponLanded(
            fighter="a", item=harpoon.id, at=hex_at(0)
        ),
        check(given, "b", "HT, against knockdown", 10, 10), dice=(*three(9), *three(10)),
    )  # fmt: skip
    clumsy = pair(initial)
    clumsy = replace(clumsy, choices={**clumsy.choices, "malfunctions": "off"})
    yield accepted(
        rules.S_4_14, "7 through the own leg, capped at 6 of 10: a major wound", clumsy,
        attack("a", "revolver_38", "b"), wound(clumsy, "a", "right_leg", 0, 7, 6, 4),
        check(clumsy, "a", "HT, against knockdown", 10, 10),
        dice=(*three(18), *three(5), *three(5), 4, 4, *three(10)),
    )  # fmt: skip
