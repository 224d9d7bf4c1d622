"""Phasers: arc, range, rate, EW (D2, D6, E1, E2)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.names import ShipId
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.examples.setups import (
    CA2,
    HOLD,
    ONE,
    TWO,
    VEKTREAN,
    accepted,
    armed,
    changed,
    commit,
    duel,
    fire,
    judged,
    mode_one,
    moment,
    phaser,
    refused,
)
from domain.systems.scorpead.examples.shots import magnified, plain, shot_resolved
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of who may fire, and of what the dice do."""
    yield from _fire(initial)
    yield from _rate(initial)
    yield from _dice(initial)


def _fire(initial: State) -> Iterator[Example]:
    aside = changed(duel(initial), CA2, at=Hex(-5, 2))
    yield refused(
        rules.D2_ARC,
        "the bank with FH does not bear on what lies to the left",
        changed(aside, CA2, at=Hex(-5, 3)),
        fire(phaser("phaser_1")),
        "out_of_arc",
    )
    yield accepted(
        rules.D2_ARC,
        "the bank with LF + L does",
        aside,
        fire(phaser("phaser_4")),
        dice=(6,),
    )
    yield refused(
        rules.E2_RANGE,
        "a Ph-MR reaches to effective range 48",
        duel(initial, 49),
        fire(phaser("phaser_1")),
        "out_of_effective_range",
    )
    left = changed(duel(initial, one="vektrean_ca"), CA2, at=Hex(-7, 0))
    result = shot_resolved(plain("phaser_3"), (3,), 3, 3, 7)
    yield accepted(
        rules.E2_RANGE,
        "a Ph-1 at range 7 with a 3 does 3",
        left,
        {ONE: commit(phaser("phaser_3", ship=VEKTREAN)), TWO: HOLD},
        replace(result, ship=VEKTREAN, shield=6, base_column=6, column=6),
        dice=(3,),
    )


def _rate(initial: State) -> Iterator[Example]:
    for impulse, code in ((3, "phaser_fired_recently"), (4, "")):
        given = changed(
            duel(initial, moment=(2, impulse)), phaser_fired={"phaser_1": moment(1, 28)}
        )
        title = f"a phaser fired at turn 1 impulse 28, again at turn 2 impulse {impulse}"
        yield judged(
            rules.E1_5_PHASER_RATE, title, given, fire(phaser("phaser_1")), code, dice=(6,)
        )
    yield refused(
        rules.E1_5_PHASER_RATE,
        "nor a phaser that the sheet does not show",
        duel(initial),
        fire(phaser("phaser_10")),
        "unknown_phaser",
    )
    yield refused(
        rules.E1_5_PHASER_RATE,
        "and never twice in a turn",
        changed(duel(initial, moment=(1, 32)), phaser_fired={"phaser_1": moment(1, 1)}),
        fire(phaser("phaser_1")),
        "phaser_fired_recently",
    )
    yield refused(
        rules.H6_CAPACITOR,
        "an empty capacitor fires nothing",
        changed(duel(initial), capacitor_halves=1),
        fire(phaser("phaser_1")),
        "capacitor_short",
    )


def _dice(initial: State) -> Iterator[Example]:
    jammed = changed(armed(duel(initial), {"magnifier_A": 1}), CA2, ecm=1)
    yield accepted(
        rules.D6_3_EW,
        "H-17: net ECM 1 shifts dice 2 and 5 to 3 and 6: damages 4 and 3, the better is kept",
        jammed,
        fire(mode_one("magnifier_A", {"phaser_1": 1})),
        replace(shot_resolved(magnified("phaser_1"), (2, 5), 2, 4), ecm=1, shift=1),
        dice=(2, 5),
    )
    yield accepted(
        rules.E1_8_OVERFLOW,
        "H-17, G-8: at range 3 a 6 and a shift of 3 stay in column 3: outward would be better",
        changed(duel(initial, 3), CA2, ecm=9),
        fire(phaser("phaser_1")),
        replace(shot_resolved(plain("phaser_1"), (6,), 6, 2, 3), ecm=9, shift=3),
        dice=(6,),
    )
    yield accepted(
        rules.E1_8_OVERFLOW,
        "at range 8 a 5 and a shift of 3 make a 6 and two columns outward: 1",
        changed(duel(initial, 8), CA2, ecm=9),
        fire(phaser("phaser_1")),
        replace(shot_resolved(plain("phaser_1"), (5,), 5, 1, 8), ecm=9, shift=3),
        dice=(5,),
    )
    scanners = frozenset({"scanner_1", "scanner_2", "scanner_3"})
    yield accepted(
        rules.D6_2_EFFECTIVE_RANGE,
        "without lock-on, and with three scanner boxes lost, range 3 counts 3 x 2 + 3 = 9",
        changed(duel(initial, 3), lock_on=False, destroyed=scanners),
        fire(phaser("phaser_1")),
        replace(shot_resolved(plain("phaser_1"), (3,), 3, 3, 9), true_range=3),
        dice=(3,),
    )
    frigate = ShipId("scorpead_ff_2")
    far = shot_resolved(replace(plain("phaser_1"), target=frigate), (3,), 3, 0, 40)
    yield accepted(
        rules.E2_RANGE,
        "at range 40 a 3 does nothing",
        duel(initial, 40, two="scorpead_ff"),
        fire(phaser("phaser_1", target=frigate)),
        replace(far, base_column=15, column=15),
        dice=(3,),
    )
