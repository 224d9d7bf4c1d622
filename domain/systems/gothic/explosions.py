"""What reaches units from explosions, mines and collisions, each after its reaction (4.5)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rule_system import Outcome
from domain.systems.gothic.damage import strike
from domain.systems.gothic.events import (
    ExplosionStruck,
)
from domain.systems.gothic.play import Play
from domain.systems.gothic.reactions import asked, reacted
from domain.systems.gothic.tasks import Explosion, Struck


def exploded(play: Play, task: Explosion) -> Iterator[Outcome]:
    """Let an explosion reach the next unit."""
    unit = play.state.units[task.units[0]]
    if not unit.on_table:
        yield from _next_victim(play, task)
        return
    if task.stage == 0 and (yield from asked(play, replace(task, stage=1), unit, "explosion")):
        return
    if task.stage == 1 and (yield from reacted(play, task, unit)):
        return
    faces = yield from play.d6("explosion lances", task.shots)
    hits = sum(face >= 4 for face in faces)
    yield play.happens(ExplosionStruck(unit=unit.id, shots=faces, hits=hits))
    yield from _next_victim(play, task)
    yield from strike(play, unit.id, hits, task.at)


def _next_victim(play: Play, task: Explosion) -> Iterator[Outcome]:
    if len(task.units) > 1:
        play.push(replace(task, stage=0, units=task.units[1:]))
    yield from ()


def struck(play: Play, task: Struck) -> Iterator[Outcome]:
    """Let certain hits fall on a unit, after its reaction."""
    unit = play.state.units[task.unit]
    if not unit.on_table:
        return
    if task.stage == 0 and (yield from asked(play, replace(task, stage=1), unit, task.by)):
        return
    if task.stage == 1 and (yield from reacted(play, task, unit)):
        return
    yield from strike(
        play, unit.id, task.hits, task.source, shields=task.shields, markers=not task.no_markers
    )
