"""One match over the events: the state after each of them, which is trusted."""

from typing import assert_never, cast

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.systems.ranged import changes, ruled
from domain.systems.ranged.attack_events import (
    AttackRolled,
    Contested,
    CoverPassed,
    CriticalRolled,
    DamageRolled,
    DefenceRolled,
    Diagnosed,
    FatigueApplied,
    HitLocated,
    InjuryApplied,
    MalfunctionKind,
    OccupantStruck,
    Overpenetrated,
    Rolled3d,
    ShieldDamaged,
    StrayChecked,
    WeaponMalfunctioned,
)
from domain.systems.ranged.events import (
    Aimed,
    BattleBegan,
    BattleEnded,
    BattleEvent,
    BluffHeld,
    CaptiveFreed,
    Deployed,
    FighterChanged,
    JamSet,
    ManoeuvreChosen,
    Moved,
    PostureChanged,
    RulingMade,
    SecondBegan,
    SheetDealt,
    TaskAdded,
    TaskDone,
    TurnBegan,
)
from domain.systems.ranged.secret_events import Hid, Revealed
from domain.systems.ranged.state import (
    Aim,
    Condition,
    Damaged,
    Ended,
    Fighter,
    Item,
    Lurker,
    State,
    Stuck,
    placed,
)
from domain.systems.ranged.tasks import Act, Lurk, TurnEnd, TurnStart
from domain.systems.ranged.thing_events import (
    AmmoSpent,
    AreaStruck,
    Entangled,
    Exploded,
    FlamesDrifted,
    FlamesEnded,
    FlamesStarted,
    FuseStarted,
    LockRolled,
    ProjectileEnded,
    ProjectileFlew,
    Scattered,
    ShotHeard,
    WeaponChanged,
    WeaponFreed,
    WeaponLanded,
    WeaponStruck,
    WeaponStuck,
    WeaponTaken,
    ZoneEnded,
    ZoneSet,
)


def evolve(state: State, event: BattleEvent) -> State:
    """Return the state after *event*: no dice, no refusals, no rules. Everything is a moment."""
    return replace(_evolved(state, event), moment=state.moment + 1)


def _evolved(state: State, event: BattleEvent) -> State:
    match event:
        case TaskDone(then=then, skip=skip):
            return replace(state, agenda=(*then, *state.agenda[1 + skip :]))
        case TaskAdded(first=first):
            return replace(state, agenda=(*first, *state.agenda))
        case TurnBegan(fighter=name):
            return _turn_began(state, name)
        case SecondBegan(second=second):
            return replace(state, second=second, turn=0)
        case ZoneSet(zone=zone):
            return replace(state, zones={**state.zones, zone.id: zone})
        case ZoneEnded(id=name):
            return replace(state, zones={k: z for k, z in state.zones.items() if k != name})
        case ProjectileFlew(projectile=one):
            return replace(
                state,
                projectiles={**state.projectiles, one.id: one},
            )
        case ProjectileEnded(id=name):
            left = {k: one for k, one in state.projectiles.items() if k != name}
            return replace(state, projectiles=left)
        case FlamesStarted(flames=flames):
            return replace(state, flames={**state.flames, flames.id: flames})
        case FlamesDrifted(id=name, at=at):
            drifted = replace(state.flames[name], at=at)
            return replace(state, flames={**state.flames, name: drifted})
        case FlamesEnded(id=name):
            return replace(state, flames={k: f for k, f in state.flames.items() if k != name})
        case CaptiveFreed(fighter=name):
            freed = replace(state.fighters[name], bound=False)
            return replace(state.with_fighter(freed), freed=True)
        case BluffHeld(seconds=seconds):
            return replace(state, held_bluff=seconds)
        case BattleBegan():
            return _began(state, event)
        case BattleEnded(winners=winners, reason=reason):
            return replace(state, ended=Ended(winners=winners, reason=reason), agenda=())
        case RulingMade(decision=decision):
            return ruled.applied(state, decision)
        case JamSet(fighter=name, penalty=penalty):
            if penalty is UNSET:
                return state
            jam = {**state.rulings.jam, name: penalty}
            return replace(state, rulings=replace(state.rulings, jam=jam))
        case CoverPassed(cover=cover, at=at, lost=lost, breached=breached):
            if at is None or not (lost or breached):
                return state
            before = state.damaged.get((cover, at), Damaged())
            now = Damaged(lost=before.lost + lost, breached=before.breached or breached)
            return replace(state, damaged={**state.damaged, (cover, at): now})
        case LockRolled(item=item, locked=locked):
            known = None if locked is UNSET else locked
            return replace(state, locked={**state.locked, item: known})
        case (
            CriticalRolled() | HitLocated() | DamageRolled() | Overpenetrated()
            | StrayChecked() | Rolled3d() | Contested() | Scattered() | Exploded() | AreaStruck()
            | ShotHeard() | WeaponMalfunctioned() | AttackRolled()
        ):  # fmt: skip
            return state
        case SheetDealt(fighter=name) if name in state.lurkers:
            lurker = state.lurkers[name]
            dealt = replace(lurker, fighter=_dealt(lurker.fighter, event))
            return replace(state, lurkers={**state.lurkers, name: dealt})
        case Hid(fighter=name, hiding=hiding):
            hidden = replace(state.lurkers[name], hiding=None if hiding is UNSET else hiding)
            return replace(state, lurkers={**state.lurkers, name: hidden})
        case Revealed():
            return _revealed(state, event)
        case WeaponLanded(fighter=name, item=item, at=at):
            thrown = state.fighters[name].items[item]
            return state.with_item(name, replace(thrown, at="ground", lies_at=at))
        case WeaponStruck(fighter=name, item=item, points=points):
            blow = state.fighters[name].items[item]
            return state.with_item(name, replace(blow, lost=blow.lost + points))
        case WeaponTaken():
            return _taken(state, event)
        case WeaponChanged() | FuseStarted() | AmmoSpent() | MalfunctionKind() | Diagnosed():
            return _weapon(state, event)
        case _:
            return state.with_fighter(_fighter(state.fighters[event.fighter], event))


