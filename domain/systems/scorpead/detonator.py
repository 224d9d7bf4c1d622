"""The hyperspace detonator (DW-12): bursts and salvos, and what they do."""

from collections.abc import Sequence

from domain.hexes import distance
from domain.refusals import Refused, Rule, known
from domain.systems.scorpead import electronic_warfare as ew
from domain.systems.scorpead import magnifier, rules, targets, terrain
from domain.systems.scorpead.arcs import bears, mauler_bears
from domain.systems.scorpead.book import Book
from domain.systems.scorpead.commands import FireBurst, FireSalvo
from domain.systems.scorpead.fire_events import (
    Barrel,
    DetonatorShot,
    DetonatorShotResolved,
)
from domain.systems.scorpead.ships import DetonatorSheet
from domain.systems.scorpead.state import Ship, State, again_at, impulse_of, turn_of
from domain.systems.scorpead.targets import Target


def burst(state: State, ship: Ship, order: FireBurst) -> DetonatorShot:
    """Return the shot of one chamber (DW-12.311), or refuse."""
    if order.chamber not in ship.chambers:
        raise Refused("unknown_chamber", rules.DW_12_11_BOXES, chamber=order.chamber)
    sheet = ship.plan.detonator_of[order.chamber]
    _check_kind(narrow_salvo=order.narrow_salvo, non_violent=order.non_violent)
    check_ready(state, ship, sheet, "burst")
    check_chamber(state, ship, order.chamber, rules.DW_12_3111_ARMED)
    target = targets.named(state, order.target)
    check_range(state, ship, target)
    check_burst_arc(ship, sheet, target)
    barrel = _barrel(state, ship, order.chamber, order.magnifier)
    return DetonatorShot(target=order.target, detonator=sheet.id, mode="burst", barrels=(barrel,))


def salvo(state: State, ship: Ship, order: FireSalvo) -> DetonatorShot:
    """Return the shot of all chambers at once (DW-12.312), or refuse."""
    sheet = next((one for one in ship.plan.detonators if one.id == order.detonator), None)
    if sheet is None:
        raise Refused("unknown_detonator", rules.DW_12_11_BOXES, detonator=order.detonator)
    _check_kind(narrow_salvo=order.narrow_salvo, non_violent=order.non_violent)
    check_ready(state, ship, sheet, "salvo")
    secondaries = [name for name, fires in order.secondaries.items() if fires]
    named = dict.fromkeys((order.primary, *(name for name in secondaries if name != order.primary)))
    for chamber in (*named, *order.ties):
        if chamber not in sheet.chambers:
            raise Refused("unknown_chamber", rules.DW_12_11_BOXES, chamber=chamber)
    for chamber in named:
        check_chamber(state, ship, chamber, rules.DW_12_3123_ARMED_TAKE_PART)
    target = targets.named(state, order.target)
    check_range(state, ship, target)
    check_salvo_arc(state.book, ship, sheet, target)
    ties = _ties(order, tuple(named))
    idle = (name for name in sheet.chambers if name not in named and ship.has(name))
    return DetonatorShot(
        target=order.target,
        detonator=sheet.id,
        mode="salvo",
        barrels=tuple(_barrel(state, ship, name, ties.get(name)) for name in named),
        idle=tuple(idle),
    )


# --- what is refused ------------------------------------------------------------------------


def check_ready(state: State, ship: Ship, sheet: DetonatorSheet, mode: str) -> None:
    """Refuse a detonator that is destroyed, fires now, is in the other mode, or recovers.

    A salvo fires every chamber, so it waits for the clock of each (ruling aa).
    """
    fired = ship.detonators[sheet.id]
    if ship.manoeuvres.on:
        raise Refused("erratic_manoeuvres", rules.DW_12_511_MANOEUVRES, ship=ship.id)
    if not any(ship.has(chamber) for chamber in sheet.chambers):
        raise Refused("detonator_destroyed", rules.DW_12_132_PARTIAL, detonator=sheet.id)
    if fired.fired == state.now:
        raise Refused("one_shot_per_impulse", rules.DW_12_3114_ONE_AN_IMPULSE, detonator=sheet.id)
    if turn_of(fired.fired) == state.turn and "salvo" in (mode, fired.mode):
        raise Refused(
            "detonator_mode_locked", rules.DW_12_31_MODES, detonator=sheet.id, mode=str(fired.mode)
        )
    if state.turn <= fired.recovery_through:
        raise Refused(
            "detonator_recovering", rules.DW_12_382_RECOVERY, turn=fired.recovery_through + 1
        )
    if mode == "salvo":
        for chamber in sheet.chambers:
            if ship.has(chamber):
                check_clock(state, ship, chamber)


def check_chamber(state: State, ship: Ship, chamber: str, rule: Rule) -> None:
    """Refuse a chamber that is gone, fired too recently, or is not armed."""
    if not ship.has(chamber):
        raise Refused("box_destroyed", rules.DW_12_135_ENERGY_LOST, box=chamber)
    check_clock(state, ship, chamber)
    if not known(ship.chambers[chamber].energy, "what the chamber holds"):
        raise Refused("chamber_unarmed", rule, chamber=chamber)


