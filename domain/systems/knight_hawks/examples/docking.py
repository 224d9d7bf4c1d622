"""Orbits, docks and hangars (P-09, P-10, P-15 to P-17, P-19, P-20)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.commands import EnterOrbit, Launch, MoveShips, Respond
from domain.systems.knight_hawks.damage_events import HullDamaged, ShipDestroyed
from domain.systems.knight_hawks.examples.moving import PLANET, ended, straight
from domain.systems.knight_hawks.examples.setups import (
    A,
    B,
    Yard,
    example,
    fire,
    fly,
    plan,
    played,
    prepare,
    shot,
    with_options,
)
from domain.systems.knight_hawks.move_events import (
    AmmoReloaded,
    OrbitEntered,
    OrbitLeft,
    OrbitStepped,
    ShipDocked,
    ShipUndocked,
)
from domain.systems.knight_hawks.state import Orbit, Phase, State

ROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The hexes of an orbit round (0, 0), clockwise from the east."""


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of orbits and docks."""
    yard = Yard(initial)
    yield from _orbits(yard)
    yield from _docking(yard)
    yield from _docked(yard)
    yield from _hosts(yard)
    yield from _launching(yard)


def _orbits(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("frigate", "a", (1, 0), speed=2)
    into = EnterOrbit(ship=ship.id, body="planet", direction=1)
    yield example(
        rules.P_09_ORBIT,
        "beside the planet it goes into orbit: a hex now",
        yard.battle(ship, bodies=PLANET),
        {A: MoveShips(moves=(into,), drops=())},
        then=(OrbitEntered(ship=ship.id, body="planet", direction=1, at=Hex(0, 1), facing=0),),
    )
    away = replace(ship, at=Hex(2, 0), path=((Hex(2, 0), 0),))
    yield example(
        rules.P_09_ORBIT,
        "two hexes off it does not",
        yard.battle(away, bodies=PLANET),
        {A: MoveShips(moves=(into,), drops=())},
        refused="not_adjacent_to_body",
    )
    wreck = replace(ship, adf=0, mr=0)
    yield example(
        rules.P_09_ORBIT,
        "nor does a drifting ship",
        yard.battle(wreck, bodies=PLANET),
        {A: MoveShips(moves=(into,), drops=())},
        refused="drifting",
    )
    for number, at in enumerate(ROUND):
        after = ROUND[(number + 1) % 6]
        orbiting = yard.ship("frigate", "a", at, orbit=Orbit(body="planet", direction=1))
        yield example(
            rules.P_09_ORBIT,
            f"step {number + 1} of six leads from {at} to {after}",
            yard.battle(orbiting, bodies=PLANET, phase=Phase.PREPARE),
            prepare(),
            then=(OrbitStepped(ship=orbiting.id, at=Hex(*after)),),
        )
    orbiting = yard.ship("frigate", "a", (1, 0), orbit=Orbit(body="planet", direction=1))
    announced = yard.battle(orbiting, bodies=PLANET, phase=Phase.PREPARE)
    leave = prepare(leave_orbit={orbiting.id: True})
    yield example(
        rules.P_10_LEAVING_ORBIT,
        "announced before the step: there is none",
        announced,
        leave,
        then=(OrbitLeft(ship=orbiting.id),),
    )
    free = played(announced, leave)
    yield example(
        rules.P_10_LEAVING_ORBIT,
        "it faces anywhere first, then flies within its ADF",
        free,
        fly(plan(orbiting, "FFFF", rotate_to=5)),
        then=(
            ended(orbiting, *((1, 0, 5), (2, -1, 5), (3, -2, 5), (4, -3, 5), (5, -4, 5)), hexes=4),
        ),
    )
    yield example(
        rules.P_10_LEAVING_ORBIT,
        "five hexes with ADF 4",
        free,
        fly(plan(orbiting, "FFFFF", rotate_to=5)),
        refused="speed_limit",
    )


# --- P-15 and P-16 --------------------------------------------------------------------------


def _docking(yard: Yard) -> Iterator[Example]:
    station = yard.ship("armed_station", "a", (4, 0), name="station")
    scout = yard.ship("assault_scout", "a", (0, 0), speed=4)
    yield example(
        rules.P_15_DOCKING,
        "a scout with ADF 5 enters the station's hex with 4 hexes, and docks",
        yard.battle(station, scout),
        fly(plan(scout, "FFFF", dock=station.id)),
        then=(straight(scout, 4), ShipDocked(ship=scout.id, host=station.id)),
    )
    cruiser = yard.ship("heavy_cruiser", "a", (1, 0), speed=3)
    yield example(
        rules.P_15_DOCKING,
        "a heavy cruiser with ADF 2 and 3 hexes does not",
        yard.battle(station, cruiser),
        fly(plan(cruiser, "FFF", dock=station.id)),
        refused="cannot_dock",
    )


def _docked(yard: Yard) -> Iterator[Example]:
    station = yard.ship("armed_station", "a", (0, 0), name="station")
    docked = yard.ship("frigate", "a", (0, 0), docked_at=station.id, icm=4)
    foe = yard.ship("frigate", "b", (3, 0), facing=3)
    given = yard.battle(station, docked, foe, phase=Phase.OFFENSIVE)
    for mount in ("LC", "T"):
        yield example(
            rules.P_16_DOCKED,
            f"a docked ship fires no {mount}",
            given,
            fire(shot(docked, mount, foe)),
            refused="docked_restriction",
        )
    yield example(
        rules.P_16_DOCKED,
        "its batteries it does",
        given,
        fire(shot(docked, "LB", foe)),
        dice=(36,),
    )
    fighter = yard.ship("fighter", "a", (0, 0), docked_at=station.id)
    target = yard.battle(station, docked, fighter, foe, phase=Phase.DEFENSIVE, acting="b")
    yield example(
        rules.P_16_DOCKED,
        "a docked fighter cannot be fired at",
        target,
        fire(shot(foe, "LB", fighter), seat=B),
        refused="bad_target",
    )
    yield example(
        rules.P_16_DOCKED,
        "a docked frigate can",
        target,
        fire(shot(foe, "LB", docked), seat=B),
        dice=(36,),
    )
    armed = replace(station, icm=6)
    under_fire = played(
        yard.battle(armed, docked, foe, phase=Phase.OFFENSIVE, moving="b", acting="b"),
        fire(shot(foe, "T", docked), seat=B),
    )
    answer = {A: Respond(answers=(Launch(attack=1, ship=docked.id, number=1),))}
    yield example(
        rules.P_16_DOCKED,
        "it launches no interceptors",
        under_fire,
        answer,
        refused="icm_not_available",
    )
    yield example(
        rules.P_16_DOCKED,
        "unless the table chose so (G-21)",
        with_options(under_fire, docked_ships_use_icm="yes"),
        answer,
        dice=(99,),
    )
    carrier = yard.ship("assault_carrier", "a", (0, 0), speed=2)
    aboard = yard.ship("fighter", "a", (0, 0), docked_at=carrier.id)
    yield example(
        rules.P_16_DOCKED,
        "it moves with its host: the carrier flies on, the fighter is not moved itself",
        yard.battle(carrier, aboard),
        fly(plan(aboard, "FF")),
        refused="already_moved",
    )


def _hosts(yard: Yard) -> Iterator[Example]:
    station = yard.ship("fortified_station", "a", (0, 0), name="station", hp=5)
    docked = yard.ship("frigate", "a", (0, 0), docked_at=station.id)
    foe = yard.ship("frigate", "b", (0, 3), facing=4)
    yield example(
        rules.P_17_HOST_LOSS,
        "a station of 140 is lost: the docked frigate of 40 loses 70",
        yard.battle(station, docked, foe, phase=Phase.OFFENSIVE, moving="b", acting="b"),
        fire(shot(foe, "LB", station), seat=B),
        dice=(1, 45, 9),
        then=(
            ShipDestroyed(ship=station.id),
            HullDamaged(target=docked.id, points=70),
            ShipDestroyed(ship=docked.id),
        ),
    )
    whole = replace(station, hp=140)
    weak = replace(docked, hp=5)
    yield example(
        rules.P_17_HOST_LOSS,
        "the docked frigate is lost: the station loses 20",
        yard.battle(whole, weak, foe, phase=Phase.OFFENSIVE, moving="b", acting="b"),
        fire(shot(foe, "LB", weak), seat=B),
        dice=(1, 45, 9),
        then=(ShipDestroyed(ship=docked.id), HullDamaged(target=station.id, points=20)),
    )


# --- P-19 and P-20 --------------------------------------------------------------------------


def _launching(yard: Yard) -> Iterator[Example]:
    carrier = yard.ship("assault_carrier", "a", (0, 0), speed=6)
    fighter = yard.ship("fighter", "a", (0, 0), docked_at=carrier.id)
    ready = yard.battle(carrier, fighter, phase=Phase.PREPARE)
    launch = prepare(undock={fighter.id: True})
    yield example(
        rules.P_19_LAUNCH,
        "from a carrier at speed 6 it starts at speed 6",
        ready,
        launch,
        then=(ShipUndocked(ship=fighter.id, host=carrier.id, facing=0, speed=6),),
    )
    started = played(ready, launch)
    for count in (1, 11):
        yield example(
            rules.P_19_LAUNCH,
            f"with ADF 5 it may fly {count}",
            started,
            fly(plan(fighter, "F" * count)),
            then=(straight(fighter, count),),
        )
    yield example(
        rules.P_19_LAUNCH,
        "but not 12",
        started,
        fly(plan(fighter, "F" * 12)),
        refused="speed_limit",
    )
    station = yard.ship("armed_station", "a", (0, 0), name="station")
    served = replace(fighter, docked_at=station.id, docked_in=1)
    empty = replace(served, mounts={"AR": replace(served.mounts["AR"], ammo=1)})
    foe = yard.ship("frigate", "b", (3, 0), facing=3)
    last = yard.battle(station, empty, foe, phase=Phase.OFFENSIVE, moving="b", acting="b", turn=2)
    reload = AmmoReloaded(ship=fighter.id, mount="AR", ammo=3)
    yield example(
        rules.P_20_REARM,
        "docked since turn 1, all of turn 2 undisturbed: filled up as it ends",
        last,
        fire(seat=B),
        then=(reload,),
    )
