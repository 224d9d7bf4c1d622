"""Gothic fleets: the data, set-up rules, and what no example shows."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.decider import Event
from domain.dice import ScriptedDice
from domain.names import ShipId
from domain.options import defaults
from domain.plane import Point
from domain.refusals import Refused
from domain.systems.gothic import SYSTEM
from domain.systems.gothic import commands as c
from domain.systems.gothic import events as e
from domain.systems.gothic.__main__ import main
from domain.systems.gothic.aiming import aspect_of
from domain.systems.gothic.book import read_book, schemas
from domain.systems.gothic.examples.setups import ONE, TWO, Table
from domain.systems.gothic.possible import can_act
from domain.systems.gothic.ship_file import schema
from domain.systems.gothic.ships import ShipClass, faults
from domain.systems.gothic.state import Phase
from tests.domain.random_play import Player, folded

TABLE = Table(SYSTEM.initial())


def spoilt(name: str, change: Callable[[Any], None]) -> str:
    """Return what is said of a data file with something changed."""
    data = json.loads(SYSTEM.files[name])
    change(data)
    with pytest.raises(ValueError, match=name) as fault:
        SYSTEM.with_files({name: json.dumps(data).encode()})
    return str(fault.value)


def side(data: Any) -> dict[str, Any]:
    return data["scenarios"][1]["sides"][0]


FIELD = {"id": "F-9", "left_cm": 1, "bottom_cm": 50, "right_cm": 2, "top_cm": 51}


def crossing(data: Any) -> dict[str, Any]:
    found = data["scenarios"][0]["sides"][0]
    found.setdefault("minefields", [])
    return found


def seats(data: Any) -> list[dict[str, Any]]:
    return data["splits"][0]["sides"][0]


def units(data: Any) -> list[dict[str, Any]]:
    return side(data)["units"]


@pytest.mark.parametrize(("name", "change", "said"), [
    ("gunnery.json", lambda d: d["rows"]["10"].__setitem__(1, 8), "rows.10.1: is 8, must be 7"),
    ("gunnery.json", lambda d: d["rows"].pop("7"), "are not 1 to 20"),
    ("damage.json", lambda d: d["ship"].pop("12"), "rows are not 2 to 12"),
    ("damage.json", lambda d: d["catastrophe"].pop(), "do not cover 2 to 12"),
    ("orders.json", lambda d: d["orders"].pop("brace"), "orders: are not"),
    ("numbers.json", lambda d: d.update(torpedo_speed_cm=31), "the requirement says 30"),
    ("numbers.json", lambda d: d.update(tea=1), "unknown field `tea`"),
    ("ships.json", lambda d: d["ships"][0].update(turn=60), "ships.retribution.turn"),
    ("ships.json", lambda d: d["ships"].append(d["ships"][0]), "two classes bear one name"),
    ("defences.json", lambda d: d["ships"][2]["mounts"][0].update(boarding=True), "boarding"),
    ("scenarios.json", lambda d: side(d).update(defences_allowed=False), "defences_not_allowed"),
    ("scenarios.json", lambda d: units(d)[10].update(x_cm=58, y_cm=53), "overlap"),
    ("scenarios.json", lambda d: units(d)[2].pop("squadron"), "escort_alone (SQ-1)"),
    ("scenarios.json", lambda d: units(d)[1].update(squadron="DS"), "squadron_type"),
    ("scenarios.json", lambda d: units(d)[0].update({"class": "yacht"}), "unknown class"),
    ("scenarios.json", lambda d: crossing(d)["minefields"].append(FIELD), "defences_not_allowed"),
    ("scenarios.json", lambda d: units(d)[9].update(marines=True), "S-1.marines"),
    ("scenarios.json", lambda d: side(d)["minefields"].extend([FIELD, FIELD]), "more than 2"),
    ("scenarios.json", lambda d: d["splits"][0].update(like="tea"), "there is no scenario tea"),
    ("scenarios.json", lambda d: d["splits"][0].update(name="ninth_moon"), "two bear one name"),
    ("scenarios.json", lambda d: d["splits"][0]["sides"].pop(), "too many or few"),
    ("scenarios.json", lambda d: seats(d)[0]["commands"].pop(), "one seat"),
    ("scenarios.json", lambda d: seats(d)[0]["commands"].append("I-3"), "one seat"),
    ("scenarios.json", lambda d: units(d)[0].update(x_cm=300), "stands beside the table"),
])  # fmt: skip
def test_a_file_that_cannot_be_is_refused_with_file_and_field(
    name: str, change: Callable[[Any], None], said: str
):
    assert said in spoilt(name, change)


def test_missing_and_unknown_files_are_named():
    with pytest.raises(ValueError, match=r"tea\.json"):
        SYSTEM.with_files({"tea.json": b"{}"})
    with pytest.raises(ValueError, match=r"orders\.json: the file is missing"):
        read_book({n: raw for n, raw in SYSTEM.files.items() if n != "orders.json"})


def test_two_satellites_may_touch_at_3_2_cm_but_not_overlap_at_3_1():
    """PD-15."""
    data = json.loads(SYSTEM.files["scenarios.json"])
    units(data)[10].update(x_cm=38.2, y_cm=52)
    units(data)[9].update(x_cm=35, y_cm=52)
    SYSTEM.with_files({"scenarios.json": json.dumps(data).encode()})
    units(data)[10].update(x_cm=38.1)
    with pytest.raises(ValueError, match="overlap"):
        SYSTEM.with_files({"scenarios.json": json.dumps(data).encode()})


@pytest.mark.parametrize(
    ("scenario", "points"), [("crossing_fires", (1475, 1465)), ("ninth_moon", (1005, 965))]
)
def test_fleets_are_worth_what_the_scenario_says(scenario: str, points: tuple[int, ...]):
    """Of the defender's 1,060 points 40 are the minefield's and 15 the mines'."""
    book = SYSTEM.initial().book
    for one, total in zip(book.scenarios[scenario].sides, points, strict=True):
        worth = sum(book.classes[unit.ship_class].points for unit in one.units)
        assert worth + one.commander.points == total