def check_clock(state: State, ship: Ship, chamber: str) -> None:
    """Refuse a chamber that fired in this turn or in the last 8 impulses (DW-12.38)."""
    again = again_at(ship.chambers[chamber].fired)
    if state.now < again:
        raise Refused(
            "chamber_fired_recently",
            rules.DW_12_38_RATE,
            chamber=chamber,
            turn=turn_of(again),
            impulse=impulse_of(again),
        )


def check_range(state: State, ship: Ship, target: Target) -> None:
    """Refuse true range 0, one beyond the maximum or off the chart, and what terrain forbids."""
    terrain.check_line(state, ship, target)
    chart, true_range = state.book.detonator, distance(ship.at, target.at)
    if true_range < chart.min_true_range:
        raise Refused("minimum_range", rules.DW_12_341_MINIMUM, range_hexes=true_range)
    at_most = chart.max_true_range
    if true_range > at_most:
        rule = rules.DW_12_34_RANGE
        raise Refused("out_of_range", rule, range_hexes=true_range, at_most=at_most)
    if chart.bracket_at(ew.effective_range(ship, target)) is None:
        facts = ew.range_facts(ship, target)
        raise Refused("out_of_effective_range", rules.DW_12_34_RANGE, at_most=at_most, **facts)


def check_burst_arc(ship: Ship, sheet: DetonatorSheet, target: Target) -> None:
    """Refuse a target out of the arc on the sheet."""
    if not bears(sheet.arcs, ship.facing, target.at.minus(ship.at)):
        raise Refused("out_of_arc", rules.DW_12_3115_BURST_ARC, weapon=sheet.id, target=target.id)


def check_salvo_arc(book: Book, ship: Ship, sheet: DetonatorSheet, target: Target) -> None:
    """Refuse a target out of the mauler arc."""
    if not mauler_bears(book.detonator.mauler, ship.facing, target.at.minus(ship.at)):
        raise Refused("out_of_arc", rules.DW_12_3125_SALVO_ARC, weapon=sheet.id, target=target.id)


def _check_kind(*, narrow_salvo: bool, non_violent: bool) -> None:
    if narrow_salvo:
        raise Refused("narrow_salvo", rules.DW_12_36_NARROW_SALVO)
    if non_violent:
        raise Refused("non_violent", rules.DW_12_521_NON_VIOLENT)


def _ties(order: FireSalvo, chambers: tuple[str, ...]) -> dict[str, str]:
    ties = {chamber: name for chamber, name in order.ties.items() if name is not None}
    for chamber in ties:
        if chamber not in chambers:
            raise Refused("not_in_salvo", rules.DW_12_3912_ONE_EACH, chamber=chamber)
    if len(set(ties.values())) < len(ties):
        raise Refused("magnifier_shared", rules.DW_12_3912_ONE_EACH)
    return ties


def _barrel(state: State, ship: Ship, chamber: str, tied: str | None) -> Barrel:
    energy = known(ship.chambers[chamber].energy, "what the chamber holds")
    if tied is None:
        return Barrel(chamber=chamber, energy=energy)
    magnifier.check_use(state, ship, tied, "hsd")
    return Barrel(
        chamber=chamber,
        energy=energy,
        magnifier=tied,
        magnifier_energy=known(ship.magnifiers[tied].energy, "what the magnifier holds"),
    )


# --- what it does ---------------------------------------------------------------------------


def damage_bracket(book: Book, true_range: int, secondaries: int) -> int:
    """Return the bracket for damage: that of the true range, one nearer for each secondary."""
    bracket = book.detonator.bracket_at(true_range)
    assert bracket is not None, "a shot off the chart was refused"
    return max(0, bracket - secondaries)


def barrel_damage(barrel: Barrel, factor: int) -> int:
    """Return (magnifier energy + factor) times chamber energy, at least nothing (DW-12.41)."""
    return max(0, (barrel.magnifier_energy + factor) * barrel.energy)


def resolved(
    state: State, ship: Ship, shot: DetonatorShot, shield: int, dice: Sequence[int]
) -> DetonatorShotResolved:
    """Return what a burst or a salvo did: one roll to hit, then the sum of its barrels."""
    book, target = state.book, targets.named(state, shot.target)
    true_range, range_hexes = distance(ship.at, target.at), ew.effective_range(ship, target)
    hit_bracket = book.detonator.bracket_at(range_hexes)
    assert hit_bracket is not None, "a shot off the chart was refused"
    near = damage_bracket(book, true_range, len(shot.barrels) - 1)
    factor = book.detonator.factor[near]
    parts = tuple(barrel_damage(barrel, factor) for barrel in shot.barrels)
    natural = ew.natural_ecm(state, ship, target, heavy=True)
    ecm = ew.own_ecm(target) + sum(natural.values())
    shift = ew.shift(ecm, ship.eccm)
    loss = min(sum(parts), terrain.atmosphere_hexes(state, ship, target))
    hit = sum(dice) + shift <= book.detonator.hit[hit_bracket]
    return DetonatorShotResolved(
        ship=ship.id,
        shot=shot,
        shield=shield,
        true_range=true_range,
        effective_range=range_hexes,
        hit_bracket=hit_bracket,
        hit_number=book.detonator.hit[hit_bracket],
        ecm=ecm,
        eccm=ship.eccm,
        shift=shift,
        dice=tuple(dice),
        hit=hit,
        damage_bracket=near,
        factor=factor,
        parts=parts,
        damage=sum(parts) - loss if hit else 0,
        natural=natural,
        atmosphere_loss=loss,
    )
