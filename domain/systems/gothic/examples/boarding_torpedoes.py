"""Boarding torpedoes (BT-1 to BT-10), and what they share with ordinary ones."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.names import ShipId
from domain.plane import Leg
from domain.rule_system import Example
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.commands import (
    LaunchTorpedoes,
    MoveOrdnance,
    React,
    Salvo,
    TurnTorpedoes,
)
from domain.systems.gothic.examples.setups import (
    ONE,
    TWO,
    Table,
    accepted,
    asking,
    cm,
    refused,
    salvo,
)
from domain.systems.gothic.pieces import Marker, Unit
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import MoveMarker, TorpedoAttack

M = "S"


def launch(unit: str, *salvoes: Salvo, boarding: bool = True) -> LaunchTorpedoes:
    """Return the order to launch."""
    return LaunchTorpedoes(units=(ShipId(unit),), boarding=boarding, salvoes=salvoes)


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of boarding torpedoes."""
    table = Table(initial)
    yield from _launching(table)
    yield from _turning(table)
    yield from _turning_in_time(table)
    yield from _moving(table)
    yield from _attacking(table)
    yield from _hard_cases(table)
    yield from _hard_cases_of_damage(table)


def _launching(table: Table) -> Iterator[Example]:
    lunar = table.unit("L", "lunar", 50, 20)
    ready = table.state(lunar, phase=Phase.LAUNCHING)
    yield accepted(
        rules.BT_1,
        "a Lunar at heading 0 launches six at 30°",
        ready,
        launch("L", Salvo(bearing=30)),
        e.OrdnanceLaunched(
            marker="O101", kind="boarding_torpedo", side=1, seat=ONE, launchers=(lunar.id,),
            at=cm(50, 20), heading=30_000, arcs=(0, 45_000), strength=6,
        ),
    )  # fmt: skip
    yield refused(
        rules.BT_1,
        "46° lies outside the front arc",
        ready,
        launch("L", Salvo(bearing=46)),
        "out_of_arc",
    )
    both = table.unit(
        "R", "retribution", 50, 20, launched=frozenset({"boarding_torpedo"}), loaded=frozenset()
    )
    yield refused(
        rules.BT_2,
        "H7: after five boarding torpedoes a Retribution launches no ordinary ones",
        table.state(both, phase=Phase.LAUNCHING),
        launch("R", Salvo(strength=4), boarding=False),
        "bt_mixed",
    )
    pair = [
        table.unit("A", "cobra", 50, 20, launched=frozenset({"torpedo"}), loaded=frozenset()),
        table.unit("B", "cobra", 53.2, 20),
    ]
    two = table.state(*pair, phase=Phase.LAUNCHING, squadrons={"Q": ("A", "B")})
    yield accepted(
        rules.BT_2, "of two Cobras one launches ordinary, the other boarding torpedoes", two, launch("B", Salvo()),
        e.OrdnanceLaunched(
            marker="O101", kind="boarding_torpedo", side=1, seat=ONE, launchers=(pair[1].id,),
            at=cm(53.2, 20), heading=0, arcs=(0, 45_000), strength=2,
        ),
    )  # fmt: skip
    yield refused(
        rules.BT_2, "but not in one salvo", two,
        LaunchTorpedoes(units=(pair[0].id, pair[1].id), boarding=True), "bt_mixed",
    )  # fmt: skip
    silo = table.unit("D", "torpedo_launcher", 50, 20)
    yield refused(
        rules.BT_1,
        "a defence's tubes carry no boarding torpedoes (ruling R19)",
        table.state(silo, phase=Phase.LAUNCHING),
        launch("D", Salvo()),
        "bt_not_carried",
    )


def _turning(table: Table) -> Iterator[Example]:
    turning = table.state(phase=Phase.TURNING, markers=[salvo(M, 50, 20, boarding=True)])
    yield accepted(
        rules.BT_4,
        "a turn of 45° to starboard about the marker's centre",
        turning,
        TurnTorpedoes(marker=M, degrees=45),
        e.OrdnanceTurned(marker=M, old_heading=0, heading=45_000),
    )
    yield accepted(
        rules.BT_4,
        "and of 45° to port",
        turning,
        TurnTorpedoes(marker=M, degrees=-45),
        e.OrdnanceTurned(marker=M, old_heading=0, heading=315_000),
    )
    yield refused(
        rules.BT_4,
        "46° are too many",
        turning,
        TurnTorpedoes(marker=M, degrees=46),
        "bt_turn_angle",
    )
    ordinary = table.state(phase=Phase.TURNING, markers=[salvo(M, 50, 20)])
    yield refused(
        rules.BT_4,
        "ordinary torpedoes do not turn",
        ordinary,
        TurnTorpedoes(marker=M, degrees=5),
        "turn_not_allowed",
    )
    twice = table.state(
        phase=Phase.TURNING, markers=[salvo(M, 50, 20, 30, boarding=True, turned_in=4)]
    )
    yield refused(
        rules.BT_4,
        "H2: a second turn of 15° in the phase",
        twice,
        TurnTorpedoes(marker=M, degrees=15),
        "bt_turn_twice",
    )


