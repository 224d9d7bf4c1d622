"""The hyperspace detonator's salvos (DW-12.312, DW-12.331, DW-12.38, DW-12.42)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.events import ChamberDischarged
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    FULL,
    ONE,
    accepted,
    armed,
    changed,
    duel,
    fire,
    judged,
    moment,
    phaser,
    refused,
)
from domain.systems.scorpead.examples.shots import barrel, burst, salvo, salvo_shot
from domain.systems.scorpead.fire_events import (
    DetonatorShot,
    DetonatorShotResolved,
    FireDeclared,
    PhaserShot,
    ShieldDamaged,
    StoredEnergyLost,
)
from domain.systems.scorpead.shipboard import Chamber, Detonator
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of who takes part, of damage, and of what a salvo costs."""
    yield from _damage(initial)
    yield from _part(initial)
    yield from _refused(initial)
    yield from _after(initial)


def _resolved(
    shot: DetonatorShot,
    range_hexes: int,
    brackets: tuple[int, int],
    dice: tuple[int, int],
    parts: tuple[int, ...],
) -> DetonatorShotResolved:
    """Return what a salvo that hit did: its brackets for the dice and for the damage."""
    bracket, near = brackets
    return DetonatorShotResolved(
        ship=CA,
        shot=shot,
        shield=1,
        true_range=range_hexes,
        effective_range=range_hexes,
        hit_bracket=bracket,
        hit_number=(9, 8, 7, 6, 5, 5, 5)[bracket],
        ecm=0,
        eccm=0,
        shift=0,
        dice=dice,
        hit=True,
        damage_bracket=near,
        factor=3 - near,
        parts=parts,
        damage=sum(parts),
    )


def _damage(initial: State) -> Iterator[Example]:
    loads = {"chamber_1": 3, "chamber_2": 1, "chamber_3": 1}
    first = salvo_shot(
        barrel("chamber_1", 3, ("magnifier_A", 3)), barrel("chamber_2", 1), barrel("chamber_3", 1)
    )
    yield accepted(
        rules.DW_12_43_SALVO_DAMAGE,
        "S-20: range 45, bracket 16-20 for damage: (3 - 1) x 3 + 0 + 0 = 6, if a 5 hits",
        armed(duel(initial, 45), FULL, loads),
        fire(salvo("chamber_2", "chamber_3", ties={"chamber_1": "magnifier_A"})),
        _resolved(first, 45, (6, 4), (2, 3), (6, 0, 0)),
        ShieldDamaged(ship=CA2, shield=1, damage=6, general=0, specific=0, boxes=6, internal=0),
        dice=(2, 3),
    )
    ties = {"chamber_1": "magnifier_A", "chamber_2": "magnifier_B"}
    second = salvo_shot(
        barrel("chamber_1", 3, ("magnifier_A", 3)),
        barrel("chamber_2", 3, ("magnifier_B", 3)),
        barrel("chamber_3", 1),
    )
    yield accepted(
        rules.DW_12_43_SALVO_DAMAGE,
        "S-21: with a second magnifier (3 - 1) x 3 + (3 - 1) x 3 + 0 = 12",
        armed(duel(initial, 45), FULL, {**loads, "chamber_2": 3}),
        fire(salvo("chamber_2", "chamber_3", ties=ties)),
        _resolved(second, 45, (6, 4), (2, 3), (6, 6, 0)),
        ShieldDamaged(ship=CA2, shield=1, damage=12, general=0, specific=0, boxes=12, internal=0),
        dice=(2, 3),
    )
    ties = {"chamber_1": "magnifier_A", "chamber_2": "magnifier_B"}
    third = salvo_shot(
        barrel("chamber_1", 3, ("magnifier_A", 3)),
        barrel("chamber_2", 2, ("magnifier_B", 1)),
        idle=("chamber_3",),
    )
    yield accepted(
        rules.DW_12_331_NEARER,
        "H-8: range 27 hits as 21-30 and damages as 16-20: (3 - 1) x 3 + (1 - 1) x 2 = 6",
        armed(
            duel(initial, 27, moment=(2, 10)),
            {"magnifier_A": 3, "magnifier_B": 1},
            {"chamber_1": 3, "chamber_2": 2},
        ),
        fire(salvo("chamber_2", ties=ties)),
        FireDeclared(ship=CA, shot=third),
        _resolved(third, 27, (5, 4), (2, 3), (6, 0)),
        dice=(2, 3),
    )
    near = salvo_shot(barrel("chamber_1", 3), barrel("chamber_2", 3), idle=("chamber_3",))
    yield accepted(
        rules.DW_12_331_NEARER,
        "G-7: the bracket for the dice never moves: at range 10 an 8 misses hit number 7",
        armed(duel(initial, 10), chambers=ARMED),
        fire(salvo("chamber_2")),
        replace(_resolved(near, 10, (2, 1), (4, 4), (6, 6)), hit=False, damage=0),
        dice=(4, 4),
    )
    close = salvo_shot(*(barrel(name, 3) for name in ARMED))
    yield accepted(
        rules.DW_12_331_NEARER,
        "G-14: the shift stops at the first bracket: range 4 damages as range 1, 3 x (3 x 3)",
        armed(duel(initial, 4), chambers=ARMED),
        fire(salvo("chamber_2", "chamber_3")),
        _resolved(close, 4, (1, 0), (4, 4), (9, 9, 9)),
        dice=(4, 4),
    )


