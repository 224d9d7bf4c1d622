"""Repair (D9, D14): shields, continuous and emergency repair, campaign repair."""

from collections.abc import Iterator

from domain.dice import Ask, Dice
from domain.refusals import Refused, known
from domain.rule_system import Outcome
from domain.systems.scorpead import rules
from domain.systems.scorpead.activity_events import (
    DamageControlMarked,
    EmergencyRepairRolled,
    RepairProgressed,
    ShieldRepaired,
    SystemRepaired,
)
from domain.systems.scorpead.book import Book
from domain.systems.scorpead.commands import EnergyForm
from domain.systems.scorpead.state import Ship, State

SHIELDS = tuple(f"shield_{number}" for number in range(1, 7))
BOX_HALVES, LAB_HALVES = 4, 6
"""What a shield box and a powered lab cost, in half points."""

MOST_A_BOX = 5
"""The points that continuous repair puts into one box in a turn at most."""


def cost(book: Book, ship: Ship, box: str) -> int | None:
    """Return the repair points of a box; None if it cannot be repaired."""
    points, plan = book.units.repair_points, ship.plan
    if box in plan.bank:
        return max(1, len(plan.bank[box]))
    if box in plan.detonator_of:
        return points["chamber"]
    if box in plan.phaser:
        return points.get(plan.phaser[box].type)
    other = {weapon.id: weapon.hit for weapon in plan.other_weapons}
    return points.get(other.get(box) or plan.group_of.get(box, ""))


def repairable(book: Book, ship: Ship) -> list[str]:
    """Return the destroyed boxes that can be repaired, in the order of the sheet."""
    plan = ship.plan
    boxes = (*plan.weapons, *(box for group in plan.groups.values() for box in group))
    return [box for box in boxes if not ship.has(box) and cost(book, ship, box) is not None]


def labs(ship: Ship) -> list[str]:
    """Return the labs that emergency repair may power: undestroyed, as many as the rating."""
    left = [lab for lab in ship.plan.groups["lab"] if ship.has(lab)]
    return left[: ship.rating("damcon")]


def may_mark(ship: Ship) -> bool:
    """Tell whether damage control has a box to be marked off, besides its last."""
    return ship.left("damcon") > 1


def check(book: Book, ship: Ship, form: EnergyForm, turn: int) -> None:
    """Refuse repair that the ship cannot undertake in this turn."""
    edr = {lab: box for lab, box in form.edr.items() if box is not None}
    _check_shields(ship, form)
    if form.cdr is not None:
        check_cdr(book, ship, form.cdr, turn)
        if edr:
            raise Refused("cdr_with_edr", rules.D14_EDR, box=form.cdr)
    if edr and not may_mark(ship):
        raise Refused("damage_control_spent", rules.D14_EDR)
    for lab, box in edr.items():
        if lab not in ship.plan.groups["lab"] or not ship.has(lab):
            raise Refused("unknown_lab", rules.D14_EDR, lab=lab)
        _check_box(book, ship, box, turn)
    if len(edr) > ship.rating("damcon"):
        raise Refused("damage_control_rating", rules.D14_EDR, at_most=ship.rating("damcon"))
    if len(set(edr.values())) < len(edr):
        raise Refused("edr_one_box", rules.DW_12_141_EMERGENCY)


def check_cdr(book: Book, ship: Ship, box: str, turn: int) -> None:
    """Refuse continuous repair of a box that cannot have it, or of more boxes than the rating."""
    _check_box(book, ship, box, turn)
    most = ship.plan.tracks["damcon"][0]
    if ship.repair.cdr_boxes >= most:
        raise Refused("repairs_used_up", rules.D9_7_CDR, at_most=most)


def _check_box(book: Book, ship: Ship, box: str, turn: int) -> None:
    if ship.has(box) or cost(book, ship, box) is None:
        raise Refused("nothing_to_repair", rules.D9_7_CDR, box=box)
    if ship.repair.lost_in.get(box, 0) >= turn:
        raise Refused("destroyed_this_turn", rules.D9_7_CDR, box=box)


def _check_shields(ship: Ship, form: EnergyForm) -> None:
    rule = rules.D9_2_SHIELD_REPAIR
    for name, boxes in form.shield_repair.items():
        if name not in SHIELDS:
            raise Refused("unknown_shield", rule, shield=name)
        at = SHIELDS.index(name)
        lost = ship.plan.shields[at] - ship.shields[at]
        if boxes > lost:
            raise Refused("shield_whole", rule, shield=name, lost=lost)
    most = ship.rating("damcon")
    if sum(form.shield_repair.values()) > most:
        raise Refused("damage_control_rating", rule, at_most=most)


# --- final activity -------------------------------------------------------------------------


def final_activity(state: State, dice: Dice) -> Iterator[Outcome]:
    """Yield all repair of the turn: shields, emergency repair, continuous repair."""
    for ship in state.afloat:
        for name, boxes in known(ship.repair.shields, "shield repair").items():
            at = SHIELDS.index(name)
            done = min(boxes, ship.plan.shields[at] - ship.shields[at])
            if done:
                yield ShieldRepaired(ship=ship.id, shield=at + 1, boxes=done)
        if known(ship.repair.edr, "emergency repair"):
            yield from _emergency(ship, dice)
        elif ship.repair.cdr is not None and not ship.has(ship.repair.cdr):
            yield from _continuous(state.book, ship, ship.repair.cdr)


def _emergency(ship: Ship, dice: Dice) -> Iterator[Outcome]:
    """Mark off a box of damage control, and roll for each powered lab that is left."""
    attempts = [
        (lab, box)
        for lab, box in known(ship.repair.edr, "emergency repair").items()
        if ship.has(lab) and not ship.has(box)
    ]
    if not attempts or not may_mark(ship):
        return
    rating = ship.rating("damcon")
    marked = next(box for box in ship.plan.groups["damcon"] if ship.has(box))
    yield DamageControlMarked(ship=ship.id, box=marked)
    asks = (Ask(f"{ship.title}, {lab.replace('_', ' ')} repairs", 1, 6) for lab, _ in attempts)
    yield (rolled := dice.roll(*asks))
    for (lab, box), (die,) in zip(attempts, rolled.faces, strict=True):
        yield EmergencyRepairRolled(ship=ship.id, lab=lab, box=box, rating=rating, die=die)
        if die <= rating:
            yield SystemRepaired(ship=ship.id, box=box, by="edr")


def _continuous(book: Book, ship: Ship, box: str) -> Iterator[Outcome]:
    needed = cost(book, ship, box)
    assert needed is not None, "what cannot be repaired was refused"
    before = ship.repair.progress.get(box, 0)
    points = min(ship.rating("damcon"), MOST_A_BOX, needed - before)
    if points <= 0:
        return
    total = before + points
    yield RepairProgressed(ship=ship.id, box=box, points=points, total=total, cost=needed)
    if total >= needed:
        yield SystemRepaired(ship=ship.id, box=box, by="cdr")
