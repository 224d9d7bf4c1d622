"""What may come of a declared volley, exactly: attack by attack, equal outcomes taken together.

Every case is decided by the rules themselves (`attacks.resolved`). Faces that the rules cannot tell
apart (a hit is a hit, a row a row, a sum a sum) are decided once, for one of them, and counted; so
a volley of many dice stays small where all its faces would be too many to walk.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import cast

import msgspec

from domain.decider import Event
from domain.dice import Ask, Rolled
from domain.odds import MOST_CASES, Faces, TooManyCases, cases
from domain.rule_system import Outcome
from domain.systems.knight_hawks.attacks import resolved, rolled
from domain.systems.knight_hawks.events import BattleEvent
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.state import State, Vessel


def volley_odds(state: State, *, most: int = MOST_CASES) -> list[tuple[Fraction, State]]:
    """Return all that may come of the declared attacks: chances, and the state after each.

    Raises TooManyCases if there are more than *most*.
    """
    known: dict[bytes, tuple[Fraction, State]] = {b"": (Fraction(1), state)}
    counted = 0
    while any(after.attacks for _, after in known.values()):
        merged: dict[bytes, tuple[Fraction, State]] = {}
        for chance, before in known.values():
            for share, after in _attack(before):
                key = _key(after)
                so_far, _ = merged.get(key, (Fraction(0), after))
                merged[key] = (so_far + chance * share, after)
                counted += 1
                if counted > most:
                    raise TooManyCases(counted)
        known = merged
    return list(known.values())


def _key(state: State) -> bytes:
    """Return what tells states apart: the vessels, what came below nothing left out."""
    vessels = [_plain(vessel) for vessel in state.vessels.values()]
    return msgspec.msgpack.encode((vessels, len(state.attacks)))


def _plain(vessel: Vessel) -> Vessel:
    return msgspec.structs.replace(vessel, hp=0) if vessel.lost else vessel


def _attack(state: State) -> Iterator[tuple[Fraction, State]]:
    """Yield what may come of the first attack: chance and state."""
    for case in cases(
        lambda dice: resolved(state, dice),
        lambda outcomes, asks: _alike(state, outcomes, asks[0]),
    ):
        after = state
        for outcome in case.outcomes:
            if isinstance(outcome, Event):
                after = evolve(after, cast("BattleEvent", outcome))
        yield case.chance, after


def _alike(state: State, outcomes: tuple[Outcome, ...], ask: Ask) -> list[tuple[Faces, int]]:
    """Return faces for each class that the rules tell apart, and how many there are of it."""
    one = state.attacks[0]
    if ask.sides != 100:
        return _sums(ask)
    to_hit = one.weapon != "S" or state.options.get("seeker_to_hit") != "automatic"
    first = not any(isinstance(outcome, Rolled) for outcome in outcomes)
    classes: dict[object, tuple[Faces, int]] = {}
    for face in range(1, 101):
        if first and to_hit:
            what: object = rolled(state, one, face).hit
        else:
            what = state.book.damage.row(face + state.weapon(one.weapon).dtm).upto
        faces, count = classes.get(what, (((face,),), 0))
        classes[what] = (faces, count + 1)
    return list(classes.values())


def _sums(ask: Ask) -> list[tuple[Faces, int]]:
    """Return dice for each sum, and in how many ways it comes up."""
    return [((_dice(total, ask),), ways) for total, ways in sums(ask.count, ask.sides).items()]


def _dice(total: int, ask: Ask) -> tuple[int, ...]:
    faces: list[int] = []
    for more in range(ask.count - 1, -1, -1):
        faces.append(min(ask.sides, total - more))
        total -= faces[-1]
    return tuple(faces)


@cache
def sums(dice: int, sides: int) -> dict[int, int]:
    """Return in how many ways so many dice come to each sum."""
    ways = {0: 1}
    for _ in range(dice):
        longer: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + count
        ways = longer
    return ways
