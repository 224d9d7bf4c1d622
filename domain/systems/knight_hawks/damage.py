"""The damage table (3.8): what a hit does, row by row, and what is hull instead."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from domain.dice import Ask, Dice
from domain.rule_system import Outcome
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
    ShipDestroyed,
    WeaponDestroyed,
)
from domain.systems.knight_hawks.events import BattleEvent
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.state import State, Vessel
from domain.systems.knight_hawks.tables import DamageRow, WeaponType

HULL = ("hull", "hull_double")


class Source(NamedTuple):
    """What does the damage: its title, hull dice, constant, and half or whole."""

    title: str
    dice: int
    plus: int = 0
    half: bool = False


def struck(
    state: State, target: Vessel, weapon: WeaponType, *, half: bool, dice: Dice
) -> Iterator[Outcome]:
    """Yield what a hit of a weapon does to a vessel, its destruction included."""
    sheet = state.weapon(weapon)
    source = Source(sheet.title, sheet.dice, sheet.plus, half)
    if state.level == "basic":
        yield from _ended(state, target, _hull(target, source, dice))
    else:
        yield from _tabled(state, target, source, sheet.dtm, dice)


def burned(state: State, vessel: Vessel, dice: Dice) -> Iterator[Outcome]:
    """Yield what a fire does to its ship before combat (3.8, 98)."""
    table = state.book.damage
    yield FireBurned(ship=vessel.id)
    source = Source("fire", table.fire_dice)
    yield from _tabled(state, vessel, source, table.fire_modifier, dice)


def table_roll(state: State, target: Vessel, title: str, dtm: int, dice: Dice) -> Iterator[Outcome]:
    """Roll on the damage table, and yield the roll with its row."""
    yield (rolled := dice.roll(Ask(f"{title}, damage to {target.title}", 1, 100)))
    modified = rolled.total + dtm
    row = state.book.damage.row(modified)
    yield DamageTableRolled(
        target=target.id, raw=rolled.total, dtm=dtm, modified=modified, row=row.result
    )


def _tabled(
    state: State, target: Vessel, source: Source, dtm: int, dice: Dice
) -> Iterator[Outcome]:
    modified = 0
    for outcome in table_roll(state, target, source.title, dtm, dice):
        yield outcome
        if isinstance(outcome, DamageTableRolled):
            modified = outcome.modified
    row = state.book.damage.row(modified)
    if row.result in HULL:
        double = 2 if row.result == "hull_double" else 1
        yield from _ended(state, target, _hull(target, source, dice, double))
        return
    effects = tuple(effects_of(target, row))
    if effects:
        yield from effects
    else:
        yield HitConvertedToHull(target=target.id, row=row.result)
        yield from _ended(state, target, _hull(target, source, dice))


def _hull(target: Vessel, source: Source, dice: Dice, times: int = 1) -> Iterator[Outcome]:
    """Yield hull damage, all of its dice together."""
    label = f"{source.title}, hull of {target.title}"
    yield (rolled := dice.roll(Ask(label, source.dice, 10)))
    points = hull_points(rolled.total + source.plus, half=source.half, times=times)
    yield HullDamaged(target=target.id, points=points)


def hull_points(points: int, *, half: bool, times: int = 1) -> int:
    """Return what comes off a hull: halved first (rounded up), then doubled (P-40, R-28)."""
    return (-(-points // 2) if half else points) * times


def _ended(state: State, target: Vessel, hull: Iterator[Outcome]) -> Iterator[Outcome]:
    """Pass hull damage on; a vessel without hull points is gone, and who is docked suffers."""
    points = 0
    for outcome in hull:
        yield outcome
        if isinstance(outcome, HullDamaged):
            points = outcome.points
            state = evolve(state, outcome)
    if points >= target.hp:
        yield from destroyed(state, target)


def destroyed(state: State, vessel: Vessel) -> Iterator[Outcome]:
    """Yield the end of a vessel; docked ships and hosts take half of the other's points (P-17)."""
    yield ShipDestroyed(ship=vessel.id)
    beside = list(state.docked(vessel.id))
    if vessel.docked_at is not None:
        beside.append(state.vessels[vessel.docked_at])
    state = evolve(state, ShipDestroyed(ship=vessel.id))
    for one in beside:
        now = state.vessels[one.id]
        if not now.lost:
            hurt = HullDamaged(target=one.id, points=vessel.hp_max // 2)
            yield hurt
            state = evolve(state, hurt)
            if state.vessels[one.id].hp <= 0:
                for outcome in destroyed(state, state.vessels[one.id]):
                    yield outcome
                    state = evolve(state, outcome) if isinstance(outcome, _STATED) else state


_STATED = (HullDamaged, ShipDestroyed)


# --- rows -----------------------------------------------------------------------------------


def effects_of(target: Vessel, row: DamageRow) -> Iterator[BattleEvent]:
    """Yield what a row does; nothing: there is nothing left to damage, so it is a hull hit."""
    name, has = target.id, target.damaged
    match row.result:
        case "adf_1" | "adf_half" | "adf_all":
            if points := _lost(target.adf, target.adf_max, row.result):
                yield AdfLost(target=name, points=points)
        case "mr_1" | "mr_all":
            if points := _lost(target.mr, target.mr_max, row.result):
                yield MrLost(target=name, points=points)
        case "weapon":
            mount = first_weapon(target, row.order)
            if mount is not None:
                yield WeaponDestroyed(target=name, mount=mount)
        case "defence":
            code = first_defence(target, row.order)
            if code is not None:
                yield DefenceDestroyed(target=name, defence=code)
        case "power_short":
            fitted = target.screens or target.icm_max or target.masks_max
            if "POWER" not in has and fitted:
                yield PowerShorted(target=name)
        case "combat_control":
            if "CCS" not in has and target.mounts:
                yield CombatControlHit(target=name)
        case "navigation":
            if "NAV" not in has and target.kind != "station":
                yield NavigationHit(target=name)
        case "dcr_half":
            if "DCR" not in has:
                yield DcrHalved(target=name)
        case "electrical_fire":
            if "FIRE" not in has:
                yield FireStarted(target=name, kind="electrical")
        case "disastrous_fire":
            if "FIRE" not in has:
                yield from _disaster(target)
        case "hull" | "hull_double":
            raise AssertionError("hull rows roll hull dice")


def _disaster(target: Vessel) -> Iterator[BattleEvent]:
    yield FireStarted(target=target.id, kind="disastrous")
    if "DCR" not in target.damaged:
        yield DcrHalved(target=target.id)
    if target.adf:
        yield AdfLost(target=target.id, points=target.adf)
    if target.mr:
        yield MrLost(target=target.id, points=target.mr)
    if "CCS" not in target.damaged:
        yield CombatControlHit(target=target.id)


def _lost(
    left: int, most: int, result: Literal["adf_1", "adf_half", "adf_all", "mr_1", "mr_all"]
) -> int:
    """Return how many points a row takes of a drive or a steering that has *left*."""
    if result in {"adf_1", "mr_1"}:
        return min(left, 1)
    return min(left, -(-most // 2)) if result == "adf_half" else left


def first_weapon(target: Vessel, order: tuple[str, ...]) -> str | None:
    """Return the first mount of a row's list that the ship has and that still works."""
    return next(
        (
            name
            for kind in order
            for name, mount in target.mounts.items()
            if mount.type == kind and mount.ok
        ),
        None,
    )


def first_defence(target: Vessel, order: tuple[str, ...]) -> str | None:
    """Return the first defence of a row's list that the ship has and that still works."""
    works = {**target.screens, "MS": target.masks_ok, "ICM": target.icm_ok}
    return next((code for code in order if works.get(code)), None)