def test_firepower_beyond_the_table_adds_rows():
    table = SYSTEM.initial().book.gunnery
    assert table.dice(20, 1) == 14
    assert table.dice(27, 1) == 14 + 5
    assert table.dice(47, 3) == 7 + 7 + 2


@pytest.mark.parametrize("sizes", [(4, 1), (5,), (3, 2)])
def test_five_swords_are_three_and_two_but_not_four_and_one(sizes: tuple[int, ...]):
    """SQ-1; the fifth is a fleet's one lone escort beside others."""
    data = json.loads(SYSTEM.files["scenarios.json"])
    kept = [one for one in units(data) if one["class"] not in {"sword", "cobra"}]
    groups = [f"Q{n}" for n, size in enumerate(sizes) if size > 1]
    swords = [
        {"id": f"X-{n}-{k}", "class": "sword", "x_cm": 10 + 5 * k, "y_cm": 90}
        | ({"squadron": f"Q{n}"} if size > 1 else {})
        for n, size in enumerate(sizes)
        for k in range(size)
    ]
    side(data)["units"] = [*kept, *swords]
    side(data)["squadrons"] = [{"id": one, "title": one} for one in groups]
    raw = {"scenarios.json": json.dumps(data).encode()}
    if 1 in sizes:
        with pytest.raises(ValueError, match="X-1-0: escort_alone"):
            SYSTEM.with_files(raw)
    else:
        assert SYSTEM.with_files(raw).scenarios()


def test_every_data_file_has_its_schema():
    kept = Path(__file__).parents[3] / "domain/systems/gothic/data.schema.json"
    assert json.loads(kept.read_text(encoding="utf-8")) == json.loads(json.dumps(schemas()))
    assert schemas().keys() == SYSTEM.files.keys()
    for one_schema in schemas().values():
        assert all(one["additionalProperties"] is False for one in sheets(one_schema))


def sheets(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in schema["$defs"].values() if one["type"] == "object"]


def test_a_side_is_shared_by_several_players():
    """Three seats: two of the Imperial fleet act in one step, each with its own ships."""
    scenario = next(one for one in SYSTEM.scenarios() if one.name == "crossing_fires_three")
    game = Player(SYSTEM, 3).play(scenario, most=12)
    state = game.after
    assert [side.seats for side in state.sides.values()] == [(1, 2), (3,)]
    assert {unit.seat for unit in state.units.values() if unit.side == 1} == {1, 2}
    assert state.units[ShipId("IS-1")].seat == state.squadrons["IS"].seat == 1
    assert state.units[ShipId("IC-1")].seat == state.squadrons["IC"].seat == 2
    moving = replace(state, phase=Phase.MOVEMENT, at=state.turn_order.index(1), done=frozenset(),
                     window=None, pending=(), ended=None)  # fmt: skip
    assert SYSTEM.waiting(moving) == {1, 2}
    for seat in SYSTEM.waiting(moving):
        named = {option.fixed.get("unit") for option in SYSTEM.options(moving, seat)} - {None}
        assert {moving.units[name].seat for name in named} <= {seat}


