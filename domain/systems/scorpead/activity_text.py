"""Manoeuvres, shields, raids, guards and repair in sentences."""

from msgspec import UnsetType

from domain.scene import Sentence
from domain.systems.scorpead import rules
from domain.systems.scorpead.activity_changes import ActivityChange
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
from domain.systems.scorpead.state import State
from domain.systems.scorpead.words import box_title, listed, number_of, say, ship_title


def activity(state: State, event: ActivityChange | EmergencyRepairRolled) -> Sentence:
    """Say what happened beside fire."""
    if isinstance(event, ActivityResolved):
        return say("All raids are resolved.", rules.D7_RAIDS)
    ship = ship_title(state, event.ship)
    match event:
        case GuardsAssigned(guards=guards):
            if isinstance(guards, UnsetType):
                return say("{ship} has posted its guards.", rules.DW_12_134_GUARDS, ship=ship)
            posts = listed([f"{box_title(box)} {n}" for box, n in guards.items() if n])
            template = "{ship} has posted its guards: {posts}."
            return say(template, rules.DW_12_134_GUARDS, ship=ship, posts=posts)
        case ManoeuvreAnnounced(change=change):
            template = {
                "start": "{ship} will fly erratic manoeuvres once all fire is resolved.",
                "stop": "{ship} will end its erratic manoeuvres once all fire is resolved.",
            }[change]
            return say(template, rules.C10_MANOEUVRES, ship=ship)
        case ManoeuvresChanged(on=on):
            template = (
                "{ship} flies erratic manoeuvres." if on else "{ship} flies erratically no longer."
            )
            return say(template, rules.C10_MANOEUVRES, ship=ship)
        case ShieldSet(shield=shield, up=up):
            template = "{ship} raises shield {shield}." if up else "{ship} drops shield {shield}."
            return say(template, rules.G8_TRANSPORTERS, ship=ship, shield=shield)
        case RaidDeclared() | RaidResolved() | BoxRaided():
            return _raid(state, event)
        case (
            ShieldRepaired()
            | RepairProgressed()
            | EmergencyRepairRolled()
            | DamageControlMarked()
            | SystemRepaired()
        ):
            return _repair(ship, event)


def _raid(state: State, event: RaidDeclared | RaidResolved | BoxRaided) -> Sentence:
    ship, box = ship_title(state, event.ship), box_title(event.box)
    match event:
        case BoxRaided():
            return say("{ship}: {box} is destroyed.", rules.D7_RAIDS, ship=ship, box=box)
        case RaidDeclared(transporter=transporter, target=target):
            return say(
                "{ship} sends a boarding party by {transporter} against {box} of {target}.",
                rules.DW_12_133_RAIDS,
                ship=ship,
                transporter=box_title(transporter),
                box=box,
                target=ship_title(state, target),
            )
        case RaidResolved():
            dies = {
                "transporter": event.beam_die,
                "guard": event.guard_die,
                "raid": event.raid_die,
            }
            return say(
                OUTCOMES[event.result],
                rules.D7_RAIDS,
                ship=ship,
                box=box,
                shift=event.shift,
                rolls=listed([f"{what} {die}" for what, die in dies.items() if die is not None]),
                party="the boarding party is lost" if event.party_lost else "the party is back",
            )


OUTCOMES = {
    "no_transport": "{ship}'s raid on {box} ({rolls}, EW shift {shift}): no lock, {party}.",
    "stopped": "{ship}'s raid on {box} ({rolls}): the guard stops it, {party}.",
    "repelled": "{ship}'s raid on {box} ({rolls}): the guard drives it off, {party}.",
    "failed": "{ship}'s raid on {box} ({rolls}) fails, {party}.",
    "destroyed": "{ship}'s raid on {box} ({rolls}) succeeds, {party}.",
}


def _repair(
    ship: str,
    event: ShieldRepaired
    | RepairProgressed
    | EmergencyRepairRolled
    | DamageControlMarked
    | SystemRepaired,
) -> Sentence:
    match event:
        case ShieldRepaired(shield=shield, boxes=boxes):
            template = "{ship} repairs shield {shield} by {boxes}."
            rule = rules.D9_2_SHIELD_REPAIR
            return say(
                template, rule, ship=ship, boxes=number_of(boxes, "box", "boxes"), shield=shield
            )
        case RepairProgressed(box=box, points=points, total=total, cost=cost):
            return say(
                "{ship} puts {points} of repair into {box}: {total} of {cost}.",
                rules.D9_7_CDR,
                ship=ship,
                points=number_of(points, "point", "points"),
                box=box_title(box),
                total=total,
                cost=cost,
            )
        case EmergencyRepairRolled(lab=lab, box=box, rating=rating, die=die):
            return say(
                "{ship}, {lab}: emergency repair of {box} rolls {die} against {rating}.",
                rules.D14_EDR,
                ship=ship,
                lab=box_title(lab),
                box=box_title(box),
                die=die,
                rating=rating,
            )
        case DamageControlMarked(box=box):
            template = "{ship} marks off {box} for its emergency repair."
            return say(template, rules.D14_EDR, ship=ship, box=box_title(box))
        case SystemRepaired(box=box, by=by):
            template = "{ship}: {box} is repaired."
            rule = {
                "cdr": rules.D9_7_CDR,
                "edr": rules.D14_EDR,
                "campaign": rules.DW_12_142_CAMPAIGN,
                "repair_system": rules.G17_REPAIR_SYSTEMS,
            }[by]
            return say(template, rule, ship=ship, box=box_title(box))
