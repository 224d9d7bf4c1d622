"""Shots in sentences: what was declared, what was rolled, and how that made the damage."""

from collections.abc import Iterator

from domain.scene import Sentence
from domain.systems.scorpead import rules
from domain.systems.scorpead.events import (
    Barrel,
    DetonatorShot,
    DetonatorShotResolved,
    FireDeclared,
    PhaserShot,
    PhaserShotResolved,
)
from domain.systems.scorpead.phasers import table_of
from domain.systems.scorpead.state import State
from domain.systems.scorpead.words import (
    box_title,
    bracket_title,
    column_title,
    listed,
    say,
    ship_title,
)


def declared(state: State, event: FireDeclared) -> Sentence:
    """Say what is announced of a shot."""
    ship, target = ship_title(state, event.ship), ship_title(state, event.shot.target)
    match event.shot:
        case PhaserShot():
            return _phasers_declared(ship, target, event.shot)
        case DetonatorShot(mode=mode, barrels=barrels):
            template = {
                "burst": "{ship} fires a burst at {target}: {barrels}.",
                "salvo": "{ship} fires a salvo at {target}: {barrels}.",
            }[mode]
            told = listed([_barrel(barrel) for barrel in barrels])
            return say(template, rules.DW_12_391_TIE, ship=ship, target=target, barrels=told)


def _phasers_declared(ship: str, target: str, shot: PhaserShot) -> Sentence:
    template, rule = {
        "plain": ("{ship} fires {phasers} at {target}.", rules.ER_12_31_DECLARATION),
        "one": (
            "{ship} fires {phasers} at {target}, magnified by a unit of {magnifier}.",
            rules.ER_12_421_ONE_UNIT,
        ),
        "two": (
            "{ship} links {phasers} through {magnifier} to one shot at {target}.",
            rules.ER_12_431_WHOLE_BANK,
        ),
    }[shot.mode]
    return say(
        template,
        rule,
        ship=ship,
        target=target,
        phasers=listed([box_title(phaser) for phaser in shot.phasers]),
        magnifier=box_title(shot.magnifier or ""),
    )


def _barrel(barrel: Barrel) -> str:
    tied = barrel.magnifier and f" with {box_title(barrel.magnifier)} ({barrel.magnifier_energy})"
    return f"{box_title(barrel.chamber)} ({barrel.energy}){tied or ''}"


def phaser_resolved(state: State, event: PhaserShotResolved) -> Sentence:
    """Say how a phaser's dice made its damage."""
    ship, shot = state.ships[event.ship], event.shot
    table = table_of(state.book, ship, shot.phasers[0])
    template, rule = {
        "plain": (
            (
                "{ship}, {phaser}: range {range}, column {column}, die {kept}, EW shift {shift}: "
                "{damage} damage on shield {shield} of {target}."
            ),
            rules.E2_RANGE,
        ),
        "one": (
            (
                "{ship}, {phaser}: range {range}, column {column}, dice {dice}, {kept} kept, "
                "EW shift {shift}: {damage} damage on shield {shield} of {target}."
            ),
            rules.ER_12_422_BETTER_DIE,
        ),
        "two": (
            (
                "{ship}, {phaser}: range {range}, column {base}, {used} of {paid} steps to column "
                "{column}, die {kept}, EW shift {shift}: {damage} damage on shield {shield} of "
                "{target}."
            ),
            rules.ER_12_432_STEP,
        ),
    }[shot.mode]
    return say(
        template,
        rule,
        ship=ship.title,
        phaser=box_title(shot.phasers[0]),
        range=event.effective_range,
        base=column_title(table, event.base_column),
        used=event.steps_used,
        paid=event.steps_paid,
        column=column_title(table, event.column),
        dice=" and ".join(map(str, event.dice)),
        kept=event.kept,
        shift=event.shift,
        damage=event.damage,
        shield=event.shield,
        target=ship_title(state, shot.target),
    )


def detonator_resolved(state: State, event: DetonatorShotResolved) -> Iterator[Sentence]:
    """Say whether a burst or a salvo hit, and how its barrels made the damage."""
    brackets, shot = state.book.detonator.brackets, event.shot
    template = (
        "{ship}, {mode}: range {range}, bracket {bracket}, {dice} and EW shift {shift} make "
        "{total} against {number}: a hit."
        if event.hit
        else "{ship}, {mode}: range {range}, bracket {bracket}, {dice} and EW shift {shift} make "
        "{total} against {number}: a miss."
    )
    yield say(
        template,
        rules.DW_12_32_TO_HIT,
        ship=ship_title(state, event.ship),
        mode=shot.mode,
        range=event.effective_range,
        bracket=bracket_title(brackets, event.hit_bracket),
        dice=" + ".join(map(str, event.dice)),
        shift=event.shift,
        total=sum(event.dice) + event.shift,
        number=event.hit_number,
    )
    if event.hit:
        yield say(
            "True range {range}, {secondaries} secondaries: damage bracket {bracket}, factor "
            "{factor}: {parts} = {damage} damage on shield {shield} of {target}.",
            rules.DW_12_41_DAMAGE,
            range=event.true_range,
            secondaries=len(shot.barrels) - 1,
            bracket=bracket_title(brackets, event.damage_bracket),
            factor=event.factor,
            parts=" + ".join(_part(barrel, event.factor) for barrel in shot.barrels),
            damage=event.damage,
            shield=event.shield,
            target=ship_title(state, shot.target),
        )


def _part(barrel: Barrel, factor: int) -> str:
    sign = "+" if factor >= 0 else "-"
    return f"({barrel.magnifier_energy} {sign} {abs(factor)}) x {barrel.energy}"
