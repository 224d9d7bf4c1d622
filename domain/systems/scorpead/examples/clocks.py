"""The clocks of a magnifier: its kinds of use keep their distance (ER-12.32)."""

from collections.abc import Iterator

from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    FULL,
    accepted,
    armed,
    duel,
    fire,
    judged,
    mode_one,
    mode_two,
    refused,
    used,
)
from domain.systems.scorpead.examples.shots import (
    burst,
    magnified,
)
from domain.systems.scorpead.fire_events import FireDeclared
from domain.systems.scorpead.state import State

TIED = burst(magnifier="magnifier_A")
IN_MODE_ONE = mode_one("magnifier_A", {"phaser_1": 1})


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of every kind of use after every other."""
    yield from _linked(initial)
    yield from _same_turn(initial)
    yield from _clocks_of_modes(initial)


def _linked(initial: State) -> Iterator[Example]:
    linked = used(
        armed(duel(initial, moment=(4, 3)), FULL, ARMED), "magnifier_A", "mode_two", 3, 28
    )
    yield refused(
        rules.ER_12_323_AFTER_LINKING,
        "S-6: mode two at turn 3 impulse 28, so no mode one at turn 4 impulse 3",
        linked,
        fire(IN_MODE_ONE),
        "magnifier_used_recently",
    )
    yield refused(
        rules.ER_12_322_BEFORE_DETONATOR,
        "S-6: nor a use with the detonator",
        linked,
        fire(TIED),
        "magnifier_used_recently",
    )
    at_four = used(
        armed(duel(initial, moment=(4, 4)), FULL, ARMED), "magnifier_A", "mode_two", 3, 28
    )
    yield accepted(
        rules.ER_12_323_AFTER_LINKING,
        "S-6: at turn 4 impulse 4, eight impulses later, mode one is free",
        at_four,
        fire(IN_MODE_ONE),
        FireDeclared(ship=CA, shot=magnified("phaser_1")),
        dice=(6, 6),
    )
    yield accepted(
        rules.ER_12_322_BEFORE_DETONATOR,
        "S-6: and so is the detonator",
        at_four,
        fire(TIED),
        dice=(6, 6),
    )


def _same_turn(initial: State) -> Iterator[Example]:
    same_turn = used(armed(duel(initial, moment=(1, 32)), FULL), "magnifier_A", "mode_two", 1, 1)
    yield refused(
        rules.ER_12_323_AFTER_LINKING,
        "H-2: in the same turn 31 impulses are not enough",
        same_turn,
        fire(IN_MODE_ONE),
        "magnifier_used_recently",
    )
    yield accepted(
        rules.ER_12_325_OWN_CLOCKS,
        "H-2: magnifier B has its own clock",
        same_turn,
        fire(mode_one("magnifier_B", {"phaser_4": 1})),
        FireDeclared(ship=CA, shot=magnified("phaser_4", "magnifier_B")),
        dice=(6, 6),
    )
    yield accepted(
        rules.ER_12_323_AFTER_LINKING,
        "H-2: in the next turn, 32 impulses later, mode one is free",
        used(armed(duel(initial, moment=(2, 1)), FULL), "magnifier_A", "mode_two", 1, 1),
        fire(IN_MODE_ONE),
        dice=(6, 6),
    )
    again = used(armed(duel(initial, moment=(1, 12)), FULL), "magnifier_A", "mode_one", 1, 10)
    yield accepted(
        rules.ER_12_325_OWN_CLOCKS,
        "the same use again is not restricted: mode one at impulse 10 and at impulse 12",
        again,
        fire(mode_one("magnifier_A", {"phaser_2": 1})),
        FireDeclared(ship=CA, shot=magnified("phaser_2")),
        dice=(6, 6),
    )


def _clocks_of_modes(initial: State) -> Iterator[Example]:
    for impulse, code in ((5, "magnifier_used_recently"), (6, "")):
        state = armed(duel(initial, moment=(4, impulse)), FULL, ARMED)
        given = used(state, "magnifier_A", "mode_one", 3, 30)
        title = f"H-1: mode one at turn 3 impulse 30, tied in at turn 4 impulse {impulse}"
        yield judged(rules.ER_12_322_BEFORE_DETONATOR, title, given, fire(TIED), code)
    yield refused(
        rules.ER_12_324_AFTER_MAGNIFYING,
        "mode one at turn 1 impulse 10, so no mode two at impulse 20",
        used(duel(initial, moment=(1, 20)), "magnifier_A", "mode_one", 1, 10),
        fire(mode_two()),
        "magnifier_used_recently",
    )
    for impulse, code in ((3, "magnifier_used_recently"), (4, "")):
        state = armed(duel(initial, moment=(2, impulse)), FULL)
        given = used(state, "magnifier_A", "hsd", 1, 28)
        title = f"tied in at turn 1 impulse 28, mode one at turn 2 impulse {impulse}"
        when = fire(mode_one("magnifier_A", {"phaser_1": 1}))
        yield judged(rules.ER_12_321_AFTER_DETONATOR, title, given, when, code)
