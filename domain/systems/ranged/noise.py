"""Who hears a shot, and knows from where it came (3.30)."""

from collections.abc import Iterator

from domain.dice import Ask, Dice
from domain.hexes import distance
from domain.rule_system import Outcome
from domain.systems.ranged import sight
from domain.systems.ranged.events import FighterChanged
from domain.systems.ranged.forms import Attack, Heard
from domain.systems.ranged.hampered import hampered
from domain.systems.ranged.rolls import succeeds
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.thing_events import ShotHeard
from domain.systems.ranged.weapons import SILENCERS, Weapon


def silence(item: Item) -> int:
    """Return the modifier of a silencer (SI-03)."""
    return min((SILENCERS.get(name, 0) for name in item.accessories), default=0)


def heard(
    state: State, attack: Attack, weapon: Weapon, item: Item, dice: Dice
) -> Iterator[Outcome]:
    """Roll for each who does not know of the fight yet; the rest hear it without a roll."""
    if weapon.line.kind not in {"firearm", "launcher", "launcher_rocket"}:
        return
    shooter = state.fighters[attack.attacker]
    listeners = [
        one for one in state.present()
        if one.unaware and one.acts and one.seat not in {shooter.seat, 0}
    ]  # fmt: skip
    silencer = silence(item)
    needed = [
        one for one in listeners if _number(state, shooter, weapon, one, silencer) is not None
    ]
    rolls: dict[str, int] = {}
    if needed:
        yield (rolled := dice.roll(*(Ask(f"{one.title}: hearing", 3, 6) for one in needed)))
        rolls = {one.id: sum(f) for one, f in zip(needed, rolled.faces, strict=True)}
    for one in listeners:
        yield from _notice(state, shooter, weapon, one, silencer, rolls.get(one.id))


def in_front(shooter: Fighter, weapon: Weapon, one: Fighter, *, seen: bool) -> bool:
    """Tell whether somebody is in front, exposed, and within range (SI-04, R-54)."""
    front = sight.to_side(shooter.facing, shooter.at, one.at) == "front"
    near = distance(shooter.at, one.at) <= weapon.most.yards_for(shooter.numbers.st, 0)
    return front and near and seen


def _number(
    state: State, shooter: Fighter, weapon: Weapon, one: Fighter, silencer: int
) -> int | None:
    """Return the number a listener rolls against, None if no roll is needed."""
    if in_front(shooter, weapon, one, seen=sight.sees(state, shooter, one)):
        plain = sight.sees(state, one, shooter) and not shooter.hidden and _looks(one, shooter)
        return one.numbers.iq + hampered(state, one, "iq") if silencer and not plain else None
    return hearing_number(state, one, silencer)


def hearing_number(state: State, one: Fighter, silencer: int) -> int:
    """Return Hearing+5, the referee's modifier and the silencer's (SI-01 to SI-03)."""
    hears = one.numbers.hears + hampered(state, one, "per")
    return hears + 5 + state.rulings.hearing + silencer


def _looks(one: Fighter, shooter: Fighter) -> bool:
    return sight.to_side(one.facing, one.at, shooter.at) == "front"


def _notice(
    state: State, shooter: Fighter, weapon: Weapon, one: Fighter, silencer: int, roll: int | None
) -> Iterator[Outcome]:
    number = _number(state, shooter, weapon, one, silencer)
    in_sight = in_front(shooter, weapon, one, seen=sight.sees(state, shooter, one))
    good = number is None or (roll is not None and succeeds(roll, number))
    how: Heard = "located" if good else "heard" if in_sight else "unheard"
    yield ShotHeard(fighter=one.id, shooter=shooter.id, how=how)
    if how != "unheard":
        yield FighterChanged(fighter=one.id, change="aware")
