"""What flies and strikes in movement (6A, 6A3): seeking weapons, and asteroids in the way."""

from collections.abc import Iterator

from domain.dice import Ask, Dice
from domain.hexes import DIRECTIONS, Hex, distance
from domain.names import ShipId
from domain.rule_system import Outcome
from domain.systems.scorpead import electronic_warfare as ew
from domain.systems.scorpead import shields, targets, terrain
from domain.systems.scorpead.evolve import evolve
from domain.systems.scorpead.fire import internals
from domain.systems.scorpead.fire_events import ShieldDamaged
from domain.systems.scorpead.map_events import (
    ImpactsResolved,
    SeekerImpacted,
    TerrainStruck,
    UnitFlight,
    UnitsMoved,
)
from domain.systems.scorpead.movement import scheduled
from domain.systems.scorpead.state import Ship, State, Unit

FRONT = 1
"""The shield that asteroids strike."""

FRACTIONS = ((6, 4), (8, 2), (10, 1))
"""How much of a warhead is left, in quarters, up to each sum of die and shift."""


def flying(state: State) -> list[Unit]:
    """Return the units that move in this impulse: those with a target that is there."""
    kinds = state.book.units.kinds
    return [
        unit
        for unit in state.units.values()
        if unit.target is not None
        and unit.launched < state.now
        and scheduled(kinds[unit.kind].speed, state.impulse)
    ]


def moved(state: State) -> UnitsMoved:
    """Return the flight of all seeking weapons: one hex nearer to their targets each."""
    flights: list[UnitFlight] = []
    spent: list[ShipId] = []
    for unit in flying(state):
        target = state.ships.get(unit.target or ShipId(""))
        gone = target is None or target.lost
        if _is_spent(state, unit, gone=gone):
            spent.append(unit.id)
        elif target is not None and not gone and unit.at != target.at:
            flights.append(UnitFlight(unit=unit.id, at=_nearer(unit.at, target.at)))
    return UnitsMoved(flights=tuple(flights), spent=tuple(spent))


def _is_spent(state: State, unit: Unit, *, gone: bool) -> bool:
    """Tell whether a unit is lost with its target, worn out, or at the end of its endurance.

    A shuttle has a pilot: it knows no end, and stays where it is when its target is gone.
    """
    row = state.book.units.kinds[unit.kind]
    if not row.endurance:
        return False
    worn_out = bool(row.warhead) and not targets.warhead(state, unit)
    return gone or worn_out or state.now - unit.launched > row.endurance


def _nearer(start: Hex, end: Hex) -> Hex:
    """Return the next hex on the way, the first clockwise from A of equals."""
    return min((start.plus(way) for way in DIRECTIONS), key=lambda at: distance(at, end))


# --- what strikes ---------------------------------------------------------------------------


def strike(state: State) -> bool:
    """Tell whether anything strikes a ship now."""
    return bool(_impacting(state) or _colliding(state))


def impacts(state: State, dice: Dice) -> Iterator[Outcome]:
    """Roll for all that strikes at once, then strike the shields."""
    arrived, rocks = _impacting(state), _colliding(state)
    asks = [
        *(
            Ask(f"{unit.title}, impact", 1, 6)
            for unit, ship in arrived
            if _shift(state, unit, ship)
        ),
        *(Ask(f"{ship.title}, asteroids", 1, 6) for ship, _ in rocks),
    ]
    faces: Iterator[int] = iter(())
    if asks:
        yield (rolled := dice.roll(*asks))
        faces = iter([face for (face,) in rolled.faces])
    damage: dict[tuple[ShipId, int], int] = {}
    for unit, ship in arrived:
        hit = _impact(state, unit, ship, faces)
        yield hit
        key = (ship.id, hit.shield)
        damage[key] = damage.get(key, 0) + (0 if ship.stasis else hit.damage)
    for ship, name in rocks:
        struck = _collision(state, ship, name, next(faces))
        yield struck
        damage[ship.id, FRONT] = damage.get((ship.id, FRONT), 0) + struck.damage
    yield from _volleys(state, damage, dice)
    yield ImpactsResolved()


def _impacting(state: State) -> list[tuple[Unit, Ship]]:
    kinds = state.book.units.kinds
    found: list[tuple[Unit, Ship]] = []
    for unit in state.units.values():
        ship = state.ships.get(unit.target or ShipId(""))
        armed = bool(kinds[unit.kind].warhead) and unit.launched < state.now
        if armed and ship is not None and not ship.lost and unit.at == ship.at:
            found.append((unit, ship))
    return found


def _colliding(state: State) -> list[tuple[Ship, str]]:
    """Return the ships that flew into asteroids in this impulse, each once."""
    rocks = terrain.of_kind(state, "asteroids", "large_asteroid")
    found: list[tuple[Ship, str]] = []
    for ship in state.afloat:
        if ship.moved == state.now:
            inside = [rock for rock in rocks if terrain.covers(rock, ship.at)]
            found += [(ship, rock.id) for rock in inside[:1]]
    return found


def _shift(state: State, unit: Unit, ship: Ship) -> int:
    """Return the shift of a ship's jamming against a seeking weapon."""
    natural = ew.MANOEUVRES_ECM if ship.manoeuvres.on else 0
    guide = next((one for one in state.afloat if one.seat == unit.seat), None)
    return ew.shift(ship.ecm + natural, guide.eccm if guide else 0)


def _impact(state: State, unit: Unit, ship: Ship, faces: Iterator[int]) -> SeekerImpacted:
    shift, warhead = _shift(state, unit, ship), targets.warhead(state, unit)
    die = next(faces) if shift else None
    rolled = 0 if die is None else die + shift
    quarters = next((part for end, part in FRACTIONS if rolled <= end), 0)
    return SeekerImpacted(
        unit=unit.id,
        target=ship.id,
        shield=_struck(ship, unit),
        warhead=warhead,
        shift=shift,
        die=die,
        damage=warhead * quarters // 4,
    )


def _struck(ship: Ship, unit: Unit) -> int:
    """Return the shield on the side a seeking weapon came from, the stronger of two."""
    if unit.came_from is None or unit.came_from == ship.at:
        return shields.stronger(ship, shields.ALL)
    return shields.stronger(ship, shields.towards(ship, unit.came_from))


def _collision(state: State, ship: Ship, name: str, die: int) -> TerrainStruck:
    full = state.book.units.collided(ship.speed, die)
    credit = min(full, state.cleared.get((ship.id, name), 0))
    return TerrainStruck(ship=ship.id, feature=name, die=die, credit=credit, damage=full - credit)


def _volleys(state: State, damage: dict[tuple[ShipId, int], int], dice: Dice) -> Iterator[Outcome]:
    struck: list[ShieldDamaged] = []
    for (name, shield), points in damage.items():
        if points:
            event = shields.struck(state.ships[name], shield, points)
            yield event
            state = evolve(state, event)
            struck.append(event)
    yield from internals(state, [volley for volley in struck if volley.internal], dice)
