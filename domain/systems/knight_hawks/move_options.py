"""The moves that a seat may order, and what it may drop: one order a ship.

A plan is offered as a number of hexes and turns, each some hexes after the one before. So what the
turns take of the hexes and of the MR adds up, and any mixture within the limits is legal.

A seat with mines or seekers always moves first, then drops on what was flown and ends the phase
with a declaration of its own: one that came only when something is dropped would tell.
"""

from collections.abc import Iterator
from typing import Any

from domain.hexes import distance
from domain.names import SeatId
from domain.options import Amount, Choice, Limit, Option, Orders, Pick
from domain.refusals import Refused
from domain.systems.knight_hawks import movement, rules
from domain.systems.knight_hawks.drop_options import drop_limits, drops
from domain.systems.knight_hawks.move_events import Flight
from domain.systems.knight_hawks.movement import coast, forced, hexes, speeds
from domain.systems.knight_hawks.orders import may_dock
from domain.systems.knight_hawks.setup_options import FACING_CHOICES
from domain.systems.knight_hawks.space import column_row
from domain.systems.knight_hawks.state import State, Vessel
from domain.systems.knight_hawks.words import body_title, counted, plan_title


def move_option(state: State, seat: SeatId) -> Option:
    """Return the movement of *seat*: orders for its ships, drops, and whether that is all."""
    movers = [vessel for vessel in movement.movers(state) if vessel.seat == seat]
    stores = [vessel for vessel in state.own(seat) if vessel.hidden_stores]
    kinds = tuple(kind for vessel in movers for kind in _moves(state, vessel))
    dropped = tuple(kind for vessel in stores for kind in drops(state, vessel))
    ends = (
        Choice(value=True, title="yes, all others keep course and speed"),
        Choice(value=False, title="no, more orders follow", uses={"orders": 1}),
    )
    fixed: dict[str, Any] = {"ends": not movers} if stores else {"drops": []}
    if not kinds:
        fixed["moves"] = []
    path = ("coast",) if stores else ("ends",)
    limits: dict[str, Limit] = {
        vessel.id: Limit(f"{vessel.title}: one move", 1) for vessel in movers
    }
    limits |= {"orders": Limit("no empty declaration", 0, -1_000)}
    limits |= dict(drop_limits(stores))
    return Option(
        command="move_ships",
        title=f"Turn {state.turn}: {'move' if movers else 'drops, and the end of movement'}",
        rule=rules.P_01_SPEED.number,
        fixed=fixed,
        fields=(
            *((Orders(path=("moves",), title="moves", kinds=kinds, at_most=64),) if kinds else ()),
            *((Pick(path=path, title="is that all", choices=ends),) if movers else ()),
            *((Orders(path=("drops",), title="drops", kinds=dropped),) if stores else ()),
        ),
        limits=limits,
    )


# --- moves ----------------------------------------------------------------------------------


def _moves(state: State, vessel: Vessel) -> Iterator[Option]:
    if not vessel.convoy:
        if vessel.nav_turn or forced(vessel) or _barred(state, vessel):
            yield _plans(state, vessel)
        else:
            yield _steer(vessel)
        low, _ = speeds(vessel)
        if low == 0 and vessel.mr and not vessel.released:
            yield _rotate(vessel)
        yield from _docks(state, vessel)
        yield from _orbits(state, vessel)


def _barred(state: State, vessel: Vessel) -> bool:
    """Tell whether edge or planet may forbid a plan of the vessel, so that each must be tried."""
    if not state.leaves_map:
        return False
    _, high = speeds(vessel)
    column, row = column_row(vessel.at)
    edge = min(column, row, state.sheet.columns - 1 - column, state.sheet.rows - 1 - row)
    return edge < high or any(distance(vessel.at, body) <= high for body in state.bodies.values())


def _order(vessel: Vessel, command: str, title: str) -> Option:
    return Option(
        command=command,
        title=f"{vessel.title}: {title}",
        rule=rules.P_03_TURNING.number,
        fixed={"ship": vessel.id},
        uses={vessel.id: 1, "orders": -1},
    )


def _steer(vessel: Vessel) -> Option:
    low, high = speeds(vessel)
    path, helm = f"{vessel.id} path", f"{vessel.id} MR"
    turns = tuple(_turn(letter, title, high, {path: 1}, {helm: 1}) for letter, title in SIDES)
    count = Amount(
        path=("hexes",),
        title="hexes",
        low=low,
        high=high,
        default=min(max(vessel.speed, low), high),
        uses={path: -1},
    )
    fields: list[Amount | Orders | Pick] = [count]
    if vessel.mr and high:
        fields.append(Orders(path=("turns",), title="turns", kinds=turns, at_most=vessel.mr))
    if vessel.released:
        facing = vessel.facing
        fields.append(
            Pick(path=("rotate_to",), title="faces first", choices=FACING_CHOICES, default=facing)
        )
    far = counted(high, "hex", "hexes")
    far = far if low == high else f"{low} to {far}"
    option = _order(vessel, "steer", f"fly (speed {vessel.speed}, {far})")
    return _with(
        option,
        tuple(fields),
        {
            path: Limit(f"{vessel.title}: turns within its hexes", 0, -high),
            helm: Limit(f"{vessel.title}: MR", vessel.mr),
        },
    )


SIDES = (("L", "turn left"), ("R", "turn right"))


