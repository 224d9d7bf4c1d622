"""What bursts, burns and spreads: where it lands, who may dive, whom it strikes (3.22 to 3.26)."""

from collections.abc import Generator, Iterator
from math import ceil

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.hexes import Hex, distance
from domain.rule_system import Outcome
from domain.systems.ranged import concealment, injuries, modifiers, shields, sight, wounds
from domain.systems.ranged.events import FighterChanged, TaskDone
from domain.systems.ranged.forms import FACINGS, Attack, Flames
from domain.systems.ranged.grammar import Damage
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import AnyTask, Burst, Cone, Diving, Engulfed, Fragment
from domain.systems.ranged.thing_events import (
    Exploded,
    FlamesStarted,
    Scattered,
    WeaponChanged,
    WeaponLanded,
)
from domain.systems.ranged.weapons import Weapon

BURST = Damage(dice=1, adds=2, type="cr", explosive=True, fragments=2)
"""What an early firearm does when it blows up (MF-20)."""


# --- where it lands -------------------------------------------------------------------------


def scattered(
    state: State, attack: Attack, weapon: Weapon, off: int, dice: Dice, *, squared: bool,
    live: bool = True,
) -> Iterator[Outcome]:  # fmt: skip
    """Scatter by *off* yards, half the distance at most, in a direction of 1d (ST-02 to ST-05)."""
    yield (rolled := dice.roll(Ask("scatter", 1, 6)))
    at, event = scatter(state, attack, off, rolled.total, squared=squared)
    yield event
    yield from landed(state, attack, weapon, at, "", live=live)


def scatter(
    state: State, attack: Attack, off: int, die: int, *, squared: bool
) -> tuple[Hex, Scattered]:
    """Return where a miss by *off* lands."""
    shooter = state.fighters[attack.attacker]
    aimed = modifiers.target_hex(state, attack)
    yards = min(off * off if squared else off, ceil(distance(shooter.at, aimed) / 2))
    facing = sight.facing_to(shooter.at, aimed) if shooter.at != aimed else shooter.facing
    direction = (facing + die - 1) % 6
    step = FACINGS[direction]
    at = aimed
    for _ in range(yards):
        ahead = at.plus(step)
        if ahead in state.set_up.walls:
            break
        at = ahead
    return at, Scattered(aimed_at=aimed, yards=yards, direction=direction, at=at)


def landed(
    state: State, attack: Attack, weapon: Weapon, at: Hex, struck: str, *, live: bool = True
) -> Iterator[Outcome]:
    """What was thrown or fired comes down: it bursts, burns, or lies there.

    A grenade without a fuse bursts on impact (HG-02), unless it failed: then it is not *live*.
    """
    found = state.item(attack.weapon)
    item = found[1] if found is not None else None
    if weapon.line.impact and live:
        yield WeaponChanged(fighter=attack.attacker, item=attack.weapon, change="gone")
        burst = Burst(weapon=weapon.key, by=attack.attacker, at=at, struck=struck)
        yield TaskDone(then=(burst,))
    elif weapon.line.kind == "grenade":
        assert item is not None
        yield WeaponLanded(fighter=attack.attacker, item=attack.weapon, at=at)
        yield TaskDone()
    elif weapon.line.kind == "incendiary":
        yield from _bottle(state, attack, weapon, at, struck)
    else:
        yield TaskDone(then=(Burst(weapon=weapon.key, by=attack.attacker, at=at, struck=struck),))


def _bottle(
    state: State, attack: Attack, weapon: Weapon, at: Hex, struck: str
) -> Iterator[Outcome]:
    """A bottle bursts on what is hard, else on the ground (MO-02, MO-06, R-46)."""
    yield WeaponChanged(fighter=attack.attacker, item=attack.weapon, change="gone")
    target = state.fighters.get(struck)
    if target is not None and target.numbers.dr_at("torso").dr >= 3:
        burning = Engulfed(
            weapon=weapon.key, by=attack.attacker, fighter=struck, basic=0, kind="fuel"
        )
        yield TaskDone(then=(burning,))
    elif state.rulings.hard_ground:
        yield TaskDone(then=(Burst(weapon=weapon.key, by=attack.attacker, at=at, dive=False),))
    else:
        yield TaskDone()


