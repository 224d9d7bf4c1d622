"""The terms of the requirement: fields of fire, limits, ranges, dice (R-01 to R-07)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.attack_events import AmmoSpent
from domain.systems.knight_hawks.damage_events import DamageTableRolled, FireStarted, HullDamaged
from domain.systems.knight_hawks.examples.setups import (
    B,
    Yard,
    along,
    example,
    fire,
    rolled,
    shot,
)
from domain.systems.knight_hawks.state import Mount, Phase, State

LEGAL = ((1, 0), (4, 0), (10, 0), (2, -1), (10, -1), (1, 1), (9, 1))
REFUSED = ((1, -1), (0, 1), (-1, 0), (3, -2))


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of the terms."""
    yard = Yard(initial)
    yield from _forward(yard)
    yield from _same_hex(yard)
    yield from _limits(yard)
    yield from _ranges(yard)


def _forward(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("frigate", "a", (0, 0))
    for at in (*LEGAL, *REFUSED):
        target = yard.ship("frigate", "b", at)
        yield example(
            rules.R_01_FORWARD,
            f"facing east, a target at {at} is {'in' if at in LEGAL else 'not in'} the field",
            yard.battle(ship, target, phase=Phase.OFFENSIVE),
            fire(shot(ship, "LC", target)),
            dice=(96,) if at in LEGAL else (),
            refused="" if at in LEGAL else "out_of_arc",
        )
    ahead, aside = yard.ship("frigate", "b", (4, 0)), yard.ship("frigate", "b", (3, 1))
    yield example(
        rules.R_01A_HEAD_ON,
        "straight ahead at 4 hexes: 60 + 10 - 20 = 50",
        yard.battle(ship, ahead, phase=Phase.OFFENSIVE),
        fire(shot(ship, "LC", ahead)),
        dice=(51,),
        then=(
            rolled("LC", ship, ahead, "RH", 60, 50, 51, hit=False, head_on=10, range_modifier=-20),
        ),
    )
    yield example(
        rules.R_01A_HEAD_ON,
        "in a side row at 4 hexes: 60 - 20 = 40",
        yard.battle(ship, aside, phase=Phase.OFFENSIVE),
        fire(shot(ship, "LC", aside)),
        dice=(41,),
        then=(rolled("LC", ship, aside, "RH", 60, 40, 41, hit=False, range_modifier=-20),),
    )


def _same_hex(yard: Yard) -> Iterator[Example]:
    mover = along(yard.ship("frigate", "a", (1, 0)), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0))
    facing_it = yard.ship("frigate", "b", (5, 0), facing=3)
    away = yard.ship("frigate", "b", (5, 0), facing=0)
    defending: dict[str, Any] = {"phase": Phase.DEFENSIVE, "acting": "b"}
    yield example(
        rules.R_01B_SAME_HEX,
        "entered from its forward field: the laser cannon answers at 60 + 10 - 0 = 70",
        yard.battle(mover, facing_it, **defending),
        fire(shot(facing_it, "LC", mover), seat=B),
        dice=(71,),
        then=(rolled("LC", facing_it, mover, "RH", 60, 70, 71, hit=False, head_on=10),),
    )
    yield example(
        rules.R_01B_SAME_HEX,
        "entered from behind: it does not",
        yard.battle(mover, away, **defending),
        fire(shot(away, "LC", mover), seat=B),
        refused="out_of_arc",
    )
    yield example(
        rules.R_01B_SAME_HEX,
        "who has entered fires ahead, whatever its facing",
        yard.battle(mover, away, phase=Phase.OFFENSIVE),
        fire(shot(mover, "LC", away)),
        dice=(71,),
        then=(rolled("LC", mover, away, "RH", 60, 70, 71, hit=False, head_on=10),),
    )


def _limits(yard: Yard) -> Iterator[Example]:
    mover = yard.ship("frigate", "a", (0, 0))
    foe = yard.ship("frigate", "b", (3, 0), facing=3)
    yield example(
        rules.R_02_MOVING_PLAYER,
        "a torpedo in the combat phase of another side's turn",
        yard.battle(mover, foe, phase=Phase.DEFENSIVE, acting="b"),
        fire(shot(foe, "T", mover), seat=B),
        refused="mpo_not_moving",
    )
    beam = yard.ship("destroyer", "a", (0, 0))
    far = yard.ship("frigate", "b", (7, 0))
    yield example(
        rules.R_03_DIFFUSION,
        "electron beam at 7 hexes: 60 - 35 = 25",
        yard.battle(beam, far, phase=Phase.OFFENSIVE),
        fire(shot(beam, "EB", far)),
        dice=(26,),
        then=(rolled("EB", beam, far, "RH", 60, 25, 26, hit=False, range_modifier=-35),),
    )
    once = replace(mover, mounts={**mover.mounts, "T": Mount(type="T", ammo=1, ammo_max=2)})
    never = replace(mover, mounts={**mover.mounts, "T": Mount(type="T", ammo=0, ammo_max=2)})
    yield example(
        rules.R_04_SUPPLY,
        "the second of two torpedoes is marked off, though it misses",
        yard.battle(once, foe, phase=Phase.OFFENSIVE),
        fire(shot(once, "T", foe)),
        dice=(99,),
        then=(AmmoSpent(ship=once.id, mount="T", left=0),),
    )
    yield example(
        rules.R_04_SUPPLY,
        "a third torpedo of two",
        yard.battle(never, foe, phase=Phase.OFFENSIVE),
        fire(shot(never, "T", foe)),
        refused="out_of_ammo",
    )


def _ranges(yard: Yard) -> Iterator[Example]:
    mover = yard.ship("frigate", "a", (0, 0))
    near, off = yard.ship("frigate", "b", (3, 0)), yard.ship("frigate", "b", (4, 0))
    yield example(
        rules.R_05_RANGE,
        "a rocket battery at 4 hexes",
        yard.battle(mover, off, phase=Phase.OFFENSIVE),
        fire(shot(mover, "RB", off)),
        refused="out_of_range",
    )
    yield example(
        rules.R_05_RANGE,
        "a rocket battery at 3 hexes: 40",
        yard.battle(mover, near, phase=Phase.OFFENSIVE),
        fire(shot(mover, "RB", near)),
        dice=(41,),
        then=(rolled("RB", mover, near, "RH", 40, 40, 41, hit=False),),
    )
    yield example(
        rules.R_06_HULL_DICE,
        "a torpedo's hull hit, dice 3 9 10 6: 28",
        yard.battle(mover, near, phase=Phase.OFFENSIVE),
        fire(shot(mover, "T", near)),
        dice=(50, 50, 3, 9, 10, 6),
        then=(HullDamaged(target=near.id, points=28),),
    )
    cruiser = yard.ship("light_cruiser", "a", (0, 0))
    yield example(
        rules.R_07_DTM,
        "disruptor, 85 + 20 = 105: electrical fire",
        yard.battle(cruiser, near, phase=Phase.OFFENSIVE),
        fire(shot(cruiser, "DC", near)),
        dice=(1, 85),
        then=(
            DamageTableRolled(target=near.id, raw=85, dtm=20, modified=105, row="electrical_fire"),
            FireStarted(target=near.id, kind="electrical"),
        ),
    )
