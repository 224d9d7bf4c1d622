"""Squadrons: who acts together, what is halved together, formation (3.5)."""

from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.state import State
from domain.systems.gothic.tables import halved


def together(state: State, subject: str) -> tuple[Unit, ...]:
    """Return the members of a squadron that fire together: its formation, or the single unit."""
    if subject not in state.squadrons:
        return state.members(subject)
    return tuple(unit for unit in state.in_formation(subject) if unit.formed)


def guns_halved(state: State, unit: Unit) -> bool:
    """Tell whether an order halves a unit's guns."""
    return unit.order is not None and state.book.orders.orders[unit.order].guns_halved


def ordnance_halved(state: State, unit: Unit) -> bool:
    """Tell whether an order halves what a unit launches."""
    return unit.order is not None and state.book.orders.orders[unit.order].ordnance_halved


def own_strength(unit: Unit, strength: int) -> int:
    """Return a mount's strength with its unit's own damage, orders left aside."""
    return halved(strength) if unit.crippled else strength


def added(state: State, parts: list[tuple[Unit, int]]) -> int:
    """Add up what units of one order bring to a volley; SQ-8: escorts first add, then halve."""
    total = 0
    for escort in (True, False):
        some = [(u, n) for u, n in parts if (u.plan.type == "escort") is escort]
        for squad in dict.fromkeys(unit.squadron or unit.id for unit, _ in some):
            ours = [(u, n) for u, n in some if (u.squadron or u.id) == squad]
            if not any(guns_halved(state, unit) for unit, _ in ours):
                total += sum(n for _, n in ours)
            elif escort:
                total += halved(sum(n for _, n in ours))
            else:
                total += sum(halved(n) for _, n in ours)
    return total
