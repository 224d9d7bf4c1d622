"""What flies, strikes and lies on the map, in sentences."""

from collections.abc import Iterator

from domain.names import ShipId
from domain.scene import Sentence
from domain.systems.scorpead import rules, targets
from domain.systems.scorpead.forms import (
    PlaceFeature,
    PlaceUnit,
    Remove,
    RepairBox,
    SetStasis,
    Setting,
)
from domain.systems.scorpead.map_changes import MapChange
from domain.systems.scorpead.map_events import (
    DamageNullified,
    ImpactsResolved,
    RulingMade,
    SeekerImpacted,
    TargetDamaged,
    TargetDestroyed,
    TerrainStruck,
    UnitLaunched,
    UnitsMoved,
)
from domain.systems.scorpead.state import State
from domain.systems.scorpead.words import box_title, hex_title, number_of, say, ship_title


def on_map(
    state: State, event: MapChange | ImpactsResolved | DamageNullified
) -> Iterator[Sentence]:
    """Say what happened on the map."""
    match event:
        case RulingMade(setting=setting):
            yield _ruling(state, setting)
        case UnitLaunched():
            yield say(
                "{ship} launches {kind} {number} from {box} at {target}.",
                rules.J1_SHUTTLES if event.kind == "shuttle" else rules.F_SEEKERS,
                ship=ship_title(state, event.ship),
                kind=state.book.units.kinds[event.kind].title,
                number=event.number,
                box=box_title(event.box),
                target=ship_title(state, event.target),
            )
        case UnitsMoved():
            yield from _moved(state, event)
        case SeekerImpacted() | TerrainStruck():
            yield _struck(state, event)
        case ImpactsResolved():
            yield say("All that struck in movement is resolved.", rules.F_SEEKERS)
        case TargetDamaged(target=target, damage=damage):
            rock = target in state.features
            rule = rules.DW_12_562_ASTEROIDS if rock else rules.DW_12_53_SEEKERS
            template = "{target} takes {damage}."
            points = number_of(damage, "point", "points")
            yield say(template, rule, target=thing_title(state, target), damage=points)
        case TargetDestroyed(target=target):
            title = thing_title(state, target)
            yield say("{target} is destroyed.", rules.DW_12_53_SEEKERS, target=title)
        case DamageNullified(target=target, reason=reason):
            title = thing_title(state, target)
            if reason == "stasis":
                template, rule = "{target} is in stasis: no damage.", rules.DW_12_542_STASIS
            else:
                template, rule = "{target} cannot be damaged by it.", rules.DW_12_53_SEEKERS
            yield say(template, rule, target=title)


def thing_title(state: State, name: ShipId) -> str:
    """Return the title of a ship, a unit or a feature, even of one that is gone."""
    target = targets.found(state, name)
    return box_title(name) if target is None else target.title


def _ruling(state: State, setting: Setting) -> Sentence:
    rule = rules.REFEREE
    match setting:
        case PlaceFeature(feature=feature):
            return say(
                "The referee puts {kind} {thing} at {at}, radius {radius}, strength {strength}.",
                rule,
                kind=box_title(feature.kind),
                thing=feature.title,
                at=hex_title(feature.at),
                radius=feature.radius,
                strength=feature.strength,
            )
        case PlaceUnit(unit=unit):
            template = "The referee puts {kind} {thing} at ({q}, {r})."
            title, kind = box_title(unit.id), box_title(unit.kind)
            return say(template, rule, kind=kind, thing=title, q=unit.q, r=unit.r)
        case Remove(thing=thing):
            return say("The referee removes {thing}.", rule, thing=box_title(thing))
        case RepairBox(ship=ship, box=box, points=points):
            return say(
                "A repair system puts {points} into {box} of {ship}.",
                rules.G17_REPAIR_SYSTEMS,
                points=number_of(points, "point", "points"),
                box=box_title(box),
                ship=ship_title(state, ship),
            )
        case SetStasis(ship=ship, on=on):
            template = (
                "The referee puts {ship} into stasis."
                if on
                else "The referee releases {ship} from stasis."
            )
            return say(template, rule, ship=ship_title(state, ship))


def _moved(state: State, event: UnitsMoved) -> Iterator[Sentence]:
    for flight in event.flights:
        title, at = thing_title(state, flight.unit), hex_title(flight.at)
        yield say("{unit} flies to {at}.", rules.F_SEEKERS, unit=title, at=at)
    for unit in event.spent:
        yield say("{unit} is spent.", rules.F_SEEKERS, unit=thing_title(state, unit))


def _struck(state: State, event: SeekerImpacted | TerrainStruck) -> Sentence:
    match event:
        case SeekerImpacted():
            template = (
                "{unit} strikes shield {shield} of {ship} with {damage}."
                if event.die is None
                else "{unit} strikes shield {shield} of {ship}: {die} and EW shift {shift} leave "
                "{damage} of {warhead}."
            )
            return say(
                template,
                rules.F_SEEKERS,
                unit=thing_title(state, event.unit),
                ship=ship_title(state, event.target),
                shield=event.shield,
                die=event.die or 0,
                shift=event.shift,
                warhead=number_of(event.warhead, "point", "points"),
                damage=event.damage
                if event.die is not None
                else number_of(event.damage, "point", "points"),
            )
        case TerrainStruck():
            return say(
                "{ship} flies into {feature}: roll {die}, {credit} cleared, {damage} taken.",
                rules.P3_ASTEROIDS,
                ship=ship_title(state, event.ship),
                feature=box_title(event.feature),
                die=event.die,
                credit=number_of(event.credit, "point", "points"),
                damage=event.damage,
            )
