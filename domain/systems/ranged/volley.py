"""What may come of an attack, exactly: how it is rolled, how many hit, what one hit does.

Each roll is decided by the rules themselves up to the roll to hit; after it comes what the
attacker may not know, such as the target's defence. The first attack of a spray that fails ends
it, so the ones after it may not be fired at all.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache

from domain.decider import Command
from domain.dice import Ask, Dice
from domain.names import SeatId
from domain.odds import Faces, odds
from domain.refusals import Refused
from domain.rule_system import Chances, Outcome
from domain.systems.ranged import attacks, blows, bursts, combat, movement, rules
from domain.systems.ranged.attack_events import AttackRolled
from domain.systems.ranged.attack_text import OUTCOMES
from domain.systems.ranged.commands import AttackWith, Spray
from domain.systems.ranged.forms import Attack, AttackOutcome
from domain.systems.ranged.state import State
from domain.systems.ranged.tasks import Shoot
from domain.systems.ranged.weapons import Weapon

NOT_FIRED = "not fired"


def volley_odds(state: State, commands: Mapping[SeatId, Command]) -> tuple[Chances, ...]:
    """Return the chances of an attack or a spray; nothing of any other command.

    Raises Refused if it may not be declared, Unknown if the shooter's numbers are not known.
    """
    found: list[Chances] = []
    for command in commands.values():
        if isinstance(command, AttackWith | Spray):
            there, shots = _shots(state, command)
            found += _told(there, shots)
    return tuple(found)


def _shots(state: State, command: AttackWith | Spray) -> tuple[State, tuple[Shoot, ...]]:
    """Return the attack rolls that a command leads to, and the state in which they are made."""
    fighter = state.fighters.get(command.fighter)
    if fighter is None:
        raise Refused("unknown_fighter", rules.S_2_3, fighter=command.fighter)
    if isinstance(command, Spray):
        tasks = bursts.sprayed(state, fighter, command)[1]
        return state, tuple(task for task in tasks if isinstance(task, Shoot))
    if command.path or command.stance:
        fighter = movement.arrived(state, fighter, command.path, command.stance)
        state = state.with_fighter(fighter)
    return state, (Shoot(attack=attacks.declared(state, fighter, command).attack),)


def _told(state: State, shots: Iterable[Shoot]) -> Iterator[Chances]:
    fired = Fraction(1)
    for shot in shots:
        attack = shot.attack
        target = state.fighters[attack.target].title if attack.target else "the ground"
        rolls = rolled(state, shot)
        fails = sum((n for (how, _), n in rolls.items() if how == "malfunction"), Fraction(0))
        words: dict[int | str, Fraction] = {}
        for (how, _), chance in rolls.items():
            words[OUTCOMES[how]] = words.get(OUTCOMES[how], Fraction(0)) + fired * chance
        if fired < 1:
            words[NOT_FIRED] = 1 - fired
        yield Chances(title=f"The attack on {target}", chances=words)
        counts: dict[int | str, Fraction] = {}
        for (how, count), chance in sorted(rolls.items(), key=lambda one: one[0][1]):
            if how != "malfunction":
                counts[count] = counts.get(count, Fraction(0)) + chance / (1 - fails)
        title = f"Hits on {target}, if the weapon works and nothing stops them"
        yield Chances(title=title, unit="hits", chances=counts)
        yield from _harm(state, attack, target)
        fired *= 1 - fails


def rolled(state: State, shot: Shoot) -> dict[tuple[AttackOutcome, int], Fraction]:
    """Return the chance of each outcome of an attack roll, with the number of its hits."""
    return odds(lambda dice: _until_rolled(state, shot, dice), _measured, _ways)


def _until_rolled(state: State, shot: Shoot, dice: Dice) -> Iterator[Outcome]:
    for outcome in combat.shoot(state, shot, dice):
        yield outcome
        if isinstance(outcome, AttackRolled):
            return


def _measured(outcomes: tuple[Outcome, ...]) -> tuple[AttackOutcome, int]:
    return next((one.outcome, one.hits) for one in outcomes if isinstance(one, AttackRolled))


def _ways(_: tuple[Outcome, ...], asks: tuple[Ask, ...]) -> Iterator[tuple[Faces, int]]:
    """Tell rolls apart by their sums alone."""
    (ask,) = asks
    for total, ways in sums(ask.count, ask.sides).items():
        yield (_faces(total, ask),), ways


def _faces(total: int, ask: Ask) -> tuple[int, ...]:
    faces: list[int] = []
    for more in range(ask.count - 1, -1, -1):
        faces.append(min(ask.sides, total - more))
        total -= faces[-1]
    return tuple(faces)


@cache
def sums(dice: int, sides: int = 6) -> dict[int, int]:
    """Return in how many ways so many dice come to each sum."""
    ways = {0: 1}
    for _ in range(dice):
        longer: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + count
        ways = longer
    return ways


def _harm(state: State, attack: Attack, title: str) -> Iterator[Chances]:
    """Tell the basic damage of one hit, and what comes past a DR that is known."""
    found = state.item(attack.weapon)
    assert found is not None
    weapon = state.weapon(found[1])
    if not weapon.damage.type:
        return
    basic = _basic(state, attack, weapon)
    points: dict[int | str, Fraction] = dict(basic.items())
    yield Chances(title=f"Damage of one hit on {title}", unit="points", chances=points)
    target = state.fighters.get(attack.target)
    open_to = attack.location != "random" and attack.cover == "exposed" and not attack.belt
    if target is None or target.sheet is None or not open_to or weapon.line.kind == "cone":
        return
    dr = blows.own_dr(state, target, attack.location, weapon.damage, attack.point_blank, "")
    past: dict[int | str, Fraction] = {}
    for one, chance in basic.items():
        left = max(0, one - dr)
        past[left] = past.get(left, Fraction(0)) + chance
    yield Chances(title=f"Damage of one hit past the DR of {title}", unit="points", chances=past)


def _basic(state: State, attack: Attack, weapon: Weapon) -> dict[int, Fraction]:
    """Return the chances of the basic damage of one hit."""
    dice = blows.dice_of(state, attack, weapon)[0]
    found: dict[int, Fraction] = {}
    for total, ways in sums(dice).items():
        points = blows.basic_damage(state, attack, weapon, total)[0]
        found[points] = found.get(points, Fraction(0)) + Fraction(ways, 6**dice)
    return found
