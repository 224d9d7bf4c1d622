"""The nova cannon (SH-8)."""

from collections.abc import Generator, Iterator

from domain.dice import Ask
from domain.plane import CM, DEGREE, Point, distance, forward, within
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.gothic import rules
from domain.systems.gothic.aiming import refuse_idle
from domain.systems.gothic.commands import FireNova
from domain.systems.gothic.events import NovaFired, OrdnanceRemoved
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.ships import MountSheet
from domain.systems.gothic.sight import bears
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import NovaShot, Struck

SHELL, HOLE = 2500, 600
MM = 100


def cannon(unit: Unit) -> MountSheet | None:
    """Return a unit's nova cannon."""
    return next((mount for mount in unit.plan.mounts if mount.kind == "nova"), None)


def aim(command: FireNova) -> Point:
    """Return the place at which a shell is aimed."""
    return Point(command.x_mm * MM, command.y_mm * MM)


def check_nova(state: State, side: int, command: FireNova) -> Unit:
    """Refuse a shell that may not be fired."""
    unit = state.units.get(command.unit)
    mount = None if unit is None else cannon(unit)
    if unit is None or mount is None or not unit.active or unit.side != side:
        raise Refused("no_such_mount", rules.SH_8)
    refuse_idle(unit)
    if not unit.working(mount) or unit.crippled:
        raise Refused("mount_damaged", rules.SH_8, unit=unit.title)
    if unit.order is not None and not state.book.orders.orders[unit.order].nova:
        raise Refused("not_under_this_order", rules.SH_8, unit=unit.title)
    if mount.id in unit.fired:
        raise Refused("mount_fired", rules.SH_8, unit=unit.title)
    far, edge = distance(unit.at, aim(command)), mount.min_range_cm * CM
    if not edge <= far - SHELL <= mount.range_cm * CM:
        raise Refused(
            "out_of_range",
            rules.SH_8,
            edge_cm=f"{(far - SHELL) / CM:.3f}",
            least_cm=mount.min_range_cm,
            most_cm=mount.range_cm,
        )
    if not bears(unit, mount, aim(command)):
        raise Refused("out_of_arc", rules.SH_8, unit=unit.title)
    return unit


def burst(play: Play, task: NovaShot) -> Iterator[Outcome]:
    """Let a shell scatter and burst: D6 hits under its centre, one hit else (SH-8)."""
    unit = play.state.units[task.unit]
    low = play.state.in_band(unit.at) or play.state.in_band(task.at)
    if low and sum((yield from play.d6("nova in low orbit", 1))) < 4:
        yield play.happens(NovaFired(unit=unit.id, aimed=task.at, at=task.at, touched=()))
        return
    at = yield from _scattered(play, unit, task.at)
    near = [one for one in play.state.on_table if within(one.at, at, one.plan.radius + SHELL)]
    touched = tuple(one.id for one in near)
    markers = [m.id for m in play.state.markers.values() if within(m.at, at, m.radius + SHELL)]
    yield play.happens(NovaFired(unit=unit.id, aimed=task.at, at=at, touched=touched))
    for name in markers:
        yield play.happens(OrdnanceRemoved(marker=name, reason="gunfire"))
    if not near and not markers:
        yield play.blast(at)
    for one in near:
        under = within(one.at, at, one.plan.radius + HOLE)
        hits = sum((yield from play.d6("nova hits", 1))) if under else 1
        play.push(Struck(unit=one.id, by="nova shell", source=at, hits=hits))


def _scattered(play: Play, unit: Unit, aimed: Point) -> Generator[Outcome, None, Point]:
    far = distance(unit.at, aimed)
    dice = 1 if far <= 45 * CM else 2 if far <= 60 * CM else 3
    yield (
        rolled := play.dice.roll(
            Ask("nova scatter", 1, 6), Ask("nova distance", dice, 6), Ask("nova angle", 1, 3600)
        )
    )
    (scatter,), shift, (angle,) = rolled.faces
    if scatter <= 2:
        return aimed
    return forward(aimed, (angle - 1) * DEGREE // 10, sum(shift) * CM)
