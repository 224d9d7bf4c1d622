"""One sentence or more for each event, with the numbers that led to it."""

from collections.abc import Iterator

from msgspec import UnsetType

from domain.scene import Sentence
from domain.systems.scorpead import rules
from domain.systems.scorpead.activity_events import (
    ActivityResolved,
    BoxRaided,
    DamageControlMarked,
    EmergencyRepairRolled,
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
from domain.systems.scorpead.activity_text import activity
from domain.systems.scorpead.commands import ReserveForm
from domain.systems.scorpead.damage_text import lost, struck
from domain.systems.scorpead.events import (
    BatteriesRecharged,
    BattleBegan,
    BattleEnded,
    BattleEvent,
    ChamberDischarged,
    EnergyAllocated,
    EwAnnounced,
    ImpulseBegan,
    LockOnDetermined,
    MagnifierDischarged,
    ShipMoved,
    SpeedsAnnounced,
    TurnEnded,
)
from domain.systems.scorpead.fire_events import (
    BoxDestroyed,
    DetonatorDisabled,
    DetonatorShotResolved,
    FireDecided,
    FireDeclared,
    FireResolved,
    FireStepOpened,
    InternalsRolled,
    PhaserShotResolved,
    ReservePowerUsed,
    ShieldDamaged,
    ShipDestroyed,
    StoredEnergyLost,
    StruckShieldChosen,
)
from domain.systems.scorpead.fire_text import declared, detonator_resolved, phaser_resolved
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
from domain.systems.scorpead.map_text import on_map
from domain.systems.scorpead.state import State
from domain.systems.scorpead.turn_text import impulse, kept, lines, turn_begun
from domain.systems.scorpead.words import (
    FACINGS,
    counted,
    hex_title,
    listed,
    number_of,
    say,
    ship_title,
)


def sentences(state: State, event: BattleEvent) -> Iterator[Sentence]:
    """Say *event*, which is about to be folded into *state*; from what both know."""
    match event:
        case BattleBegan() | TurnEnded() | BattleEnded():
            yield from _battle(state, event)
        case EnergyAllocated() | SpeedsAnnounced() | EwAnnounced() | LockOnDetermined():
            yield from turn_begun(state, event)
        case ImpulseBegan() | ShipMoved() | FireStepOpened():
            yield from impulse(state, event)
        case ReservePowerUsed() | FireDecided() | FireResolved() | StruckShieldChosen():
            yield from _fire_step(state, event)
        case FireDeclared():
            yield from declared(state, event)
        case PhaserShotResolved():
            yield phaser_resolved(state, event)
        case DetonatorShotResolved():
            yield from detonator_resolved(state, event)
        case ShieldDamaged() | InternalsRolled() | ShipDestroyed():
            yield struck(state, event)
        case BoxDestroyed() | StoredEnergyLost() | DetonatorDisabled():
            yield from lost(state, event)
        case MagnifierDischarged() | ChamberDischarged() | BatteriesRecharged():
            yield from kept(state, event)
        case (
            GuardsAssigned() | ManoeuvreAnnounced() | ManoeuvresChanged() | ShieldSet()
            | RaidDeclared() | RaidResolved() | ActivityResolved() | BoxRaided() | ShieldRepaired()
            | RepairProgressed() | EmergencyRepairRolled() | DamageControlMarked()
            | SystemRepaired()
        ):  # fmt: skip
            yield activity(state, event)
        case (
            RulingMade() | UnitLaunched() | UnitsMoved() | SeekerImpacted() | TerrainStruck()
            | ImpactsResolved() | TargetDamaged() | TargetDestroyed() | DamageNullified()
        ):  # fmt: skip
            yield from on_map(state, event)


def _battle(state: State, event: BattleBegan | TurnEnded | BattleEnded) -> Iterator[Sentence]:
    match event:
        case BattleBegan(ships=ships, turn_limit=limit):
            yield say(
                "The battle begins, for {limit}.",
                rules.V_VICTORY,
                limit=number_of(limit, "turn", "turns"),
            )
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
            return  # the end of the game says it, with the same sentence


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


def _reserve(state: State, event: ReservePowerUsed) -> Iterator[Sentence]:
    """Say what batteries gave: all of it to its owner, EW that rose to everybody else."""
    title, reserve, halves = ship_title(state, event.ship), event.reserve, event.battery_halves
    if isinstance(reserve, UnsetType) or isinstance(halves, UnsetType):
        raised = ReserveForm(ecm=event.ecm, eccm=event.eccm)
        if event.ecm or event.eccm:
            template = "{ship} raises its electronic warfare: {lines}."
            yield say(template, rules.H7_RESERVE, ship=title, lines=lines(raised))
    elif halves:
        yield say(
            "{ship} uses {points} of reserve power: {lines}.",
            rules.H7_RESERVE,
            ship=title,
            points=counted(halves),
            lines=lines(reserve),
        )


def _fire_step(
    state: State, event: ReservePowerUsed | FireDecided | FireResolved | StruckShieldChosen
) -> Iterator[Sentence]:
    match event:
        case ReservePowerUsed():
            yield from _reserve(state, event)
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
