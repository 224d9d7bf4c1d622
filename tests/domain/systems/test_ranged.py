"""Ranged: numbers by enumeration, printed strings, home-made weapons, the laws in small."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from typer.testing import CliRunner

from clients.cli.main import application
from domain.codec import sealed_fields
from domain.decider import Event
from domain.dice import Rolled, ScriptedDice
from domain.hexes import Hex
from domain.names import SeatId
from domain.odds import odds
from domain.options import Amount, Option, Pick, defaults, fill
from domain.refusals import Refused
from domain.systems.ranged import (
    SYSTEM,
    attack_options,
    attack_text,
    burst_options,
    grammar,
    modifiers,
    rules,
)
from domain.systems.ranged.__main__ import main
from domain.systems.ranged.attack_events import (
    AttackRolled,
    InjuryApplied,
    MalfunctionKind,
    StrayChecked,
)
from domain.systems.ranged.change_text import EFFECTS
from domain.systems.ranged.commands import AimAt, AttackWith, Burst, Decide, Ready, Spray, WaitFor
from domain.systems.ranged.decisions import AnyRuling, Ignition
from domain.systems.ranged.events import BluffHeld, FighterChanged, RulingMade
from domain.systems.ranged.examples.bursts import three_terrorists
from domain.systems.ranged.examples.hiding import ambush
from domain.systems.ranged.examples.setups import armed, sheet, shot, skirmish, somebody
from domain.systems.ranged.forms import Bond, Flames, Zone
from domain.systems.ranged.reasons import why_not
from domain.systems.ranged.secret_events import Hid
from domain.systems.ranged.sheets import Body, People, Place, SetUps
from domain.systems.ranged.state import Blaze, Hiding
from domain.systems.ranged.tables import Tables
from domain.systems.ranged.thing_events import FlamesStarted
from domain.systems.ranged.weapons import WeaponLine, Weapons
from tests.domain.random_play import Player, RandomDice, folded, redacted

WEAPONS = {one["key"]: one for one in json.loads(SYSTEM.files["weapons.json"])["weapons"]}
SCHEMAS = {
    "weapon": WeaponLine, "weapons": Weapons, "people": People, "scenarios": SetUps,
    "tables": Tables,
}  # fmt: skip
INITIAL = SYSTEM.initial()
SUMS = Counter(sum(faces) for faces in product(range(1, 7), repeat=3))


def told(weapon: Any) -> list[tuple[int, str]]:
    return [tuple(one) for one in SYSTEM.weapon_faults(json.dumps(weapon, indent=1).encode())]


# --- weapons --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", WEAPONS)
def test_every_printed_weapon_can_be_played(key: str):
    assert told(WEAPONS[key]) == []


@pytest.mark.parametrize(("field", "value", "fault"), [
    ("rcl", 0.5, "rcl: recoil is a whole number from 1, not 0.5"),
    ("rcl", 0, "rcl: recoil is a whole number from 1, not 0"),
    ("rcl", -2, "rcl: recoil is a whole number from 1, not -2"),
    ("rcl", None, "rcl: a firearm must have a recoil"),
    ("rof", "", "rof: '', column 1: expected shots a second, one or more, found the end"),
    ("rof", "0", "rof: '0', column 1: expected shots a second, one or more, found '0'"),
    ("rof", "3y9", "rof: '3y9', column 2: expected nothing more, found 'y9'"),
    ("rof", "3x1", "rof: '3x1', column 3: expected projectiles a shot, two or more, found '1'"),
    ("damage", "7d(2", "damage: '7d(2', column 5: expected a closing bracket, found the end"),
    ("damage", "7d pie", "damage: '7d pie', column 6: expected nothing more, found 'e'"),
    ("range", "9/1", "range: '9/1', column 1: expected a 1/2D no greater than Max, found '9/1'"),
    ("shots", "-1", "shots: '-1', column 1: expected shots, or T for thrown, found '-1'"),
    ("st", "9Q", "st: '9Q', column 2: expected nothing more, found 'Q'"),
    ("acc", "6+", "acc: '6+', column 3: expected the bonus of a scope, found the end"),
    ("bulk", 2, "bulk: Bulk is 0 or less"),
    ("malf", 3, "malf: a malfunction number is 4 to 18"),
    ("weight", -1, "weight: must not be negative"),
    ("tl", 13, "tl: a tech level is 0 to 12"),
])  # fmt: skip
def test_what_no_weapon_can_be_is_named_with_its_place(field: str, value: Any, fault: str):
    weapon = {**WEAPONS["assault_rifle_556"], field: value}
    faults = told(weapon)
    assert [text for _, text in faults] == [fault]
    assert f'"{field}"' in json.dumps(weapon, indent=1).splitlines()[faults[0][0] - 1]


@pytest.mark.parametrize("printed", ["3x9", "3×9"])
def test_both_crosses_are_read(printed: str):
    assert grammar.rate_of_fire(printed) == grammar.Rof(shots=3, projectiles=9)


def test_an_exclamation_mark_is_full_auto():
    assert grammar.rate_of_fire("8!") == grammar.Rof(shots=8, full_auto_only=True)


def test_a_weapon_that_cannot_be_is_refused_at_load():
    weapons = json.loads(SYSTEM.files["weapons.json"])
    weapons["weapons"][0]["rcl"] = 0.5
    with pytest.raises(ValueError, match=r"weapons\.json: weapons\.handgonne_90\.rcl"):
        SYSTEM.with_files({"weapons.json": json.dumps(weapons).encode()})


@pytest.mark.parametrize(("file", "change", "fault"), [
    ("tables.json", {"malfunction": {"3": 13, "4": 14, "5": 16, "6": 17}}, "malfunction"),
    ("tables.json", {"range_steps": [2, 3, 5, 8, 10, 15]}, "locations|range_steps|yards"),
    ("tables.json", {"rapid_fire": [[5, 1], [9, 2]]}, "rapid_fire"),
    ("tables.json", {"surprise": 1}, "unknown field"),
    ("people.json", {"people": []}, "unknown combatant"),
])  # fmt: skip
def test_data_that_contradict_the_rules_are_refused(file: str, change: Any, fault: str):
    data = {**json.loads(SYSTEM.files[file]), **change}
    if "range_steps" in change:
        data["range_steps"] = [2, 3, 4, 8, 10, 15]
    with pytest.raises(ValueError, match=fault):
        SYSTEM.with_files({file: json.dumps(data).encode()})


def test_the_command_checks_weapons(tmp_path: Path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(WEAPONS["pdw_46"]), encoding="utf-8")
    bad.write_text(json.dumps({**WEAPONS["pdw_46"], "rof": "15?"}, indent=1), encoding="utf-8")
    run = CliRunner()
    fine = run.invoke(application(), ["weapons", "check", str(good)])
    assert fine.exit_code == 0
    assert "can be played" in fine.output
    wrong = run.invoke(application(), ["weapons", "check", str(bad)])
    assert wrong.exit_code != 0
    assert "column 3" in wrong.output.replace("\n", "")
    shown = run.invoke(application(), ["weapons", "schema"])
    assert "rof" in shown.output


@pytest.mark.parametrize(("name", "kind"), SCHEMAS.items())
def test_every_data_file_has_its_schema(name: str, kind: type):
    folder = files("domain.systems.ranged") / "schema"
    stored = json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8"))
    assert stored == json.loads(msgspec.json.encode(msgspec.json.schema(kind)))


# --- odds -----------------------------------------------------------------------------------


def firing(skill: int, shots: int, key: str = "assault_rifle_556") -> tuple[Any, AttackWith]:
    """Return a burst at a door that nothing hurts, two yards off."""
    name = SYSTEM.initial().book.weapons[key].line.skill
    target = somebody(
        INITIAL, "b", (2, 0), seat=2, numbers=sheet(hp=400, dr={"all": 500}), body=Body(sm=-1),
        unaware=True,
    )  # fmt: skip
    shooter = somebody(INITIAL, "a", (0, 0), key, numbers=sheet(skills={name: skill}, st=20))
    given = skirmish(INITIAL, shooter, target, choices={"malfunctions": "off"})
    return given, AttackWith(fighter="a", weapon=f"a {key}", target="b", shots=shots)


@pytest.mark.parametrize("skill", range(4, 19))
def test_success_rolls_are_what_enumeration_says(skill: int):
    good = sum(n for total, n in SUMS.items() if total <= 4 or (total <= skill and total < 17))
    assert attack_options.chance(skill) == f"{skill}, {round(100 * good / 216)}%"


@pytest.mark.parametrize(("skill", "shots"), [(10, 1), (12, 5), (14, 12), (16, 9)])
def test_rapid_fire_hits_as_enumeration_says(skill: int, shots: int):
    """Preview, odds and resolution are one function: the number shown is the number rolled."""
    given, command = firing(skill, shots)
    made = shot("a", "assault_rifle_556", "b", shots)
    effective = modifiers.effective_skill(given, made)
    bonus = given.book.tables.rapid_bonus(shots)
    assert effective == skill - 1 + bonus
    expected: dict[int, Fraction] = {}
    for total, ways in SUMS.items():
        hits = 0
        if total <= 4 or (total <= effective and total < 17):
            hits = min(shots, 1 + max(0, effective - total) // 2)
        expected[hits] = expected.get(hits, Fraction(0)) + Fraction(ways, 216)

    def first(outcomes: Any) -> int:
        return next(one.hits for one in outcomes if isinstance(one, AttackRolled))

    def only_the_roll(dice: Any) -> Any:
        for outcome in SYSTEM.decide(given, SeatId(1), command, dice):
            yield outcome
            if isinstance(outcome, AttackRolled):
                return

    assert odds(only_the_roll, first) == expected


def enumerated(given: Any, command: Any) -> Counter[tuple[str, int]]:
    """Return what the first attack roll comes to, for all 216 faces of its dice."""
    found: Counter[tuple[str, int]] = Counter()
    for faces in product(range(1, 7), repeat=3):
        dice = ScriptedDice([*faces, *[2] * 400])
        rolled = next(
            one for one in SYSTEM.decide(given, SeatId(1), command, dice)
            if isinstance(one, AttackRolled)
        )  # fmt: skip
        found[rolled.outcome, rolled.hits] += 1
    return found


@pytest.mark.parametrize(("skill", "shots"), [(8, 1), (14, 12), (19, 9)])
def test_the_odds_of_an_attack_are_what_enumeration_says(skill: int, shots: int):
    """How it is rolled, Malf. 17 included, and the hits of a weapon that works."""
    given, command = firing(skill, shots)
    given = skirmish(INITIAL, *given.fighters.values())
    rolls = enumerated(given, command)
    how, hits, *_ = SYSTEM.odds(given, {SeatId(1): command})
    words: Counter[str] = Counter()
    counts: Counter[int] = Counter()
    for (outcome, count), ways in rolls.items():
        words[attack_text.OUTCOMES[outcome]] += ways
        counts[count] += ways if outcome != "malfunction" else 0
    assert how.chances == {word: Fraction(ways, 216) for word, ways in words.items()}
    assert words["the weapon fails"] == 4
    assert hits.chances == {n: Fraction(ways, 212) for n, ways in counts.items() if ways}


def test_the_odds_of_damage_are_what_enumeration_says():
    """2d+2 of a pistol, and what comes past DR 3 of one's own man; an enemy's DR stays his."""
    given, command = firing(14, 1, "autopistol_9_cheap")
    thin = msgspec.structs.replace(given.fighters["b"], sheet=sheet(dr={"all": 3}))
    given = given.with_fighter(thin)
    sums = Counter(a + b + 2 for a, b in product(range(1, 7), repeat=2))
    *_, basic, past = SYSTEM.odds(given, {SeatId(1): command})
    assert basic.chances == {n: Fraction(ways, 36) for n, ways in sums.items()}
    assert past.chances == {n - 3: Fraction(ways, 36) for n, ways in sums.items()}
    unknown = given.with_fighter(msgspec.structs.replace(thin, sheet=None, lost=None))
    assert [one.title for one in SYSTEM.odds(unknown, {SeatId(1): command})] == [
        "The attack on b", "Hits on b, if the weapon works and nothing stops them",
        "Damage of one hit on b",
    ]  # fmt: skip


def test_the_odds_of_who_is_not_there_are_refused():
    """Nobody by that name, or somebody who may lie hidden: no fault in the rules."""
    given, command = firing(14, 1)
    nobody = msgspec.structs.replace(command, fighter="nobody")
    spray = Spray(fighter="nobody", weapon="", bursts=())
    for asked in (nobody, spray):
        with pytest.raises(Refused, match="unknown_fighter"):
            SYSTEM.odds(given, {SeatId(1): asked})


def test_the_odds_of_a_spray_end_with_a_weapon_that_fails():
    given = three_terrorists(INITIAL)
    bursts = tuple(Burst(target=name, shots=n) for name, n in (("t1", 5), ("t2", 4), ("t3", 2)))
    name = given.task.fighter
    (weapon,) = given.fighters[name].items
    command = Spray(fighter=name, weapon=weapon, bursts=bursts)
    told = {one.title: one.chances for one in SYSTEM.odds(given, {SeatId(1): command})}
    works = Fraction(212, 216)
    assert told["The attack on t1"]["the weapon fails"] == 1 - works
    assert told["The attack on t2"]["not fired"] == 1 - works
    assert told["The attack on t3"]["not fired"] == 1 - works**2
    assert all(sum(chances.values()) == 1 for chances in told.values())


def test_the_sum_that_is_shown_is_the_sum_that_is_used():
    for example in SYSTEM.examples():
        for event in example.then:
            if isinstance(event, AttackRolled):
                assert event.effective == event.skill + sum(one.value for one in event.modifiers)
                names = [one.name for one in event.modifiers]
                assert len(set(names)) == len(names), "a modifier is counted twice"


def test_the_number_on_every_option_is_the_one_that_is_rolled():
    """Each attack on offer, declared, is rolled against the number its title shows."""
    for scenario in SYSTEM.scenarios():
        for decision in Player(SYSTEM, 3).play(scenario, 12).decisions:
            (seat,) = SYSTEM.waiting(decision.before)
            for option in SYSTEM.options(decision.before, seat):
                for shown, command in attacks_of(option):
                    rolled = number_rolled(decision.before, seat, command)
                    assert rolled in {shown, None}, "None: a Wait or suppression comes first"


def attacks_of(option: Option) -> Iterator[tuple[int, AttackWith]]:
    """Yield what an option of an attack offers, each with the number that it shows."""
    if option.command != "attack_with" or option.why_not:
        return
    filled = defaults(option)
    least = {field.path[-1]: field.low for field in option.fields if isinstance(field, Amount)}
    for field in option.fields:
        if isinstance(field, Pick) and field.path != ("manoeuvre",):
            for choice in field.choices:
                made = {**filled.fields(), **least, field.path[-1]: choice.value}
                yield int(NUMBER.findall(choice.title)[-1]), msgspec.convert(made, AttackWith)
    if shown := NUMBER.findall(option.title):
        yield int(shown[-1]), msgspec.convert({**filled.fields(), **least}, AttackWith)


def number_rolled(state: Any, seat: SeatId, command: AttackWith) -> Any:
    outcomes = SYSTEM.decide(state, seat, command, RandomDice(Random(1)))
    first = next((one for one in outcomes if isinstance(one, AttackRolled)), None)
    return None if first is None or first.attack.zone else first.effective


NUMBER = re.compile(r"(\d+), \d+%")


# --- secrets --------------------------------------------------------------------------------


def test_what_is_wrong_with_a_weapon_is_the_referees_until_diagnosed():
    """A misfire and a mechanical problem look alike to everybody at the table, the owner too."""
    given, command = firing(12, 1)
    given = skirmish(INITIAL, *given.fighters.values())
    seen: list[Any] = []
    for table in ((2, 2, 2), (1, 1, 1)):
        outcomes = tuple(SYSTEM.decide(given, SeatId(1), command, ScriptedDice((6, 6, 5, *table))))
        assert any(isinstance(one, MalfunctionKind) for one in outcomes)
        state, events = given, []
        for event in outcomes:
            if isinstance(event, Event):
                known = redacted(event, SeatId(1))
                events.append(known)
                state = SYSTEM.evolve(state, known)
        seen.append((events, SYSTEM.options(state, SeatId(2)), SYSTEM.scene(state)))
    assert seen[0] == seen[1]


def what_all_see(given: Any, command: Any, dice: tuple[int, ...]) -> Any:
    """Return what a seat without any secret of the game is shown of a declaration."""
    outcomes = tuple(SYSTEM.decide(given, SeatId(1), command, ScriptedDice(dice)))
    state, shown = given, list[Any]()
    for one in outcomes:
        if isinstance(one, Event):
            shown.append(redacted(one, SeatId(1)))
            state = SYSTEM.evolve(state, shown[-1])
        elif one.hidden:
            shown.append((one.asks, "hidden"))
    return shown, SYSTEM.options(state, SeatId(2)), SYSTEM.scene(state)


def test_a_dud_and_a_late_grenade_look_alike():
    """Not even the number of hidden rolls tells them apart, nor what they are called."""
    given, command = firing(12, 1, "frag_grenade")
    given = skirmish(INITIAL, *given.fighters.values())
    armed_now = msgspec.structs.replace(
        given.fighters["a"].items["a frag_grenade"], armed=True, due=14, armer="a"
    )
    given = given.with_item("a", armed_now)
    late = what_all_see(given, command, (6, 6, 5, 1, 1, 1, 5, 2))
    assert late == what_all_see(given, command, (6, 6, 5, 2, 2, 2, 5, 2))
    assert late == what_all_see(given, command, (6, 6, 5, 3, 3, 4, 5, 2))


def test_a_diagnosis_that_fails_tells_nothing():
    """A misfire is found on two more; the roll of 15 that misses both is as dark as one of 13."""
    given, _ = firing(12, 1)
    seen: list[Any] = []
    for fault, dice in (("misfire", (5, 5, 5)), ("mechanical", (4, 4, 5))):
        item = msgspec.structs.replace(
            given.fighters["a"].items["a assault_rifle_556"], condition="undiagnosed", fault=fault
        )
        smith = msgspec.structs.replace(
            given.fighters["a"], sheet=sheet(skills={"Armoury": 12}), items={item.id: item}
        )
        command = Ready(fighter="a", deed="diagnose", item=item.id)
        outcomes = SYSTEM.decide(given.with_fighter(smith), SeatId(1), command, ScriptedDice(dice))
        seen.append([redacted(one, SeatId(1)) for one in outcomes if isinstance(one, Event)])
    assert seen[0] == seen[1]


def test_a_miss_does_not_tell_others_the_shooters_skill():
    """Neither by how much it missed nor against what its strays are rolled is said to others."""
    seen: list[Any] = []
    for skill in (6, 9):
        given, command = firing(skill, 1)
        behind = msgspec.structs.replace(given.fighters["b"], id="c", at=Hex(6, 0))
        given = given.with_fighter(behind)
        dice = ScriptedDice((5, 5, 4, 6, 5, 3))
        outcomes = SYSTEM.decide(given, SeatId(1), command, dice)
        seen.append([redacted(one, SeatId(2)) for one in outcomes if isinstance(one, Event)])
    assert any(isinstance(one, StrayChecked) for one in seen[0])
    assert seen[0] == seen[1]


def test_what_a_wait_waits_for_changes_nothing_for_others():
    """The order is sealed in the declaration, and in what follows from it."""
    given, _ = firing(12, 1)
    seen: list[Any] = []
    for trigger in ("moves", "attacks"):
        command = WaitFor(fighter="a", trigger=trigger)
        outcomes = tuple(SYSTEM.decide(given, SeatId(1), command, RandomDice(Random(1))))
        events = [redacted(one, SeatId(2)) for one in outcomes if isinstance(one, Event)]
        state = given
        for event in events:
            state = SYSTEM.evolve(state, event)
        seen.append((events, SYSTEM.scene(state), SYSTEM.options(state, SeatId(2))))
    assert seen[0] == seen[1]
    assert sealed_fields(WaitFor) == {"trigger"}


def test_enemies_are_described_in_words_alone():
    game = Player(SYSTEM, 5).play(SYSTEM.scenarios()[0], 60)
    state = SYSTEM.initial()
    for event in game.events:
        state = SYSTEM.evolve(state, redacted(event, SeatId(1)))
    for other in (one for one in SYSTEM.scene(state).sheets if one.seat == 2):
        assert all(g.value is None for group in other.groups for g in group.gauges)
        assert other.note in {"unhurt", "hurt", "reeling", "down", "stunned", "unconscious", "dead"}
    hurts = [one for one in game.events if isinstance(one, InjuryApplied)]
    assert all(redacted(one, None).injury is msgspec.UNSET for one in hurts)


# --- menus ----------------------------------------------------------------------------------


def offered(given: Any, command: str, field: str) -> dict[str, list[Any]]:
    """Return the choices for a field of all options of a command, by their titles."""
    return {
        one.title: [choice.value for each in one.fields if each.path == (field,)
                    and isinstance(each, Pick) for choice in each.choices]
        for one in SYSTEM.options(given, SeatId(1)) if one.command == command
    }  # fmt: skip


def test_sgt_kellys_spray_is_on_the_menu():
    """Five, four and two, from either side: all that the requirement's example says (SP-09)."""
    sprays = offered(three_terrorists(INITIAL), "spray", "bursts")
    shots = [
        [(one["target"], one["shots"]) for one in value] for each in sprays.values()
        for value in each
    ]  # fmt: skip
    assert [("t1", 5), ("t2", 4), ("t3", 2)] in shots
    assert [("t3", 5), ("t2", 4), ("t1", 2)] in shots