def test_a_marine_crew_leads_boards_and_raids_better():
    data = json.loads(SYSTEM.files["scenarios.json"])
    data["scenarios"][1]["sides"][1]["units"][1]["marines"] = True
    system = SYSTEM.with_files({"scenarios.json": json.dumps(data).encode()})
    plain, marine = (
        Player(one, 3).play(one.scenarios()[1], most=1).after.units[ShipId("A-2")]
        for one in (SYSTEM, system)
    )
    assert marine.leadership == plain.leadership + 1
    assert (marine.boarding_bonus, marine.raid_bonus, marine.raid_defence) == (2, 1, -1)
    assert (plain.boarding_bonus, plain.raid_bonus, plain.raid_defence) == (1, 0, 0)


def test_the_schema_of_a_ship_file_is_what_is_written_down():
    with open("domain/systems/gothic/ship.schema.json", encoding="utf-8") as file:  # noqa: PTH123
        assert json.load(file) == json.loads(json.dumps(schema()))


def test_every_printed_class_can_be_played():
    for ship in SYSTEM.initial().book.classes.values():
        assert faults(ship) == []
        assert SYSTEM.ship_faults(msgspec.json.format(msgspec.json.encode(ship))) == ()


@pytest.mark.parametrize(("change", "fault"), [
    ({"turn": 60}, "turn: is not 0, 45 or 90"),
    ({"crew": 3}, "Object contains unknown field `crew`"),
    ({"hits": "eight"}, "hits: Expected `int`, got `str`"),
])  # fmt: skip
def test_what_is_wrong_with_a_ship_file_is_said_by_line(change: dict[str, Any], fault: str):
    ship = msgspec.to_builtins(SYSTEM.initial().book.classes["lunar"]) | change
    text = json.dumps(ship, indent=1)
    ((line, said),) = SYSTEM.ship_faults(text.encode())
    assert said == fault
    assert f'"{next(iter(change))}"' in text.splitlines()[line - 1]


@pytest.mark.parametrize("raw", [b"{\n1: 2}", b"\xff", b"[" * 100_000, b"[1]"])
def test_what_is_no_ship_file_is_said(raw: bytes):
    assert SYSTEM.ship_faults(raw)


def test_the_index_names_every_rule(capsys: pytest.CaptureFixture[str]):
    assert main(["--rules"]) == 0
    assert "NO EXAMPLE" not in capsys.readouterr().out
    assert main([]) == 2
    assert main(["--schema"]) == 0
    assert json.loads(capsys.readouterr().out).keys() == SYSTEM.files.keys()


def test_a_refused_move_tells_the_place_at_which_it_fails():
    state = TABLE.state(TABLE.unit("A", "lunar", 50, 50), phase=Phase.MOVEMENT)
    way = c.Way(ahead_mm=90, turn=45, then_mm=60)
    with pytest.raises(Refused) as refusal:
        list(SYSTEM.decide(state, ONE, c.MoveUnit(unit="A", way=way), ScriptedDice(())))
    facts = refusal.value.facts
    assert (facts["at_x_cm"], facts["at_y_cm"], facts["least_cm"]) == ("50.000", "59.000", 10)


def test_a_move_backwards_is_refused_where_it_turns_back():
    state = TABLE.state(TABLE.unit("A", "lunar", 50, 50), phase=Phase.MOVEMENT)
    way = c.Way(ahead_mm=100, turn=45, then_mm=-1)
    with pytest.raises(Refused, match="move_too_short") as refusal:
        list(SYSTEM.decide(state, ONE, c.MoveUnit(unit="A", way=way), ScriptedDice(())))
    facts = refusal.value.facts
    assert (facts["at_x_cm"], facts["at_y_cm"]) == ("50.000", "60.000")


def test_a_ship_that_is_named_twice_in_one_move_is_named_in_the_refusal():
    state = TABLE.state(TABLE.unit("A", "lunar", 50, 50), phase=Phase.MOVEMENT)
    courses = (c.Course(unit=ShipId("A"), way=c.Way(ahead_mm=100)),) * 2
    with pytest.raises(Refused, match="already_moved") as refusal:
        list(SYSTEM.decide(state, ONE, c.MoveFleet(courses=courses), ScriptedDice(())))
    assert refusal.value.facts == {"unit": "Lunar cruiser A"}


