"""Knight Hawks: what events do, who may know it, how it is refused; tables, odds, ship files."""

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.decider import Command, Event
from domain.dice import ScriptedDice
from domain.hexes import DIRECTIONS, Hex
from domain.names import SeatId, ShipId
from domain.odds import odds
from domain.options import Filled, Option, Orders, Pick, defaults, fill
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.scene import HexBoard
from domain.systems.knight_hawks import SYSTEM, index, rules, ship_file
from domain.systems.knight_hawks.__main__ import main
from domain.systems.knight_hawks.attack_events import AttackRolled
from domain.systems.knight_hawks.attacks import resolved
from domain.systems.knight_hawks.book import schemas
from domain.systems.knight_hawks.commands import (
    DropMine,
    EnterOrbit,
    Launch,
    MoveShips,
    PlaceFleet,
    Placement,
    Respond,
    Steer,
    Turn,
)
from domain.systems.knight_hawks.damage import table_roll
from domain.systems.knight_hawks.damage_events import (
    AdfLost,
    DamageTableRolled,
    HitConvertedToHull,
    MrLost,
    SystemRepaired,
    WeaponDestroyed,
)
from domain.systems.knight_hawks.events import BattleEnded
from domain.systems.knight_hawks.examples.seeking import NAME, flying
from domain.systems.knight_hawks.examples.sequencing import opened
from domain.systems.knight_hawks.examples.setups import (
    A,
    B,
    Yard,
    along,
    fire,
    fly,
    line,
    plan,
    played,
    prepare,
    shot,
    with_laid,
    with_mines,
    with_options,
)
from domain.systems.knight_hawks.foretelling import hull_odds
from domain.systems.knight_hawks.move_events import AmmoReloaded, ShipMoved
from domain.systems.knight_hawks.secret_events import (
    HexCleared,
    MinesDetonated,
    SecretsKept,
    SeekerDetonated,
    SeekerFound,
    SeekerMoved,
)
from domain.systems.knight_hawks.state import Mask, Phase, State, may_have_seekers
from domain.systems.knight_hawks.volley import volley_odds
from domain.systems.knight_hawks.words import plan_title
from tests.domain.random_play import folded, redacted

INITIAL = SYSTEM.initial()
YARD = Yard(INITIAL)


def happened(state: State, when: dict[SeatId, Command], *faces: int) -> list[Outcome]:
    ((seat, command),) = when.items()
    dice = ScriptedDice(faces)
    found = list(SYSTEM.decide(state, seat, command, dice))
    assert not dice.left
    return found


def seen(outcomes: Sequence[Outcome], seat: SeatId | None) -> list[Event]:
    return [redacted(one, seat) for one in outcomes if isinstance(one, Event)]


# --- refusals say where -----------------------------------------------------------------------


@pytest.mark.parametrize(("letters", "code", "step"), [
    ("LFFFFFFF", "turn_limit", 1),
    ("FLLFFFFFF", "turn_limit", 3),
    ("FLFLFLFLFFF", "turn_limit", 8),
    ("FFFFFFFFFFFF", "speed_limit", 12),
    ("FF", "speed_limit", 3),
])  # fmt: skip
def test_a_plan_is_refused_with_the_step_at_which_it_fails(letters: str, code: str, step: int):
    """Speed 7, ADF 4, MR 3."""
    ship = YARD.ship("frigate", "a", (0, 0), speed=7)
    with pytest.raises(Refused) as refusal:
        happened(YARD.battle(ship), fly(plan(ship, letters)))
    assert (refusal.value.code, refusal.value.facts["step"]) == (code, step)


@pytest.mark.parametrize(("letters", "step"), [("FFFFF", 2), ("FLFFFF", 4), ("FRFFFF", 2)])
def test_a_forced_turn_is_missed_at_its_step(letters: str, step: int):
    ship = YARD.ship("light_cruiser", "a", (0, 0), speed=5, nav_turn=-1)
    with pytest.raises(Refused) as refusal:
        happened(YARD.battle(ship), fly(plan(ship, letters)))
    assert (refusal.value.code, refusal.value.facts["step"]) == ("must_turn", step)


def test_a_menu_move_is_the_plan_it_means():
    ship = YARD.ship("frigate", "a", (0, 0), speed=7)
    turns = (Turn(order="L", after=3), Turn(order="L", after=2), Turn(order="L", after=1))
    steer = MoveShips(moves=(Steer(ship=ship.id, hexes=7, turns=turns),), drops=())
    given = YARD.battle(ship)
    assert happened(given, {A: steer})[1:] == happened(given, fly(plan(ship, "FFFLFFLFLF")))[1:]
    late = replace(steer, moves=(Steer(ship=ship.id, hexes=7, turns=(*turns, *turns)),))
    with pytest.raises(Refused, match="turn_limit"):
        happened(given, {A: late})


# --- what an example cannot say: that something does not happen -------------------------------


def test_nothing_is_rolled_for_a_seeker_that_finds_nobody():
    """H-04: six moves, no die, and nobody harmed."""
    far = YARD.ship("frigate", "b", (60, 0))
    state = with_laid(YARD.battle(far, phase=Phase.PREPARE), "a", ("a_1", (0, 0), 3))
    ends = []
    activate = ["a_1"]
    for _ in range(6):
        state = played(state, prepare(*activate))
        activate = []
        ends += [state.seekers[NAME].at.q] if state.seekers else []
        state = replace(state, phase=Phase.PREPARE, moving="a", acting="a", declared=frozenset())
        state = replace(state, answering=(), ended=None)
    assert ends == [2, 6, 12, 20, 30]
    assert not state.seekers
    assert state.vessels[far.id].hp == 40