def test_a_step_or_a_run_with_an_attack_is_on_the_menu():
    given, _ = firing(12, 1)
    paths = offered(given, "attack_with", "path")
    found = [title for title, ways in paths.items() if ways]
    assert any("step and attack b" in title for title in found)
    assert any("Move and attack b" in title for title in found)


def test_a_bottle_on_a_belt_is_on_the_menu():
    given, _ = firing(12, 1)
    bottle = armed(INITIAL, "b", "molotov", at="belt")
    target = msgspec.structs.replace(given.fighters["b"], items={bottle.id: bottle}, facing=3)
    options = SYSTEM.options(given.with_fighter(target), SeatId(1))
    assert any(one.fixed.get("belt") == bottle.id for one in options)


def test_firing_blind_into_smoke_is_on_the_menu():
    given, _ = firing(16, 1)
    gone = msgspec.structs.replace(given.fighters["b"], hidden=True)
    offered = menu(given.with_fighter(gone))
    (blind,) = (one for title, one in offered.items() if "b with the" in title)
    assert blind.title.endswith("blind (9, 38%)")
    assert blind.fixed["location"] == "random"


def test_two_zones_side_by_side_are_on_the_menu():
    given, _ = firing(12, 1)
    zones = offered(given, "suppress", "zones")
    found = [value for each in zones.values() for value in each if len(value) == 2]
    assert [[zone["shots"] for zone in value] for value in found] == [[6, 6]]


