"""Boarding actions, ramming, teleport attacks (3.2, 3.9)."""

from collections.abc import Generator, Iterator

from msgspec.structs import replace

from domain.names import ShipId
from domain.plane import CM, DEGREE, EPS, distance, off, within
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.gothic import rules
from domain.systems.gothic.commands import DeclareBoarding, ResolveBoarding, TeleportAttack
from domain.systems.gothic.damage import critical, raid
from domain.systems.gothic.events import (
    BoardingResolved,
    CriticalChecked,
    DamageTaken,
    Grappled,
    Rammed,
    TeleportDeclared,
    UnitCrippled,
    UnitTaken,
)
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.reactions import asked, reacted
from domain.systems.gothic.sight import bearing_from
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tables import halved
from domain.systems.gothic.tasks import Boarding, Ram, Struck, Teleport

CRITICAL_ON = {1: (5, 5), 2: (4, 5), 3: (3, 6), 4: (2, 6)}
"""By the difference: from which die the loser and the winner take a critical (BO-2)."""
SIZES = {"escort": 0, "cruiser": 1, "battleship": 2, "defence": 3}


# --- teleport attacks -----------------------------------------------------------------------


def check_teleport(state: State, side: int, command: TeleportAttack) -> Unit:
    """Refuse a teleport attack, by the first test that fails (TP-1 to TP-10)."""
    if state.phase is not Phase.END:
        raise Refused("wrong_phase", rules.TP_1, phase=state.phase.value)
    unit = state.units.get(command.unit)
    if unit is None or not unit.active or unit.side != side:
        raise Refused("no_such_unit", rules.TP_1)
    _check_teleporter(state, unit)
    target = state.units.get(command.target)
    if target is None or target.side == side or not _may_be_raided(state, target):
        raise Refused("tp_bad_target", rules.TP_7)
    reach = state.book.numbers.teleport_range_cm
    if not within(unit.at, target.at, reach * CM):
        far = distance(unit.at, target.at)
        raise Refused("tp_range", rules.TP_8, range_cm=f"{far / CM:.3f}", most_cm=reach)
    if up := state.shields_up(target):
        raise Refused("tp_shields_up", rules.TP_9, shields_up=up)
    if target.hits > unit.hits:
        raise Refused(
            "tp_target_bigger", rules.TP_10, attacker_hits=unit.hits, target_hits=target.hits
        )
    return unit


def _check_teleporter(state: State, unit: Unit) -> None:
    if unit.plan.type == "escort":
        raise Refused("tp_escort", rules.TP_2, unit=unit.title)
    if unit.plan.defence and unit.hits == 1:
        raise Refused("tp_one_hit_defence", rules.TP_3, unit=unit.title)
    if unit.crippled:
        raise Refused("tp_crippled", rules.TP_4, unit=unit.title)
    spared = {"lock_on", "reload_ordnance"}
    lax = state.option("teleport_on_lock_on_or_reload") == "yes"
    if unit.order is not None and not (lax and unit.order in spared):
        raise Refused("tp_on_orders", rules.TP_5, unit=unit.title)
    if unit.teleported:
        raise Refused("tp_already_used", rules.TP_6, unit=unit.title)
    if unit.landing:
        raise Refused("landed", rules.LANDING, unit=unit.title)


def _may_be_raided(state: State, target: Unit) -> bool:
    categories = (
        {"ship"} if state.option("teleport_at_satellites") == "no" else {"ship", "satellite"}
    )
    return target.active and target.plan.category in categories


def teleported(play: Play, task: Teleport) -> Iterator[Outcome]:
    """Make a teleport attack: one hit-and-run attack, after the target's reaction (TP-11)."""
    state = play.state
    unit, target = state.units[task.unit], state.units[task.target]
    if task.stage == 0:
        yield play.happens(TeleportDeclared(unit=unit.id, target=target.id))
        if (yield from asked(play, replace(task, stage=1), target, "teleport attack")):
            return
    if task.stage == 1 and (yield from reacted(play, task, target)):
        return
    yield from raid(play, target.id, 1, unit.raid_bonus)


# --- boarding -------------------------------------------------------------------------------


def check_boarding(state: State, side: int, command: DeclareBoarding) -> None:
    """Refuse to board what cannot be boarded (BO-1, BO-4)."""
    unit, target = state.units.get(command.unit), state.units.get(command.target)
    if unit is None or not unit.active or unit.side != side or unit.plan.defence:
        raise Refused("no_such_unit", rules.BO_1)
    if target is None or not target.active or target.side == side:
        raise Refused("no_such_target", rules.BO_1)
    if target.plan.defence and not target.plan.sturdy:
        raise Refused("no_such_target", rules.BO_4)
    if unit.boarding is not None or unit.escaping:
        raise Refused("boarding", rules.BO_1)
    if not state.touch(unit, target):
        raise Refused("not_in_contact", rules.BO_1)


