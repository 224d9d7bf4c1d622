"""What the referee decides, and what it changes; without a referee the defaults hold (2.6)."""

from collections.abc import Iterator

from msgspec import UNSET

from domain.decider import Event
from domain.dice import Dice
from domain.names import SeatId
from domain.refusals import Refused, Unknown
from domain.rule_system import Outcome
from domain.systems.ranged import fire, locations, rules
from domain.systems.ranged.commands import Decide
from domain.systems.ranged.decisions import (
    AdjustMalf,
    AnchorSt,
    AnyRuling,
    Candidates,
    CockingDevice,
    EntangleEffect,
    Extinguish,
    HourOfRepair,
    Ignition,
    JamPenalty,
    LargeTarget,
    MeleeObstacle,
    NarrowSlit,
    Note,
    Smoke,
    SpeedCounts,
    TotallyImmobile,
)
from domain.systems.ranged.events import FighterChanged, JamSet, RulingMade
from domain.systems.ranged.malfunctions import armoury
from domain.systems.ranged.rolls import critical_failure, success, three
from domain.systems.ranged.state import State
from domain.systems.ranged.thing_events import FlamesEnded, WeaponChanged


def decided(state: State, seat: SeatId, command: Decide, dice: Dice) -> Iterator[Outcome]:
    """Yield the referee's decision and its reason, or refuse it."""
    if not state.scenario or not state.is_referee(seat):
        raise Refused("gm_only", rules.S_2_6)
    decision = command.decision
    if decision is UNSET:
        raise Unknown("what the referee decided")
    for name in _named(decision):
        if name not in state.fighters:
            raise Refused("unknown_fighter", rules.S_2_6, fighter=name)
    match decision:
        case AdjustMalf(fighter=name, item=item, by=by):
            if by > 0:
                raise Refused("gm_malf_only_down", rules.MF_06, by=by)
            if item not in state.fighters[name].items:
                raise Refused("unknown_weapon", rules.MF_06, weapon=item)
        case JamPenalty(target=target, penalty=penalty):
            yield RulingMade(decision=Note(), reason=command.reason)
            yield JamSet(seat=seat, fighter=target, penalty=penalty)
            return
        case CockingDevice(fighter=name):
            if not any(item.key == "crossbow" for item in state.fighters[name].items.values()):
                raise Refused("unknown_weapon", rules.XB_02, weapon="crossbow")
        case HourOfRepair(fighter=name, item=item):
            held = state.fighters[name].items.get(item)
            if held is None:
                raise Refused("unknown_weapon", rules.MF_10, weapon=item)
            if held.condition == "undiagnosed":
                raise Refused("not_diagnosed", rules.MF_10, weapon=item)
            if held.condition != "mechanical":
                raise Refused("nothing_to_clear", rules.MF_10, weapon=item)
        case Extinguish(thing=thing):
            if thing not in state.flames and thing not in state.fighters:
                raise Refused("unknown_fire", rules.S_2_6, fire=thing)
        case NarrowSlit(cover=cover) | MeleeObstacle(cover=cover):
            if cover not in {one.id for one in state.covers()}:
                raise Refused("unknown_cover", rules.S_2_6, cover=cover)
        case LargeTarget(victim=name, location=place):
            if place not in locations.of_body(state.fighters[name].body):
                raise Refused("location_not_targetable", rules.AR_01, location=place)
        case Ignition(surface=surface) if surface and surface not in state.fighters:
            raise Refused("unknown_fighter", rules.FA_05, fighter=surface)
        case _:
            pass
    yield RulingMade(decision=decision, reason=command.reason)
    if isinstance(decision, Ignition):
        yield from _kindled(state, decision, dice)
    if isinstance(decision, Extinguish):
        yield from _put_out(state, decision.thing)
    if isinstance(decision, HourOfRepair):
        yield from _repaired(state, decision, dice)


def _repaired(state: State, hour: HourOfRepair, dice: Dice) -> Iterator[Outcome]:
    """An attempt takes an hour and Armoury; a critical failure destroys the weapon (MF-10)."""
    fighter = state.fighters[hour.fighter]
    target = armoury(fighter)
    yield (rolled := three(dice, "repair"))
    event = success(fighter, "repair", rolled.total, target)
    yield event
    if event.success:
        yield WeaponChanged(fighter=fighter.id, item=hour.item, change="cleared")
    elif critical_failure(rolled.total, target):
        yield WeaponChanged(fighter=fighter.id, item=hour.item, change="destroyed")


def _kindled(state: State, decision: Ignition, dice: Dice) -> Iterator[Outcome]:
    """What smoulders already burns at once, or goes out, as was decided (FA-05)."""
    for flames in state.flames.values():
        concerned = decision.surface in {"", flames.thing}
        if flames.kind != "smoulder" or not concerned or decision.spreads == "table":
            continue
        if decision.spreads == "roll":
            yield (rolled := three(dice, "catching fire"))
            yield from fire.caught(state, flames, rolled.total, decision.number)
        else:
            yield from fire.settled(flames, burns=decision.spreads == "yes")


def _put_out(state: State, thing: str) -> Iterator[Event]:
    if thing in state.flames:
        yield FlamesEnded(id=thing)
    elif state.fighters[thing].blaze is not None:
        yield FighterChanged(fighter=thing, change="fire_out")


def _named(decision: AnyRuling) -> tuple[str, ...]:
    match decision:
        case Candidates(behind=behind):
            return behind
        case (
            AdjustMalf(fighter=name)
            | HourOfRepair(fighter=name)
            | CockingDevice(fighter=name)
            | AnchorSt(fighter=name)
            | JamPenalty(target=name)
            | LargeTarget(victim=name)
            | TotallyImmobile(fighter=name)
            | EntangleEffect(fighter=name)
            | SpeedCounts(fighter=name)
            | Smoke(fighter=name)
        ):
            return (name,)
        case _:
            return ()
