"""What became of a weapon after an event, as far as a viewer may know."""

from typing import assert_never, cast

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.systems.ranged import changes
from domain.systems.ranged.attack_events import Diagnosed, MalfunctionKind
from domain.systems.ranged.state import NEVER, Condition, State
from domain.systems.ranged.thing_events import (
    AmmoSpent,
    DotSwitched,
    FuseStarted,
    WeaponChanged,
    WeaponLanded,
    WeaponStruck,
    WeaponTaken,
)

Change = (
    WeaponLanded | WeaponStruck | WeaponTaken | WeaponChanged | FuseStarted | AmmoSpent
    | MalfunctionKind | Diagnosed | DotSwitched
)  # fmt: skip


def changed(state: State, event: Change) -> State:
    """Return the state after an event of a weapon."""
    match event:
        case WeaponLanded(fighter=name, item=item, at=at):
            thrown = state.fighters[name].items[item]
            return state.with_item(name, replace(thrown, at="ground", lies_at=at))
        case WeaponStruck(fighter=name, item=item, points=points):
            blow = state.fighters[name].items[item]
            return state.with_item(name, replace(blow, lost=blow.lost + points))
        case WeaponTaken():
            return _taken(state, event)
        case DotSwitched():
            return _dot(state, event)
        case WeaponChanged() | FuseStarted() | AmmoSpent() | MalfunctionKind() | Diagnosed():
            return _weapon(state, event)
        case _:
            assert_never(event)


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
            if kind is UNSET or late is UNSET:
                # Whether what is armed bursts at all, and when, is not known from here on.
                return state.with_item(event.fighter, replace(item, fault=None, due=None))
            later = None if item.due is None else NEVER if kind == "misfire" else item.due + late
            return state.with_item(event.fighter, replace(item, fault=kind, due=later))
        case Diagnosed(kind=kind):
            if kind not in {"mechanical", "misfire", "dud"}:
                return state
            found = replace(item, condition=cast("Condition", kind), fault=kind)
            return state.with_item(event.fighter, found)


def _dot(state: State, event: DotSwitched) -> State:
    """What its owner did is unknown to the others, but for those who are told that they see it."""
    owner = state.fighters[event.fighter]
    item, on = owner.items[event.item], event.on
    if on is None or (on is UNSET and event.seat != owner.seat):
        return state
    return state.with_item(owner.id, replace(item, laser=None if on is UNSET else on))


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
