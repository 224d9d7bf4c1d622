"""Hits: shields, hull, saves, criticals, crippling, and what is left (3.7, 4.3 to 4.5)."""

from collections.abc import Generator, Iterator

from domain.names import ShipId
from domain.plane import CM, Point, squared_distance, within
from domain.rule_system import Outcome
from domain.systems.gothic.blasts import beside, rings
from domain.systems.gothic.events import (
    BraceSaved,
    CatastropheRolled,
    CriticalApplied,
    CriticalChecked,
    DamageTaken,
    HitAndRunRolled,
    ShieldAbsorbed,
    UnitCrippled,
    UnitDestroyed,
)
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.ships import ShipClass
from domain.systems.gothic.state import State
from domain.systems.gothic.tables import CriticalRow, halved
from domain.systems.gothic.tasks import Explosion

Told = Generator[Outcome, None, bool]


# --- hits -----------------------------------------------------------------------------------


def strike(
    play: Play,
    name: ShipId,
    hits: int,
    source: Point,
    *,
    shields: bool = True,
    markers: bool = True,
) -> Iterator[Outcome]:
    """Let hits fall on a unit, one after the other, until it is gone (DM-1 to DM-6)."""
    if hits and play.state.units[name].hulk:
        yield from catastrophe(play, name)
        return
    absorbed = 0
    for _ in range(hits):
        unit = play.state.units[name]
        if not unit.active:
            return
        up = play.state.shields_up(unit) - (0 if markers else absorbed)
        if shields and up > 0:
            yield play.happens(ShieldAbsorbed(unit=name))
            absorbed += 1
            if markers:
                yield play.blast(beside(play.state, unit, source))
        else:
            yield from _hull_hit(play, unit)


def _hull_hit(play: Play, unit: Unit) -> Iterator[Outcome]:
    if unit.braced and (yield from saved(play, unit)):
        return
    yield from lose(play, unit.id, 1, "hull")
    if not play.state.units[unit.id].active:
        return
    die = sum((yield from play.d6("critical check", 1)))
    yield play.happens(CriticalChecked(unit=unit.id, die=die))
    if die == 6:
        total = sum((yield from play.d6("critical row", 2)))
        yield from critical(play, unit.id, total)


def saved(play: Play, unit: Unit) -> Told:
    """Roll a braced unit's save (DM-2, HR-6)."""
    die = sum((yield from play.d6("brace save", 1)))
    yield play.happens(BraceSaved(unit=unit.id, die=die, saved=die >= 4))
    return die >= 4


def lose(play: Play, name: ShipId, hits: int, source: str) -> Iterator[Outcome]:
    """Take hits from a unit, and see what that makes of it (DM-3, DM-6)."""
    before = play.state.units[name]
    yield play.happens(DamageTaken(unit=name, hits=min(hits, before.hits), source=source))
    unit = play.state.units[name]
    if unit.hits == 0:
        yield from no_hits_left(play, name)
    elif unit.crippled and not before.crippled:
        yield play.happens(UnitCrippled(unit=name))


def no_hits_left(play: Play, name: ShipId) -> Iterator[Outcome]:
    """Remove what has one hit; roll on the catastrophic table for what has several (DM-6)."""
    unit = play.state.units[name]
    if unit.plan.sturdy:
        yield from catastrophe(play, name)
    else:
        yield from destroyed(play, name, "hits")


def destroyed(play: Play, name: ShipId, cause: str) -> Iterator[Outcome]:
    """Take a unit with one hit off the table: a blast marker stays at its stem."""
    at = play.state.units[name].at
    yield play.happens(UnitDestroyed(unit=name, cause=cause))
    yield play.blast(at)
    yield from play.commander_lost(name)


# --- criticals ------------------------------------------------------------------------------


def table_of(state: State, plan: ShipClass) -> dict[int, CriticalRow]:
    """Return the critical table of a class (R16)."""
    own = plan.defence and state.option("defence_critical_table") != "capital"
    return state.book.damage.defence if own else state.book.damage.ship


def row_for(state: State, unit: Unit, rolled: int) -> int:
    """Return the row that applies: what cannot moves on to the next higher one (DM-4)."""
    table = table_of(state, unit.plan)
    last = max(table)
    return next(n for n in range(max(2, rolled), last + 1) if n == last or _applies(unit, table[n]))


