"""When a weapon fails (3.1): what is wrong is rolled in secret, and known when it is diagnosed."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.refusals import Refused, known
from domain.rule_system import Outcome
from domain.systems.ranged import areas, rules
from domain.systems.ranged.attack_events import Diagnosed, MalfunctionKind, WeaponMalfunctioned
from domain.systems.ranged.events import TaskDone
from domain.systems.ranged.forms import Attack
from domain.systems.ranged.hampered import hampered
from domain.systems.ranged.rolls import critical_failure, succeeds, success, three
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import Burst, Shoot, Traverse
from domain.systems.ranged.thing_events import AmmoSpent, WeaponChanged, ZoneEnded
from domain.systems.ranged.weapons import Weapon

SINGLE = ("grenade", "incendiary")


def number(item: Item, weapon: Weapon) -> int | None:
    """Return a weapon's Malf. as it is now, or None if it has none (MF-03 to MF-06)."""
    return None if weapon.malf is None else weapon.malf + item.malf_adjust


def kind_of(weapon: Weapon, roll: int) -> str:
    """Return what the table says for this weapon (MF-08, MF-18 to MF-21).

    A grenade's misfire is a dud; of a single-use launcher only a stoppage is one.
    """
    if roll <= 4 or roll >= 15:
        return "explosion" if roll >= 15 and _explodes(weapon) else "mechanical"
    if roll <= 8 or roll >= 12:
        return "misfire"
    if weapon.line.kind in {"beam", "cone"}:
        return "mechanical"
    if weapon.line.kind in SINGLE:
        return "misfire"
    return "dud" if weapon.line.action == "single_use" else "stoppage"


def _explodes(weapon: Weapon) -> bool:
    """TL3 firearms and grenades; TL4 grenades, breechloaders and repeaters (MF-20, R-08)."""
    line = weapon.line
    if line.kind not in {"firearm", "launcher", "launcher_rocket", "grenade"}:
        return False
    early = line.kind == "grenade" or line.action in {"breech", "repeating", "revolver"}
    return line.tl <= 3 or (line.tl == 4 and early)


def happens(
    state: State, task: Shoot, weapon: Weapon, item: Item, roll: int, effective: int,
    malf: int | None, one_shot: Iterable[Outcome], dice: Dice,
) -> Iterator[Outcome]:  # fmt: skip
    """Yield a malfunction and what follows at once; the attack is off the agenda after it.

    *one_shot* is what the single shot of a stoppage leads to (MF-16).
    """
    attack = task.attack
    yield WeaponMalfunctioned(fighter=attack.attacker, item=item.id, roll=roll, malf=malf or 0)
    skip = _rest_of_spray(state, attack)
    for zone in state.zones.values():
        if zone.item == item.id:
            yield ZoneEnded(id=zone.id)
    if weapon.line.malf is not None and weapon.line.kind == "incendiary":
        yield WeaponChanged(fighter=attack.attacker, item=item.id, change="gone")
        yield TaskDone(skip=skip)
        return
    if known(item.fault, "what is wrong with it") == "mechanical":
        yield TaskDone(skip=skip)
        return
    if weapon.line.kind == "grenade":
        yield from _grenade(state, attack, weapon, item, effective, roll, dice)
        return
    yield (rolled := dice.roll_hidden(Ask("malfunction", 3, 6)))
    kind = kind_of(weapon, rolled.total)
    owner = state.fighters[attack.attacker]
    if kind == "stoppage":
        yield MalfunctionKind(fighter=owner.id, item=item.id, kind=kind, rounds_lost=1, late=0)
        if not attack.zone:
            yield AmmoSpent(seat=owner.seat, fighter=owner.id, item=item.id, rounds=1)
        yield WeaponChanged(fighter=owner.id, item=item.id, change="stoppage")
        for outcome in one_shot:
            yield replace(outcome, skip=skip) if isinstance(outcome, TaskDone) else outcome
        return
    if kind == "explosion":
        yield MalfunctionKind(fighter=owner.id, item=item.id, kind=kind, rounds_lost=1, late=0)
        yield WeaponChanged(fighter=owner.id, item=item.id, change="destroyed")
        burst = Burst(
            weapon=item.key, by=owner.id, at=owner.at, struck=owner.id, half=True, dive=False
        )
        yield TaskDone(then=(burst,), skip=skip)
        return
    lost = int(kind == "misfire")
    yield MalfunctionKind(fighter=owner.id, item=item.id, kind=kind, rounds_lost=lost, late=0)
    yield WeaponChanged(fighter=owner.id, item=item.id, change="undiagnosed")
    yield TaskDone(skip=skip)


def _rest_of_spray(state: State, attack: Attack) -> int:
    """Return how many tasks of the same spray are still to come (SP-10)."""
    count = 0
    for task in state.agenda[1:]:
        if not isinstance(task, Shoot | Traverse) or task.attack.weapon != attack.weapon:
            break
        count += 1
    return count