@pytest.mark.parametrize(("shots", "among", "ways"), [(11, 3, 45), (13, 2, 12), (20, 4, 5)])
def test_shots_are_shared_out_whole(shots: int, among: int, ways: int):
    found = burst_options.shares(shots, among)
    assert len(set(found)) == ways
    assert all(sum(parts) == shots and min(parts) > 0 for parts in found)


def test_an_aim_at_the_ground_is_on_the_menu():
    given, _ = firing(12, 1, "grenade_launcher_40")
    grounds = offered(given, "aim_at", "at")
    assert [value for each in grounds.values() for value in each] == [list(given.fighters["b"].at)]


# --- what does not happen -------------------------------------------------------------------


def lit(title: str, ruling: Ignition | None = None) -> bool:
    """Tell whether anything catches fire in an example of a flaming arrow."""
    example = next(one for one in SYSTEM.examples() if one.title.startswith(title))
    given = example.given
    if ruling is not None:
        says = Decide(reason="as it is", decision=ruling)
        given = folded(SYSTEM, given, SYSTEM.decide(given, SeatId(3), says, ScriptedDice([])))
    ((seat, command),) = example.when.items()
    outcomes = SYSTEM.decide(given, seat, command, ScriptedDice([*example.dice, *[3] * 40]))
    return any(
        isinstance(one, FlamesStarted)
        or (isinstance(one, FighterChanged) and one.change == "on_fire")
        for one in outcomes
    )


