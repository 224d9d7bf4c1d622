"""Ordnance: torpedoes, attack craft, mines, minefields (OR-1 to OR-14, MI-1 to MI-5, SQ-12, 13)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.names import ShipId
from domain.plane import Rectangle
from domain.rule_system import Example
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.commands import (
    EndStep,
    LaunchCraft,
    LaunchTorpedoes,
    MoveOrdnance,
    React,
    Salvo,
    SetPatrol,
)
from domain.systems.gothic.examples.boarding_torpedoes import FLY, M, applied, asked, contact, moved
from domain.systems.gothic.examples.moving import move
from domain.systems.gothic.examples.setups import (
    ONE,
    TWO,
    Table,
    accepted,
    ahead,
    asking,
    cm,
    field,
    mine,
    refused,
    salvo,
    volley,
    wave,
)
from domain.systems.gothic.pieces import Area, Marker, Unit
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import CraftAttack, MineAttack

T = ShipId("T")


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of ordnance."""
    table = Table(initial)
    yield from _launching(table)
    yield from _torpedoes(table)
    yield from _edges(table)
    yield from _craft(table)
    yield from _mines(table)


def out(kind: Any, unit: str = "A", name: str = "O101", **changes: Any) -> e.OrdnanceLaunched:
    """Return that A, at (50, 20), launches."""
    return e.OrdnanceLaunched(
        marker=name, kind=kind, side=1, seat=ONE, launchers=changes.pop("launchers", (ShipId(unit),)),
        at=changes.pop("at", cm(50, 20)), heading=changes.pop("heading", 0), **changes,
    )  # fmt: skip


def _launching(table: Table) -> Iterator[Example]:
    lunar = table.unit("A", "lunar", 50, 20)
    ready = table.state(lunar, phase=Phase.LAUNCHING)
    one = LaunchTorpedoes(units=(lunar.id,))
    arcs = (0, 45_000)
    yield accepted(
        rules.OR_2,
        "a salvo starts at the launcher's stem",
        ready,
        one,
        out("torpedo", strength=6, arcs=arcs),
    )
    empty = table.unit("A", "lunar", 50, 20, loaded=frozenset())
    yield refused(
        rules.OR_1,
        "empty tubes launch nothing",
        table.state(empty, phase=Phase.LAUNCHING),
        one,
        "not_loaded",
    )
    two = LaunchTorpedoes(
        units=(lunar.id,), salvoes=(Salvo(strength=3), Salvo(strength=3, bearing=10))
    )
    yield refused(rules.OR_3, "six are not split", ready, two, "salvo_split")
    nine = table.state(table.unit("A", "retribution", 50, 20), phase=Phase.LAUNCHING)
    parts = LaunchTorpedoes(
        units=(lunar.id,), salvoes=(Salvo(strength=4), Salvo(strength=5, bearing=10))
    )
    yield accepted(
        rules.OR_3, "nine are 4 and 5 in two directions", nine, parts, out("torpedo", strength=4, arcs=arcs),
        out("torpedo", name="O102", strength=5, heading=10_000, arcs=arcs),
    )  # fmt: skip
    small = LaunchTorpedoes(
        units=(lunar.id,), salvoes=(Salvo(strength=2), Salvo(strength=7, bearing=10))
    )
    yield refused(rules.OR_3, "not 2 and 7", nine, small, "salvo_split")
    braced = table.unit("A", "lunar", 50, 20, hits=4, order="brace", braced_until=9)
    yield accepted(
        rules.SQ_8, "H26: crippled and braced, six torpedoes are three, are two",
        table.state(braced, phase=Phase.LAUNCHING), one, out("torpedo", strength=2, arcs=arcs),
    )  # fmt: skip
    for apart, title in (
        (3.2, "two Cobras 3.2 cm apart launch one salvo of 4"),
        (3.3, "3.3 cm apart they do not"),
    ):
        pair = (table.unit("A", "cobra", 50, 20), table.unit("B", "cobra", 50 + apart, 20))
        given = table.state(*pair, phase=Phase.LAUNCHING, squadrons={"Q": ("A", "B")})
        both = LaunchTorpedoes(units=(ShipId("A"), ShipId("B")))
        if apart > 3.2:
            yield refused(rules.SQ_12, title, given, both, "not_in_contact")
        else:
            launchers = (ShipId("A"), ShipId("B"))
            yield accepted(
                rules.SQ_12,
                title,
                given,
                both,
                out("torpedo", strength=4, launchers=launchers, arcs=arcs),
            )
    styx = table.unit("A", "styx", 50, 20)
    deck = table.state(styx, phase=Phase.LAUNCHING)
    yield accepted(
        rules.OR_8, "six bays, six markers in a wave", deck, LaunchCraft(unit=styx.id, fighters=2, bombers=3, boats=1),
        out("craft", fighters=2, bombers=3, boats=1),
    )  # fmt: skip
    yield refused(rules.OR_8, "not seven", deck, LaunchCraft(unit=styx.id, bombers=7), "bay_limit")
    low = table.state(table.unit("A", "lunar", 50, 20), phase=Phase.LAUNCHING, band=45_000)
    yield refused(rules.LANDING, "no torpedoes from low orbit", low, one, "low_orbit")


