"""The end phase: damage control, fires, blast markers (3.8, PD-8)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.plane import squared_distance
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.gothic import rules
from domain.systems.gothic.commands import AllocateRepairs, RemoveBlasts
from domain.systems.gothic.damage import lose, table_of
from domain.systems.gothic.events import (
    BlastRoll,
    BlastsRemoved,
    CriticalRepaired,
    RepairRolled,
    TroopsLanded,
)
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.state import State
from domain.systems.gothic.tables import halved
from domain.systems.gothic.tasks import AnyTask, Burn, Clear, GoOn, Repairs, Window

REPAIRS_ON = 6
ASSAULT = {True: 2, False: 1}
"""Assault points of a landing: of a transport, of a capital ship (6.5)."""


def order_of_sides(state: State) -> tuple[int, ...]:
    """Return the sides in turn order, the active one first."""
    return (*state.turn_order[state.at :], *state.turn_order[: state.at])


def tasks(state: State) -> list[AnyTask]:
    """Return what the end phase does after boarding and teleport attacks (E2 to E5)."""
    units = [u for side in order_of_sides(state) for u in state.fleet(side)]
    sturdy = [unit for unit in units if unit.plan.sturdy and unit.criticals]
    defences = [unit for unit in units if unit.plan.defence]
    return [
        *(Repairs(unit=unit.id) for unit in sturdy),
        *(Burn(unit=unit.id) for unit in sturdy),
        Clear(unit=None),
        *(Clear(unit=unit.id) for unit in defences),
        GoOn(to="turn_end"),
    ]


# --- damage control -------------------------------------------------------------------------


def repairable(state: State, unit: Unit) -> tuple[str, ...]:
    """Return the criticals that damage control can repair, one entry each."""
    rows = table_of(state, unit.plan).values()
    can = {row.effect for row in rows if row.repairable}
    return tuple(one for one in unit.criticals if one in can)


def first_repairs(choices: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return what is repaired if nobody chooses: fires first, then the lowest row (2.6)."""
    rank = ["fire", "dorsal", "lances", "starboard", "batteries", "port", "ordnance", "prow",
            "engine", "reactors", "thrusters"]  # fmt: skip
    return tuple(sorted(choices, key=rank.index)[:count])


def repaired(play: Play, task: Repairs) -> Iterator[Outcome]:
    """Roll for a unit's damage control, and repair what its owner says (EN-1)."""
    unit = play.state.units[task.unit]
    choices = repairable(play.state, unit) if unit.active else ()
    if task.stage:
        taken = play.answered().taken
    elif not choices:
        return
    else:
        dice = halved(unit.hits) if play.state.touching(unit) else unit.hits
        faces = yield from play.d6("damage control", dice)
        count = sum(face >= REPAIRS_ON for face in faces)
        yield play.happens(RepairRolled(unit=unit.id, dice=faces, repairs=count))
        if count and count < len(choices) and len({*choices}) > 1:
            window = Window(
                kind="repair", seat=unit.seat, subject=unit.id, count=count, choices=choices
            )
            yield play.asks(window, replace(task, stage=1))
            return
        taken = first_repairs(choices, count)
    for effect in taken:
        yield play.happens(CriticalRepaired(unit=unit.id, effect=effect))


def check_repairs(window: Window, command: AllocateRepairs) -> None:
    """Refuse repairs that are not to be had."""
    left = list(window.choices)
    for one in command.criticals:
        if one not in left:
            raise Refused("repair_choice", rules.EN_1, critical=one)
        left.remove(one)
    if len(command.criticals) != window.count:
        raise Refused("repair_choice", rules.EN_1, repairs=window.count)


def burnt(play: Play, task: Burn) -> Iterator[Outcome]:
    """Let each fire that still burns take a hit (EN-2)."""
    for _ in range(play.state.units[task.unit].criticals.count("fire")):
        if play.state.units[task.unit].active:
            yield from lose(play, task.unit, 1, "fire")


# --- blast markers --------------------------------------------------------------------------


def clearable(state: State, task: Clear) -> tuple[str, ...]:
    """Return the blast markers that a roll may remove (EN-3, PD-8)."""
    if task.unit is None:
        return state.free_blasts
    unit = state.units[task.unit]
    names = state.touching(unit) if unit.active else ()
    return tuple(sorted(names, key=lambda name: squared_distance(unit.at, state.blasts[name])))


def cleared(play: Play, task: Clear) -> Iterator[Outcome]:
    """Roll for the general removal, or for a defence's own (EN-3, PD-8); no markers, no roll."""
    state = play.state
    choices = clearable(state, task)
    by = task.unit or ""
    if task.stage:
        taken = play.answered().taken
    elif not choices:
        return
    else:
        label = "blast markers" if task.unit is None else "blast markers of a defence"
        die = sum((yield from play.d6(label, 1)))
        yield play.happens(BlastRoll(unit=task.unit, die=die))
        if die < len(choices):
            seat = state.units[task.unit].seat if task.unit else state.sides[state.side].seats[0]
            window = Window(kind="blast", seat=seat, subject=by, count=die, choices=choices)
            yield play.asks(window, replace(task, stage=1))
            return
        taken = choices
    if taken:
        yield play.happens(BlastsRemoved(markers=taken, by=by))


def check_blasts(state: State, window: Window, command: RemoveBlasts) -> None:
    """Refuse to remove blast markers that are not to be had (EN-3)."""
    taken = {*command.markers}
    if len(taken) != len(command.markers) or len(taken) > window.count:
        raise Refused("too_many", rules.EN_3, most=window.count)
    for name in command.markers:
        if name not in window.choices:
            code = "bm_in_contact" if name in state.blasts else "no_such_marker"
            raise Refused(code, rules.EN_3, marker=name)


# --- landings -------------------------------------------------------------------------------


def landings(play: Play) -> Iterator[Outcome]:
    """Count the landings of the turn (6.5), and clear what lies on minefields (MI-5)."""
    for unit in play.state.fleet(play.state.side):
        if unit.landing:
            points = ASSAULT[unit.plan.transport]
            yield play.happens(TroopsLanded(unit=unit.id, points=points))
    for area in play.state.areas.values():
        names = play.state.field_blasts(area)
        if area.kind == "minefield" and names:
            die = sum((yield from play.d6("blast markers of a minefield", 1)))
            taken = names[:die]
            yield play.happens(BlastsRemoved(markers=taken, by=area.id, die=die))