def test_a_flaming_arrow_lights_no_dry_man():
    """T25: the same hit on a dry man: no fire."""
    assert not lit("T25: arrow 6-2 = 4")
    assert lit("T25: who is soaked")


def test_what_the_referee_says_does_not_burn_does_not():
    thatch = "thatch is flammable"
    assert lit(thatch)
    assert not lit(thatch, Ignition(spreads="no"))
    assert lit(thatch, Ignition(spreads="table"))


# --- the referee ----------------------------------------------------------------------------


def decisions(state: Any) -> list[Option]:
    """Return what the referee is offered, after the seats of the sides."""
    return list(SYSTEM.options(state, SeatId(len(state.set_up.sides) + 1)))


def test_every_decision_of_the_referee_is_on_the_menu_when_it_concerns_something():
    """Each kind of ruling can be had from the options alone (2.6)."""
    given, _ = firing(12, 1, "crossbow")
    net = Bond(kind="net_large", item="a crossbow", holder="a", location="torso")
    broken = {
        name: msgspec.structs.replace(item, condition="mechanical")
        for name, item in given.fighters["a"].items.items()
    }
    changed = (
        msgspec.structs.replace(given.fighters["a"], items=broken),
        msgspec.structs.replace(
            given.fighters["b"], bonds=(net,), blaze=Blaze(kind="all", until=99)
        ),
    )
    for fighter in changed:
        given = given.with_fighter(fighter)
    given = msgspec.structs.replace(given, scenario="stairwell")
    shown = {option.fixed["decision"]["ruling"] for option in decisions(given)}
    with_malf, _ = firing(12, 1)
    shown |= {option.fixed["decision"]["ruling"] for option in decisions(with_malf)}
    assert shown == {kind.__struct_config__.tag for kind in get_args(AnyRuling)}
    assert not SYSTEM.options(given, SeatId(2)), "the other side is offered nothing"