def _grenade(
    state: State, attack: Attack, weapon: Weapon, item: Item, effective: int, roll: int, dice: Dice
) -> Iterator[Outcome]:
    """A grenade flies all the same: late, or a dud (MF-11, MF-15, MF-19, R-42).

    The die for its delay is rolled with the table: that there was one would tell it from a dud.
    """
    owner = state.fighters[attack.attacker]
    yield (rolled := dice.roll_hidden(Ask("malfunction", 3, 6), Ask("seconds late", 1, 6)))
    kind = kind_of(weapon, sum(rolled.faces[0]))
    if kind == "explosion":
        yield MalfunctionKind(fighter=owner.id, item=item.id, kind=kind, rounds_lost=0, late=0)
        yield WeaponChanged(fighter=owner.id, item=item.id, change="destroyed")
        burst = Burst(weapon=item.key, by=owner.id, at=owner.at, struck=owner.id, dive=False)
        yield TaskDone(then=(burst,))
        return
    late = sum(rolled.faces[1]) if kind == "mechanical" else 0
    if late and weapon.line.impact and item.fault != "misfire":
        late += state.second - known(item.due, "when it is due")  # from landing, not from arming
    yield MalfunctionKind(fighter=owner.id, item=item.id, kind=kind, rounds_lost=0, late=late)
    if roll <= effective:
        at = attack.at or state.fighters[attack.target].at
        yield from areas.landed(state, attack, weapon, at, "", live=False)
    else:
        yield from areas.scattered(
            state, attack, weapon, roll - effective, dice, squared=False, live=False
        )


# --- diagnosis and repair -------------------------------------------------------------------


def iq_based(fighter: Fighter, weapon: Weapon) -> int:
    """Return the weapon skill on IQ instead of DX (R-06)."""
    sheet, skill = fighter.numbers, weapon.line.skill
    if skill in sheet.iq_skills:
        return sheet.iq_skills[skill]
    return sheet.skills.get(skill, sheet.dx - 4) - sheet.dx + sheet.iq


def armoury(fighter: Fighter) -> int:
    """Return Armoury, or IQ-5 without it."""
    return fighter.numbers.skills.get("Armoury", fighter.numbers.iq - 5)


def diagnose(state: State, fighter: Fighter, item: Item, dice: Dice) -> Iterator[Outcome]:
    """Diagnose what is wrong: Armoury (+2 for a misfire) or the IQ-based skill (MF-09, MF-12).

    The roll is hidden: one that fails by less than the 2 would tell that it is no misfire.
    """
    if item.condition != "undiagnosed":
        raise Refused("nothing_to_diagnose", rules.MF_09, weapon=item.id)
    weapon = state.weapon(item)
    yield (rolled := dice.roll_hidden(Ask("diagnosis", 3, 6)))
    fault = known(item.fault, "what is wrong with it")
    more = 2 if fault in {"misfire", "dud"} else 0
    target = max(armoury(fighter) + more, iq_based(fighter, weapon))
    target += hampered(state, fighter, "iq")
    kind = fault if succeeds(rolled.total, target) else ""
    yield Diagnosed(fighter=fighter.id, item=item.id, kind=kind)
    if kind == "misfire" and item.loaded:
        yield AmmoSpent(seat=fighter.seat, fighter=fighter.id, item=item.id, rounds=1)


def clear(state: State, fighter: Fighter, item: Item, dice: Dice) -> Iterator[Outcome]:
    """Clear a misfire or a stoppage: three Readies, then the roll (MF-14, MF-17, R-07)."""
    if item.condition == "undiagnosed":
        raise Refused("not_diagnosed", rules.MF_14, weapon=item.id)
    if item.condition == "mechanical":
        raise Refused("takes_an_hour", rules.MF_10, weapon=item.id)
    if item.condition not in {"misfire", "stoppage"}:
        raise Refused("nothing_to_clear", rules.MF_14, weapon=item.id)
    others = [one for one in fighter.held() if one.id != item.id]
    if fighter.hands < 2 or others or fighter.shield:
        raise Refused("two_hands_required", rules.MF_14, hands=fighter.hands)
    done = item.progress + 1 if item.work == "clear" else 1
    yield WeaponChanged(fighter=fighter.id, item=item.id, change="work:clear", number=done)
    if done < 3:
        return
    misfire = item.condition == "misfire"
    weapon = state.weapon(item)
    skill = iq_based(fighter, weapon) - (0 if misfire else 4)
    target = max(armoury(fighter) + (2 if misfire else 0), skill) + hampered(state, fighter, "iq")
    yield (rolled := three(dice, "clearing"))
    event = success(fighter, "clearing", rolled.total, target)
    yield event
    if event.success:
        yield WeaponChanged(fighter=fighter.id, item=item.id, change="cleared")
    elif critical_failure(rolled.total, target):
        yield WeaponChanged(fighter=fighter.id, item=item.id, change="mechanical")
    else:
        yield WeaponChanged(fighter=fighter.id, item=item.id, change="work:clear", number=0)


def repair(fighter: Fighter, item: Item) -> Iterator[Outcome]:
    """A repair takes an hour, more than a skirmish lasts (MF-10)."""
    if item.condition == "undiagnosed":
        raise Refused("not_diagnosed", rules.MF_10, weapon=item.id)
    raise Refused("takes_an_hour", rules.MF_10, weapon=item.id, fighter=fighter.id)
