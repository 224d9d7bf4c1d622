"""Internal damage: the chart, owner's choice, what is lost with a box (D4, ER-12.12, ER-12.211)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import AllocateHit
from domain.systems.scorpead.events import BattleEnded
from domain.systems.scorpead.examples.setups import (
    CA,
    CA2,
    FULL,
    ONE,
    TWO,
    VEKTREAN,
    accepted,
    armed,
    changed,
    commit,
    duel,
    internals,
    moment,
    phaser,
    refused,
)
from domain.systems.scorpead.fire_events import (
    BoxDestroyed,
    ShipDestroyed,
    StoredEnergyLost,
)
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of the chart, of phasers, of what is lost, and of the end."""
    yield from _chart(initial)
    yield from _phasers(initial)
    yield from _stores(initial)
    yield from _destroyed(initial)


def lost(store: str, halves: int) -> StoredEnergyLost:
    """Return what side 1 lost with a store."""
    return StoredEnergyLost(seat=ONE, ship=CA, store=store, lost_halves=halves)


def _chart(initial: State) -> Iterator[Example]:
    volley = internals(armed(duel(initial), {"magnifier_A": 3}), 3, 3, 9)
    yield accepted(
        rules.ER_12_12_DESTRUCTION,
        "H-21: a 3 is a bold DRONE, which the owner takes on the empty magnifier B",
        volley,
        {ONE: AllocateHit(ship=CA, box="magnifier_B")},
        BoxDestroyed(ship=CA, box="magnifier_B", total=3, column=0, hit="DRONE", bold=True),
        lost("magnifier_B", 0),
    )
    after = internals(
        changed(armed(duel(initial), {"magnifier_A": 3}), destroyed=frozenset({"magnifier_B"})),
        3,
        9,
    )
    (rest,) = after.volleys
    yield accepted(
        rules.D4_21_ALLOCATION,
        "H-21: the next 3 is a PHASER, the 9 a bold L_WARP: magnifier A keeps its three points",
        replace(after, volleys=(replace(rest, bold_used=frozenset({(3, 0)})),)),
        {ONE: AllocateHit(ship=CA, box="phaser_4")},
        BoxDestroyed(ship=CA, box="phaser_4", total=3, column=1, hit="PHASER", bold=True),
        BoxDestroyed(ship=CA, box="warp_left_1", total=9, column=0, hit="L_WARP", bold=True),
    )
    yield refused(
        rules.D4_21_ALLOCATION,
        "the owner chooses among the boxes of the type alone",
        volley,
        {ONE: AllocateHit(ship=CA, box="chamber_1")},
        "box_not_hit",
    )


def _phasers(initial: State) -> Iterator[Example]:
    behind = internals(duel(initial), 3, 4, shield=4)
    yield accepted(
        rules.D4_321_PHASERS,
        "no phaser of a CA bears astern: a PHASER hit through shield 4 falls on a transporter",
        behind,
        {ONE: AllocateHit(ship=CA, box="magnifier_C")},
        BoxDestroyed(ship=CA, box="transporter_1", total=4, column=1, hit="TRANS", bold=True),
    )
    third = changed(
        duel(initial, one="vektrean_ca"), VEKTREAN, phaser_fired={"phaser_5": moment(1, 9)}
    )
    state = internals(third, 4, ship=VEKTREAN, shield=2)
    (volley,) = state.volleys
    given = replace(state, volleys=(replace(volley, phaser_hits=2),))
    yield accepted(
        rules.D4_322_BEST_PHASER,
        "the third phaser hit falls on a Ph-1",
        given,
        {ONE: AllocateHit(ship=VEKTREAN, box="phaser_5")},
        BoxDestroyed(ship=VEKTREAN, box="phaser_5", total=4, column=0, hit="PHASER", bold=True),
    )
    yield refused(
        rules.D4_21_ALLOCATION,
        "and not on a Ph-3",
        given,
        {ONE: AllocateHit(ship=VEKTREAN, box="phaser_7")},
        "box_not_hit",
    )


