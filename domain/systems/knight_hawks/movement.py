"""Moves: plans of letters, what they may be, and the track that a ship flies by them.

A plan is refused with the step (its letter, from 1) at which it fails; one past the last letter
where it is too short.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from domain.hexes import Hex, distance
from domain.refusals import Refused, Rule
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.commands import Fly, Steer
from domain.systems.knight_hawks.move_events import Flight
from domain.systems.knight_hawks.space import ahead, column_row, facing_to
from domain.systems.knight_hawks.state import State, Vessel

TURNS = {"L": -1, "R": 1}

End = Literal["", "crash", "left", "escaped"]


class Step(NamedTuple):
    """A hex of a track: the facing on leaving it, what gravity did, and whether it ends here."""

    at: Hex
    facing: int
    gravity: int = 0
    end: End = ""


def letters(move: Steer) -> str:
    """Return a menu's move as a plan."""
    plan = ["F"] * move.hexes
    flown = 0
    for turn in move.turns:
        flown += turn.after
        if flown <= move.hexes:
            plan[flown - 1] += turn.order
        else:
            plan.append(turn.order)
    return "".join(plan)


def flight(move: Fly | Steer) -> Flight:
    """Return a move as it is plotted."""
    plan = move.plan if isinstance(move, Fly) else letters(move)
    return Flight(ship=move.ship, plan=plan, rotate_to=move.rotate_to, dock=move.dock)


def hexes(plan: str) -> int:
    """Return how many hexes a plan flies."""
    return plan.count("F")


def turns(plan: str) -> int:
    """Return how many hexsides a plan turns."""
    return len(plan) - plan.count("F")


# --- the track ------------------------------------------------------------------------------


def track(state: State, vessel: Vessel, plotted: Flight) -> tuple[Step, ...]:
    """Return the track of a plan from where the vessel's move began, to its end or to its death."""
    start, facing = vessel.path[0]
    steps = [Step(start, facing if plotted.rotate_to is None else plotted.rotate_to)]
    pulled = False
    for letter in plotted.plan:
        here = steps[-1]
        if here.end:
            break
        if letter != "F":
            steps[-1] = here._replace(facing=(here.facing + TURNS[letter]) % 6)
            continue
        step = _entered(state, vessel, ahead(here.at, here.facing), here.facing, pulled=pulled)
        pulled = pulled or bool(step.gravity)
        steps.append(step)
    return tuple(steps)


def _entered(state: State, vessel: Vessel, at: Hex, facing: int, *, pulled: bool) -> Step:
    """Return what happens as a vessel enters a hex: planets, and the edge."""
    bodies = state.bodies.values()
    if at in bodies:
        return Step(at, facing, end="crash")
    if end := _off_map(state, vessel, at):
        return Step(at, facing, end=end)
    if state.level == "basic":
        return Step(at, facing)
    for body in bodies:
        if distance(at, body) == 1:
            aside = (facing_to(at, body) - facing) % 6
            if aside == 0:
                return Step(at, facing, end="crash")
            if aside in {2, 4} and not pulled:
                turn = 1 if aside == 2 else -1
                return Step(at, (facing + turn) % 6, gravity=turn)
    return Step(at, facing)


def _off_map(state: State, vessel: Vessel, at: Hex) -> Literal["", "left", "escaped"]:
    if not state.scenario:
        return ""
    sheet, (column, row) = state.sheet, column_row(at)
    if vessel.convoy:
        far = sheet.columns if state.sides[vessel.side].edge == "west" else -1
        if column == far:
            return "escaped"
    on_map = 0 <= column < sheet.columns and 0 <= row < sheet.rows
    return "left" if state.leaves_map and not on_map else ""


def into_orbit(state: State, vessel: Vessel, orbit: tuple[str, int]) -> Hex:
    """Return the hex to which a vessel beside a body moves as it goes into orbit (P-09)."""
    body, direction = orbit
    at = state.bodies[body]
    return ahead(at, facing_to(at, vessel.at) + direction)


# --- what a plan may be ---------------------------------------------------------------------


def forced(vessel: Vessel) -> int:
    """Return how many of the next hexes entered an evasion makes the ship turn in (P-38)."""
    return min(vessel.debt, vessel.mr, vessel.speed + vessel.adf)


def speeds(vessel: Vessel) -> tuple[int, int]:
    """Return the fewest and the most hexes that a vessel may fly now."""
    low = max(vessel.speed - vessel.adf, 0, forced(vessel))
    return low, vessel.speed + vessel.adf


def coast(vessel: Vessel) -> str:
    """Return the plan of a ship without orders: its speed, straight on, but for forced turns."""
    low, high = speeds(vessel)
    count = min(max(vessel.speed, low), high)
    owed = forced(vessel)
    astray = vessel.mr if vessel.nav_turn else 0
    plan = ""
    for entered in range(1, count + 1):
        plan += "F"
        if entered <= max(owed, astray):
            left = vessel.nav_turn < 0 or (not vessel.nav_turn and entered % 2)
            plan += "L" if left else "R"
    return plan


