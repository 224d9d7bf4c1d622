"""Before the first turn: edges are named, fleets placed, mines and seekers laid (6.5, 6.6)."""

from collections.abc import Generator, Iterator, Mapping

from domain.dice import Ask, Dice
from domain.hexes import distance
from domain.names import SeatId, ShipId
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.attacks import own_vessel
from domain.systems.knight_hawks.commands import ChooseEdge, LayMine, PlaceFleet, Placement
from domain.systems.knight_hawks.events import (
    BattleBegan,
    BattleEvent,
    EdgeChosen,
    SetUpDone,
    ShipPlaced,
)
from domain.systems.knight_hawks.scenarios import ScenarioSheet
from domain.systems.knight_hawks.secrets import Drop, check_drops, kept, opened
from domain.systems.knight_hawks.space import hex_at
from domain.systems.knight_hawks.state import Phase, State, Vessel


def begun(
    state: State, scenario: str, options: Mapping[str, int | str], dice: Dice
) -> Iterator[Outcome]:
    """Yield the battle's first event; who moves first may take dice."""
    sheet = state.book.scenarios[scenario]
    chosen = {name: value for name, value in options.items() if name not in GAME_WIDE}
    order = yield from _order(sheet, dice)
    yield BattleBegan(scenario=scenario, options=chosen, order=order)


GAME_WIDE = ("scenario", "time_limit_s")
"""Options that are the game's and not the battle's."""


def _order(sheet: ScenarioSheet, dice: Dice) -> Generator[Outcome, None, tuple[str, ...]]:
    names = [side.id for side in sheet.sides]
    first = sheet.first_mover
    while first not in names:
        yield (
            rolled := dice.roll(*(Ask(f"{s.title}, who moves first", 1, 10) for s in sheet.sides))
        )
        faces = [face for (face,) in rolled.faces]
        if faces.count(max(faces)) == 1:
            first = names[faces.index(max(faces))]
    at = names.index(first)
    return (*names[at:], *names[:at])


def task(state: State) -> str:
    """Return what the acting side has to do: to name an edge, or to place its fleet."""
    return state.sheet.setup[state.setup_done].what


def edge_chosen(state: State, seat: SeatId, command: ChooseEdge) -> Iterator[BattleEvent]:
    """Yield the choice of an edge."""
    _check(state, seat, "edge")
    side = state.side_of(seat)
    yield EdgeChosen(side=side, edge=command.edge)
    yield SetUpDone(side=side)


def fleet_placed(state: State, seat: SeatId, command: PlaceFleet) -> Iterator[BattleEvent]:
    """Yield the placing of a side's fleet, and what it lays in secret."""
    _check(state, seat, "place")
    side = state.side_of(seat)
    drops = [
        Drop(
            ship=order.ship,
            weapon="M" if isinstance(order, LayMine) else "S",
            at=hex_at(*order.at),
            facing=0 if isinstance(order, LayMine) else order.facing,
        )
        for order in opened(command.laid, "what is laid before the game")
    ]
    for name, place in command.vessels.items():
        vessel = own_vessel(state, seat, name)
        check_place(state, vessel, place)
    if drops and side != state.sheet.defending_side:
        raise Refused("not_defender", rules.R_20_BEFORE_THE_GAME)
    for drop in drops:
        own_vessel(state, seat, drop.ship)
    check_drops(state, seat, drops)
    yield from _placed(command.vessels)
    if side == state.sheet.defending_side:
        yield from kept(state, [vessel.id for vessel in state.fleet(side)], drops)
    yield SetUpDone(side=side)


def _placed(vessels: Mapping[ShipId, Placement]) -> Iterator[ShipPlaced]:
    for name, place in vessels.items():
        yield ShipPlaced(
            ship=name,
            at=hex_at(place.column, place.row),
            facing=place.facing,
            speed=place.speed,
            orbit=place.orbit,
        )


def _check(state: State, seat: SeatId, what: str) -> None:
    waits = state.phase is Phase.SETUP and state.setup_done < len(state.sheet.setup)
    if not waits or state.acting != state.side_of(seat) or task(state) != what:
        raise Refused("wrong_phase", rules.S_2_1_SEQUENCE, phase=state.phase.value)


def check_place(state: State, vessel: Vessel, place: Placement) -> None:
    """Refuse a place that the scenario does not allow to this vessel."""
    sheet = state.sheet
    side = next(one for one in sheet.sides if one.id == vessel.side)
    at = hex_at(place.column, place.row)
    rule = rules.S_6_5_CLOSE_ESCORT if side.place == "rows" else rules.S_6_6_THE_STAND
    on_map = 0 <= place.column < sheet.columns and 0 <= place.row < sheet.rows
    inner = 0 if state.sides[side.id].edge == "west" else sheet.columns - 1
    if vessel.docked_at is not None or not on_map or at in state.bodies.values():
        raise Refused("not_there", rule, ship=vessel.id)
    if vessel.orbit is not None and distance(at, state.bodies[vessel.orbit.body]) != 1:
        raise Refused("not_adjacent_to_body", rules.P_09_ORBIT, ship=vessel.id)
    if side.place != "map" and place.column != inner:
        raise Refused("not_there", rule, ship=vessel.id)
    inward = 0 if inner == 0 else 3
    if side.place != "map" and place.facing != inward:
        raise Refused("not_there", rule, ship=vessel.id)
    fixed = side.speed == "fixed" or vessel.kind == "station"
    if fixed and place.speed != vessel.speed:
        raise Refused("not_that_speed", rule, ship=vessel.id, speed=vessel.speed)