def _fighter(
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
    match event:
        case FighterChanged():
            return changes.fighter_changed(fighter, event)
        case SheetDealt():
            return _dealt(fighter, event)
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


def _weapon(
    state: State, event: WeaponChanged | FuseStarted | AmmoSpent | MalfunctionKind | Diagnosed
) -> State:
    item = state.fighters[event.fighter].items[event.item]
    match event:
        case WeaponChanged():
            return state.with_item(event.fighter, changes.weapon_changed(item, event))
        case FuseStarted(due=due):
            known = None if due is UNSET else due
            armed = replace(item, due=known, armed=True, armer=event.fighter)
            return state.with_item(event.fighter, armed)
        case AmmoSpent(rounds=rounds):
            left = None if rounds is UNSET or item.loaded is None else item.loaded - rounds
            return state.with_item(event.fighter, replace(item, loaded=left))
        case MalfunctionKind(kind=kind, late=late):
            fault = None if kind is UNSET else kind
            later = item.due if late is UNSET or item.due is None else item.due + late
            changed: Item = replace(item, fault=fault, due=None if fault == "misfire" else later)
            return state.with_item(
                event.fighter, changed if item.armed else replace(item, fault=fault)
            )
        case Diagnosed(kind=kind):
            if kind not in {"mechanical", "misfire", "dud"}:
                return state
            found = replace(item, condition=cast("Condition", kind), fault=kind)
            return state.with_item(event.fighter, found)


def _taken(state: State, event: WeaponTaken) -> State:
    name, item, by = event.fighter, event.item, event.by
    owner, taker = state.fighters[name], state.fighters[by]
    loaded = None if isinstance(event.loaded, UnsetType) else event.loaded
    taken = replace(
        owner.items[item], at="hand", lies_at=None, loaded=loaded, off_hand=event.off_hand
    )
    left = {key: one for key, one in owner.items.items() if key != item}
    state = state.with_fighter(replace(owner, items=left))
    if by == name:
        taker = state.fighters[by]
    return state.with_fighter(replace(taker, items={**taker.items, item: taken}))


def _revealed(state: State, event: Revealed) -> State:
    """Whoever lay concealed stands among the others now."""
    fighter = state.lurkers[event.fighter].fighter
    left = {name: one for name, one in state.lurkers.items() if name != event.fighter}
    state = replace(state, lurkers=left)
    if event.place is None:
        return state
    seen = placed(fighter, event.place, event.aim)
    return state.with_fighter(replace(seen, springs=event.how == "sprang"))


def _turn_began(state: State, name: str) -> State:
    turn = state.order.index(name) + 1
    if name in state.lurkers:
        return replace(state, agenda=(Lurk(fighter=name),), turn=turn)
    fighter = replace(
        state.fighters[name],
        parries=0, blocks=0, dived=False, defenceless=False, careful="", peeks="", frees=(),
        moved=0, off_balance=False, wait="", springs=False,
        covers_blast=False,
    )  # fmt: skip
    agenda = (TurnStart(fighter=name), Act(fighter=name), TurnEnd(fighter=name))
    return replace(state.with_fighter(fighter), agenda=agenda, turn=turn)


def _began(state: State, event: BattleBegan) -> State:
    lurkers = {one.id: Lurker(fighter=_deployed(one)) for one in event.lurkers}
    return replace(
        state, scenario=event.scenario, choices=event.choices, order=event.order,
        fighters={one.id: _deployed(one) for one in event.fighters}, lurkers=lurkers,
    )  # fmt: skip


def _deployed(one: Deployed) -> Fighter:
    items = {
        gear.id: Item(
            id=gear.id, key=gear.key, at=gear.at, bipod_open=gear.bipod_open,
            mounted=gear.mounted, cocked=gear.cocked, accessories=gear.accessories,
            off_hand=gear.off_hand,
        )
        for gear in one.gear
    }  # fmt: skip
    return Fighter(
        id=one.id, title=one.title, seat=one.seat, body=one.body, at=one.at,
        elevation=one.elevation, facing=one.facing, posture=one.posture, shield=one.shield,
        mount=one.mount, unaware=one.unaware, bound=one.body.bound, items=items,
    )  # fmt: skip


def _dealt(fighter: Fighter, event: SheetDealt) -> Fighter:
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