@pytest.mark.parametrize("scenario", [one.name for one in SYSTEM.scenarios()])
def test_what_the_referee_is_offered_is_accepted_and_play_goes_on(scenario: str):
    """At any moment of a skirmish any decision on offer is legal, however it is filled in."""
    player, random = Player(SYSTEM, 5), Random(5)
    found = next(one for one in SYSTEM.scenarios() if one.name == scenario)
    for decision in player.play(found, 60).decisions[::3]:
        for option in decisions(decision.before):
            command = msgspec.convert(fill(option, random.randrange).fields(), Decide)
            seat = SeatId(len(found.seats) + 1)
            outcomes = list(SYSTEM.decide(decision.before, seat, command, player.dice))
            assert any(isinstance(one, RulingMade) for one in outcomes)
            after = folded(SYSTEM, decision.before, outcomes)
            assert SYSTEM.waiting(after) == SYSTEM.waiting(decision.before)


# --- play -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [one.name for one in SYSTEM.scenarios()])
def test_random_skirmishes_come_to_their_end(scenario: str):
    found = next(one for one in SYSTEM.scenarios() if one.name == scenario)
    for seed in range(2):
        game = Player(SYSTEM, seed).play(found, 5_000)
        assert SYSTEM.result(game.after) is not None


def test_silence_ends_a_skirmish_too():
    dice = RandomDice(Random(1))
    state = SYSTEM.initial()
    options = {o.name: o.default for o in SYSTEM.scenarios()[1].options} | {"second_limit": 15}
    outcomes = list(SYSTEM.begin("ford", options, dice))
    for _ in range(2_000):
        for event in outcomes:
            if isinstance(event, Event):
                state = SYSTEM.evolve(state, event)
        if SYSTEM.result(state) is not None:
            return
        (seat,) = SYSTEM.waiting(state)
        outcomes = list(SYSTEM.decide(state, seat, SYSTEM.default(state, seat), dice))
    raise AssertionError("it does not end")


