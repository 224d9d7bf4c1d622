"""What manoeuvres, shields, raids and repair do to ships, as their events say."""

from msgspec import UnsetType
from msgspec.structs import replace

from domain.systems.scorpead import changes
from domain.systems.scorpead.activity_events import (
    ActivityResolved,
    BoxRaided,
    DamageControlMarked,
    GuardsAssigned,
    ManoeuvreAnnounced,
    ManoeuvresChanged,
    RaidDeclared,
    RaidResolved,
    RepairProgressed,
    ShieldRepaired,
    ShieldSet,
    SystemRepaired,
)
from domain.systems.scorpead.state import Ship, State

ActivityChange = (
    GuardsAssigned | ManoeuvreAnnounced | ManoeuvresChanged | ShieldSet | RaidDeclared
    | RaidResolved | ActivityResolved | BoxRaided | ShieldRepaired | RepairProgressed
    | DamageControlMarked | SystemRepaired
)  # fmt: skip


def evolved(state: State, event: ActivityChange) -> State:
    """Return the state after *event*."""
    match event:
        case ActivityResolved():
            return replace(state, raids=())
        case RaidDeclared():
            ship = _beamed(state.ships[event.ship], event.transporter)
            target = _raided(state, state.ships[event.target], event, ship)
            return replace(state.with_ships([ship, target]), raids=(*state.raids, event))
        case RaidResolved(ship=ship, party_lost=lost):
            crew = state.ships[ship].crew
            fewer = replace(crew, parties=crew.parties - lost)
            return state.with_ships([replace(state.ships[ship], crew=fewer)])
        case (
            GuardsAssigned()
            | ManoeuvreAnnounced()
            | ManoeuvresChanged()
            | ShieldSet()
            | BoxRaided()
            | ShieldRepaired()
            | RepairProgressed()
            | DamageControlMarked()
        ):
            return state.with_ships([_changed(state, state.ships[event.ship], event)])
        case SystemRepaired(ship=ship, by=by):
            after = replace(state, rulings=state.rulings + (by == "campaign"))
            return after.with_ships([_changed(state, state.ships[ship], event)])


def _changed(
    state: State,
    ship: Ship,
    event: GuardsAssigned
    | ManoeuvreAnnounced
    | ManoeuvresChanged
    | ShieldSet
    | BoxRaided
    | ShieldRepaired
    | RepairProgressed
    | DamageControlMarked
    | SystemRepaired,
) -> Ship:
    match event:
        case GuardsAssigned(guards=guards):
            known = None if isinstance(guards, UnsetType) else guards
            return replace(ship, crew=replace(ship.crew, guards=known))
        case ManoeuvreAnnounced(change=change):
            return replace(ship, manoeuvres=replace(ship.manoeuvres, announced=change))
        case ManoeuvresChanged(on=on):
            return _manoeuvring(state, ship, on=on)
        case ShieldSet(shield=shield, up=up):
            dropped = ship.dropped - {shield} if up else ship.dropped | {shield}
            moments = {**ship.shield_set, f"shield_{shield}": state.now}
            return replace(ship, dropped=dropped, shield_set=moments)
        case BoxRaided(box=box):
            return changes.without_box(ship, box, state.turn)
        case DamageControlMarked(box=box):
            ship = replace(ship, repair=replace(ship.repair, marked=ship.repair.marked + 1))
            return changes.without_box(ship, box, state.turn)
        case ShieldRepaired(shield=shield, boxes=boxes):
            shields = list(ship.shields)
            shields[shield - 1] += boxes
            return replace(ship, shields=tuple(shields))
        case RepairProgressed(box=box, total=total):
            progress = {**ship.repair.progress, box: total}
            return replace(ship, repair=replace(ship.repair, progress=progress))
        case SystemRepaired():
            return _repaired(ship, event)


def _manoeuvring(state: State, ship: Ship, *, on: bool) -> Ship:
    moment = {"started_in": state.turn} if on else {"stopped_in": state.turn}
    return replace(ship, manoeuvres=replace(ship.manoeuvres, on=on, announced=None, **moment))


def _beamed(ship: Ship, transporter: str) -> Ship:
    crew = ship.crew
    beams = None if crew.beams is None else max(0, crew.beams - 1)
    used = replace(crew, beams=beams, beamed=crew.beamed | {transporter}, raids=crew.raids + 1)
    return replace(ship, crew=used)


def _raided(state: State, target: Ship, event: RaidDeclared, raider: Ship) -> Ship:
    moments = {**target.crew.raided, f"{raider.seat} {event.box}": state.now}
    return replace(target, crew=replace(target.crew, raided=moments))


def _repaired(ship: Ship, event: SystemRepaired) -> Ship:
    box, repair = event.box, ship.repair
    done = replace(
        repair,
        progress={name: points for name, points in repair.progress.items() if name != box},
        lost_in={name: turn for name, turn in repair.lost_in.items() if name != box},
        cdr_boxes=repair.cdr_boxes + (event.by == "cdr"),
        repaired=repair.repaired + 1,
    )
    return replace(ship, destroyed=ship.destroyed - {box}, repair=done)