def test_a_hit_on_the_way_counts_from_the_next_turn():
    """H-16: ADF 4 becomes 2; speed stays 5, so next turn 3 to 7."""
    frigate = YARD.ship("frigate", "a", (0, 0), speed=5)
    given = YARD.battle(frigate, seekers={NAME: flying((3, 0), moves=1, side="b")})
    after = played(given, fly(plan(frigate, "FFFRFF")), 75, 72).vessels[frigate.id]
    assert (after.adf, after.speed, after.at, after.facing) == (2, 5, Hex(3, 2), 1)


def test_what_mines_leave_behind():
    """H-01, R-29: hull 51, six interceptors; a ship that follows meets nothing."""
    frigate = YARD.ship("frigate", "a", (0, 0), speed=7)
    cruiser = YARD.ship("light_cruiser", "a", (2, 0), speed=2, active="SS", icm=8)
    mined = with_mines(YARD.battle(frigate, cruiser), "b", (4, 0))
    moved = played(mined, fly(plan(frigate, "FFFFFFF"), plan(cruiser, "FF")))
    answer = Respond(answers=(Launch(attack=2, ship=cruiser.id, number=2),))
    state = played(moved, {A: answer}, 61, 70, 31, 4, 8, 2)
    assert (state.vessels[cruiser.id].hp, state.vessels[cruiser.id].icm) == (51, 6)
    assert state.sides["b"].mines == frozenset()
    later = YARD.ship("destroyer", "a", (3, 0), speed=2)
    again = replace(state, phase=Phase.MOVES, moving="a", acting="a", declared=frozenset())
    follows = happened(again.with_vessels([later]), fly(plan(later, "FF")))
    assert not any(isinstance(one, MinesDetonated) for one in follows)


@pytest.mark.parametrize("kind", ["station", "fighter", "own"])
def test_who_triggers_no_mines(kind: str):
    """R-24, G-10: stations, small craft in their docks, and the owner's ships."""
    orbit = {"bodies": {"planet": Hex(0, 0)}, "phase": Phase.PREPARE}
    station = YARD.ship("armed_station", "a", (1, 0), name="station")
    state = opened(INITIAL, "the_stand")
    circling = replace(station, orbit=replace_orbit(state))
    fighter = YARD.ship("fighter", "a", (1, 0), docked_at=station.id)
    given = YARD.battle(circling, fighter, **orbit)
    side = "a" if kind == "own" else "b"
    outcomes = happened(with_mines(given, side, (0, 1)), prepare())
    assert not any(isinstance(one, MinesDetonated | HexCleared) for one in outcomes)


def replace_orbit(state: State) -> Any:
    orbit = state.vessels[ShipId("kenzah_station")].orbit
    assert orbit is not None
    return orbit


def test_a_docked_ship_that_its_station_carries_into_a_pattern_does_trigger_it():
    station = YARD.ship(
        "armed_station",
        "a",
        (1, 0),
        name="station",
        orbit=replace_orbit(opened(INITIAL, "the_stand")),
    )
    docked = YARD.ship("frigate", "a", (1, 0), docked_at=station.id)
    given = YARD.battle(station, docked, phase=Phase.PREPARE, bodies={"planet": Hex(0, 0)})
    outcomes = happened(with_mines(given, "b", (0, 1)), prepare(), 96)
    assert MinesDetonated(side="b", at=Hex(0, 1), targets=(docked.id,)) in outcomes


def test_a_ship_that_broke_up_triggers_nothing():
    """H-15: it enters no hex."""
    ship = YARD.ship("destroyer", "a", (0, 0), speed=4, hp=18)
    given = with_mines(YARD.battle(ship), "b", (1, 0))
    outcomes = happened(given, fly(plan(ship, "FFFFFFLF")), 28)
    assert not any(isinstance(one, MinesDetonated | ShipMoved) for one in outcomes)


def test_a_dead_ship_triggers_no_mines_in_later_turns():
    wreck = replace(along(YARD.ship("frigate", "a", (0, 0)), *line((0, 0), 4)), lost="destroyed")
    mover = YARD.ship("frigate", "a", (0, 5), speed=1)
    last = YARD.battle(wreck, mover, phase=Phase.OFFENSIVE, moving="b", acting="b")
    foe = YARD.ship("frigate", "b", (2, 5), facing=3)
    state = played(last.with_vessels([foe]), fire(seat=B))
    while state.phase is not Phase.MOVES:
        state = played(state, prepare())
    outcomes = happened(with_mines(state, "b", (2, 0)), fly())
    assert not any(isinstance(one, MinesDetonated) for one in outcomes)


