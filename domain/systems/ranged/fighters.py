"""What became of a fighter after an event, as far as a viewer may know."""

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from domain.systems.ranged import changes
from domain.systems.ranged.attack_events import (
    DefenceRolled,
    FatigueApplied,
    InjuryApplied,
    OccupantStruck,
    ShieldDamaged,
)
from domain.systems.ranged.events import (
    Aimed,
    FighterChanged,
    ManoeuvreChosen,
    Moved,
    PostureChanged,
    SheetDealt,
)
from domain.systems.ranged.state import Aim, Fighter, Stuck
from domain.systems.ranged.thing_events import Entangled, WeaponFreed, WeaponStuck


def changed(
    fighter: Fighter,
    event: (
        SheetDealt
        | ManoeuvreChosen
        | Moved
        | PostureChanged
        | FighterChanged
        | Aimed
        | DefenceRolled
        | InjuryApplied
        | OccupantStruck
        | FatigueApplied
        | ShieldDamaged
        | Entangled
        | WeaponStuck
        | WeaponFreed
    ),
) -> Fighter:
    """Return a fighter after an event that concerns him alone."""
    match event:
        case FighterChanged():
            return changes.fighter_changed(fighter, event)
        case SheetDealt():
            return dealt(fighter, event)
        case ManoeuvreChosen():
            return _chosen(fighter, event)
        case Moved(at=at, facing=facing, elevation=high, yards=yards):
            moved = fighter.moved + yards
            return replace(fighter, at=at, facing=facing, elevation=high, moved=moved)
        case PostureChanged(posture=posture):
            return replace(fighter, posture=posture)
        case Aimed():
            aim = Aim(
                item=event.item, target=event.target, at=event.at, seconds=event.seconds,
                braced=event.braced, code=event.code, both_hands=event.both_hands,
            )  # fmt: skip
            return replace(fighter, aim=aim)
        case DefenceRolled():
            return _defended(fighter, event)
        case InjuryApplied():
            return _injured(fighter, event)
        case OccupantStruck(basic=basic):
            left = fighter.body.occupants - bool(basic)
            return replace(fighter, body=replace(fighter.body, occupants=left))
        case FatigueApplied(points=points):
            breath = fighter.fatigue
            spent = None if points is UNSET or breath is None else breath + points
            return replace(fighter, fatigue=spent)
        case ShieldDamaged(points=points, ruined=ruined):
            known = fighter.shield_lost
            lost = None if points is UNSET or known is None else known + points
            return replace(fighter, shield_lost=lost, shield_ruined=ruined)
        case Entangled(bonds=bonds):
            return replace(fighter, bonds=bonds, aim=None)
        case WeaponStuck():
            injury = None if event.injury is UNSET else event.injury
            stuck = Stuck(item=event.item, holder=event.holder, injury=injury)
            return replace(fighter, stuck=(*fighter.stuck, stuck))
        case WeaponFreed(item=item, how=how):
            return replace(fighter, stuck=_freed(fighter.stuck, item, how))
        case _:
            assert_never(event)


def _freed(stuck: tuple[Stuck, ...], item: str, how: str) -> tuple[Stuck, ...]:
    match how:
        case "freed":
            return tuple(one for one in stuck if one.item != item)
        case "stuck_for_good":
            return tuple(replace(one, forever=True) if one.item == item else one for one in stuck)
        case _:
            return tuple(replace(one, holder="") if one.item == item else one for one in stuck)


def dealt(fighter: Fighter, event: SheetDealt) -> Fighter:
    """Return a fighter with his numbers, for who may know them."""
    if event.sheet is UNSET or event.loaded is UNSET:
        return replace(fighter, shield_lost=None, shock=None)
    items = {name: replace(item, fault="") for name, item in fighter.items.items()}
    for name, loaded in event.loaded.items():
        items[name] = replace(items[name], loaded=loaded)
    return replace(fighter, sheet=event.sheet, lost=0, fatigue=0, items=items)


def _chosen(fighter: Fighter, event: ManoeuvreChosen) -> Fighter:
    """A manoeuvre breaks work that needs Ready after Ready, and an Aim that is not kept up."""
    all_out = event.manoeuvre in {"determined", "suppression"}
    aim = (
        fighter.aim
        if event.manoeuvre in {"aim", "attack", "determined", "suppression", "ready", "wait"}
        else None
    )
    items = fighter.items
    if event.manoeuvre != "ready" and any(item.progress for item in items.values()):
        items = {name: replace(item, work="", progress=0) for name, item in items.items()}
    blaze = fighter.blaze
    if blaze is not None and event.manoeuvre != "ready":
        blaze = replace(blaze, progress=0)
    return replace(
        fighter,
        manoeuvre=event.manoeuvre,
        defenceless=all_out,
        aim=aim,
        items=items,
        blaze=blaze,
        running=False,
        wait=(
            "" if event.manoeuvre != "wait" else None if event.trigger is UNSET else event.trigger
        ),
    )


def _defended(fighter: Fighter, event: DefenceRolled) -> Fighter:
    """Any defence spoils an Aim (4.4)."""
    posture = "prone" if event.drop else fighter.posture
    more_parries, more_blocks = int(event.kind == "parry"), int(event.kind == "block")
    aim = None if event.kind != "none" else fighter.aim
    return replace(
        fighter,
        posture=posture,
        parries=fighter.parries + more_parries,
        blocks=fighter.blocks + more_blocks,
        aim=aim,
    )


def _injured(fighter: Fighter, event: InjuryApplied) -> Fighter:
    if event.injury is UNSET or event.shock is UNSET or fighter.lost is None:
        return replace(fighter, lost=None, shock=None, band=event.band)
    shock = max(fighter.shock or 0, event.shock)
    return replace(fighter, lost=fighter.lost + event.injury, shock=shock, band=event.band)