def test_a_salvo_of_several_tubes_is_one_in_every_sentence():
    salvo = e.OrdnanceLaunched(
        marker="O1", kind="torpedo", side=1, seat=ONE, at=Point(0, 0), heading=0, strength=4,
        launchers=(ShipId("A"), ShipId("B")),
    )  # fmt: skip
    state = TABLE.state(TABLE.unit("A", "cobra", 50, 50), TABLE.unit("B", "cobra", 55, 50))
    (said,) = (one.render() for one in SYSTEM.sentences(state, salvo))
    assert said == (
        "Torpedo salvo O1 is launched by Cobra destroyer A and Cobra destroyer B: "
        "strength 4, heading 0°."
    )


def test_the_first_thing_on_offer_is_never_to_leave_the_battle():
    lunar = TABLE.unit("A", "lunar", 50, 50, moved=True)
    state = TABLE.state(lunar, TABLE.enemy("E", "murder", 70, 80), phase=Phase.MOVEMENT, keep=False)
    offered = [one.command for one in SYSTEM.options(state, ONE) if not one.why_not]
    assert offered == ["end_step", "disengage"]


def test_silence_in_a_reaction_fires_turrets_and_does_not_brace():
    assert SYSTEM.default(_asked(), TWO) == c.React(brace=False, turrets=True)


def test_what_silence_means_can_be_said_once():
    """A standing answer (2.6): later windows of that seat close with it."""
    asked = _asked()
    answer = c.React(brace=True, turrets=False, standing=True)
    after = folded(SYSTEM, asked, SYSTEM.decide(asked, TWO, answer, ScriptedDice((6, 6, *[1] * 9))))
    again = replace(asked, standing=after.standing)
    assert SYSTEM.default(again, TWO) == c.React(brace=True, turrets=False)
    assert asked.window is not None
    braced = replace(again, window=replace(asked.window, brace=False))
    assert SYSTEM.default(braced, TWO) == c.React(brace=False, turrets=False)


def test_who_stays_where_it_is_is_shot_at_as_a_defence_whatever_it_did_before():
    """MV-3: what counts is the last movement phase."""
    ship = TABLE.unit("A", "lunar", 50, 50, order="burn_retros", moved_length=20_000)
    state = TABLE.state(ship, phase=Phase.MOVEMENT)
    assert aspect_of(state, ship, Point(70_000, 50_000)) == "abeam"
    after = folded(SYSTEM, state, SYSTEM.decide(state, ONE, c.EndStep(), ScriptedDice(())))
    assert aspect_of(after, after.units[ship.id], Point(70_000, 50_000)) == "defences"


def test_turrets_are_free_again_in_the_next_phase():
    """OR-6."""
    state = TABLE.state(locked={ShipId("K2"): "craft"})
    begun = SYSTEM.evolve(state, e.TurnBegan(side=2, game_turn=2))
    assert begun.locked == {}


def _asked() -> Any:
    shooter = TABLE.unit("A", "lunar", 50, 50)
    target = TABLE.enemy("E", "murder", 70, 50)
    state = TABLE.state(shooter, target)
    fire = next(
        o for o in SYSTEM.options(state, ONE) if o.command == "fire" and o.fixed["target"] == "E"
    )
    command = msgspec.convert(defaults(fire).fields(), c.Fire)
    return folded(SYSTEM, state, SYSTEM.decide(state, ONE, command, ScriptedDice(())))


@pytest.mark.parametrize("scenario", SYSTEM.scenarios(), ids=lambda one: one.name)
@pytest.mark.parametrize("seed", range(5))
def test_whatever_happens_is_said_and_no_step_waits_for_nothing(scenario: Any, seed: int):
    """Every sentence is filled in; every seat that is waited for has something to choose."""
    game = Player(SYSTEM, seed).play(scenario, most=400)
    state = SYSTEM.initial()
    for event in game.events:
        for sentence in SYSTEM.sentences(state, event):
            assert "{" not in sentence.render()
        state = SYSTEM.evolve(state, event)
    for decision in game.decisions:
        waits = [can_act(decision.before, seat) for seat in SYSTEM.waiting(decision.before)]
        assert any(waits)


def test_units_are_whole_or_gone():
    for seed in range(4):
        game = Player(SYSTEM, seed).play(SYSTEM.scenarios()[seed % 2], most=600)
        for unit in game.after.units.values():
            assert 0 <= unit.hits <= unit.plan.hits
            assert unit.active == (unit.status == "active")
            assert not (unit.active and unit.hits == 0)
            assert isinstance(unit.plan, ShipClass)
        assert all(isinstance(event, Event) for event in game.events)
