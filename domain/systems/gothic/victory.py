"""Victory points, and when the battle is over (4.8, 6.4, 6.5)."""

from domain.systems.gothic.events import BattleEnded
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.state import State

DRAW_WITHIN = 100
ASSAULT_LIMIT = 10
TRANSPORT_POINTS = 10


def part(points: int, percent: int) -> int:
    """Return a share of points, rounded up."""
    return -(-points * percent // 100)


def worth(state: State, unit: Unit) -> int:
    """Return a unit's value, its commander included."""
    if unit.plan.transport:
        return TRANSPORT_POINTS
    return unit.plan.points + state.commanders.get(unit.id, 0)


def points(state: State) -> dict[int, int]:
    """Return the victory points of each side (4.8): what befell the others counts for it."""
    return {
        side: sum(_lost(state, unit) for unit in _counted(state, side))
        + _escorts_gone(state, side)
        + _holding(state, side)
        for side in state.sides
    }


def _escorts_gone(state: State, side: int) -> int:
    """Return what disengaged escorts of other sides are worth: by squadrons, rounded once."""
    gone: dict[str, int] = {}
    for unit in state.units.values():
        if unit.side != side and unit.plan.type == "escort" and unit.status == "disengaged":
            subject = state.subject(unit)
            gone[subject] = gone.get(subject, 0) + worth(state, unit)
    return sum(part(value, 10) for value in gone.values())


def _counted(state: State, side: int) -> list[Unit]:
    """Return the enemies that count: of escort squadrons only those wholly destroyed."""
    return [
        unit
        for unit in state.units.values()
        if unit.side != side and not _squadron_lives(state, unit)
    ]


def _squadron_lives(state: State, unit: Unit) -> bool:
    if unit.plan.type != "escort" or not unit.squadron:
        return False
    members = (state.units[one] for one in state.squadrons[unit.squadron].members)
    return not all(one.status == "destroyed" for one in members)


def _lost(state: State, unit: Unit) -> int:
    value = worth(state, unit)
    match unit.status:
        case "destroyed" | "drifting" | "blazing":
            return value
        case "disengaged" if unit.plan.type != "escort":
            return part(value, 25 if unit.crippled else 10)
        case "active":
            return part(value, 25) if unit.crippled and unit.plan.capital else 0
        case "landed" | "disengaged":
            return 0


def _holding(state: State, side: int) -> int:
    """Return half the value of each hulk, if only this side has ships left (4.8)."""
    ships = {unit.side for unit in state.active if not unit.plan.defence}
    if ships != {side}:
        return 0
    return sum(part(worth(state, unit), 50) for unit in state.on_table if unit.hulk)


def ended(state: State, *, turn_over: bool) -> BattleEnded | None:
    """Return how the battle ends now, or None while it goes on."""
    alive = {unit.side for unit in state.active if not unit.plan.defence}
    assault = state.sides[state.attacker].assault if state.attacker else 0
    limit = int(state.option("turn_limit") or 10)
    if len(alive) <= 1:
        reason = "no_ships_left"
    elif assault >= ASSAULT_LIMIT:
        reason = "landed"
    elif turn_over and state.game_turn >= limit:
        reason = "turn_limit"
    else:
        return None
    score = points(state)
    winners = _assault_winners(state, score) if state.attacker else _winners(score)
    return BattleEnded(
        winners=winners,
        reason=reason,
        points=tuple(score[side] for side in sorted(score)),
        assault=grade(state, score) if state.attacker else 0,
    )


def _winners(score: dict[int, int]) -> tuple[int, ...]:
    best = sorted(score, key=lambda side: -score[side])
    if score[best[0]] - score[best[1]] < DRAW_WITHIN:
        return ()
    return (best[0],)


def grade(state: State, score: dict[int, int]) -> int:
    """Return the result of an assault: 0 or less to 10 and more (6.5)."""
    attacker = state.attacker
    defender = sum(n for side, n in score.items() if side != attacker)
    return state.sides[attacker].assault + score[attacker] // 500 + (-defender) // 500


def _assault_winners(state: State, score: dict[int, int]) -> tuple[int, ...]:
    attacks = grade(state, score) >= 6
    return tuple(side for side in sorted(state.sides) if (side == state.attacker) is attacks)
