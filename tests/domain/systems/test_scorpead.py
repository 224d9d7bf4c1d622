"""Scorpead: what events do to ships, who may know it, and how it is told."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.decider import Event
from domain.dice import ScriptedDice
from domain.hexes import Hex
from domain.names import SeatId
from domain.options import Option, Orders, Pick, defaults
from domain.refusals import Refused, Rule, Unknown
from domain.rule_system import Example, Outcome
from domain.systems.scorpead import SYSTEM, damage, rules
from domain.systems.scorpead.commands import (
    AllocateHit,
    CommitFire,
    EnergyForm,
    MoveShip,
    ReserveForm,
)
from domain.systems.scorpead.energy import chamber_room
from domain.systems.scorpead.events import ShipMoved
from domain.systems.scorpead.examples.movement import moving
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    FULL,
    HOLD,
    ONE,
    TWO,
    VEKTREAN,
    allocate,
    armed,
    changed,
    commit,
    duel,
    energy_step,
    fire,
    internals,
    mode_one,
    mode_two,
    moment,
    phaser,
    used,
)
from domain.systems.scorpead.examples.shots import burst, salvo
from domain.systems.scorpead.fire_events import StoredEnergyLost
from domain.systems.scorpead.phasers import linked
from domain.systems.scorpead.plans import best_move, default
from domain.systems.scorpead.shields import facing_shields
from domain.systems.scorpead.shipboard import Detonator
from domain.systems.scorpead.state import Ship, State
from domain.systems.scorpead.tables import DetonatorTable
from tests.domain.random_play import folded, redacted

INITIAL = SYSTEM.initial()
NOBODY = SeatId(9)


def resolved(state: State, when: dict, *faces: int) -> list[Outcome]:
    for seat, command in when.items():
        SYSTEM.check(state, seat, command)
    return list(SYSTEM.resolve(state, when, ScriptedDice(faces)))


def after(state: State, when: dict, *faces: int) -> Ship:
    """Return the ship of side 1 after a step."""
    return folded(SYSTEM, state, resolved(state, when, *faces)).ships[CA]


def seen(state: State, outcomes: Sequence[Outcome], seat: SeatId) -> State:
    """Return what *seat* knows after *outcomes*."""
    events = [redacted(event, seat) for event in outcomes if isinstance(event, Event)]
    return folded(SYSTEM, state, events)


# --- what fire does to the ship that fires --------------------------------------------------


def test_a_salvo_spends_and_locks():
    state = armed(duel(INITIAL), FULL, ARMED)
    order = salvo("chamber_2", "chamber_3", ties={"chamber_1": "magnifier_A"})
    ship = after(state, fire(order), 6, 6)
    assert [chamber.energy for chamber in ship.chambers.values()] == [0, 0, 0]
    assert {chamber.fired for chamber in ship.chambers.values()} == {moment(1, 10)}
    assert ship.detonators["detonator_1"] == Detonator(
        fired=moment(1, 10), mode="salvo", recovery_through=3
    )
    assert [one.energy for one in ship.magnifiers.values()] == [0, 3, 3]
    assert ship.magnifiers["magnifier_A"].last_use == {"hsd": moment(1, 10)}


def test_a_burst_leaves_the_other_chambers_alone():
    ship = after(armed(duel(INITIAL), chambers=ARMED), fire(burst()), 6, 6)
    assert [chamber.energy for chamber in ship.chambers.values()] == [0, 3, 3]
    assert ship.detonators["detonator_1"].recovery_through == 0


def test_a_salvo_of_one_chamber_costs_no_turn():
    """G-13."""
    ship = after(armed(duel(INITIAL), chambers={"chamber_1": 3}), fire(salvo()), 6, 6)
    assert ship.detonators["detonator_1"].recovery_through == 0


def test_linked_phasers_pay_a_point_each():
    """H-14."""
    ship = after(duel(INITIAL, 9), fire(mode_two()), 4)
    assert ship.capacitor_halves == 2 * (9 - 3)
    assert ship.magnifiers["magnifier_A"].last_use == {"mode_two": moment(1, 10)}


@pytest.mark.parametrize(
    ("far", "columns"), [(13, (12, 11, 10)), (14, (13, 12, 11)), (15, (14, 13, 12))]
)
def test_links_lead_through_the_far_brackets(far: int, columns: tuple[int, ...]):
    """S-9: each of the three steps, also the third, for which no Scorpead has a bank."""
    table = INITIAL.book.phasers["phaser_mr"]
    assert tuple(linked(table, far, steps)[0] for steps in (1, 2, 3)) == columns


def test_a_lost_phaser_lowers_two_capacities():
    """S-5: 8 in the capacitor and 2 in magnifier A, B and C stay at 3."""
    ship = changed(duel(INITIAL), destroyed=frozenset({"phaser_2"})).ships[CA]
    assert ship.capacitor_capacity_halves(INITIAL.book) == 2 * 8
    assert [ship.capacity(name) for name in FULL] == [2, 3, 3]


def test_the_salvo_of_h8_costs_the_next_turn():
    """H-8: chamber 3 counts as fired; no arming in turn 3, in turn 4 again."""
    chambers = {"chamber_1": 3, "chamber_2": 2}
    state = armed(duel(INITIAL, 27, moment=(2, 10)), {"magnifier_A": 3, "magnifier_B": 1}, chambers)
    order = salvo("chamber_2", ties={"chamber_1": "magnifier_A", "chamber_2": "magnifier_B"})
    ship = after(state, fire(order), 2, 3)
    assert {chamber.fired for chamber in ship.chambers.values()} == {moment(2, 10)}
    assert ship.detonators["detonator_1"].recovery_through == 3
    rooms = [chamber_room(INITIAL.book, ship, "chamber_1", held=0, turn=turn) for turn in (3, 4)]
    assert rooms == [0, 3]


def test_magnified_phasers_pay_from_both_stores():
    state = armed(duel(INITIAL), FULL)
    order = mode_one("magnifier_A", {"phaser_1": 1, "phaser_2": 0})
    ship = after(state, fire(order), 6, 6, 6)
    assert ship.capacitor_halves == 2 * (9 - 2)
    assert ship.magnifiers["magnifier_A"].energy == 2
    assert ship.magnifiers["magnifier_A"].last_use == {"mode_one": moment(1, 10)}


def test_a_miss_spends_chamber_and_magnifier():
    """H-11: and it is a use with the detonator, for the magnifier's clock."""
    state = changed(changed(armed(duel(INITIAL, 8), FULL, ARMED), eccm=2), CA2, ecm=6)
    ship = after(state, fire(burst(magnifier="magnifier_A")), 3, 3)
    assert ship.chambers["chamber_1"].energy == 0
    assert ship.magnifiers["magnifier_A"].energy == 0
    assert ship.magnifiers["magnifier_A"].last_use == {"hsd": moment(1, 10)}


