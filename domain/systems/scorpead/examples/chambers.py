"""The hyperspace detonator's chambers: arming, loss, discharge (DW-12.1, DW-12.2)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.names import ShipId
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import (
    AllocateHit,
    EnergyForm,
    FireBurst,
    FireSalvo,
    ReserveForm,
)
from domain.systems.scorpead.events import ChamberDischarged, EnergyAllocated
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    HOLD,
    ONE,
    TWO,
    accepted,
    allocate,
    armed,
    changed,
    duel,
    energy_step,
    fire,
    internals,
    judged,
    moment,
    refused,
    reserve_used,
)
from domain.systems.scorpead.examples.shots import burst, burst_shot
from domain.systems.scorpead.fire_events import (
    BoxDestroyed,
    DetonatorDisabled,
    FireDeclared,
    StoredEnergyLost,
)
from domain.systems.scorpead.shipboard import Chamber, Detonator
from domain.systems.scorpead.state import Phase, State

LAST = frozenset({"chamber_1", "chamber_2"})


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of boxes and their loss, and of arming."""
    yield from _boxes(initial)
    yield from _arming(initial)
    yield from _reserve(initial)


def _boxes(initial: State) -> Iterator[Example]:
    yield refused(
        rules.DW_12_11_BOXES,
        "a chamber that the sheet does not show cannot be fired",
        armed(duel(initial), chambers=ARMED),
        fire(burst("chamber_4")),
        "unknown_chamber",
    )
    other = FireSalvo(ship=CA, detonator="detonator_2", primary="chamber_1", target=CA2)
    yield refused(
        rules.DW_12_11_BOXES,
        "nor a second detonator: all HSD boxes of a ship belong to one",
        armed(duel(initial), chambers=ARMED),
        fire(other),
        "unknown_detonator",
    )
    yield refused(
        rules.DW_12_135_ENERGY_LOST,
        "a destroyed chamber is not armed",
        changed(energy_step(initial), destroyed=frozenset({"chamber_1"})),
        allocate(EnergyForm(chambers={"chamber_1": 1})),
        "box_destroyed",
    )
    yield accepted(
        rules.DW_12_132_PARTIAL,
        "S-12: with two chambers destroyed the third fires",
        changed(armed(duel(initial), chambers=ARMED), destroyed=LAST),
        fire(burst("chamber_3")),
        FireDeclared(ship=CA, shot=burst_shot("chamber_3")),
        dice=(6, 6),
    )
    yield refused(
        rules.DW_12_132_PARTIAL,
        "S-12: with the third destroyed nothing fires any more",
        changed(armed(duel(initial), chambers=ARMED), destroyed=LAST | {"chamber_3"}),
        fire(burst("chamber_3")),
        "detonator_destroyed",
    )
    yield refused(
        rules.DW_12_135_ENERGY_LOST,
        "a destroyed chamber does not fire while others are left",
        changed(armed(duel(initial), chambers=ARMED), destroyed=frozenset({"chamber_1"})),
        fire(burst("chamber_1")),
        "box_destroyed",
    )
    fired = {**ARMED, "chamber_1": 0}
    yield accepted(
        rules.DW_12_135_ENERGY_LOST,
        "S-13: of a fired chamber and two armed ones the owner may choose the fired one",
        internals(armed(duel(initial), chambers=fired), 11),
        {ONE: AllocateHit(ship=CA, box="chamber_1")},
        BoxDestroyed(ship=CA, box="chamber_1", total=11, column=0, hit="TORP", bold=True),
        StoredEnergyLost(seat=ONE, ship=CA, store="chamber_1", lost_halves=0),
    )
    yield accepted(
        rules.DW_12_13_DESTRUCTION,
        "an armed chamber that is destroyed loses its three points",
        internals(armed(duel(initial), chambers=ARMED), 11),
        {ONE: AllocateHit(ship=CA, box="chamber_2")},
        BoxDestroyed(ship=CA, box="chamber_2", total=11, column=0, hit="TORP", bold=True),
        StoredEnergyLost(seat=ONE, ship=CA, store="chamber_2", lost_halves=6),
    )
    yield accepted(
        rules.DW_12_132_PARTIAL,
        "the detonator is gone with its last chamber, which nobody need choose",
        internals(changed(duel(initial), destroyed=LAST | {"magnifier_A"}), 3, 11),
        {ONE: AllocateHit(ship=CA, box="magnifier_B")},
        BoxDestroyed(ship=CA, box="chamber_3", total=11, column=0, hit="TORP", bold=True),
        DetonatorDisabled(ship=CA, detonator="detonator_1"),
    )


