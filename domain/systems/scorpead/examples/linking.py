"""Mode two: linked phasers (ER-12.43)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.events import MagnifierDischarged
from domain.systems.scorpead.examples.setups import (
    BANK_A,
    CA,
    accepted,
    armed,
    changed,
    duel,
    fire,
    mode_two,
    moment,
    refused,
)
from domain.systems.scorpead.examples.shots import LINKED, linked, shot_resolved
from domain.systems.scorpead.fire_events import FireDeclared
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of the steps, and of who may be linked."""
    yield from _steps(initial)
    yield from _bank(initial)
    yield from _incomplete(initial)


STEPS = (
    (rules.ER_12_435_LINKED_SHOT, "S-10: from range 11 to column 9, die 3", (11, 11, 2, 9, 3, 3)),
    (rules.ER_12_435_LINKED_SHOT, "S-11: from range 29 to column 12, die 2", (29, 14, 2, 12, 2, 1)),
    (rules.ER_12_433_FAR_BRACKETS, "S-9: from 13-24 by two steps to 11", (20, 13, 2, 11, 1, 3)),
    (rules.ER_12_433_FAR_BRACKETS, "S-9: from 25-36 by two steps to 12", (30, 14, 2, 12, 1, 2)),
    (rules.ER_12_433_FAR_BRACKETS, "S-9: from 37-48 by two steps to 13-24", (40, 15, 2, 13, 3, 1)),
    (rules.ER_12_432_STEP, "H-14: from range 9 two steps are wasted", (9, 9, 0, 9, 4, 3)),
    (rules.ER_12_432_STEP, "H-15: from range 2 one step to 3, none to 4", (2, 2, 1, 3, 1, 4)),
    (rules.ER_12_432_STEP, "H-15: range 8 is in the best band already", (8, 8, 0, 8, 1, 5)),
    (rules.ER_12_432_STEP, "from range 10 one step to column 9, none to 8", (10, 10, 1, 9, 1, 4)),
)
"""Range, its column, steps of use, column, die, damage: each of a bank of three."""


def _steps(initial: State) -> Iterator[Example]:
    for rule, title, numbers in STEPS:
        result = linked(*numbers)
        given = duel(initial, result.true_range)
        yield accepted(rule, title, given, fire(mode_two()), result, dice=result.dice)
    for range_hexes, base, column, die, damage in ((20, 13, 12, 1, 2), (30, 14, 13, 2, 1)):
        two = replace(LINKED, phasers=BANK_A[:2])
        result = replace(linked(range_hexes, base, 1, column, die, damage), shot=two, steps_paid=1)
        yield accepted(
            rules.ER_12_433_FAR_BRACKETS,
            f"S-9: two phasers, one step, from range {range_hexes}",
            changed(duel(initial, range_hexes), destroyed=frozenset({"phaser_3"})),
            fire(mode_two()),
            result,
            dice=(die,),
        )
    yield accepted(
        rules.ER_12_434_ORDER,
        "without lock-on range 6 counts 12, and the links go on from there: column 10",
        changed(duel(initial, 6), lock_on=False),
        fire(mode_two()),
        replace(linked(12, 12, 2, 10, 3, 2), true_range=6),
        dice=(3,),
    )


def _bank(initial: State) -> Iterator[Example]:
    yield accepted(
        rules.ER_12_431_WHOLE_BANK,
        "the magnifier need hold no energy",
        duel(initial, 11),
        fire(mode_two()),
        FireDeclared(ship=CA, shot=LINKED),
        dice=(6,),
    )
    yield accepted(
        rules.ER_12_413_NO_ENERGY,
        "and what it holds is not used: it is discharged in the end",
        armed(duel(initial, 11, moment=(1, 32)), {"magnifier_A": 3}),
        fire(mode_two()),
        FireDeclared(ship=CA, shot=LINKED),
        MagnifierDischarged(ship=CA, magnifier="magnifier_A", energy=3),
        dice=(6,),
    )
    yield refused(
        rules.ER_12_413_NO_ENERGY,
        "an order that names energy is refused",
        armed(duel(initial, 11), {"magnifier_A": 3}),
        fire(replace(mode_two(), energy=1)),
        "no_energy_in_mode_two",
    )


def _incomplete(initial: State) -> Iterator[Example]:
    state = duel(initial, 11, moment=(1, 12))
    yield refused(
        rules.ER_12_431_WHOLE_BANK,
        "H-16: phaser 3 fired at impulse 4, so the bank is incomplete at impulse 12",
        changed(state, phaser_fired={"phaser_3": moment(1, 4)}),
        fire(mode_two()),
        "bank_incomplete",
    )
    two = replace(LINKED, phasers=BANK_A[:2])
    result = replace(shot_resolved(two, (3,), 3, 2, 11), steps_paid=1, steps_used=1, column=10)
    yield accepted(
        rules.ER_12_431_WHOLE_BANK,
        "H-16: had it been destroyed, two are the whole bank and shift one step",
        changed(state, destroyed=frozenset({"phaser_3"})),
        fire(mode_two()),
        FireDeclared(ship=CA, shot=two),
        result,
        dice=(3,),
    )
    yield refused(
        rules.ER_12_431_WHOLE_BANK,
        "G-3: one phaser alone cannot be linked",
        changed(state, destroyed=frozenset({"phaser_2", "phaser_3"})),
        fire(mode_two()),
        "bank_too_small",
    )
    yield refused(
        rules.D4_21_ALLOCATION,
        "a destroyed phaser cannot be the one that rolls",
        changed(state, destroyed=frozenset({"phaser_1"})),
        fire(mode_two()),
        "box_destroyed",
    )
    yield refused(
        rules.H6_CAPACITOR,
        "each linked phaser takes a point from the capacitor",
        changed(state, capacitor_halves=5),
        fire(mode_two()),
        "capacitor_short",
    )
