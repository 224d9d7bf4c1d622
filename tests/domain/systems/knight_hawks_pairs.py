"""Pairs of random games of Knight Hawks that differ only in mines and seekers (non-interference).

    .venv/bin/python -m tests.domain.systems.knight_hawks_pairs [--pairs 1000] [--seed 1]

What one side (the owner) seals is drawn anew for each game, from nothing to all it has; what must
be the same is in `tests/domain/pairs.py`. Exit code 1 if any pair differs.
"""

import sys
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec

from domain.codec import Codec
from domain.decider import Command, kind_of
from domain.names import SeatId, ShipId
from domain.options import Option, Orders, fill, put
from domain.rule_system import RuleSystem
from domain.systems.knight_hawks import SYSTEM
from domain.systems.knight_hawks.commands import (
    Aim,
    DeclareFire,
    DropMine,
    DropSeeker,
    Fly,
    Launch,
    MoveShips,
    PrepareMovement,
    Respond,
    Shot,
)
from domain.systems.knight_hawks.secret_events import MinesDetonated, SeekerActivated, SeekerFound
from tests.domain.pairs import Begun, Differs, Pair, Side, many

CODEC = Codec(SYSTEM.events, SYSTEM.commands)
KINDS = {kind_of(kind): kind for kind in SYSTEM.commands}
REVEALED = (MinesDetonated, SeekerActivated, SeekerFound)
MOST = 400
ACTIVATED = 0.003
"""How often a hidden seeker is activated at a chance: it ends the pair."""


class Figures(NamedTuple):
    """What was compared: declarations, events; how many were sealed otherwise in the two games.

    *apart* counts the declarations after which mines or seekers lie elsewhere in the two games,
    *most* the most by which the numbers of what is laid differed.
    """

    declarations: int
    events: int
    sealed: int
    apart: int
    most: int


def hidden(side: Side) -> list[tuple[frozenset[Any], frozenset[Any]]]:
    """Return where mines and inactive seekers lie."""
    sides = side.truth.sides.values()
    return [(s.mines or frozenset(), frozenset((s.laid or {}).values())) for s in sides]


# --- what is declared -------------------------------------------------------------------------


def filled(option: Option, chance: Random) -> dict[str, Any]:
    """Return a random declaration as plain fields."""
    changes = chance.choice((0, 1, 4, 12))
    return fill(option, chance.randrange, changes).fields()


def secret(option: Option, chance: Random, fields: dict[str, Any]) -> dict[str, Any]:
    """Return *fields* with what is sealed drawn anew: nothing, a few, or as much as there is.

    What is hidden is seldom activated: that would end the pair.
    """
    names = CODEC.sealed_names(option.command)
    drawn: dict[str, Any] = deepcopy({name: option.fixed.get(name, {}) for name in names})
    for field in option.fields:
        if field.path[0] not in names:
            continue
        if isinstance(field, Orders):
            most = chance.choice((0, 1, 3, 40))
            drawn[field.path[0]] = _orders(option, field, chance, most)
        else:
            put(drawn, field.path, chance.random() < ACTIVATED)
    return {**fields, **drawn}


def _orders(option: Option, field: Orders, chance: Random, most: int) -> list[dict[str, Any]]:
    """Return up to *most* orders that keep the limits of *option* together."""
    used: dict[str, int] = {}
    chosen: list[dict[str, Any]] = []
    for _ in range(min(most, field.at_most) if field.kinds else 0):
        kind = chance.choice(field.kinds)
        order = fill(kind, chance.randrange)
        both = {n: used.get(n, 0) + order.used().get(n, 0) for n in {*used, *order.used()}}
        if all(n not in option.limits or both[n] <= option.limits[n].at_most for n in both):
            used = both
            chosen.append({"order": kind.command, **order.fields()})
    return chosen


def command(option: Option, fields: dict[str, Any]) -> Command:
    """Return the command of plain fields."""
    made: Command = msgspec.convert(fields, KINDS[option.command], str_keys=True)
    return made


