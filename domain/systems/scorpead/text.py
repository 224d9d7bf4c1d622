"""One sentence or more for each event, with the numbers that led to it."""

from collections.abc import Iterator

import msgspec
from msgspec import UnsetType

from domain.refusals import Rule
from domain.scene import Sentence
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import EnergyForm, ReserveForm
from domain.systems.scorpead.events import (
    BatteriesRecharged,
    BattleBegan,
    BattleEnded,
    BattleEvent,
    BoxDestroyed,
    ChamberDischarged,
    DetonatorDisabled,
    DetonatorShotResolved,
    EnergyAllocated,
    EwAnnounced,
    FireDecided,
    FireDeclared,
    FireResolved,
    FireStepOpened,
    ImpulseBegan,
    InternalsRolled,
    LockOnDetermined,
    MagnifierDischarged,
    PhaserShotResolved,
    ReservePowerUsed,
    ShieldDamaged,
    ShipDestroyed,
    ShipMoved,
    SpeedsAnnounced,
    StoredEnergyLost,
    StruckShieldChosen,
    TurnEnded,
)
from domain.systems.scorpead.fire_text import declared, detonator_resolved, phaser_resolved
from domain.systems.scorpead.state import Ship, State
from domain.systems.scorpead.words import (
    FACINGS,
    box_title,
    hex_title,
    listed,
    points,
    say,
    ship_title,
)


def sentences(state: State, event: BattleEvent) -> Iterator[Sentence]:
    """Say *event*, which is about to be folded into *state*; from what both know."""
    match event:
        case BattleBegan() | TurnEnded() | BattleEnded():
            yield from _battle(state, event)
        case EnergyAllocated() | SpeedsAnnounced() | EwAnnounced() | LockOnDetermined():
            yield from _turn(state, event)
        case ImpulseBegan() | ShipMoved() | FireStepOpened():
            yield from _impulse(state, event)
        case ReservePowerUsed() | FireDecided() | FireResolved() | StruckShieldChosen():
            yield from _fire_step(state, event)
        case FireDeclared():
            yield declared(state, event)
        case PhaserShotResolved():
            yield phaser_resolved(state, event)
        case DetonatorShotResolved():
            yield from detonator_resolved(state, event)
        case ShieldDamaged() | InternalsRolled() | ShipDestroyed():
            yield _struck(state, event)
        case BoxDestroyed() | StoredEnergyLost() | DetonatorDisabled():
            yield _lost(state, event)
        case MagnifierDischarged() | ChamberDischarged() | BatteriesRecharged():
            yield _kept(state, event)


def _battle(state: State, event: BattleBegan | TurnEnded | BattleEnded) -> Iterator[Sentence]:
    match event:
        case BattleBegan(ships=ships, turn_limit=limit):
            yield say("The battle begins, for {limit} turns.", rules.V_VICTORY, limit=limit)
            for ship in ships:
                yield say(
                    "{ship} of seat {seat} is at {at}, facing {facing}, at speed {speed}.",
                    rules.C1_MOVEMENT,
                    ship=state.book.classes[ship.ship_class].title,
                    seat=ship.seat,
                    at=hex_title(ship.at),
                    facing=FACINGS[ship.facing],
                    speed=ship.speed,
                )
        case TurnEnded(turn=turn):
            yield say("Turn {turn} is over.", rules.B2_SEQUENCE, turn=turn)
        case BattleEnded():
            yield ended(event)


def ended(event: BattleEnded) -> Sentence:
    """Say how the battle ended: the result's reason."""
    scored = listed([f"seat {seat} {boxes}" for seat, boxes in event.scored])
    winners = listed([f"seat {seat}" for seat in event.winners], "nobody")
    template = {
        "destruction": "The battle is over, an enemy is destroyed: {winners} won.",
        "broken_off": "The fleets are out of reach: {winners} won. Boxes destroyed: {scored}.",
        "turn_limit": "The last turn is over: {winners} won. Boxes destroyed: {scored}.",
    }[event.reason]
    return say(template, rules.V_VICTORY, winners=winners, scored=scored)


# --- the turn and its impulses --------------------------------------------------------------


def _turn(
    state: State, event: EnergyAllocated | SpeedsAnnounced | EwAnnounced | LockOnDetermined
) -> Iterator[Sentence]:
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


def _impulse(state: State, event: ImpulseBegan | ShipMoved | FireStepOpened) -> Iterator[Sentence]:
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


# --- fire and damage ------------------------------------------------------------------------