def test_the_one_part_within_an_area_is_one_that_the_body_has():
    juno = INITIAL.book.people["juno"].body
    given = firing(12, 1)[0]
    given = given.with_fighter(msgspec.structs.replace(given.fighters["b"], body=juno))
    parts = {
        choice.value: {place.value for place in option.fields[1].choices}
        for option in decisions(given) if option.fixed["decision"]["ruling"] == "large_target"
        for choice in option.fields[0].choices
    }  # fmt: skip
    assert "tail" in parts["b"]
    assert "right_arm" not in parts["b"]
    assert "right_arm" in parts["a"]


def test_what_the_referee_decides_is_said_with_its_reason():
    """Each kind of decision in words of its own, without the names of ids and codes."""
    bond = Bond(kind="bolas", item="a bolas", holder="a", location="left_leg")
    crossbow = armed(INITIAL, "a", "crossbow")
    given = skirmish(
        INITIAL, somebody(INITIAL, "a", (0, 0), "revolver_38", crossbow, bonds=(bond,)),
        somebody(INITIAL, "b", (4, 0), "assault_rifle_556", seat=2), scenario="stairwell",
        flames={"fire 7": Flames(
            id="fire 7", kind="fire", weapon="molotov", by="a", at=Hex(1, 1), until=20
        )},
    )  # fmt: skip
    said: dict[str, str] = {}
    for option in SYSTEM.options(given, SeatId(3)):
        decision = fill(option, lambda n: n - 1, 9).fields()
        made: Decide = msgspec.convert(decision, Decide, str_keys=True)
        event = RulingMade(decision=made.decision, reason="so it is")
        (sentence,) = SYSTEM.sentences(given, event)
        text = sentence.render()
        said[type(made.decision).__name__] = text
        assert "_" not in text, text
        assert text.endswith("so it is.")
    for plain in ("Note", "JamPenalty"):
        assert said.pop(plain) == "The referee decides: so it is."
    assert len(said) >= 18
    assert len(set(said.values())) == len(said)
    assert said["Smoke"] == "The referee decides: a is out of sight; so it is."


