"""What time does at the beginning of a turn, in the slot of whoever caused it (2.1)."""

from collections.abc import Iterator
from typing import Literal

from domain.dice import Dice
from domain.hexes import Hex, distance
from domain.refusals import known
from domain.rule_system import Outcome
from domain.systems.ranged import areas, concealment
from domain.systems.ranged.attack_events import FatigueApplied
from domain.systems.ranged.events import FighterChanged, TaskDone
from domain.systems.ranged.forms import FACINGS, Flames
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import AnyTask, Burst, Check, Engulfed, Flight, Kindle
from domain.systems.ranged.thing_events import FlamesDrifted, FlamesEnded, WeaponChanged, ZoneEnded


def turn_start(state: State, fighter: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Timers, flames, breath, unconsciousness, zones, projectiles, in the owner's slot (2.1)."""
    yield from concealment.looked_for(state, fighter, dice)
    then: list[AnyTask] = []
    for zone in state.zones.values():
        if zone.by == fighter.id:
            yield ZoneEnded(id=zone.id)
    yield from _fuses(state, fighter, then)
    for flames in state.flames.values():
        if flames.by == fighter.id:
            yield from _flames(state, flames, then)
    yield from _own_troubles(state, fighter, then)
    then += [
        Flight(projectile=one.id) for one in state.projectiles.values() if one.by == fighter.id
    ]
    if fighter.acts and fighter.band == "down" and fighter.body.nature != "homogenous":
        then.append(Check(fighter=fighter.id, kind="awake"))
    yield TaskDone(then=tuple(then))


def _fuses(state: State, fighter: Fighter, then: list[AnyTask]) -> Iterator[Outcome]:
    """What was armed bursts where it lies now, or in the hand (HG-02, HG-06); a dud never does."""
    for owner in state.fighters.values():
        for item in owner.items.values():
            if not item.armed or item.armer != fighter.id:
                continue
            fault = known(item.fault, "what is wrong with it")
            if fault == "misfire" or known(item.due, "when it is due") > state.second:
                continue
            if fault not in {"misfire", "stoppage"}:
                at, struck = item.lies_at or owner.at, "" if item.lies_at else owner.id
                then.append(Burst(weapon=item.key, by=owner.id, at=at, struck=struck))
            yield WeaponChanged(fighter=owner.id, item=item.id, change="gone")


def _flames(state: State, flames: Flames, then: list[AnyTask]) -> Iterator[Outcome]:
    """A fire burns a second longer, or out; a cloud drifts first; who lies hidden in it is seen."""
    if flames.kind == "smoulder":
        then += [Kindle(flames=flames.id)] if flames.until <= state.second else []
        return
    burnt = flames.thing and state.fighters[flames.thing].dead
    if flames.until < state.second or burnt:
        yield FlamesEnded(id=flames.id)
        return
    at = flames.at
    if flames.kind == "cloud" and (drifted := _drifted(state, at)) != at:
        at = drifted
        yield FlamesDrifted(id=flames.id, at=at)
    kind: Literal["ground_fire", "cloud"] = "ground_fire" if flames.kind == "fire" else "cloud"
    inside = tuple(concealment.with_all(state).within(at, flames.radius - 1))
    yield from concealment.struck(state, (one.id for one in inside))
    weapon = state.book.weapons[flames.weapon]
    then += [
        Engulfed(
            weapon=flames.weapon, by=flames.by, fighter=one.id, basic=0, kind=kind,
            divisor=areas.area_divisor(weapon, distance(one.at, at)),
        )
        for one in inside
    ]  # fmt: skip


def _drifted(state: State, at: Hex) -> Hex:
    """Return where the wind carries a cloud in a second: no farther than a wall (1.5, 2.6)."""
    toward, yards = state.rulings.wind
    for _ in range(yards):
        ahead = at.plus(FACINGS[toward])
        if ahead in state.set_up.walls:
            break
        at = ahead
    return at


def _own_troubles(state: State, fighter: Fighter, then: list[AnyTask]) -> Iterator[Outcome]:
    if fighter.dead:
        return
    blaze = fighter.blaze
    if blaze is not None and blaze.until < state.second:
        yield FighterChanged(fighter=fighter.id, change="fire_out")
    elif blaze is not None:
        kind: Literal["fuel", "part_fire", "clothes"] = (
            "fuel" if blaze.kind == "fuel" else "part_fire" if blaze.kind == "part" else "clothes"
        )
        then.append(
            Engulfed(weapon="molotov", by=fighter.id, fighter=fighter.id, basic=0, kind=kind)
        )
    if 0 < fighter.shield_burns < state.second or (fighter.shield_burns and fighter.shield_ruined):
        yield FighterChanged(fighter=fighter.id, change="shield_on_fire")
    elif fighter.shield_burns:
        then.append(
            Engulfed(
                weapon="molotov", by=fighter.id, fighter=fighter.id, basic=0, kind="shield_fire"
            )
        )
    if fighter.choking is not None:
        yield FatigueApplied(seat=fighter.seat, fighter=fighter.id, points=1)
        if (fighter.fatigue or 0) + 1 >= fighter.numbers.ht and not fighter.unconscious:
            then.append(Check(fighter=fighter.id, kind="breath"))
        if state.second - fighter.choking >= 240:
            yield FighterChanged(fighter=fighter.id, change="dead")
    if fighter.affliction and fighter.affliction_until < state.second:
        yield FighterChanged(fighter=fighter.id, change="well")
        if after := state.book.tables.afflictions[fighter.affliction].fatigue:
            yield FatigueApplied(seat=fighter.seat, fighter=fighter.id, points=after)
    for limb, until in fighter.numbed.items():
        if until < state.second:
            yield FighterChanged(fighter=fighter.id, change="feels_again", word=limb)
    for item in fighter.items.values():
        if item.flame_until and item.flame_until < state.second:
            yield WeaponChanged(fighter=fighter.id, item=item.id, change="flaming")