def _turning_in_time(table: Table) -> Iterator[Example]:
    late = table.state(phase=Phase.ORDNANCE, markers=[salvo(M, 50, 20, boarding=True)])
    yield refused(
        rules.BT_4,
        "a turn after the turns are closed",
        late,
        TurnTorpedoes(marker=M, degrees=15),
        "bt_turn_too_late",
    )
    fresh = salvo(M, 50, 20, boarding=True, launched_in=4)
    first = table.state(phase=Phase.TURNING, markers=[fresh])
    yield refused(
        rules.BT_4,
        "H3: no turn in the phase of launch",
        first,
        TurnTorpedoes(marker=M, degrees=45),
        "bt_turn_launch_phase",
    )
    second = table.state(phase=Phase.TURNING, markers=[fresh], ordnance=5)
    yield accepted(
        rules.BT_4,
        "H3: but in the next side's ordnance phase",
        second,
        TurnTorpedoes(marker=M, degrees=45),
        e.OrdnanceTurned(marker=M, old_heading=0, heading=45_000),
    )
    exact = table.state(
        phase=Phase.TURNING,
        markers=[salvo(M, 50, 20, boarding=True)],
        options={"bt_turn_mode": "exact"},
    )
    yield refused(
        rules.BT_4,
        "exactly 45°, if the table chose so (ruling R3)",
        exact,
        TurnTorpedoes(marker=M, degrees=30),
        "bt_turn_angle",
    )


def moved(
    marker: Marker, x: float, y: float, length: float = 30, *, last: bool = True
) -> e.OrdnanceMoved:
    """Return a straight move of a marker from where it is."""
    return e.OrdnanceMoved(
        marker=marker.id,
        start=marker.at,
        at=cm(x, y),
        heading=marker.heading,
        length=round(length * 1000),
        last=last,
    )


FLY = MoveOrdnance(marker=M)


def _moving(table: Table) -> Iterator[Example]:
    one = salvo(M, 50, 20, boarding=True)
    flying = table.state(phase=Phase.ORDNANCE, markers=[one])
    yield accepted(rules.BT_3, "30 cm straight ahead", flying, FLY, moved(one, 50, 50))
    yield refused(
        rules.BT_3,
        "no other path and no other length",
        flying,
        MoveOrdnance(marker=M, legs=((0, 200),)),
        "torpedo_fixed_move",
    )
    for heading, x, y in ((45, 71.213, 41.213), (315, 28.787, 41.213)):
        turned = salvo(M, 50, 20, heading, boarding=True)
        yield accepted(
            rules.BT_4,
            f"turned to {heading}°, it ends at ({x}, {y})",
            table.state(phase=Phase.ORDNANCE, markers=[turned]),
            FLY,
            moved(turned, x, y),
        )
    two_blasts = table.state(phase=Phase.ORDNANCE, markers=[one], blasts=[(50, 30), (50, 40)])
    yield accepted(
        rules.BT_9,
        "two blast markers in one move: one die, and on a 6 the salvo is lost",
        two_blasts,
        FLY,
        e.OrdnanceBlastTest(marker=M, die=6),
        e.OrdnanceRemoved(marker=M, reason="blast"),
        dice=(6,),
    )
    yield accepted(
        rules.BT_9,
        "two blast markers in one move: a 5, and it flies on",
        two_blasts,
        FLY,
        e.OrdnanceBlastTest(marker=M, die=5),
        dice=(5,),
    )
    other = salvo("T", 50, 35, side=2)
    yield accepted(
        rules.BT_10,
        "a boarding salvo meets an enemy salvo: both are removed",
        table.state(phase=Phase.ORDNANCE, markers=[one, other]),
        FLY,
        e.OrdnanceRemoved(marker=M, reason="ordnance"),
        e.OrdnanceRemoved(marker="T", reason="ordnance"),
    )
    friend = table.unit("L", "lunar", 50, 40)
    yield accepted(
        rules.BT_10,
        "friendly ships are passed over",
        table.state(friend, phase=Phase.ORDNANCE, markers=[one]),
        FLY,
        moved(one, 50, 50),
    )


