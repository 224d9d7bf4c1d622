"""Sensors and jamming: lock-on, effective range, and the shift that net ECM brings (D6)."""

from math import isqrt

from domain.hexes import distance
from domain.systems.scorpead import terrain
from domain.systems.scorpead.state import Ship, State
from domain.systems.scorpead.targets import Target

MANOEUVRES_ECM = 4


def effective_range(firer: Ship, target: Target) -> int:
    """Return the range at which *firer* sees *target*: doubled without lock-on (D6.2)."""
    true_range = distance(firer.at, target.at)
    return true_range * (1 if firer.lock_on else 2) + firer.rating("scanner")


def range_facts(firer: Ship, target: Target) -> dict[str, int | str]:
    """Return the effective range as the facts of a refusal: what it is, and how it came about."""
    true_range, scanner = distance(firer.at, target.at), firer.rating("scanner")
    parts = [str(true_range) if firer.lock_on else f"2 x {true_range}"]
    if scanner:
        parts.append(str(scanner))
    how = "" if parts == [str(true_range)] else f" = {' + '.join(parts)}"
    return {"range_hexes": effective_range(firer, target), "how": how}


def natural_ecm(
    state: State, firer: Ship, target: Target, *, heavy: bool = False
) -> dict[str, int]:
    """Return the ECM between firer and target that no sensors make, by what makes it (4.4)."""
    found: dict[str, int] = {}
    if isinstance(target, Ship):
        found["erratic manoeuvres"] = MANOEUVRES_ECM if target.manoeuvres.on else 0
    elif (unit := state.units.get(target.id)) is not None:
        table = state.book.units
        found["small target"] = table.small_ecm(unit.kind, effective_range(firer, target))
        found["drone"] = table.kinds[unit.kind].heavy_ecm if heavy else 0
    found["the firer's manoeuvres"] = MANOEUVRES_ECM if firer.manoeuvres.on else 0
    found |= terrain.ecm(state, firer, target)
    return {what: points for what, points in found.items() if points}


def own_ecm(target: Target) -> int:
    """Return the ECM that a target's own sensors make."""
    return target.ecm if isinstance(target, Ship) else 0


def shift(ecm: int, eccm: int) -> int:
    """Return the shift of a target's ECM against a firer's ECCM: the root of the rest (D6.34)."""
    return isqrt(max(0, ecm - eccm))


def locks_on(rating: int, die: int) -> bool:
    """Tell whether a ship of this sensor rating locks on (D6.1)."""
    return die <= rating
