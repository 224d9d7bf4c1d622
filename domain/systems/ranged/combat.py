"""One attack roll and what it leads to (2.3): malfunction, hits, defence, scatter, strays."""

from collections.abc import Generator, Iterator
from math import ceil

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.hexes import Hex, distance
from domain.refusals import known
from domain.rule_system import Outcome
from domain.systems.ranged import areas, malfunctions, modifiers, noise, rules, sight
from domain.systems.ranged.attack_events import AttackRolled, CriticalRolled, StrayChecked
from domain.systems.ranged.events import FighterChanged, TaskAdded, TaskDone
from domain.systems.ranged.forms import Attack, AttackOutcome
from domain.systems.ranged.rolls import critical_failure, critical_success, succeeds, three
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import AnyTask, Defending, Hit, Shoot, Traverse
from domain.systems.ranged.thing_events import (
    AmmoSpent,
    ProjectileEnded,
    WeaponChanged,
    WeaponLanded,
    ZoneEnded,
    ZoneSet,
)
from domain.systems.ranged.weapons import Weapon


def shoot(state: State, task: Shoot, dice: Dice) -> Iterator[Outcome]:
    """Roll an attack; what does not work any more does not fire."""
    attack = task.attack
    found = state.item(attack.weapon)
    shooter = state.fighters[attack.attacker]
    if found is None or not _still(state, attack, shooter, found[1]):
        yield TaskDone()
        return
    item = found[1]
    weapon = state.weapon(item)
    listed = modifiers.modifiers(state, attack)
    skill = modifiers.skill_of(state, attack)
    effective = skill + sum(one.value for one in listed)
    fault = known(item.fault, "what is wrong with it")
    if item.condition == "undiagnosed" and fault == "misfire":
        yield AmmoSpent(seat=shooter.seat, fighter=shooter.id, item=item.id, rounds=1)
        yield WeaponChanged(fighter=shooter.id, item=item.id, change="fires_again")
    yield (rolled := three(dice, f"{shooter.title}, {weapon.title}: to hit"))
    roll = rolled.total
    malf = malfunctions.number(item, weapon)
    broken = malf is not None and roll >= malf and state.on("malfunctions")
    outcome, hits, rule = judged(state, attack, weapon, roll, effective)
    if broken or fault == "mechanical":
        outcome, hits, rule = "malfunction", 0, ""
    yield AttackRolled(
        seat=shooter.seat, attack=attack, roll=roll, outcome=outcome, hits=hits, rule=rule,
        off=max(0, roll - effective) if not hits else 0,
        skill=skill, modifiers=listed, effective=effective,
    )  # fmt: skip
    if rule == rules.S_4_8.number:
        shown = "random" if attack.cover == "exposed" else attack.cover
        attack = replace(attack, location="torso", cover=shown)
    if outcome == "malfunction" and attack.projectile:
        yield ProjectileEnded(id=attack.projectile, reason="dud")
        yield TaskDone()
        return
    if outcome == "malfunction":
        one_shot = _one_shot(state, attack, weapon, item, roll, effective, dice)
        yield from malfunctions.happens(
            state, task, weapon, item, roll, effective, malf, one_shot, dice
        )
        return
    yield from fired(state, attack, weapon, item, attack.shots)
    yield from noise.heard(state, attack, weapon, item, dice)
    yield from resolved(state, attack, weapon, roll, effective, outcome, hits, dice)


def _one_shot(
    state: State, attack: Attack, weapon: Weapon, item: Item, roll: int, effective: int, dice: Dice
) -> Iterator[Outcome]:
    """The shot before a stoppage: a normal attack on the same roll, with no burst (MF-16, R-05)."""
    number = effective - state.book.tables.rapid_bonus(attack.rof)
    alone = replace(attack, rof=1, shots=1, zone="")
    good = succeeds(roll, number)
    yield from noise.heard(state, alone, weapon, item, dice)
    outcome = "hit" if good else "miss"
    yield from resolved(state, alone, weapon, roll, number, outcome, int(good), dice)


def _still(state: State, attack: Attack, shooter: Fighter, item: Item) -> bool:
    """Tell whether an attack can still be made: its shooter and its target are still there."""
    if not attack.projectile and (not shooter.acts or shooter.stunned or shooter.netted):
        return False
    if attack.zone and state.zones.get(attack.zone) is None:
        return False
    target = state.fighters.get(attack.target)
    if target is not None and not target.there:
        return False
    if target is not None and attack.belt:
        thing = target.items.get(attack.belt)
        if thing is None or thing.at not in {"belt", "hand"}:
            return False
    works = item.condition == "ok" or (item.condition == "undiagnosed" and not attack.recoil_plus)
    return bool(attack.projectile) or works