def _torpedoes(table: Table) -> Iterator[Example]:
    one = salvo(M, 50, 20)
    friend = table.unit("T", "lunar", 50, 40)
    yield accepted(
        rules.OR_4, "ordinary torpedoes strike friends, too", table.state(friend, phase=Phase.ORDNANCE, markers=[one]),
        FLY, contact(M, friend, 50, 37.15, 180_000, "rear"),
    )  # fmt: skip
    murder = table.enemy("T", "murder", 50, 24, 0)
    yield accepted(
        rules.OR_4, "three hits pass the shields: three hits lost", asked(table, murder, salvo(M, 50, 20, strength=4)), React(turrets=False),
        e.AttackRolled(by=M, unit=T, dice=(5, 5, 6, 1), armour=5, hits=3), e.DamageTaken(unit=T, hits=1, source="hull"),
        dice=(5, 5, 6, 1, 1, 1, 1), seat=TWO,
    )  # fmt: skip
    sword, beside = table.enemy("T", "sword", 50, 24, 180), table.enemy("S", "sword", 54, 24, 180)
    given = asked(table, sword, salvo(M, 50, 20)).with_units(beside)
    yield accepted(
        rules.SQ_13, "six hits on the one Sword that is touched destroy that one alone", given, React(turrets=False),
        e.OrdnanceRemoved(marker=M, reason="spent"), e.UnitDestroyed(unit=T, cause="hits"), dice=(5,) * 6, seat=TWO,
    )  # fmt: skip
    hunters = wave("W", 50, 35, side=2, fighters=2)
    yield accepted(
        rules.OR_5, "a fighter removes a whole salvo", table.state(phase=Phase.ORDNANCE, markers=[one, hunters]), FLY,
        e.OrdnanceRemoved(marker=M, reason="fighters"),
    )  # fmt: skip
    blasted = table.state(phase=Phase.ORDNANCE, markers=[one], blasts=[(50, 30)])
    yield accepted(
        rules.OR_13, "through a blast marker: a 6 removes it", blasted, FLY, e.OrdnanceBlastTest(marker=M, die=6), dice=(6,),
    )  # fmt: skip
    edge = salvo(M, 50, 110)
    yield accepted(
        rules.OR_14, "off the table it is removed", table.state(phase=Phase.ORDNANCE, markers=[edge]), FLY,
        e.OrdnanceMoved(marker=M, start=edge.at, at=cm(50, 120.001), heading=0, length=10_001, last=False),
        e.OrdnanceRemoved(marker=M, reason="off_board"),
    )  # fmt: skip
    locked = replace(asked(table, murder, one), locked={T: "craft"})
    yield accepted(
        rules.OR_6, "turrets that served against craft do not fire at torpedoes", locked, React(),
        e.AttackRolled(by=M, unit=T, dice=(1,) * 6, armour=5, hits=0), dice=(1,) * 6, seat=TWO,
    )  # fmt: skip
    helper = table.enemy("H", "murder", 53, 24, 0)
    yield accepted(
        rules.OR_7, "a friend in contact adds a die", asked(table, murder, one).with_units(helper), React(),
        e.TurretsFired(unit=T, marker=M, dice=(1, 1, 1), kills=0, against="torpedo"), dice=(1,) * 9, seat=TWO,
    )  # fmt: skip