def test_all_that_is_said_is_in_words():
    tables = INITIAL.book.tables
    for table in (tables.critical_hit, tables.critical_head, tables.critical_miss):
        assert set(table.values()) <= set(EFFECTS)
    for yards, words in ((1, "1 yard"), (19, "19 yards")):
        refusal = Refused("out_of_reach", rules.CV_12, yards=30, at_most=yards)
        assert why_not(refusal) == f"it reaches {words} at most"
    held = next(iter(SYSTEM.sentences(INITIAL, BluffHeld(seconds=1))))
    assert held.render() == "The bluff is held: 1 second."


def test_who_sprang_up_is_seen_once_his_turn_is_over():
    """What he waits for comes later: against that there is a defence."""
    sprung = somebody(INITIAL, "a", (0, 0), "revolver_38", springs=True)
    given = skirmish(INITIAL, sprung, somebody(INITIAL, "b", (4, 0), "revolver_38", seat=2))
    wait = WaitFor(fighter="a", trigger="attacks")
    after = folded(SYSTEM, given, SYSTEM.decide(given, SeatId(1), wait, RandomDice(Random(1))))
    assert after.fighters["a"].wait == "attacks"
    assert not after.fighters["a"].springs


def test_where_somebody_may_hide_can_be_fired_at_from_the_menu():
    """There or not: the places of the set-up, under fire or under a grenade."""
    grenade = armed(INITIAL, "a", "frag_grenade", armed=True, due=20)
    gunner = somebody(
        INITIAL,
        "a",
        (0, 2),
        "machine_pistol_9",
        grenade,
        numbers=sheet(st=13, skills={"Throwing": 13}),
    )
    pistol = INITIAL.book.weapons["machine_pistol_9"].title
    for place in (Place(at=Hex(5, 3)), None):
        given = ambush(INITIAL, place).with_fighter(gunner)
        offered = menu(given)
        zones = {one.title for one in offered[f"a: suppression fire, {pistol}"].fields[0].choices}
        assert "whoever may hide at (12, -4), 20 shots" in zones
        (ground,) = offered["a: throw the fragmentation grenade at the ground"].fields
        assert "(12, -4) (somebody may hide there): 12, 74%" in {
            one.title for one in ground.choices
        }


def test_who_lies_hidden_where_is_said_to_his_own_seat():
    for hiding, words in (
        (msgspec.UNSET, "rook may lie hidden somewhere."), (Hiding(place=None), "rook stays away."),
        (Hiding(place=Place(at=Hex(5, 3))), "rook lies hidden at (5, 3)."),
    ):  # fmt: skip
        event = Hid(seat=SeatId(2), fighter="rook", hiding=hiding)
        (sentence,) = SYSTEM.sentences(ambush(INITIAL), event)
        assert sentence.render() == words


