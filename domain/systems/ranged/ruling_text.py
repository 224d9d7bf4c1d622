"""What the referee decided, in words: the middle of a sentence (2.6)."""

from typing import assert_never

from domain.systems.ranged.decisions import (
    AdjustMalf,
    AnchorSt,
    AnyRuling,
    BlindPenalty,
    Candidates,
    CockingDevice,
    EntangleEffect,
    Extinguish,
    Ground,
    HearingModifier,
    HourOfRepair,
    Ignition,
    JamPenalty,
    LargeTarget,
    LockWithoutSight,
    MeleeObstacle,
    MountTime,
    NarrowSlit,
    Note,
    Smoke,
    SpeedCounts,
    TotallyImmobile,
    Wind,
)
from domain.systems.ranged.state import State
from domain.systems.ranged.words import count, hex_title, plain, what, who

EFFECTS = {"rule": "work by the rule", "arms": "bind both arms", "none": "cost nothing"}


def decided(state: State, decision: AnyRuling) -> str:
    """Say a decision; "" of a remark, and of what is told to one seat alone."""
    match decision:
        case Note() | JamPenalty():
            return ""
        case AdjustMalf(fighter=name, item=item, by=by):
            return f"the Malf. of {who(state, name)}'s {what(state, item)} by {by}"
        case HourOfRepair(fighter=name, item=item):
            return f"{who(state, name)} works on the {what(state, item)} for an hour"
        case CockingDevice(fighter=name, seconds=seconds):
            takes = count(seconds, "second", "seconds")
            return f"{who(state, name)} has a device that cocks a crossbow in {takes}"
        case MountTime(readies=readies):
            return f"a weapon is mounted in {readies} Readies"
        case LockWithoutSight(allowed=allowed):
            return f"lock-on without sight is {'' if allowed else 'not '}allowed"
        case Candidates() | BlindPenalty() | HearingModifier() | LargeTarget() | SpeedCounts():
            return _of_shots(state, decision)
        case AnchorSt() | TotallyImmobile() | EntangleEffect() | Smoke():
            return _of_people(state, decision)
        case Ignition() | Extinguish() | Ground() | Wind() | NarrowSlit() | MeleeObstacle():
            return _of_the_place(state, decision)
        case _:
            assert_never(decision)


def _of_shots(
    state: State, decision: Candidates | BlindPenalty | HearingModifier | LargeTarget | SpeedCounts
) -> str:
    match decision:
        case Candidates(behind=behind):
            names = ", ".join(who(state, name) for name in behind) or "who the rule finds"
            return f"behind a target stands {names}"
        case BlindPenalty(penalty=penalty):
            return f"firing blind is {penalty}"
        case HearingModifier(modifier=modifier):
            return f"Hearing is {modifier:+d}"
        case LargeTarget(victim=name, location=location):
            return f"of {who(state, name)} areas hold one part alone, the {plain(location)}"
        case SpeedCounts(fighter=name, yards=yards):
            speed = f"as {count(yards, 'yard', 'yards')} a second" if yards else "by the rule"
            return f"the speed of {who(state, name)} counts {speed}"
        case _:
            assert_never(decision)


def _of_people(
    state: State, decision: AnchorSt | TotallyImmobile | EntangleEffect | Smoke
) -> str:  # fmt: skip
    name = who(state, decision.fighter)
    match decision:
        case AnchorSt(st=st):
            return f"the rope of {name} is tied to ST {st}"
        case TotallyImmobile(immobile=immobile):
            return f"{name} is {'' if immobile else 'not '}completely restrained"
        case EntangleEffect(effect=effect):
            return f"the bonds of {name} {EFFECTS[effect]}"
        case Smoke(hidden=hidden):
            return f"{name} is {'out of' if hidden else 'in'} sight"
        case _:
            assert_never(decision)


def _of_the_place(
    state: State,
    decision: Ignition | Extinguish | Ground | Wind | NarrowSlit | MeleeObstacle,
) -> str:  # fmt: skip
    match decision:
        case Ignition(surface=surface, spreads=spreads, number=number):
            on = who(state, surface) if surface else "everything"
            ways = {
                "table": "by the table", "yes": "always", "no": "never", "roll": f"on {number}",
            }  # fmt: skip
            return f"flames catch on {on} {ways[spreads]}"
        case Extinguish(thing=thing):
            flames = state.flames.get(thing)
            where = (
                f"at {hex_title(flames.at)}" if flames is not None else f"on {who(state, thing)}"
            )
            return f"the fire {where} is out"
        case Ground(hard=hard):
            return f"the ground is {'hard' if hard else 'soft'}"
        case Wind(toward=toward, yards=yards):
            speed = count(yards, "yard", "yards")
            return f"a wind of {speed} a second, direction {toward + 1}" if yards else "no wind"
        case NarrowSlit(cover=cover, slit=slit):
            return f"{state.cover(cover).title} has {'a' if slit else 'no'} narrow slit"
        case MeleeObstacle(cover=cover, locations=locations):
            hidden = ", ".join(plain(name) for name in locations) or "nothing"
            return f"{state.cover(cover).title} hides from blows: {hidden}"
        case _:
            assert_never(decision)