def _edges(table: Table) -> Iterator[Example]:
    """Where a marker's move ends early: the planet, low orbit, hulks, a planet's disc."""
    planet = table.state(phase=Phase.ORDNANCE, markers=[salvo(M, 50, 20, 180)], band=45_000)
    yield accepted(
        rules.LANDING,
        "torpedoes are lost at the planet",
        planet,
        FLY,
        e.OrdnanceMoved(
            marker=M, start=cm(50, 20), at=cm(50, 1.25), heading=180_000, length=18_750, last=False
        ),
        e.OrdnanceRemoved(marker=M, reason="planet"),
    )
    silo = table.unit("G", "missile_silo", 50, 0)
    own = salvo(M, 50, 20, launchers=(silo.id,))
    yield accepted(
        rules.LANDING, "what a ground battery launches stays in low orbit",
        table.state(silo, table.enemy("E", "murder", 50, 48), phase=Phase.ORDNANCE, markers=[own], band=45_000), FLY,
        e.OrdnanceMoved(marker=M, start=cm(50, 20), at=cm(50, 45.001), heading=0, length=25_001, last=False),
        e.OrdnanceRemoved(marker=M, reason="low_orbit"),
    )  # fmt: skip
    wreck = table.enemy("E", "murder", 50, 40, hits=0, status="drifting")
    lost = table.state(wreck, phase=Phase.ORDNANCE, markers=[salvo(M, 50, 20, strength=2)])
    yield accepted(
        rules.DM_7, "torpedoes pass over a hulk", lost, FLY, moved(salvo(M, 50, 20), 50, 50)
    )
    yield accepted(
        rules.DM_7, "and strike it if their owner wishes so", lost, MoveOrdnance(marker=M, hulks=True),
        e.AttackRolled(by=M, unit=ShipId("E"), dice=(5, 6), armour=5, hits=2),
        e.CatastropheRolled(unit=ShipId("E"), total=7, result="blazing"), dice=(5, 6, 3, 4),
    )  # fmt: skip
    moon = Area(id="R", title="R", kind="planet", bounds=Rectangle(45_000, 35_000, 55_000, 45_000))
    yield accepted(
        rules.TE_1, "torpedoes are lost at a planet's disc",
        table.state(phase=Phase.ORDNANCE, markers=[salvo(M, 50, 20)], areas=[moon]), FLY,
        e.OrdnanceMoved(marker=M, start=cm(50, 20), at=cm(50, 33.75), heading=0, length=13_750, last=False),
        e.OrdnanceRemoved(marker=M, reason="area"),
    )  # fmt: skip


def craft_at(table: Table, target: Unit, marker: Marker) -> State:
    """Return a wave at a base, its target asked."""
    state = table.state(target, phase=Phase.ORDNANCE, markers=[marker])
    task = CraftAttack(marker=marker.id, unit=target.id, stage=1)
    return asking(state, "craft", target.id, task, turrets=True)