NEARLY = frozenset({"skull", "face", "eye", "neck", "groin", "vitals"})
"""Aimed at and missed by one, these are missed for the torso (4.8)."""


def judged(
    state: State, attack: Attack, weapon: Weapon, roll: int, effective: int
) -> tuple[AttackOutcome, int, str]:
    """Return outcome, number of hits and the row that counts them, for a roll (2.3 steps 6, 7)."""
    if not succeeds(roll, effective):
        bad = critical_failure(roll, effective, ranged=True) and not attack.projectile
        if not bad and attack.location in NEARLY and roll == effective + 1:
            return "hit", 1, rules.S_4_8.number
        return ("critical_miss" if bad else "miss"), 0, ""
    margin, rcl = max(0, effective - roll), weapon.rcl + attack.recoil_plus
    hits, rule = 1 + margin // rcl, ""
    if close_stationary(state, attack):
        hits, rule = (attack.rof if margin >= rcl else ceil(attack.rof / 2)), "CS-01"
    hits = min(hits, attack.rof)
    if attack.zone:
        hits = min(hits, state.zones[attack.zone].left)
    critical = critical_success(roll, effective)
    return ("critical_hit" if critical else "hit"), hits, rule


def close_stationary(state: State, attack: Attack) -> bool:
    """Tell whether rapid fire meets a totally immobile target near by (CS-01)."""
    target = state.fighters.get(attack.target)
    if target is None or attack.rof < 2 or not target.immobile:
        return False
    reach = state.book.tables.range_modifier(modifiers.range_yards(state, attack))
    return target.body.sm + reach >= 0


def fired(
    state: State, attack: Attack, weapon: Weapon, item: Item, rounds: int
) -> Iterator[Outcome]:
    """Spend ammunition, or let go what is thrown."""
    shooter = state.fighters[attack.attacker]
    if attack.projectile:
        return
    if attack.zone:
        return
    if attack.melee:
        return
    if weapon.shots.thrown:
        if weapon.line.kind != "grenade":
            yield WeaponChanged(fighter=shooter.id, item=item.id, change="gone")
    elif not weapon.line.natural:
        yield AmmoSpent(seat=shooter.seat, fighter=shooter.id, item=item.id, rounds=rounds)
    if weapon.line.kind == "muscle_missile":
        yield WeaponChanged(fighter=shooter.id, item=item.id, change="cocked")
    if attack.flaming:
        yield WeaponChanged(fighter=shooter.id, item=item.id, change="flaming")


def resolved(
    state: State, attack: Attack, weapon: Weapon, roll: int, effective: int, outcome: str,
    hits: int, dice: Dice,
) -> Iterator[Outcome]:  # fmt: skip
    """Yield what a hit or a miss leads to, the last event taking the attack off the agenda."""
    margin = effective - roll
    shooter = state.fighters[attack.attacker]
    if attack.zone:
        yield from _zone_spent(state, attack, hits)
    if attack.projectile and not hits:
        yield ProjectileEnded(id=attack.projectile, reason="missed")
    demanded: tuple[AnyTask, ...] = ()
    if outcome == "critical_miss":
        demanded = yield from _critical_miss(state, attack, weapon, dice)
    if weapon.line.kind == "cone":
        yield from areas.cone_aimed(state, attack, hits, -margin, dice)
    elif not hits:
        yield from missed(state, attack, weapon, max(0, -margin), dice)
    elif attack.at is not None:
        yield from areas.landed(state, attack, weapon, attack.at, "")
    elif outcome == "hit" and may_defend(state, attack, weapon, shooter):
        yield TaskDone(then=(Defending(attack=attack, target=attack.target, hits=hits),))
    else:
        critical = ""
        if outcome == "critical_hit":
            yield (rolled := three(dice, "critical hit"))
            head = attack.location in {"skull", "face", "eye"}
            table = state.book.tables.critical_head if head else state.book.tables.critical_hit
            critical = table[str(rolled.total)]
            yield CriticalRolled(
                fighter=attack.target, roll=rolled.total, effect=critical,
                table="critical_head" if head else "critical_hit",
            )  # fmt: skip
        yield from undefended(state, attack, weapon, attack.target, hits, critical)
    if demanded:
        yield TaskAdded(first=demanded)