def test_a_shot_resolves_though_its_phaser_is_lost_in_the_same_impulse():
    """H-4: two dice, and the magnifier falls from 3 to 2 when declared; its capacity is 2 then."""
    state = changed(armed(duel(INITIAL), FULL), shields=(0,) * 6)
    both = {
        ONE: commit(mode_one("magnifier_A", {"phaser_1": 1})),
        TWO: commit(phaser("phaser_1", CA, CA2)),
    }
    outcomes = resolved(state, both, 2, 5, 6, 2, 2, 1, 1, 1, 1)
    struck = folded(SYSTEM, state, outcomes)
    assert struck.ships[CA2].shields[0] == 30 - 5
    assert struck.ships[CA].magnifiers["magnifier_A"].energy == 2
    hit = AllocateHit(ship=CA, box="phaser_1")
    ship = folded(SYSTEM, struck, SYSTEM.decide(struck, ONE, hit, ScriptedDice(()))).ships[CA]
    assert (ship.magnifiers["magnifier_A"].energy, ship.capacity("magnifier_A")) == (2, 2)


@pytest.mark.parametrize(("name", "most"), [
    ("scorpead_ca", 9), ("scorpead_dd", 6), ("scorpead_ff", 3),
])  # fmt: skip
def test_what_a_detonator_takes_in_a_turn(name: str, most: int):
    """S-15."""
    begun = duel(INITIAL, one=name)
    (ship,) = begun.fleet(ONE)
    room = [chamber_room(begun.book, ship, one, held=0, turn=1) for one in ship.chambers]
    assert sum(room) == most


