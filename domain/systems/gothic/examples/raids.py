"""Teleport attacks and hit-and-run attacks (TP-1 to TP-12, HR-1 to HR-7)."""

from collections.abc import Iterator
from typing import Any

from domain.names import ShipId
from domain.refusals import Rule
from domain.rule_system import Example
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.commands import EndStep, React, TeleportAttack
from domain.systems.gothic.examples.boarding_torpedoes import applied
from domain.systems.gothic.examples.setups import (
    PASS,
    TWO,
    Table,
    accepted,
    asking,
    refused,
)
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import Teleport


def at(unit: str = "A", target: str = "T") -> TeleportAttack:
    """Return the order to make a teleport attack."""
    return TeleportAttack(unit=ShipId(unit), target=ShipId(target))


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of teleport and hit-and-run attacks."""
    table = Table(initial)
    yield from _refusals(table)
    yield from _attacks(table)
    yield from _teleporters_at_work(table)
    yield from _hit_and_run(table)


def _facing(
    table: Table, attacker: Unit, target: str = "retribution", hits: int = 6, **changes: Any
) -> State:
    far = changes.pop("x", 56.0)
    other = table.enemy("T", target, far, 58, hits=hits, criticals=changes.pop("criticals", ()))
    blasts = changes.pop("blasts", [(58.8, 60.8), (53.2, 60.8)])
    return table.state(attacker, other, phase=Phase.END, blasts=blasts, **changes)


def _refusals(table: Table) -> Iterator[Example]:
    def ours(name: str = "lunar", **changes: Any) -> Unit:
        return table.unit("A", name, 50, 50, **changes)

    lunar = ours(hits=6)
    ready = _facing(table, lunar)
    early = table.state(*ready.units.values(), phase=Phase.SHOOTING)
    yield refused(rules.TP_1, "not in the shooting phase", early, at(), "wrong_phase")
    yield refused(rules.TP_1, "not in the enemy's turn", ready, at("T", "A"), "not_your_turn", TWO)
    cases: tuple[tuple[Rule, str, Unit, dict[str, Any], str], ...] = (
        (rules.TP_2, "a Sword has no teleporters", ours("sword"), {}, "tp_escort"),
        (rules.TP_3, "a weapons platform has one hit", ours("weapons_platform"), {}, "tp_one_hit_defence"),
        (rules.TP_4, "a Lunar at 4/8 is crippled", ours(hits=4), {}, "tp_crippled"),
        (rules.TP_5, "a Lunar on Lock On", ours(hits=6, order="lock_on"), {}, "tp_on_orders"),
        (rules.TP_5, "H10: under Reload Ordnance at 12 cm, orders are tested before range",
         ours(hits=6, order="reload_ordnance"), {"x": 58.94, "blasts": []}, "tp_on_orders"),
        (rules.TP_5, "a station that reloaded", ours("space_station", order="reload_ordnance"), {}, "tp_on_orders"),
        (rules.TP_6, "a second attack of one ship", ours(hits=6, teleported=True), {}, "tp_already_used"),
        (rules.TP_8, "10.006 cm are too far", lunar, {"x": 56.01}, "tp_range"),
        (rules.TP_9, "H9: one blast marker leaves one shield up", lunar, {"blasts": [(58.8, 60.8)]}, "tp_shields_up"),
        (rules.TP_9, "a Murder with one marker has one shield up", lunar,
         {"target": "murder", "blasts": [(57.5, 60.0)]}, "tp_shields_up"),
        (rules.TP_10, "five hits do not board six", ours(hits=5), {}, "tp_target_bigger"),
    )  # fmt: skip
    for rule, title, unit, changes, code in cases:
        yield refused(rule, title, _facing(table, unit, **changes), at(), code)
    hulk = _facing(table, lunar)
    wreck = table.enemy("T", "retribution", 56, 58, hits=0, status="drifting")
    yield refused(rules.TP_7, "a hulk is no target", hulk.with_units(wreck), at(), "tp_bad_target")
    silo = table.enemy("T", "laser_silo", 56, 58)
    yield refused(
        rules.TP_7, "a ground battery is no target", hulk.with_units(silo), at(), "tp_bad_target"
    )


def _declared(target: str = "T", unit: str = "A") -> e.TeleportDeclared:
    return e.TeleportDeclared(unit=ShipId(unit), target=ShipId(target))


def _attacks(table: Table) -> Iterator[Example]:
    lunar = table.unit("A", "lunar", 50, 50, hits=6)
    even = _facing(table, lunar)
    yield accepted(rules.TP_8, "H8: exactly 10 cm", even, at(), _declared())
    yield accepted(rules.TP_10, "H8: six hits against six", even, at(), _declared())
    yield accepted(
        rules.TP_9,
        "H8: a crippled Retribution has two shields, and two markers",
        even,
        at(),
        _declared(),
    )
    target = even.units[ShipId("T")]
    pending = asking(
        even, "teleport attack", "T", Teleport(unit=lunar.id, target=target.id, stage=1)
    )
    yield accepted(
        rules.HR_2,
        "H8: a 2 puts the dorsal lances of the Retribution out",
        pending,
        PASS,
        e.HitAndRunRolled(unit=target.id, die=2, score=2, failed=False),
        applied(target, 2, 2, "Dorsal Armament Damaged", "dorsal"),
        dice=(2,),
        seat=TWO,
    )
    ready = table.unit("A", "lunar", 50, 50, hits=5)
    yield accepted(
        rules.TP_4,
        "a Lunar at 5/8 is not crippled",
        _facing(table, ready, hits=5),
        at(),
        _declared(),
    )


def _teleporters_at_work(table: Table) -> Iterator[Example]:
    yield accepted(
        rules.TP_3,
        "H11: a station at 8/8 may, from 9.9 cm",
        table.state(
            table.unit("A", "space_station", 50, 50), table.enemy("T", "murder", 59.9, 50),
            phase=Phase.END, blasts=[(62.4, 50), (59.9, 52.5)],
        ),
        at(),
        _declared(),
    )  # fmt: skip
    murder = table.enemy("T", "murder", 59.9, 50)
    station = table.unit("A", "space_station", 50, 50)
    given = table.state(station, murder, phase=Phase.END)
    asked = asking(
        given, "teleport attack", "T", Teleport(unit=station.id, target=murder.id, stage=1)
    )
    yield accepted(
        rules.TP_11,
        "H11: a 6 on the ships' table, the engine room and one hit",
        asked,
        PASS,
        applied(murder, 6, 6, "Engine Room Damaged", "engine"),
        e.DamageTaken(unit=murder.id, hits=1, source="critical"),
        dice=(6,),
        seat=TWO,
    )
    yield accepted(
        rules.TP_11,
        "a 5 on a Murder puts its prow lances out",
        asked,
        PASS,
        applied(murder, 5, 5, "Prow Armament Damaged", "prow"),
        dice=(5,),
        seat=TWO,
    )
    first = table.unit("A", "lunar", 50, 50)
    second = table.unit("B", "lunar", 53, 50, teleported=True)
    bare = table.enemy("T", "murder", 59, 50, criticals=("shields",))
    pair = table.state(first, second, bare, phase=Phase.END, squadrons={"Q": ("A", "B")})
    yield accepted(
        rules.TP_12, "the first of two squadroned Lunars, 9 cm away", pair, at(), _declared()
    )
    yield refused(rules.TP_12, "the other has made its own", pair, at("B"), "tp_already_used")


def _hit_and_run(table: Table) -> Iterator[Example]:
    def raided(target: Unit, options: dict[str, int | str] | None = None, **changes: Any) -> State:
        lunar = table.unit("A", "lunar", 50, 50, **changes)
        state = table.state(lunar, target, phase=Phase.END, options=options)
        task = Teleport(unit=lunar.id, target=target.id, stage=1)
        return asking(state, "teleport attack", "T", task)

    murder = table.enemy("T", "murder", 56, 50)
    yield accepted(
        rules.HR_1, "a 1 fails", raided(murder), PASS,
        e.HitAndRunRolled(unit=murder.id, die=1, score=1, failed=True), dice=(1,), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.HR_1, "a crew of +1 never fails", raided(murder, raid_bonus=1), PASS,
        e.HitAndRunRolled(unit=murder.id, die=1, score=2, failed=False), dice=(1,), seat=TWO,
    )  # fmt: skip
    lunar = table.enemy("T", "lunar", 56, 50)
    yield accepted(
        rules.HR_2, "a Lunar has no dorsal weapon: a 2 is its starboard armament", raided(lunar),
        PASS, applied(lunar, 2, 3, "Starboard Armament Damaged", "starboard"), dice=(2,), seat=TWO,
    )  # fmt: skip
    again = table.enemy("T", "lunar", 56, 50, criticals=("starboard",))
    yield accepted(
        rules.DM_4, "H4: and once more; both entries are repaired singly", raided(again),
        PASS, applied(again, 2, 3, "Starboard Armament Damaged", "starboard"), dice=(2,), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.HR_2, "with 2D6, if the table chose so (ruling R2)",
        raided(murder, {"har_lookup": "2d6"}), PASS, applied(murder, 8, 8, "Thrusters Damaged", "thrusters"),
        dice=(2, 3, 5), seat=TWO,
    )  # fmt: skip
    escort = table.enemy("T", "sword", 56, 50)
    yield accepted(
        rules.HR_5, "an escort is destroyed on a 2", raided(escort), PASS,
        e.UnitDestroyed(unit=escort.id, cause="critical"),
        e.BlastPlaced(marker="B101", at=escort.at), dice=(2,), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.HR_5, "an escort survives a 3, if the table chose 4 (ruling R13)",
        raided(escort, {"har_escort_kill_on": 4}), PASS,
        e.HitAndRunRolled(unit=escort.id, die=3, score=3, failed=True), dice=(3,), seat=TWO,
    )  # fmt: skip
    platform = table.enemy("T", "weapons_platform", 56, 50)
    yield accepted(
        rules.HR_7, "a platform without lances: a 3 silences its batteries", _at_platform(table, platform),
        React(brace=False), applied(platform, 3, 4, "Main Armament Damaged", "batteries"),
        dice=(3,), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.HR_7, "and a 6 destroys it", _at_platform(table, platform), React(),
        applied(platform, 6, 6, "Reactors Damaged", "reactors"),
        e.DamageTaken(unit=platform.id, hits=1, source="critical"),
        e.UnitDestroyed(unit=platform.id, cause="hits"), dice=(6,), seat=TWO,
    )  # fmt: skip
    braced = table.enemy("T", "murder", 56, 50, order="brace", braced_until=4)
    yield accepted(
        rules.HR_6, "a 3, saved on a 4: nothing happens", raided(braced), PASS,
        e.BraceSaved(unit=braced.id, die=4, saved=True), dice=(3, 4), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.HR_3, "one hit left, a 6: the catastrophic table", raided(table.enemy("T", "murder", 56, 50, hits=1)),
        PASS, e.DamageTaken(unit=murder.id, hits=1, source="critical"),
        e.CatastropheRolled(unit=murder.id, total=6, result="drifting"), dice=(6, 3, 3), seat=TWO,
    )  # fmt: skip
    fire = table.enemy("T", "murder", 56, 50, criticals=("prow",))
    yield accepted(
        rules.HR_4, "row 5 is repaired by one 6 in the same end phase",
        table.state(fire, phase=Phase.END, keep=False).with_units(table.unit("A", "lunar", 50, 90)),
        EndStep(), e.CriticalRepaired(unit=fire.id, effect="prow"), dice=(6, 1, 1, 1, 1, 1, 1, 1),
    )  # fmt: skip


def _at_platform(table: Table, platform: Unit) -> State:
    lunar = table.unit("A", "lunar", 50, 50)
    state = table.state(lunar, platform, phase=Phase.END)
    return asking(
        state, "teleport attack", "T", Teleport(unit=lunar.id, target=platform.id, stage=1)
    )