def _craft(table: Table) -> Iterator[Example]:
    bombers = wave(M, 50, 20, bombers=2, fighters=1)
    yield refused(
        rules.OR_8, "bombers fly 20 cm, and the wave with them", table.state(phase=Phase.ORDNANCE, markers=[bombers]),
        MoveOrdnance(marker=M, legs=((0, 201),)), "move_too_far",
    )  # fmt: skip
    yield accepted(
        rules.OR_8, "on any path", table.state(phase=Phase.ORDNANCE, markers=[bombers]),
        MoveOrdnance(marker=M, legs=((0, 100), (90, 100))),
        e.OrdnanceMoved(marker=M, start=cm(50, 20), at=cm(50, 30), heading=0, length=10_000, last=False),
        e.OrdnanceMoved(marker=M, start=cm(50, 30), at=cm(60, 30), heading=90_000, length=10_000, last=True),
    )  # fmt: skip
    other = wave("W", 50, 30, side=2, fighters=1, bombers=2)
    hunter = wave(M, 50, 20, fighters=2)
    yield accepted(
        rules.OR_9, "two fighters against a fighter and two bombers: two of each side are gone",
        table.state(phase=Phase.ORDNANCE, markers=[hunter, other]), MoveOrdnance(marker=M, legs=((0, 100),)),
        e.OrdnanceRemoved(marker=M, reason="fighters"), e.OrdnanceReduced(marker="W", bombers=1),
    )  # fmt: skip
    lunar = table.unit("A", "lunar", 50, 20)
    home = table.state(lunar, phase=Phase.MOVEMENT, markers=[wave(M, 50, 20, fighters=1)])
    yield accepted(
        rules.OR_10,
        "a fighter patrols with the ship that it touches",
        home,
        SetPatrol(marker=M, unit=lunar.id),
        e.PatrolSet(marker=M, unit=lunar.id),
    )
    guarded = table.enemy("T", "murder", 50, 40)
    guard = wave("W", 50, 40, side=2, fighters=1, patrols=T)
    yield accepted(
        rules.OR_10, "and meets torpedoes before the turrets do",
        table.state(guarded, phase=Phase.ORDNANCE, markers=[salvo(M, 50, 20), guard]), FLY,
        e.OrdnanceRemoved(marker=M, reason="fighters"),
    )  # fmt: skip
    murder = table.enemy("T", "murder", 50, 22, 0)
    yield accepted(
        rules.OR_11, "D6 - 2 attacks each: 4 and 1, one more for a fighter, against the weakest armour",
        craft_at(table, murder, bombers), React(turrets=False), e.BomberRunsRolled(marker=M, unit=T, attacks=3),
        e.AttackRolled(by=M, unit=T, dice=(5, 4, 1), armour=5, hits=1), e.DamageTaken(unit=T, hits=1, source="hull"),
        dice=(4, 1, 5, 4, 1, 2), seat=TWO,
    )  # fmt: skip
    boats = wave(M, 50, 20, boats=2)
    yield accepted(
        rules.OR_12, "a turret's 4 kills one boat; the other makes a hit-and-run attack", craft_at(table, murder, boats), React(),
        e.TurretsFired(unit=T, marker=M, dice=(4, 1), kills=1, against="craft"),
        e.OrdnanceRemoved(marker=M, reason="spent"), applied(murder, 3, 3, "Starboard Armament Damaged", "starboard"),
        dice=(4, 1, 3), seat=TWO,
    )  # fmt: skip