def may_defend(state: State, attack: Attack, weapon: Weapon, shooter: Fighter) -> bool:
    """Tell whether the target may defend: conscious, free, aware, not from behind (4.7)."""
    target = state.fighters[attack.target]
    living = target.body.nature == "living" and not target.immobile and target.acts
    if not living or target.defenceless or target.unaware or target.netted or shooter.springs:
        return False
    if attack.projectile or weapon.deferred:
        return True
    return sight.to_side(target.facing, target.at, shooter.at) != "rear" and not shooter.hidden


def undefended(
    state: State, attack: Attack, weapon: Weapon, target: str, hits: int, critical: str
) -> Iterator[Outcome]:
    """Yield what hits that nothing stopped lead to."""
    if weapon.line.kind in {"grenade", "incendiary"}:
        yield from areas.landed(state, attack, weapon, state.fighters[target].at, target)
        return
    if attack.projectile:
        yield ProjectileEnded(id=attack.projectile, reason="struck")
    yield TaskDone(then=hit_tasks(attack, target, hits, critical))


def hit_tasks(attack: Attack, target: str, hits: int, critical: str = "") -> tuple[AnyTask, ...]:
    """Return a task for each hit; the first has the critical hit's effect (R-28)."""
    return tuple(
        Hit(
            attack=attack, target=target, location=attack.location,
            critical=critical if not n else "",
        )
        for n in range(hits)
    )  # fmt: skip


def one_hit(state: State, attack: Attack, weapon: Weapon, target: str) -> tuple[AnyTask, ...]:
    """Return the task of one hit: the figure may defend as usual (4.19), or is struck."""
    if may_defend(state, attack, weapon, state.fighters[attack.attacker]):
        return (Defending(attack=attack, target=target, hits=1),)
    return hit_tasks(attack, target, 1)


def missed(state: State, attack: Attack, weapon: Weapon, off: int, dice: Dice) -> Iterator[Outcome]:
    """A miss: what bursts scatters (ST-01), what flies on may hit somebody else (4.19)."""
    if weapon.blade:
        yield TaskDone()
    elif weapon.area:
        yield from areas.scattered(state, attack, weapon, off, dice, squared=_flies(state, attack))
    elif weapon.line.kind == "entangling" or weapon.line.tether:
        yield from _rope_missed(state, attack, weapon)
        yield TaskDone()
    else:
        yield from strays(state, attack, weapon, dice)


def _flies(state: State, attack: Attack) -> bool:
    target = state.fighters.get(attack.target)
    return target is not None and target.body.flies and target.elevation > 0


def _rope_missed(state: State, attack: Attack, weapon: Weapon) -> Iterator[Outcome]:
    """A lariat or a tethered weapon is drawn in: a turn for five yards (LA-15)."""
    shooter = state.fighters[attack.attacker]
    if attack.melee:
        return
    if weapon.line.tether:
        turns = ceil(weapon.line.tether / 5)
        left = int(shooter.items[attack.weapon].off_hand)
        yield WeaponChanged(fighter=shooter.id, item=attack.weapon, change="drawn", number=left)
        yield WeaponChanged(fighter=shooter.id, item=attack.weapon, change="unready", number=turns)
    else:
        at = modifiers.target_hex(state, attack)
        yield WeaponLanded(fighter=shooter.id, item=attack.weapon, at=at)


def strays(state: State, attack: Attack, weapon: Weapon, dice: Dice) -> Iterator[Outcome]:
    """Roll each shot against each figure farther along the line, one hit on each at most (4.19)."""
    shooter = state.fighters[attack.attacker]
    at = modifiers.target_hex(state, attack)
    reach = weapon.most.yards_for(shooter.numbers.st, 0)
    figures = [
        one for one in sight.behind(state, shooter.at, at, reach)
        if one.id not in {attack.target, shooter.id} and distance(one.at, shooter.at) <= reach
    ]  # fmt: skip
    left, struck = max(1, attack.shots), list[AnyTask]()
    for one in figures[:4]:
        stray = modifiers.astray(attack, one)
        number = min(9, modifiers.effective_skill(state, stray))
        yield (rolled := dice.roll(*[Ask(f"stray shot at {one.title}", 3, 6)] * left))
        best = min(map(sum, rolled.faces))
        hit = succeeds(best, number)
        yield StrayChecked(seat=shooter.seat, fighter=one.id, roll=best, number=number, hit=hit)
        if hit:
            struck += one_hit(state, stray, weapon, one.id)
            left -= 1
        if not left:
            break
    yield TaskDone(then=tuple(struck))


