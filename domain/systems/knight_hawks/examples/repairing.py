"""Repairs (P-60 to P-64) and H-20."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.decider import Command
from domain.names import SeatId
from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.commands import AllocateRepairs, Block
from domain.systems.knight_hawks.damage_events import (
    RepairAllocated,
    RepairLocked,
    RepairRolled,
    SystemRepaired,
)
from domain.systems.knight_hawks.events import PhaseBegan, TurnBegan
from domain.systems.knight_hawks.examples.setups import A, B, Yard, example, fire
from domain.systems.knight_hawks.state import Phase, State, Vessel

REPAIR: dict[str, Any] = {"phase": Phase.REPAIR, "turn": 3, "moving": "b", "acting": ""}


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of repairs."""
    yard = Yard(initial)
    yield from _when(yard)
    yield from _points(yard)
    yield from _rolls(yard)
    yield from _hard(yard)


def repair(ship: Vessel, *blocks: tuple[str, int]) -> dict[SeatId, Command]:
    """Return the allocation of a ship's points."""
    every = tuple(Block(ship=ship.id, system=system, points=points) for system, points in blocks)
    return {A: AllocateRepairs(blocks=every)}


def rolled(ship: Vessel, system: str, points: int, roll: int, *, works: bool) -> RepairRolled:
    """Return a repair roll."""
    return RepairRolled(ship=ship.id, system=system, points=points, roll=roll, repaired=works)


def _when(yard: Yard) -> Iterator[Example]:
    hurt = yard.ship("frigate", "a", (0, 0), hp=20)
    foe = yard.ship("frigate", "b", (3, 0))
    for turn in (3, 2):
        last = yard.battle(hurt, foe, phase=Phase.OFFENSIVE, moving="b", acting="b", turn=turn)
        after = PhaseBegan(phase="repair") if turn == 3 else TurnBegan(turn=3)
        yield example(
            rules.P_60_WHEN,
            f"after turn {turn} {'all repair' if turn == 3 else 'the next one begins'}",
            last,
            fire(seat=B),
            then=(after,),
        )
    yield example(
        rules.P_60_WHEN,
        "not in any other phase",
        replace(yard.battle(hurt, **REPAIR), phase=Phase.MOVES),
        repair(hurt, ("HULL", 70)),
        refused="wrong_phase",
    )


def _points(yard: Yard) -> Iterator[Example]:
    hurt = yard.ship("destroyer", "a", (0, 0), hp=20, adf=1, damaged=frozenset({"DCR"}))
    given = yard.battle(hurt, **REPAIR)
    yield example(
        rules.P_61_POINTS,
        "DCR 75 halved: 38 points in all",
        given,
        repair(hurt, ("HULL", 20), ("ADF", 18)),
        dice=(89, 88),
        then=(RepairAllocated(ship=hurt.id, system="HULL", points=20),),
    )
    yield example(
        rules.P_61_POINTS,
        "a 39th point",
        given,
        repair(hurt, ("HULL", 20), ("ADF", 19)),
        refused="dcr_exceeded",
    )
    steering = yard.ship("destroyer", "a", (0, 0), mr=0)
    three = (("MR", 25), ("MR", 25), ("MR", 25))
    yield example(
        rules.P_63_SYSTEMS,
        "three lost points of MR take a block each",
        yard.battle(steering, **REPAIR),
        repair(steering, *three),
        dice=(25, 26, 24),
        then=(
            rolled(steering, "MR", 25, 25, works=True),
            SystemRepaired(ship=steering.id, system="MR"),
            rolled(steering, "MR", 25, 26, works=False),
            rolled(steering, "MR", 25, 24, works=True),
        ),
    )
    yield example(
        rules.P_63_SYSTEMS,
        "a fourth block for three points",
        yard.battle(steering, **REPAIR),
        repair(steering, *three[:2], ("MR", 5), ("MR", 5)),
        refused="nothing_to_repair",
    )
    yield example(
        rules.P_63_SYSTEMS,
        "what is whole",
        yard.battle(steering, **REPAIR),
        repair(steering, ("LC", 5)),
        refused="nothing_to_repair",
    )


def _rolls(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("battleship", "a", (0, 0), hp=100)
    given = yard.battle(ship, **REPAIR)
    yield example(
        rules.P_62_ROLL,
        "a block of 95, and 90 fails",
        given,
        repair(ship, ("HULL", 95)),
        dice=(90,),
        then=(rolled(ship, "HULL", 95, 90, works=False),),
    )
    yield example(
        rules.P_62_ROLL,
        "a 99 on the hull locks it",
        given,
        repair(ship, ("HULL", 95)),
        dice=(99,),
        then=(
            rolled(ship, "HULL", 95, 99, works=False),
            RepairLocked(ship=ship.id, system="HULL"),
        ),
    )
    locked = replace(ship, locked=frozenset({"HULL"}), adf=1)
    yield example(
        rules.P_62_ROLL,
        "what is locked is not tried again",
        yard.battle(locked, **REPAIR),
        repair(locked, ("HULL", 10)),
        refused="repair_locked",
    )
    burning = replace(
        ship,
        hp=120,
        adf=0,
        damaged=frozenset({"FIRE"}),
        mounts={**ship.mounts, "T": replace(ship.mounts["T"], ok=False)},
    )
    yield example(
        rules.P_64_EFFECT,
        "DCR 200: fire 50, torpedoes 50, ADF 50 and 50; 89, 24, 62, 30: torpedoes and one ADF",
        yard.battle(burning, **REPAIR),
        repair(burning, ("FIRE", 50), ("T", 50), ("ADF", 50), ("ADF", 50)),
        dice=(89, 24, 62, 30),
        then=(
            rolled(burning, "FIRE", 50, 89, works=False),
            rolled(burning, "T", 50, 24, works=True),
            SystemRepaired(ship=ship.id, system="T"),
            rolled(burning, "ADF", 50, 62, works=False),
            rolled(burning, "ADF", 50, 30, works=True),
            SystemRepaired(ship=ship.id, system="ADF"),
        ),
    )
    scratched = replace(ship, hp=118)
    yield example(
        rules.P_64_EFFECT,
        "the hull regains a die, but no more than it lacks",
        yard.battle(scratched, **REPAIR),
        repair(scratched, ("HULL", 80)),
        dice=(80, 7),
        then=(SystemRepaired(ship=ship.id, system="HULL", points=2),),
    )


def _hard(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("destroyer", "a", (0, 0), hp=20, mr=1, damaged=frozenset({"DCR", "FIRE"}))
    given = yard.battle(ship, **REPAIR)
    blocks = (("FIRE", 20), ("MR", 9), ("MR", 9))
    yield example(
        rules.P_62_ROLL,
        "H-20: 20, 9, 99: the fire is out, one MR is back, MR is locked",
        given,
        repair(ship, *blocks),
        dice=(20, 9, 99),
        then=(
            SystemRepaired(ship=ship.id, system="FIRE"),
            SystemRepaired(ship=ship.id, system="MR"),
            RepairLocked(ship=ship.id, system="MR"),
        ),
    )
    yield example(
        rules.P_61_POINTS,
        "H-20: a 39th point is too much",
        given,
        repair(ship, *blocks, ("HULL", 1)),
        refused="dcr_exceeded",
    )
