"""Scorpead: home-made ships, and the index of its rules."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from clients.cli.main import application
from domain.systems.scorpead import SYSTEM, ship_file
from domain.systems.scorpead.__main__ import main
from domain.systems.scorpead.index import CARRIED, NUMBERS, index

SHIPS = {one["name"]: one for one in json.loads(SYSTEM.files["ships.json"])["ships"]}


def told(ship: Any) -> list[tuple[int, str]]:
    return [tuple(one) for one in SYSTEM.ship_faults(json.dumps(ship, indent=1).encode())]


@pytest.mark.parametrize("name", SHIPS)
def test_every_printed_ship_can_be_played(name: str):
    assert told(SHIPS[name]) == []


def test_every_field_that_is_wrong_is_named_with_its_line():
    ship = json.loads(json.dumps(SHIPS["scorpead_ff"]))
    del ship["turn_mode"]
    ship |= {"size_class": "four", "crew": 3}
    ship["phasers"][1]["arcs"] = 5
    lines = json.dumps(ship, indent=1).splitlines()
    faults = dict(reversed(one) for one in told(ship))
    assert set(faults) == {
        "turn_mode: the field is missing",
        "size_class: Expected `int`, got `str`",
        "crew: unknown field",
        "phasers.1.arcs: Expected `array`, got `int`",
    }
    assert '"size_class"' in lines[faults["size_class: Expected `int`, got `str`"] - 1]
    assert '"crew"' in lines[faults["crew: unknown field"] - 1]
    assert '"arcs": 5' in lines[faults["phasers.1.arcs: Expected `array`, got `int`"] - 1]


def test_what_no_sheet_can_say_is_found_all_at_once():
    ship = json.loads(json.dumps(SHIPS["scorpead_ff"]))
    ship |= {"turn_mode": "Q", "size_class": 9}
    ship["boxes"]["brig"] = 1
    ship["detonators"].append({"id": "detonator_2", "arcs": ["RA"], "chambers": ["chamber_2"]})
    assert {text.partition(":")[0] for _, text in told(ship)} == {
        "turn_mode", "size_class", "boxes", "detonators"
    }  # fmt: skip


@pytest.mark.parametrize(("raw", "fault"), [
    (b"{\n1: 2}", (2, "no JSON: Expecting property name enclosed in double quotes")),
    (b"\xff", (1, "no JSON: the file is not UTF-8")),
    (b"[1]", (1, "a ship is an object with the fields of a sheet")),
    (b"[" * 100_000, (1, "no JSON: nested too deeply")),
])  # fmt: skip
def test_what_is_no_ship_at_all(raw: bytes, fault: tuple[int, str]):
    assert SYSTEM.ship_faults(raw) == (fault,)


def test_the_schema_knows_the_fields_of_a_sheet():
    schema = ship_file.schema()
    sheet = schema["$defs"]["ShipClass"]
    assert {"name", "phasers", "detonators", "boarding_parties"} <= sheet["properties"].keys()
    assert sheet["additionalProperties"] is False
    kept = Path(ship_file.__file__).with_name("ship.schema.json").read_text(encoding="utf-8")
    assert json.loads(kept) == json.loads(json.dumps(schema))


def test_the_command_says_it_by_line(tmp_path: Path):
    ship = {**SHIPS["scorpead_ff"], "turn_mode": "Q"}
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(SHIPS["scorpead_ff"], indent=1), encoding="utf-8")
    bad.write_text(json.dumps(ship, indent=1), encoding="utf-8")
    run = CliRunner().invoke
    passed = run(application(), ["ships", "check", str(good), "--system", SYSTEM.name])
    assert (passed.exit_code, passed.stdout) == (0, f"{good}: can be played, by scorpead.\n")
    assert run(application(), ["ships", "check", str(good)]).stdout == passed.stdout
    failed = run(application(), ["ships", "check", str(bad), "--system", SYSTEM.name])
    assert failed.exit_code == 1
    assert failed.stdout == f"{bad}:6: turn_mode: movement.json has none\n"
    absent = run(
        application(), ["ships", "check", str(tmp_path / "no.json"), "--system", SYSTEM.name]
    )
    assert absent.exit_code == 2
    assert run(application(), ["ships", "check", str(good), "--system", "chess"]).exit_code == 2
    schema = run(application(), ["ships", "schema", "--system", SYSTEM.name])
    assert json.loads(schema.stdout)["$defs"]["ShipClass"]


# --- the index of rules ---------------------------------------------------------------------


def test_no_rule_number_is_without_an_example(capsys: pytest.CaptureFixture[str]):
    assert main(["--rules"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == list(NUMBERS)
    assert main([]) == 2
    assert set(CARRIED) <= set(NUMBERS)


def test_every_hard_case_is_an_example():
    titles = " ".join(example.title for example in SYSTEM.examples())
    words = {word.strip(":,") for word in titles.split()}
    assert {f"H-{n}" for n in range(1, 29)} <= words
    seed = (1, 2, 3, 6, 8, 10, 11, 15, 16, 17, 18, 20, 21)
    assert {f"S-{n}" for n in seed} <= words


def test_a_carried_rule_names_its_own_example_first():
    found = {number: title for number, title, _ in index(SYSTEM.examples())}
    assert found["DW-12.12"].startswith("DW-12.12: a ship has one detonator")
