"""Success rolls and Quick Contests (4.20), and the events they leave."""

from collections.abc import Iterator

from domain.dice import Ask, Dice, Rolled
from domain.rule_system import Outcome
from domain.systems.ranged.attack_events import Contested, Rolled3d
from domain.systems.ranged.state import Fighter


def succeeds(roll: int, target: int) -> bool:
    """Tell whether a roll succeeds: 3 and 4 always do, 17 and 18 never."""
    return roll <= 4 or (roll <= target and roll < 17)


def critical_success(roll: int, target: int) -> bool:
    """Tell whether a roll is a critical success: 3, 4; 5 at 15; 6 at 16."""
    return roll <= 4 or (roll == 5 and target >= 15) or (roll == 6 and target >= 16)


def critical_failure(roll: int, target: int, *, ranged: bool = False) -> bool:
    """Tell whether a roll is a critical failure: 18; 17 at 15 or less; by ten (not at range)."""
    by_ten = not ranged and roll - target >= 10 and roll > 4
    return roll == 18 or (roll == 17 and target <= 15) or by_ten


def three(dice: Dice, label: str) -> Rolled:
    """Roll 3d."""
    return dice.roll(Ask(label, 3, 6))


def success(fighter: Fighter, what: str, roll: int, target: int) -> Rolled3d:
    """Return the event of a success roll."""
    good = succeeds(roll, target)
    return Rolled3d(
        seat=fighter.seat,
        fighter=fighter.id,
        what=what,
        roll=roll,
        success=good,
        critical=critical_success(roll, target) if good else critical_failure(roll, target),
        target=target,
    )


def contest(
    dice: Dice, what: str, one: Fighter, first: int, other: Fighter, second: int
) -> Iterator[Outcome]:
    """Roll a Quick Contest of two numbers; the last outcome is its event."""
    rolled = dice.roll(Ask(f"{one.title}: {what}", 3, 6), Ask(f"{other.title}: {what}", 3, 6))
    yield rolled
    a, b = sum(rolled.faces[0]), sum(rolled.faces[1])
    good, well = succeeds(a, first), succeeds(b, second)
    if good != well:
        winner = one.id if good else other.id
    else:
        margin, against = first - a, second - b
        winner = "" if margin == against else one.id if margin > against else other.id
    yield Contested(what=what, rolls=(a, b), fighters=(one.id, other.id), winner=winner)
