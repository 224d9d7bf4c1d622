"""The turn and its impulses in sentences: energy, speeds, sensors, moves, what is kept."""

from collections.abc import Iterator

import msgspec
from msgspec import UnsetType

from domain.scene import Sentence
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import EnergyForm, ReserveForm
from domain.systems.scorpead.events import (
    BatteriesRecharged,
    ChamberDischarged,
    EnergyAllocated,
    EwAnnounced,
    ImpulseBegan,
    LockOnDetermined,
    MagnifierDischarged,
    ShipMoved,
    SpeedsAnnounced,
)
from domain.systems.scorpead.fire_events import FireStepOpened
from domain.systems.scorpead.state import State
from domain.systems.scorpead.words import (
    FACINGS,
    box_title,
    counted,
    hex_title,
    listed,
    points,
    say,
    ship_title,
)


def turn_begun(
    state: State, event: EnergyAllocated | SpeedsAnnounced | EwAnnounced | LockOnDetermined
) -> Iterator[Sentence]:
    """Say what begins a turn: energy, speeds, electronic warfare, lock-on."""
    match event:
        case EnergyAllocated(ship=ship, form=form, battery_halves=battery):
            title = ship_title(state, ship)
            if isinstance(form, UnsetType) or isinstance(battery, UnsetType):
                yield say("{ship} has allocated its energy.", rules.C2_BALANCE, ship=title)
            else:
                yield say(
                    "{ship} has allocated its energy: {lines}; from the batteries: {battery}.",
                    rules.C2_BALANCE,
                    ship=title,
                    lines=lines(form),
                    battery=points(battery),
                )
        case SpeedsAnnounced(speeds=speeds):
            for ship, speed in speeds.items():
                title = ship_title(state, ship)
                yield say(
                    "{ship} flies at speed {speed}.", rules.C1_MOVEMENT, ship=title, speed=speed
                )
        case EwAnnounced():
            yield from _ew_announced(state, event)
        case LockOnDetermined():
            yield _lock_on(state, event)


def _ew_announced(state: State, event: EwAnnounced) -> Iterator[Sentence]:
    title = ship_title(state, event.ship)
    yield say(
        "{ship}: ECM {ecm}, ECCM {eccm}.", rules.D6_3_EW, ship=title, ecm=event.ecm, eccm=event.eccm
    )
    if not event.fire_control:
        yield say("{ship} has no fire control: it cannot fire.", rules.B3_FIXED_COSTS, ship=title)
    if not event.shields:
        yield say("The shields of {ship} have no power.", rules.B3_FIXED_COSTS, ship=title)


def _lock_on(state: State, event: LockOnDetermined) -> Sentence:
    if event.die is None:
        template = "{ship} has lock-on with sensor rating {rating}."
    elif event.achieved:
        template = "{ship} rolls {die} against sensor rating {rating}: lock-on."
    else:
        template = "{ship} rolls {die} against sensor rating {rating}: no lock-on, double ranges."
    values = {"rating": event.rating, "die": event.die or 0}
    return say(template, rules.D6_1_LOCK_ON, ship=ship_title(state, event.ship), **values)


MOVES = {
    "straight": "{ship} goes straight ahead to {at}.",
    "turn_left": "{ship} turns left to face {facing} and goes to {at}.",
    "turn_right": "{ship} turns right to face {facing} and goes to {at}.",
    "slip_left": "{ship} sideslips left to {at}.",
    "slip_right": "{ship} sideslips right to {at}.",
}


def impulse(state: State, event: ImpulseBegan | ShipMoved | FireStepOpened) -> Iterator[Sentence]:
    """Say what happens in an impulse before all fire."""
    match event:
        case ImpulseBegan(impulse=impulse, movers=movers):
            groups = [" with ".join(ship_title(state, ship) for ship in group) for group in movers]
            yield say(
                "Turn {turn}, impulse {impulse}: {movers} to move.",
                rules.C1_MOVEMENT,
                turn=state.turn,
                impulse=impulse,
                movers=", then ".join(groups) or "nobody",
            )
        case ShipMoved(ship=ship, move=move, at=at, facing=facing):
            yield say(
                MOVES[move],
                rules.C1_MOVEMENT,
                ship=ship_title(state, ship),
                at=hex_title(at),
                facing=FACINGS[facing],
            )
        case FireStepOpened():
            yield say("All fire is decided in secret.", rules.B2_FIRE_DECISION)


def kept(
    state: State, event: MagnifierDischarged | ChamberDischarged | BatteriesRecharged
) -> Iterator[Sentence]:
    """Say what record keeping discharges and recharges; nothing of what was known to be empty."""
    ship, title = state.ships[event.ship], ship_title(state, event.ship)
    template = "{ship} discharges {energy} of {store}."
    match event:
        case MagnifierDischarged(magnifier=name, energy=energy):
            if energy or ship.magnifiers[name].energy != 0:
                store, rule = box_title(name), rules.ER_12_22_DISCHARGE
                yield say(template, rule, ship=title, store=store, energy=counted(2 * energy))
        case ChamberDischarged(chamber=name, energy=energy):
            if energy or ship.chambers[name].energy != 0:
                store, rule = box_title(name), rules.DW_12_2_NO_HOLDING
                yield say(template, rule, ship=title, store=store, energy=counted(2 * energy))
        case BatteriesRecharged(halves=halves):
            if isinstance(halves, UnsetType):
                yield say("{ship} recharges its batteries.", rules.H5_BATTERIES, ship=title)
            elif halves:
                template = "{ship} recharges its batteries by {points}."
                yield say(template, rules.H5_BATTERIES, ship=title, points=counted(halves))


def lines(form: EnergyForm | ReserveForm) -> str:
    """Return the lines of a form that are not empty, as a list."""
    found: list[str] = []
    fields: dict[str, int | dict[str, int]] = msgspec.to_builtins(form)
    for name, value in fields.items():
        parts = value if isinstance(value, dict) else {name: value}
        for part, amount in parts.items():
            if amount:
                shown = points(amount) if name.endswith("halves") else box_title(str(amount))
                found.append(box_title(part) if amount is True else f"{box_title(part)} {shown}")
    return listed(found)
