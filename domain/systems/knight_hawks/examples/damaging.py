"""The damage table row by row (3.8), and H-17 to H-19."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.decider import Event
from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.commands import Launch, Respond
from domain.systems.knight_hawks.damage_events import (
    AdfLost,
    CombatControlHit,
    DamageTableRolled,
    DcrHalved,
    DefenceDestroyed,
    FireBurned,
    FireStarted,
    HitConvertedToHull,
    HullDamaged,
    MrLost,
    NavigationHit,
    PowerShorted,
    WeaponDestroyed,
)
from domain.systems.knight_hawks.events import PhaseBegan
from domain.systems.knight_hawks.examples.setups import (
    B,
    Yard,
    example,
    fire,
    fly,
    played,
    rolled,
    shot,
)
from domain.systems.knight_hawks.state import Phase, State, Vessel

OFFENSIVE: dict[str, Any] = {"phase": Phase.OFFENSIVE}


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of damage."""
    yard = Yard(initial)
    yield from _rows(yard)
    yield from _again(yard)
    yield from _weapons(yard)
    yield from _power(yard)
    yield from _burning(yard)


def _rows(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("light_cruiser", "a", (0, 0))
    target = yard.ship("frigate", "b", (3, 0))
    name = target.id
    rows: tuple[tuple[Any, str, int, tuple[int, ...], tuple[Event, ...]], ...] = (
        (rules.D_HULL, "LB", 10, (4,), (HullDamaged(target=name, points=8),)),
        (rules.D_HULL, "LB", 11, (4,), (HullDamaged(target=name, points=4),)),
        (rules.D_HULL, "LB", 45, (4,), (HullDamaged(target=name, points=4),)),
        (rules.D_ADF, "LB", 46, (), (AdfLost(target=name, points=1),)),
        (rules.D_ADF, "LB", 52, (), (AdfLost(target=name, points=2),)),
        (rules.D_ADF, "LB", 53, (), (AdfLost(target=name, points=4),)),
        (rules.D_MR, "LB", 58, (), (MrLost(target=name, points=1),)),
        (rules.D_MR, "LB", 60, (), (MrLost(target=name, points=3),)),
        (rules.D_WEAPON, "LB", 62, (), (WeaponDestroyed(target=name, mount="LC"),)),
        (rules.D_WEAPON, "LB", 64, (), (WeaponDestroyed(target=name, mount="LB"),)),
        (rules.D_WEAPON, "LB", 68, (), (WeaponDestroyed(target=name, mount="T"),)),
        (rules.D_POWER, "LB", 74, (), (PowerShorted(target=name),)),
        (rules.D_DEFENCE, "LB", 77, (), (DefenceDestroyed(target=name, defence="MS"),)),
        (rules.D_DEFENCE, "LB", 84, (), (DefenceDestroyed(target=name, defence="ICM"),)),
        (rules.D_CONTROL, "LB", 91, (), (CombatControlHit(target=name),)),
        (rules.D_NAVIGATION, "LB", 97, (), (NavigationHit(target=name),)),
        (rules.D_FIRE, "LB", 100, (), (FireStarted(target=name, kind="electrical"),)),
        (rules.D_DCR, "DC", 90, (), (DcrHalved(target=name),)),
        (
            rules.D_DISASTER,
            "DC",
            97,
            (),
            (
                FireStarted(target=name, kind="disastrous"),
                DcrHalved(target=name),
                AdfLost(target=name, points=4),
                MrLost(target=name, points=3),
                CombatControlHit(target=name),
            ),
        ),
    )
    for rule, weapon, raw, dice, then in rows:
        dtm = 20 if weapon == "DC" else 0
        row = yard.battle(ship).book.damage.row(raw + dtm)
        yield example(
            rule,
            f"{raw} + {dtm} on a frigate: {row.result}",
            yard.battle(ship, target, **OFFENSIVE),
            fire(shot(ship, weapon, target)),
            dice=(1, raw, *dice),
            then=(
                DamageTableRolled(
                    target=name, raw=raw, dtm=dtm, modified=raw + dtm, row=row.result
                ),
                *then,
            ),
        )
    cruiser = yard.ship("destroyer", "b", (3, 0))
    yield example(
        rules.D_ADF,
        "half of ADF 3, rounded up, is 2",
        yard.battle(ship, cruiser, **OFFENSIVE),
        fire(shot(ship, "LB", cruiser)),
        dice=(1, 50),
        then=(AdfLost(target=cruiser.id, points=2),),
    )


def _again(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("frigate", "a", (0, 0))
    whole = yard.ship("frigate", "b", (3, 0))
    every: frozenset[Any] = frozenset({"CCS", "NAV", "POWER", "DCR", "FIRE"})
    hurt = replace(whole, adf=0, mr=0, damaged=every, masks_ok=False, icm_ok=False)
    for raw in (46, 50, 53, 54, 59, 71, 75, 85, 92, 98):
        yield from _converted(yard, ship, hurt, raw)
    freighter = yard.ship("freighter", "b", (3, 0))
    for raw in (61, 85):
        yield from _converted(yard, ship, freighter, raw)
    station = yard.ship("armed_station", "b", (3, 0), name="station")
    yield from _converted(yard, ship, station, 92)


def _converted(yard: Yard, ship: Vessel, target: Vessel, raw: int) -> Iterator[Example]:
    state = yard.battle(ship, target, **OFFENSIVE)
    result = state.book.damage.row(raw).result
    yield example(
        rules.D_AGAIN,
        f"{raw}, {result}, on {target.title}: nothing to damage, so hull",
        state,
        fire(shot(ship, "LB", target)),
        dice=(1, raw, 3),
        then=(
            HitConvertedToHull(target=target.id, row=result),
            HullDamaged(target=target.id, points=3),
        ),
    )


def _weapons(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("frigate", "a", (0, 0))
    whole = yard.ship("destroyer", "b", (3, 0))
    without = dict(whole.mounts)
    for number, mount in enumerate(("LC", "T", "LB")):
        without[mount] = replace(without[mount], ok=False)
        target = replace(whole, mounts=dict(without))
        last = number == 2
        lost = ("T", "LB", "")[number]
        yield example(
            rules.D_WEAPON,
            f"H-17: 66 with {mount} gone: {lost or 'nothing is left of the list, so hull'}",
            yard.battle(ship, target, **OFFENSIVE),
            fire(shot(ship, "LC", target)),
            dice=(1, 66, 4, 5) if last else (1, 66),
            then=(
                HitConvertedToHull(target=target.id, row="weapon"),
                HullDamaged(target=target.id, points=9),
            )
            if last
            else (WeaponDestroyed(target=target.id, mount=lost),),
        )


def _power(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("frigate", "a", (0, 0))
    cruiser = yard.ship("light_cruiser", "b", (3, 0), active="ES", icm=8)
    given = yard.battle(ship, cruiser, **OFFENSIVE)
    yield example(
        rules.D_POWER,
        "H-18: row 72 takes the electron screen and the interceptors",
        given,
        fire(shot(ship, "LB", cruiser)),
        dice=(1, 72),
        then=(PowerShorted(target=cruiser.id),),
    )
    short = replace(cruiser, active="", damaged=frozenset({"POWER"}))
    yield example(
        rules.D_POWER,
        "H-18: the hull still reflects: a torpedo hits at 50, and nobody may answer",
        yard.battle(ship, short, **OFFENSIVE),
        fire(shot(ship, "T", short)),
        dice=(51,),
        then=(rolled("T", ship, short, "RH", 50, 50, 51, hit=False),),
    )
    helper = yard.ship("frigate", "b", (3, 0), name="helper", icm=4)
    beside = played(yard.battle(ship, short, helper, **OFFENSIVE), fire(shot(ship, "T", short)))
    yield example(
        rules.D_POWER,
        "H-18: its interceptors are refused",
        beside,
        {B: Respond(answers=(Launch(attack=1, ship=short.id, number=1),))},
        refused="icm_not_available",
    )
    unmasked = yard.ship("freighter", "b", (3, 0), masks_ok=False)
    yield example(
        rules.D_POWER,
        "a masking screen that is destroyed is fitted still: row 72 shorts the power",
        yard.battle(ship, unmasked, **OFFENSIVE),
        fire(shot(ship, "LB", unmasked)),
        dice=(1, 72),
        then=(PowerShorted(target=unmasked.id),),
    )
    scout = yard.ship("assault_scout", "b", (3, 0))
    yield example(
        rules.D_AGAIN,
        "H-18: a scout has neither screens nor interceptors: row 72 is hull",
        yard.battle(ship, scout, **OFFENSIVE),
        fire(shot(ship, "LB", scout)),
        dice=(1, 72, 2),
        then=(
            HitConvertedToHull(target=scout.id, row="power_short"),
            HullDamaged(target=scout.id, points=2),
        ),
    )


def _burning(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("destroyer", "a", (0, 0), speed=2, hp=30, damaged=frozenset({"FIRE"}))
    given = yard.battle(ship)
    for raw, row, converted in (
        (10, "hull", False),
        (80, "electrical_fire", True),
        (97, "disastrous_fire", True),
    ):
        yield example(
            rules.D_FIRE,
            f"H-19: a burning destroyer, {raw} + 20 = {raw + 20}: 6 hull points",
            given,
            fly(),
            dice=(raw, 6),
            then=(
                PhaseBegan(phase="fires", side="a"),
                FireBurned(ship=ship.id),
                DamageTableRolled(target=ship.id, raw=raw, dtm=20, modified=raw + 20, row=row),
                *((HitConvertedToHull(target=ship.id, row=row),) if converted else ()),
                HullDamaged(target=ship.id, points=6),
            ),
        )
