"""What the referee's seat may do: features, conditions, repair from outside (2.5)."""

from collections.abc import Container, Iterator

from domain.decider import Event
from domain.names import SeatId, ShipId
from domain.refusals import Refused, Rule
from domain.systems.scorpead import repair, rules
from domain.systems.scorpead.activity_events import SystemRepaired
from domain.systems.scorpead.commands import CampaignRepair, RefereeSet
from domain.systems.scorpead.forms import PlaceFeature, PlaceUnit, Remove, RepairBox, SetStasis
from domain.systems.scorpead.map_events import RulingMade
from domain.systems.scorpead.state import Phase, Ship, State

MOST_THINGS = 64
"""How many features and units there may be on a map."""


def ruling(state: State, seat: SeatId, command: RefereeSet) -> Iterator[Event]:
    """Yield what the referee sets, or refuse it."""
    _check_referee(state, seat)
    setting = command.setting
    match setting:
        case PlaceFeature(feature=feature):
            _check_place(state, feature.id, state.features)
        case PlaceUnit(unit=unit):
            _check_place(state, unit.id, state.units)
            if unit.target is not None and unit.target not in state.ships:
                raise Refused("unknown_target", rules.REFEREE, target=unit.target)
        case Remove(thing=thing):
            if thing not in state.features and thing not in state.units:
                raise Refused("unknown_thing", rules.REFEREE, thing=thing)
            _check_no_shot(state, thing)
        case SetStasis(ship=ship):
            _afloat(state, ship)
        case RepairBox(ship=ship, box=box):
            _check_broken(state, _afloat(state, ship), box, rules.G17_REPAIR_SYSTEMS)
    yield RulingMade(setting=setting)
    if isinstance(setting, RepairBox):
        yield from _repaired(state, setting)


def _repaired(state: State, setting: RepairBox) -> Iterator[Event]:
    """Yield that a box works again, if a repair system's points complete it; others are lost."""
    ship = state.ships[setting.ship]
    points = ship.repair.progress.get(setting.box, 0) + setting.points
    if points >= (repair.cost(state.book, ship, setting.box) or 0):
        yield SystemRepaired(ship=ship.id, box=setting.box, by="repair_system")


def campaign_repair(state: State, seat: SeatId, command: CampaignRepair) -> Iterator[Event]:
    """Yield the repair of one box between two battles (D9.43), or refuse it."""
    _check_referee(state, seat)
    if state.phase is not Phase.ENERGY:
        raise Refused("wrong_step", rules.DW_12_142_CAMPAIGN, step=state.phase.value)
    ship = _afloat(state, command.ship)
    _check_broken(state, ship, command.box, rules.DW_12_142_CAMPAIGN)
    yield SystemRepaired(ship=command.ship, box=command.box, by="campaign")


def _afloat(state: State, name: ShipId) -> Ship:
    """Return a ship that is not destroyed, or refuse."""
    ship = state.ships.get(name)
    if ship is None or ship.lost:
        raise Refused("unknown_ship", rules.REFEREE, ship=name)
    return ship


def _check_broken(state: State, ship: Ship, box: str, rule: Rule) -> None:
    """Refuse a box that is not destroyed, or that nothing repairs."""
    if ship.has(box) or repair.cost(state.book, ship, box) is None:
        raise Refused("nothing_to_repair", rule, box=box)


def _check_referee(state: State, seat: SeatId) -> None:
    if state.phase is Phase.SETUP or not state.is_referee(seat):
        raise Refused("referee_only", rules.REFEREE)


def _check_place(state: State, name: str, place: Container[str]) -> None:
    """Refuse a name that something else bears, a thing being fired at, and more than the most."""
    things = {*state.features, *state.units}
    taken = name in state.ships or (name in things and name not in place)
    if taken or not name:
        raise Refused("name_taken", rules.REFEREE, thing=name)
    if name not in things and len(things) >= MOST_THINGS:
        raise Refused("map_full", rules.REFEREE, at_most=MOST_THINGS)
    _check_no_shot(state, name)


def _check_no_shot(state: State, name: str) -> None:
    """Refuse to move what declared fire is about to strike."""
    if any(shot.target == ShipId(name) for _, shot in state.shots):
        raise Refused("under_fire", rules.REFEREE, thing=name)
