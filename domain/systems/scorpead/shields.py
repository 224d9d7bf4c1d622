"""Which shield is struck, and what comes through it (D3)."""

from collections.abc import Iterator

from domain.hexes import Hex, cone
from domain.names import ShipId
from domain.refusals import known
from domain.systems.scorpead.fire_events import ShieldDamaged
from domain.systems.scorpead.state import Ship, State

ALL = (1, 2, 3, 4, 5, 6)


def facing_shields(target: Ship, firer: Ship) -> tuple[int, ...]:
    """Return the shield of *target* that faces *firer*; two if it comes between them (D3.4)."""
    way = firer.at.minus(target.at)
    if way == Hex(0, 0):
        entered = _entered(target, firer)
        return ALL if entered is None else _struck(target, entered)
    return _struck(target, way)


def towards(target: Ship, at: Hex) -> tuple[int, ...]:
    """Return the shield of *target* towards another hex; two if that lies between them."""
    return _struck(target, at.minus(target.at))


def _struck(target: Ship, way: Hex) -> tuple[int, ...]:
    ahead = way.turned(-target.facing)
    for direction in range(6):
        if (parts := cone(ahead, direction)) is not None:
            first, second = direction + 1, (direction + 1) % 6 + 1
            m, n = parts
            return (first,) if m > n else (second,) if n > m else (first, second)
    raise AssertionError("six cones cover the map")


def _entered(target: Ship, firer: Ship) -> Hex | None:
    """Return from where the hexside was crossed that brought both into one hex, if one was.

    Who moved last entered; nobody knows it of two that moved at the same time.
    """
    firer_last = (firer.moved, -firer.moved_before)
    target_last = (target.moved, -target.moved_before)
    if firer_last > target_last and firer.came_from is not None:
        return firer.came_from.minus(target.at)
    if target_last > firer_last and target.came_from is not None:
        return target.at.minus(target.came_from)
    return None


def open_choices(state: State) -> Iterator[tuple[ShipId, ShipId, tuple[int, ...]]]:
    """Yield target, firer and shields wherever the target's owner must still choose."""
    for firer, target in dict.fromkeys((firer, shot.target) for firer, shot in state.shots):
        if (firer, target) not in state.struck and target in state.ships:
            shields = facing_shields(state.ships[target], state.ships[firer])
            if len(shields) > 1:
                yield target, firer, shields


def struck_shield(state: State, firer: ShipId, target: ShipId) -> int:
    """Return the shield that the fire of *firer* on *target* strikes in this impulse.

    0: the target is no ship and has none.
    """
    if target not in state.ships:
        return 0
    chosen = state.struck.get((firer, target))
    return chosen or facing_shields(state.ships[target], state.ships[firer])[0]


def stronger(ship: Ship, shields: tuple[int, ...]) -> int:
    """Return the shield with the most boxes left, the first of equals."""
    return max(shields, key=lambda shield: ship.shields[shield - 1])


def struck(ship: Ship, shield: int, damage: int) -> ShieldDamaged:
    """Return what a volley does: general reinforcement, then specific, then the shield (D3.3)."""
    general = min(damage, known(ship.general, "general reinforcement"))
    left = damage - general
    specific = min(left, known(ship.specific[shield - 1], "specific reinforcement"))
    left -= specific
    boxes = min(left, ship.shield_boxes(shield))
    return ShieldDamaged(
        ship=ship.id,
        shield=shield,
        damage=damage,
        general=general,
        specific=specific,
        boxes=boxes,
        internal=left - boxes,
    )