def test_the_capacitor_holds_whole_points():
    ship = duel(INITIAL, one="vektrean_ca").ships[VEKTREAN]
    less = replace(ship, destroyed=frozenset({"phaser_8"}))
    assert ship.capacitor_capacity_halves(INITIAL.book) == 14
    assert less.capacitor_capacity_halves(INITIAL.book) == 14


# --- movement -------------------------------------------------------------------------------


@pytest.mark.parametrize(("move", "since_turn", "since_slip"), [
    ("straight", 9, 9), ("turn_left", 1, 9), ("slip_left", 9, 0),
])  # fmt: skip
def test_hexes_are_counted(move: str, since_turn: int, since_slip: int):
    """The hex that a turn leads to counts as the first after it; a sideslip counts as straight."""
    state = moving(INITIAL, (CA,))
    outcomes = SYSTEM.decide(state, ONE, MoveShip(ship=CA, move=move), ScriptedDice(()))
    ship = folded(SYSTEM, state, outcomes).ships[CA]
    assert (ship.hexes_since_turn, ship.hexes_since_slip) == (since_turn, since_slip)


def test_a_ship_turns_towards_its_enemy():
    passed = changed(moving(INITIAL, (CA,)), CA2, at=Hex(1, 6))
    assert best_move(passed, passed.ships[CA]) in ("turn_left", "turn_right")
    ahead = moving(INITIAL, (CA,))
    assert best_move(ahead, ahead.ships[CA]) == "straight"


# --- shields and damage ---------------------------------------------------------------------


def test_reinforcement_is_used_up_before_the_shield():
    state = changed(duel(INITIAL), CA2, general=4, specific=(2, 0, 0, 0, 0, 0))
    events = resolved(state, fire(phaser("phaser_1")), 6)
    target = folded(SYSTEM, state, events).ships[CA2]
    assert (target.general, target.specific[0], target.shields[0]) == (1, 2, 30)


def test_what_reinforcement_is_left_stays_unknown_until_it_is_used_up():
    state = changed(duel(INITIAL), CA2, general=4, specific=(2, 0, 0, 0, 0, 0))
    hidden = changed(state, CA2, general=None, specific=(None,) * 6)
    some = resolved(state, fire(phaser("phaser_1")), 6)
    assert seen(hidden, some, ONE).ships[CA2].general is None
    shots = [phaser("phaser_1"), phaser("phaser_2")]
    target = seen(hidden, resolved(state, fire(*shots), 1, 1), ONE).ships[CA2]
    assert (target.general, target.specific[:2]) == (0, (0, None))


def test_in_one_hex_the_hexside_of_entry_is_struck():
    here = Hex(0, 0)
    target = replace(duel(INITIAL).ships[CA2], at=here, facing=0, moved=moment(1, 3))
    entered = replace(target, moved=moment(1, 4), came_from=Hex(1, 0))
    assert facing_shields(target, entered) == (3,)
    went_in = replace(target, moved=moment(1, 5), came_from=Hex(0, 1))
    assert facing_shields(went_in, entered) == (1,)
    assert facing_shields(replace(target, moved=moment(1, 4)), entered) == (1, 2, 3, 4, 5, 6)


def test_who_moved_last_in_an_impulse_entered():
    """Ruling f: slower before faster tells who entered; two that tie do not."""
    state = replace(moving(INITIAL), movers=((CA2,), (CA,)))
    state = changed(changed(state, at=Hex(0, 1)), CA2, at=Hex(0, -1))
    moves = {TWO: MoveShip(ship=CA2, move="straight"), ONE: MoveShip(ship=CA, move="straight")}
    for seat, command in moves.items():
        events = [
            event
            for event in SYSTEM.decide(state, seat, command, ScriptedDice(()))
            if isinstance(event, ShipMoved)
        ]
        state = folded(SYSTEM, state, events)
    ours, theirs = state.ships[CA], state.ships[CA2]
    assert ours.at == theirs.at == Hex(0, 0)
    assert facing_shields(theirs, ours) == (1,)
    assert facing_shields(ours, theirs) == (1,)


