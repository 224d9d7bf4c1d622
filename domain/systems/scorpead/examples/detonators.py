"""What a hyperspace detonator reaches and does: range, arc, dice, magnifiers (DW-12.32 to .41)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import ReserveForm
from domain.systems.scorpead.events import ChamberDischarged, MagnifierDischarged
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    FULL,
    accepted,
    armed,
    changed,
    duel,
    fire,
    judged,
    mode_one,
    mode_two,
    refused,
    reserve_used,
    roll,
    rolled,
    used,
)
from domain.systems.scorpead.examples.shots import burst, burst_resolved, burst_shot
from domain.systems.scorpead.fire_events import FireDeclared
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of range and arc, of dice and damage, and of magnifiers tied in."""
    yield from _range(initial)
    yield from _to_hit(initial)
    yield from _ties(initial)


def _range(initial: State) -> Iterator[Example]:
    for range_hexes, code in ((50, ""), (51, "out_of_range")):
        given = armed(duel(initial, range_hexes), chambers=ARMED)
        title = f"H-10: true range {range_hexes}"
        yield judged(rules.DW_12_34_RANGE, title, given, fire(burst()), code)
    yield refused(
        rules.DW_12_34_RANGE,
        "H-10: without lock-on true range 26 counts 52, which is off the chart",
        changed(armed(duel(initial, 26), chambers=ARMED), lock_on=False),
        fire(burst()),
        "out_of_effective_range",
    )
    yield refused(
        rules.DW_12_341_MINIMUM,
        "H-10: no fire at true range 0",
        armed(duel(initial, 0), chambers=ARMED),
        fire(burst()),
        "minimum_range",
    )
    without = changed(armed(duel(initial, 4), chambers=ARMED), lock_on=False)
    shot = burst_shot()
    yield accepted(
        rules.DW_12_34_RANGE,
        "without lock-on range 4 hits as range 8 and damages as range 4",
        without,
        fire(burst()),
        replace(
            burst_resolved(shot, 4, 1, (3, 4), hit=True, damage=6),
            effective_range=8,
            hit_bracket=2,
            hit_number=7,
        ),
        dice=(3, 4),
    )
    aside = changed(armed(duel(initial), chambers=ARMED), CA2, at=Hex(3, -7))
    yield accepted(
        rules.DW_12_3115_BURST_ARC,
        "H-9: three hexes aside at range 7 lie within FA",
        aside,
        fire(burst()),
        dice=(6, 6),
    )
    yield refused(
        rules.DW_12_3115_BURST_ARC,
        "what lies on the beam does not",
        changed(aside, CA2, at=Hex(4, -1)),
        fire(burst()),
        "out_of_arc",
    )