def bottle_defended(
    state: State, attack: Attack, weapon: Weapon, fighter: Fighter, dice: Dice, *, blocked: bool
) -> Iterator[Outcome]:
    """Dodged, it breaks at his feet; blocked, on his shield (MO-05, MO-07)."""
    if not blocked:
        yield from _bottle(state, attack, weapon, fighter.at, "")
        return
    yield WeaponChanged(fighter=attack.attacker, item=attack.weapon, change="gone")
    shield = state.book.tables.shields[fighter.shield]
    yield (rolled := dice.roll(Ask("fire on the shield", 3, 6)))
    points = max(0, rolled.total - shield.dr // 5)
    yield from shields.shield_damaged(state, fighter, points, dice)
    yield (lasts := dice.roll(Ask("seconds of fire", 10, 6)))
    until = state.second + lasts.total
    yield FighterChanged(fighter=fighter.id, change="shield_on_fire", number=until)
    yield TaskDone()


def own_goal(
    state: State, attack: Attack, weapon: Weapon, *, half: bool, dice: Dice
) -> Generator[Outcome, None, tuple[AnyTask, ...]]:
    """A critical miss that strikes the attacker's own leg (4.14); return what the wound demands."""
    shooter = state.fighters[attack.attacker]
    if not weapon.damage.dice or not weapon.damage.type:
        return ()
    yield (rolled := dice.roll(Ask("own leg", weapon.damage.dice, 6)))
    basic = max(1, rolled.total + weapon.damage.adds) // (2 if half else 1)
    dr = wounds.divided(shooter.numbers.dr_at("right_leg").dr, weapon.damage.divisor)
    points = wounds.injury(
        state.book.tables, shooter, weapon.damage.type, "right_leg", max(0, basic - dr),
        tight=weapon.damage.tight_beam,
    )  # fmt: skip
    yield from injuries.injured(shooter, "right_leg", dr, max(0, basic - dr), points)
    return tuple(injuries.consequences(shooter, "right_leg", points))


def cone_aimed(state: State, attack: Attack, hit: int, off: int, dice: Dice) -> Iterator[Outcome]:
    """A hit sets a cone's axis through its target, a miss through where it scatters (CO-02)."""
    found = state.item(attack.weapon)
    assert found is not None
    at = modifiers.target_hex(state, attack)
    if not hit:
        yield (rolled := dice.roll(Ask("scatter", 1, 6)))
        at, event = scatter(state, attack, max(0, off), rolled.total, squared=False)
        yield event
    shooter = state.fighters[attack.attacker]
    if at == shooter.at:
        at = at.plus(FACINGS[shooter.facing])
    yield TaskDone(then=(Cone(weapon=found[1].key, by=attack.attacker, at=at),))


# --- who is in it ---------------------------------------------------------------------------


def radius_of(weapon: Weapon, damage: Damage) -> int:
    """Return how far a burst reaches: 2 yards for each die, or the printed radius (4.15)."""
    if weapon.line.kind == "incendiary":
        return 0
    if weapon.line.radius is not None:
        return weapon.line.radius - 1
    return 2 * damage.dice * damage.times


def reach_of(weapon: Weapon, damage: Damage) -> int:
    """Return how far a burst may hurt: the blast, or its fragments."""
    return max(radius_of(weapon, damage), 5 * damage.fragments)


def width_at(weapon: Weapon, yards: float) -> float:
    """Return a cone's width: a yard at least, its rate of spread beyond (CO-04, CO-05)."""
    most = weapon.most.yards or 1
    spread = weapon.line.width / most if weapon.line.width else 1.0
    return max(1.0, yards * spread)


def thinned(weapon: Weapon, yards: float) -> int | float:
    """Return what a cone's damage is divided by: its width there, if it dissipates (DI-02).

    A bonus to an HT roll is a whole number of yards (DI-04, R-69).
    """
    width = round(width_at(weapon, yards), 3) if weapon.line.dissipates else 1
    return int(width) if weapon.damage.affliction or width == int(width) else width


def in_cone(state: State, task: Cone, fighter: Fighter, at: Hex) -> bool:
    """Tell whether a hex lies in a cone: within half its width of the axis (R-68)."""
    weapon, apex = state.book.weapons[task.weapon], state.fighters[task.by].at
    along, beside = sight.cone_place(apex, task.at, at)
    if fighter.id == task.by or not 0 < along <= weapon.most.yards:
        return False
    return beside <= width_at(weapon, along) / 2 + 1e-9


def victims(state: State, task: Burst | Cone) -> list[Fighter]:
    """Return all that a burst or a cone will strike, nearest first."""
    weapon = state.book.weapons[task.weapon]
    if isinstance(task, Cone):
        apex = state.fighters[task.by].at
        inside = [one for one in state.present() if in_cone(state, task, one, one.at)]
        return sorted(inside, key=lambda one: (distance(one.at, apex), one.id))
    damage = BURST if task.half else weapon.damage
    reach = reach_of(weapon, damage)
    hit = state.fighters.get(task.struck)
    high = hit.elevation if hit is not None else _high(state, task.at)
    found = [one for one in state.within(task.at, reach) if abs(one.elevation - high) <= reach]
    return sorted(found, key=lambda one: (distance(one.at, task.at), one.id))


def _high(state: State, at: Hex) -> int:
    return modifiers.elevation_at(state, at)


def may_dive(fighter: Fighter) -> bool:
    """Tell whether somebody can dive: conscious, free, aware, not yet dived (AR-05)."""
    free = fighter.acts and not fighter.immobile and not fighter.netted and not fighter.legs_tied
    awake = not fighter.stunned and not fighter.unaware and not fighter.defenceless
    lying = fighter.posture in {"prone", "face_up"}
    return free and awake and not lying and fighter.body.nature == "living" and not fighter.dived


def burst(state: State, task: Burst | Cone, dice: Dice) -> Iterator[Outcome]:
    """Warn whoever may dive; then it happens to all that are still in it.

    Whom it finds concealed is seen first, and it begins again with him in it.
    """
    names = {one.id for one in victims(concealment.with_all(state), task)} if state.lurkers else ()
    found = tuple(concealment.struck(state, sorted(names)))
    if found:
        yield from found
        return
    if task.warned is None:
        inside = victims(state, task)
        dives = isinstance(task, Cone) or task.dive
        divers = [
            one
            for one in inside
            if dives and may_dive(one) and one.id != getattr(task, "struck", "")
        ]
        apex = state.fighters[task.by].at if isinstance(task, Cone) else task.at
        bursts = isinstance(task, Burst) and not task.struck
        explosive = bursts and state.book.weapons[task.weapon].damage.explosive
        asks = tuple(
            Diving(
                fighter=one.id, apex=apex, point=task.at, from_cone=isinstance(task, Cone),
                explosive=explosive,
            )
            for one in divers
        )  # fmt: skip
        done = replace(task, warned=tuple(one.id for one in divers))
        yield TaskDone(then=(*asks, done))
    elif isinstance(task, Cone):
        yield from _cone(state, task, dice)
    else:
        yield from _explosion(state, task, dice)


def _cone(state: State, task: Cone, dice: Dice) -> Iterator[Outcome]:
    weapon = state.book.weapons[task.weapon]
    apex = state.fighters[task.by].at
    basic = 0
    if weapon.damage.dice:
        yield (rolled := dice.roll(Ask(f"{weapon.title}: damage", weapon.damage.dice, 6)))
        basic = rolled.total + weapon.damage.adds
    then: list[AnyTask] = []
    for one in victims(state, task):
        along = sight.cone_place(apex, task.at, one.at)[0]
        divisor = thinned(weapon, along)
        eye = sight.shelter(state, apex, 10 * state.fighters[task.by].elevation + 17, one)
        cover = (eye.cover.id,) if eye.cover is not None and eye.concealed else ()
        screens = tuple(f.id for f in sight.in_line(state, state.fighters[task.by], one.at))
        then.append(
            Engulfed(
                weapon=task.weapon, by=task.by, fighter=one.id, basic=basic, divisor=divisor,
                kind="cone", cover=(*cover, *screens),
            )
        )  # fmt: skip
    yield TaskDone(then=tuple(then))


def _explosion(state: State, task: Burst, dice: Dice) -> Iterator[Outcome]:
    weapon = state.book.weapons[task.weapon]
    own = task.half and not weapon.damage.explosive
    damage = BURST if own else weapon.damage
    yield Exploded(weapon=task.weapon, at=task.at)
    if weapon.line.kind == "incendiary" and not task.half:
        yield (rolled := dice.roll(Ask("seconds of fire", 10, 6)))
        yield FlamesStarted(flames=_flames(state, task, "fire", 1, rolled.total))
        yield TaskDone()
        return
    if weapon.damage.affliction and not own:
        lasts = weapon.line.lasts or 1
        yield FlamesStarted(flames=_flames(state, task, "cloud", weapon.line.radius or 1, lasts))
        yield TaskDone()
        return
    yield (rolled := dice.roll(Ask("the explosion", damage.dice, 6)))
    basic = (rolled.total + damage.adds) * damage.times
    then: list[AnyTask] = []
    lies = next((f.id for f in state.within(task.at, 0) if f.covers_blast), "")
    for one in victims(state, task):
        yards = distance(one.at, task.at)
        blast = yards <= radius_of(weapon, damage) and (
            one.id != task.struck or task.half or not _hit(weapon)
        )
        close = one.id == task.struck and not task.half
        if (close or one.id == lies) and damage.fragments:
            then.append(Fragment(fighter=one.id, dice=damage.fragments))
        fragments = None if one.id == lies else _fragments(state, task, damage, one, yards)
        if blast or fragments is not None:
            then.append(
                Engulfed(
                    weapon=task.weapon, by=task.by, fighter=one.id, basic=basic if blast else 0,
                    divisor=_divisor(weapon, yards, own=own), kind="blast",
                    fragments=() if fragments is None else (damage.fragments, fragments),
                    behind=lies if one.id != lies else "", burst_at=task.at,
                )
            )  # fmt: skip
    yield TaskDone(then=tuple(then))


def _divisor(weapon: Weapon, yards: int, *, own: bool) -> int:
    """Return by what a burst's damage is divided: an area's only if it dissipates (DI-03, 4.15)."""
    if weapon.damage.explosive or own:
        return max(1, 3 * yards)
    return area_divisor(weapon, yards)


def area_divisor(weapon: Weapon, yards: int) -> int:
    """Return by what an area's damage is divided, or what its HT roll gains (DI-03, DI-04)."""
    return max(1, yards) if weapon.line.dissipates else 1


def _hit(weapon: Weapon) -> bool:
    """Whether who is struck took the whole damage as a hit already."""
    return weapon.line.kind != "grenade"


def _flames(state: State, task: Burst, kind: str, radius: int, lasts: int) -> Flames:
    name = f"{kind} {state.moment}"
    return Flames(
        id=name, kind="fire" if kind == "fire" else "cloud", weapon=task.weapon, by=task.by,
        at=task.at, radius=radius, until=state.second + lasts,
    )  # fmt: skip


def _fragments(state: State, task: Burst, damage: Damage, one: Fighter, yards: int) -> int | None:
    """Return the number that fragments are rolled against, None beyond their reach (4.15)."""
    if not damage.fragments or yards > 5 * damage.fragments or one.id == task.struck:
        return None
    lies = -4 if one.posture in {"prone", "face_up", "crawling"} else 0
    low = lies or state.book.tables.postures[one.posture].to_hit
    reach = state.book.tables.range_modifier(yards)
    return 15 + reach + one.body.sm + low