def test_phasers_of_a_bank_are_alike_until_one_has_fired():
    state = internals(duel(INITIAL), 4)
    assert damage.choice(state).choices == ("phaser_1", "phaser_4", "phaser_7")
    fired = changed(state, phaser_fired={"phaser_2": moment(1, 9)})
    assert damage.choice(fired).choices == ("phaser_1", "phaser_2", "phaser_4", "phaser_7")


def test_any_weapon_is_any_weapon():
    """A 7 that finds nothing else left."""
    groups = duel(INITIAL).ships[CA].plan.groups
    kinds = ("forward_hull", "rear_hull", "battery", "shuttle", "apr", "lab", "probe")
    warp = ("warp_left", "warp_right")
    gone = {box for kind in (*kinds, *warp) for box in groups[kind]}
    gone |= {f"phaser_{n}" for n in range(1, 9)}
    state = changed(internals(duel(INITIAL), 7, shield=4), destroyed=frozenset(gone))
    weapons = ("phaser_9", *FULL, *ARMED)
    assert damage.choice(state).choices == weapons
    plain = default(state, ONE)
    assert plain.box == "magnifier_A"


# --- who knows what -------------------------------------------------------------------------


def test_an_allocation_is_its_owners_alone():
    form = EnergyForm(warp_hexes=10, magnifiers=FULL, chambers=ARMED, general=1, ecm=2)
    events = resolved(energy_step(INITIAL), allocate(form))
    own = seen(energy_step(INITIAL), events, ONE).ships[CA]
    assert own.magnifiers["magnifier_B"].energy == 3
    assert (own.general, own.battery_halves) == (1, 10)
    other = seen(energy_step(INITIAL), events, TWO).ships[CA]
    assert (other.speed, other.ecm) == (10, 2)
    assert other.magnifiers["magnifier_B"].energy is None
    assert other.chambers["chamber_1"].energy is None
    assert other.battery_halves is other.capacitor_halves is other.general is None


def test_reserve_power_is_its_owners_alone_but_for_ew():
    """Ruling j: the commit stays closed, and its event says no more than that EW rose."""
    state = changed(duel(INITIAL), capacitor_halves=10)
    reserve = ReserveForm(magnifiers={"magnifier_A": 1}, capacitor_halves=2, ecm=1)
    events = resolved(state, fire(reserve=reserve))
    assert not CommitFire.opens
    assert Counter(type(event).__name__ for event in events)["ReservePowerUsed"] == 2
    own = seen(state, events, ONE).ships[CA]
    assert (own.ecm, own.magnifiers["magnifier_A"].energy, own.battery_halves) == (1, 1, 4)
    for viewer in (TWO, NOBODY):
        other = seen(state, events, viewer).ships[CA]
        assert other.ecm == 1
        assert other.magnifiers["magnifier_A"].energy is None
        assert other.magnifiers["magnifier_A"].applied is None
        assert other.chambers["chamber_1"].energy is None
        assert other.battery_halves is other.capacitor_halves is None
    assert told(state, events, TWO)[0] == "Scorpead CA 1 raises its electronic warfare: ecm 1."
    nothing = resolved(state, {ONE: HOLD, TWO: HOLD})
    assert len(nothing) == len(events)
    quiet = [redacted(event, TWO) for event in nothing if isinstance(event, Event)]
    secret = resolved(state, fire(reserve=ReserveForm(magnifiers={"magnifier_A": 1})))
    assert quiet == [redacted(event, TWO) for event in secret if isinstance(event, Event)]


def test_discharge_makes_it_known_again():
    state = armed(duel(INITIAL, moment=(1, 32)), FULL, ARMED)
    unknown = changed(state, magnifiers={}, chambers={})
    hidden = changed(
        unknown,
        magnifiers={n: replace(m, energy=None) for n, m in state.ships[CA].magnifiers.items()},
        chambers={n: replace(c, energy=None) for n, c in state.ships[CA].chambers.items()},
    )
    ship = seen(hidden, resolved(state, {ONE: HOLD, TWO: HOLD}), TWO).ships[CA]
    assert {one.energy for one in ship.magnifiers.values()} == {0}
    assert {one.energy for one in ship.chambers.values()} == {0}


