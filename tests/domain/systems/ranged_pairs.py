"""Pairs of random ambushes of Ranged that differ only in who lies hidden where (non-interference).

    .venv/bin/python -m tests.domain.systems.ranged_pairs [--pairs 1000] [--seed 1]

What Red seals is drawn anew for each game: who lies where or stayed away, who creeps, aims, or lies
still; what must be the same is in `tests/domain/pairs.py`. Exit code 1 if any pair differs.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from domain.codec import Codec
from domain.decider import Command, kind_of
from domain.names import SeatId
from domain.options import Option, fill
from domain.rule_system import RuleSystem
from domain.systems.ranged import SYSTEM
from domain.systems.ranged.commands import AimAt, AttackWith, HideAway, LieLow, Ready, SpringUp
from domain.systems.ranged.secret_events import Revealed
from domain.systems.ranged.tasks import Hide, Lurk
from tests.domain.pairs import Begun, Differs, Pair, Side, many

CODEC = Codec(SYSTEM.events, SYSTEM.commands)
KINDS = {kind_of(kind): kind for kind in SYSTEM.commands}
BLUE, RED = SeatId(1), SeatId(2)
MOST = 150
SPRINGS = 0.02
"""How often somebody hidden shows himself: it ends the pair."""


class Figures(NamedTuple):
    """What was compared; how often something sealed differed between the two games."""

    declarations: int
    events: int
    apart: int


# --- what is declared -------------------------------------------------------------------------


def command(option: Option, chance: Random) -> Command:
    fields = fill(option, chance.randrange, chance.choice((0, 1, 4))).fields()
    made: Command = msgspec.convert(fields, KINDS[option.command], str_keys=True)
    return made


def hidden_turn(side: Side, seat: SeatId, chance: Random) -> Command:
    """Return what is done in hiding in one of the games, from what may be done there."""
    offered = [one for one in side.system.options(side.truth, seat) if one.command == "lie_low"]
    return command(chance.choice(offered), chance)


def declared(one: Side, two: Side, seat: SeatId, chance: Random) -> tuple[Command, Command]:
    """Return a declaration for each of the games: alike but for what Red seals."""
    offered = one.system.options(one.truth, seat)
    match one.truth.task:
        case Hide():
            return command(offered[0], chance), command(offered[0], chance)
        case Lurk(fighter=name):
            if chance.random() < SPRINGS:
                return SpringUp(fighter=name), SpringUp(fighter=name)
            return hidden_turn(one, seat, chance), hidden_turn(two, seat, chance)
        case _:
            usual = [option for option in offered if not option.why_not]
            public = command(chance.choice(usual), chance)
            return public, public


# --- pairs ------------------------------------------------------------------------------------


def pair(seed: int, system: RuleSystem[Any] = SYSTEM) -> Figures:
    """Play a pair of ambushes; Differs says what differs."""
    chance = Random(seed)
    scenario = next(one for one in system.scenarios() if one.name == "stairwell")
    options = {option.name: chance.choice(option.values) for option in scenario.options}
    options["ambush"] = "on"
    made = Pair(Begun(system, scenario.name, options, seed, (BLUE, None), (Revealed,), CODEC))
    one, two = made.sides
    declarations = events = apart = 0
    while system.result(one.truth) is None and declarations < MOST:
        seat = min(system.waiting(one.truth))
        roll = chance.randrange(2**32)
        commands = declared(one, two, seat, chance)
        outcomes = made.declare(declarations, seat, commands, roll)
        if outcomes is None:
            break
        made.compare(probes)
        declarations += 1
        events += len(outcomes)
        apart += one.truth.lurkers != two.truth.lurkers
    return Figures(declarations, events, apart)


def probes(_viewer: SeatId) -> Iterator[Command]:
    """Yield declarations by which Blue might feel for who is hidden."""
    for name in ("terrorist_3", "rook"):
        yield AttackWith(fighter="kelly", weapon="kelly pdw_46 1", target=name, cover="through")
        yield AimAt(fighter="kelly", weapon="kelly pdw_46 1", target=name)
        yield Ready(fighter="kelly", deed="release", target=name)
        yield LieLow(fighter=name, doing=msgspec.UNSET)
        yield SpringUp(fighter=name)
        yield HideAway(places={name: 0})


def tried(seed: int, system: RuleSystem[Any] = SYSTEM) -> Figures | str:
    """Play a pair; return what was compared, or what differs."""
    try:
        return pair(seed, system)
    except Differs as difference:
        return str(difference)


def main(words: list[str]) -> int:
    """Play pairs and tell what was compared."""
    return many("ranged", words, tried, _told)


def _told(every: list[Figures]) -> str:
    return (
        f"{sum(one.declarations for one in every):,} declarations and "
        f"{sum(one.events for one in every):,} events compared, "
        f"{sum(one.apart for one in every):,} times with somebody hidden otherwise"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
