"""HT rolls that wounds demand: knockdown, death, staying awake, recovery (4.11)."""

from collections.abc import Iterator

from domain.dice import Dice
from domain.rule_system import Outcome
from domain.systems.ranged import binding
from domain.systems.ranged.events import FighterChanged, PostureChanged, TaskDone
from domain.systems.ranged.hampered import hampered
from domain.systems.ranged.rolls import critical_failure, success, three
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import Check
from domain.systems.ranged.thing_events import WeaponLanded


def check(state: State, task: Check, dice: Dice) -> Iterator[Outcome]:
    """Make one HT roll, and yield what its failure does."""
    fighter = state.fighters[task.fighter]
    if fighter.dead or not fighter.there or (fighter.unconscious and task.kind != "death"):
        yield TaskDone()
        return
    match task.kind:
        case "death":
            yield from _death(state, fighter, task.times, dice)
        case "knockdown":
            yield from _knockdown(state, fighter, task.modifier, dice)
        case "awake":
            below = max(0, -fighter.hp // fighter.numbers.hp)
            number = fighter.numbers.ht - below + hampered(state, fighter, "ht")
            yield from _awake(state, fighter, number, "HT", dice)
        case "breath":
            yield from _awake(state, fighter, fighter.numbers.wills, "Will", dice)
    yield TaskDone()


def _death(state: State, fighter: Fighter, times: int, dice: Dice) -> Iterator[Outcome]:
    """HT or die for each multiple of -HP crossed; by one or two, a mortal wound."""
    sheet = fighter.numbers
    if fighter.hp <= -5 * sheet.hp or fighter.body.nature == "homogenous":
        yield FighterChanged(fighter=fighter.id, change="dead")
        yield from _bottles(state, fighter, dice)
        return
    for _ in range(times):
        yield (rolled := three(dice, f"{fighter.title}: HT or die"))
        number = sheet.ht + hampered(state, fighter, "ht")
        event = success(fighter, "HT, to live", rolled.total, number)
        yield event
        if not event.success:
            mortal = rolled.total - number <= 2 and rolled.total < 17
            change = "unconscious" if mortal else "dead"
            yield FighterChanged(fighter=fighter.id, change=change)
            yield from _bottles(state, fighter, dice)
            return


def _knockdown(state: State, fighter: Fighter, modifier: int, dice: Dice) -> Iterator[Outcome]:
    """HT or stunned and down, with what is in hand dropped; by five, unconscious."""
    number = fighter.numbers.ht + modifier + hampered(state, fighter, "ht")
    if "high_pain_threshold" in fighter.numbers.traits:
        number += 3
    yield (rolled := three(dice, f"{fighter.title}: knockdown"))
    event = success(fighter, "HT, against knockdown", rolled.total, number)
    yield event
    if event.success:
        return
    out = rolled.total - number >= 5 or critical_failure(rolled.total, number)
    yield FighterChanged(fighter=fighter.id, change="unconscious" if out else "stunned")
    if fighter.posture != "prone" and not out:
        yield PostureChanged(fighter=fighter.id, posture="prone", fell=True)
    yield from _bottles(state, fighter, dice)
    for item in fighter.held():
        yield WeaponLanded(fighter=fighter.id, item=item.id, at=fighter.at)


def _bottles(state: State, fighter: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Whoever falls, conscious or not, may break the bottles on his belt (MO-15)."""
    if fighter.posture not in {"prone", "face_up"}:
        yield from binding.broken_bottles(state, fighter, dice)


def _awake(
    state: State, fighter: Fighter, number: int, what: str, dice: Dice
) -> Iterator[Outcome]:  # fmt: skip
    """At 0 HP or less HT, -1 for each full multiple below; without breath Will (4.13)."""
    yield (rolled := three(dice, f"{fighter.title}: staying conscious"))
    event = success(fighter, f"{what}, to stay conscious", rolled.total, number)
    yield event
    if not event.success:
        yield FighterChanged(fighter=fighter.id, change="unconscious")
        yield from _bottles(state, fighter, dice)
        for item in fighter.held():
            yield WeaponLanded(fighter=fighter.id, item=item.id, at=fighter.at)


def recovery(state: State, fighter: Fighter, dice: Dice) -> Iterator[Outcome]:
    """At the end of a stunned turn HT, to recover."""
    yield (rolled := three(dice, f"{fighter.title}: recovering"))
    number = fighter.numbers.ht + hampered(state, fighter, "ht")
    event = success(fighter, "HT, to recover", rolled.total, number)
    yield event
    if event.success:
        yield FighterChanged(fighter=fighter.id, change="recovered")