def test_rockets_are_filled_up_by_complete_turns_in_peace():
    """P-20."""
    station = YARD.ship("armed_station", "a", (0, 0), name="station")
    empty = YARD.ship("fighter", "a", (0, 0), docked_at=station.id, docked_in=1)
    empty = replace(empty, mounts={"AR": replace(empty.mounts["AR"], ammo=1)})
    foe = YARD.ship("frigate", "b", (3, 0), facing=3)
    ending = {"phase": Phase.OFFENSIVE, "moving": "b", "acting": "b", "turn": 2}
    reload = AmmoReloaded(ship=empty.id, mount="AR", ammo=3)
    in_peace = happened(YARD.battle(station, empty, foe, **ending), fire(seat=B))
    assert reload in in_peace
    late = replace(empty, docked_in=2)
    assert reload not in happened(YARD.battle(station, late, foe, **ending), fire(seat=B))
    under_fire = happened(
        YARD.battle(station, empty, foe, **ending), fire(shot(foe, "LB", station), seat=B), 96
    )
    assert reload not in under_fire
    scout = YARD.ship("assault_scout", "a", (0, 0), docked_at=station.id, docked_in=1)
    scout = replace(scout, mounts={**scout.mounts, "AR": replace(scout.mounts["AR"], ammo=0)})
    served = happened(YARD.battle(station, scout, foe, **ending), fire(seat=B))
    assert AmmoReloaded(ship=scout.id, mount="AR", ammo=4) in served


def test_an_inactive_seeker_is_found_only_if_the_table_chose_so():
    """G-08."""
    ship = YARD.ship("frigate", "a", (0, 0), speed=2)
    given = with_laid(YARD.battle(ship), "b", ("b_1", (1, 0), 0), ("b_2", (1, 0), 0))
    silent = happened(given, fly(plan(ship, "FF")))
    assert not any(isinstance(one, SeekerFound) for one in silent)
    chosen = with_options(given, reveal_inactive_seeker_on_entry="yes")
    assert SeekerFound(side="b", at=Hex(1, 0), number=2) in happened(chosen, fly(plan(ship, "FF")))


def test_in_orbit_an_inactive_seeker_is_found_as_well():
    """G-08, G-16: orbit steps are entering, and so is the first hex of an orbit."""
    around = {"bodies": {"planet": Hex(0, 0)}}
    orbit = replace_orbit(opened(INITIAL, "the_stand"))
    circling = YARD.ship("frigate", "a", (1, 0), orbit=orbit)
    free = YARD.ship("frigate", "a", (1, 0))
    into = EnterOrbit(ship=free.id, body="planet", direction=1)
    steps: list[tuple[Any, Any]] = [
        (YARD.battle(circling, phase=Phase.PREPARE, **around), prepare()),
        (YARD.battle(free, **around), {A: MoveShips(moves=(into,), drops=())}),
    ]
    for given, order in steps:
        laid = with_laid(given, "b", ("b_1", (0, 1), 0))
        assert not any(isinstance(one, SeekerFound) for one in happened(laid, order))
        chosen = with_options(laid, reveal_inactive_seeker_on_entry="yes")
        assert SeekerFound(side="b", at=Hex(0, 1), number=1) in happened(chosen, order)


def test_seekers_hit_by_themselves_if_the_table_chose_so():
    """G-03."""
    target = YARD.ship("destroyer", "b", (2, 0))
    given = YARD.battle(target, phase=Phase.PREPARE, seekers={NAME: flying((0, 0))})
    outcomes = happened(
        with_options(given, seeker_to_hit="automatic"), prepare(), 40, 1, 1, 1, 1, 1
    )
    rolls = [one for one in outcomes if isinstance(one, AttackRolled)]
    assert [(one.roll, one.hit) for one in rolls] == [(None, True)]
    assert any(isinstance(one, SeekerDetonated) for one in outcomes)


def test_electron_range_is_the_table_s_choice():
    """G-04."""
    ship, far = YARD.ship("destroyer", "a", (0, 0)), YARD.ship("frigate", "b", (0, 11))
    given = YARD.battle(ship, far, phase=Phase.OFFENSIVE)
    assert happened(given, fire(shot(ship, "EB", far)), 96)
    with pytest.raises(Refused, match="out_of_range"):
        happened(with_options(given, electron_range=10), fire(shot(ship, "EB", far)))


def test_a_mask_protects_while_it_lasts_and_is_gone_after():
    """P-51, H-23."""
    frigate = YARD.ship("frigate", "a", (0, 0), speed=5, mask=Mask(speed=5, steps_left=6))
    given = YARD.battle(frigate)
    assert played(given, fly(plan(frigate, "FFFFF"))).vessels[frigate.id].screen == "MS"
    assert played(given, fly(plan(frigate, "FFFF"))).vessels[frigate.id].screen == ""


def test_a_laser_battery_out_of_a_mask_suffers_as_a_cannon_does():
    """P-41."""
    hidden = YARD.ship("frigate", "a", (0, 0), mask=Mask(speed=0, steps_left=6))
    target = YARD.ship("destroyer", "b", (2, 0))
    given = YARD.battle(hidden, target, phase=Phase.OFFENSIVE)
    outcomes = happened(given, fire(shot(hidden, "LB", target)), 96)
    rolls = [one for one in outcomes if isinstance(one, AttackRolled)]
    assert [(one.column, one.chance, one.half) for one in rolls] == [("MS", 10, True)]


def test_who_began_its_move_in_the_hex_has_not_entered_it():
    """R-01b."""
    ship, foe = YARD.ship("frigate", "a", (0, 0)), YARD.ship("frigate", "b", (0, 0))
    with pytest.raises(Refused, match="out_of_arc"):
        happened(YARD.battle(ship, foe, phase=Phase.OFFENSIVE), fire(shot(ship, "LC", foe)))