def test_a_fold_that_does_not_know_says_so():
    state = changed(duel(INITIAL), battery_halves=None)
    with pytest.raises(Unknown, match="batteries"):
        SYSTEM.options(state, ONE)


# --- options --------------------------------------------------------------------------------


def kinds(state: State) -> dict[str, Option]:
    (option,) = SYSTEM.options(state, ONE)
    (orders,) = (field for field in option.fields if isinstance(field, Orders))
    return {kind.title.removeprefix("Scorpead CA 1: "): kind for kind in orders.kinds}


def test_what_cannot_be_had_says_why():
    state = armed(duel(INITIAL, moment=(4, 3)), FULL, {"chamber_1": 3})
    offered = kinds(used(state, "magnifier_A", "mode_two", 3, 28))
    assert (
        offered["mode one, magnify with magnifier A"].why_not
        == "magnifier A: mode one again at turn 4 impulse 4 (ER-12.323)"
    )
    assert not offered["mode one, magnify with magnifier B"].why_not
    assert not offered["burst of detonator 1"].why_not
    chamber, *_, tie = offered["burst of detonator 1"].fields
    assert isinstance(chamber, Pick)
    assert [choice.value for choice in chamber.choices] == ["chamber_1", "chamber_2", "chamber_3"]
    assert isinstance(tie, Pick)
    assert [choice.value for choice in tie.choices] == [None, "magnifier_B", "magnifier_C"]


def test_refusals_say_what_a_player_needs():
    blind = changed(armed(duel(INITIAL, 26), FULL, ARMED), lock_on=False)
    assert kinds(blind)["burst of detonator 1"].why_not == (
        "effective range 52 = 2 x 26 is more than 50 (DW-12.34)"
    )
    phaser_1 = next(kind for title, kind in kinds(blind).items() if "fire phaser 1" in title)
    assert phaser_1.why_not == "effective range 52 = 2 x 26 is more than 48 (E2)"
    title = "mode two, link the bank of magnifier A"
    alone = changed(duel(INITIAL), destroyed=frozenset({"phaser_2", "phaser_3"}))
    assert kinds(alone)[title].why_not == (
        "mode two links two phasers at least, magnifier A has 1 left (ER-12.431)"
    )
    fired = changed(duel(INITIAL, moment=(1, 30)), phaser_fired={"phaser_3": moment(1, 28)})
    assert kinds(fired)[title].why_not == (
        "mode two needs all phasers that are left: phaser 3 again at turn 2 impulse 4 (ER-12.431)"
    )
    recovering = {"detonator_1": Detonator(fired=5, mode="salvo", recovery_through=2)}
    slow = changed(armed(duel(INITIAL, moment=(2, 9)), FULL), detonators=recovering)
    assert kinds(slow)["burst of detonator 1"].why_not == (
        "the detonator recovers: again in turn 3 (DW-12.382)"
    )


def test_a_chamber_takes_part_in_a_salvo_once():
    option = kinds(armed(duel(INITIAL), FULL, ARMED))["salvo of detonator 1"]
    filled = defaults(option)
    assert filled.exceeded() is None
    primary = option.fields[0]
    assert isinstance(primary, Pick)
    twice = replace(filled, values=(primary.choices[1], *filled.values[1:]))
    assert twice.exceeded() == "chamber 2 is primary or secondary, once"


def test_sensors_hit_in_mid_turn_leave_the_empty_commit_legal():
    """The EW of the turn stands, whatever the sensors carry now."""
    sensors = frozenset(f"sensor_{n}" for n in range(1, 4))
    state = changed(duel(INITIAL), ecm=4, eccm=2, destroyed=sensors)
    assert state.ships[CA].rating("sensor") < 6
    (option,) = SYSTEM.options(state, ONE)
    assert defaults(option).exceeded() is None


def test_every_weapon_out_of_reach_says_so():
    far = changed(duel(INITIAL, 50), CA2, at=Hex(49, 1))
    drops = ("set_shield",)
    assert all(kind.why_not for kind in kinds(far).values() if kind.command not in drops)
    assert (
        kinds(far)["burst of detonator 1"].why_not
        == "Scorpead CA 2 is out of the arc of detonator 1 (DW-12.3115)"
    )


