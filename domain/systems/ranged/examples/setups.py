"""Short ways to say the same things: who stands where with what, and what is expected."""

from typing import Any

from msgspec.structs import replace

from domain.decider import Command
from domain.dice import Ask, Rolled
from domain.hexes import Hex
from domain.names import SeatId
from domain.refusals import Rule
from domain.rule_system import Example, Outcome
from domain.systems.ranged.attack_events import AttackRolled, InjuryApplied, Rolled3d
from domain.systems.ranged.commands import AttackWith, DoNothing, Ready
from domain.systems.ranged.forms import Attack, AttackOutcome, Band, Modifier
from domain.systems.ranged.sheets import Armour, Body, Sheet
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import Act, AnyTask, TurnEnd

ONE, TWO, REFEREE = SeatId(1), SeatId(2), SeatId(3)


def sheet(**numbers: Any) -> Sheet:
    """Return a sheet of tens, with what is said otherwise; DR as numbers."""
    dr = {name: Armour(value) for name, value in numbers.pop("dr", {}).items()}
    plain: dict[str, Any] = {
        "key": "somebody", "title": "somebody", "st": 10, "dx": 10, "iq": 10, "ht": 10, "hp": 10,
        "speed_quarters": 20, "move": 5, "dodge": 8, "dr": dr,
    }  # fmt: skip
    return Sheet(**(plain | numbers))


def somebody(
    initial: State, name: str, at: tuple[int, int], *weapons: str | Item, seat: int = 1,
    body: Body | None = None, numbers: Sheet | None = None, **how: Any,
) -> Fighter:  # fmt: skip
    """Return a fighter; weapons by key are in hand and loaded."""
    items: dict[str, Item] = {}
    for weapon in weapons:
        item = weapon if isinstance(weapon, Item) else armed(initial, name, weapon)
        items[item.id] = item
    return Fighter(
        id=name, title=name, seat=SeatId(seat), body=body or Body(), at=Hex(*at), items=items,
        sheet=numbers or sheet(), lost=0, fatigue=0, **how,
    )  # fmt: skip


def armed(initial: State, name: str, key: str, **how: Any) -> Item:
    """Return a weapon in hand, loaded, as its line says."""
    weapon = initial.book.weapons[key]
    plain: dict[str, Any] = {
        "id": f"{name} {key}", "key": key, "fault": "", "accessories": weapon.line.accessories,
        "loaded": weapon.shots.capacity + weapon.shots.chambered,
    }  # fmt: skip
    return Item(**(plain | how))


def skirmish(
    initial: State, *fighters: Fighter, scenario: str = "range", task: AnyTask | None = None,
    second: int = 10, **how: Any,
) -> State:  # fmt: skip
    """Return a state in which the first fighter acts, on a plain without cover or darkness."""
    first = fighters[0].id
    options = initial.book.scenarios[scenario].described().options
    choices = {one.name: one.default for one in options} | how.pop("choices", {})
    acts = Act(fighter=first) if task is None else task
    order = tuple(one.id for one in fighters if one.seat)
    return replace(
        initial, scenario=scenario, choices=choices | {"second_limit": 60}, second=second, turn=1,
        fighters={one.id: one for one in fighters}, order=order,
        agenda=(acts, TurnEnd(fighter=first)), moment=100, **how,
    )  # fmt: skip


def accepted(
    rule: Rule, title: str, given: State, command: Command, *then: Outcome, dice: Any = (),
    seat: SeatId = ONE,
) -> Example:  # fmt: skip
    """Return an example of what happens."""
    return Example(
        rule=rule, title=title, given=given, when={seat: command}, dice=tuple(dice), then=then
    )


def refused(
    rule: Rule, title: str, given: State, command: Command, code: str, *, seat: SeatId = ONE
) -> Example:
    """Return an example of what is refused."""
    return Example(rule=rule, title=title, given=given, when={seat: command}, refused=code)


