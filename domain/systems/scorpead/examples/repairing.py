"""Repair: continuous, emergency, campaign, and shields (ER-12.14, DW-12.14, D9, D14)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.decider import Command
from domain.names import SeatId
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.activity_events import (
    DamageControlMarked,
    EmergencyRepairRolled,
    RepairProgressed,
    ShieldRepaired,
    SystemRepaired,
)
from domain.systems.scorpead.commands import CampaignRepair, EnergyForm, RefereeSet
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    HOLD,
    ONE,
    TWO,
    accepted,
    allocate,
    armed,
    changed,
    duel,
    energy_step,
    refused,
)
from domain.systems.scorpead.forms import RepairBox
from domain.systems.scorpead.map_events import RulingMade
from domain.systems.scorpead.shipboard import Repair
from domain.systems.scorpead.state import State

REFEREE = SeatId(3)
LOST = frozenset({"chamber_1", "chamber_2", "magnifier_A"})
LOST_IN = dict.fromkeys(LOST, 2)


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of every kind of repair."""
    yield from _continuous(initial)
    yield from _emergency(initial)
    yield from _campaign(initial)
    yield from _systems(initial)
    yield from _shields(initial)


def at_the_end(initial: State, turn: int, repair: Repair, lost: frozenset[str] = LOST) -> State:
    """Return the last impulse of a turn in which side 1 repairs."""
    state = duel(initial, moment=(turn, 32))
    return changed(state, destroyed=lost, repair=replace(repair, lost_in=LOST_IN))


MENDED = SystemRepaired(ship=CA, box="magnifier_A", by="repair_system")
BOTH = {ONE: HOLD, TWO: HOLD}


def _continuous(initial: State) -> Iterator[Example]:
    yield accepted(
        rules.DW_12_14_REPAIR,
        "H-22: damage control rating 4 puts 4 of 7 points into chamber 1",
        at_the_end(initial, 3, Repair(cdr="chamber_1")),
        BOTH,
        RepairProgressed(ship=CA, box="chamber_1", points=4, total=4, cost=7),
    )
    yield accepted(
        rules.DW_12_14_REPAIR,
        "H-22: the turn after it 3 more repair it, and a point is lost",
        at_the_end(initial, 4, Repair(cdr="chamber_1", progress={"chamber_1": 4})),
        BOTH,
        RepairProgressed(ship=CA, box="chamber_1", points=3, total=7, cost=7),
        SystemRepaired(ship=CA, box="chamber_1", by="cdr"),
    )
    armed_one = armed(
        at_the_end(initial, 4, Repair(cdr="chamber_1", progress={"chamber_1": 4})),
        chambers={"chamber_3": 3},
    )
    yield accepted(
        rules.DW_12_14_REPAIR,
        "a chamber is repaired while another is armed",
        armed_one,
        BOTH,
        SystemRepaired(ship=CA, box="chamber_1", by="cdr"),
    )
    two_gone = frozenset({"magnifier_A", "phaser_1", "phaser_2"})
    yield accepted(
        rules.ER_12_14_REPAIR,
        "S-1b: a magnifier with 2 of 3 phasers destroyed costs 3 points",
        at_the_end(initial, 3, Repair(cdr="magnifier_A"), two_gone),
        BOTH,
        RepairProgressed(ship=CA, box="magnifier_A", points=3, total=3, cost=3),
        SystemRepaired(ship=CA, box="magnifier_A", by="cdr"),
    )
    fresh = changed(energy_step(initial, 2), destroyed=LOST, repair=Repair(lost_in=LOST_IN))
    yield refused(
        rules.D9_7_CDR,
        "H-22: nothing is repaired in the turn in which it was destroyed",
        fresh,
        allocate(EnergyForm(cdr="chamber_1")),
        "destroyed_this_turn",
    )
    yield refused(
        rules.D9_7_CDR,
        "no more boxes in a battle than the original rating",
        changed(energy_step(initial, 9), destroyed=LOST, repair=Repair(cdr_boxes=4)),
        allocate(EnergyForm(cdr="chamber_1")),
        "repairs_used_up",
    )
    yield refused(
        rules.D9_7_CDR,
        "what is not destroyed is not repaired",
        energy_step(initial, 3),
        allocate(EnergyForm(cdr="chamber_1")),
        "nothing_to_repair",
    )


