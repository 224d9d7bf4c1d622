"""The phaser magnifier: banks and energy (ER-12.1, ER-12.2, ER-12.41)."""

from collections.abc import Iterator

from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import EnergyForm, ReserveForm
from domain.systems.scorpead.events import MagnifierDischarged, TurnEnded
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    FULL,
    HOLD,
    ONE,
    TWO,
    VEKTREAN,
    accepted,
    allocate,
    armed,
    changed,
    commit,
    duel,
    energy_step,
    fire,
    judged,
    mode_one,
    phaser,
    refused,
    reserve_used,
)
from domain.systems.scorpead.examples.shots import (
    burst,
    burst_shot,
    magnified,
    plain,
    shot_resolved,
)
from domain.systems.scorpead.fire_events import (
    FireDeclared,
    PhaserShot,
)
from domain.systems.scorpead.shipboard import Magnifier
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of banks, of energy, and of reserve power."""
    yield from _banks(initial)
    yield from _option_mounts(initial)
    yield from _energy(initial)
    yield from _use(initial)
    yield from _reserve(initial)


# --- banks (ER-12.1) ------------------------------------------------------------------------


def _banks(initial: State) -> Iterator[Example]:
    full = armed(duel(initial), FULL)
    yield accepted(
        rules.ER_12_11_BOXES,
        "S-1: each magnifier serves its own bank with its own energy",
        full,
        fire(mode_one("magnifier_B", {"phaser_4": 1}), mode_one("magnifier_A", {"phaser_1": 1})),
        FireDeclared(ship=CA, shot=magnified("phaser_4", "magnifier_B")),
        FireDeclared(ship=CA, shot=magnified("phaser_1")),
        dice=(6, 6, 6, 6),
    )
    yield refused(
        rules.ER_12_11_BOXES,
        "a magnifier that the sheet does not show cannot be used",
        full,
        fire(mode_one("magnifier_D", {"phaser_1": 1})),
        "unknown_magnifier",
    )
    for magnifier, stranger in (
        ("magnifier_A", "phaser_4"),
        ("magnifier_B", "phaser_7"),
        ("magnifier_C", "phaser_1"),
    ):
        yield refused(
            rules.ER_12_13_BANK,
            f"S-1: {magnifier} is not connected to {stranger}",
            full,
            fire(mode_one(magnifier, {stranger: 1})),
            "not_attached",
        )
    yield accepted(
        rules.ER_12_13_BANK,
        "S-1: magnifier_C serves phasers 7 to 9",
        full,
        fire(mode_one("magnifier_C", {"phaser_7": 1, "phaser_8": 1, "phaser_9": 1})),
        FireDeclared(ship=CA, shot=magnified("phaser_7", "magnifier_C")),
        FireDeclared(ship=CA, shot=magnified("phaser_8", "magnifier_C")),
        FireDeclared(ship=CA, shot=magnified("phaser_9", "magnifier_C")),
        dice=(6,) * 6,
    )
    yield accepted(
        rules.ER_12_13_BANK,
        "S-1: any magnifier may be tied to any chamber",
        armed(full, FULL, ARMED),
        fire(burst(magnifier="magnifier_A")),
        FireDeclared(ship=CA, shot=burst_shot(tie=("magnifier_A", 3))),
        dice=(6, 6),
    )
    yield refused(
        rules.ER_12_12_DESTRUCTION,
        "a destroyed magnifier cannot be used",
        changed(full, destroyed=frozenset({"magnifier_A"})),
        fire(mode_one("magnifier_A", {"phaser_1": 1})),
        "box_destroyed",
    )
    yield refused(
        rules.ER_12_12_DESTRUCTION,
        "a destroyed magnifier takes no energy",
        changed(energy_step(initial), destroyed=frozenset({"magnifier_A"})),
        allocate(EnergyForm(magnifiers={"magnifier_A": 1})),
        "box_destroyed",
    )
    yield refused(
        rules.ER_12_12_DESTRUCTION,
        "nor any reserve power",
        changed(duel(initial), destroyed=frozenset({"magnifier_A"})),
        fire(reserve=ReserveForm(magnifiers={"magnifier_A": 1})),
        "box_destroyed",
    )


def _option_mounts(initial: State) -> Iterator[Example]:
    state = armed(duel(initial, one="vektrean_ca"), {"magnifier_H": 2}, ship=VEKTREAN)
    both = mode_one("magnifier_H", {"phaser_1": 1, "phaser_2": 1}, ship=VEKTREAN)
    shot = PhaserShot(
        target=CA2, phasers=("phaser_2",), mode="one", magnifier="magnifier_H", magnified=True
    )
    yield accepted(
        rules.ER_12_15_OPTION_MOUNT,
        "S-2: a magnifier in a head mount serves the phasers in the two other head mounts",
        state,
        {ONE: commit(both), TWO: HOLD},
        FireDeclared(ship=VEKTREAN, shot=shot),
        dice=(6, 6, 6, 6),
    )
    fixed = mode_one("magnifier_H", {"phaser_3": 1}, ship=VEKTREAN)
    yield refused(
        rules.ER_12_13_BANK,
        "S-2: and no fixed phaser",
        state,
        {ONE: commit(fixed), TWO: HOLD},
        "not_attached",
    )


# --- energy (ER-12.2) -----------------------------------------------------------------------


def _energy(initial: State) -> Iterator[Example]:
    for points, code in ((3, ""), (4, "magnifier_capacity")):
        form = EnergyForm(magnifiers={"magnifier_A": points})
        given, when = energy_step(initial), allocate(form)
        title = f"S-3: a bank of three, so the magnifier takes three points: {points}"
        yield judged(rules.ER_12_21_CAPACITY, title, given, when, code, dice=())
    yield accepted(
        rules.ER_12_22_DISCHARGE,
        "S-4, H-28: three points unused in the turn are discharged at its end",
        armed(duel(initial, moment=(1, 32)), FULL),
        {ONE: HOLD, TWO: HOLD},
        MagnifierDischarged(ship=CA, magnifier="magnifier_A", energy=3),
        TurnEnded(turn=1),
    )


def _use(initial: State) -> Iterator[Example]:
    yield refused(
        rules.ER_12_421_ONE_UNIT,
        "H-28: without new energy there is no mode one in the next turn",
        duel(initial, moment=(2, 1)),
        fire(mode_one("magnifier_A", {"phaser_1": 1})),
        "magnifier_energy_short",
    )
    yield accepted(
        rules.ER_12_41_OPTIONAL,
        "H-28: the phasers may fire plain, whatever the magnifier holds",
        armed(duel(initial), FULL),
        fire(phaser("phaser_1")),
        shot_resolved(plain("phaser_1"), (4,), 4, 4),
        dice=(4,),
    )
    yield accepted(
        rules.ER_12_411_USED,
        "H-4: one unit announced leaves the magnifier at once; two are discharged in the end",
        armed(duel(initial, moment=(1, 32)), {"magnifier_A": 3}),
        fire(mode_one("magnifier_A", {"phaser_1": 1})),
        FireDeclared(ship=CA, shot=magnified("phaser_1")),
        MagnifierDischarged(ship=CA, magnifier="magnifier_A", energy=2),
        dice=(6, 6),
    )


def _reserve(initial: State) -> Iterator[Example]:
    one_more = ReserveForm(magnifiers={"magnifier_A": 1})
    yield accepted(
        rules.ER_12_412_RESERVE,
        "S-7: two allocated, one more by reserve power",
        armed(duel(initial), {"magnifier_A": 2}),
        fire(reserve=one_more),
        reserve_used(one_more, 2),
    )
    yield refused(
        rules.ER_12_412_RESERVE,
        "S-7: three allocated and two used: reserve power does not replace them",
        _spent(initial, applied=3, energy=1),
        fire(reserve=one_more),
        "magnifier_turn_cap",
    )
    two_more = ReserveForm(magnifiers={"magnifier_A": 2})
    yield accepted(
        rules.ER_12_412_RESERVE,
        "S-7: one allocated and used, two more by reserve power, used at once",
        _spent(initial, applied=1, energy=0),
        fire(mode_one("magnifier_A", {"phaser_1": 1, "phaser_2": 1}), reserve=two_more),
        reserve_used(two_more, 4),
        FireDeclared(ship=CA, shot=magnified("phaser_2")),
        dice=(6, 6, 6, 6),
    )
    lost_phaser = changed(
        armed(duel(initial, moment=(1, 11)), {"magnifier_A": 3}), destroyed=frozenset({"phaser_2"})
    )
    yield refused(
        rules.ER_12_412_RESERVE,
        "H-3: after the loss of a phaser there is no room for what was lost",
        lost_phaser,
        fire(reserve=one_more),
        "magnifier_turn_cap",
    )


def _spent(initial: State, applied: int, energy: int) -> State:
    """Return a fire step in which magnifier A took *applied* points and still holds *energy*."""
    state = duel(initial)
    magnifier = Magnifier(applied=applied, energy=energy)
    return changed(state, magnifiers={**state.ships[CA].magnifiers, "magnifier_A": magnifier})