def _stores(initial: State) -> Iterator[Example]:
    full = armed(duel(initial), FULL)
    yield accepted(
        rules.ER_12_23_CAPACITOR,
        "S-5: with phaser 2 a full capacitor and a full magnifier A lose a point each",
        internals(full, 4),
        {ONE: AllocateHit(ship=CA, box="phaser_2")},
        BoxDestroyed(ship=CA, box="phaser_2", total=4, column=0, hit="PHASER", bold=True),
        lost("capacitor", 2),
        lost("magnifier_A", 2),
    )
    partly = changed(armed(duel(initial), {"magnifier_A": 2}), capacitor_halves=10)
    yield accepted(
        rules.ER_12_211_LOST_PHASER,
        "H-3: a magnifier that holds two loses nothing when its capacity falls to two",
        internals(partly, 4),
        {ONE: AllocateHit(ship=CA, box="phaser_2")},
        lost("capacitor", 0),
        lost("magnifier_A", 0),
    )
    yield accepted(
        rules.ER_12_211_LOST_PHASER,
        "H-3, H-4: a magnifier that holds three loses one",
        internals(full, 4),
        {ONE: AllocateHit(ship=CA, box="phaser_1")},
        lost("magnifier_A", 2),
    )
    yield accepted(
        rules.ER_12_12_DESTRUCTION,
        "G-9: the energy of a destroyed magnifier is lost",
        internals(full, 3),
        {ONE: AllocateHit(ship=CA, box="magnifier_A")},
        lost("magnifier_A", 6),
    )
    hull = frozenset(duel(initial).ships[CA].plan.groups["forward_hull"])
    yield accepted(
        rules.H5_BATTERIES,
        "a battery that is destroyed takes its charge along",
        internals(changed(duel(initial), destroyed=hull), 3, 7),
        {ONE: AllocateHit(ship=CA, box="magnifier_A")},
        BoxDestroyed(ship=CA, box="battery_1", total=7, column=2, hit="BATT", bold=False),
        lost("batteries", 2),
    )


def _destroyed(initial: State) -> Iterator[Example]:
    plan = duel(initial).ships[CA].plan
    boxes = {*plan.weapons, *(box for group in plan.groups.values() for box in group)}
    tracks = {"sensor_6", "damcon_6", *plan.groups["scanner"]}
    wreck = frozenset(boxes - {"phaser_1"} - tracks)
    last = duel(initial)
    for ship in (CA, CA2):
        last = changed(last, ship, destroyed=wreck, shields=(0,) * 6)
    yield accepted(
        rules.D4_40_EXCESS,
        "H-26: two wrecks fire at each other: both shots resolve, both ships are destroyed",
        last,
        {ONE: commit(phaser("phaser_1")), TWO: commit(phaser("phaser_1", CA, CA2))},
        ShipDestroyed(ship=CA),
        ShipDestroyed(ship=CA2),
        BattleEnded(
            winners=(), reason="destruction", scored=((ONE, len(wreck)), (TWO, len(wreck)))
        ),
        dice=(6, 6, *(1,) * 12),
    )
    excess = frozenset(wreck - {"excess_6", "phaser_1"})
    given = internals(changed(duel(initial), destroyed=excess | {"phaser_1"}), 2)
    (volley,) = given.volleys
    chosen = replace(volley, points=(11, 2))
    with_chambers = changed(given, destroyed=excess - {"chamber_1", "chamber_2"})
    yield accepted(
        rules.D4_40_EXCESS,
        "as long as there is an excess damage box the ship lives",
        replace(with_chambers, volleys=(chosen,)),
        {ONE: AllocateHit(ship=CA, box="chamber_1")},
        BoxDestroyed(ship=CA, box="excess_6", total=2, column=12, hit="EXCESS", bold=False),
    )