def test_interceptors_come_from_the_target_s_hex_alone():
    """P-39."""
    ship, target = YARD.ship("frigate", "a", (0, 0)), YARD.ship("frigate", "b", (3, 0), icm=4)
    away = YARD.ship("destroyer", "b", (4, 0), icm=5)
    given = YARD.battle(ship, target, away, phase=Phase.OFFENSIVE)
    under_fire = played(given, fire(shot(ship, "T", target)))
    with pytest.raises(Refused, match="icm_not_available"):
        happened(under_fire, {B: Respond(answers=(Launch(attack=1, ship=away.id, number=1),))})


# --- secrets ----------------------------------------------------------------------------------


def test_the_enemy_reads_the_same_whatever_is_dropped():
    """R-22, H-13: the same events, and no trace of what is in them; nor what is left."""
    layer = YARD.ship("minelayer", "b", (0, 0), speed=3, name="layer")
    given = YARD.battle(layer, moving="b", acting="b")
    drops = [DropMine(ship=layer.id, index=n) for n in (1, 2)]
    told = [happened(given, fly(plan(layer, "FFF"), drops=d, seat=B)) for d in ((), drops)]
    for viewer in (A, None):
        assert seen(told[0], viewer) == seen(told[1], viewer)
    assert seen(told[0], B) != seen(told[1], B)
    known = folded(SYSTEM, given, seen(told[1], A))
    assert known.sides["b"].mines is None
    assert [known.vessels[layer.id].mounts[code].ammo for code in "MS"] == [None, None]
    assert folded(SYSTEM, given, seen(told[1], B)).sides["b"].mines == {Hex(1, 0), Hex(2, 0)}


def test_who_goes_into_orbit_may_drop_in_the_hex_that_it_enters():
    """R-21, with the order itself."""
    layer = YARD.ship("minelayer", "a", (1, 0))
    given = YARD.battle(layer, bodies={"planet": Hex(0, 0)})
    into = EnterOrbit(ship=layer.id, body="planet", direction=1)
    drops = (DropMine(ship=layer.id, index=0), DropMine(ship=layer.id, index=1))
    after = played(given, {A: MoveShips(moves=(into,), drops=drops)})
    assert after.sides["a"].mines == {Hex(1, 0), Hex(0, 1)}


def test_who_may_only_drop_a_seeker_is_asked_for_no_shots():
    """The window opens for all that others know; nobody is in range."""
    layer = YARD.ship("minelayer", "a", (0, 0))
    (option,) = SYSTEM.options(YARD.battle(layer, phase=Phase.OFFENSIVE), A)
    assert [field.title for field in option.fields] == ["drops"]
    assert defaults(option).fields() == {"shots": [], "drops": []}


def test_an_empty_minelayer_is_asked_like_a_full_one():
    """The windows of a side do not tell what it has left."""
    full = YARD.ship("minelayer", "a", (0, 0), speed=2)
    empty = replace(full, mounts={n: replace(m, ammo=0) for n, m in full.mounts.items()})
    ends = [played(YARD.battle(one), fly(plan(one, "FF"))) for one in (full, empty)]
    assert ends[0].phase is ends[1].phase
    assert SYSTEM.waiting(ends[0]) == SYSTEM.waiting(ends[1])
    assert SYSTEM.step(ends[0], A) == SYSTEM.step(ends[1], A)


def test_menus_ask_for_drops_when_all_have_moved_whether_or_not_anything_is_dropped():
    """2.5: a declaration that came only with drops would tell of them."""
    layer = YARD.ship("minelayer", "a", (0, 0), speed=2)
    frigate = YARD.ship("frigate", "a", (0, 5), speed=2)
    given = YARD.battle(layer, frigate)
    (first,) = SYSTEM.options(given, A)
    everything = [fill(first, Random(seed).randrange) for seed in range(200)]
    assert any(one.fields()["drops"] for one in everything)
    assert all(one.fields()["ends"] is False for one in everything)
    assert all(one.fields()["coast"] or one.fields()["moves"] for one in everything)
    moved = played(given, {A: MoveShips(moves=(), drops=(), ends=False, coast=True)})
    assert [moved.vessels[one.id].at for one in (layer, frigate)] == [Hex(2, 0), Hex(2, 5)]
    (second,) = SYSTEM.options(moved, A)
    assert defaults(second).fields() == {"ends": True, "moves": [], "drops": []}
    assert [field.title for field in second.fields] == ["drops"]
    dropped = [fill(second, Random(seed).randrange).fields()["drops"] for seed in range(50)]
    assert {drop["index"] for drops in dropped for drop in drops} == {0, 1, 2}


def test_without_mines_and_seekers_all_moves_are_the_end_of_movement():
    frigate = YARD.ship("frigate", "a", (0, 0), speed=2)
    given = YARD.battle(frigate)
    ended = played(given, {A: MoveShips(moves=(), drops=(), ends=False, coast=True)})
    assert ended.phase is not Phase.MOVES


def laying() -> Option:
    """The menu by which the defenders of The Stand place their fleet."""
    state = opened(INITIAL, "the_stand")
    state = played(state, {B: SYSTEM.default(state, B)})
    (option,) = SYSTEM.options(state, A)
    return option


def test_mines_and_seekers_may_be_laid_in_every_hex_but_the_planet_s():
    """6.6: also at the edge where the enemy enters."""
    (orders,) = (field for field in laying().fields if isinstance(field, Orders))
    for kind in orders.kinds:
        hexes = next(field for field in kind.fields if isinstance(field, Pick))
        titles = {choice.title for choice in hexes.choices}
        assert len(titles) == len(hexes.choices) == 55 * 39 - 1
        assert {"0000", "0019", "5438"} <= titles
        assert "2719" not in titles