def test_every_rule_and_every_hard_case_is_played(capsys: pytest.CaptureFixture[str]):
    assert main(["--rules"]) == 0
    assert "NO EXAMPLE" not in capsys.readouterr().out
    assert main([]) == 2
    titles = " ".join(example.title for example in SYSTEM.examples())
    missing = [n for n in range(1, 43) if f"T{n:02}:" not in titles]
    assert missing == []
    assert rules.MF_01.number == "MF-01"


def menu(state: Any, seat: int = 1) -> dict[str, Option]:
    return {one.title: one for one in SYSTEM.options(state, SeatId(seat)) if not one.why_not}


def test_the_menu_offers_steps_and_both_hands():
    revolver = armed(INITIAL, "a", "revolver_38", loaded=3)
    shooter = somebody(INITIAL, "a", (0, 0), revolver, numbers=sheet(skills={"Guns (Pistol)": 14}))
    offered = menu(skirmish(INITIAL, shooter, somebody(INITIAL, "b", (8, 0), seat=2, facing=3)))
    assert {
        "a: step and aim the revolver at b", "a: kneel and aim the revolver at b",
        "a: step and attack b with the revolver", "a: dodge along half a Move",
        "a: run forward and All-Out Attack b with the revolver",
    } <= set(offered)  # fmt: skip
    assert [field.path for field in offered["a: aim the revolver"].fields][1] == ("both_hands",)
    reload = offered["a: reload the revolver"]
    assert [field.path for field in reload.fields] == [("path",), ("stance",)]
    both = fill(reload, lambda n: n - 1, 12)
    assert both.exceeded() is None
    assert not (both.fields()["path"] and both.fields()["stance"])


def test_what_lies_a_step_away_can_be_taken_up_after_the_step():
    dropped = armed(INITIAL, "a", "revolver_38", at="ground", lies_at=Hex(1, 0))
    given = skirmish(
        INITIAL, somebody(INITIAL, "a", (0, 0), dropped), somebody(INITIAL, "b", (8, 0), seat=2)
    )
    (step,) = menu(given)["a: take the revolver in hand"].fields
    assert isinstance(step, Pick)
    assert [choice.value for choice in step.choices] == [[[1, 0]]]


def test_fire_at_who_steps_comes_before_his_aim():
    """Suppression strikes him in the hex of the step; stunned, he does not aim any more."""
    shooter = somebody(INITIAL, "a", (0, 2), "revolver_38", numbers=sheet(hp=12, ht=12))
    gunner = somebody(
        INITIAL, "b", (8, 0), "lmg_762", seat=2, numbers=sheet(skills={"Guns (LMG)": 20})
    )
    zone = Zone(id="z", by="b", item="b lmg_762", centre=(Hex(0, 0), Hex(-1, 0)), shots=15, left=15)
    given = skirmish(INITIAL, shooter, gunner, zones={"z": zone})
    command = AimAt(fighter="a", weapon="a revolver_38", target="b", path=(Hex(0, 1),))
    dice = RandomDice(Random(1))
    happened = list(SYSTEM.decide(given, SeatId(1), command, dice))
    names = [type(one).__name__ for one in happened]
    assert names.index("Moved") < names.index("AttackRolled")
    assert "Aimed" not in names[: names.index("AttackRolled")]


def test_a_set_up_of_ones_own_may_have_an_ambush_in_the_dark():
    scenarios = json.loads(SYSTEM.files["scenarios.json"])
    ford = scenarios["scenarios"][1]
    ford["ambush"] = [{"person": "marcus", "places": [{"at": [23, 0]}, {"at": [24, 4]}]}]
    ford["unlit"] = [{"id": "reeds", "title": "the reeds", "hexes": [[24, 4]], "darkness": -8}]
    own = SYSTEM.with_files({"scenarios.json": json.dumps(scenarios).encode()})
    described = next(one for one in own.scenarios() if one.name == "ford")
    assert "ambush" in {option.name for option in described.options}
    ford["unlit"][0]["darkness"] = -11
    with pytest.raises(ValueError, match=r"scenarios\.ford\.unlit\.reeds: darkness"):
        SYSTEM.with_files({"scenarios.json": json.dumps(scenarios).encode()})
    ford["unlit"][0]["darkness"] = -8
    ford["ambush"][0]["person"] = "hut"
    with pytest.raises(ValueError, match=r"scenarios\.ford\.ambush\.hut: nobody who acts"):
        SYSTEM.with_files({"scenarios.json": json.dumps(scenarios).encode()})


def test_the_order_of_turns_is_rolled_for_people_not_for_ids():
    outcomes = SYSTEM.begin("stairwell", {"second_limit": 15}, RandomDice(Random(1)))
    labels = [ask.label for one in outcomes if isinstance(one, Rolled) for ask in one.asks]
    assert "terrorist 1: who goes first" in labels
    assert not [label for label in labels if "_" in label]