def _turn(letter: str, title: str, high: int, path: dict[str, int], helm: dict[str, int]) -> Option:
    after = Amount(
        path=("after",), title="hexes further on", low=1, high=high, default=1, uses=path
    )
    return Option(
        command=letter, title=title, rule=rules.P_03_TURNING.number, uses=helm, fields=(after,)
    )


def _with(
    option: Option, fields: tuple[Amount | Orders | Pick, ...], limits: dict[str, Limit]
) -> Option:
    return Option(
        command=option.command,
        title=option.title,
        rule=option.rule,
        fixed=option.fixed,
        uses=option.uses,
        fields=fields,
        limits=limits,
    )


def _rotate(vessel: Vessel) -> Option:
    option = _order(vessel, "fly", "stop and rotate")
    fixed = {**option.fixed, "plan": ""}
    facing = Pick(
        path=("rotate_to",), title="facing", choices=FACING_CHOICES, default=vessel.facing
    )
    return Option(
        command="fly",
        title=option.title,
        rule=rules.P_04_ROTATION.number,
        fixed=fixed,
        uses=option.uses,
        fields=(facing,),
    )


def _plans(state: State, vessel: Vessel) -> Option:
    """Return whole plans to choose from, where turns are forced or planets bar the way."""
    candidates = dict.fromkeys(_candidates(vessel))
    plans = tuple(plan for plan in candidates if _legal(state, vessel, plan))
    option = _order(vessel, "fly", "fly")
    if not plans:
        return Option(
            command="fly", title=option.title, why_not="every course leads into a planet (P-06)"
        )
    choices = tuple(Choice(value=plan, title=plan_title(plan)) for plan in plans)
    default = plans.index(coast(vessel)) if coast(vessel) in plans else 0
    pick = Pick(path=("plan",), title="plan", choices=choices, default=default)
    return _with(option, (pick,), {})


def _candidates(vessel: Vessel) -> Iterator[str]:
    low, high = speeds(vessel)
    owed = max(forced(vessel), vessel.mr if vessel.nav_turn else 0)
    at_speed = min(max(vessel.speed, low), high)
    counts = {low, (low + at_speed) // 2, at_speed, (at_speed + high) // 2, high}
    for count in sorted(counts):
        if vessel.nav_turn:
            side = "L" if vessel.nav_turn < 0 else "R"
            yield "".join("F" + side * (n < owed) for n in range(count))
            continue
        for first in ("L", "R", "LR", "RL") if owed else ("L",):
            yield "".join("F" + first[n % len(first)] * (n < owed) for n in range(count))
        for at in sorted({owed, (owed + count) // 2, count - 1}) if owed < count else ():
            for side in "LR" if vessel.mr > owed else "":
                turns = ("F" + "LR"[n % 2] * (n < owed) + side * (n == at) for n in range(count))
                yield "".join(turns)


def _legal(state: State, vessel: Vessel, plan: str) -> bool:
    try:
        movement.check(state, vessel, Flight(ship=vessel.id, plan=plan))
    except Refused:
        return False
    return True


# --- docks and orbits -----------------------------------------------------------------------


def _docks(state: State, vessel: Vessel) -> Iterator[Option]:
    for host in state.fleet(vessel.side):
        if not may_dock(state, vessel, host) or distance(vessel.at, host.at) > vessel.adf:
            continue
        plan = _dock_plan(state, vessel, host)
        if plan is not None:
            option = _order(vessel, "fly", f"dock at {host.title}")
            yield Option(
                command="fly",
                title=option.title,
                rule=rules.P_15_DOCKING.number,
                fixed={**option.fixed, "plan": plan, "dock": host.id},
                uses=option.uses,
            )


def _dock_plan(state: State, vessel: Vessel, host: Vessel) -> str | None:
    """Return a plan that ends in the host's hex within the ADF, the shortest there is."""
    low, _ = speeds(vessel)
    plans = [""]
    while plans:
        for plan in plans:
            if hexes(plan) >= low and _ends(state, vessel, plan, host):
                return plan
        plans = [
            longer
            for plan in plans
            if hexes(plan) < vessel.adf
            for longer in (plan + "F", plan + "FL", plan + "FR")
            if movement.turns(longer) <= vessel.mr and _nears(state, vessel, longer, host)
        ]
    return None


def _nears(state: State, vessel: Vessel, plan: str, host: Vessel) -> bool:
    end = movement.track(state, vessel, Flight(ship=vessel.id, plan=plan))[-1]
    return not end.end and distance(end.at, host.at) <= vessel.adf - hexes(plan)


def _ends(state: State, vessel: Vessel, plan: str, host: Vessel) -> bool:
    end = movement.track(state, vessel, Flight(ship=vessel.id, plan=plan))[-1]
    return not end.end and end.at == host.at and _legal(state, vessel, plan)


def _orbits(state: State, vessel: Vessel) -> Iterator[Option]:
    if forced(vessel) or (not vessel.adf and not vessel.mr):
        return
    for name, at in state.bodies.items():
        if distance(vessel.at, at) == 1:
            ways = (Choice(value=1, title="clockwise"), Choice(value=-1, title="counter-clockwise"))
            option = _order(vessel, "orbit", f"go into orbit round {body_title(state, name)}")
            yield Option(
                command="orbit",
                title=option.title,
                rule=rules.P_09_ORBIT.number,
                fixed={**option.fixed, "body": name},
                uses=option.uses,
                fields=(Pick(path=("direction",), title="direction", choices=ways),),
            )