def _fire_step(
    state: State, event: ReservePowerUsed | FireDecided | FireResolved | StruckShieldChosen
) -> Iterator[Sentence]:
    match event:
        case ReservePowerUsed(ship=ship, reserve=reserve, battery_halves=halves):
            yield say(
                "{ship} uses {points} points of reserve power: {lines}.",
                rules.H7_RESERVE,
                ship=ship_title(state, ship),
                points=points(halves),
                lines=lines(reserve),
            )
        case FireDecided():
            template = "All fire is announced." if state.shots else "Nobody fires."
            yield say(template, rules.B2_FIRE_DECISION)
        case FireResolved():
            if state.shots:
                yield say("All fire is resolved.", rules.B2_FIRE_DECISION)
        case StruckShieldChosen(ship=ship, firer=firer, shield=shield):
            yield say(
                "{ship} takes the fire of {firer} on shield {shield}.",
                rules.D3_4_STRUCK_SHIELD,
                ship=ship_title(state, ship),
                firer=ship_title(state, firer),
                shield=shield,
            )


def _struck(state: State, event: ShieldDamaged | InternalsRolled | ShipDestroyed) -> Sentence:
    title = ship_title(state, event.ship)
    match event:
        case ShieldDamaged():
            return say(
                "{damage} points strike shield {shield} of {ship}: general reinforcement takes "
                "{general}, specific {specific}, the shield {boxes}; {internal} come through.",
                rules.D3_3_REINFORCEMENT,
                ship=title,
                damage=event.damage,
                shield=event.shield,
                general=event.general,
                specific=event.specific,
                boxes=event.boxes,
                internal=event.internal,
            )
        case InternalsRolled(shield=shield, points=sums):
            return say(
                "{ship} takes {count} points of internal damage through shield {shield}: "
                "rolls {rolls}.",
                rules.D4_21_ALLOCATION,
                ship=title,
                count=len(sums),
                shield=shield,
                rolls=", ".join(map(str, sums)),
            )
        case ShipDestroyed():
            return say("{ship} is destroyed.", rules.D4_40_EXCESS, ship=title)


def _lost(state: State, event: BoxDestroyed | StoredEnergyLost | DetonatorDisabled) -> Sentence:
    title = ship_title(state, event.ship)
    match event:
        case BoxDestroyed(box=box, total=total, column=column, hit=hit):
            return say(
                "{ship}: roll {total}, column {column}, {hit}: {box} is destroyed.",
                rules.D4_21_ALLOCATION,
                ship=title,
                total=total,
                column=column + 1,
                hit=box_title(hit),
                box=box_title(box),
            )
        case StoredEnergyLost(store=store, lost_halves=lost):
            rule = _rule_of_store(state.ships[event.ship], store)
            if isinstance(lost, UnsetType):
                template = "{ship}: what {store} held beyond its new capacity is lost."
                return say(template, rule, ship=title, store=box_title(store))
            template = "{ship} loses {points} points stored in {store}."
            return say(template, rule, ship=title, points=points(lost), store=box_title(store))
        case DetonatorDisabled(detonator=detonator):
            return say(
                "{ship}: the last chamber of {detonator} is gone.",
                rules.DW_12_132_PARTIAL,
                ship=title,
                detonator=box_title(detonator),
            )


def _rule_of_store(ship: Ship, store: str) -> Rule:
    if store in ship.magnifiers:
        return rules.ER_12_211_LOST_PHASER
    if store in ship.chambers:
        return rules.DW_12_135_ENERGY_LOST
    return rules.H6_CAPACITOR if store == "capacitor" else rules.H5_BATTERIES


def _kept(
    state: State, event: MagnifierDischarged | ChamberDischarged | BatteriesRecharged
) -> Sentence:
    title, template = ship_title(state, event.ship), "{ship} discharges {energy} points of {store}."
    match event:
        case MagnifierDischarged(magnifier=name, energy=energy):
            store, rule = box_title(name), rules.ER_12_22_DISCHARGE
            return say(template, rule, ship=title, store=store, energy=energy)
        case ChamberDischarged(chamber=name, energy=energy):
            store, rule = box_title(name), rules.DW_12_2_NO_HOLDING
            return say(template, rule, ship=title, store=store, energy=energy)
        case BatteriesRecharged(halves=halves):
            if isinstance(halves, UnsetType):
                return say("{ship} recharges its batteries.", rules.H5_BATTERIES, ship=title)
            template = "{ship} recharges its batteries by {points} points."
            return say(template, rules.H5_BATTERIES, ship=title, points=points(halves))


def lines(form: EnergyForm | ReserveForm) -> str:
    """Return the lines of a form that are not empty, as a list."""
    found: list[str] = []
    fields: dict[str, int | dict[str, int]] = msgspec.to_builtins(form)
    for name, value in fields.items():
        parts = value if isinstance(value, dict) else {name: value}
        for part, amount in parts.items():
            if amount:
                shown = points(amount) if name.endswith("halves") else str(amount)
                found.append(box_title(part) if amount is True else f"{box_title(part)} {shown}")
    return listed(found)