def contact(
    marker: str, unit: Unit, x: float, y: float, bearing: int, facing: str
) -> e.OrdnanceContact:
    """Return that a marker touches a base."""
    return e.OrdnanceContact(
        marker=marker, unit=unit.id, at=cm(x, y), bearing=bearing, facing=facing
    )


def _attacking(table: Table) -> Iterator[Example]:
    one = salvo(M, 50, 20, boarding=True)
    sword = table.enemy("E", "sword", 52.85, 40, 0)
    yield accepted(
        rules.BT_5,
        "2.85 cm beside its line a small base is touched after exactly 20 cm",
        table.state(sword, phase=Phase.ORDNANCE, markers=[one]),
        FLY,
        moved(one, 50, 40, 20, last=False),
        contact(M, sword, 50, 40, 270_000, "port"),
    )
    aside = table.enemy("E", "sword", 52.86, 40, 0)
    yield accepted(
        rules.BT_5,
        "2.86 cm beside its line it passes",
        table.state(aside, phase=Phase.ORDNANCE, markers=[one]),
        FLY,
        moved(one, 50, 50),
    )
    murder = table.enemy("E", "murder", 50, 24, 0)
    given = asked(table, murder, salvo(M, 50, 20, boarding=True))
    yield accepted(
        rules.BT_6,
        "two turrets roll 4 and 3: six become five",
        given,
        React(),
        e.TurretsFired(unit=murder.id, marker=M, dice=(4, 3), kills=1, against="torpedo"),
        e.OrdnanceReduced(marker=M, strength=5),
        dice=(4, 3, 1, 1, 1, 1, 1),
        seat=TWO,
    )
    five = salvo(M, 50, 20, strength=5, boarding=True)
    hits = (5, 2, 6, 1, 5)
    yield accepted(
        rules.BT_7,
        "five dice against armour 5 are three hits",
        asked(table, murder, five),
        React(turrets=False),
        e.AttackRolled(by=M, unit=murder.id, dice=hits, armour=5, hits=3),
        dice=(*hits, 1, 1, 1),
        seat=TWO,
    )
    lunar = table.enemy("E", "lunar", 50, 24, 180)
    yield accepted(
        rules.BT_7,
        "the same dice against a Lunar's front are one",
        asked(table, lunar, five),
        React(turrets=False),
        e.AttackRolled(by=M, unit=lunar.id, dice=hits, armour=6, hits=1),
        dice=(*hits, 1),
        seat=TWO,
    )
    yield accepted(
        rules.BT_8,
        "three hits are three hit-and-run attacks; the rest of two flies on",
        asked(table, murder, five),
        React(turrets=False),
        e.OrdnanceReduced(marker=M, strength=2),
        e.HitAndRunRolled(unit=murder.id, die=1, score=1, failed=True),
        e.CriticalApplied(
            unit=murder.id, rolled=4, row=4, title="Port Armament Damaged", effect="port"
        ),
        e.CriticalApplied(
            unit=murder.id, rolled=6, row=6, title="Engine Room Damaged", effect="engine"
        ),
        e.DamageTaken(unit=murder.id, hits=1, source="critical"),
        moved(salvo(M, 50, 20, boarding=True), 50, 50),
        dice=(*hits, 1, 4, 6),
        seat=TWO,
    )


def applied(unit: Unit, rolled: int, row: int, title: str, effect: str) -> e.CriticalApplied:
    """Return that a row of the critical table applies."""
    return e.CriticalApplied(unit=unit.id, rolled=rolled, row=row, title=title, effect=effect)


def asked(table: Table, unit: Unit, marker: Marker, **changes: Any) -> State:
    """Return a salvo at a base, its target asked; after the attack it flies 30 cm."""
    state = table.state(unit, phase=Phase.ORDNANCE, markers=[marker], **changes)
    flight = MoveMarker(marker=marker.id, legs=(Leg(marker.heading, 30_000),), met=(unit.id,))
    attack = TorpedoAttack(marker=marker.id, unit=unit.id, stage=1)
    waiting = asking(state, marker.kind, unit.id, attack, turrets=True)
    return replace(waiting, pending=(flight, attack))