def twins(one: Side, two: Side, seat: SeatId, chance: Random) -> tuple[Command, Command]:
    """Return a declaration of the owner for each of the games: alike but for what it seals."""
    offered = [side.system.options(side.truth, seat)[0] for side in (one, two)]
    fields = filled(offered[0], chance)
    first, second = (command(option, secret(option, chance, fields)) for option in offered)
    return first, second


# --- pairs ------------------------------------------------------------------------------------


def pair(seed: int, system: RuleSystem[Any] = SYSTEM) -> Figures:
    """Play a pair of games; Differs says what differs."""
    chance = Random(seed)
    scenario = next(one for one in system.scenarios() if one.name == "the_stand")
    options = {option.name: chance.choice(option.values) for option in scenario.options}
    options["rules_level"] = "advanced"  # the basic game has neither mines nor seekers
    owner = SeatId(chance.choice((1, 1, 2)))
    viewers = (SeatId(3 - owner), None)
    made = Pair(Begun(system, scenario.name, options, seed, viewers, REVEALED, CODEC))
    one, two = made.sides
    declarations = events = sealed = apart = most = 0
    while system.result(one.truth) is None and declarations < MOST:
        seat = min(system.waiting(one.truth))
        roll = chance.randrange(2**32)
        offered = system.options(one.truth, seat)[0]
        if seat == owner and not KINDS[offered.command].simultaneous:
            first, second = twins(one, two, seat, chance)
        else:
            first = second = command(offered, filled(offered, chance))
        sealed += first != second
        outcomes = made.declare(declarations, seat, (first, second), roll)
        if outcomes is None:
            break
        made.compare(partial(probes, one, two))
        declarations += 1
        events += len(outcomes)
        apart += hidden(one) != hidden(two)
        most = max(most, abs(laid(one) - laid(two)))
    return Figures(declarations, events, sealed, apart, most)


def laid(side: Side) -> int:
    """Return how many mines and inactive seekers lie on the map."""
    return sum(len(mines) + len(seekers) for mines, seekers in hidden(side))


def probes(one: Side, two: Side, viewer: SeatId) -> Iterator[Command]:
    """Yield declarations by which a viewer might feel for what is hidden in either game."""
    names = {
        name for s in (one, two) for side in s.truth.sides.values() for name in side.laid or ()
    }
    own = one.truth.own(viewer)[:3]
    for name in sorted(names)[:3]:
        yield PrepareMovement(activate={name: True})
        yield PrepareMovement(activate={}, order=(name,))
        for vessel in own[:1]:
            aim = Aim(target=ShipId(name))
            mount = next(iter(vessel.mounts), "LB")
            yield DeclareFire(shots=(Shot(ship=vessel.id, mount=mount, aim=aim),), drops=())
            yield MoveShips(moves=(Fly(ship=vessel.id, plan="F", dock=ShipId(name)),), drops=())
    for vessel in own:
        yield MoveShips(moves=(), drops=(DropMine(ship=vessel.id, index=0),), ends=False)
        yield DeclareFire(shots=(), drops=(DropSeeker(ship=vessel.id),))
        yield Respond(answers=(Launch(attack=one.truth.number, ship=vessel.id, number=1),))
    for vessel in one.truth.afloat:
        if vessel.seat != viewer and vessel.hidden_stores:
            yield MoveShips(moves=(), drops=(DropMine(ship=vessel.id, index=0),), ends=False)
            yield DeclareFire(shots=(), drops=(DropSeeker(ship=vessel.id),))


def tried(seed: int, system: RuleSystem[Any] = SYSTEM) -> Figures | str:
    """Play a pair; return what was compared, or what differs."""
    try:
        return pair(seed, system)
    except Differs as difference:
        return str(difference)


def main(words: list[str]) -> int:
    """Play pairs and tell what was compared."""
    return many("knight_hawks", words, tried, _told)


def _told(every: list[Figures]) -> str:
    return (
        f"{sum(one.declarations for one in every):,} declarations and "
        f"{sum(one.events for one in every):,} events compared, "
        f"{sum(one.sealed for one in every):,} sealed otherwise, "
        f"{sum(one.apart for one in every):,} times with mines or seekers elsewhere "
        f"(in {sum(one.apart > 0 for one in every):,} pairs, by up to "
        f"{max((one.most for one in every), default=0)} more)"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
