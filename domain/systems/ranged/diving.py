"""Diving out of an area, or to cover, or onto a grenade (4.7, 4.15, AR-05, R-71)."""

from collections.abc import Iterator

from domain.dice import Dice
from domain.hexes import distance
from domain.names import SeatId
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import Rolled3d
from domain.systems.ranged.commands import DiveForCover
from domain.systems.ranged.events import FighterChanged, Moved, PostureChanged, TaskDone
from domain.systems.ranged.rolls import succeeds, three
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import Diving
from domain.systems.ranged.turns import waiting


def dive(state: State, seat: SeatId, command: DiveForCover, dice: Dice) -> Iterator[Outcome]:
    """Dodge at +3, end prone a step away; who fails suffers as if unmoved (R-71)."""
    task = state.task
    if not isinstance(task, Diving) or seat not in waiting(state):
        raise Refused("not_your_turn", rules.AR_05)
    fighter = state.fighters[task.fighter]
    if command.to is None:
        if command.on_it:
            raise Refused("nothing_to_lie_on", rules.S_4_15)
        yield TaskDone()
        return
    if command.on_it and (not may_cover(state, task, fighter) or command.to != task.point):
        raise Refused("nothing_to_lie_on", rules.S_4_15)
    near = command.on_it or distance(command.to, fighter.at) == 1
    if not near or not state.set_up.enterable(command.to):
        raise Refused("too_far", rules.AR_05, yards=distance(command.to, fighter.at), at_most=1)
    number = dive_number(state, fighter)
    yield (rolled := three(dice, f"{fighter.title}: diving"))
    good = succeeds(rolled.total, number)
    yield Rolled3d(
        seat=fighter.seat, fighter=fighter.id, what="dive for cover", roll=rolled.total,
        success=good, target=number,
    )  # fmt: skip
    yield FighterChanged(fighter=fighter.id, change="dived")
    if good:
        yield Moved(
            fighter=fighter.id, at=command.to, facing=fighter.facing,
            elevation=fighter.elevation, yards=0,
        )  # fmt: skip
    yield PostureChanged(fighter=fighter.id, posture="prone")
    if good and command.on_it:
        yield FighterChanged(fighter=fighter.id, change="covers_blast")
    yield TaskDone()


def may_cover(state: State, task: Diving, fighter: Fighter) -> bool:
    """Tell whether somebody may throw himself on what is about to burst, a yard away at most."""
    near = distance(task.point, fighter.at) <= 1
    return task.explosive and near and state.set_up.enterable(task.point)


def dive_number(state: State, fighter: Fighter) -> int:
    """Return the number to dive for cover: Dodge+3, and what else changes a dodge (4.7)."""
    dodge = fighter.numbers.dodge
    if fighter.band in {"reeling", "down"}:
        dodge = (dodge + 1) // 2
    sick = state.book.tables.afflictions.get(fighter.affliction)
    changes = (
        state.book.tables.postures[fighter.posture].defence,
        0 if sick is None else sick.defence,
        -2 if fighter.off_balance else 0,
        2 if fighter.careful == "dodge" else 0,
    )
    return dodge + 3 + sum(changes)
