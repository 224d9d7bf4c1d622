"""Mode one: a phaser's second die (ER-12.42)."""

from collections.abc import Iterator

from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.examples.setups import (
    BANK_A,
    CA2,
    accepted,
    armed,
    duel,
    fire,
    mode_one,
    phaser,
    refused,
    roll,
    rolled,
)
from domain.systems.scorpead.examples.shots import magnified, plain, shot_resolved
from domain.systems.scorpead.fire_events import ShieldDamaged
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of the better die, then of what is refused."""
    yield from _better_die(initial)
    yield from _refused(initial)


def _better_die(initial: State) -> Iterator[Example]:
    state = armed(duel(initial), {"magnifier_A": 2})
    bank = mode_one("magnifier_A", {"phaser_1": 1, "phaser_2": 1, "phaser_3": 0})
    yield accepted(
        rules.ER_12_422_BETTER_DIE,
        "S-8: dice 2 and 5, 3 and 6, and a plain 4 do 5 + 4 + 4 = 13 at range 5",
        state,
        fire(bank),
        roll(
            rolled("Scorpead CA 1, phaser 1", 2, 5),
            rolled("Scorpead CA 1, phaser 2", 3, 6),
            rolled("Scorpead CA 1, phaser 3", 4),
        ),
        shot_resolved(magnified("phaser_1"), (2, 5), 2, 5),
        shot_resolved(magnified("phaser_2"), (3, 6), 3, 4),
        shot_resolved(plain("phaser_3"), (4,), 4, 4),
        ShieldDamaged(ship=CA2, shield=1, damage=13, general=0, specific=0, boxes=13, internal=0),
        dice=(2, 5, 3, 6, 4),
    )
    yield accepted(
        rules.ER_12_422_BETTER_DIE,
        "S-8: the dice that were discarded would have done 4 + 3 + 4 = 11",
        state,
        fire(*(phaser(name) for name in BANK_A)),
        ShieldDamaged(ship=CA2, shield=1, damage=11, general=0, specific=0, boxes=11, internal=0),
        dice=(5, 6, 4),
    )
    yield accepted(
        rules.ER_12_422_BETTER_DIE,
        "the better die is the one that does more damage, whichever falls first",
        armed(duel(initial, 9), {"magnifier_A": 1}),
        fire(mode_one("magnifier_A", {"phaser_1": 1})),
        shot_resolved(magnified("phaser_1"), (5, 1), 1, 4, 9),
        dice=(5, 1),
    )


def _refused(initial: State) -> Iterator[Example]:
    state = armed(duel(initial), {"magnifier_A": 2})
    yield refused(
        rules.ER_12_421_ONE_UNIT,
        "two units cannot magnify three phasers",
        state,
        fire(mode_one("magnifier_A", dict.fromkeys(BANK_A, 1))),
        "magnifier_energy_short",
    )
    yield refused(
        rules.ER_12_421_ONE_UNIT,
        "nor can two units magnify one",
        state,
        fire(mode_one("magnifier_A", {"phaser_1": 2})),
        "one_unit_per_phaser",
    )
    yield refused(
        rules.ER_12_421_ONE_UNIT,
        "G-21: mode one takes one unit at least",
        state,
        fire(mode_one("magnifier_A", {"phaser_1": 0})),
        "nothing_magnified",
    )