def test_a_ship_may_begin_in_every_hex_but_the_planet_s():
    option = laying()
    fields = {field.path: n for n, field in enumerate(option.fields)}

    def fits(column: int, row: int) -> bool:
        values = list(defaults(option).values)
        for what, chosen in (("column", column), ("row", row)):
            at = fields["vessels", "shimmer", what]
            pick = option.fields[at]
            assert isinstance(pick, Pick)
            values[at] = pick.choices[chosen]
        return Filled(option=option, values=tuple(values)).exceeded() is None

    assert fits(27, 18)
    assert fits(0, 19)
    assert not fits(27, 19)


def test_a_fleet_may_enter_faster_than_menus_offer():
    """6.6: any speed; a plan of 200 letters can still fly it."""
    place = {"column": 54, "row": 1, "facing": 3, "speed": 60}
    assert msgspec.convert(place, Placement).speed == 60


def test_a_side_s_own_mines_forbid_more_in_their_hex():
    """R-23: also those of an earlier turn."""
    layer = YARD.ship("minelayer", "a", (0, 0), speed=2)
    mined = with_mines(YARD.battle(layer), "a", (1, 0))
    with pytest.raises(Refused, match="hex_already_mined"):
        happened(mined, fly(plan(layer, "FF"), drops=[DropMine(ship=layer.id, index=1)]))


def test_once_all_printed_seekers_were_activated_everybody_knows_that_none_is_left():
    cruiser = YARD.ship("heavy_cruiser", "a", (0, 0))
    state = YARD.battle(cruiser)
    for launched, left in ((0, True), (1, True), (2, False)):
        side = replace(state.sides["a"], launched=launched)
        assert may_have_seekers(state.with_side(side), "a") is left


def test_only_its_side_knows_which_recorded_seeker_flies():
    """R-32: its owner is told that it is active; to the enemy that name still means nothing."""
    far = YARD.ship("frigate", "b", (60, 0))
    laid = with_laid(YARD.battle(far, phase=Phase.PREPARE), "a", ("a_1", (0, 0), 3))
    outcomes = happened(laid, prepare("a_1"))
    names = {seat: folded(SYSTEM, laid, seen(outcomes, seat)).seekers[NAME].laid for seat in (A, B)}
    assert names == {A: "a_1", B: None}
    theirs = replace(folded(SYSTEM, laid, outcomes), phase=Phase.PREPARE, moving="b", acting="b")
    with pytest.raises(Refused, match="unknown_unit"):
        happened(replace(theirs, declared=frozenset()), prepare("a_1", seat=B))


def test_what_is_laid_before_the_game_is_its_owner_s():
    state = opened(INITIAL, "the_stand")
    state = played(state, {B: SYSTEM.default(state, B)})
    outcomes = happened(state, {A: PlaceFleet(vessels={}, laid=())})
    kept = [one for one in outcomes if isinstance(one, SecretsKept)]
    assert [one.ship for one in kept] == ["zrakt_zoz"]
    assert folded(SYSTEM, state, seen(outcomes, B)).sides["upf"].laid is None


# --- words ------------------------------------------------------------------------------------

SHIP, SCOUT = YARD.ship("frigate", "a", (0, 0)), YARD.ship("assault_scout", "b", (2, 0))
OUT_OF_REACH = "Attack 1 at b assault_scout: 50 against reflective hull -55 range = -5%"
ROLLED = AttackRolled(
    attack=1, weapon="LB", ship=SHIP.id, target=SCOUT.id, column="RH", base=50, chance=-5, roll=5,
    hit=True, range_modifier=-55,
)  # fmt: skip


@pytest.mark.parametrize(("event", "text"), [
    (ROLLED, f"{OUT_OF_REACH}, roll 5 always hits."),
    (replace(ROLLED, chance=105, roll=96, hit=False, range_modifier=0),
     "Attack 1 at b assault_scout: 50 against reflective hull = 105%, roll 96 always misses."),
    (SeekerMoved(seeker=NAME, move_number=1, allowance=2, path=(Hex(1, 0),), facing=0),
     "Seeker 1 flies 1 hex of 2."),
    (AdfLost(target=SHIP.id, points=1), "a frigate loses 1 point of ADF."),
    (MrLost(target=SHIP.id, points=2), "a frigate loses 2 points of MR."),
    (WeaponDestroyed(target=SHIP.id, mount="LC"), "a frigate loses its laser cannon."),
    (WeaponDestroyed(target=SHIP.id, mount="T"), "a frigate loses its whole torpedo system."),
    (SystemRepaired(ship=SHIP.id, system="ICM"), "a frigate repairs its interceptor missiles."),
    (SystemRepaired(ship=SHIP.id, system="MR"), "a frigate regains a point of MR."),
    (SystemRepaired(ship=SHIP.id, system="FIRE"), "a frigate puts its fire out."),
    (HitConvertedToHull(target=SHIP.id, row="adf_half"),
     "Nothing is left to damage on a frigate (half the ADF), so the hull is hit."),
    (BattleEnded(winners=(A,), reason="destruction"), "No enemy is left: side a won."),
])  # fmt: skip
def test_what_is_said_is_plain_and_true(event: Any, text: str):
    (sentence,) = SYSTEM.sentences(YARD.battle(SHIP, SCOUT), event)
    assert sentence.template.format_map(sentence.values) == text


