"""Energy allocation and reserve power (B3, C2, H5 to H7)."""

from collections.abc import Iterator

from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import EnergyForm, ReserveForm
from domain.systems.scorpead.events import (
    BatteriesRecharged,
    EnergyAllocated,
    EwAnnounced,
    SpeedsAnnounced,
)
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    FULL,
    HOLD,
    ONE,
    TWO,
    accepted,
    allocate,
    changed,
    duel,
    energy_step,
    fire,
    phaser,
    refused,
    reserve_used,
)
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of what a turn's energy is spent on, and what reserve power adds."""
    yield from _balance(initial)
    yield from _limits(initial)
    yield from _reserve(initial)


def _balance(initial: State) -> Iterator[Example]:
    step = energy_step(initial)
    whole = EnergyForm(warp_hexes=12, magnifiers=FULL, chambers=ARMED, ecm=2, eccm=2)
    yield accepted(
        rules.C2_BALANCE,
        "a CA's 38 points: 4 fixed, 9 and 9 in its weapons, speed 12, ECM 2, ECCM 2",
        step,
        allocate(whole),
        EnergyAllocated(seat=ONE, ship=CA, form=whole, battery_halves=0),
        SpeedsAnnounced(speeds={CA: 12, CA2: 0}),
    )
    drained = EnergyForm(warp_hexes=12, magnifiers=FULL, chambers=ARMED, ecm=2, eccm=2, general=2)
    yield accepted(
        rules.C2_BALANCE,
        "what power does not give comes from the batteries: 42 points take 4 of 5",
        step,
        allocate(drained),
        EnergyAllocated(seat=ONE, ship=CA, form=drained, battery_halves=8),
    )
    yield refused(
        rules.C2_BALANCE,
        "44 points are more than power and batteries give",
        step,
        allocate(
            EnergyForm(warp_hexes=12, magnifiers=FULL, chambers=ARMED, ecm=2, eccm=2, general=3)
        ),
        "energy_short",
    )
    dark = EnergyForm(fire_control=False, shields=False)
    yield accepted(
        rules.B3_FIXED_COSTS,
        "fire control and shields may be left without power, for all to see",
        step,
        allocate(dark),
        EwAnnounced(ship=CA, ecm=0, eccm=0, fire_control=False, shields=False),
    )
    yield refused(
        rules.B3_FIXED_COSTS,
        "a ship without fire control does not fire",
        changed(duel(initial), fire_control=False),
        fire(phaser("phaser_1")),
        "no_fire_control",
    )
    yield refused(
        rules.B3_FIXED_COSTS,
        "nor does it use ECCM",
        step,
        allocate(EnergyForm(fire_control=False, eccm=1)),
        "no_fire_control",
    )


def _limits(initial: State) -> Iterator[Example]:
    step = energy_step(initial)
    limits = (
        (rules.C2_BALANCE, "30 warp boxes move 30 hexes", EnergyForm(warp_hexes=31), "warp_short"),
        (
            rules.C2_BALANCE,
            "one hex by impulse power",
            EnergyForm(impulse_hexes=2),
            "impulse_short",
        ),
        (rules.D6_3_EW, "ECM and ECCM within rating 6", EnergyForm(ecm=4, eccm=3), "sensor_rating"),
        (rules.H6_CAPACITOR, "a full capacitor", EnergyForm(capacitor_halves=1), "capacitor_full"),
        (rules.H5_BATTERIES, "full batteries", EnergyForm(recharge_halves=1), "batteries_full"),
        (
            rules.D3_3_REINFORCEMENT,
            "a ship has six shields",
            EnergyForm(specific={"shield_7": 1}),
            "unknown_shield",
        ),
    )
    for rule, title, form, code in limits:
        yield refused(rule, title, step, allocate(form), code)
    yield refused(
        rules.D3_3_REINFORCEMENT,
        "a shield without boxes is not reinforced",
        changed(step, shields=(0, 24, 22, 20, 22, 24)),
        allocate(EnergyForm(specific={"shield_1": 1})),
        "shield_down",
    )
    yield refused(
        rules.C2_2_ACCELERATION,
        "from speed 8 to 18 at most",
        changed(step, speed=8),
        allocate(EnergyForm(warp_hexes=19)),
        "acceleration",
    )
    yield accepted(
        rules.C2_2_ACCELERATION,
        "from speed 12 to 24",
        changed(step, speed=12),
        allocate(EnergyForm(warp_hexes=24)),
        SpeedsAnnounced(speeds={CA: 24, CA2: 0}),
    )


def _reserve(initial: State) -> Iterator[Example]:
    state = duel(initial)
    jam = ReserveForm(ecm=2, capacitor_halves=2)
    yield accepted(
        rules.H7_RESERVE,
        "three points of reserve power: two of ECM, one for the capacitor",
        changed(state, capacitor_halves=10),
        fire(reserve=jam),
        reserve_used(jam, 6),
    )
    yield refused(
        rules.H7_RESERVE,
        "batteries of two points do not give three",
        changed(state, battery_halves=4, capacitor_halves=10),
        fire(reserve=jam),
        "reserve_short",
    )
    yield accepted(
        rules.H5_BATTERIES,
        "batteries take what was allocated to them when the turn ends",
        changed(duel(initial, moment=(1, 32)), battery_halves=4, recharge_halves=3),
        {ONE: HOLD, TWO: HOLD},
        BatteriesRecharged(seat=ONE, ship=CA, halves=3),
    )
