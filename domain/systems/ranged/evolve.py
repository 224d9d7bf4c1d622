"""One match over the events: the state after each of them, which is trusted."""

from msgspec import UNSET
from msgspec.structs import replace

from domain.systems.ranged import field, fighters, items, ruled
from domain.systems.ranged.attack_events import (
    AttackRolled,
    Contested,
    CoverPassed,
    CriticalRolled,
    DamageRolled,
    Diagnosed,
    HitLocated,
    MalfunctionKind,
    Overpenetrated,
    Rolled3d,
    StrayChecked,
    WeaponMalfunctioned,
)
from domain.systems.ranged.events import (
    BattleBegan,
    BattleEnded,
    BattleEvent,
    BluffHeld,
    CaptiveFreed,
    Deployed,
    JamSet,
    RulingMade,
    SecondBegan,
    SheetDealt,
    TaskAdded,
    TaskDone,
    TurnBegan,
)
from domain.systems.ranged.secret_events import Hid, Revealed
from domain.systems.ranged.state import Ended, Fighter, Item, Lurker, State, placed
from domain.systems.ranged.tasks import Act, Lurk, TurnEnd, TurnStart
from domain.systems.ranged.thing_events import (
    AmmoSpent,
    AreaStruck,
    DotSwitched,
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
    WeaponLanded,
    WeaponStruck,
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
        case (
            ZoneSet() | ZoneEnded() | ProjectileFlew() | ProjectileEnded() | FlamesStarted()
            | FlamesDrifted() | FlamesEnded() | CoverPassed()
        ):  # fmt: skip
            return field.changed(state, event)
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
            dealt = replace(lurker, fighter=fighters.dealt(lurker.fighter, event))
            return replace(state, lurkers={**state.lurkers, name: dealt})
        case Hid(fighter=name, hiding=hiding):
            hidden = replace(state.lurkers[name], hiding=None if hiding is UNSET else hiding)
            return replace(state, lurkers={**state.lurkers, name: hidden})
        case Revealed():
            return _revealed(state, event)
        case (
            WeaponLanded() | WeaponStruck() | WeaponTaken() | WeaponChanged() | FuseStarted()
            | AmmoSpent() | MalfunctionKind() | Diagnosed() | DotSwitched()
        ):  # fmt: skip
            return items.changed(state, event)
        case _:
            return state.with_fighter(fighters.changed(state.fighters[event.fighter], event))


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