def _part(initial: State) -> Iterator[Example]:
    alone = salvo_shot(barrel("chamber_1", 3), idle=("chamber_2", "chamber_3"))
    yield accepted(
        rules.DW_12_3122_ALL_FIRED,
        "G-12: an armed chamber left out counts as fired and loses its energy",
        replace(armed(duel(initial), chambers=ARMED), impulse=32),
        fire(salvo()),
        FireDeclared(ship=CA, shot=alone),
        StoredEnergyLost(seat=ONE, ship=CA, store="chamber_2", lost_halves=6),
        StoredEnergyLost(seat=ONE, ship=CA, store="chamber_3", lost_halves=6),
        ChamberDischarged(ship=CA, chamber="chamber_2", energy=0),
        dice=(6, 6),
    )
    yield refused(
        rules.DW_12_3123_ARMED_TAKE_PART,
        "H-8: a chamber without energy cannot take part",
        armed(duel(initial, 27), chambers={"chamber_1": 3, "chamber_2": 2}),
        fire(salvo("chamber_2", "chamber_3")),
        "chamber_unarmed",
    )
    volley = salvo_shot(*(barrel(name, 3) for name in ARMED))
    plain = PhaserShot(target=CA2, phasers=("phaser_4",))
    yield accepted(
        rules.DW_12_3122_ALL_FIRED,
        "a salvo and a phaser on the same shield are one volley: 27 + 4 = 31 against 30 boxes",
        armed(duel(initial), chambers=ARMED),
        fire(salvo("chamber_2", "chamber_3"), phaser("phaser_4")),
        FireDeclared(ship=CA, shot=volley),
        FireDeclared(ship=CA, shot=plain),
        ShieldDamaged(ship=CA2, shield=1, damage=31, general=0, specific=0, boxes=30, internal=1),
        dice=(4, 4, 4, 1, 1),
    )


def _refused(initial: State) -> Iterator[Example]:
    loaded = armed(duel(initial), FULL, ARMED)
    for at, code in ((Hex(3, -7), "out_of_arc"), (Hex(1, -7), "")):
        given = changed(loaded, CA2, at=at)
        title = f"H-9: the mauler arc and a target at ({at.q}, {at.r})"
        yield judged(rules.DW_12_3125_SALVO_ARC, title, given, fire(salvo()), code)
    shared = salvo("chamber_2", ties=dict.fromkeys(("chamber_1", "chamber_2"), "magnifier_A"))
    yield refused(
        rules.DW_12_3912_ONE_EACH,
        "H-23: one magnifier cannot serve two chambers",
        loaded,
        fire(shared),
        "magnifier_shared",
    )
    yield refused(
        rules.DW_12_3912_ONE_EACH,
        "nor a chamber that takes no part",
        loaded,
        fire(salvo(ties={"chamber_2": "magnifier_A"})),
        "not_in_salvo",
    )


def _after(initial: State) -> Iterator[Example]:
    salvoed = Detonator(fired=moment(1, 5), mode="salvo")
    single = changed(
        armed(duel(initial, moment=(1, 20)), chambers=ARMED), detonators={"detonator_1": salvoed}
    )
    yield refused(
        rules.DW_12_31_MODES,
        "after a salvo there is no burst in the same turn",
        single,
        fire(burst()),
        "detonator_mode_locked",
    )
    slow = changed(single, detonators={"detonator_1": replace(salvoed, recovery_through=3)})
    yield refused(
        rules.DW_12_31_MODES,
        "after one with secondaries neither: the mode is said first, in a later turn the recovery",
        slow,
        fire(burst()),
        "detonator_mode_locked",
    )
    yield refused(
        rules.DW_12_3114_ONE_AN_IMPULSE,
        "and in the same impulse that it has fired",
        replace(slow, impulse=5),
        fire(burst()),
        "one_shot_per_impulse",
    )
    burst_at_28 = {"detonator_1": Detonator(fired=moment(1, 28), mode="burst")}
    for impulse, code in ((3, "chamber_fired_recently"), (4, "")):
        state = armed(duel(initial, moment=(2, impulse)), chambers={"chamber_2": 3, "chamber_3": 3})
        own = {**state.ships[CA].chambers, "chamber_1": Chamber(fired=moment(1, 28))}
        given = changed(state, chambers=own, detonators=burst_at_28)
        title = f"aa: chamber 1 fired at turn 1 impulse 28, a salvo at turn 2 impulse {impulse}"
        when = fire(salvo("chamber_3", primary="chamber_2"))
        yield judged(rules.DW_12_38_RATE, title, given, when, code)
    recovering = replace(salvoed, recovery_through=2)
    for turn, code in ((2, "detonator_recovering"), (3, "")):
        given = changed(
            armed(duel(initial, moment=(turn, 20)), chambers=ARMED),
            detonators={"detonator_1": recovering},
        )
        title = f"one secondary in turn 1: fire in turn {turn}"
        yield judged(rules.DW_12_382_RECOVERY, title, given, fire(burst()), code)