def test_a_menu_shows_the_chance_that_a_shot_really_has():
    """P-36: whatever the modifiers, 1 to 5 hit."""
    ship, far = YARD.ship("destroyer", "a", (0, 0)), YARD.ship("frigate", "b", (0, 12))
    screened = replace(far, screens={"ES": True}, active="ES")
    (option,) = SYSTEM.options(YARD.battle(ship, screened, phase=Phase.OFFENSIVE), A)
    shots = next(field for field in option.fields if isinstance(field, Orders))
    beam = next(kind for kind in shots.kinds if kind.title.endswith("electron beam battery"))
    (pick,) = beam.fields
    assert isinstance(pick, Pick)
    assert [one.title for one in pick.choices] == ["b frigate at 12 hexes: 5%"]


@pytest.mark.parametrize(("letters", "text"), [
    ("", "stop"), ("F", "1 hex straight on"), ("FFF", "3 hexes straight on"),
    ("FLFFR", "3 hexes, turning left after 1 and right after 3"),
])  # fmt: skip
def test_a_plan_is_offered_in_words(letters: str, text: str):
    assert plan_title(letters) == text


def test_the_map_goes_by_the_book_s_numbers_in_rows_from_west_to_east():
    ship = YARD.ship("frigate", "a", (4, 3), speed=2)
    scene = SYSTEM.scene(with_mines(YARD.battle(ship), "a", (5, 3)))
    places = {piece.title: (piece.place, piece.facing) for piece in scene.pieces}
    assert isinstance(scene.board, HexBoard)
    assert scene.board.top == "pointed"
    assert places[ship.title] == ("hex 0503", DIRECTIONS.index(Hex(1, 0)))
    assert places["mines"] == ("hex 0603", None)


# --- odds -------------------------------------------------------------------------------------

COLUMNS = {
    "hull_double": "double", "hull": "hull", "adf_1": "drive", "adf_half": "drive",
    "adf_all": "drive", "mr_1": "steering", "mr_all": "steering", "weapon": "weapon",
    "power_short": "power", "defence": "defence", "combat_control": "control",
    "navigation": "nav", "electrical_fire": "fire", "dcr_half": "dcr",
    "disastrous_fire": "disaster",
}  # fmt: skip
TITLES = tuple(dict.fromkeys(COLUMNS.values()))


@pytest.mark.parametrize(("dtm", "printed"), [
    (-20, (30, 35, 8, 7, 10, 4, 6, 0, 0, 0, 0, 0)),
    (-10, (20, 35, 8, 7, 10, 4, 10, 6, 0, 0, 0, 0)),
    (0, (10, 35, 8, 7, 10, 4, 10, 7, 6, 3, 0, 0)),
    (10, (0, 35, 8, 7, 10, 4, 10, 7, 6, 8, 5, 0)),
    (20, (0, 25, 8, 7, 10, 4, 10, 7, 6, 8, 11, 4)),
])  # fmt: skip
def test_the_odds_of_the_damage_table_are_the_printed_percentages(
    dtm: int, printed: tuple[int, ...]
):
    """4.6, from the house's odds over the rules' own roll."""
    target = YARD.ship("frigate", "b", (3, 0))
    state = YARD.battle(target)

    def column(outcomes: tuple[Outcome, ...]) -> str:
        return next(COLUMNS[one.row] for one in outcomes if isinstance(one, DamageTableRolled))

    found = odds(lambda dice: table_roll(state, target, "a hit", dtm, dice), column)
    expected = {t: Fraction(n, 100) for t, n in zip(TITLES, printed, strict=True) if n}
    assert found == expected


def test_the_odds_of_a_volley_are_those_of_all_its_faces():
    """Taking like faces together changes no chance: one shot, walked face by face."""
    ship, target = YARD.ship("frigate", "a", (0, 0)), YARD.ship("frigate", "b", (6, 0))
    state = YARD.battle(ship, target, phase=Phase.OFFENSIVE, moving="a")
    declared = replace(state, attacks=declared_attacks(state, shot(ship, "LB", target)))

    def left(outcomes: tuple[Outcome, ...]) -> int:
        events = [one for one in outcomes if isinstance(one, Event)]
        return folded(SYSTEM, declared, events).vessels[target.id].hp

    assert hull_odds(declared, target.id) == odds(
        lambda dice: resolved(declared, dice), left, most=20_000
    )


def declared_attacks(state: State, *shots: Any) -> Any:
    ((seat, command),) = fire(*shots).items()
    outcomes = SYSTEM.decide(state, seat, command, ScriptedDice(()))
    return next(one.attacks for one in outcomes if hasattr(one, "attacks"))


def test_a_volley_s_chances_add_up_and_its_first_shot_counts_for_the_second():
    """Two torpedoes and rockets at a scout: what is destroyed is not hit again."""
    ship, scout = YARD.ship("frigate", "a", (0, 0)), YARD.ship("assault_scout", "b", (3, 0))
    state = YARD.battle(ship, scout, phase=Phase.OFFENSIVE)
    volley = (shot(ship, "T", scout), shot(ship, "RB", scout))
    declared = replace(state, attacks=declared_attacks(state, *volley))
    cases = volley_odds(declared)
    assert sum(chance for chance, _ in cases) == 1
    found = hull_odds(declared, scout.id)
    survives_both = 1 - found[0]
    assert Fraction(1, 2) < survives_both < Fraction(9, 10)
    spent = {after.vessels[ship.id].mounts["RB"].ammo for _, after in cases}
    assert spent == {3}