def boarders(state: State, side: int) -> dict[ShipId, tuple[Unit, ...]]:
    """Return whom the side's ships are boarding or grapple, and who does so."""
    found: dict[ShipId, list[Unit]] = {}
    for unit in state.fleet(side):
        targets = {*unit.grappled, *([unit.boarding] if unit.boarding else [])}
        for name in sorted(targets):
            target = state.units[name]
            if target.active and target.side != side and state.touch(unit, target):
                found.setdefault(name, []).append(unit)
    return {target: tuple(units) for target, units in found.items()}


def check_resolving(state: State, side: int, command: ResolveBoarding) -> None:
    """Refuse to fight out what was not declared."""
    able = {unit.id for unit in boarders(state, side).get(command.target, ())}
    if not command.units or len({*command.units}) != len(command.units):
        raise Refused("no_such_unit", rules.BO_1)
    if not {*command.units} <= able:
        raise Refused("not_in_contact", rules.BO_1)


def boarded(play: Play, task: Boarding) -> Iterator[Outcome]:
    """Fight a boarding action out: both sides roll, the loser takes the difference (BO-1, BO-2)."""
    state = play.state
    units = [state.units[one] for one in task.units]
    target = state.units[task.target]
    attack, defence = sum(unit.hits for unit in units), target.hits + target.turrets
    first, second = yield from play.d6("boarding", 2)
    bonus = max(unit.boarding_bonus for unit in units)
    ours = first + bonus + _modifier(state, attack, defence, [target])
    theirs = second + target.boarding_bonus + _modifier(state, defence, attack, units)
    yield play.happens(
        BoardingResolved(units=task.units, target=task.target, attacker=ours, defender=theirs)
    )
    apart = abs(ours - theirs)
    if not apart:
        yield play.happens(Grappled(units=task.units, target=task.target, held=True))
        return
    yield play.happens(Grappled(units=task.units, target=task.target, held=False))
    mine, other = (units[0].id, target.id)
    loser, winner = (other, mine) if ours > theirs else (mine, other)
    yield from _lost(play, loser, apart)
    yield from _boarding_criticals(play, loser, winner, apart)


def _modifier(state: State, value: int, other: int, enemies: list[Unit]) -> int:
    ratio = value // max(1, other)
    bonus = min(4, ratio) if ratio >= 2 else int(value > other)
    bonus += any(state.touching(one) for one in enemies)
    bonus += 2 * any(one.crippled for one in enemies)
    return bonus + any(one.order is not None for one in enemies)


def _lost(play: Play, name: ShipId, hits: int) -> Iterator[Outcome]:
    unit = play.state.units[name]
    yield play.happens(DamageTaken(unit=name, hits=min(hits, unit.hits), source="boarding"))
    now = play.state.units[name]
    if now.hits == 0:
        yield play.happens(UnitTaken(unit=name))
        yield from play.commander_lost(name)
    elif now.crippled and not unit.crippled:
        yield play.happens(UnitCrippled(unit=name))


def _boarding_criticals(play: Play, loser: ShipId, winner: ShipId, apart: int) -> Iterator[Outcome]:
    needed = CRITICAL_ON.get(apart, (0, 7))
    for name, least in zip((loser, winner), needed, strict=True):
        if not play.state.units[name].active or least > 6:
            continue
        if least > 0:
            die = sum((yield from play.d6("boarding critical", 1)))
            yield play.happens(CriticalChecked(unit=name, die=die))
            if die < least:
                continue
        total = sum((yield from play.d6("critical row", 2)))
        yield from critical(play, name, total)


# --- ramming --------------------------------------------------------------------------------


def ram_dice(unit: Unit, target: Unit) -> int:
    """Return the dice of the leadership test before ramming: fewer at a larger target (RA-1)."""
    ours, theirs = SIZES[unit.plan.type], SIZES[target.plan.type]
    return 3 if theirs < ours else 2 if theirs == ours else 1


def rammed(play: Play, task: Ram) -> Iterator[Outcome]:
    """Let two ships collide: dice by starting hits, against armour, shields ignored (RA-1)."""
    unit, target = play.state.units[task.unit], play.state.units[task.target]
    head_on = off(bearing_from(target, unit.at), 0) <= 45 * DEGREE + EPS
    needed = target.plan.armour_front if head_on else target.plan.armour_other
    hits = yield from _collision(play, unit.plan.hits, needed)
    full = head_on or target.plan.defence
    dice = target.plan.hits if full else halved(target.plan.hits)
    reply = yield from _collision(play, dice, unit.plan.armour_front)
    yield play.happens(Rammed(unit=unit.id, target=target.id, hits=hits, reply=reply))
    for name, source, count in ((target.id, unit.at, hits), (unit.id, target.at, reply)):
        if count:
            play.push(Struck(unit=name, by="ram", source=source, hits=count, shields=False))


def _collision(play: Play, dice: int, needed: int) -> Generator[Outcome, None, int]:
    faces = yield from play.d6("ramming", dice)
    return sum(face >= needed for face in faces)
