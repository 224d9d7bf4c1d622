"""What a decision of the referee changes; without a referee the defaults hold (2.6)."""

from msgspec.structs import replace

from domain.systems.ranged.decisions import (
    AdjustMalf,
    AnchorSt,
    AnyRuling,
    BlindPenalty,
    Candidates,
    CockingDevice,
    EntangleEffect,
    Ground,
    HearingModifier,
    Ignition,
    LargeTarget,
    LockWithoutSight,
    MeleeObstacle,
    MountTime,
    NarrowSlit,
    Smoke,
    SpeedCounts,
    TotallyImmobile,
    Wind,
)
from domain.systems.ranged.state import State


def applied(state: State, decision: AnyRuling) -> State:
    """Return the state after a decision."""
    now = state.rulings
    match decision:
        case AdjustMalf(fighter=name, item=item, by=by):
            held = state.fighters[name].items[item]
            return state.with_item(name, replace(held, malf_adjust=held.malf_adjust + by))
        case Smoke(fighter=name, hidden=hidden):
            return state.with_fighter(replace(state.fighters[name], hidden=hidden))
        case TotallyImmobile(fighter=name, immobile=immobile):
            return state.with_fighter(replace(state.fighters[name], restrained=immobile))
        case EntangleEffect(fighter=name, effect=effect):
            return state.with_fighter(replace(state.fighters[name], bond_effect=effect))
        case MeleeObstacle(cover=cover, locations=locations):
            now = replace(now, obstacles={**now.obstacles, cover: locations})
        case Candidates(behind=behind):
            now = replace(now, behind=behind)
        case BlindPenalty(penalty=penalty):
            now = replace(now, blind=penalty)
        case HearingModifier(modifier=modifier):
            now = replace(now, hearing=modifier)
        case MountTime(readies=readies):
            now = replace(now, mount_readies=readies)
        case CockingDevice(fighter=name, seconds=seconds):
            now = replace(now, cocking={**now.cocking, name: seconds})
        case AnchorSt(fighter=name, st=st):
            now = replace(now, anchors={**now.anchors, name: st})
        case Ignition(surface=surface):
            now = replace(now, ignition={**now.ignition, surface: decision})
        case Ground(hard=hard):
            now = replace(now, hard_ground=hard)
        case LargeTarget(victim=name, location=location):
            now = replace(now, large={**now.large, name: location})
        case LockWithoutSight(allowed=allowed):
            now = replace(now, lock_unseen=allowed)
        case NarrowSlit(cover=cover, slit=slit):
            now = replace(now, slits={**now.slits, cover: slit})
        case SpeedCounts(fighter=name, yards=yards):
            now = replace(now, speeds={**now.speeds, name: yards})
        case Wind(toward=toward, yards=yards):
            now = replace(now, wind=(toward, yards))
        case _:
            return state
    return replace(state, rulings=now)
