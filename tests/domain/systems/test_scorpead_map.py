"""Scorpead: the map with its features and units, and what a referee does to it."""

import pytest
from msgspec.structs import replace

from domain.decider import Command
from domain.dice import ScriptedDice
from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.options import Orders, Pick
from domain.refusals import Refused
from domain.systems.scorpead import SYSTEM, raids, terrain
from domain.systems.scorpead.activity_events import BoxRaided, DamageControlMarked
from domain.systems.scorpead.commands import CampaignRepair, EnergyForm, RefereeSet
from domain.systems.scorpead.examples.raiding import opened, raid
from domain.systems.scorpead.examples.seeking import SEEKER, with_unit
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    HOLD,
    ONE,
    TWO,
    allocate,
    armed,
    changed,
    duel,
    energy_step,
    fire,
)
from domain.systems.scorpead.examples.shots import burst
from domain.systems.scorpead.forms import (
    Feature,
    PlaceFeature,
    PlaceUnit,
    Remove,
    RepairBox,
    SetStasis,
    Setting,
    UnitKind,
    UnitSheet,
)
from domain.systems.scorpead.shipboard import Crew, Manoeuvres, Repair
from domain.systems.scorpead.state import State
from tests.domain.random_play import folded

INITIAL = SYSTEM.initial()
REFEREE = SeatId(3)
WEB = Feature(id="web_1", kind="web", q=0, r=-3, strength=4)
DRONE = UnitSheet(id=ShipId("drone_1"), kind="drone", seat=2, q=0, r=-9, target=CA)


def ruled(state: State, *settings: Setting) -> State:
    for setting in settings:
        command: Command = RefereeSet(setting=setting)
        state = folded(SYSTEM, state, SYSTEM.decide(state, REFEREE, command, ScriptedDice(())))
    return state


def resolved(state: State, when: dict, *faces: int) -> State:
    return folded(SYSTEM, state, SYSTEM.resolve(state, when, ScriptedDice(faces)))


def begun(scenario: str) -> State:
    (found,) = (one for one in SYSTEM.scenarios() if one.name == scenario)
    chosen = {option.name: option.default for option in found.options}
    return folded(SYSTEM, INITIAL, SYSTEM.begin(scenario, chosen, ScriptedDice(())))


def test_the_passage_shows_every_kind_of_thing():
    state = begun("passage")
    assert len({unit.kind for unit in state.units.values()}) == 9
    assert len({feature.kind for feature in state.features.values()}) == 10
    pieces = {piece.id: piece for piece in SYSTEM.scene(state).pieces}
    assert pieces["great_rock"].note == "large asteroid, strength 20"
    assert pieces["drone_1"].note == "drone, flies at Scorpead CA 1, damage 0 of 4"
    assert pieces["web_1"].seat is None


def test_a_base_stays_where_it_is():
    base = begun("base").ships[ShipId("scorpead_base_1")]
    assert (base.speed, base.crew.parties, len(base.detonators)) == (0, 20, 2)


def test_a_referee_puts_things_on_the_map_and_takes_them_away():
    state = ruled(duel(INITIAL), PlaceFeature(feature=WEB), PlaceUnit(unit=DRONE))
    assert (list(state.features), list(state.units)) == (["web_1"], ["drone_1"])
    stronger = ruled(state, PlaceFeature(feature=replace(WEB, strength=9)))
    assert stronger.features["web_1"].strength == 9
    bare = ruled(stronger, Remove(thing="web_1"), Remove(thing="drone_1"))
    assert (bare.features, bare.units) == ({}, {})
    still = ruled(bare, SetStasis(ship=CA, on=True))
    assert still.ships[CA].stasis
    assert not ruled(still, SetStasis(ship=CA, on=False)).ships[CA].stasis


def test_a_ruling_makes_what_was_sealed_stale():
    state = duel(INITIAL)
    assert SYSTEM.step(ruled(state, PlaceFeature(feature=WEB)), ONE) != SYSTEM.step(state, ONE)