def _to_hit(initial: State) -> Iterator[Example]:
    far = armed(duel(initial, 18), chambers=ARMED)
    tied = armed(far, FULL)
    shot = burst_shot(tie=("magnifier_A", 3))
    yield accepted(
        rules.DW_12_32_TO_HIT,
        "a 5 at range 18 hits: (3 - 1) x 3 = 6",
        tied,
        fire(burst(magnifier="magnifier_A")),
        roll(rolled("Scorpead CA 1, burst to hit", 1, 4)),
        burst_resolved(shot, 18, 4, (1, 4), hit=True, damage=6),
        dice=(1, 4),
    )
    yield accepted(
        rules.DW_12_32_TO_HIT,
        "a 6 misses, and the energy is spent all the same",
        replace(tied, impulse=32),
        fire(burst(magnifier="magnifier_A")),
        burst_resolved(shot, 18, 4, (2, 4), hit=False, damage=6),
        MagnifierDischarged(ship=CA, magnifier="magnifier_A", energy=0),
        ChamberDischarged(ship=CA, chamber="chamber_1", energy=0),
        ChamberDischarged(ship=CA, chamber="chamber_2", energy=3),
        dice=(2, 4),
    )
    extreme = burst_shot(tie=("magnifier_A", 3))
    yield accepted(
        rules.DW_12_41_DAMAGE,
        "a hit at range 45 does (3 - 3) x 3 = 0",
        armed(duel(initial, 45), FULL, ARMED),
        fire(burst(magnifier="magnifier_A")),
        burst_resolved(extreme, 45, 6, (1, 1), hit=True, damage=0),
        dice=(1, 1),
    )
    jammed = changed(changed(armed(duel(initial, 8), FULL, ARMED), eccm=2), CA2, ecm=6)
    yield accepted(
        rules.DW_12_35_EW,
        "H-11: ECM 6 against ECCM 2 shifts by 2: 6 + 2 = 8 misses hit number 7",
        jammed,
        fire(burst(magnifier="magnifier_A")),
        replace(
            burst_resolved(burst_shot(tie=("magnifier_A", 3)), 8, 2, (3, 3), hit=False, damage=12),
            ecm=6,
            eccm=2,
            shift=2,
        ),
        dice=(3, 3),
    )
    late = changed(armed(duel(initial, 8), FULL, ARMED), CA2, ecm=6)
    yield accepted(
        rules.DW_12_35_EW,
        "DW-12.352: ECCM 2 by reserve power in the same declaration counts: ECM 6, shift 2",
        late,
        fire(burst(magnifier="magnifier_A"), reserve=ReserveForm(eccm=2)),
        reserve_used(ReserveForm(eccm=2), 4),
        replace(
            burst_resolved(burst_shot(tie=("magnifier_A", 3)), 8, 2, (2, 3), hit=True, damage=12),
            ecm=6,
            eccm=2,
            shift=2,
        ),
        dice=(2, 3),
    )


def _ties(initial: State) -> Iterator[Example]:
    near = armed(duel(initial, 4), FULL, ARMED)
    yield accepted(
        rules.DW_12_391_TIE,
        "a burst names chamber and magnifier with their energy: (3 + 2) x 3 = 15 at range 4",
        near,
        fire(burst(magnifier="magnifier_C")),
        FireDeclared(ship=CA, shot=burst_shot(tie=("magnifier_C", 3))),
        burst_resolved(burst_shot(tie=("magnifier_C", 3)), 4, 1, (4, 4), hit=True, damage=15),
        dice=(4, 4),
    )
    yield accepted(
        rules.DW_12_3911_ALL_ENERGY,
        "G-22: all energy of the magnifier is used, hit or miss",
        replace(near, impulse=32),
        fire(burst(magnifier="magnifier_C")),
        MagnifierDischarged(ship=CA, magnifier="magnifier_B", energy=3),
        MagnifierDischarged(ship=CA, magnifier="magnifier_C", energy=0),
        dice=(6, 6),
    )
    empty = used(armed(duel(initial, moment=(1, 20)), chambers=ARMED), "magnifier_A", "hsd", 1, 10)
    yield refused(
        rules.ER_12_321_AFTER_DETONATOR,
        "S-19: tied in empty at impulse 10, the magnifier is closed to its phasers for the turn",
        armed(empty, {"magnifier_B": 3}),
        fire(mode_one("magnifier_A", {"phaser_1": 1})),
        "magnifier_used_recently",
    )
    next_turn = used(duel(initial, moment=(2, 1)), "magnifier_A", "hsd", 1, 10)
    yield accepted(
        rules.ER_12_321_AFTER_DETONATOR,
        "S-19: at turn 2 impulse 1, 23 impulses later, it is open again",
        armed(next_turn, {"magnifier_B": 3}),
        fire(mode_two()),
        dice=(6,),
    )
    yield accepted(
        rules.DW_12_392_EMPTY_TIE,
        "S-19: an empty magnifier may be tied in, and adds nothing: (0 + 2) x 3 = 6",
        armed(duel(initial, 4), chambers=ARMED),
        fire(burst(magnifier="magnifier_A")),
        burst_resolved(burst_shot(tie=("magnifier_A", 0)), 4, 1, (4, 4), hit=True, damage=6),
        dice=(4, 4),
    )