def _zone_spent(state: State, attack: Attack, hits: int) -> Iterator[Outcome]:
    zone = state.zones[attack.zone]
    left = zone.left - hits
    if left > 0:
        attacked = (*zone.attacked, attack.target)
        yield ZoneSet(zone=replace(zone, left=left, attacked=attacked))
    else:
        yield ZoneEnded(id=zone.id)


CHEAP_BREAKS = (9, 10, 11)
"""A cheap weapon breaks on these where another one is dropped (4.14)."""


def _critical_miss(
    state: State, attack: Attack, weapon: Weapon, dice: Dice
) -> Generator[Outcome, None, tuple[AnyTask, ...]]:
    """Roll on the table of critical misses (4.14); return what a wound of his own demands."""
    shooter = state.fighters[attack.attacker]
    yield (rolled := three(dice, "critical miss"))
    table, roll = state.book.tables.critical_miss, rolled.total
    if table[str(roll)] in {"hit_self", "hit_self_half"}:
        yield (other := three(dice, "critical miss again"))
        roll = other.total
    effect = table[str(roll)]
    tough = weapon.line.kind in {"firearm", "launcher", "launcher_rocket"}
    if effect == "break" and (tough or weapon.line.quality in {"fine", "very_fine"}):
        yield (again := three(dice, "critical miss again"))
        effect = "break" if table[str(again.total)] == "break" else "drop"
    elif weapon.line.quality == "cheap" and roll in CHEAP_BREAKS:
        effect = "break"
    yield CriticalRolled(
        fighter=shooter.id, table="critical_miss", roll=rolled.total, effect=effect
    )
    match effect:
        case "break":
            yield WeaponChanged(fighter=shooter.id, item=attack.weapon, change="destroyed")
        case "drop":
            if not weapon.shots.thrown and not weapon.line.natural:
                yield WeaponLanded(fighter=shooter.id, item=attack.weapon, at=shooter.at)
        case "turn":
            if not weapon.shots.thrown:
                yield WeaponChanged(
                    fighter=shooter.id, item=attack.weapon, change="unready", number=1
                )
        case "strain":
            yield FighterChanged(fighter=shooter.id, change="crippled", word="right_arm")
        case "hit_self" | "hit_self_half":
            half = effect != "hit_self"
            return (yield from areas.own_goal(state, attack, weapon, half=half, dice=dice))
        case _:
            yield FighterChanged(fighter=shooter.id, change="off_balance")
    return ()


def traverse(state: State, task: Traverse, dice: Dice) -> Iterator[Outcome]:
    """Spend the shots wasted between two targets; who stands in the gap may be hit (R-22)."""
    attack = task.attack
    found = state.item(attack.weapon)
    assert found is not None
    shooter, item = state.fighters[attack.attacker], found[1]
    yield AmmoSpent(seat=shooter.seat, fighter=shooter.id, item=item.id, rounds=task.shots)
    start = state.fighters[attack.target].at
    struck: list[AnyTask] = []
    for figure in _in_gap(state, shooter, start, task.end):
        if len(struck) >= task.shots:
            break
        stray = modifiers.astray(attack, figure)
        number = min(9, modifiers.effective_skill(state, stray))
        yield (rolled := three(dice, f"wasted shot at {figure.title}"))
        hit = succeeds(rolled.total, number)
        yield StrayChecked(
            seat=shooter.seat, fighter=figure.id, roll=rolled.total, number=number, hit=hit
        )
        if hit:
            struck += one_hit(state, stray, state.weapon(item), figure.id)
    yield TaskDone(then=tuple(struck))


def _in_gap(state: State, shooter: Fighter, start: Hex, end: Hex) -> Iterator[Fighter]:
    """Yield who stands within the swept arc, no farther than the targets."""
    first = sight.bearing(shooter.at, start)
    spread = sight.turn_between(first, sight.bearing(shooter.at, end))
    far = max(distance(start, shooter.at), distance(end, shooter.at)) + 1
    for figure in state.present():
        off = sight.turn_between(first, sight.bearing(shooter.at, figure.at))
        inside = min(0, spread) < off < max(0, spread)
        elsewhere = figure.at not in {start, end, shooter.at}
        if elsewhere and inside and distance(figure.at, shooter.at) <= far:
            yield figure