def _applies(unit: Unit, row: CriticalRow) -> bool:
    if row.once and unit.has(row.effect):
        return False
    if row.effect == "engine" and unit.plan.defence:
        return False
    plan = unit.plan
    match row.needs:
        case "":
            return True
        case "shields":
            return plan.shields > 0
        case "ordnance":
            return any(mount.kind in {"torpedo", "bay"} for mount in plan.mounts)
        case "lance" | "battery":
            return any(mount.kind == row.needs for mount in plan.mounts)
        case _:
            return any(mount.location == row.needs for mount in plan.mounts)


def critical(play: Play, name: ShipId, rolled: int) -> Iterator[Outcome]:
    """Apply a row of the critical table, and its damage without further checks (DM-4, DM-5)."""
    unit = play.state.units[name]
    if unit.plan.type == "escort":
        yield from destroyed(play, name, "critical")
        return
    row = row_for(play.state, unit, rolled)
    found = table_of(play.state, unit.plan)[row]
    yield play.happens(
        CriticalApplied(unit=name, rolled=rolled, row=row, title=found.title, effect=found.effect)
    )
    if found.effect == "bridge":
        yield from play.commander_lost(name)
    match found.damage:
        case "0":
            return
        case "1":
            damage = 1
        case "d3":
            damage = halved(sum((yield from play.d6("critical damage", 1))))
        case _:
            damage = sum((yield from play.d6("critical damage", 1)))
    yield from lose(play, name, damage, "critical")


# --- hit-and-run ----------------------------------------------------------------------------


def raid(play: Play, name: ShipId, attacks: int, bonus: int = 0) -> Iterator[Outcome]:
    """Make hit-and-run attacks, one after the other, until the target is gone (3.3, R30)."""
    for _ in range(attacks):
        unit = play.state.units[name]
        if not unit.active:
            return
        yield from _raid_once(play, unit, bonus + unit.raid_defence)


def _raid_once(play: Play, unit: Unit, bonus: int) -> Iterator[Outcome]:
    state = play.state
    die = sum((yield from play.d6("hit and run", 1)))
    score = die + bonus
    needed = state.book.numbers.hit_and_run_fails + 1
    if unit.plan.type == "escort":
        needed = max(needed, int(state.option("har_escort_kill_on") or needed))
    failed = score < needed
    yield play.happens(HitAndRunRolled(unit=unit.id, die=die, score=score, failed=failed))
    if failed or (unit.braced and (yield from saved(play, unit))):
        return
    if state.option("har_lookup") == "2d6" and unit.plan.type != "escort":
        score = sum((yield from play.d6("critical row", 2)))
    yield from critical(play, unit.id, score)


# --- wrecks ---------------------------------------------------------------------------------


def catastrophe(play: Play, name: ShipId, *, again: bool = False) -> Iterator[Outcome]:
    """Roll on the catastrophic table (4.5); *again*: for a blazing hulk, after its move."""
    unit, state = play.state.units[name], play.state
    one = unit.plan.defence and state.option("defence_catastrophe_dice") == "1d6"
    total = sum((yield from play.d6("catastrophe", 1 if one else 2)))
    result = state.book.damage.catastrophe_at(total)
    if result in {"drifting", "blazing"}:
        fresh = not unit.hulk
        yield play.happens(CatastropheRolled(unit=name, total=total, result=result))
        if fresh and not again:
            wreck = play.state.units[name]
            yield play.blast(beside(play.state, wreck, wreck.at))
        yield from play.commander_lost(name)
        return
    radius = sum((yield from play.d6("explosion radius", 3))) * CM
    yield play.happens(CatastropheRolled(unit=name, total=total, result=result, radius=radius))
    shots = unit.plan.hits if result == "warp_implosion" else halved(unit.plan.hits)
    yield from _explodes(play, name, result, radius, shots)


def _explodes(play: Play, name: ShipId, result: str, radius: int, shots: int) -> Iterator[Outcome]:
    unit = play.state.units[name]
    yield play.happens(UnitDestroyed(unit=name, cause=result))
    for place in rings(unit.at, shots):
        yield play.blast(place)
    yield from play.commander_lost(name)
    near = [
        one
        for one in play.state.on_table
        if one.plan.category != "ground" and within(one.at, unit.at, radius)
    ]
    near.sort(key=lambda one: squared_distance(one.at, unit.at))
    if near:
        names = tuple(one.id for one in near)
        play.push(Explosion(at=unit.at, radius=radius, shots=shots, units=names))
