"""Active defences: dodge, block, parry, and what they avoid (4.7)."""

from collections.abc import Generator, Iterator

from domain.dice import Ask, Dice
from domain.hexes import distance
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.ranged import areas, binding, combat, lasers, rules, sight
from domain.systems.ranged.attack_events import DefenceRolled
from domain.systems.ranged.commands import Defend
from domain.systems.ranged.events import TaskDone
from domain.systems.ranged.forms import Attack, Defence, Modifier
from domain.systems.ranged.hampered import hampered
from domain.systems.ranged.rolls import critical_success, succeeds, success, three
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import Defending, Hit
from domain.systems.ranged.thing_events import WeaponChanged
from domain.systems.ranged.weapons import Weapon

BLOCKED = ("muscle_missile", "thrown", "grenade", "incendiary", "entangling", "melee")
PARRIED = ("thrown", "grenade", "entangling", "melee")


def roped(weapon: Weapon) -> bool:
    """Tell whether it is a lariat or a net: these are not blocked (LA-02, NE-01)."""
    return weapon.key == "lariat" or weapon.key.startswith("net")


def may(fighter: Fighter, weapon: Weapon, kind: Defence) -> Refused | None:
    """Return why this defence cannot be had against this weapon, or None (4.7)."""
    cls = weapon.line.kind
    match kind:
        case "block":
            if cls not in BLOCKED or roped(weapon):
                return Refused("cannot_block", rules.LA_02 if roped(weapon) else rules.S_4_7)
            if not fighter.shield or fighter.shield_ruined or not fighter.numbers.block:
                return Refused("no_shield", rules.S_4_7)
            if fighter.blocks:
                return Refused("no_defence_left", rules.S_4_7)
        case "parry":
            if cls not in PARRIED:
                return Refused("cannot_parry", rules.MO_04 if cls == "incendiary" else rules.S_4_7)
            if not fighter.numbers.parry:
                return Refused("no_parry", rules.S_4_7)
            if fighter.manoeuvre == "move_and_attack":
                return Refused("cannot_parry", rules.S_2_2)
            if fighter.parries:
                return Refused("no_defence_left", rules.S_4_7)
        case _:
            return None
    return None


def listed(
    state: State, fighter: Fighter, attack: Attack, kind: Defence, *, drop: bool
) -> tuple[Modifier, ...]:
    """Return every modifier of a defence, each once, with its source."""
    found = state.item(attack.weapon)
    assert found is not None
    weapon, shooter = state.weapon(found[1]), state.fighters[attack.attacker]
    reeling = fighter.band in {"reeling", "down"}
    dodge = fighter.numbers.dodge
    posture = state.book.tables.postures[fighter.posture].defence
    parts = [
        Modifier(
            "reeling: halved",
            (dodge + 1) // 2 - dodge if reeling and kind == "dodge" else 0,
            "S-4.11",
        ),
        Modifier(fighter.posture, posture, "S-4.6"),
        Modifier(
            "stunned",
            state.book.tables.afflictions["stunned"].defence if fighter.stunned else 0,
            "S-4.7",
        ),
        Modifier("off balance", -2 if fighter.off_balance else 0, "S-4.14"),
        Modifier("dropping prone", 3 if drop else 0, "S-4.7"),
        Modifier("All-Out Defence", 2 if fighter.careful == kind else 0, "S-2.2"),
        Modifier("shield", _bonus(state, fighter, weapon, kind), "S-4.16"),
        Modifier(
            "sees the dot",
            _dot(fighter, shooter, found[1], weapon) if kind == "dodge" else 0,
            "LS-04",
        ),
    ]
    side = sight.to_side(fighter.facing, fighter.at, shooter.at)
    parts.append(Modifier("from the side", -2 if side == "side" else 0, "S-4.7"))
    if not attack.projectile and not sight.sees(state, fighter, shooter):
        parts.append(Modifier("attacker unseen", -4, "S-4.7"))
    if kind == "parry" and not weapon.blade:
        parts.append(Modifier("thrown weapon", -2 if weapon.line.weight <= 1 else -1, "S-4.7"))
    if fighter.affliction:
        costs = state.book.tables.afflictions[fighter.affliction].defence
        parts.append(Modifier(fighter.affliction.replace("_", " "), costs, "S-4.22"))
    return tuple(one for one in parts if one.value)


def _bonus(state: State, fighter: Fighter, weapon: Weapon, kind: Defence) -> int:
    """A shield's DB: against firearms by option alone (R-31), to parry no rope (4.7)."""
    if not fighter.shield or fighter.shield_ruined:
        return 0
    if kind == "parry" and roped(weapon):
        return 0
    if weapon.line.kind not in BLOCKED and not state.on("damage_to_shields"):
        return 0
    return state.book.tables.shields[fighter.shield].db


def _dot(fighter: Fighter, shooter: Fighter, item: Item, weapon: Weapon) -> int:
    """Who sees the dot on himself gets +1 to Dodge (LS-04, R-52)."""
    if not item.laser or not lasers.reaches(weapon, distance(shooter.at, fighter.at)):
        return 0
    behind = sight.to_side(fighter.facing, fighter.at, shooter.at) == "rear"
    return int(lasers.sees(fighter, item) and not behind)


def number(fighter: Fighter, kind: Defence, parts: tuple[Modifier, ...]) -> int:
    """Return the number to roll for a defence."""
    sheet = fighter.numbers
    base = {"dodge": sheet.dodge, "block": sheet.block, "parry": sheet.parry}.get(kind, 0)
    return base + sum(one.value for one in parts)