def _emergency(initial: State) -> Iterator[Example]:
    targets = {"lab_1": "chamber_2", "lab_2": "magnifier_A"}
    yield accepted(
        rules.DW_12_141_EMERGENCY,
        "H-22: two labs, dice 4 and 5 against 4: chamber 2 is repaired, magnifier A is not",
        at_the_end(initial, 5, Repair(edr=targets)),
        BOTH,
        DamageControlMarked(ship=CA, box="damcon_1"),
        EmergencyRepairRolled(ship=CA, lab="lab_1", box="chamber_2", rating=4, die=4),
        SystemRepaired(ship=CA, box="chamber_2", by="edr"),
        EmergencyRepairRolled(ship=CA, lab="lab_2", box="magnifier_A", rating=4, die=5),
        dice=(4, 5),
    )
    wounded = changed(energy_step(initial, 5), destroyed=LOST, repair=Repair(lost_in=LOST_IN))
    yield refused(
        rules.D14_EDR,
        "H-22: no continuous repair beside emergency repair",
        wounded,
        allocate(EnergyForm(cdr="chamber_1", edr={"lab_1": "chamber_2"})),
        "cdr_with_edr",
    )
    yield refused(
        rules.DW_12_141_EMERGENCY,
        "each attempt is for a chamber of its own",
        wounded,
        allocate(EnergyForm(edr={"lab_1": "chamber_2", "lab_2": "chamber_2"})),
        "edr_one_box",
    )
    yield accepted(
        rules.D14_EDR,
        "each lab takes three points: 6 + 4 of 38",
        wounded,
        allocate(EnergyForm(edr={"lab_1": "chamber_2", "lab_2": "chamber_1"})),
    )


def _campaign(initial: State) -> Iterator[Example]:
    lost = frozenset(ARMED)
    state = changed(energy_step(initial), destroyed=lost)
    for n, box in enumerate(sorted(lost), 1):
        yield accepted(
            rules.DW_12_142_CAMPAIGN,
            f"S-14: three lost chambers take three weapon repairs: the {n}. restores {box}",
            changed(state, destroyed=lost - frozenset(sorted(lost)[: n - 1])),
            {REFEREE: CampaignRepair(ship=CA, box=box)},
            SystemRepaired(ship=CA, box=box, by="campaign"),
        )
    yield refused(
        rules.REFEREE,
        "a player repairs nothing between two battles",
        state,
        {ONE: CampaignRepair(ship=CA, box="chamber_1")},
        "referee_only",
    )


def _systems(initial: State) -> Iterator[Example]:
    two_gone = frozenset({"magnifier_A", "phaser_1", "phaser_2"})
    state, rule = changed(duel(initial), destroyed=two_gone), rules.G17_REPAIR_SYSTEMS
    begun = changed(state, repair=Repair(progress={"magnifier_A": 2}))
    for title, given, points, then in (
        ("two points are not enough for a magnifier with a bank of three", state, 2, ()),
        ("S-1b: three are, whatever is left of its bank", state, 3, (MENDED,)),
        ("they go on where other repair left off", begun, 1, (MENDED,)),
    ):
        setting = RepairBox(ship=CA, box="magnifier_A", points=points)
        when: dict[SeatId, Command] = {REFEREE: RefereeSet(setting=setting)}
        yield accepted(rule, title, given, when, RulingMade(setting=setting), *then)
    whole = RepairBox(ship=CA, box="magnifier_B", points=3)
    yield refused(
        rule,
        "what is not destroyed takes none",
        state,
        {REFEREE: RefereeSet(setting=whole)},
        "nothing_to_repair",
    )


def _shields(initial: State) -> Iterator[Example]:
    rule, weak = rules.D9_2_SHIELD_REPAIR, (27, 24, 22, 20, 22, 24)
    state = changed(duel(initial, moment=(2, 32)), shields=weak)
    yield accepted(
        rule,
        "damage control repairs three boxes of shield 1",
        changed(state, repair=Repair(shields={"shield_1": 3})),
        BOTH,
        ShieldRepaired(ship=CA, shield=1, boxes=3),
    )
    for title, boxes, code in (
        ("no more than are lost", 4, "shield_whole"),
        ("no more than the damage control rating", 5, "damage_control_rating"),
    ):
        lost = weak if boxes == 4 else (20, *weak[1:])
        given = changed(energy_step(initial, 2), shields=lost)
        yield refused(
            rule, title, given, allocate(EnergyForm(shield_repair={"shield_1": boxes})), code
        )
