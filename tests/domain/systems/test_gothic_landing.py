"""Gothic fleets: a person lands on the defended moon, by nothing but what the menus offer."""

from random import Random
from typing import Any

import msgspec

from domain.decider import kind_of
from domain.names import SeatId
from domain.options import Amount, Filled, Option, defaults
from domain.plane import CM
from domain.systems.gothic import SYSTEM
from domain.systems.gothic.state import Phase, State
from tests.domain.random_play import RandomDice, folded

DEFENDER, ATTACKER = SeatId(1), SeatId(2)
LOW = 10 * CM
COMMANDS = {kind_of(kind): kind for kind in SYSTEM.commands}


def ahead(state: State, option: Option) -> Filled:
    """Return a straight move as far down as is safe."""
    (amount,) = option.fields
    assert isinstance(amount, Amount)
    unit = state.units[option.fixed["unit"]]
    most = (unit.at.y - LOW) // 100
    return Filled(option=option, values=(max(amount.low, min(amount.high, most)),))


def wanted(state: State) -> Filled | None:
    """Return what the attacker takes from the menu: land whoever can, fly down, else nothing."""
    offered = [one for one in SYSTEM.options(state, ATTACKER) if not one.why_not]
    for option in offered:
        if option.command == "land_troops":
            return defaults(option)
        down = option.command == "move_unit" and option.title.endswith(": straight ahead")
        if down and (low := ahead(state, option)).values[0]:
            return low
    return None


def test_scenario_b_lands_on_a_defended_moon_through_the_menus():
    dice = RandomDice(Random(4))
    chosen = {option.name: option.default for option in SYSTEM.scenarios()[1].options}
    events = SYSTEM.begin("ninth_moon", chosen, dice)
    state: Any = folded(SYSTEM, SYSTEM.initial(), events)
    landed: list[str] = []
    for _ in range(2000):
        if SYSTEM.result(state) is not None:
            break
        seat = min(SYSTEM.waiting(state))
        command = SYSTEM.default(state, seat)
        if seat == ATTACKER and state.phase in {Phase.MOVEMENT, Phase.SHOOTING}:
            filled = None if state.window is not None else wanted(state)
            if filled is not None:
                kind = COMMANDS[filled.option.command]
                command = msgspec.convert(filled.fields(), kind)
                landed += [filled.option.title] if filled.option.command == "land_troops" else []
        state = folded(SYSTEM, state, SYSTEM.decide(state, seat, command, dice))
    assert state.ended is not None
    assert state.ended.reason == "landed"
    assert state.ended.winners == (2,)
    assert state.ended.assault >= 10
    assert any(title.startswith("Transport") for title in landed)