def by_walking(state: State, ship: ShipId) -> dict[int, Fraction]:
    """The same odds, every case of every attack decided by the rules themselves."""
    found: dict[int, Fraction] = {}
    for chance, after in volley_odds(state, most=20_000):
        left = max(after.vessels[ship].hp, 0)
        found[left] = found.get(left, Fraction(0)) + chance
    return found


@pytest.mark.parametrize("changes", [
    {}, {"adf": 1, "mr": 1}, {"hp": 15, "mask": Mask(speed=0, steps_left=6)},
    {"hp": 3, "damaged": frozenset({"POWER", "FIRE"}), "mounts": {}},
])  # fmt: skip
@pytest.mark.parametrize("mounts", [("LB", "RB"), ("T", "LB"), ("LC", "T")])
def test_what_cannot_matter_any_more_changes_no_odds(
    mounts: tuple[str, ...], changes: dict[str, Any]
):
    """Taking damage together that later shots cannot tell apart: as if each case were walked."""
    ship = YARD.ship("frigate", "a", (0, 0))
    target = replace(YARD.ship("assault_scout", "b", (3, 0)), **changes)
    state = YARD.battle(ship, target, phase=Phase.OFFENSIVE)
    volley = [shot(ship, mount, target) for mount in mounts]
    declared = replace(state, attacks=declared_attacks(state, *volley))
    assert hull_odds(declared, target.id) == by_walking(declared, target.id)


def test_a_whole_broadside_has_exact_odds():
    ship, two = YARD.ship("frigate", "a", (0, 0)), YARD.ship("destroyer", "a", (0, 1))
    target = YARD.ship("destroyer", "b", (3, 0), active="", screens={"ES": True})
    state = YARD.battle(ship, two, target, phase=Phase.OFFENSIVE)
    volley = (
        *(shot(ship, mount, target) for mount in ("LC", "LB", "T", "RB")),
        shot(two, "T", target),
    )
    (lost,) = SYSTEM.odds(state, fire(*volley))
    assert lost.title == "Hull points that b destroyer loses, of 50"
    assert sum(lost.chances.values()) == 1
    assert set(lost.chances) == set(range(51))


def test_who_answers_an_attack_is_told_what_is_left_of_it():
    """P-39: each interceptor takes 10 off a torpedo."""
    ship, target = YARD.ship("frigate", "a", (0, 0)), YARD.ship("frigate", "b", (3, 0), icm=4)
    given = YARD.battle(ship, target, phase=Phase.OFFENSIVE)
    under_fire = played(given, fire(shot(ship, "T", target)))
    unhurt = []
    for number in (1, 4):
        answer = Respond(answers=(Launch(attack=1, ship=target.id, number=number),))
        (lost,) = SYSTEM.odds(under_fire, {B: answer})
        unhurt.append(lost.chances[0])
    assert unhurt[0] == Fraction(6, 10) + Fraction(4, 10) * Fraction(35, 100)
    assert unhurt[1] == Fraction(9, 10) + Fraction(1, 10) * Fraction(35, 100)


def test_a_host_s_end_takes_its_guests_along_in_the_odds():
    """P-17: half of the station's 80 points are more than a scout has."""
    ship = YARD.ship("frigate", "a", (0, 0))
    station = YARD.ship("armed_station", "b", (3, 0), name="station", hp=1)
    guest = YARD.ship("frigate", "b", (3, 0), docked_at=station.id)
    state = YARD.battle(ship, station, guest, phase=Phase.OFFENSIVE)
    declared = replace(state, attacks=declared_attacks(state, shot(ship, "LB", station)))
    guest_lost = hull_odds(declared, guest.id)
    assert guest_lost[0] == hull_odds(declared, station.id)[0] > 0


# --- data -------------------------------------------------------------------------------------


def changed_file(name: str, change: Any) -> dict[str, bytes]:
    found = json.loads(SYSTEM.files[name])
    change(found)
    return {name: json.dumps(found).encode()}


@pytest.mark.parametrize(("name", "change", "fault"), [
    ("weapons.json", lambda f: f["weapons"]["PB"].update(range_hexes=10), "weapons.PB.range_hexes"),
    ("weapons.json", lambda f: f["weapons"]["T"].update(mpo=False), "weapons.T.mpo"),
    ("weapons.json", lambda f: f["weapons"]["M"].update(plus=4), "weapons.M.dice"),
    ("weapons.json", lambda f: f["weapons"].pop("S"), "weapons.S"),
    ("weapons.json", lambda f: f["weapons"]["LC"].update(colour="red"), "colour"),
    ("combat.json", lambda f: f["advanced"]["LC"]["RH"].update(chance=160), "advanced.LC.RH"),
    ("combat.json", lambda f: f.update(diffusion=-4), "diffusion"),
    ("damage.json", lambda f: f["rows"][3].update(upto=10), "rows: do not rise"),
    ("damage.json", lambda f: f["rows"][7].update(order=["PS"]), "rows.62.order"),
    ("damage.json", lambda f: f["rows"][18].update(upto=104), "R-07"),
    ("constants.json", lambda f: f.update(seeker_allowances=[2, 4]), "seeker_allowances"),
    ("ships.json", lambda f: f["ships"][2]["mounts"].update(DC=1), "frigate.mounts.DC"),
    ("ships.json", lambda f: f["ships"][0].update(hp=0), "fighter.hp"),
    ("ships.json", lambda f: f["fleets"]["sathar"].update(gunboat=1), "fleets.sathar"),
    ("militias.json", lambda f: f["militias"].update(Nowhere={"tug": 1}), "militias.Nowhere"),
    ("scenarios.json", lambda f: f["scenarios"][0].update(turn_limit=7), "turn_limits"),
    ("scenarios.json", lambda f: f["scenarios"][1].update(defending_side="x"), "defending_side"),
    ("scenarios.json", lambda f: f["scenarios"][0]["sides"][0]["vessels"][0].update(ship="x"),
     "close_escort.courageous.ship"),
    ("scenarios.json", lambda f: f["scenarios"][0]["sides"][0]["vessels"][0].update(column=99),
     "close_escort.courageous"),
])  # fmt: skip
def test_a_data_file_that_cannot_be_right_is_named(name: str, change: Any, fault: str):
    with pytest.raises(ValueError, match=r".+") as refusal:
        SYSTEM.with_files(changed_file(name, change))
    assert str(refusal.value).startswith(f"{name}: ")
    assert fault in str(refusal.value)