def _mines(table: Table) -> Iterator[Example]:
    lunar = table.enemy("T", "lunar", 50, 22, 180)
    near = mine(M, 50, 20)
    state = table.state(lunar, phase=Phase.ORDNANCE, markers=[near])
    attack = MineAttack(marker=M, unit=T, stage=1)
    yield accepted(
        rules.MI_1, "H29: a turret hit halves it to four dice; three hits: two on shields, one on the hull",
        asking(state, "mine", "T", attack, turrets=True), React(),
        e.TurretsFired(unit=T, marker=M, dice=(4, 1), kills=1, against="torpedo"),
        e.AttackRolled(by=M, unit=T, dice=(6, 6, 6, 2), armour=6, hits=3), e.OrdnanceRemoved(marker=M, reason="spent"),
        e.ShieldAbsorbed(unit=T), e.ShieldAbsorbed(unit=T), e.DamageTaken(unit=T, hits=1, source="hull"),
        e.CriticalChecked(unit=T, die=3), dice=(4, 1, 6, 6, 6, 2, 3), seat=TWO,
    )  # fmt: skip
    far = table.enemy("T", "lunar", 50, 60, 180)
    turning = table.state(far, phase=Phase.TURNING, markers=[mine(M, 50, 20)])
    yield accepted(
        rules.MI_1, "10 cm towards the nearest enemy ship in every ordnance phase", _ready(turning), EndStep(),
        e.PhaseBegan(phase="ordnance"),
        e.OrdnanceMoved(marker=M, start=cm(50, 20), at=cm(50, 30), heading=0, length=10_000, last=True),
    )  # fmt: skip
    shooter = table.unit("A", "lunar", 50, 20)
    laid = mine("W", 70, 20, side=2)
    yield accepted(
        rules.MI_2, "a mine is shot at as ordnance", table.state(shooter, markers=[laid]),
        volley("A", "starboard_lance", at="W"), e.OrdnanceRemoved(marker="W", reason="gunfire"), dice=(6, 2),
    )  # fmt: skip
    yield accepted(
        rules.MI_3, "torpedoes are lost in a minefield",
        table.state(phase=Phase.ORDNANCE, markers=[salvo(M, 50, 20)], areas=[field("F", 45, 35, 55, 45)]), FLY,
        e.OrdnanceMoved(marker=M, start=cm(50, 20), at=cm(50, 33.749), heading=0, length=13_749, last=False),
        e.OrdnanceRemoved(marker=M, reason="area"),
    )  # fmt: skip
    hunted = table.enemy("T", "lunar", 50, 60, 180, order="all_ahead_full")
    searching = table.state(hunted, phase=Phase.TURNING, areas=[field("F", 45, 20, 55, 30, side=1)])
    yield accepted(
        rules.MI_4, "30 cm off All Ahead Full: found on a 4, and a mine flies", _ready(searching), EndStep(),
        e.MinefieldSearched(field="F", unit=T, die=4, needed=4), e.MineLaid(id="M101", side=1, seat=ONE, at=cm(50, 30)),
        e.OrdnanceMoved(marker="M101", start=cm(50, 30), at=cm(50, 40), heading=0, length=10_000, last=True), dice=(4,),
    )  # fmt: skip
    struck = table.state(shooter, phase=Phase.MOVEMENT, markers=[salvo("W", 50, 32, 180, side=2)])
    yield accepted(
        rules.BT_5, "a ship that moves into a salvo is attacked on the way", struck, move(ahead(15)),
        e.UnitMoved(unit=shooter.id, start=cm(50, 20), at=cm(50, 29.15), heading=0, length=9_150, last=False),
        contact("W", shooter, 50, 32, 0, "front"),
    )  # fmt: skip
    three = table.state(
        sides=3, phase=Phase.ORDNANCE, mover=1, markers=[salvo(M, 50, 20, side=3, boarding=True)]
    )
    yield accepted(
        rules.BT_3, "H30: of three sides, the third's salvo moves in the first's ordnance phase, too",
        replace(three, pending=(), made=100, mover=1).with_units(table.unit("Z", "lunar", 5, 110, side=3)), EndStep(),
        e.PhaseBegan(phase="ordnance", mover=2),
        e.OrdnanceMoved(marker=M, start=cm(50, 20), at=cm(50, 50), heading=0, length=30_000, last=True), seat=TWO,
    )  # fmt: skip


def _ready(state: State) -> State:
    """Return the turns of boarding torpedoes, with attack craft that keep the next step open."""
    return state.with_marker(wave("K4", 1000, 1050, fighters=1)).with_marker(
        wave("K5", 1000, 1060, fighters=1, side=2)
    )
