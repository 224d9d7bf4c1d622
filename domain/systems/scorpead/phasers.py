"""Phasers: which may fire at what, and what their dice do (E1, E2, ER-12.42, ER-12.43)."""

from collections.abc import Sequence

from domain.hexes import distance
from domain.refusals import Refused
from domain.systems.scorpead import electronic_warfare as ew
from domain.systems.scorpead import rules, targets
from domain.systems.scorpead.arcs import bears
from domain.systems.scorpead.book import Book
from domain.systems.scorpead.fire_events import (
    PhaserShot,
    PhaserShotResolved,
)
from domain.systems.scorpead.state import Ship, State, again_at, impulse_of, turn_of
from domain.systems.scorpead.tables import PhaserTable
from domain.systems.scorpead.targets import Target


def check_ready(state: State, ship: Ship, phaser: str) -> None:
    """Refuse a phaser that is gone, or that fired in this turn or in the last 8 impulses."""
    if phaser not in ship.plan.phaser:
        raise Refused("unknown_phaser", rules.E1_5_PHASER_RATE, phaser=phaser)
    if not ship.has(phaser):
        raise Refused("box_destroyed", rules.D4_21_ALLOCATION, box=phaser)
    again = again_at(ship.phaser_fired.get(phaser, 0))
    if state.now < again:
        raise Refused(
            "phaser_fired_recently",
            rules.E1_5_PHASER_RATE,
            phaser=phaser,
            turn=turn_of(again),
            impulse=impulse_of(again),
        )


def check_bearing(book: Book, ship: Ship, phaser: str, target: Target) -> None:
    """Refuse a target out of the phaser's arc, or beyond its table."""
    if not bears(ship.plan.phaser[phaser].arcs, ship.facing, target.at.minus(ship.at)):
        raise Refused("out_of_arc", rules.D2_ARC, weapon=phaser, target=target.id)
    range_hexes = ew.effective_range(ship, target)
    at_most = table_of(book, ship, phaser).max_range_hexes
    if range_hexes > at_most:
        facts = ew.range_facts(ship, target)
        raise Refused("out_of_effective_range", rules.E2_RANGE, at_most=at_most, **facts)


def table_of(book: Book, ship: Ship, phaser: str) -> PhaserTable:
    """Return the table of a ship's phaser."""
    return book.phasers[ship.plan.phaser[phaser].type]


def jammed(table: PhaserTable, die: int, column: int, shift: int) -> tuple[int, int]:
    """Return die and column after an EW shift: to six, then outward, never for the better."""
    shifted = min(6, die + shift)
    for _ in range(die + shift - shifted):
        if table.damage_at(shifted, column + 1) <= table.damage_at(shifted, column):
            column += 1
    return shifted, min(column, len(table.columns))


def damage_of(table: PhaserTable, die: int, column: int, shift: int) -> int:
    """Return the damage of a die in a column under an EW shift."""
    return table.damage_at(*jammed(table, die, column, shift))


def linked(table: PhaserTable, column: int, steps: int) -> tuple[int, int]:
    """Return the column that *steps* steps of mode two lead to, and how many were of use."""
    used = 0
    for _ in range(steps):
        step = table.linked(column)
        used += step != column
        column = step
    return column, used


def resolved(
    state: State, ship: Ship, shot: PhaserShot, shield: int, dice: Sequence[int]
) -> PhaserShotResolved:
    """Return what a phaser shot did: range, then linking, then the better die under EW."""
    target, table = targets.named(state, shot.target), table_of(state.book, ship, shot.phasers[0])
    range_hexes = ew.effective_range(ship, target)
    base = table.column_at(range_hexes)
    assert base is not None, "a shot beyond the table was refused"
    steps = len(shot.phasers) - 1
    column, used = linked(table, base, steps)
    natural = ew.natural_ecm(state, ship, target)
    ecm = ew.own_ecm(target) + sum(natural.values())
    shift = ew.shift(ecm, ship.eccm)
    kept = max(dice, key=lambda die: damage_of(table, die, column, shift))
    return PhaserShotResolved(
        ship=ship.id,
        shot=shot,
        shield=shield,
        true_range=distance(ship.at, target.at),
        effective_range=range_hexes,
        base_column=base,
        steps_paid=steps,
        steps_used=used,
        column=column,
        ecm=ecm,
        eccm=ship.eccm,
        shift=shift,
        dice=tuple(dice),
        kept=kept,
        damage=damage_of(table, kept, column, shift),
        natural=natural,
    )
