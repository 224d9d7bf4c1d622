"""Reactions: a seat is asked before the first die of what can harm its unit (2.6)."""

from msgspec.structs import replace

from domain.systems.gothic.damage import Told
from domain.systems.gothic.leadership import brace_test, may_brace
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.tasks import AnyTask, Window


def asked(play: Play, task: AnyTask, unit: Unit, what: str, *, turrets: bool = False) -> Told:
    """Ask the seat of *unit* for its reaction, if it can have any; tell whether play waits."""
    state, subject = play.state, play.state.subject(unit)
    brace = unit.active and may_brace(state, subject)
    if not brace and not turrets:
        return False
    window = Window(
        kind="react",
        seat=unit.seat,
        subject=subject,
        what=what,
        brace=brace,
        turrets=turrets,
    )
    yield play.asks(window, task)
    return True


def reacted(play: Play, task: AnyTask, unit: Unit, *, held: int = 2) -> Told:
    """Take the reaction up: a brace check comes before *task* goes on; tell whether it does.

    The task goes on in stage 2, or in stage *held* if turrets hold their fire.
    """
    answer = play.answered()
    subject = play.state.subject(unit)
    stage = 2 if answer.turrets else held
    if answer.yes and unit.active and may_brace(play.state, subject):
        play.push(brace_test(play.state, subject), replace(task, stage=stage))
        return True
    if stage != 2:
        play.push(replace(task, stage=stage))
        return True
    yield from ()
    return False