def judged(
    rule: Rule, title: str, given: State, command: Command, code: str = "", *then: Outcome,
    dice: Any = (),
) -> Example:  # fmt: skip
    """Return an example that is refused with a code, or accepted without one."""
    if code:
        return refused(rule, title, given, command, code)
    return accepted(rule, title, given, command, *then, dice=dice)


def attack(name: str, weapon: str, target: str = "", **how: Any) -> AttackWith:
    """Return an attack with a weapon in hand."""
    return AttackWith(fighter=name, weapon=f"{name} {weapon}", target=target, **how)


def does(name: str, deed: Any, weapon: str = "", **how: Any) -> Ready:
    """Return a Ready manoeuvre."""
    item = f"{name} {weapon}" if weapon else ""
    return Ready(fighter=name, deed=deed, item=item, **how)


def mods(*said: tuple[str, int, str]) -> tuple[Modifier, ...]:
    """Return modifiers by name, value and row."""
    return tuple(Modifier(*one) for one in said)


def rolled(
    given: State, made: Attack, roll: int, skill: int, modifiers: tuple[Modifier, ...],
    outcome: AttackOutcome = "hit", hits: int = 1, rule: str = "",
) -> AttackRolled:  # fmt: skip
    """Return the event of an attack roll; the effective skill is the sum of all that is named."""
    effective = skill + sum(one.value for one in modifiers)
    return AttackRolled(
        seat=given.fighters[made.attacker].seat, attack=made, roll=roll, outcome=outcome,
        hits=hits, rule=rule, off=max(0, roll - effective) if not hits else 0, skill=skill,
        modifiers=modifiers, effective=effective,
    )  # fmt: skip


def shot(name: str, weapon: str, target: str = "", shots: int = 1, **how: Any) -> Attack:
    """Return an attack as it is rolled."""
    plain: dict[str, Any] = {"rof": shots} | how
    return Attack(attacker=name, weapon=f"{name} {weapon}", target=target, shots=shots, **plain)


def wound(
    given: State, name: str, location: str, dr: int, penetrating: int, injury: int, shock: int,
    band: Band = "hurt", *, large: bool = False,
) -> InjuryApplied:  # fmt: skip
    """Return the event of an injury."""
    return InjuryApplied(
        seat=given.fighters[name].seat, fighter=name, location=location, band=band,
        large_area=large, dr=dr, penetrating=penetrating, injury=injury, shock=shock,
    )  # fmt: skip


def check(
    given: State, name: str, what: str, roll: int, target: int, *, critical: bool = False
) -> Rolled3d:
    """Return the event of a success roll."""
    good = roll <= 4 or (roll <= target and roll < 17)
    return Rolled3d(
        seat=given.fighters[name].seat, fighter=name, what=what, roll=roll, success=good,
        critical=critical, target=target,
    )  # fmt: skip


def three(total: int) -> tuple[int, int, int]:
    """Return three faces of a total."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return first, second, total - first - second


def faces(count: int, total: int) -> tuple[int, ...]:
    """Return so many faces of a total."""
    found: list[int] = []
    for left in range(count, 0, -1):
        face = max(1, min(6, total - (left - 1)))
        found.append(face)
        total -= face
    return tuple(found)


def thrown(label: str, *values: int, sides: int = 6, hidden: bool = False) -> Rolled:
    """Return a roll of equal dice."""
    return Rolled((Ask(label, len(values), sides),), (values,), hidden=hidden)


def with_item(given: State, name: str, weapon: str, **how: Any) -> State:
    """Return the state with a weapon changed."""
    item = given.fighters[name].items[f"{name} {weapon}"]
    return given.with_item(name, replace(item, **how))


def with_fighter(given: State, name: str, **how: Any) -> State:
    """Return the state with a fighter changed."""
    return given.with_fighter(replace(given.fighters[name], **how))


def hex_at(q: int, r: int = 0) -> Hex:
    """Return a hex of the first row, or of another."""
    return Hex(q, r)


def nothing(name: str) -> DoNothing:
    """Return the command to do nothing."""
    return DoNothing(fighter=name)
