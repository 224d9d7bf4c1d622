"""The eight aimed weapons (R-10 to R-17)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.attack_events import AmmoSpent
from domain.systems.knight_hawks.commands import Evade, Respond
from domain.systems.knight_hawks.damage_events import DamageTableRolled, FireStarted, HullDamaged
from domain.systems.knight_hawks.examples.setups import (
    B,
    Yard,
    example,
    fire,
    played,
    rolled,
    shot,
)
from domain.systems.knight_hawks.state import Phase, State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of the aimed weapons."""
    yard = Yard(initial)
    yield from _lasers(yard)
    yield from _torpedoes(yard)
    yield from _rockets(yard)
    yield from _beams(yard)
    yield from _disruptor(yard)


def _lasers(yard: Yard) -> Iterator[Example]:
    ship, aside = yard.ship("frigate", "a", (0, 0)), yard.ship("frigate", "b", (5, 1))
    given = yard.battle(ship, aside, phase=Phase.OFFENSIVE)
    for roll in (30, 31):
        yield example(
            rules.R_10_LASER_CANNON,
            f"side row, 6 hexes: 60 - 30 = 30, so {roll} {'hits' if roll == 30 else 'misses'}",
            given,
            fire(shot(ship, "LC", aside)),
            dice=(30, 45, 8, 5) if roll == 30 else (31,),
            then=(
                rolled("LC", ship, aside, "RH", 60, 30, roll, hit=roll == 30, range_modifier=-30),
                *((HullDamaged(target=aside.id, points=13),) if roll == 30 else ()),
            ),
        )
    behind, out = yard.ship("frigate", "b", (-9, 0)), yard.ship("frigate", "b", (-10, 0))
    for roll in (5, 6):
        yield example(
            rules.R_11_LASER_BATTERY,
            f"astern at 9 hexes: 50 - 45 = 5, so {roll} {'hits' if roll == 5 else 'misses'}",
            yard.battle(ship, behind, phase=Phase.OFFENSIVE),
            fire(shot(ship, "LB", behind)),
            dice=(5, 45, 7) if roll == 5 else (6,),
            then=(
                rolled("LB", ship, behind, "RH", 50, 5, roll, hit=roll == 5, range_modifier=-45),
            ),
        )
    yield example(
        rules.R_11_LASER_BATTERY,
        "astern at 10 hexes",
        yard.battle(ship, out, phase=Phase.OFFENSIVE),
        fire(shot(ship, "LB", out)),
        refused="out_of_range",
    )


def _torpedoes(yard: Yard) -> Iterator[Example]:
    ship, target = yard.ship("frigate", "a", (0, 0)), yard.ship("frigate", "b", (-4, 0))
    yield example(
        rules.R_12_TORPEDO,
        "astern at 4 hexes: 50; damage 45 - 20 = 25 is hull, 4d10",
        yard.battle(ship, target, phase=Phase.OFFENSIVE),
        fire(shot(ship, "T", target)),
        dice=(50, 45, 1, 2, 3, 4),
        then=(
            rolled("T", ship, target, "RH", 50, 50, 50, hit=True),
            DamageTableRolled(target=target.id, raw=45, dtm=-20, modified=25, row="hull"),
            HullDamaged(target=target.id, points=10),
        ),
    )


def _rockets(yard: Yard) -> Iterator[Example]:
    fighter, target = yard.ship("fighter", "a", (0, 0)), yard.ship("frigate", "b", (4, 0))
    yield example(
        rules.R_13_ASSAULT_ROCKETS,
        "head-on at 4 hexes: 60 + 10 = 70; damage 30 - 10 = 20 is hull, 1 + 2 + 4 = 7",
        yard.battle(fighter, target, phase=Phase.OFFENSIVE),
        fire(shot(fighter, "AR", target)),
        dice=(70, 30, 1, 2),
        then=(
            rolled("AR", fighter, target, "RH", 60, 70, 70, hit=True, head_on=10),
            DamageTableRolled(target=target.id, raw=30, dtm=-10, modified=20, row="hull"),
            HullDamaged(target=target.id, points=7),
        ),
    )
    scout = yard.ship("assault_scout", "b", (4, 0), speed=4, icm=1, icm_max=1, icm_ok=True)
    declared = played(
        yard.battle(fighter, scout, phase=Phase.OFFENSIVE), fire(shot(fighter, "AR", scout))
    )
    yield example(
        rules.R_13_ASSAULT_ROCKETS,
        "assault rockets are not evaded by manoeuvre",
        declared,
        {B: Respond(answers=(Evade(attack=1),))},
        refused="evasion_not_allowed",
    )
    yield example(
        rules.R_13_ASSAULT_ROCKETS,
        "nor fired in another side's turn",
        yard.battle(yard.ship("frigate", "a", (0, 0)), scout, phase=Phase.DEFENSIVE, acting="b"),
        fire(shot(scout, "AR", yard.ship("frigate", "a", (0, 0))), seat=B),
        refused="mpo_not_moving",
    )
    yield from _battery(yard)