def _hard_cases(table: Table) -> Iterator[Example]:
    one = salvo(M, 50, 20, 45, boarding=True)
    murder = table.enemy("E", "murder", 65, 36, 180)
    meeting = table.state(murder, phase=Phase.ORDNANCE, markers=[one])
    yield accepted(
        rules.BT_5,
        "H1: contact after 19.159 cm at (63.548, 33.548), on the front",
        meeting,
        FLY,
        moved(one, 63.548, 33.548, 19.159, last=False),
        contact(M, murder, 63.548, 33.548, 30_633, "front"),
    )
    given = asked(table, murder, replace(one, at=cm(63.548, 33.548)))
    legs = (Leg(45_000, 30_000),)
    flight = MoveMarker(marker=M, legs=legs, origin=one.at, gone=19_159, met=(murder.id,))
    yield accepted(
        rules.BT_8,
        "H1: after turrets and three hits two torpedoes complete their 30 cm",
        replace(given, pending=(flight, given.pending[-1])),
        React(),
        e.TurretsFired(unit=murder.id, marker=M, dice=(4, 3), kills=1, against="torpedo"),
        e.AttackRolled(by=M, unit=murder.id, dice=(5, 2, 6, 1, 5), armour=5, hits=3),
        e.OrdnanceReduced(marker=M, strength=2),
        e.HitAndRunRolled(unit=murder.id, die=1, score=1, failed=True),
        applied(murder, 4, 4, "Port Armament Damaged", "port"),
        applied(murder, 6, 6, "Engine Room Damaged", "engine"),
        e.DamageTaken(unit=murder.id, hits=1, source="critical"),
        e.OrdnanceMoved(
            marker=M, start=cm(63.548, 33.548), at=cm(71.213, 41.213), heading=45_000,
            length=10_841, last=True,
        ),
        dice=(4, 3, 5, 2, 6, 1, 5, 1, 4, 6),
        seat=TWO,
    )  # fmt: skip
    far = table.enemy("E", "murder", 71.213, 50, 180)
    yield accepted(
        rules.BT_5,
        "H1: 8.787 cm away it passes, without dice",
        table.state(far, phase=Phase.ORDNANCE, markers=[one]),
        FLY,
        moved(one, 71.213, 41.213),
    )


def _hard_cases_of_damage(table: Table) -> Iterator[Example]:
    weak = table.enemy("E", "murder", 50, 24, 0, hits=1)
    yield accepted(
        rules.HR_3,
        "H5: with one hit left, the first of four hit-and-run attacks is the last",
        asked(table, weak, salvo(M, 50, 20, boarding=True)),
        React(turrets=False),
        e.OrdnanceReduced(marker=M, strength=2),
        e.CriticalApplied(
            unit=weak.id, rolled=6, row=6, title="Engine Room Damaged", effect="engine"
        ),
        e.DamageTaken(unit=weak.id, hits=1, source="critical"),
        e.CatastropheRolled(unit=weak.id, total=5, result="drifting"),
        dice=(5, 5, 5, 5, 1, 1, 6, 2, 3, 5),
        seat=TWO,
    )
    a, b = table.enemy("A", "sword", 50, 24, 180), table.enemy("B", "sword", 50, 34, 180)
    state = asked(table, a, salvo(M, 50, 20, boarding=True))
    two = state.with_units(b)
    yield accepted(
        rules.BT_8,
        "H6: the second attack destroys A; the rest flies over its blast marker and reaches B",
        two,
        React(),
        e.TurretsFired(unit=a.id, marker=M, dice=(4, 6), kills=2, against="torpedo"),
        e.OrdnanceReduced(marker=M, strength=2),
        e.HitAndRunRolled(unit=a.id, die=1, score=1, failed=True),
        e.HitAndRunRolled(unit=a.id, die=2, score=2, failed=False),
        e.UnitDestroyed(unit=a.id, cause="critical"),
        e.BlastPlaced(marker="B101", at=cm(50, 24)),
        e.OrdnanceBlastTest(marker=M, die=3),
        contact(M, b, 50, 31.15, 0, "front"),
        dice=(4, 6, 5, 5, 1, 2, 1, 2, 3),
        seat=TWO,
    )
    braced = table.enemy("E", "murder", 50, 24, 180, order="brace", braced_until=4)
    yield accepted(
        rules.HR_6,
        "H25: a braced Murder saves one hit-and-run attack and not the other",
        asked(table, braced, salvo(M, 50, 20, strength=2, boarding=True)),
        React(turrets=False),
        e.BraceSaved(unit=braced.id, die=4, saved=True),
        e.BraceSaved(unit=braced.id, die=2, saved=False),
        e.CriticalApplied(
            unit=braced.id, rolled=5, row=5, title="Prow Armament Damaged", effect="prow"
        ),
        dice=(5, 5, 3, 4, 5, 2),
        seat=TWO,
    )
