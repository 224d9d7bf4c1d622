"""Guided, semi-active and homing projectiles: lock-on, flight, arrival (3.18 to 3.21)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.hexes import Hex
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.ranged import rules, sight
from domain.systems.ranged.events import TaskAdded, TaskDone
from domain.systems.ranged.forms import Attack, FlightEnd, Manoeuvre, Projectile
from domain.systems.ranged.hampered import hampered
from domain.systems.ranged.modifiers import skill_with
from domain.systems.ranged.rolls import succeeds, success, three
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import AnyTask, Flight, Shoot
from domain.systems.ranged.thing_events import (
    AmmoSpent,
    LockRolled,
    ProjectileEnded,
    ProjectileFlew,
)
from domain.systems.ranged.weapons import Weapon


def speed_of(weapon: Weapon) -> int:
    """Return a projectile's speed in yards a second: its 1/2D (TT-01)."""
    return weapon.half.yards if weapon.half is not None else weapon.most.yards


def gap(state: State, projectile: Projectile) -> int:
    """Return how far a target is still ahead of a projectile, through the air (R-11, R-63)."""
    target = state.fighters[projectile.target]
    way = sight.straight_yards(projectile.origin, projectile.elevation, target.at, target.elevation)
    return max(0, way - projectile.travelled)


def yards_to(fighter: Fighter, target: Fighter) -> int:
    """Return the distance to a target through the air."""
    return sight.straight_yards(fighter.at, fighter.elevation, target.at, target.elevation)


def lock(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, dice: Dice
) -> Iterator[Outcome]:
    """Roll for lock-on, in secret, against the weapon skill (HO-04)."""
    yield (rolled := dice.roll_hidden(Ask("lock-on", 3, 6)))
    number = skill_with(fighter, weapon) + hampered(state, fighter, "iq")
    good = succeeds(rolled.total, number)
    yield LockRolled(seat=fighter.seat, fighter=fighter.id, item=item.id, locked=good)


def launched(
    state: State, fighter: Fighter, item: Item, target: str, code: int
) -> Iterator[Outcome]:
    """A projectile leaves its launcher; it flies its first second at once (TT-02)."""
    weapon = state.weapon(item)
    designator = ""
    if weapon.line.kind == "semi_active":
        designator = designating(state, target, code) or ""
        if not designator:
            raise Refused("no_designation", rules.SA_01, target=target)
    yield AmmoSpent(seat=fighter.seat, fighter=fighter.id, item=item.id, rounds=1)
    projectile = Projectile(
        id=item.id, weapon=weapon.key, item=item.id, by=fighter.id, target=target,
        origin=fighter.at, elevation=fighter.elevation, launched=state.second,
        designator=designator, code=code,
    )  # fmt: skip
    yield ProjectileFlew(projectile=projectile)
    yield TaskAdded(first=(Flight(projectile=projectile.id),))


def designating(state: State, target: str, code: int) -> str | None:
    """Return who keeps a beam of this code on a target (SA-01, SA-03)."""
    for one in state.present():
        aim = one.aim
        if aim is not None and aim.code == code > 0 and aim.target == target:
            return one.id
    return None


def flies(state: State, task: Flight, dice: Dice) -> Iterator[Outcome]:
    """Fly a second: arrive, go on, or come down (TT-02 to TT-05)."""
    projectile = state.projectiles.get(task.projectile)
    if projectile is None:
        yield TaskDone()
        return
    if (reason := _given_up(state, projectile)) is not None:
        yield ProjectileEnded(id=projectile.id, reason=reason)
        yield TaskDone()
        return
    weapon = state.book.weapons[projectile.weapon]
    step = min(speed_of(weapon), weapon.most.yards - projectile.travelled)
    left, flown = gap(state, projectile), projectile.travelled + step
    then: tuple[AnyTask, ...] = ()
    if left <= step:
        there = replace(projectile, travelled=projectile.travelled + left, arrived=True)
        yield ProjectileFlew(projectile=there)
        if weapon.line.kind == "semi_active":
            observed = list(_observed(state, there, dice))
            yield from observed
            if not isinstance(observed[-1], ProjectileEnded):
                then = (strikes(there, "attack"),)
        elif weapon.line.kind == "homing" or projectile.launched == state.second:
            then = (strikes(projectile, "attack"),)
    elif flown >= weapon.most.yards:
        yield ProjectileEnded(id=projectile.id, reason="expired")
    else:
        yield ProjectileFlew(projectile=replace(projectile, travelled=flown))
    yield TaskDone(then=then)


def _given_up(state: State, projectile: Projectile) -> FlightEnd | None:
    """Return why a projectile comes down: target gone, sight or beam lost (R-64, GU-10, SA-03)."""
    weapon = state.book.weapons[projectile.weapon]
    target, by = state.fighters[projectile.target], state.fighters[projectile.by]
    if not target.there:
        return "crashed"
    if weapon.line.kind == "guided":
        return None if sight.sees(state, by, target) and by.acts else "lost"
    if weapon.line.kind == "semi_active":
        aim = state.fighters[projectile.designator].aim
        kept = aim is not None and aim.code == projectile.code and aim.target == target.id
        return None if kept else "lost"
    return None if state.rulings.lock_unseen or _seeks(state, projectile, target) else "crashed"


def _seeks(state: State, projectile: Projectile, target: Fighter) -> bool:
    """Tell whether a homing projectile's seeker finds its target from where it is (R-64).

    Smoke hides it from all but radar, cover from every seeker.
    """
    if target.hidden and state.book.weapons[projectile.weapon].line.seeker != "radar":
        return False
    left = gap(state, projectile)
    part = projectile.travelled / max(1, projectile.travelled + left)
    way, rise = target.at.minus(projectile.origin), target.elevation - projectile.elevation
    at = projectile.origin.plus(Hex(round(way.q * part), round(way.r * part)))
    high = round(10 * (projectile.elevation + rise * part))
    return not sight.shelter(state, at, high, target).concealed


def strikes(projectile: Projectile, manoeuvre: Manoeuvre) -> Shoot:
    """Return the attack of a projectile that has arrived (GU-11, HO-09)."""
    attack = Attack(
        attacker=projectile.by, weapon=projectile.item, target=projectile.target,
        projectile=projectile.id, manoeuvre=manoeuvre,
    )  # fmt: skip
    return Shoot(attack=attack)


def _observed(state: State, projectile: Projectile, dice: Dice) -> Iterator[Outcome]:
    """Roll for the observer when a semi-active projectile arrives (SA-04)."""
    observer = state.fighters[projectile.designator]
    number = observer.numbers.skills.get("Forward Observer", observer.numbers.dx - 5)
    number += hampered(state, observer, "dx")
    yield (rolled := three(dice, f"{observer.title}: Forward Observer"))
    event = success(observer, "Forward Observer", rolled.total, number)
    yield event
    if not event.success:
        yield ProjectileEnded(id=projectile.id, reason="missed")


def out_of_hand(state: State, fighter: Fighter, kept: str = "") -> Iterator[Outcome]:
    """A guided projectile that is not steered is lost, or flies past (R-56, GU-12)."""
    for projectile in state.projectiles.values():
        weapon = state.book.weapons[projectile.weapon]
        mine = projectile.by == fighter.id and projectile.id != kept
        if mine and weapon.line.kind == "guided":
            reason: FlightEnd = "crashed" if projectile.arrived else "lost"
            yield ProjectileEnded(id=projectile.id, reason=reason)