@pytest.mark.parametrize(("setting", "code"), [
    (Remove(thing="web_9"), "unknown_thing"),
    (SetStasis(ship=ShipId("nobody"), on=True), "unknown_ship"),
    (PlaceUnit(unit=replace(DRONE, target=ShipId("nobody"))), "unknown_target"),
    (PlaceUnit(unit=replace(DRONE, id=CA)), "name_taken"),
    (PlaceUnit(unit=replace(DRONE, id=ShipId("web_1"))), "name_taken"),
    (PlaceFeature(feature=replace(WEB, id="")), "name_taken"),
    (RepairBox(ship=ShipId("nobody"), box="chamber_1", points=1), "unknown_ship"),
    (RepairBox(ship=CA, box="chamber_1", points=1), "nothing_to_repair"),
])  # fmt: skip
def test_what_a_referee_cannot_set(setting: Setting, code: str):
    state = ruled(duel(INITIAL), PlaceFeature(feature=WEB))
    with pytest.raises(Refused) as refusal:
        ruled(state, setting)
    assert refusal.value.code == code


def test_the_map_does_not_grow_for_ever():
    state = duel(INITIAL)
    for n in range(64):
        state = ruled(state, PlaceFeature(feature=replace(WEB, id=f"web_{n}")))
    with pytest.raises(Refused, match="map_full"):
        ruled(state, PlaceUnit(unit=DRONE))


def test_nobody_fires_at_what_flies_for_them():
    state = with_unit(armed(duel(INITIAL), chambers=ARMED), "drone", Hex(0, -4))
    own = replace(state, units={SEEKER: replace(state.units[SEEKER], seat=ONE)})
    order = replace(burst(), target=SEEKER)
    with pytest.raises(Refused, match="own_side"):
        SYSTEM.check(own, ONE, fire(order)[ONE])


def test_a_boomerang_takes_its_mechanism_along():
    state = with_unit(duel(INITIAL), "boomerang_fuser", Hex(0, -4))
    carrier = replace(state.units[SEEKER], id=ShipId("body"), kind="boomerang")
    both = {SEEKER: replace(state.units[SEEKER], carrier=carrier.id), carrier.id: carrier}
    assert not ruled(replace(state, units=both), Remove(thing="body")).units


def test_what_a_raid_takes():
    state = resolved(opened(INITIAL), fire(raid("chamber_1")), 2)
    raider, target = state.ships[CA], state.ships[CA2]
    assert (raider.crew.parties, raider.crew.beams, raider.crew.raids) == (11, 4, 1)
    assert raider.crew.beamed == {"transporter_1"}
    assert not target.has("chamber_1")
    assert target.chambers["chamber_1"].energy == 0
    assert state.raids == ()


def test_a_shield_that_comes_up_does_not_stop_what_is_under_way():
    with pytest.raises(Refused, match="shield_up"):
        raids.check_way(duel(INITIAL, 4).ships[CA], duel(INITIAL, 4).ships[CA2])


def test_manoeuvres_and_guards_are_their_owners_secret():
    form = EnergyForm(warp_hexes=4, manoeuvres=True, guards={"chamber_1": 1}, transporters=1)
    ship = resolved(energy_step(INITIAL), allocate(form)).ships[CA]
    assert ship.manoeuvres == Manoeuvres(paid=True)
    assert (ship.crew.guards, ship.crew.beams) == ({"chamber_1": 1}, 5)


def test_a_turn_ends_what_it_paid_for():
    busy = Crew(parties=12, guards={"chamber_1": 1}, beams=3, raids=1)
    state = changed(duel(INITIAL, moment=(1, 32)), crew=busy)
    ship = resolved(state, {ONE: HOLD, TWO: HOLD}).ships[CA]
    assert ship.crew == Crew(parties=12)