def defend(state: State, task: Defending, command: Defend, dice: Dice) -> Iterator[Outcome]:
    """Roll the declared defence and yield what is left of the attack."""
    attack, fighter = task.attack, state.fighters[task.target]
    found = state.item(attack.weapon)
    assert found is not None
    weapon = state.weapon(found[1])
    kind = command.defence
    if (refusal := may(fighter, weapon, kind)) is not None:
        raise refusal
    lies = fighter.posture in {"prone", "face_up"}
    if command.drop and (kind != "dodge" or lies or attack.melee):
        raise Refused("cannot_drop", rules.S_4_7)
    if kind == "none":
        yield from combat.undefended(state, attack, weapon, fighter.id, task.hits, "")
        return
    if command.acrobatics and (kind != "dodge" or ACROBATICS not in fighter.numbers.skills):
        raise Refused("no_acrobatics", rules.S_4_7)
    parts = listed(state, fighter, attack, kind, drop=command.drop)
    if command.acrobatics:
        leap = yield from _leapt(state, fighter, dice)
        parts = (*parts, Modifier(ACROBATICS, leap, "S-4.7"))
    target = number(fighter, kind, parts)
    yield (rolled := three(dice, f"{fighter.title}: {kind}"))
    good = succeeds(rolled.total, target)
    margin = max(0, target - rolled.total)
    every = kind != "dodge" or critical_success(rolled.total, target)
    avoided = 0 if not good else task.hits if every else min(task.hits, 1 + margin)
    yield DefenceRolled(
        seat=fighter.seat, fighter=fighter.id, kind=kind, drop=command.drop, roll=rolled.total,
        success=good, avoided=avoided, modifiers=parts, target=target,
    )  # fmt: skip
    db = sum(one.value for one in parts if one.name == "shield")
    if kind == "parry" and weapon.line.kind == "entangling":
        yield from _parried_rope(state, attack, weapon, fighter, dice, good=good)
    elif good and weapon.area:
        yield from _beside(state, task, weapon, fighter, kind, margin, dice)
    elif (good and kind == "block") or (good and margin < db and weapon.damage.type):
        left = Hit(attack=attack, target=fighter.id, location="shield")
        more = combat.hit_tasks(attack, fighter.id, task.hits - max(1, avoided))
        yield TaskDone(then=(left, *more))
    else:
        yield from _rest(state, task, weapon, fighter, task.hits - avoided, dice)


ACROBATICS = "Acrobatics"


def acrobatics(state: State, fighter: Fighter) -> int:
    """Return the number to roll before an acrobatic dodge: +2 to it, or -2 (4.7)."""
    return fighter.numbers.skills[ACROBATICS] + hampered(state, fighter, "dx")


def _leapt(state: State, fighter: Fighter, dice: Dice) -> Generator[Outcome, None, int]:
    yield (rolled := three(dice, f"{fighter.title}: Acrobatics"))
    event = success(fighter, ACROBATICS, rolled.total, acrobatics(state, fighter))
    yield event
    return 2 if event.success else -2


def _rest(
    state: State, task: Defending, weapon: Weapon, fighter: Fighter, hits: int, dice: Dice
) -> Iterator[Outcome]:
    if hits > 0:
        yield from combat.undefended(state, task.attack, weapon, fighter.id, hits, "")
    else:
        yield from combat.missed(state, task.attack, weapon, 0, dice)


def _beside(
    state: State, task: Defending, weapon: Weapon, fighter: Fighter, kind: str, margin: int,
    dice: Dice,
) -> Iterator[Outcome]:  # fmt: skip
    """What bursts misses by the margin of a dodge (ST-03); a bottle breaks on the shield."""
    if weapon.line.kind == "incendiary":
        yield from areas.bottle_defended(
            state, task.attack, weapon, fighter, dice, blocked=kind == "block"
        )
    else:
        yield from areas.scattered(state, task.attack, weapon, margin, dice, squared=False)


def _parried_rope(
    state: State, attack: Attack, weapon: Weapon, fighter: Fighter, dice: Dice, *, good: bool
) -> Iterator[Outcome]:
    """A cutting parry cuts; any other catches the arm (BO-02, BO-03, LA-03, LA-04)."""
    cutting = fighter.numbers.cutting_parry and bool(fighter.numbers.parry)
    if good and cutting:
        yield from _cut(state, attack, weapon, dice)
    elif good and weapon.key != "bolas":
        yield from combat.missed(state, attack, weapon, 0, dice)
    elif weapon.key.startswith("net") and not attack.melee:
        yield from combat.undefended(state, attack, weapon, fighter.id, 1, "")
    else:
        yield from binding.wrapped(state, attack, weapon, fighter, "right_arm", dice)


def _cut(state: State, attack: Attack, weapon: Weapon, dice: Dice) -> Iterator[Outcome]:
    if weapon.key == "bolas":
        yield WeaponChanged(fighter=attack.attacker, item=attack.weapon, change="destroyed")
        yield TaskDone()
        return
    yield (rolled := dice.roll(Ask("the cutting parry", 1, 6)))
    points = binding.cut(rolled.total + 1, diffuse=weapon.key.startswith("net"))
    if points >= (weapon.line.hp or 2):
        yield WeaponChanged(fighter=attack.attacker, item=attack.weapon, change="destroyed")
        yield TaskDone()
    else:
        yield from combat.missed(state, attack, weapon, 0, dice)