def _battery(yard: Yard) -> Iterator[Example]:
    ship, target = yard.ship("destroyer", "b", (0, 0)), yard.ship("frigate", "a", (3, 0))
    yield example(
        rules.R_14_ROCKET_BATTERY,
        "four salvos: one in another side's turn leaves three",
        yard.battle(ship, target, phase=Phase.DEFENSIVE, acting="b"),
        fire(shot(ship, "RB", target), seat=B),
        dice=(99,),
        then=(AmmoSpent(ship=ship.id, mount="RB", left=3),),
    )
    mounts = {**ship.mounts, "RB": replace(ship.mounts["RB"], ammo=3)}
    own = replace(ship, mounts=mounts)
    given = yard.battle(own, target, phase=Phase.OFFENSIVE, moving="b", acting="b")
    yield example(
        rules.R_14_ROCKET_BATTERY,
        "one in its own turn leaves two",
        given,
        fire(shot(own, "RB", target), seat=B),
        dice=(99,),
        then=(AmmoSpent(ship=ship.id, mount="RB", left=2),),
    )
    yield example(
        rules.R_14_ROCKET_BATTERY,
        "a second salvo in one phase",
        given,
        fire(shot(own, "RB", target), shot(own, "RB", target), seat=B),
        refused="already_fired",
    )


def _beams(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("heavy_cruiser", "a", (0, 0), mounts=_unarmed(yard))
    far = yard.ship("frigate", "b", (0, 12))
    for roll in (5, 6):
        yield example(
            rules.R_15_PROTON,
            f"at 12 hexes: 60 - 60 = 0, so only 1 to 5 hit: {roll}",
            yard.battle(ship, far, phase=Phase.OFFENSIVE),
            fire(shot(ship, "PB", far)),
            dice=(5, 35, 4) if roll == 5 else (6,),
            then=(rolled("PB", ship, far, "RH", 60, 0, roll, hit=roll == 5, range_modifier=-60),),
        )
    behind_ps = yard.ship("heavy_cruiser", "b", (0, 1), active="PS")
    yield example(
        rules.R_15_PROTON,
        "against a proton screen at 1 hex: 25 - 5 = 20, and half of a 7 is 4",
        yard.battle(ship, behind_ps, phase=Phase.OFFENSIVE),
        fire(shot(ship, "PB", behind_ps)),
        dice=(20, 20, 7),
        then=(
            rolled("PB", ship, behind_ps, "PS", 25, 20, 20, hit=True, range_modifier=-5, half=True),
            HullDamaged(target=behind_ps.id, points=4),
        ),
    )
    two = yard.ship("heavy_cruiser", "b", (0, 2), active="PS")
    yield example(
        rules.R_16_ELECTRON,
        "a proton screen attracts at 2 hexes: 70 - 10 = 60",
        yard.battle(ship, two, phase=Phase.OFFENSIVE),
        fire(shot(ship, "EB", two)),
        dice=(61,),
        then=(rolled("EB", ship, two, "PS", 70, 60, 61, hit=False, range_modifier=-10),),
    )


def _unarmed(yard: Yard) -> dict[str, object]:
    """Return the mounts of a heavy cruiser without its seekers, which would open every window."""
    every = yard.ship("heavy_cruiser", "a", (0, 0)).mounts
    return {name: mount for name, mount in every.items() if mount.type != "S"}


def _disruptor(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("light_cruiser", "a", (0, 0))
    target = yard.ship("destroyer", "b", (3, 0))
    given = yard.battle(ship, target, phase=Phase.OFFENSIVE)
    yield example(
        rules.R_17_DISRUPTOR,
        "head-on at 3 hexes: 60 + 10 - 15 = 55; damage 25 + 20 = 45 is hull, 3d10",
        given,
        fire(shot(ship, "DC", target)),
        dice=(55, 25, 1, 2, 3),
        then=(
            rolled("DC", ship, target, "RH", 60, 55, 55, hit=True, head_on=10, range_modifier=-15),
            DamageTableRolled(target=target.id, raw=25, dtm=20, modified=45, row="hull"),
            HullDamaged(target=target.id, points=6),
        ),
    )
    yield example(
        rules.R_17_DISRUPTOR,
        "damage 100 + 20 = 120: a disastrous fire",
        given,
        fire(shot(ship, "DC", target)),
        dice=(55, 100),
        then=(
            DamageTableRolled(
                target=target.id, raw=100, dtm=20, modified=120, row="disastrous_fire"
            ),
            FireStarted(target=target.id, kind="disastrous"),
        ),
    )
    aside = yard.ship("destroyer", "b", (0, 2))
    yield example(
        rules.R_17_DISRUPTOR,
        "out of the forward field",
        yard.battle(ship, aside, phase=Phase.OFFENSIVE),
        fire(shot(ship, "DC", aside)),
        refused="out_of_arc",
    )
