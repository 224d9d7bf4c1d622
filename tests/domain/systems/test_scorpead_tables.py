"""Scorpead's data: the numbers of the book, and what a replacement must keep."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from domain.hexes import Hex, disc, distance
from domain.systems.scorpead import SYSTEM
from domain.systems.scorpead.arcs import bears, mauler_bears
from domain.systems.scorpead.book import Book, read_book
from domain.systems.scorpead.movement import scheduled

HERE = Hex(0, 0)


@pytest.fixture
def book() -> Book:
    return read_book(SYSTEM.files)


def column(book: Book, range_hexes: int) -> int:
    found = book.phasers["phaser_mr"].column_at(range_hexes)
    assert found is not None
    return found


# --- phasers and detonator ------------------------------------------------------------------


def test_mean_damage_of_a_ph_mr(book: Book):
    table = book.phasers["phaser_mr"]
    means = [sum(table.damage_at(die, at) for die in range(1, 7)) / 6 for at in range(16)]
    assert [round(mean, 2) for mean in means] == [
        1.5, 2.0, 2.5, 3.0, 4.0, 4.33, 4.67, 4.17, 3.67, 2.83, 2.17, 1.5, 0.83, 0.5, 0.33, 0.17
    ]  # fmt: skip


@pytest.mark.parametrize(("range_hexes", "steps"), [
    (0, (1, 2, 3)), (1, (2, 3, 3)), (2, (3, 3, 3)), (3, (3, 3, 3)), (4, (4, 4, 4)),
    (8, (8, 8, 8)), (9, (9, 9, 9)), (10, (9, 9, 9)), (11, (10, 9, 9)), (12, (11, 10, 9)),
    (20, (12, 11, 10)), (30, (13, 12, 11)), (40, (25, 13, 12)),
])  # fmt: skip
def test_one_two_and_three_steps_of_mode_two(book: Book, range_hexes: int, steps: tuple[int, ...]):
    at = column(book, range_hexes)
    for end in steps:
        at = book.phasers["phaser_mr"].linked(at)
        assert at == column(book, end)


@pytest.mark.parametrize(("true_range", "plain", "tied", "ca", "dd"), [
    (1, 9, 18, 54, 33), (5, 6, 15, 54, 33), (10, 3, 12, 54, 27), (15, 0, 9, 45, 21),
    (20, 0, 6, 36, 15), (30, 0, 3, 27, 9), (50, 0, 0, 18, 3),
])  # fmt: skip
def test_damage_of_bursts_and_salvos(
    book: Book, true_range: int, plain: int, tied: int, ca: int, dd: int
):
    chart = book.detonator
    bracket = chart.bracket_at(true_range)

    def damage(secondaries: int, *barrels: tuple[int, int]) -> int:
        factor = chart.factor[max(0, bracket - secondaries)]
        return sum(max(0, (magnifier + factor) * chamber) for chamber, magnifier in barrels)

    assert damage(0, (3, 0)) == plain
    assert damage(0, (3, 3)) == tied
    assert damage(2, *[(3, 3)] * 3) == ca
    assert damage(1, (3, 3), (3, 2)) == dd


# --- arcs and movement ----------------------------------------------------------------------


@pytest.mark.parametrize(("arcs", "hexes"), [
    (("RF",), [2, 3, 4, 5, 6]), (("FA",), [3, 5, 7, 9, 11]), (("LS",), [4, 7, 10, 13, 16]),
    (("RX",), [5, 9, 13, 17, 21]), (("LF", "L"), [3, 5, 7, 9, 11]), (("FH",), [3, 7, 9, 13, 15]),
    (("RH",), [3, 7, 9, 13, 15]), (("360",), [6, 12, 18, 24, 30]),
])  # fmt: skip
def test_arcs_hold_so_many_hexes_at_each_range(arcs: tuple[str, ...], hexes: list[int]):
    for facing in range(6):
        inside = [way for way in disc(5) if bears(arcs, facing, way)]
        assert [sum(distance(HERE, way) == n for way in inside) for n in range(1, 6)] == hexes


def test_the_mauler_arc_is_a_corridor(book: Book):
    ways = {way for way in disc(3) if mauler_bears(book.detonator.mauler, 0, way)}
    assert ways == {(0, -1), (-1, -1), (0, -2), (1, -2), (-1, -2), (0, -3), (1, -3)}
    assert mauler_bears(book.detonator.mauler, 3, Hex(0, 2))
    assert not mauler_bears(book.detonator.mauler, 0, HERE)


@pytest.mark.parametrize(("speed", "impulses"), [
    (0, []), (1, [32]), (8, [4, 8, 12, 16, 20, 24, 28, 32]),
    (12, [3, 6, 8, 11, 14, 16, 19, 22, 24, 27, 30, 32]),
    (17, [2, 4, 6, 8, 10, 12, 14, 16, 17, 19, 21, 23, 25, 27, 29, 31, 32]),
])  # fmt: skip
def test_a_speed_moves_in_its_impulses(speed: int, impulses: list[int]):
    assert [impulse for impulse in range(1, 33) if scheduled(speed, impulse)] == impulses


def test_turn_modes(book: Book):
    modes = [book.movement.turn_mode("C", speed) for speed in (1, 2, 4, 5, 9, 10, 14, 20, 27, 28)]
    assert modes == [0, 1, 1, 2, 2, 3, 3, 4, 5, 6]


@pytest.mark.parametrize(("ship", "power", "capacitor", "weapons"), [
    ("scorpead_ca", 38, 9, 9), ("scorpead_dd", 23, 7, 7), ("scorpead_ff", 15, 4, 4),
    ("vektrean_ca", 37, 7, 2), ("vektrean_ca_x", 37, 7, 2), ("scorpead_base", 30, 6, 6),
])  # fmt: skip
def test_ships(ship: str, power: int, capacitor: int, weapons: int):
    chosen = {"side_1": ship, "side_2": ship, "turn_limit": 8, "orphan_magnifier_capacity": 0}
    state = SYSTEM.initial()
    for event in SYSTEM.begin("duel", chosen, None):
        state = SYSTEM.evolve(state, event)
    begun = state.ships[f"{ship}_1"]
    assert begun.power_halves == 2 * power
    assert begun.capacitor_halves == 2 * capacitor
    assert sum(begun.capacity(name) for name in begun.magnifiers) == weapons


# --- replacements ---------------------------------------------------------------------------


def replaced(name: str, change: Callable[[Any], None]) -> dict[str, bytes]:
    data = json.loads(SYSTEM.files[name])
    change(data)
    return {name: json.dumps(data).encode()}


def put(*path: Any) -> Callable[[Any], None]:
    """Return a change that puts the last of *path* where the others lead."""
    *way, last, value = path

    def change(data: Any) -> None:
        for step in way:
            data = data[step]
        data[last] = value

    return change


@pytest.mark.parametrize(("name", "change", "fault"), [
    ("phaser_mr.json", put("damage", "2", 9, 5), "damage.2: does more than the die before it"),
    ("phaser_mr.json", put("damage", "1", 0, 6), "does not rise to the band"),
    ("phaser_mr.json", put("damage", "6", 0, 2), "does more than"),
    ("phaser_mr.json", put("damage", "3", 9, 2), "does more than"),
    ("phaser_mr.json", put("no_link_result", [4, 5, 6, 7]), "no_link_result: is not 4 to 8"),
    ("phaser_mr.json", put("columns", 4, [5, 5]), "columns: has gaps or overlaps"),
    ("phaser_1.json", put("columns", 0, [1, 1]), "columns: does not begin at range 0"),
    ("phaser_1.json", put("damage", "1", [1]), "damage.1: has not one cell a column"),
    ("phaser_1.json", put("damage", "6", 0, -1), "damage.6: has a negative cell"),
    ("phaser_3.json", put("damage", {"1": [4] * 6}), "damage: has not one row for each face"),
    ("hsd.json", put("brackets", 6, [31, 49]), "brackets: do not end at the maximum true range"),
    ("hsd.json", put("hit", 6, 6), "hit: rises with the range"),
    ("hsd.json", put("factor", [4, 3, 2, 1, 0, -1, -2]), "fails the first example of DW-12.43"),
    ("hsd.json", put("factor", 6, -2), "factor: does not fall with range"),
    ("hsd.json", put("hit", [9]), "hit: has not one number a bracket"),
    ("dac.json", put("rows", "7", "CARGO EXCESS"), "rows.7: has not 13 entries"),
    ("dac.json", put("rows", {"2": "BRIDGE"}), "rows: are not 2 to 12"),
    ("movement.json", put("turn_modes", "C", [9, 4]), "turn_modes.C: has bands that do not rise"),
    ("movement.json", put("turn_modes", {"A": [6]}), "turn_mode: movement.json has none"),
    ("energy.json", put("cloak_halves", 4), "unknown field `cloak_halves`"),
    ("energy.json", put("shields_halves", {"3": 4}), "size_class: energy.json has no costs"),
    ("ships.json", put("ships", 0, "phasers", 0, "arcs", ["ZZ"]), "arcs: one is unknown"),
    ("ships.json", put("ships", 0, "phasers", 0, "type", "phaser_9"), "phasers.type: there is no"),
    ("ships.json", put("ships", 0, "phasers", 0, "id", "phaser_2"), "two boxes have one name"),
    ("ships.json", put("ships", 0, "magnifiers", 0, "bank", "B"), "magnifiers: two share a bank"),
    ("ships.json", put("ships", 0, "shields", [1, 2]), "Expected `array` of length 6"),
    ("ships.json", put("ships", 0, "boxes", "brig", 1), "boxes: unknown group"),
    ("ships.json", put("ships", 1, "name", "scorpead_ca"), "ships: two have one name"),
    ("ships.json", put("ships", 0, "size_class", 9), "size_class: must be 1 to 5"),
    ("scenarios.json", put("scenarios", 0, "sides", 0, "ship", "x"), "sides: unknown ship class"),
    ("scenarios.json", put("scenarios", 0, "sides", 0, "facing", 6), "a facing is not 0 to 5"),
    ("scenarios.json", put("scenarios", 1, "units", 0, "id", "web_1"), "two things on the map"),
    ("scenarios.json", put("scenarios", 1, "features", 0, "kind", "comet"), "Invalid enum value"),
    ("units.json", put("repair_points", "chamber", 6), "repair_points.chamber: is not 7"),
    ("units.json", put("repair_points", "apr", 0), "repair_points: one is not positive"),
    ("units.json", put("kinds", "drone", "small", "tiny"), "kinds.drone.small: there is no such"),
    ("units.json", put("kinds", "drone", "speed", 40), "kinds.drone: speed must be 0 to 32"),
    ("units.json", put("collision", 0, "damage", [3, 2, 2, 2, 2, 2]), "falls with the die"),
    ("ships.json", put("ships", 0, "boarding_parties", -1), "boarding_parties: must not be"),
    ("ships.json", put("ships", 5, "detonators", 1, "arcs", ["FA"]), "different arcs (DW-12.121)"),
    ("ships.json", put("ships", 3, "other_weapons", 1, "drones", 2), "only a DRONE holds drones"),
    ("scenarios.json", put("scenarios", 0, "turn_limit", 7), "turn_limits: must rise"),
])  # fmt: skip
def test_a_replacement_that_cannot_be_right_is_refused(
    name: str, change: Callable[[Any], None], fault: str
):
    with pytest.raises(ValueError, match=name) as refusal:
        SYSTEM.with_files(replaced(name, change))
    assert fault in str(refusal.value)


def test_two_detonators_are_refused_on_a_unit_that_is_no_base():
    def second(data: Any) -> None:
        one = {"id": "detonator_2", "arcs": ["RA"], "chambers": ["chamber_9"]}
        data["ships"][0]["detonators"].append(one)

    with pytest.raises(ValueError, match=r"DW-12\.12"):
        SYSTEM.with_files(replaced("ships.json", second))


def test_a_replacement_is_used():
    def stronger(data: Any) -> None:
        data["ships"][0]["shields"] = [40, 30, 30, 30, 30, 30]

    changed = SYSTEM.with_files(replaced("ships.json", stronger))
    assert changed.initial().book.classes["scorpead_ca"].shields[0] == 40
    assert SYSTEM.initial().book.classes["scorpead_ca"].shields[0] == 30


def test_a_file_that_nobody_reads_is_refused():
    with pytest.raises(ValueError, match=r"fighters\.json"):
        SYSTEM.with_files({"fighters.json": b"{}"})


def test_a_missing_file_is_named():
    with pytest.raises(ValueError, match=r"dac\.json: the file is missing"):
        read_book({name: raw for name, raw in SYSTEM.files.items() if name != "dac.json"})


def test_every_file_says_where_its_numbers_come_from():
    for raw in SYSTEM.files.values():
        assert json.loads(raw)["provenance"]
