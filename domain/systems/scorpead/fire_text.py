"""Shots in sentences: what was declared, what was rolled, and how that made the damage."""

from collections.abc import Iterator

from domain.scene import Sentence
from domain.systems.scorpead import rules
from domain.systems.scorpead.fire_events import (
    Barrel,
    DetonatorShot,
    DetonatorShotResolved,
    FireDeclared,
    PhaserShot,
    PhaserShotResolved,
)
from domain.systems.scorpead.map_text import thing_title
from domain.systems.scorpead.phasers import jammed, table_of
from domain.systems.scorpead.state import State
from domain.systems.scorpead.tables import PhaserTable
from domain.systems.scorpead.words import (
    box_title,
    bracket_title,
    column_title,
    listed,
    number_of,
    say,
    ship_title,
)


def declared(state: State, event: FireDeclared) -> Iterator[Sentence]:
    """Say what is announced of a shot."""
    ship, target = ship_title(state, event.ship), thing_title(state, event.shot.target)
    match event.shot:
        case PhaserShot():
            yield _phasers_declared(ship, target, event.shot)
        case DetonatorShot(mode=mode, barrels=barrels):
            template = {
                "burst": "{ship} fires a burst at {target}: {barrels}.",
                "salvo": "{ship} fires a salvo at {target}: {barrels}.",
            }[mode]
            told = listed([_barrel(barrel) for barrel in barrels])
            yield say(template, rules.DW_12_391_TIE, ship=ship, target=target, barrels=told)
            if event.shot.mode == "salvo":
                yield from _salvo_costs(state, event.shot)


def _salvo_costs(state: State, shot: DetonatorShot) -> Iterator[Sentence]:
    """Say which chambers count as fired without taking part, and how long all recover."""
    if shot.idle:
        idle = listed([box_title(chamber) for chamber in shot.idle])
        template = "Counted as fired without taking part: {chambers}."
        yield say(template, rules.DW_12_3122_ALL_FIRED, chambers=idle)
    if secondaries := len(shot.barrels) - 1:
        yield say(
            "The detonator recovers through turn {through}; again in turn {turn}.",
            rules.DW_12_382_RECOVERY,
            through=state.turn + secondaries,
            turn=state.turn + secondaries + 1,
        )


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
                "{ship}, {phaser}: range {range}, column {column}, die {kept}, {ew}: "
                "{damage} damage on shield {shield} of {target}."
            ),
            rules.E2_RANGE,
        ),
        "one": (
            (
                "{ship}, {phaser}: range {range}, column {column}, dice {dice}, {kept} kept, "
                "{ew}: {damage} damage on shield {shield} of {target}."
            ),
            rules.ER_12_422_BETTER_DIE,
        ),
        "two": (
            (
                "{ship}, {phaser}: range {range}, column {base}, {used} of {paid} steps to column "
                "{column}, die {kept}, {ew}: {damage} damage on shield {shield} of {target}."
            ),
            rules.ER_12_432_STEP,
        ),
    }[shot.mode]
    return say(
        template,
        rule,
        ship=ship.title,
        phaser=box_title(shot.phasers[0]),
        range=_range(event),
        base=column_title(table, event.base_column),
        used=event.steps_used,
        paid=event.steps_paid,
        column=column_title(table, event.column),
        dice=" and ".join(map(str, event.dice)),
        kept=event.kept,
        ew=_jammed(table, event),
        damage=event.damage,
        shield=event.shield,
        target=thing_title(state, shot.target),
    )


def _range(event: PhaserShotResolved | DetonatorShotResolved) -> str:
    """Return the true range, and the effective one if it is another."""
    true_range, effective = event.true_range, event.effective_range
    return f"{true_range}" if effective == true_range else f"{true_range} (effective {effective})"


def _jammed(table: PhaserTable, event: PhaserShotResolved) -> str:
    """Return the EW shift, and the die and the column that it makes of those that were rolled."""
    die, column = jammed(table, event.kept, event.column, event.shift)
    told = f"EW shift {event.shift}"
    if not event.shift:
        return told
    return f"{told} makes die {die}, column {column_title(table, column)}"


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
        range=_range(event),
        bracket=bracket_title(brackets, event.hit_bracket),
        dice=" + ".join(map(str, event.dice)),
        shift=event.shift,
        total=sum(event.dice) + event.shift,
        number=event.hit_number,
    )
    yield from _natural(event)
    if event.atmosphere_loss and event.hit:
        template = "The atmosphere takes {points} of its damage."
        yield say(
            template,
            rules.DW_12_561_ATMOSPHERE,
            points=number_of(event.atmosphere_loss, "point", "points"),
        )
    if event.hit:
        yield say(
            "True range {range}, {secondaries} secondaries: damage bracket {bracket}, factor "
            "{factor}: {parts}; total {damage} on shield {shield} of {target}."
            if shot.mode == "salvo"
            else "True range {range}: damage bracket {bracket}, factor {factor}: {parts}; "
            "total {damage} on shield {shield} of {target}.",
            rules.DW_12_43_SALVO_DAMAGE if shot.mode == "salvo" else rules.DW_12_41_DAMAGE,
            range=event.true_range,
            secondaries=len(shot.barrels) - 1,
            bracket=bracket_title(brackets, event.damage_bracket),
            factor=event.factor,
            parts=_parts(event),
            damage=event.damage,
            shield=event.shield,
            target=thing_title(state, shot.target),
        )


def _natural(event: DetonatorShotResolved) -> Iterator[Sentence]:
    """Say what ECM no sensors made."""
    if event.natural:
        parts = listed([f"{what} {points}" for what, points in event.natural.items()])
        template = "ECM {ecm} against ECCM {eccm}: in it {parts}."
        yield say(template, rules.DW_12_560_TERRAIN, ecm=event.ecm, eccm=event.eccm, parts=parts)


def _parts(event: DetonatorShotResolved) -> str:
    """Return the sum of each barrel; what is not above nothing counts as nothing (DW-12.42)."""
    pairs = zip(event.shot.barrels, event.parts, strict=True)
    return ", ".join(_part(barrel, event.factor, part) for barrel, part in pairs)


def _part(barrel: Barrel, factor: int, part: int) -> str:
    sign = "+" if factor >= 0 else "-"
    result = f" = {part}" if part else ": nothing"
    return f"({barrel.magnifier_energy} {sign} {abs(factor)}) x {barrel.energy}{result}"