def test_an_unknown_file_is_named():
    with pytest.raises(ValueError, match=r"charts\.json: this system has no such file"):
        SYSTEM.with_files({"charts.json": b"{}"})


def test_the_schemas_of_all_data_files_are_kept():
    kept = Path(ship_file.__file__).with_name("data.schema.json").read_text(encoding="utf-8")
    assert json.loads(kept) == json.loads(json.dumps(schemas()))
    assert schemas().keys() == SYSTEM.files.keys()


def test_the_roster_has_the_printed_figures():
    """6.1, some of each kind."""
    classes = INITIAL.book.classes
    figures = {n: (c.hp, c.adf, c.mr, c.dcr) for n, c in classes.items()}
    assert figures["fighter"] == (8, 5, 5, 30)
    assert figures["minelayer"] == (50, 1, 2, 75)
    assert figures["battleship"] == (120, 2, 2, 200)
    assert figures["fortress"] == (300, 0, 0, 200)
    assert classes["battleship"].mounts["S"] == 4
    assert classes["destroyer"].figures("basic").mr == 2
    assert INITIAL.book.militias["Minotaur (Theseus)"] == {
        "assault_scout": 4, "frigate": 1, "destroyer": 1
    }  # fmt: skip
    assert INITIAL.book.fleets["sathar"]["destroyer"] == 15


SHIPS = {one["name"]: one for one in json.loads(SYSTEM.files["ships.json"])["ships"]}


def told(ship: Any) -> list[tuple[int, str]]:
    return [tuple(one) for one in SYSTEM.ship_faults(json.dumps(ship, indent=1).encode())]


@pytest.mark.parametrize("name", SHIPS)
def test_every_printed_ship_can_be_played(name: str):
    assert told(SHIPS[name]) == []


def test_a_home_made_ship_is_judged_by_line():
    ship = {**SHIPS["frigate"], "adf": 7, "defences": {"RH": 1, "MS": 9}}
    ship["mounts"] = {**SHIPS["frigate"]["mounts"], "DC": 1}
    lines = json.dumps(ship, indent=1).splitlines()
    faults = {text.partition(":")[0]: line for line, text in told(ship)}
    assert faults.keys() == {"adf", "mounts.DC", "defences.MS"}
    assert '"adf"' in lines[faults["adf"] - 1]
    assert '"mounts"' in lines[faults["mounts.DC"] - 1]
    assert SYSTEM.ship_schema()["$defs"]["ShipClass"]["additionalProperties"] is False


# --- rules ------------------------------------------------------------------------------------


def test_every_hard_case_is_an_example():
    titles = Counter(example.title[:4] for example in SYSTEM.examples())
    assert all(titles[case] for case in index.HARD_CASES)


def test_the_index_names_every_rule_with_its_example(capsys: pytest.CaptureFixture[str]):
    assert main(["--rules"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == [*(rule.number for rule in index.every_rule()), *index.HARD_CASES]
    assert main([]) == 2
    assert main(["--schema"]) == 0


def test_the_page_of_rules_names_every_rule_and_an_example_of_it():
    page = (Path(rules.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    lines = [(line.split(" | ")[0], line) for line in page.splitlines()]
    for number, title, count in index.index(SYSTEM.examples()):
        more = f" (and {count - 1} more)" if count > 1 else ""
        rows = [line for first, line in lines if first == f"| {number}"]
        assert any(row.endswith(f" | {title}{more} |") for row in rows), number


def test_what_is_offered_includes_moves_with_turns_and_the_best_aim():
    ship, foe = YARD.ship("frigate", "a", (0, 0), speed=3), YARD.ship("frigate", "b", (6, 0))
    (moves,) = SYSTEM.options(YARD.battle(ship, foe), A)
    orders = next(field for field in moves.fields if isinstance(field, Orders))
    assert {kind.command for kind in orders.kinds} == {"steer", "fly"}
    assert defaults(orders.kinds[0]).fields() == {"ship": ship.id, "hexes": 3, "turns": []}
    passed = along(replace(ship, speed=0), *line((0, 0), 5))
    (option,) = SYSTEM.options(YARD.battle(passed, foe, phase=Phase.OFFENSIVE), A)
    shots = next(field for field in option.fields if isinstance(field, Orders))
    titles = {kind.title: kind.fields[0] for kind in shots.kinds if kind.fields}
    (choice,) = titles[f"{ship.title}: laser cannon"].choices
    assert choice.title == f"{foe.title} at 1 hex, head-on: 65%"