def check(state: State, vessel: Vessel, plotted: Flight) -> None:
    """Refuse a plan that breaks a rule, with the step at which it does."""
    plan = plotted.plan
    if vessel.convoy and plan != coast(vessel):
        meant = coast(vessel)
        pairs = enumerate(zip(plan, meant, strict=False), start=1)
        step = next((n for n, (a, b) in pairs if a != b), min(len(plan), len(meant)) + 1)
        raise Refused(
            "convoy", rules.S_6_5_CLOSE_ESCORT, ship=vessel.id, step=step, hexes=vessel.convoy
        )
    _check_rotation(vessel, plotted)
    for step, refusal in _failures(state, vessel, plotted):
        code, rule, facts = refusal
        raise Refused(code, rule, ship=vessel.id, step=step, **facts)


Failure = tuple[str, Rule, dict[str, int | str]]


def _check_rotation(vessel: Vessel, plotted: Flight) -> None:
    if plotted.rotate_to is None or plotted.rotate_to == vessel.facing or vessel.released:
        return
    if plotted.plan or not vessel.mr:
        raise Refused("no_rotation", rules.P_04_ROTATION, ship=vessel.id, step=1)


def _failures(state: State, vessel: Vessel, plotted: Flight) -> Iterator[tuple[int, Failure]]:
    """Yield the steps at which a plan fails; the first counts."""
    plan, (low, high) = plotted.plan, speeds(vessel)
    if hexes(plan) < forced(vessel):
        yield len(plan) + 1, ("must_move", rules.P_38_EVASION, {"at_least": forced(vessel)})
    entered = turned = here = 0
    ends = _end(state, vessel, plotted) if state.leaves_map or vessel.convoy else {}
    for step, letter in enumerate(plan, start=1):
        if letter == "F":
            if failure := _must_turn(vessel, entered, here):
                yield step, failure
            entered, here = entered + 1, 0
            if entered > high:
                yield step, ("speed_limit", rules.P_01_SPEED, {"at_most": high})
            if state.level == "basic" and ends.get(entered) == "crash":
                yield step, ("planet_ahead", rules.P_06_PLANET, {})
            continue
        turned, here = turned + 1, here + TURNS[letter]
        if entered == 0 or plan[step - 2] != "F":
            yield step, ("turn_limit", rules.P_03_TURNING, {"at_most": 1})
        elif turned > vessel.mr:
            yield step, ("turn_limit", rules.P_03_TURNING, {"at_most": vessel.mr})
        elif ends.get(entered) in {"left", "escaped"}:
            yield step, ("left_map", rules.P_18_MAP_EDGE, {})
        elif vessel.nav_turn and here != vessel.nav_turn:
            yield step, _astray(vessel)
    if entered < low:
        rule = rules.P_11_DRIFT if not vessel.adf and not vessel.mr else rules.P_02_STOPPING
        yield len(plan) + 1, ("speed_limit", rule, {"at_least": low})
    elif failure := _must_turn(vessel, entered, here):
        yield len(plan) + 1, failure


def _astray(vessel: Vessel) -> Failure:
    way = "left" if vessel.nav_turn < 0 else "right"
    return "must_turn", rules.P_13_NAVIGATION, {"way": way}


def _must_turn(vessel: Vessel, entered: int, here: int) -> Failure | None:
    """Return why a turn is missing in the last hex entered."""
    if entered == 0 or here:
        return None
    if vessel.nav_turn and entered <= vessel.mr:
        return _astray(vessel)
    if entered <= forced(vessel):
        return "must_turn", rules.P_38_EVASION, {"way": "either way"}
    return None


def _end(state: State, vessel: Vessel, plotted: Flight) -> dict[int, End]:
    """Return how a plan's track ends, by the number of hexes entered."""
    steps = track(state, vessel, plotted)
    return {len(steps) - 1: steps[-1].end}


# --- break-up -------------------------------------------------------------------------------


def break_up_chance(vessel: Vessel, plan: str) -> int:
    """Return the chance in percent that a plan breaks a badly damaged ship up (P-14)."""
    damage = vessel.hp_max - vessel.hp
    strain = abs(hexes(plan) - vessel.speed) + turns(plan)
    return (damage - vessel.hp_max // 2) * strain if 2 * damage > vessel.hp_max else 0


# --- who moves ------------------------------------------------------------------------------


def movers(state: State) -> tuple[Vessel, ...]:
    """Return the vessels of the moving side that are still to move."""
    return tuple(
        vessel
        for vessel in state.fleet(state.moving)
        if vessel.kind != "station"
        and not vessel.moved
        and vessel.orbit is None
        and vessel.docked_at is None
    )
