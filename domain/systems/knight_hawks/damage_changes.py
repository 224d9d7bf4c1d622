"""What attacks, damage and repairs do to vessels and to the battle; evolve's hands."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.names import SeatId, ShipId
from domain.systems.knight_hawks.attack_events import AmmoSpent, Attack, IcmLaunched
from domain.systems.knight_hawks.damage_events import (
    AdfLost,
    CombatControlHit,
    DcrHalved,
    DefenceDestroyed,
    FireStarted,
    HullDamaged,
    MrLost,
    NavigationHit,
    PowerShorted,
    RepairLocked,
    SystemRepaired,
    WeaponDestroyed,
)
from domain.systems.knight_hawks.move_events import (
    AmmoReloaded,
    MaskLost,
    NavErrorRolled,
    OrbitLeft,
    ScreenActivated,
    ScreenDropped,
)
from domain.systems.knight_hawks.state import Mask, State, System, Vessel
from domain.systems.knight_hawks.tables import WeaponType

# --- attacks --------------------------------------------------------------------------------


def attack(state: State, weapon: WeaponType, target: ShipId, seat: SeatId) -> Attack:
    """Return the attack of a mine pattern or a seeker, which have no ship."""
    number = state.number + 1
    return Attack(number=number, weapon=weapon, target=target, range_hexes=0, seat=seat)


def attacked(state: State, attacks: Iterable[Attack]) -> State:
    """Return the state with attacks that are to be answered and rolled."""
    every = (*state.attacks, *attacks)
    number = every[-1].number if every else state.number
    return replace(state, attacks=every, number=max(number, state.number))


def fired(state: State, attacks: Iterable[Attack]) -> State:
    """Return the state with the mounts that fire marked."""
    for one in attacks:
        if one.ship is not None:
            vessel = state.vessels[one.ship]
            state = state.with_vessels([replace(vessel, fired=vessel.fired | {one.mount})])
    return state


def icm_launched(state: State, event: IcmLaunched) -> State:
    """Return the state after interceptors were launched at an attack."""
    vessel = state.vessels[event.ship]
    attacks = tuple(
        replace(one, icm={**one.icm, event.ship: one.icm.get(event.ship, 0) + event.number})
        if one.number == event.attack
        else one
        for one in state.attacks
    )
    less = replace(vessel, icm=vessel.icm - event.number)
    return replace(state.with_vessels([less]), attacks=attacks)


# --- damage and repair ----------------------------------------------------------------------


def damaged(
    vessel: Vessel,
    event: HullDamaged | AdfLost | MrLost | WeaponDestroyed | DefenceDestroyed | PowerShorted
    | CombatControlHit | NavigationHit | FireStarted | DcrHalved,
) -> Vessel:  # fmt: skip
    """Return a vessel after one item of damage."""
    match event:
        case HullDamaged(points=points):
            return replace(vessel, hp=vessel.hp - points)
        case AdfLost(points=points):
            return replace(vessel, adf=vessel.adf - points)
        case MrLost(points=points):
            return replace(vessel, mr=vessel.mr - points)
        case WeaponDestroyed(mount=name):
            return _mount(vessel, name, ok=False)
        case DefenceDestroyed(defence=code):
            return _defence(vessel, code, ok=False)
        case PowerShorted():
            return replace(_with(vessel, "POWER"), active="")
        case CombatControlHit():
            return _with(vessel, "CCS")
        case NavigationHit():
            return _with(vessel, "NAV")
        case FireStarted():
            return _with(vessel, "FIRE")
        case DcrHalved():
            return _with(vessel, "DCR")


def _with(vessel: Vessel, system: System) -> Vessel:
    return replace(vessel, damaged=vessel.damaged | {system})


def _mount(vessel: Vessel, name: str, *, ok: bool) -> Vessel:
    mounts = {**vessel.mounts, name: replace(vessel.mounts[name], ok=ok)}
    return replace(vessel, mounts=mounts)


def _defence(vessel: Vessel, code: str, *, ok: bool) -> Vessel:
    if code == "MS":
        return replace(vessel, masks_ok=ok)
    if code == "ICM":
        return replace(vessel, icm_ok=ok)
    active = vessel.active if ok or vessel.active != code else ""
    return replace(vessel, screens={**vessel.screens, code: ok}, active=active)


def changed(
    vessel: Vessel,
    event: ScreenActivated | ScreenDropped | MaskLost | OrbitLeft | NavErrorRolled | AmmoReloaded
    | AmmoSpent | SystemRepaired | RepairLocked,
) -> Vessel:  # fmt: skip
    """Return a vessel after one change that is no damage."""
    match event:
        case ScreenActivated(screen="MS"):
            mask = Mask(speed=vessel.speed, steps_left=6)
            return replace(vessel, mask=mask, masks=vessel.masks - 1)
        case ScreenActivated(screen=screen):
            return replace(vessel, active=screen)
        case ScreenDropped(screen="MS") | MaskLost():
            return replace(vessel, mask=None)
        case ScreenDropped():
            return replace(vessel, active="")
        case OrbitLeft():
            return replace(vessel, orbit=None, released=True)
        case NavErrorRolled(turn=turn):
            return replace(vessel, nav_turn=turn)
        case AmmoReloaded(mount=name, ammo=ammo) | AmmoSpent(mount=name, left=ammo):
            mounts = {**vessel.mounts, name: replace(vessel.mounts[name], ammo=ammo)}
            return replace(vessel, mounts=mounts)
        case SystemRepaired():
            return _repaired(vessel, event)
        case RepairLocked(system=system):
            return replace(vessel, locked=vessel.locked | {system})


def _repaired(vessel: Vessel, event: SystemRepaired) -> Vessel:
    match event.system:
        case "ADF":
            return replace(vessel, adf=vessel.adf + 1)
        case "MR":
            return replace(vessel, mr=vessel.mr + 1)
        case "HULL":
            return replace(vessel, hp=vessel.hp + event.points)
        case "CCS" | "NAV" | "POWER" | "DCR" | "FIRE" as system:
            return replace(vessel, damaged=vessel.damaged - {system})
        case "PS" | "ES" | "SS" | "MS" | "ICM" as code:
            return _defence(vessel, code, ok=True)
        case mount:
            return _mount(vessel, mount, ok=True)