def test_every_refusal_of_the_examples_cites_the_rule_it_stands_under():
    for example in SYSTEM.examples():
        if example.refused:
            assert refusal_of(example).rule == example.rule, example.title


def refusal_of(example: Example) -> Refused:
    for seat, command in example.when.items():
        try:
            if command.simultaneous:
                SYSTEM.check(example.given, seat, command)
            else:
                list(SYSTEM.decide(example.given, seat, command, ScriptedDice(())))
        except Refused as refusal:
            return refusal
    raise AssertionError(f"{example.title}: nothing is refused")


# --- rules and tables -----------------------------------------------------------------------


def all_rules() -> list[Rule]:
    return [rule for rule in vars(rules).values() if isinstance(rule, Rule)]


def test_every_rule_has_an_example():
    assert {rule.number for rule in all_rules()} == {
        example.rule.number for example in SYSTEM.examples()
    }


def test_the_page_of_rules_names_every_rule_and_an_example_of_it():
    page = (Path(rules.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    examples = SYSTEM.examples()
    for rule in all_rules():
        titles = [one.title for one in examples if one.rule == rule]
        rows = [line for line in page.splitlines() if line.startswith(f"| {rule.number} | ")]
        assert any(title in row for row in rows for title in titles), rule


def test_effective_range_zero_reads_as_one():
    chart: DetonatorTable = INITIAL.book.detonator
    assert chart.bracket_at(0) == chart.bracket_at(1) == 0


# --- words ----------------------------------------------------------------------------------


def told(state: State, outcomes: Sequence[Outcome], seat: SeatId = NOBODY) -> list[str]:
    lines = []
    for event in outcomes:
        if isinstance(event, Event):
            known = redacted(event, seat)
            lines += [sentence.render() for sentence in SYSTEM.sentences(state, known)]
            state = SYSTEM.evolve(state, known)
    return lines


def test_a_magnified_shot_is_told_with_its_numbers():
    state = armed(duel(INITIAL), {"magnifier_A": 2})
    events = resolved(state, fire(mode_one("magnifier_A", {"phaser_1": 1})), 2, 5)
    assert told(state, events)[:5] == [
        "Scorpead CA 1 fires phaser 1 at Scorpead CA 2, magnified by a unit of magnifier A.",
        "All fire is announced.",
        (
            "Scorpead CA 1, phaser 1: range 5, column 5, dice 2 and 5, 2 kept, EW shift 0: 5 "
            "damage on shield 1 of Scorpead CA 2."
        ),
        (
            "Damage 5 on shield 1 of Scorpead CA 2: general reinforcement takes 0, specific 0, "
            "the shield 5; internal damage 0."
        ),
        "All fire is resolved.",
    ]


def test_a_linked_shot_is_told_with_its_steps():
    state = duel(INITIAL, 29)
    assert told(state, resolved(state, fire(mode_two()), 2))[2] == (
        "Scorpead CA 1, phaser 1: range 29, column 25-36, 2 of 2 steps to column 12, die 2, "
        "EW shift 0: 1 damage on shield 1 of Scorpead CA 2."
    )


def test_a_salvo_is_told_with_each_part():
    state = armed(duel(INITIAL, 45), FULL, {"chamber_1": 3, "chamber_2": 1, "chamber_3": 1})
    order = salvo("chamber_2", "chamber_3", ties={"chamber_1": "magnifier_A"})
    lines = told(state, resolved(state, fire(order), 2, 3))
    assert lines[0] == (
        "Scorpead CA 1 fires a salvo at Scorpead CA 2: chamber 1 (3) with magnifier A (3), "
        "chamber 2 (1) and chamber 3 (1)."
    )
    assert lines[1] == "The detonator recovers through turn 3; again in turn 4."
    assert lines[3:5] == [
        (
            "Scorpead CA 1, salvo: range 45, bracket 31-50, 2 + 3 and EW shift 0 make 5 against 5: "
            "a hit."
        ),
        (
            "True range 45, 2 secondaries: damage bracket 16-20, factor -1: (3 - 1) x 3 = 6, "
            "(0 - 1) x 1: nothing, (0 - 1) x 1: nothing; total 6 on shield 1 of Scorpead CA 2."
        ),
    ]


def test_a_jammed_shot_is_told_so_that_it_can_be_recalculated():
    state = changed(duel(INITIAL, 8), CA2, ecm=9)
    assert told(state, resolved(state, fire(phaser("phaser_1")), 5))[2] == (
        "Scorpead CA 1, phaser 1: range 8, column 8, die 5, EW shift 3 makes die 6, column 10: "
        "1 damage on shield 1 of Scorpead CA 2."
    )
    blind = changed(duel(INITIAL, 3), lock_on=False)
    assert told(blind, resolved(blind, fire(phaser("phaser_1")), 5))[2] == (
        "Scorpead CA 1, phaser 1: range 3 (effective 6), column 6, die 5, EW shift 0: "
        "4 damage on shield 1 of Scorpead CA 2."
    )


def test_a_salvo_tells_who_only_counts_as_fired_and_what_that_loses():
    state = armed(duel(INITIAL), chambers={"chamber_1": 3, "chamber_2": 1})
    events = resolved(state, fire(salvo()), 6, 6)
    idle = "Counted as fired without taking part: chamber 2 and chamber 3."
    assert told(state, events, ONE)[1:3] == [
        idle,
        "Scorpead CA 1 loses 1 point stored in chamber 2.",
    ]
    assert told(state, events, TWO)[1:4] == [
        idle,
        "Scorpead CA 1: what chamber 2 held beyond what it can hold now is lost.",
        "Scorpead CA 1: what chamber 3 held beyond what it can hold now is lost.",
    ]


def test_the_loss_of_a_magnifier_cites_its_own_rule():
    state = internals(armed(duel(INITIAL), FULL), 3)
    hit = AllocateHit(ship=CA, box="magnifier_A")
    events = list(SYSTEM.decide(state, ONE, hit, ScriptedDice(())))
    (loss,) = (e for e in events if isinstance(e, StoredEnergyLost))
    destroyed = changed(state, destroyed=frozenset({"magnifier_A"}))
    (said,) = SYSTEM.sentences(destroyed, loss)
    assert (said.rule, said.render()) == (
        "ER-12.12",
        "Scorpead CA 1 loses 3 points stored in magnifier A.",
    )


def test_what_a_viewer_may_not_know_is_left_out_of_the_sentence():
    state = energy_step(INITIAL)
    events = resolved(state, allocate(EnergyForm(warp_hexes=4, magnifiers={"magnifier_A": 2})))
    assert told(state, events, ONE)[0] == (
        "Scorpead CA 1 has allocated its energy: warp hexes 4, fire control, shields and "
        "magnifier A 2; from the batteries: 0."
    )
    assert told(state, events, TWO)[0] == "Scorpead CA 1 has allocated its energy."


def test_the_sheet_shows_clocks_and_what_is_unknown():
    state = used(armed(duel(INITIAL, moment=(4, 3)), FULL), "magnifier_A", "mode_two", 3, 28)
    sheet = SYSTEM.scene(state).sheets[0]
    (group,) = (group for group in sheet.groups if group.title == "magnifier A")
    assert group.boxes[0].note == (
        "mode one again at turn 4 impulse 4; "
        "use with a hyperspace detonator again at turn 4 impulse 4"
    )
    assert (group.gauges[0].value, group.gauges[0].maximum) == (3, 3)
    hidden = changed(state, capacitor_halves=None)
    gauges = [gauge for group in SYSTEM.scene(hidden).sheets[0].groups for gauge in group.gauges]
    assert [gauge.value for gauge in gauges if gauge.title == "capacitor"] == [None]


def test_pieces_carry_their_arcs_as_they_face():
    piece = SYSTEM.scene(changed(duel(INITIAL), facing=3)).pieces[0]
    (salvo_arc,) = (arc for arc in piece.arcs if arc.title == "mauler arc: salvo")
    assert (0, 1) in salvo_arc.hexes
    assert (0, -1) not in salvo_arc.hexes