def _arming(initial: State) -> Iterator[Example]:
    step = energy_step(initial)
    yield accepted(
        rules.DW_12_21_ARMING,
        "S-15: a CA arms three chambers with three points each",
        step,
        allocate(EnergyForm(chambers=ARMED)),
        EnergyAllocated(seat=ONE, ship=CA, form=EnergyForm(chambers=ARMED), battery_halves=0),
    )
    for name, boxes, total in (("scorpead_dd", 2, 6), ("scorpead_ff", 1, 3)):
        ship = ShipId(f"{name}_1")
        smaller = replace(duel(initial, moment=(1, 0), one=name), phase=Phase.ENERGY)
        form = EnergyForm(chambers={f"chamber_{n}": 3 for n in range(1, boxes + 1)})
        yield accepted(
            rules.DW_12_21_ARMING,
            f"S-15: {name} takes {total} points at most",
            smaller,
            allocate(form, ship=ship),
            EnergyAllocated(seat=ONE, ship=ship, form=form, battery_halves=0),
        )
        yield refused(
            rules.DW_12_11_BOXES,
            f"S-15: {name} has no more than {boxes}",
            smaller,
            allocate(EnergyForm(chambers={f"chamber_{boxes + 1}": 1}), ship=ship),
            "unknown_chamber",
        )
    yield refused(
        rules.DW_12_21_ARMING,
        "S-15: and never one with four",
        step,
        allocate(EnergyForm(chambers={"chamber_1": 4})),
        "chamber_max",
    )
    for turn, code in ((2, "detonator_recovering"), (3, "detonator_recovering"), (4, "")):
        recovering = changed(
            energy_step(initial, turn),
            detonators={"detonator_1": Detonator(fired=5, mode="salvo", recovery_through=3)},
        )
        title = f"S-18: a salvo of three in turn 1; arming in turn {turn}"
        when = allocate(EnergyForm(chambers={"chamber_1": 1}))
        yield judged(rules.DW_12_382_RECOVERY, title, recovering, when, code, dice=())
    yield accepted(
        rules.DW_12_2_NO_HOLDING,
        "three points that are not fired are gone with the turn",
        armed(duel(initial, moment=(1, 32)), chambers={"chamber_1": 3}),
        {ONE: HOLD, TWO: HOLD},
        ChamberDischarged(ship=CA, chamber="chamber_1", energy=3),
        ChamberDischarged(ship=CA, chamber="chamber_2", energy=0),
    )


def _reserve(initial: State) -> Iterator[Example]:
    two = ReserveForm(chambers={"chamber_2": 2})
    first = armed(duel(initial, moment=(1, 4)), chambers={"chamber_1": 3})
    yield accepted(
        rules.DW_12_23_RESERVE,
        "H-5: reserve power arms a chamber in the same commit as the first burst",
        first,
        fire(burst("chamber_1"), reserve=two),
        reserve_used(two, 4),
        FireDeclared(ship=CA, shot=burst_shot("chamber_1")),
        dice=(6, 6),
    )
    fired = changed(
        armed(duel(initial, moment=(1, 5)), chambers={"chamber_2": 2}),
        detonators={"detonator_1": Detonator(fired=moment(1, 4), mode="burst")},
    )
    after = changed(
        fired, chambers={**fired.ships[CA].chambers, "chamber_1": Chamber(fired=moment(1, 4))}
    )
    yield refused(
        rules.DW_12_231_AFTER_FIRE,
        "H-5: after the first burst of the turn reserve power comes too late",
        after,
        fire(reserve=ReserveForm(chambers={"chamber_3": 1})),
        "reserve_after_fire",
    )
    yield accepted(
        rules.DW_12_23_RESERVE,
        "H-5: but the chamber that it armed in time may fire, at impulse 6",
        replace(after, impulse=6),
        fire(FireBurst(ship=CA, chamber="chamber_2", target=CA2)),
        FireDeclared(ship=CA, shot=burst_shot("chamber_2", energy=2)),
        dice=(6, 6),
    )
    salvoed = Detonator(fired=moment(1, 4), mode="salvo", recovery_through=3)
    yield refused(
        rules.DW_12_231_AFTER_FIRE,
        "after a salvo with secondaries that is why, before its recovery and a full chamber",
        changed(armed(after, chambers=ARMED), detonators={"detonator_1": salvoed}),
        fire(reserve=ReserveForm(chambers={"chamber_3": 1})),
        "reserve_after_fire",
    )
    yield refused(
        rules.DW_12_21_ARMING,
        "reserve power does not fill a chamber beyond three",
        first,
        fire(reserve=ReserveForm(chambers={"chamber_1": 1})),
        "chamber_max",
    )
