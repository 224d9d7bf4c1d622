"""The phaser magnifier (ER-12): its clocks, and its two modes with phasers."""

from collections.abc import Iterator

from domain.refusals import Refused, Rule, known
from domain.systems.scorpead import phasers, rules, targets
from domain.systems.scorpead.commands import FireModeOne, FireModeTwo
from domain.systems.scorpead.fire_events import PhaserShot
from domain.systems.scorpead.shipboard import Use
from domain.systems.scorpead.state import Ship, State, again_at, impulse_of, turn_of

CLOCKS: dict[tuple[Use, Use], Rule] = {
    ("mode_one", "hsd"): rules.ER_12_321_AFTER_DETONATOR,
    ("mode_two", "hsd"): rules.ER_12_321_AFTER_DETONATOR,
    ("hsd", "mode_one"): rules.ER_12_322_BEFORE_DETONATOR,
    ("hsd", "mode_two"): rules.ER_12_322_BEFORE_DETONATOR,
    ("mode_one", "mode_two"): rules.ER_12_323_AFTER_LINKING,
    ("mode_two", "mode_one"): rules.ER_12_324_AFTER_MAGNIFYING,
}
"""For a new use and an earlier one of another kind, the rule that keeps them apart."""


def free_at(ship: Ship, magnifier: str, use: Use) -> int:
    """Return from which absolute impulse on a magnifier may be put to *use*."""
    last = ship.magnifiers[magnifier].last_use
    return max((again_at(moment) for other, moment in last.items() if other != use), default=0)


def check_use(state: State, ship: Ship, magnifier: str, use: Use) -> None:
    """Refuse a magnifier that is gone, or was put to another use too recently (ER-12.32)."""
    if magnifier not in ship.magnifiers:
        raise Refused("unknown_magnifier", rules.ER_12_11_BOXES, magnifier=magnifier)
    if not ship.has(magnifier):
        raise Refused("box_destroyed", rules.ER_12_12_DESTRUCTION, box=magnifier)
    for other, moment in ship.magnifiers[magnifier].last_use.items():
        if other != use and state.now < again_at(moment):
            again = free_at(ship, magnifier, use)
            raise Refused(
                "magnifier_used_recently",
                CLOCKS[use, other],
                magnifier=magnifier,
                use=USES[use],
                turn=turn_of(again),
                impulse=impulse_of(again),
            )


USES: dict[Use, str] = {
    "mode_one": "mode one",
    "mode_two": "mode two",
    "hsd": "use with a hyperspace detonator",
}


def mode_one(state: State, ship: Ship, order: FireModeOne) -> Iterator[PhaserShot]:
    """Yield the shots of a bank of which some phasers are magnified (ER-12.42), or refuse."""
    name = order.magnifier
    check_use(state, ship, name, "mode_one")
    aimed = {phaser: aim for phaser, aim in order.shots.items() if aim is not None}
    _check_attached(ship, name, *aimed)
    if any(aim.energy > 1 for aim in aimed.values()):
        raise Refused("one_unit_per_phaser", rules.ER_12_421_ONE_UNIT, magnifier=name)
    units = sum(aim.energy for aim in aimed.values())
    held = known(ship.magnifiers[name].energy, "what the magnifier holds")
    if not units:
        raise Refused("nothing_magnified", rules.ER_12_421_ONE_UNIT, magnifier=name)
    if units > held:
        raise Refused(
            "magnifier_energy_short",
            rules.ER_12_421_ONE_UNIT,
            magnifier=name,
            units=units,
            held=held,
        )
    for phaser, aim in aimed.items():
        yield PhaserShot(
            target=aim.target,
            phasers=(phaser,),
            mode="one" if aim.energy else "plain",
            magnifier=name if aim.energy else None,
            magnified=bool(aim.energy),
        )


def mode_two(state: State, ship: Ship, order: FireModeTwo) -> PhaserShot:
    """Return the one shot of a linked bank (ER-12.43), or refuse."""
    check_use(state, ship, order.magnifier, "mode_two")
    if order.energy:
        raise Refused("no_energy_in_mode_two", rules.ER_12_413_NO_ENERGY, magnifier=order.magnifier)
    _check_attached(ship, order.magnifier, order.effective)
    bank = check_bank(state, ship, order.magnifier)
    if order.effective not in bank:
        raise Refused("box_destroyed", rules.D4_21_ALLOCATION, box=order.effective)
    others = tuple(phaser for phaser in bank if phaser != order.effective)
    return PhaserShot(
        target=order.target,
        phasers=(order.effective, *others),
        mode="two",
        magnifier=order.magnifier,
    )


def check_bank(state: State, ship: Ship, magnifier: str) -> tuple[str, ...]:
    """Return the phasers that mode two links: all that are left, at least two, all ready."""
    bank = ship.bank_left(magnifier)
    if len(bank) < 2:
        raise Refused(
            "bank_too_small",
            rules.ER_12_431_WHOLE_BANK,
            magnifier=magnifier,
            undestroyed=len(bank),
        )
    last = max(bank, key=lambda phaser: ship.phaser_fired.get(phaser, 0))
    again = again_at(ship.phaser_fired.get(last, 0))
    if state.now < again:
        raise Refused(
            "bank_incomplete",
            rules.ER_12_431_WHOLE_BANK,
            magnifier=magnifier,
            phaser=last,
            turn=turn_of(again),
            impulse=impulse_of(again),
        )
    return bank


def check_phasers(state: State, ship: Ship, shot: PhaserShot) -> None:
    """Refuse a shot one of whose phasers is not ready, does not bear, or has no energy."""
    target = targets.named(state, shot.target)
    for phaser in shot.phasers:
        phasers.check_ready(state, ship, phaser)
        phasers.check_bearing(state.book, ship, phaser, target)
    cost = sum(phasers.table_of(state.book, ship, one).energy_halves for one in shot.phasers)
    held = known(ship.capacitor_halves, "what the capacitor holds")
    if cost > held:
        raise Refused(
            "capacitor_short", rules.H6_CAPACITOR, cost_halves=cost, capacitor_halves=held
        )


def _check_attached(ship: Ship, magnifier: str, *names: str) -> None:
    for phaser in names:
        if phaser not in ship.plan.bank[magnifier]:
            raise Refused("not_attached", rules.ER_12_13_BANK, magnifier=magnifier, phaser=phaser)