def test_the_sheet_shows_crew_and_manoeuvres():
    state = changed(duel(INITIAL), manoeuvres=Manoeuvres(on=True), dropped=frozenset({2}))
    sheet = SYSTEM.scene(state).sheets[0]
    assert sheet.note == "erratic manoeuvres"
    gauges = {gauge.title: gauge for group in sheet.groups for gauge in group.gauges}
    assert gauges["boarding parties"].value == 12
    assert gauges["shield 2"].note == "dropped"
    assert gauges["hexes since the last turn"].note == "turn mode 3 (C)"


@pytest.mark.parametrize(("q", "r", "ecm"), [(5, 5, 0), (5, 4, 2)])
def test_along_a_hexside_a_black_hole_must_be_near_both_hexes(q: int, r: int, ecm: int) -> None:
    hole = Feature(id="hole", kind="black_hole", q=q, r=r)
    state = replace(changed(duel(INITIAL), CA2, at=Hex(1, -2)), features={"hole": hole})
    found = terrain.ecm(state, state.ships[CA], state.ships[CA2])
    assert found["black hole or pulsar"] == ecm


def test_a_box_marked_off_for_emergency_repair_is_nobodys_score() -> None:
    state = SYSTEM.evolve(duel(INITIAL), BoxRaided(ship=CA, box="lab_1"))
    state = SYSTEM.evolve(state, DamageControlMarked(ship=CA, box="damcon_1"))
    assert (state.scored(ONE), state.scored(TWO)) == (0, 1)


def test_what_was_repaired_otherwise_is_not_repaired_again() -> None:
    state = changed(duel(INITIAL, moment=(2, 32)), repair=Repair(cdr="chamber_3"))
    assert resolved(state, {ONE: HOLD, TWO: HOLD}).ships[CA].repair == Repair()


def test_a_repair_between_battles_makes_what_was_sealed_stale() -> None:
    state = changed(energy_step(INITIAL), destroyed=frozenset({"chamber_1"}))
    command = CampaignRepair(ship=CA, box="chamber_1")
    after = folded(SYSTEM, state, SYSTEM.decide(state, REFEREE, command, ScriptedDice(())))
    assert SYSTEM.step(after, ONE) != SYSTEM.step(state, ONE)


def test_a_repair_system_of_too_few_points_is_on_the_record() -> None:
    state = changed(duel(INITIAL), destroyed=frozenset({"chamber_1"}))
    begun = ruled(state, RepairBox(ship=CA, box="chamber_1", points=4)).ships[CA]
    assert begun.repair.progress == {"chamber_1": 4}
    whole = ruled(state, RepairBox(ship=CA, box="chamber_1", points=9)).ships[CA]
    assert whole.has("chamber_1")
    assert (whole.repair.progress, whole.repair.cdr_boxes) == ({}, 0)


@pytest.mark.parametrize(("kind", "warned"), [("drone", False), ("plasma_f", True)])
def test_the_menu_warns_of_what_a_burst_cannot_damage(kind: UnitKind, warned: bool) -> None:  # noqa: FBT001
    state = with_unit(armed(duel(INITIAL, 20), chambers=ARMED), kind, Hex(0, -4))
    titles = [title for title in menu(state) if title.startswith(f"the {kind}")]
    assert titles == [f"the {kind}{' (cannot be damaged by it)' * warned}"] * 2


def test_the_menu_warns_of_stasis() -> None:
    state = changed(armed(duel(INITIAL, 4), chambers=ARMED), CA2, stasis=True)
    assert "Scorpead CA 2 (cannot be damaged by it)" in menu(state)


def menu(state: State) -> list[str]:
    """Return the titles of all targets that side 1 is offered for bursts and salvos."""
    (option,) = SYSTEM.options(state, ONE)
    kinds = [kind for field in option.fields if isinstance(field, Orders) for kind in field.kinds]
    picks = (field for kind in kinds if kind.command in ("burst", "salvo") for field in kind.fields)
    found = [pick for pick in picks if isinstance(pick, Pick) and pick.path == ("target",)]
    return [choice.title for pick in found for choice in pick.choices]
