"""What is legal at set-up: fleets, squadrons, defences, seats (PD-1, PD-15, SQ-1, SQ-2)."""

from collections import Counter
from itertools import combinations

from domain.plane import CM, EPS, within
from domain.systems.gothic.scenarios import ScenarioSheet, SideSheet
from domain.systems.gothic.ships import ShipClass
from domain.systems.gothic.tables import fault

ONE_HIT = {"battleship": (2, 3), "cruiser": (2, 4), "escort": (2, 6)}


def squadron_size(plan: ShipClass) -> tuple[int, int]:
    """Return how many members a squadron of this kind has, at least and at most (SQ-2)."""
    if plan.type == "defence":
        return (2, 6) if plan.hits == 1 else (2, 4)
    return ONE_HIT[plan.type]


def check_scenario(sheet: ScenarioSheet, classes: dict[str, ShipClass]) -> None:
    """Raise ValueError if a set-up breaks a rule; it names the unit and the refusal's code."""
    fault(60 <= sheet.width_cm <= 300 and 60 <= sheet.height_cm <= 300, "width_cm: not 60 to 300")
    fault(2 <= len(sheet.sides) <= 4, "sides: there are not 2 to 4")
    fault(sheet.turn_limit in sheet.turn_limits, "turn_limit: is not among turn_limits")
    units = [unit for side in sheet.sides for unit in side.units]
    names = [unit.id for unit in units]
    fault(len(names) == len(set(names)), "units: two bear one id")
    for side in sheet.sides:
        _check_side(sheet, side, classes)
    fixed = [unit for unit in units if classes[unit.ship_class].defence]
    for one, other in combinations(fixed, 2):
        apart = classes[one.ship_class].radius + classes[other.ship_class].radius
        near = within(one.at, other.at, apart - 2 * EPS)
        fault(not near, f"units.{one.id}: overlaps {other.id} (overlap, PD-15)")


def _check_side(sheet: ScenarioSheet, side: SideSheet, classes: dict[str, ShipClass]) -> None:
    for unit in side.units:
        fault(unit.ship_class in classes, f"units.{unit.id}: unknown class")
        plan = classes[unit.ship_class]
        allowed = side.defences_allowed or plan.fleet != "defences"
        fault(allowed, f"units.{unit.id}: defences_not_allowed (PD-1)")
        fault(not unit.marines or plan.capital, f"units.{unit.id}.marines: is no capital ship")
        on = 0 <= unit.at.x <= sheet.width_cm * CM and 0 <= unit.at.y <= sheet.height_cm * CM
        fault(on, f"units.{unit.id}: stands beside the table")
        in_list = not unit.squadron or unit.squadron in {one.id for one in side.squadrons}
        fault(in_list, f"units.{unit.id}.squadron: there is none of this name")
    _check_seats(side)
    _check_numbers(side, classes)
    allowed = side.defences_allowed or not (side.minefields or side.mines)
    fault(allowed, "minefields: defences_not_allowed (PD-1)")
    flagship = [unit for unit in side.units if unit.id == side.flagship]
    capital = flagship and classes[flagship[0].ship_class].capital
    fault(bool(capital), f"flagship: {side.flagship} is no capital ship")
    for one in side.squadrons:
        members = [classes[u.ship_class] for u in side.units if u.squadron == one.id]
        if wrong := squadron_fault(members):
            raise ValueError(f"squadrons.{one.id}: {wrong}")
    escorts = [
        u for u in side.units if (c := classes[u.ship_class]).type == "escort" and not c.transport
    ]
    alone = [u.id for u in escorts if not u.squadron]
    fault(not alone or len(escorts) == 1, f"units.{(alone or ['-'])[0]}: escort_alone (SQ-1)")


def _check_seats(side: SideSheet) -> None:
    """Every unit and squadron has one seat, if there are several."""
    if not side.seats:
        return
    named = sorted(name for seat in side.seats for name in seat.commands)
    whole = sorted({unit.squadron or unit.id for unit in side.units})
    fault(named == whole, f"seats: {side.title}: not every unit or squadron has one seat")
    fault(all(seat.commands for seat in side.seats), f"seats: {side.title}: one commands nothing")


MINEFIELDS = 2


def _check_numbers(side: SideSheet, classes: dict[str, ShipClass]) -> None:
    """No more of a class than a fleet may have (6.3)."""
    fault(len(side.minefields) <= MINEFIELDS, f"minefields: are more than {MINEFIELDS}")
    counts = Counter(unit.ship_class for unit in side.units)
    for name, count in counts.items():
        most = classes[name].most
        fault(not most or count <= most, f"units: {name}: are more than {most}")


def squadron_fault(members: list[ShipClass]) -> str:
    """Return why these cannot be one squadron (SQ-2), or nothing."""
    kinds = {(plan.type, plan.type == "defence" and plan.hits == 1) for plan in members}
    if len(kinds) > 1:
        return "squadron_type"
    low, high = squadron_size(members[0]) if members else (2, 6)
    return "" if low <= len(members) <= high else "squadron_size"
